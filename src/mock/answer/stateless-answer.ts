import type { Body, HttpResponse, Json, JsonObject } from '../../core/index.ts';
import type { Where } from '../../generation/index.ts';
import { isWriting, type ListDetails } from '../../resources/index.ts';
import { bodyShapesOf, type Example, type MediaType, mediaTypeFor } from '../../spec/index.ts';
import { testOf } from '../../state/index.ts';
import {
  decodeText,
  isArray,
  isBodiless,
  isJson,
  isSequential,
  isXml,
  valueAt,
  withoutSeparators,
  withValueAt,
} from '../../wire/index.ts';
import { deedFields } from '../entity/deed-fields.ts';
import { defaultsIn } from '../facts/defaults.ts';
import { filters } from '../facts/list-filter.ts';
import { answerFor, chooseMedia, concreteTypeOf, successOf } from '../facts/negotiate.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { Choice } from '../model/operation-plan.ts';
import { pageOf } from '../model/page.ts';
import { REASON_PHRASES, type Refusal, refuse } from '../model/refusal.ts';
import type { Origin } from '../model/reply.ts';
import { documentedAnswer, encode } from './answer.ts';
import { fromAssistant, withWantedItems } from './answered-list.ts';
import { asEncoded } from './encoded-content.ts';
import { fileAnswer } from './file-answer.ts';
import { withSent } from './sent-values.ts';
import { withoutErrorCodes } from './success-codes.ts';

/** The number of items in a stream without an example. */
const STREAM_ITEMS = 3;

export interface Wish {
  readonly code?: number;
  readonly example?: string;
  readonly dynamic?: boolean;
  readonly seed?: number;
}

export type StatelessOutcome =
  | { readonly kind: 'made'; readonly response: HttpResponse; readonly origin: Origin }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * An answer from the document only: a documented example, else a generated value. Equal requests get equal
 * answers.
 */
export function statelessAnswer(parts: MockContext, asked: RequestContext, wish: Wish): StatelessOutcome {
  const { operation } = asked;
  const choice = wish.code === undefined ? successOf(operation) : answerFor(operation, wish.code);
  if (choice === undefined) {
    if (wish.code === undefined)
      return { kind: 'made', response: { status: 200, headers: [], body: { kind: 'none' } }, origin: 'generated' };
    return refused(404, `Status ${wish.code} is not documented for ${operation.id}.`, 'not_documented');
  }
  const chosen = chooseMedia(choice.spec, asked.accept);
  if (chosen.kind === 'none') {
    return wish.example === undefined
      ? { kind: 'made', response: documentedAnswer(parts, asked, choice), origin: 'generated' }
      : noExample(asked, choice, wish.example);
  }
  const { media } = chosen;
  const wanted: WantedAnswer = { choice, media, wish };
  if (wish.example !== undefined) {
    const named = media.examples.find((example) => example.name === wish.example);
    return named === undefined
      ? noExample(asked, choice, wish.example)
      : { kind: 'made', response: fromExample(parts, asked, wanted, named), origin: 'example' };
  }
  const example =
    (wish.dynamic ?? parts.options.dynamic)
      ? undefined
      : media.examples.find((candidate) => keepsItsSchema(parts, media, candidate));
  if (example !== undefined)
    return {
      kind: 'made',
      response: fromExample(parts, asked, wanted, shownExample(parts, asked, wanted, example)),
      origin: 'example',
    };
  return generatedAnswer(parts, asked, wanted);
}

function refused(status: number, message: string, code: string): StatelessOutcome {
  return { kind: 'refused', refusal: refuse(status, message, { code }) };
}

function noExample(asked: RequestContext, choice: Choice, name: string): StatelessOutcome {
  return refused(
    404,
    `Example \`${name}\` is not documented for status ${choice.status} of ${asked.operation.id}.`,
    'not_documented',
  );
}

/** Whether an example fits its schema. Others are used only if a request names them. */
function keepsItsSchema(parts: MockContext, media: MediaType, example: Example): boolean {
  const { schema } = media;
  const mediaType = concreteTypeOf(media);
  if (schema === undefined) return true;
  if (isJson(mediaType)) return parts.validator.accepts(schema, example.value, 'response');
  if (!isXml(mediaType)) return true;
  const written = example.text ?? example.value;
  const read =
    typeof written === 'string'
      ? decodeText(written, mediaType, bodyShapesOf(parts.api, media, mediaType))
      : asWritten(parts, media, encode(parts, example.value, { media, mediaType }));
  return read.kind !== 'parsed' || parts.validator.accepts(schema, read.value, 'response');
}

/** The requested page of a documented list: its second page must differ from its first. */
function pageOfExample(parts: MockContext, asked: RequestContext, media: MediaType, example: Example): Example {
  const isPaged = isJson(media.mediaType) && example.text === undefined;
  const value = isPaged ? onePage(parts, asked, media, example.value) : example.value;
  return value === example.value ? example : { ...example, value };
}

