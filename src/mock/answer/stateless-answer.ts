import type { Body, HttpResponse, Json, JsonObject } from '../../core/index.ts';
import type { Where } from '../../generation/index.ts';
import { isWriting, type ListDetails } from '../../resources/index.ts';
import {
  bodyShapesOf,
  type Example,
  isJsonContent,
  isSafe,
  type MediaType,
  mediaTypeFor,
  type Schema,
  sentMediaType,
} from '../../spec/index.ts';
import { testOf } from '../../state/index.ts';
import {
  decodeText,
  isArray,
  isBodiless,
  isJson,
  isObject,
  isSequential,
  isXml,
  valueAt,
  withoutSeparators,
  withValueAt,
} from '../../wire/index.ts';
import { deedFields } from '../entity/deed-fields.ts';
import { defaultsIn } from '../facts/defaults.ts';
import { filters } from '../facts/list-filter.ts';
import { answerFor, chooseMedia, successOf } from '../facts/negotiate.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject, isForObjects } from '../model/object.ts';
import type { Choice } from '../model/operation-plan.ts';
import { pageOf } from '../model/page.ts';
import { REASON_PHRASES, type Refusal, refuse } from '../model/refusal.ts';
import type { Origin } from '../model/reply.ts';
import { documentedAnswer, encode } from './answer.ts';
import { fromAssistant, withWantedItems } from './answered-list.ts';
import { asEncoded } from './encoded-content.ts';
import { answerOfPair, type PairAnswer, UNNAMED } from './example-pairs.ts';
import { fileAnswer } from './file-answer.ts';
import { fieldsOfExample } from './headers.ts';
import { withItemsOfQuery } from './items-of-query.ts';
import { withSent } from './sent-values.ts';
import { soundAnswer } from './success-codes.ts';

/** The number of items in a stream without an example. */
const STREAM_ITEMS = 3;

export interface Wish {
  readonly code?: number;
  readonly example?: string;
  readonly dynamic?: boolean;
  readonly seed?: number;
  /** A request that repeats an example gets the answer that the document shows for it. */
  readonly pairs?: true;
}

export type StatelessOutcome =
  | { readonly kind: 'made'; readonly response: HttpResponse; readonly origin: Origin }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Of an operation that documents no answer: none. Without state, errors that stand alone are answered. */
function statedSuccess(mock: MockContext, { operation, plan }: RequestContext): Choice | undefined {
  const stated = successOf(operation);
  return stated === undefined || mock.options.stateless ? stated : plan.success;
}

/**
 * An answer from the document only: a documented example, else a generated value. Equal requests get equal
 * answers.
 */
export function statelessAnswer(mock: MockContext, context: RequestContext, wish: Wish): StatelessOutcome {
  const { operation } = context;
  const choice = wish.code === undefined ? statedSuccess(mock, context) : answerFor(operation, wish.code);
  const pair = answerShown(mock, context, choice, wish);
  if (pair !== undefined) {
    const example = shownExample(mock, context, { ...pair, wish }, pair.example);
    return { kind: 'made', response: fromExample(mock, context, { ...pair, wish }, example), origin: 'example' };
  }
  if (choice === undefined) {
    if (wish.code === undefined)
      return { kind: 'made', response: { status: 200, headers: [], body: { kind: 'none' } }, origin: 'generated' };
    return refusedOutcome(404, `Status ${wish.code} is not documented for ${operation.id}.`, 'not_documented');
  }
  const chosen = chooseMedia(choice.spec, context.accept);
  if (chosen.kind === 'none') {
    return wish.example === undefined
      ? { kind: 'made', response: documentedAnswer(mock, context, choice), origin: 'generated' }
      : noExample(context, choice, wish.example);
  }
  const { media } = chosen;
  const wanted: WantedAnswer = { choice, media, wish };
  if (wish.example !== undefined) {
    const named = exampleNamed(media.examples, wish.example);
    return named === undefined
      ? noExample(context, choice, wish.example)
      : { kind: 'made', response: fromExample(mock, context, wanted, named), origin: 'example' };
  }
  const example =
    (wish.dynamic ?? mock.options.dynamic)
      ? undefined
      : media.examples.find((candidate) => keepsItsSchema(mock, media, candidate));
  if (example !== undefined)
    return {
      kind: 'made',
      response: fromExample(mock, context, wanted, shownExample(mock, context, wanted, example)),
      origin: 'example',
    };
  return generatedAnswer(mock, context, wanted);
}

