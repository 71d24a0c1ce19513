import type { HttpRequest, Json } from '../../core/index.ts';
import { idInItems, idPlace, pointerTo, type Resource, type Role } from '../../resources/index.ts';
import { type Api, isReadOnly, type Operation, propertiesOf, templateNames } from '../../spec/index.ts';
import { decodePercent, fieldValue, isArray, isObject, valueAt, withoutSeparators } from '../../wire/index.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CreatedItem } from '../model/fixture.ts';
import { valueInPath } from '../requests/substitute.ts';
import type { ModelIndex } from '../resource-index/model-index.ts';
import { compositeKey, renameParameters } from '../resource-index/paths.ts';

/** The request that created an item, and its answer. */
interface Creation {
  readonly request: HttpRequest;
  readonly exchange: Pick<Exchange, 'response' | 'api' | 'model'>;
}

/**
 * The id that a create returned: in the entity of its answer, else in `Location`. Undefined if neither has
 * one.
 */
export function createdId(
  index: ModelIndex,
  resource: Resource,
  operation: Operation,
  { request, exchange }: Creation,
): CreatedItem | undefined {
  const pathParameters = pathParametersOf(exchange.api, request);
  const { body } = exchange.response;
  const role = exchange.model.roleOf(operation);
  const answered = body.kind === 'parsed' ? body.value : undefined;
  // What is only accepted is shown by a job of another resource: its id is not that of the item.
  const isJob = leadsToAnother(resource, exchange);
  const entity = isJob
    ? undefined
    : answered === undefined || role.responseEntity === undefined
      ? partMade(resource, role.answersParent, answered, request)
      : madeAt(answered, role.responseEntity);
  const parameter = resource.id?.parameter;
  // A request that chooses the path chooses the id. The id in the answer is compared with it.
  const chosen = parameter !== undefined && index.isPlacing(operation) ? pathParameters[parameter] : undefined;
  const id =
    chosen ??
    idIn(resource, entity) ??
    (isJob
      ? idInPaths(index, resource, answered, exchange.api)
      : locatedId(sentId(role, resource, request), idFromLocation(index, resource, request, exchange))) ??
    (parameter === undefined || isJob
      ? undefined
      : valueNamed(parameter, entity, body.kind === 'parsed' ? body.value : undefined)) ??
    (entity === undefined ? sentId(role, resource, request) : nameGiven(resource, entity, request));
  if (id === undefined || resource.id === undefined) return undefined;
  // The item stands below the path that it was made at; what the entity says adds what that path does not name.
  const path = {
    ...(chosen === undefined ? pathParametersOfEntity(index, resource, exchange, entity) : {}),
    ...otherKeys(resource, entity, request),
    ...renameParameters(pathParameters, operation.path, resource.itemPath ?? ''),
    [resource.id.parameter]: id,
  };
  return { path, scope: pathParameters, id, ...(entity === undefined ? {} : { entity }) };
}

/**
 * The items that a request with a list of them has created, besides the one that `createdId` finds: the answer lists as many, each with an id of its own.
 */
export function othersCreated(
  resource: Resource,
  operation: Operation,
  { request, exchange }: Creation,
  first: CreatedItem,
): readonly CreatedItem[] {
  const { responseEntity = '', requestEntity = '' } = exchange.model.roleOf(operation);
  const [answered, sent] = [listAt(exchange.response.body, responseEntity), listAt(request.body, requestEntity)];
  const parameter = resource.id?.parameter;
  if (answered === undefined || answered.length !== sent?.length || parameter === undefined) return [];
  const known = new Set([String(first.id), ...sent.map((item) => String(idIn(resource, item)))]);
  return answered.flatMap((entity) => {
    const id = idIn(resource, entity);
    if (id === undefined || known.has(String(id))) return [];
    known.add(String(id));
    return [{ path: { ...first.path, [parameter]: id }, scope: first.scope, id, entity }];
  });
}

/** The list at the place of one item, or of its first item. */
function listAt(body: HttpRequest['body'], place: string): readonly Json[] | undefined {
  const value = body.kind === 'parsed' ? valueAt(body.value, place.replace(/\/0$/, '')) : undefined;
  return value !== undefined && isArray(value) ? value : undefined;
}

const IDENTIFYING = /(?:^|[-_]|[a-z])(?:id|uuid|number|no|code|key|ref|reference)$/i;

