import type { HttpRequest, Json } from '../../../core/index.ts';
import { isWriting, type Role } from '../../../resources/index.ts';
import {
  judgedSchemaOf,
  mediaTypeFor,
  type Property,
  propertiesOf,
  type Schema,
  saysTypeAlone,
} from '../../../spec/index.ts';
import {
  isObject,
  jsonEquals,
  parsePointer,
  parseQuery,
  refusesContent,
  valueAt,
  withoutSeparators,
} from '../../../wire/index.ts';
import { saysExhausted, saysTaken } from '../../hints/conflicts.ts';
import { refusedFormParts } from '../../hints/form-parts.ts';
import { hintPlaces } from '../../hints/hint-places.ts';
import { missingPlaces, quotesMissingRecord } from '../../hints/missing-records.ts';
import { refusalEntries } from '../../hints/refusal-entries.ts';
import { isAboutService } from '../../hints/service-state.ts';
import type { FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { canNameRecord } from '../../requests/described-references.ts';
import { requestRuleAt } from '../../requests/request-rule.ts';
import { itemSchemaOf } from '../../requests/value-places.ts';
import { documentsOnlyErrors } from '../../responses/only-errors.ts';
import { withWords } from '../../responses/refusal-words.ts';
import { lacksPartOfValue } from './needed-parts.ts';

/** Kinds of stimulus that probe one value. */
export const PROBED: ReadonlySet<Stimulus['kind']> = new Set(['boundary', 'optional-omitted', 'unicode']);

/** Statuses that may be caused by other records, if the operation depends on some. */
const AMBIGUOUS = new Set([400, 404, 409, 422]);

/**
 * Guard (all of them): the request is valid on its wire form, and its data is proven to exist. A refusal
 * that other records may cause, and every refusal of a probed value, counts only if a request that differs
 * in nothing but that value was accepted. Steps of a JSON Patch (RFC 6902) are not judged: no schema says
 * whether they fit the item.
 */
export function rejectionFindings(
  exchange: Exchange,
  asks: (kind: Stimulus['kind']) => boolean,
  what: (story: Stimulus, exchange: Exchange) => string,
): readonly FindingDraft[] {
  const { purpose, response, operation } = exchange;
  const { status } = response;
  if (purpose.expect !== 'valid' || !asks(purpose.story.kind) || !refusesContent(status)) return [];
  if (exchange.documented !== undefined && operation !== undefined && documentsOnlyErrors(operation)) return [];
  // Every refusal that counts may have another cause for a probed value.
  const mayBeOther = PROBED.has(purpose.story.kind) || AMBIGUOUS.has(status);
  if (!purpose.proven || (purpose.relational && mayBeOther) || asksTheImpossible(exchange)) return [];
  if (
    isUndescribed(exchange) ||
    sendsSteps(exchange.request) ||
    hasOwnFormat(exchange.request) ||
    namesTheUnknown(exchange)
  )
    return [];
  if (hasOtherCause(exchange) || lacksPartOfValue(exchange) || exchange.leadsElsewhere()) return [];
  const { story } = purpose;
  return [
    {
      ...(story.kind === 'boundary' ? { messagePointer: story.pointer, keyword: story.keyword } : {}),
      ...ruleOf(exchange, story),
      expected: 'a success (2xx)',
      actual: withWords(status, exchange),
      message: `${operation?.id ?? 'The operation'} refused (${status}) ${what(story, exchange)}.`,
    },
  ];
}

/**
 * Whether a refusal says that a value which the run has drawn names no record: `unknown label "bug"`. Listed
 * values name none.
 */
function namesTheUnknown(exchange: Exchange): boolean {
  const { api, operation, request, response } = exchange;
  if (operation === undefined || !AMBIGUOUS.has(response.status)) return false;
  if (quotesMissingRecord(exchange)) return true;
  const places = hintPlaces(api, operation);
  return refusalEntries(response.body).some((entry) =>
    missingPlaces(entry, places, request).some(({ schema }) => canNameRecord(api, itemSchemaOf(api, schema) ?? schema)),
  );
}

/**
 * Whether a refusal is about a state of the service, a record that is there already, what a record has left, or the
 * writing of a form.
 */
export function hasOtherCause(exchange: Exchange): boolean {
  return (
    isAboutService(exchange) || saysTaken(exchange) || saysExhausted(exchange) || refusedFormParts(exchange).length > 0
  );
}

/** The place in the document that allows what was refused. */
function ruleOf({ api, operation }: Exchange, story: Stimulus): Pick<FindingDraft, 'rule'> {
  if (operation === undefined) return {};
  const place =
    story.kind === 'boundary'
      ? requestRuleAt(api, operation, story.pointer, story.keyword)
      : story.kind === 'optional-omitted' && story.pointer !== undefined
        ? requestRuleAt(api, operation, story.pointer, 'required')
        : undefined;
  return place === undefined ? {} : { rule: place.pointer };
}

/** Media types with a format of their own. Of the others, any value, bytes or sentence can be the content. */
const OWN_FORMAT =
  /^(?:(?:image|audio|video|font|model)\/|application\/(?!(?:[^;]*[.+-])?(?:json|xml|yaml|ndjson|x-www-form-urlencoded|octet-stream)\b))/i;

/** Whether the media type of a body has a format that no schema describes: an image, an archive. */
function hasOwnFormat({ body }: HttpRequest): boolean {
  return body.kind !== 'none' && OWN_FORMAT.test(body.mediaType);
}

/**
 * Whether the document says nothing of a body: no property, no rule. Nothing shows then that a service can take it, unless it is the documented
 * example.
 */
function isUndescribed({ api, operation, request: { body } }: Exchange): boolean {
  if (body.kind !== 'parsed') return false;
  const media = mediaTypeFor(operation?.body?.content ?? [], body.mediaType);
  const schema = media && judgedSchemaOf(media);
  const target = schema === undefined ? undefined : api.deref(schema);
  if (media === undefined || (target !== undefined && !saysTypeAlone(target))) return false;
  return ![...media.examples.map(({ value }) => value), ...examplesOf(target)].some((each) =>
    jsonEquals(each, body.value),
  );
}

const examplesOf = (schema: Schema | undefined): readonly Json[] =>
  typeof schema === 'object' ? (schema.examples ?? []) : [];

const STEPS = new Set<Json | undefined>(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/** Whether a body is a list of patch steps, or an object with one. The media type does not matter. */
export function sendsSteps({ method, body }: HttpRequest): boolean {
  if (method !== 'PATCH' || body.kind !== 'parsed') return false;
  return areSteps(body.value) || (isObject(body.value) && Object.values(body.value).some(areSteps));
}

function areSteps(list: Json): boolean {
  if (!Array.isArray(list) || list.length === 0) return false;
  return list.every((step: Json) => isObject(step) && STEPS.has(step['op']) && typeof step['path'] === 'string');
}

/**
 * Whether the request schema allows a value that the entity schema forbids. Such a document contradicts
 * itself, and the request can only be refused.
 */
export function asksTheImpossible(exchange: Exchange): boolean {
  const { operation, model, api } = exchange;
  const role = operation === undefined ? undefined : model.roleOf(operation);
  if (role?.resource === undefined || !isWriting(role.kind)) return false;
  const properties = propertiesOf(api, role.resource.schema);
  return sentProperties(exchange, role).some(([name, ways]) => {
    const property = propertyNamed(properties, name);
    if (property === undefined) return false;
    return ways.every((value) => isBeyond(exchange, property, value));
  });
}

/** The property with this name, else the only one with it in another spelling (`Runtime` and `runtime`). */
function propertyNamed(properties: Readonly<Record<string, Property>>, name: string): Property | undefined {
  if (Object.hasOwn(properties, name)) return properties[name];
  const plain = withoutSeparators(name);
  const alike = Object.keys(properties).filter((each) => withoutSeparators(each) === plain);
  return alike.length === 1 ? properties[alike[0] ?? ''] : undefined;
}

/** Whether the entity's schema forbids this value, or a value inside it. */
function isBeyond(exchange: Exchange, property: Property, value: Json): boolean {
  if (isPlain(value, property)) return !exchange.mayBe(property.schema, value);
  const inner = isObject(value) ? propertiesOf(exchange.api, property.schema) : {};
  return Object.entries(inner).some(([name, each]) => {
    const sent = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    return sent !== undefined && isBeyond(exchange, each, sent);
  });
}

/**
 * The properties of the entity that a write sends in body and query, each with every value it can be read
 * as.
 */
function sentProperties(
  { request }: Exchange,
  role: Role,
): readonly (readonly [name: string, ways: readonly Json[]])[] {
  const { body } = request;
  const entity = body.kind === 'parsed' ? valueAt(body.value, role.requestEntity ?? '') : undefined;
  const inBody = typeof entity === 'object' && entity !== null ? Object.entries(entity) : [];
  const query = parseQuery(request.query);
  const inQuery = (role.inputs ?? []).flatMap(({ parameter, pointer }) =>
    (query.ok ? query.pairs : [])
      .filter(({ name }) => name === parameter)
      .map(({ value }) => [parsePointer(pointer)?.[0] ?? '', [value, Number(value), value === 'true']] as const),
  );
  return [...inBody.map(([name, value]) => [name, [value]] as const), ...inQuery];
}

/**
 * Whether request and entity must agree on a value. Objects and lists may have another form in requests,
 * and null may mean that the property is absent.
 */
function isPlain(value: Json, { required }: Property): boolean {
  return value === null ? required : typeof value !== 'object';
}