function answerShown(
  mock: MockContext,
  context: RequestContext,
  success: Choice | undefined,
  { code, example, seed, dynamic = mock.options.dynamic, pairs }: Wish,
): PairAnswer | undefined {
  const isWished = code !== undefined || example !== undefined || seed !== undefined || dynamic;
  if (pairs !== true || isWished) return undefined;
  return answerOfPair(mock.api, context, { success, fits: (media, shown) => keepsItsSchema(mock, media, shown) });
}

function refusedOutcome(status: number, message: string, code: string): StatelessOutcome {
  return { kind: 'refused', refusal: refuse(status, message, { code }) };
}

/** `default` also names the example that has no name, as with Prism. */
function exampleNamed(examples: readonly Example[], wanted: string): Example | undefined {
  const called = (name: string) => examples.find((example) => example.name === name);
  return called(wanted) ?? (wanted === 'default' ? called(UNNAMED) : undefined);
}

function noExample(context: RequestContext, choice: Choice, name: string): StatelessOutcome {
  return refusedOutcome(
    404,
    `Example \`${name}\` is not documented for status ${choice.status} of ${context.operation.id}.`,
    'not_documented',
  );
}

/** Whether an example can be read and fits its schema. Others are used only if a request names them. */
function keepsItsSchema(mock: MockContext, media: MediaType, example: Example): boolean {
  const { schema = true } = media;
  const mediaType = sentMediaType(media);
  if (isJson(mediaType)) return mock.validator.accepts(schema, example.value, 'response');
  if (!isXml(mediaType)) return true;
  const written = example.text ?? example.value;
  const read =
    typeof written === 'string'
      ? decodeText(written, mediaType, bodyShapesOf(mock.api, media, mediaType))
      : asWritten(mock, media, encode(mock, example.value, { media, mediaType }));
  if (read.kind === 'unreadable') return false;
  return read.kind !== 'parsed' || mock.validator.accepts(schema, read.value, 'response');
}

/** The requested page of a documented list: its second page must differ from its first. */
function pageOfExample(mock: MockContext, context: RequestContext, media: MediaType, example: Example): Example {
  const isPaged = isJsonContent(media) && example.text === undefined;
  const value = isPaged ? onePage(mock, context, media, example.value) : example.value;
  return value === example.value ? example : { ...example, value };
}

/** An example with what the request says, unless the document alone is asked. */
function shownExample(mock: MockContext, context: RequestContext, wanted: WantedAnswer, example: Example): Example {
  const paged = pageOfExample(mock, context, wanted.media, example);
  return encodedExample({ ...paged, value: withSentValues(mock, context, wanted, paged) });
}

/** The documented answer that a request gets, and what the request wishes of it. */
interface WantedAnswer {
  readonly choice: Choice;
  readonly media: MediaType;
  readonly wish: Wish;
}

function withSentValues(
  mock: MockContext,
  context: RequestContext,
  { media, wish }: WantedAnswer,
  { value, text }: Pick<Example, 'value' | 'text'>,
): Json {
  const { schema } = media;
  const isWished = wish.code !== undefined || wish.seed !== undefined || wish.dynamic !== undefined;
  if (isWished || mock.options.stateless || text !== undefined || schema === undefined || !isJsonContent(media))
    return value;
  return withSent(mock, context, schema, value);
}

function encodedExample(example: Example): Example {
  const value = example.text === undefined ? asEncoded(example.value) : example.value;
  return value === example.value ? example : { ...example, value };
}