/** What tells an item from others where no path leads to it: its `id`, or a number or text of that kind that only the service sets. */
export function shownId(api: Api, resource: Resource | undefined, item: Json | undefined): Json | undefined {
  if (item === undefined || !isObject(item)) return undefined;
  const properties = resource === undefined ? {} : propertiesOf(api, resource.schema);
  const isOwn = (name: string): boolean => {
    const found = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return name === 'id' || (found !== undefined && IDENTIFYING.test(name) && isReadOnly(api, found.schema));
  };
  const ids = Object.entries(item).filter(
    ([name, value]) => isOwn(name) && value !== null && typeof value !== 'object',
  );
  return (ids.find(([name]) => name === 'id') ?? ids[0])?.[1];
}

/** The id that the client has chosen, where the answer shows no item. */
function sentId({ requestEntity }: Role, resource: Resource, { body }: HttpRequest): Json | undefined {
  const place = idPlace({ resource, requestEntity });
  const id = place === undefined || body.kind !== 'parsed' ? undefined : valueAt(body.value, place);
  return id === null || typeof id === 'object' ? undefined : id;
}

/** The other parameters that identify an item with its id, as the answer or the request names them. */
function otherKeys(
  resource: Resource,
  entity: Json | undefined,
  { body }: HttpRequest,
): Readonly<Record<string, Json>> {
  const sent = body.kind === 'parsed' ? body.value : undefined;
  const named = compositeKey(resource).map((name) => [name, valueNamed(name, entity, sent)] as const);
  return Object.fromEntries(named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** The name that the service itself has given to an item that shows no id. */
function nameGiven({ id }: Resource, entity: Json, { body }: HttpRequest): Json | undefined {
  if (id?.property !== undefined) return undefined;
  const sent = body.kind === 'parsed' ? body.value : undefined;
  const names = ['name', 'key'].filter((name) => valueNamed(name, sent) === undefined);
  return names.map((name) => valueNamed(name, entity)).find((value) => value !== undefined);
}

/**
 * The created item at the place where the document has it. An operation that takes one record or a list of them
 * answers in the same form: it may be the only one of a list, or stand alone where a list is documented.
 */
function madeAt(answered: Json, place: string): Json | undefined {
  const value = valueAt(answered, place);
  if (value !== undefined && isArray(value)) return value.length === 1 ? value[0] : value;
  const above = place.endsWith('/0') ? valueAt(answered, place.slice(0, -'/0'.length)) : undefined;
  return value ?? (isObject(above) ? above : undefined);
}

/**
 * The created item in an answer that shows the item above: the only one in the list of that name that has the sent values. Undefined if none has them, or
 * several do, since the others may have been there before.
 */
function partMade(
  resource: Resource,
  at: string | undefined,
  answered: Json | undefined,
  { body }: HttpRequest,
): Json | undefined {
  const above = at === undefined || answered === undefined ? undefined : valueAt(answered, at);
  if (!isObject(above) || body.kind !== 'parsed' || !isObject(body.value)) return undefined;
  const word = withoutSeparators(resource.collectionPath?.split('/').at(-1) ?? '');
  const list = Object.entries(above).find(([name]) => withoutSeparators(name) === word)?.[1];
  const sent = Object.entries(body.value).filter(([, value]) => value !== null && typeof value !== 'object');
  const made = isArray(list ?? null)
    ? (list as readonly Json[]).filter((item) => isObject(item) && sent.every(([name, value]) => item[name] === value))
    : [];
  return sent.length > 0 && made.length === 1 ? made[0] : undefined;
}

/** The value of the property that has the name of a path parameter: `{ "silenceID": … }` for `/silence/{silenceID}`. */
export function valueNamed(parameter: string, ...values: readonly (Json | undefined)[]): Json | undefined {
  const wanted = withoutSeparators(parameter);
  for (const value of values) {
    if (!isObject(value)) continue;
    const found = Object.entries(value).find(([name]) => withoutSeparators(name) === wanted)?.[1];
    if (found !== undefined && found !== null && typeof found !== 'object') return found;
  }
  return undefined;
}

/**
 * The value of an item that a path parameter behind its list names: the property of that name, else the one
 * without the name of the collection (`id` for `{projectId}` behind `/projects`), else `id` or `name`, else
 * the one with the name of the collection (`collection` behind `/collections`). Values that do not fit the parameter are passed over.
 */
export function valueForParameter(
  template: string,
  item: Json | undefined,
  fits: (value: Json) => boolean = () => true,
): Json | undefined {
  if (!isObject(item)) return undefined;
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const parameter = withoutSeparators(names.at(-1) ?? '');
  const collection = withoutSeparators(/([^/{}]+)(?:\/\{[^{}]+\})+$/.exec(template)?.[1] ?? '');
  const one = collection.slice(0, -1);
  const rest = one !== '' && parameter.startsWith(one) ? parameter.slice(one.length) : '';
  return [parameter, rest, 'id', 'name', one]
    .filter((name) => name !== '')
    .map((name) => valueNamed(name, item))
    .find((value) => value !== undefined && fits(value));
}

/**
 * The first value for the last parameter of a path in an answer that the document does not describe: the first
 * item of a list or of the only list in an object, a name in a list of names, or the first key of an object of objects.
 */
export function valueInOpenList(
  template: string,
  answer: Json | undefined,
  fits: (value: Json) => boolean,
): Json | undefined {
  if (isArray(answer))
    return answer
      .map((each) => (isObject(each) ? valueForParameter(template, each, fits) : each))
      .find((each) => (typeof each === 'string' || typeof each === 'number') && each !== '' && fits(each));
  if (!isObject(answer)) return undefined;
  const lists = Object.values(answer).filter(isArray);
  if (lists.length > 0) return lists.length === 1 ? valueInOpenList(template, lists[0], fits) : undefined;
  return Object.values(answer).every(isObject) ? Object.keys(answer).find(fits) : undefined;
}

/** A created record, named as the path of its documented DELETE names it. */
export interface RecordBelow {
  readonly remove: Operation;
  readonly path: Readonly<Record<string, Json>>;
}

/**
 * The records that a POST created although the model does not see a create: there is a documented DELETE
 * below its path, and the answer or the request has its parameters by name
 * (`/autoprimaries/{ip}/{nameserver}`). An operation that creates each item of a list may answer with as many ids or items.
 */
export function createdBelow(
  operation: Operation,
  request: HttpRequest,
  exchange: Pick<Exchange, 'response' | 'api' | 'model'>,
): readonly RecordBelow[] {
  if (request.method !== 'POST') return [];
  const { creates } = exchange.model.roleOf(operation);
  // Also where the items sent do not look like those of the collection, a 201 says that they were created.
  const takesList =
    creates === undefined ? exchange.response.status === 201 : creates.each === '' && creates.replaces !== true;
  const [answered, sent] = [exchange.response.body, request.body].map((body) =>
    body.kind === 'parsed' ? body.value : undefined,
  );
  const pathParameters = pathParametersOf(exchange.api, request);
  const base = baseOfItems(operation);
  // A verb may be about an item that was there before, which the request then names.
  const shown = [answered, ...(exchange.response.status === 201 ? insideOf(answered) : [])];
  const named = base === operation.path ? [...shown, sent] : shown;
  for (const remove of removalsBelow(exchange.api, operation)) {
    const names = idNames(operation, remove);
    const found = names.map((name) => [name, valueNamed(name, ...named)] as const);
    if (found.every(([, value]) => value !== undefined))
      return [{ remove, path: { ...pathParameters, ...(Object.fromEntries(found) as Record<string, Json>) } }];
    const [only, ...others] = names;
    const ids = only === undefined || others.length > 0 || !takesList ? [] : idsInList(remove, answered, sent);
    if (only !== undefined && ids.length > 0)
      return ids.map((id) => ({ remove, path: { ...pathParameters, [only]: id } }));
  }
  return [];
}

/** Names under which an answer has the record that it is about. */
const WRAPPERS = new Set(['data', 'result', 'response', 'payload', 'item', 'record', 'entity']);

/** The record in an answer that has it under a common name: `{ "data": { "id": 3 } }`. None if several names have one. */
function insideOf(answered: Json | undefined): readonly Json[] {
  if (!isObject(answered)) return [];
  const inside = Object.entries(answered).flatMap(([name, value]) =>
    WRAPPERS.has(withoutSeparators(name)) && isObject(value) ? [value] : [],
  );
  return inside.length === 1 ? inside : [];
}

/**
 * The ids in an answer to a list of objects, one for each of them. Empty if one has none, if two are equal, or if the
 * request names one of them: such records may have been there before.
 */
function idsInList(remove: Operation, answered: Json | undefined, sent: Json | undefined): readonly Json[] {
  if (answered === undefined || sent === undefined || !isArray(answered) || !isArray(sent)) return [];
  if (answered.length !== sent.length || !sent.every(isObject)) return [];
  const ids = answered.flatMap((entry) => {
    const id = isObject(entry) ? valueForParameter(remove.path, entry) : entry;
    return (typeof id === 'string' && id !== '') || typeof id === 'number' ? [id] : [];
  });
  const given = new Set(ids.map(String));
  const isNamed = sent.some((item) => isObject(item) && given.has(String(valueForParameter(remove.path, item))));
  return given.size === answered.length && !isNamed ? ids : [];
}

/**
 * Documented deletes of items whose ids follow the path of an operation, or stand in the place of its last word:
 * `DELETE /job/{id}` beside `POST /job/submit`.
 */
export function removalsBelow(api: Pick<Api, 'operations'>, operation: Operation): readonly Operation[] {
  const base = baseOfItems(operation);
  return api.operations.filter(
    (each) =>
      each.method === 'DELETE' &&
      each.path.startsWith(`${base}/{`) &&
      /^(\/\{[^/{}]+\})+$/.test(each.path.slice(base.length)),
  );
}

/** Words at the end of a path that say that a POST there makes an item of the path above. */
const MAKES_ITEM = /\/(?:create|new|add|submit|launch|register)$/;

/** The path below which the items of an operation have their ids. */
function baseOfItems({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return method === 'POST' ? path.replace(MAKES_ITEM, '') : path;
}

/** The parameters of a delete that name what an operation has created. */
export function idNames(create: Pick<Operation, 'method' | 'path'>, { path }: Operation): readonly string[] {
  return templateNames(path.slice(baseOfItems(create).length));
}

/** Path parameters that an entity itself contains: `owner.login` for `{owner}`. */
export function pathParametersOfEntity(
  index: ModelIndex,
  resource: Resource,
  { model }: Pick<Exchange, 'model'>,
  entity: Json | undefined,
): Readonly<Record<string, Json>> {
  const read = index.operation(resource, 'read');
  const parameters: Record<string, Json> = Object.create(null);
  for (const { parameter, property } of read === undefined ? [] : (model.roleOf(read).scope ?? [])) {
    const value = property === undefined || entity === undefined ? undefined : valueAt(entity, pointerTo(property));
    if (value !== undefined && value !== null && typeof value !== 'object') parameters[parameter] = value;
  }
  return parameters;
}

/** Path parameters of a request of the run. */
export function pathParametersOf(api: Pick<Api, 'match'>, request: HttpRequest): Readonly<Record<string, Json>> {
  const match = api.match(request);
  const parameters: Record<string, Json> = Object.create(null);
  if (match.kind !== 'found') return parameters;
  for (const [name, raw] of Object.entries(match.pathParams))
    parameters[name] = valueInPath(match.operation, name, raw);
  return parameters;
}

/** The id of an item in its list, whose items may show it where the item itself does not. */
export function idInList(resource: Resource, entity: Json | undefined): Json | undefined {
  return idAt(resource, idInItems(resource), entity);
}

export function idIn(resource: Resource, entity: Json | undefined): Json | undefined {
  return idAt(resource, resource.id?.property, entity);
}

function idAt({ itemPath = '' }: Resource, property: string | undefined, entity: Json | undefined): Json | undefined {
  if (entity === undefined) return undefined;
  if (property === undefined) {
    // No property has the id alone: the resource name may end with it.
    const name = valueAt(entity, '/name');
    const id = typeof name === 'string' ? idInName(itemPath, name) : undefined;
    return id === name ? undefined : id;
  }
  const id = valueAt(entity, pointerTo(property));
  if (typeof id === 'string') return idInName(itemPath, id);
  return id === null || typeof id === 'object' ? undefined : id;
}

/**
 * The id in a resource name, which repeats the end of the item's path: `n1` of `shelves/s1/books/n1` for
 * `/v1/shelves/{shelf}/books/{book}`. Any other value is the id itself.
 */
function idInName(itemPath: string, value: string): string {
  const named = value.replace(/^\//, '').split('/');
  const end = itemPath.split('/').slice(-named.length);
  const repeats =
    named.length > 1 &&
    named.length === end.length &&
    end.some((each) => !each.includes('{')) &&
    end.every((each, at) => named[at] !== '' && (each.includes('{') || each === named[at]));
  return repeats ? (named.at(-1) ?? value) : value;
}

/** Whether the resource name of an item is read where another value was sent: it repeats the path, which only the service knows. */
export function repeatsItemPath(
  resource: Resource | undefined,
  sent: Json | undefined,
  read: Json | undefined,
): boolean {
  const path = resource?.itemPath ?? '';
  const isName = (value: Json | undefined): boolean => typeof value === 'string' && idInName(path, value) !== value;
  return isName(read) && !isName(sent);
}

/** Whether a 202 has a `Location` that the document gives to an item of another resource. */
function leadsToAnother(
  resource: Resource,
  { api, model, response }: Pick<Exchange, 'api' | 'model' | 'response'>,
): boolean {
  const location = response.status === 202 ? fieldValue(response.headers, 'location') : undefined;
  if (location === undefined) return false;
  const match = api.match({ method: 'GET', path: pathOfLocation(location) });
  const to = match.kind === 'found' ? model.roleOf(match.operation).resource : undefined;
  return to !== undefined && to !== resource;
}

function pathOfLocation(location: string): string {
  return location.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
}

/** The id in a `Location`. Where that encodes the id of the request twice, the id of the request. */
function locatedId(sent: Json | undefined, located: Json | undefined): Json | undefined {
  return typeof located === 'string' && located !== sent && decodePercent(located) === sent ? sent : located;
}

/** The id that the path of an item names; null if no operation of the document has an item path. */
function idAtPath(
  index: ModelIndex,
  resource: Resource,
  path: string,
  api: Pick<Api, 'match'>,
): Json | null | undefined {
  const parameter = resource.id?.parameter;
  const read =
    index.operation(resource, 'read') ?? index.operation(resource, 'delete') ?? index.operation(resource, 'replace');
  if (read === undefined || parameter === undefined) return null;
  const match = api.match({ method: read.method, path });
  const raw =
    match.kind === 'found' && Object.hasOwn(match.pathParams, parameter) ? match.pathParams[parameter] : undefined;
  return match.kind === 'found' && raw !== undefined ? valueInPath(match.operation, parameter, raw) : undefined;
}

/** The id of the one item of a resource whose path the answer about a job shows: `{ "resources": { "hosts": ["/hosts/a"] } }`. */
function idInPaths(
  index: ModelIndex,
  resource: Resource,
  answered: Json | undefined,
  api: Pick<Api, 'match'>,
): Json | undefined {
  const read = index.operation(resource, 'read') ?? index.operation(resource, 'delete');
  const own = textsIn(answered).filter((text) => {
    const match =
      read === undefined || !text.startsWith('/') ? undefined : api.match({ method: read.method, path: text });
    return match?.kind === 'found' && match.operation === read;
  });
  const [path, ...others] = new Set(own);
  return path === undefined || others.length > 0 ? undefined : (idAtPath(index, resource, path, api) ?? undefined);
}

/** The strings of an answer, at most four levels deep. */
function textsIn(value: Json | undefined, depth = 4): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((each: Json) => textsIn(each, depth - 1));
}

function idFromLocation(
  index: ModelIndex,
  resource: Resource,
  request: HttpRequest,
  exchange: Pick<Exchange, 'response' | 'api'>,
): Json | undefined {
  const location = fieldValue(exchange.response.headers, 'location');
  const parameter = resource.id?.parameter;
  if (location === undefined || parameter === undefined) return undefined;
  const path = pathOfLocation(location);
  const named = idAtPath(index, resource, path, exchange.api);
  if (named === null) return undefined;
  if (named !== undefined) return named;
  // The Location of a 201 names the created item, unless it is the collection. Other redirects may
  // have any target.
  if (exchange.response.status === 303 || path.endsWith(request.path)) return undefined;
  const last = path
    .split('/')
    .filter((part) => part !== '')
    .at(-1);
  return last === undefined ? undefined : (decodePercent(last) ?? last);
}
