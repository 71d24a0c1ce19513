import type { Json } from '../../core/index.ts';
import type { Resource, ResourceModel } from '../../resources/index.ts';
import { type DecodedParameters, filledTemplate, type Operation, templateUpTo } from '../../spec/index.ts';
import type { Entity, Transaction } from '../../state/index.ts';
import { decodePercent, isObject } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { type EntityPlace, keyOf, type PathScopesOf } from '../model/place.ts';

/**
 * The item that a path names or is below, if the document has an answer for a missing item
 * (`/gists/{gistId}/{sha}`).
 */
export function ownerOf(
  operation: Operation,
  model: ResourceModel,
  operationsAt: MockContext['operationsAt'],
): Resource | undefined {
  if (!operation.responses.some(({ status }) => status === '404')) return undefined;
  const owner = itemAbove(operation.path, model, operationsAt);
  const role = model.roleOf(operation);
  // A list of an item's children depends on that item, and so does every operation below it.
  const isOther = owner !== role.resource || role.kind === 'list' || role.id === undefined;
  return owner?.enumerable === true && owner.id?.property !== undefined && isOther ? owner : undefined;
}

/** An item in another format (`/sounds/{id}.mp3`, `/templates/{id}?full=true`). */
const BEHIND_ITEM = /^(?:$|[/?#]|\.\w+$)/;

/**
 * The innermost resource whose item a path names or is below. Only paths above are searched, because a
 * search through all resources would read the whole document.
 */
function itemAbove(
  path: string,
  model: ResourceModel,
  operationsAt: MockContext['operationsAt'],
): Resource | undefined {
  for (let end = path.lastIndexOf('}'); end >= 0; end = path.lastIndexOf('}', end - 1)) {
    const above = path.slice(0, end + 1);
    if (!BEHIND_ITEM.test(path.slice(end + 1))) continue;
    const found = resourceOfItem(above, model, operationsAt);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The resource whose items have this path, in any version. Only operations of the path are looked at. */
export function resourceOfItem(
  path: string,
  model: ResourceModel,
  operationsAt: MockContext['operationsAt'],
): Resource | undefined {
  for (const operation of operationsAt(path)) {
    const { resource } = model.roleOf(operation);
    if (resource?.singleton === false && operationsAt(resource.itemPath).includes(operation)) return resource;
  }
  return undefined;
}

/**
 * The part of a path that entities do not repeat: `/issues/{number}` of `/issues/{number}/comments`, if
 * comments have the path `/comments/{id}` and do not name their issue. Only for paths with both a create
 * and a list.
 */
export function pathOnlyPart(
  operation: Operation,
  model: ResourceModel,
  pathScopesOf: PathScopesOf,
  operationsAt: MockContext['operationsAt'],
): string | undefined {
  const { kind, resource, scope = [] } = model.roleOf(operation);
  if (resource?.id?.property === undefined || (kind !== 'create' && kind !== 'list')) return undefined;
  const other = kind === 'create' ? 'list' : 'create';
  const beside = operationsAt(operation.path).map((each) => model.roleOf(each));
  if (!beside.some((role) => role.resource === resource && role.kind === other)) return undefined;
  const scopes = new Set(pathScopesOf(resource).map(({ parameter }) => parameter));
  const pathOnly = scope.filter(
    ({ parameter, home, property }) => property === undefined && !scopes.has(home ?? parameter),
  );
  const last = pathOnly.at(-1);
  return last === undefined ? undefined : templateUpTo(operation.path, last.parameter);
}

/** Key of the world record of a collection with the path below which each entity was created, by its key. */
const recordOf = (place: EntityPlace): string => `below/${place.collection}`;

/**
 * Every create writes this record, so it must stay small. Entities that are dropped from it are shown below
 * all paths.
 */
const MOST_REMEMBERED = 1_000;

/** Remembers the path below which an entity was created, if the entity does not name its parent. */
export function rememberBelow(context: RequestContext, place: EntityPlace, key: string, tx: Transaction): void {
  const at = pathOf(context);
  if (at === undefined) return;
  const known: Record<string, Json> = { ...keysBelow(tx.record(recordOf(place))), [key]: at };
  const [oldest = key, ...others] = Object.keys(known);
  if (others.length >= MOST_REMEMBERED) delete known[oldest];
  tx.setRecord(recordOf(place), known);
}

/**
 * A predicate for the entities that a list may show: none that was created below another path, and with
 * `isMade` only those created below this path; `undefined` if all may be shown.
 */
export function shownBelow(
  context: RequestContext,
  place: EntityPlace,
  tx: Transaction,
  isMade: boolean,
): ((entity: Entity) => boolean) | undefined {
  const at = pathOf(context);
  const record = at === undefined ? undefined : tx.record(recordOf(place));
  if (record === undefined && !isMade) return undefined;
  const paths = keysBelow(record);
  return ({ key }) => (Object.hasOwn(paths, key) ? paths[key] === at : !isMade);
}

/** The keys of entities created below the item that the path values name. */
export function keysMadeBelow(
  { collectionPath = '', parent }: Resource,
  place: EntityPlace,
  values: DecodedParameters['path'],
  tx: Transaction,
): readonly string[] {
  const record = tx.record(recordOf(place));
  if (record === undefined) return [];
  const item = templateUpTo(collectionPath, parent?.parameter ?? '');
  const path = filledTemplate(item, (name) => keyOf(values[name] ?? ''));
  return Object.entries(keysBelow(record)).flatMap(([key, at]) => (decodePercent(String(at)) === path ? [key] : []));
}

function pathOf({ plan: { pathOnly }, pathParams }: RequestContext): string | undefined {
  return pathOnly === undefined ? undefined : filledTemplate(pathOnly, (name) => pathParams[name] ?? '');
}

function keysBelow(record: Json | undefined): Readonly<Record<string, Json>> {
  return isObject(record) ? record : {};
}