/** An example with what the request says, unless the document alone is asked. */
function shownExample(parts: MockContext, asked: RequestContext, wanted: WantedAnswer, example: Example): Example {
  const paged = pageOfExample(parts, asked, wanted.media, example);
  return encodedExample({ ...paged, value: said(parts, asked, wanted, paged) });
}

/** The documented answer that a request gets, and what the request wishes of it. */
interface WantedAnswer {
  readonly choice: Choice;
  readonly media: MediaType;
  readonly wish: Wish;
}

function said(
  parts: MockContext,
  asked: RequestContext,
  { media: { mediaType, schema }, wish }: WantedAnswer,
  { value, text }: Pick<Example, 'value' | 'text'>,
): Json {
  const isAsked = wish.code !== undefined || wish.seed !== undefined || wish.dynamic !== undefined;
  if (isAsked || parts.options.stateless || text !== undefined || schema === undefined || !isJson(mediaType))
    return value;
  return withSent(parts, asked, schema, value);
}

function encodedExample(example: Example): Example {
  const value = example.text === undefined ? asEncoded(example.value) : example.value;
  return value === example.value ? example : { ...example, value };
}

function fromExample(
  parts: MockContext,
  asked: RequestContext,
  { choice, media }: WantedAnswer,
  example: Example,
): HttpResponse {
  const response = documentedAnswer(parts, asked, choice);
  if (isBodiless(choice.status)) return response;
  const chosen = chooseMedia(choice.spec, asked.accept);
  const mediaType = chosen.kind === 'media' ? chosen.mediaType : media.mediaType;
  const text = example.text ?? (!isJson(mediaType) && typeof example.value === 'string' ? example.value : undefined);
  return {
    ...response,
    body:
      text === undefined
        ? asWritten(parts, media, encode(parts, example.value, { media, mediaType }))
        : { kind: 'parsed', mediaType, value: valueOfText(parts, media, mediaType, example), text },
  };
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

function generatedAnswer(parts: MockContext, asked: RequestContext, wanted: WantedAnswer): StatelessOutcome {
  const { choice, media, wish } = wanted;
  const seed = wish.seed ?? parts.options.seed;
  const file = fileAnswer({ parts, asked, choice, media, seed });
  if (file !== undefined) return { kind: 'made', response: file, origin: 'generated' };
  const schema = media.schema ?? media.itemSchema;
  if (schema === undefined) {
    const empty: Json = isJson(concreteTypeOf(media)) ? {} : '';
    return { kind: 'made', response: documentedAnswer(parts, asked, choice, { value: empty }), origin: 'generated' };
  }
  const { operation, request } = asked;
  if (choice.status >= 400 && !(wish.dynamic ?? parts.options.dynamic)) {
    const reason = wish.code === undefined ? 'because the document has no success' : 'as requested';
    const why = refuse(choice.status, `${REASON_PHRASES[choice.status] ?? 'An error'}, ${reason}.`);
    const response = parts.errors.answer(why, operation, { path: request.path, accept: asked.accept });
    if (response.body.kind !== 'none') return { kind: 'made', response, origin: 'generated' };
  }
  const query = listIn(asked) === undefined ? `?${request.query}` : '';
  const place = request.path.slice(parts.api.base.length);
  const where = { seed, at: `${asked.plan.drawnAs}/${choice.status}/${place}${query}` };
  const echoed = isJson(media.mediaType) && media.schema !== undefined ? echo(parts, asked, schema) : {};
  const about = operation.path.split('/').findLast((segment) => /^[a-z][\w-]*$/i.test(segment)) ?? '';
  const options = { direction: 'response' as const, examples: !parts.options.dynamic, about };
  const drawable = parts.drawableOf(schema);
  const named = parts.generator.value(drawable, where, { ...options, known: echoed });
  const made = named.ok || Object.keys(echoed).length === 0 ? named : parts.generator.value(drawable, where, options);
  if (!made.ok) return refused(501, `No answer can be made for ${operation.id}: ${made.reason}.`, 'not_satisfiable');
  const sound = choice.status < 400 ? withoutErrorCodes(parts, schema, made.value) : made.value;
  const answered = fromAssistant(parts, asked, media, sound);
  const listed = withWantedItems(parts, asked, media, { where, value: answered, about });
  const shown = counted(parts, asked, media, fitting(parts, asked, media, listed));
  const whole = asEncoded(said(parts, asked, wanted, { value: shown }));
  const paged = onePage(parts, asked, media, whole);
  const value =
    isSequential(media.mediaType) && !isArray(paged) ? [paged, ...furtherItems(parts, media, where)] : paged;
  return { kind: 'made', response: documentedAnswer(parts, asked, choice, { value }), origin: 'generated' };
}

/** The items of a stream after the first one. */
function furtherItems(parts: MockContext, { schema, itemSchema }: MediaType, { seed, at }: Where): readonly Json[] {
  const each = parts.drawableOf(schema ?? itemSchema ?? true);
  return Array.from({ length: STREAM_ITEMS - 1 }, (_, index) =>
    parts.generator.value(each, { seed, at: `${at}#${index + 1}` }, { direction: 'response' }),
  ).flatMap((made) => (made.ok ? [made.value] : []));
}

/** The list of an operation whose pages can be requested: all its pages are parts of one list. */
function listIn({ role }: RequestContext): ListDetails | undefined {
  return role.kind === 'list' && role.list?.page.limit !== undefined ? role.list : undefined;
}

/** The requested page of a list; any other value unchanged. */
function onePage(parts: MockContext, asked: RequestContext, media: MediaType, value: Json): Json {
  const list = listIn(asked);
  const items = list === undefined ? undefined : valueAt(value, list.items);
  if (list === undefined || !isArray(items)) return value;
  const { offset, limit } = pageOf(list, asked.parameters.query);
  if (items.length <= limit && offset === 0) return value;
  return changedIfValid(parts, media, value, withValueAt(value, list.items, items.slice(offset, offset + limit)));
}

/** Only items that the filters match, if no total stands beside a generated list. */
function fitting(parts: MockContext, asked: RequestContext, media: MediaType, value: Json): Json {
  const { kind, list, resource } = asked.role;
  if (kind !== 'list' || list === undefined || resource === undefined || Object.keys(list.envelope).length > 0)
    return value;
  const items = valueAt(value, list.items);
  const where = filters(parts, asked, resource, list);
  if (!isArray(items) || where.length === 0) return value;
  return changedIfValid(parts, media, value, withValueAt(value, list.items, items.filter(testOf(where))));
}

/** A generated list with the number of its items as its total. */
function counted(parts: MockContext, { role: { kind, list } }: RequestContext, media: MediaType, value: Json): Json {
  const at = kind === 'list' ? list?.envelope.total : undefined;
  const items = list === undefined ? undefined : valueAt(value, list.items);
  if (at === undefined || !isArray(items) || typeof valueAt(value, at) !== 'number') return value;
  return changedIfValid(parts, media, value, withValueAt(value, at, items.length));
}

/** The changed value, or the value before if the changed one breaks the schema: a list that must not be empty has no empty page. */
function changedIfValid(parts: MockContext, media: MediaType, value: Json, changed: Json): Json {
  return media.schema === undefined || parts.validator.accepts(media.schema, changed, 'response') ? changed : value;
}

/**
 * Repeats values of the request: path parameters, values of the query, and the body fill top-level
 * properties of the same name, and the id of the path's item fills the property named after both (`orderId`
 * below `/orders/{id}`). A client that reads `/users/ada` expects `ada` in the answer.
 */
function echo(
  parts: MockContext,
  asked: RequestContext,
  schema: NonNullable<MediaType['schema']>,
): Readonly<Record<string, Json>> {
  const { properties, readOnly, writeOnly } = parts.fieldsOf(schema);
  const { id, resource } = asked.role;
  const item = id === undefined ? undefined : asked.parameters.path[id.parameter];
  const named = `${resource?.singular.replaceAll(' ', '') ?? ''}id`;
  const known: Record<string, Json> = { ...deedFields(parts, asked.operation, asked.request, schema) };
  const { body } = asked.request;
  const said = body.kind === 'parsed' ? asObject(body.value) : {};
  const sent = asked.role.kind === 'create' ? { ...defaultsOf(parts, asked), ...said } : said;
  // A write without an id (`PUT /services`) answers with all values that it sent, including lists
  // and objects.
  const isWrite = isWriting(asked.role.kind);
  const wanted = wantedBy(asked);
  const last = lastId(asked);
  const saidOf = (name: string): Json | undefined => {
    if (Object.hasOwn(asked.parameters.path, name)) return asked.parameters.path[name];
    const plainly = withoutSeparators(name);
    if (wanted.has(plainly)) return wanted.get(plainly);
    if (plainly === named && item !== undefined) return item;
    if (plainly === 'id' && last !== undefined) return last;
    const isHidden = readOnly.has(name) || writeOnly.has(name) || (typeof sent[name] === 'object' && !isWrite);
    return isHidden ? undefined : ownOf(sent, name);
  };
  for (const [name, property] of properties) {
    const value = saidOf(name);
    if (value !== undefined && parts.validator.accepts(property, value, 'response')) known[name] = value;
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
  const said = method === 'GET' ? parameters.filter(({ in: at, required }) => at === 'query' && required) : [];
  return new Map(said.map(({ name }) => [withoutSeparators(name), query[name]]));
}

/** The values that apply if the request leaves properties out. */
function defaultsOf(parts: MockContext, { operation, request: { body } }: RequestContext): JsonObject {
  const schema =
    body.kind === 'parsed' ? mediaTypeFor(operation.body?.content ?? [], body.mediaType)?.schema : undefined;
  return schema === undefined ? {} : Object.fromEntries(defaultsIn(parts.api, schema));
}

function ownOf(record: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
