import type { HttpRequest, Json } from '../../core/index.ts';
import type { Resource, ResourceModel } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { decodePercent, fieldValue, isArray, isJson, isObject, parseQuery, valueAt } from '../../wire/index.ts';
import type { Creation, FlowHistory, PastExchange } from '../model/flow-history.ts';
import { issuedByService } from '../requests/server-issued-values.ts';
import type { ModelIndex } from '../resource-index/model-index.ts';
import { answeredJson, scalarsOf } from './answered-json.ts';
import type { Creations } from './history.ts';

/** The facts about earlier exchanges that a finding needs. */
export interface FindingHistory {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly index: ModelIndex;
  readonly creations: Creations;
  readonly flow: FlowHistory;
}

/** A place of a request with a value from an earlier answer. */
export interface Mention {
  /** The exchange whose answer had the value. */
  readonly exchange: PastExchange;
  readonly value: Json;
  readonly place: Place;
  /** The item that the value identifies; absent for other values, such as an entity tag. */
  readonly creation?: Creation;
}

export type Place =
  | { readonly in: 'path'; readonly segment: number }
  /** The whole path and query, from a `Location`. */
  | { readonly in: 'location' }
  | { readonly in: 'query'; readonly pair: number }
  | { readonly in: 'header'; readonly name: string }
  | { readonly in: 'body'; readonly pointer: string };

/** All values of a request that came from earlier answers. */
export function mentionsOf(past: FindingHistory, current: PastExchange): readonly Mention[] {
  const inUrl = [...inPath(past, current), ...inQuery(past, current)];
  const place = inUrl.length > 0 ? [] : asLocated(past, current);
  return [...inUrl, ...place, ...inHeaders(past, current), ...inBody(past, current)];
}

/** The request target as the `Location` of an earlier answer. */
function asLocated(past: FindingHistory, current: PastExchange): readonly Mention[] {
  const { path, query } = current.request;
  const value = query === '' ? path : `${path}?${query}`;
  const exchange = lastThat(past, current, ({ request, outcome }) => {
    const location = outcome.kind === 'answered' ? fieldValue(outcome.headers, 'location') : undefined;
    return location !== undefined && withoutOrigin(location).endsWith(value) && request.path !== path;
  });
  return exchange === undefined ? [] : [{ exchange, value, place: { in: 'location' } }];
}

export function withoutOrigin(location: string): string {
  return location.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
}

function inPath(past: FindingHistory, current: PastExchange): readonly Mention[] {
  const { path } = current.request;
  return path.split('/').flatMap((segment, at) => {
    const name = decodePercent(segment) ?? segment;
    const resources = resourcesNamedBy(past, current.operation, at);
    const isAlike = ({ resource }: Creation): boolean => resources?.includes(resource) ?? isDistinctive(name);
    const creation =
      creationBefore(past, current, name, (each) => namesSegment(each, path, at)) ??
      creationBefore(past, current, name, isAlike);
    return creation === undefined ? [] : [mention(creation, name, { in: 'path', segment: at })];
  });
}

/** Whether a path segment is the id of a created item that the path leads to or through. */
function namesSegment({ at, template }: Creation, path: string, segment: number): boolean {
  if (at === undefined || template === undefined || !(path === at || path.startsWith(`${at}/`))) return false;
  return template.split('/')[segment]?.startsWith('{') === true;
}

/**
 * The resource whose items a segment names, and the one whose ids these are; undefined if the document does
 * not say.
 */
function resourcesNamedBy(
  { index }: FindingHistory,
  operation: Operation | undefined,
  segment: number,
): readonly (Resource | undefined)[] | undefined {
  const template = operation?.path.split('/').slice(0, segment + 1);
  if (template === undefined) return undefined;
  if (template.at(-1)?.startsWith('{') !== true) return [];
  const owner = index.ownerOf(template.join('/'));
  return owner === undefined ? undefined : [owner, index.twin(owner)];
}

function inQuery(past: FindingHistory, current: PastExchange): readonly Mention[] {
  const query = parseQuery(current.request.query);
  if (!query.ok || current.request.query === '') return [];
  const cursors = current.operation === undefined ? [] : issuedByService(past, current.operation).cursors;
  return query.pairs.flatMap(({ name, value }, pair): readonly Mention[] => {
    const place = { in: 'query', pair } as const;
    const creation = creationBefore(past, current, value, (each) => isDistinctive(value) || isIdOf(past, name, each));
    if (creation !== undefined) return [mention(creation, value, place)];
    if (!cursors.includes(name) && !isDistinctive(value)) return [];
    const exchange = lastThat(past, current, (each) => gives(each, value));
    return exchange === undefined ? [] : [{ exchange, value, place }];
  });
}