function fromExample(
  mock: MockContext,
  context: RequestContext,
  { choice, media }: WantedAnswer,
  example: Example,
): HttpResponse {
  // Where a created record is, the mock knows better.
  const fields = context.plan.shownFields(choice.spec).filter(({ name }) => choice.status !== 201 || !isLocation(name));
  const response = documentedAnswer(mock, context, choice, { headers: fieldsOfExample(fields, example.name) });
  if (isBodiless(choice.status)) return response;
  const chosen = chooseMedia(choice.spec, context.accept);
  const mediaType = chosen.kind === 'media' ? chosen.mediaType : media.mediaType;
  const text = example.text ?? (!isJson(mediaType) && typeof example.value === 'string' ? example.value : undefined);
  if (text !== undefined && isSequential(mediaType)) return { ...response, body: sequenceOf(mediaType, text) };
  return {
    ...response,
    body:
      text === undefined
        ? asWritten(mock, media, encode(mock, example.value, { media, mediaType }))
        : { kind: 'parsed', mediaType, value: valueOfText(mock, media, mediaType, example), text },
  };
}

const isLocation = (name: string): boolean => /^location$/i.test(name);

/** A sequence that is written as text, with the end of its last event. Text without an event is the data of one. */
function sequenceOf(mediaType: string, text: string): Body {
  const ended = `${text.replace(/[\r\n]+$/, '')}\n\n`;
  const [read, whole] = [decodeText(text, mediaType), decodeText(ended, mediaType)];
  if (read.kind !== 'stream' || whole.kind !== 'stream') return { kind: 'parsed', mediaType, value: text, text };
  if (whole.items.length === 0) return { kind: 'stream', mediaType, items: [text] };
  const isEnded = read.items.length === whole.items.length;
  return { kind: 'parsed', mediaType, value: [...whole.items], text: isEnded ? text : ended };
}

/** An XML body with values in the types of its schema: XML does not distinguish a number from a string. */
function asWritten({ api }: MockContext, media: MediaType, body: Body): Body {
  if (body.kind !== 'parsed' || body.text === undefined || !isXml(body.mediaType)) return body;
  const read = decodeText(body.text, body.mediaType, bodyShapesOf(api, media, body.mediaType));
  return read.kind === 'parsed' ? read : body;
}

/** The value of an example that is written as text. */
function valueOfText({ api }: MockContext, media: MediaType, mediaType: string, { value, text }: Example): Json {
  const written = text ?? value;
  if (isJson(mediaType) || typeof written !== 'string') return value;
  const read = isXml(mediaType) ? decodeText(written, mediaType, bodyShapesOf(api, media, mediaType)) : undefined;
  return read?.kind === 'parsed' ? read.value : written;
}

function generatedAnswer(mock: MockContext, context: RequestContext, wanted: WantedAnswer): StatelessOutcome {
  const { choice, media, wish } = wanted;
  const seed = wish.seed ?? mock.options.seed;
  const file = fileAnswer({ mock, context, choice, media, seed });
  if (file !== undefined) return { kind: 'made', response: file, origin: 'generated' };
  const schema = media.schema ?? media.itemSchema;
  if (schema === undefined) {
    const empty: Json = isJsonContent(media) ? {} : '';
    return { kind: 'made', response: documentedAnswer(mock, context, choice, { value: empty }), origin: 'generated' };
  }
  const { operation, request } = context;
  if (choice.status >= 400 && !(wish.dynamic ?? mock.options.dynamic)) {
    const reason = wish.code === undefined ? 'because the document has no success' : 'as requested';
    const why = refuse(choice.status, `${REASON_PHRASES[choice.status] ?? 'An error'}, ${reason}.`);
    const response = mock.errors.answer(why, operation, { path: request.path, accept: context.accept });
    if (response.body.kind !== 'none') return { kind: 'made', response, origin: 'generated' };
  }
  const query = listIn(context) === undefined ? `?${request.query}` : '';
  const place = request.path.slice(mock.api.base.length);
  const where = { seed, at: `${context.plan.drawnAs}/${choice.status}/${place}${query}` };
  const echoed =
    isJsonContent(media) && media.schema !== undefined
      ? { ...messageOf(mock, context, choice, schema), ...echo(mock, context, schema) }
      : {};
  const about = operation.path.split('/').findLast((segment) => /^[a-z][\w-]*$/i.test(segment)) ?? '';
  const options = { direction: 'response' as const, examples: !(wish.dynamic ?? mock.options.dynamic), about };
  const drawable = mock.drawableOf(schema);
  const named = mock.generator.value(drawable, where, { ...options, known: echoed });
  const made = named.ok || Object.keys(echoed).length === 0 ? named : mock.generator.value(drawable, where, options);
  if (!made.ok)
    return refusedOutcome(501, `No answer can be made for ${operation.id}: ${made.reason}.`, 'not_satisfiable');
  const sound = choice.status < 400 ? soundAnswer(mock, context, schema, made.value) : made.value;
  const listed = withWantedItems(mock, context, media, { where, value: sound, about });
  const answered = fromAssistant(mock, context, media, listed);
  const queried = withItemsOfQuery(mock, context, media, answered);
  const shown = withTotal(mock, context, media, filterItems(mock, context, media, queried));
  const whole = asEncoded(withSentValues(mock, context, wanted, { value: shown }));
  const paged = onePage(mock, context, media, whole);
  const value = isSequential(media.mediaType) && !isArray(paged) ? [paged, ...furtherItems(mock, media, where)] : paged;
  return { kind: 'made', response: documentedAnswer(mock, context, choice, { value }), origin: 'generated' };
}

/** The message of a success in the words of the document: "The receipt has been processed". */
function messageOf(
  mock: MockContext,
  { operation }: RequestContext,
  { spec, status }: Choice,
  schema: Schema,
): JsonObject {
  const text = spec.description.trim().replaceAll(/\s+/g, ' ');
  const { properties } = mock.fieldsOf(schema);
  // What has an id may be a message itself.
  if (isSafe(operation.method) || properties.has('id')) return {};
  if (status >= 300 || !/^[\p{L}\p{N}' ,-]{4,100}[.!]?$/u.test(text) || !text.includes(' ')) return {};
  return Object.fromEntries(
    [...properties].flatMap(([name, property]) => {
      const target = mock.api.deref(property);
      const isOpen = typeof target === 'object' && target.examples === undefined && target.enum === undefined;
      const isMessage =
        isOpen && target.type === 'string' && target.default === undefined && /^(?:message|msg)$/i.test(name);
      return isMessage && mock.validator.accepts(property, text, 'response') ? [[name, text]] : [];
    }),
  );
}

/** The items of a stream after the first one. */
function furtherItems(mock: MockContext, { schema, itemSchema }: MediaType, { seed, at }: Where): readonly Json[] {
  const each = mock.drawableOf(schema ?? itemSchema ?? true);
  return Array.from({ length: STREAM_ITEMS - 1 }, (_, index) =>
    mock.generator.value(each, { seed, at: `${at}#${index + 1}` }, { direction: 'response' }),
  ).flatMap((made) => (made.ok ? [made.value] : []));
}

/** The list of an operation whose pages can be requested: all its pages are parts of one list. */
function listIn({ role }: RequestContext): ListDetails | undefined {
  return role.kind === 'list' && role.list?.page.limit !== undefined ? role.list : undefined;
}

/** The requested page of a list; any other value unchanged. */
function onePage(mock: MockContext, context: RequestContext, media: MediaType, value: Json): Json {
  const list = listIn(context);
  const items = list === undefined ? undefined : valueAt(value, list.items);
  if (list === undefined || !isArray(items)) return value;
  const { offset, limit } = pageOf(list, context.parameters.query);
  if (items.length <= limit && offset === 0) return value;
  return changedIfValid(mock, media, value, withValueAt(value, list.items, items.slice(offset, offset + limit)));
}

/** Only items that the filters match, if no total stands beside a generated list. */
function filterItems(mock: MockContext, context: RequestContext, media: MediaType, value: Json): Json {
  const { kind, list, resource } = context.role;
  if (kind !== 'list' || list === undefined || resource === undefined || Object.keys(list.envelope).length > 0)
    return value;
  const items = valueAt(value, list.items);
  const where = filters(mock, context, resource, list);
  if (!isArray(items) || where.length === 0) return value;
  return changedIfValid(mock, media, value, withValueAt(value, list.items, items.filter(testOf(where))));
}

/** A generated list with the number of its items as its total. */
function withTotal(mock: MockContext, { role: { kind, list } }: RequestContext, media: MediaType, value: Json): Json {
  const at = kind === 'list' ? list?.envelope.total : undefined;
  const items = list === undefined ? undefined : valueAt(value, list.items);
  if (at === undefined || !isArray(items) || typeof valueAt(value, at) !== 'number') return value;
  return changedIfValid(mock, media, value, withValueAt(value, at, items.length));
}

/** The changed value, or the value before if the changed one breaks the schema: a list that must not be empty has no empty page. */
function changedIfValid(mock: MockContext, media: MediaType, value: Json, changed: Json): Json {
  return media.schema === undefined || mock.validator.accepts(media.schema, changed, 'response') ? changed : value;
}

/**
 * Repeats values of the request: path parameters, values of the query, and the body fill top-level
 * properties of the same name, and the id of the path's item fills the property named after both (`orderId`
 * below `/orders/{id}`). A client that reads `/users/ada` expects `ada` in the answer.
 */
function echo(
  mock: MockContext,
  context: RequestContext,
  schema: NonNullable<MediaType['schema']>,
): Readonly<Record<string, Json>> {
  const { properties, readOnly, writeOnly } = mock.fieldsOf(schema);
  const { id, resource } = context.role;
  const item = id === undefined ? undefined : context.parameters.path[id.parameter];
  const named = `${resource?.singular.replaceAll(' ', '') ?? ''}id`;
  const known: Record<string, Json> = { ...deedFields(mock, context.operation, context.request, schema) };
  const { body } = context.request;
  const sentBody = body.kind === 'parsed' ? asObject(body.value) : {};
  const sent = context.role.kind === 'create' ? { ...defaultsOf(mock, context), ...sentBody } : sentBody;
  // A write without an id (`PUT /services`) answers with all values that it sent, including lists
  // and objects.
  const isWrite = isWriting(context.role.kind);
  const wanted = wantedBy(context);
  const last = lastId(context);
  const echoedValue = (name: string): Json | undefined => {
    if (Object.hasOwn(context.parameters.path, name)) return context.parameters.path[name];
    const plainly = withoutSeparators(name);
    if (wanted.has(plainly)) return wanted.get(plainly);
    if (plainly === named && item !== undefined) return item;
    if (plainly === 'id' && last !== undefined) return last;
    const isHidden = readOnly.has(name) || writeOnly.has(name) || (typeof sent[name] === 'object' && !isWrite);
    return isHidden ? undefined : ownOf(sent, name);
  };
  for (const [name, property] of properties) {
    const value = echoedValue(name);
    const isOtherKind = value !== undefined && value !== null && !isObject(value) && isForObjects(mock.api, property);
    if (value !== undefined && !isOtherKind && mock.validator.accepts(property, value, 'response')) known[name] = value;
  }
  return known;
}

/** The id at the end of a GET's path: `/links/{link_id}`. */
function lastId({ operation: { method, path }, parameters }: RequestContext): Json | undefined {
  const [, name] = /\{([^{}]+)\}\/?$/.exec(path) ?? [];
  return method === 'GET' && name !== undefined && /id$/i.test(name) ? parameters.path[name] : undefined;
}

/** Values of the query parameters that identify the item of a GET (`/flows?id=7`), by their names in one convention. */
function wantedBy({
  operation: { method, parameters },
  parameters: { query },
}: RequestContext): ReadonlyMap<string, Json | undefined> {
  const identifying = method === 'GET' ? parameters.filter(({ in: at, required }) => at === 'query' && required) : [];
  return new Map(identifying.map(({ name }) => [withoutSeparators(name), query[name]]));
}

/** The values that apply if the request leaves properties out. */
function defaultsOf(mock: MockContext, { operation, request: { body } }: RequestContext): JsonObject {
  const schema =
    body.kind === 'parsed' ? mediaTypeFor(operation.body?.content ?? [], body.mediaType)?.schema : undefined;
  return schema === undefined ? {} : Object.fromEntries(defaultsIn(mock.api, schema));
}

function ownOf(record: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