/** Whether a name such as `authorId` or `author_id` refers to items of the resource. */
function isIdOf({ model }: FindingHistory, name: string, { resource }: Creation): boolean {
  if (name === resource.id?.parameter) return true;
  const word = /^(.+?)[_-]?ids?$/i.exec(name)?.[1];
  return word !== undefined && model.meant(word.toLowerCase()) === resource;
}

const TAGGED = new Set(['if-match', 'if-none-match']);

function inHeaders(past: FindingHistory, current: PastExchange): readonly Mention[] {
  return current.request.headers.flatMap(([name, value]): readonly Mention[] => {
    if (!TAGGED.has(name.toLowerCase())) return [];
    const exchange = lastThat(past, current, ({ outcome }) => {
      return outcome.kind === 'answered' && fieldValue(outcome.headers, 'etag') === value;
    });
    return exchange === undefined ? [] : [{ exchange, value, place: { in: 'header', name } }];
  });
}

function inBody(past: FindingHistory, current: PastExchange): readonly Mention[] {
  const { body } = current.request;
  if (body.kind !== 'parsed' || !(isJson(body.mediaType) || isObject(body.value))) return [];
  const references = referencesIn(past, current.operation, body.value);
  return scalarsOf(body.value).flatMap(([pointer, value]): readonly Mention[] => {
    const owner = references.get(pointer);
    const isIt = (each: Creation): boolean =>
      (owner !== undefined && each.resource.name === owner) || (typeof value === 'string' && isDistinctive(value));
    const creation = creationBefore(past, current, String(value), isIt);
    return creation === undefined ? [] : [mention(creation, value, { in: 'body', pointer })];
  });
}

/** The references in a body, with the resource of each. */
function referencesIn(
  { index, model }: FindingHistory,
  operation: Operation | undefined,
  value: Json,
): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  if (operation === undefined) return places;
  const own = index.ownPlace(operation);
  const { resource } = model.roleOf(operation);
  if (own !== undefined && resource !== undefined) places.set(own, resource.name);
  for (const reference of index.references(operation)) {
    if (reference.resource === undefined) continue;
    const list = reference.pointer.endsWith('/*') ? reference.pointer.slice(0, -2) : undefined;
    if (list === undefined) places.set(reference.pointer, reference.resource.name);
    const items = list === undefined ? undefined : valueAt(value, list);
    if (isArray(items)) for (const at of items.keys()) places.set(`${list}/${at}`, reference.resource.name);
  }
  return places;
}

function mention(creation: Creation, value: Json, place: Place): Mention {
  return { exchange: creation.exchange, value, place, creation };
}

function creationBefore(
  { creations, flow }: FindingHistory,
  current: PastExchange,
  name: string,
  isIt: (creation: Creation) => boolean,
): Creation | undefined {
  return creations.named(name, flow).find((each) => each.exchange.number < current.number && isIt(each));
}

/** The latest earlier exchange of the flow that satisfies a condition. */
function lastThat(
  { flow }: FindingHistory,
  { number }: PastExchange,
  isIt: (exchange: PastExchange) => boolean,
): PastExchange | undefined {
  return flow.exchanges.findLast((each) => each.number < number && isIt(each));
}

/** Whether an answer has a value that its request did not have. */
function gives(exchange: PastExchange, value: string): boolean {
  const json = answeredJson(exchange.outcome);
  return (
    json !== undefined &&
    scalarsOf(json).some(([, each]) => each === value) &&
    !textOf(exchange.request).includes(value)
  );
}

function textOf({ path, query, body }: HttpRequest): string {
  const decoded = decodePercent(query) ?? query;
  return `${path}?${query}${decoded}${body.kind === 'parsed' ? body.text : ''}`;
}

/** Whether a value is unlikely to occur in two records by chance. */
function isDistinctive(value: string): boolean {
  return value.length >= 8 && /\d/.test(value) && !/^\d+$/.test(value) && !/^\d{4}-\d\d-\d\d/.test(value);
}
