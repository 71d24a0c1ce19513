import type { Json } from '../../core/index.ts';
import { goneResponse, pointerTo, type Resource } from '../../resources/index.ts';
import { endsInParameter, type Operation, onceForEach } from '../../spec/index.ts';
import type { Condition, Transaction } from '../../state/index.ts';
import { valueAt } from '../../wire/index.ts';
import { canBeAny, wasDeleted } from '../facts/deleted-entities.ts';
import { placeOfTarget } from '../facts/put-create.ts';
import { isCallers } from '../facts/sign-in.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { type EntityPlace, firstEntity, keyOf, placeCounted, placeOf } from '../model/place.ts';
import { type Refusal, refuse } from '../model/refusal.ts';
import { placeOfCounterpart } from '../relations/counterpart.ts';
import { placeOfMade } from '../relations/created-place.ts';
import { innermostOf } from '../relations/innermost-resource.ts';
import { placesNamed } from '../relations/references.ts';
import { placesByName } from './filtered-by-name.ts';
import { placeAbove } from './listed-by-parent.ts';
import type { Begins } from './seeder.ts';
import { isFoundAnywhere, isSeed } from './seeds.ts';
import { isThereAnyway } from './special-ids.ts';

type Values = Readonly<Record<string, Json>>;

/**
 * The parameters of a request's path under the names of the resource's own path, without those that have
 * another meaning.
 */
export function homeValues({ role: { id, resource, scope = [] }, parameters: { path } }: RequestContext): Values {
  const others = scope.filter(({ parameter, home }) => home !== parameter);
  if (others.length === 0 && (id === undefined || resource?.parent === undefined)) return path;
  const values = without(path, id?.parameter, ...others.map(({ parameter }) => parameter));
  for (const { parameter, home } of others) {
    const value = path[parameter];
    if (home !== undefined && value !== undefined) values[home] = value;
  }
  return values;
}

function without(values: Values, ...names: readonly (string | undefined)[]): Record<string, Json> {
  const rest: Record<string, Json> = Object.create(null);
  for (const [name, value] of Object.entries(values)) if (!names.includes(name)) rest[name] = value;
  return rest;
}

/**
 * The part of a path after the parameter that names an item: a resource that is not below that item has no
 * other parameters.
 */
function behind(mock: MockContext, resource: Resource, values: Values, named: string | undefined): Values {
  const isTop = resource.parent === undefined && mock.pathScopesOf(resource).length === 0;
  return isTop || named === undefined ? values : without(values, named);
}

interface Parent {
  readonly resource: Resource;
  readonly place: EntityPlace;
  /** The path parameter of the parent, and its value. */
  readonly parameter: string;
  readonly id: Json;
}

const DEEPEST = 8;

/** The parents that the path names, innermost first. `own` is the parameter of the resource's own item. */
function* parentsOf(
  mock: MockContext,
  resource: Resource,
  values: Values,
  own?: string,
): Generator<Parent, void, void> {
  let child: Resource | undefined = resource;
  // `{id}` in each path is the id of that path's own item.
  let rest = behind(mock, resource, values, own);
  for (let depth = 0; child?.parent !== undefined && depth < DEEPEST; depth += 1) {
    const { parameter } = child.parent;
    const parent: Resource | undefined = mock.model.resource(child.parent.resource);
    // The path of the collection may have another parameter name for the parent than that of the
    // item.
    const name: string | undefined = rest[parameter] === undefined ? innermostOf(mock, child) : parameter;
    const id = name === undefined ? undefined : rest[name];
    if (parent !== undefined && !parent.singleton) rest = behind(mock, parent, rest, name);
    const place: EntityPlace | undefined =
      parent === undefined ? undefined : placeOfParent(mock, parent, rest, child.collectionPath);
    if (parent !== undefined && place !== undefined && id !== undefined)
      yield { resource: parent, place, parameter, id };
    child = parent;
  }
}

/** The innermost parent in the path of a request; without one, that which an item of it names: the article of a comment at `/comments/{id}`. */
export function innermostParent(mock: MockContext, context: RequestContext, item?: Json): Parent | undefined {
  const { resource } = context.role;
  if (resource === undefined) return undefined;
  const [inPath] = parentsOf(mock, resource, homeValues(context));
  const { parameter = '', property } = resource.parent ?? {};
  const named = item === undefined || property === undefined ? undefined : valueAt(item, pointerTo(property));
  if (inPath !== undefined || named === undefined || named === null || typeof named === 'object') return inPath;
  return [...parentsOf(mock, resource, { ...homeValues(context), [parameter]: named })][0];
}

/**
 * The place of a parent, whose own path may have other names for its parents than the child's: `{owner}`
 * for `{org}`.
 */
function placeOfParent(mock: MockContext, parent: Resource, values: Values, below?: string): EntityPlace | undefined {
  const plain = placeOf(mock, parent, values);
  if (plain?.prefix !== undefined) return plain;
  const [shown] = mock.operationsAt(parent.itemPath);
  const other = shown && placeOf(mock, parent, values, mock.model.roleOf(shown));
  if (other?.prefix !== undefined || below === undefined) return other ?? plain;
  return placeOf(mock, parent, valuesByOwnNames(values, below, parent.collectionPath ?? '')) ?? other ?? plain;
}

/** Values by the names that a path has for its parameters, where a path below it has others in the same segments. */
function valuesByOwnNames(values: Values, below: string, path: string): Values {
  const segments = below.split('/');
  const own = path.split('/');
  const pairs = own.flatMap((segment, at): readonly (readonly [string, Json])[] => {
    const value = values[parameterOf(segments[at] ?? '') ?? ''];
    const name = parameterOf(segment);
    // `/teams/{team}` does not say which `/districts/{district}`.
    const isOther = parameterOf(own[at - 1] ?? '') === undefined && own[at - 1] !== segments[at - 1];
    return name === undefined || value === undefined || isOther ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(pairs), ...values };
}

function parameterOf(segment: string): string | undefined {
  return /^\{([^{}]+)\}$/.exec(segment)?.[1];
}

/**
 * The places of all parents of a request's resource, outermost first, and its own place last, if the path
 * names one.
 */
export function placesToSeed(
  mock: MockContext,
  context: RequestContext,
  own: EntityPlace | undefined,
): readonly { readonly place: EntityPlace; readonly begins: Begins }[] {
  const { resource } = context.role;
  const owner = pathOwner(mock, context);
  if (resource === undefined && owner === undefined) return [];
  const values = homeValues(context);
  const around = (of: Resource, named?: string): readonly Parent[] => [...parentsOf(mock, of, values, named)].reverse();
  const above = [
    ...(resource === undefined ? [] : around(resource)),
    ...(owner === undefined ? [] : around(owner.resource, owner.parameter)),
    besideParent(mock, context),
    owner,
  ].filter((parent) => parent !== undefined);
  const seeded =
    ({ resource: of }: EntityPlace, named?: string) =>
    (tx: Transaction): boolean =>
      // Below a parent that a client created, there are no seeds.
      !((context.plan.pathOnly !== undefined && of === resource) || isMadeByClients(mock, of)) ||
      [...parentsOf(mock, of, values, named)].every((parent) => isFromStart(parent, tx));
  // Of a resource without a list, or whose ids no answer shows, every record is there; where clients create them, the stored ones are theirs.
  const isFromStart = ({ resource: of, place, id }: Parent, tx: Transaction): boolean =>
    (canBeAny(place) && !(isMadeByClients(mock, of) && isStored(place, id, tx))) ||
    isSeed(mock, place, keyOf(id)) ||
    (of.parent === undefined && isCallers(context.request, keyOf(id))) ||
    isThereAnyway(mock, of, keyOf(id));
  const places = above.map(({ place, parameter }) => ({ place, begins: seeded(place, parameter) }));
  if (own !== undefined) places.push({ place: own, begins: seeded(own) });
  for (const target of [
    placeOfTarget(mock, context.plan.putsIn, context.parameters.path),
    placeOfCounterpart(mock, context),
  ])
    if (target !== undefined) places.push({ place: target, begins: () => true });
  const made = placeOfMade(mock, context);
  if (made !== undefined) places.push({ place: made, begins: made.prefix === '' ? () => true : seeded(made) });
  const counting = context.plan.countedIn.flatMap((each) => placeOf(mock, each.counting, {}) ?? []);
  const below = context.plan.totalsBelow.flatMap((each) => placeCounted(mock, context.parameters.path, each) ?? []);
  const naming = placeAbove(mock, context) ?? [];
  for (const place of [...placesNamed(mock, context), ...placesByName(mock, context), ...counting, ...below].concat(
    naming,
  ))
    places.push({ place, begins: () => true });
  if (resource === undefined) return places;
  // A new id must differ from all seeded ones of every parent.
  const isNew = own?.prefix !== undefined && context.role.kind === 'create' && isFoundAnywhere(mock, resource);
  return isNew ? [...places, { place: { ...own, prefix: undefined }, begins: () => true }] : places;
}

function isStored({ collection, prefix }: EntityPlace, id: Json, tx: Transaction): boolean {
  return prefix !== undefined && tx.collection(collection).get(prefix + keyOf(id)) !== undefined;
}

/** Whether clients can create items of a resource. */
function isMadeByClients(mock: MockContext, resource: Resource): boolean {
  const { collectionPath, itemPath } = resource;
  return (
    mock.operationsAt(collectionPath).some((each) => each.method === 'POST' && !isAboutOther(mock, each, resource)) ||
    mock
      .operationsAt(itemPath)
      .some((each) => each.method === 'PUT' || ['create', 'replace'].includes(mock.model.roleOf(each).kind)) ||
    isMadeBeside(mock)(resource)
  );
}

/** Whether an action on the item above makes the items of a collection: `POST /hooks/{id}/test` beside `/hooks/{id}/deliveries`. */
const isMadeBeside = onceForEach(({ api, model }: MockContext) =>
  onceForEach((resource: Resource): boolean => {
    const { collectionPath = '' } = resource;
    const item = collectionPath.slice(0, collectionPath.lastIndexOf('/') + 1);
    const isBeside = ({ method, path }: Operation): boolean =>
      method === 'POST' && path.startsWith(item) && !/[{/]/.test(path.slice(item.length));
    return (
      item.endsWith('}/') &&
      api.operations.some((each) => isBeside(each) && model.roleOf(each).makes?.resource === resource)
    );
  }),
);

/**
 * Whether a POST on a collection is an action on the item above: `POST /issues/{id}/transitions` takes one of the transitions.
 */
function isAboutOther({ model }: MockContext, operation: Operation, resource: Resource): boolean {
  const { kind, resource: meant, creates, makes } = model.roleOf(operation);
  return kind === 'action' && meant !== undefined && meant !== resource && creates === undefined && makes === undefined;
}

/**
 * Whether a client created the item above a path: then everything below it was created by clients as well.
 */
export function isBelowMade(mock: MockContext, context: RequestContext): boolean {
  const owner = context.plan.pathOnly === undefined ? undefined : pathOwner(mock, context);
  return owner?.resource.enumerable === true && !isSeed(mock, owner.place, keyOf(owner.id));
}

/**
 * The request with the ids of the items above in its path, where the path calls them by another property that it may hold instead
 * (`/shops/{id_or_slug}/orders`).
 */
export function byParentIds(mock: MockContext, context: RequestContext, tx: Transaction): RequestContext {
  const { resource, scope = [] } = context.role;
  const above = [...(resource === undefined ? [] : parentsOf(mock, resource, homeValues(context)))];
  const owner = pathOwner(mock, context);
  let { path } = context.parameters;
  for (const { resource: of, place, parameter, id } of owner === undefined ? above : [...above, owner]) {
    const { also = [], property } = of.id ?? {};
    if (also.length === 0 || property === undefined || place.prefix === undefined) continue;
    const collection = tx.collection(place.collection);
    if (collection.get(place.prefix + keyOf(id)) !== undefined) continue;
    const [found] = also.flatMap((other) => {
      const called: Condition = { pointer: pointerTo(other), op: 'equals', value: id };
      return firstEntity(collection, place, [...place.where, called]) ?? [];
    });
    const own = found === undefined ? undefined : valueAt(found.value, pointerTo(property));
    const name = scope.find(({ home }) => home === parameter)?.parameter ?? parameter;
    if (own !== undefined && Object.hasOwn(path, name)) path = { ...path, [name]: own };
  }
  return path === context.parameters.path ? context : { ...context, parameters: { ...context.parameters, path } };
}

/** The refusal of a request below a parent that does not exist. */
export function missingParent(
  mock: MockContext,
  context: RequestContext,
  tx: Transaction,
): { readonly refusal: Refusal } | undefined {
  const { resource } = context.role;
  if (mock.options.unknown === 'materialise') return undefined;
  const [own] = resource === undefined ? [] : parentsOf(mock, resource, homeValues(context));
  const parent = own?.parameter !== resource?.parent?.parameter || isOfAnyKind(context) ? undefined : own;
  const beside = besideParent(mock, context);
  const owner = pathOwner(mock, context);
  const isOther = owner?.resource !== parent?.resource && owner?.resource !== beside?.resource;
  return (
    missingRecord(mock, context, parent, tx) ??
    missingRecord(mock, context, beside, tx) ??
    (isOther ? missingRecord(mock, context, owner, tx) : undefined)
  );
}

/** Whether the path has the word for the items in front of their parent, which is then of any kind: `/repos/{owner}/{repo}` beside `/orgs/{org}/repos`. */
function isOfAnyKind({ operation, role: { resource, scope = [] } }: RequestContext): boolean {
  const word = resource?.collectionPath?.split('/').at(-1) ?? '';
  const parent = scope.find(({ home }) => home === resource?.parent?.parameter)?.parameter;
  return word !== '' && parent !== undefined && operation.path.includes(`/${word}/{${parent}}/{`);
}

/** The item that the path names or is below, regardless of the operation's resource. */
function pathOwner(mock: MockContext, context: RequestContext): Parent | undefined {
  const { owner } = context.plan;
  const parameter = owner?.id?.parameter;
  const id = parameter === undefined ? undefined : context.parameters.path[parameter];
  const place =
    owner === undefined
      ? undefined
      : placeOfParent(mock, owner, behind(mock, owner, context.parameters.path, parameter));
  return owner === undefined || parameter === undefined || place === undefined || id === undefined
    ? undefined
    : { resource: owner, place, parameter, id };
}

/** Whether an operation may have a parent, by its resource's own path or by another one. */
export function isNested({ plan, role: { resource, scope } }: RequestContext): boolean {
  if (resource?.parent !== undefined || plan.owner !== undefined) return true;
  return scope?.some(({ home }) => home === undefined) ?? false;
}

/**
 * The parent in another path of the resource (`/owners/{ownerId}/animals` for `/animals`), if each entity
 * names it.
 */
function besideParent(mock: MockContext, context: RequestContext): Parent | undefined {
  const { resource, scope } = context.role;
  for (const { parameter, home, property } of scope ?? []) {
    if (home !== undefined) continue;
    const id = context.parameters.path[parameter];
    for (const relation of resource?.relations ?? []) {
      const { pointer } = relation;
      if (property === undefined ? !isListOfIds(pointer) : pointer !== pointerTo(property)) continue;
      const parent = mock.model.resource(relation.resource);
      if (parent === undefined || id === undefined || !endsAt(context.operation.path, parameter, parent)) continue;
      const place = placeOf(mock, parent, behind(mock, parent, context.parameters.path, parameter));
      if (place !== undefined) return { resource: parent, place, parameter, id };
    }
  }
  return undefined;
}

/** Whether an entity lists others by their ids: the ids themselves, or objects with them. */
function isListOfIds(pointer: string): boolean {
  return /^\/[^/]+\/\*(?:\/[^/]+)?$/.test(pointer);
}

/**
 * The condition that each item lists the parent in the path (`/droplets/{id}/firewalls` for firewalls with
 * `droplet_ids`).
 */
export function listedConditions(mock: MockContext, context: RequestContext): readonly Condition[] {
  const { resource, scope = [] } = context.role;
  if (!scope.some(({ home, property }) => home === undefined && property === undefined)) return [];
  const parent = besideParent(mock, context);
  const lists = resource?.relations.filter((each) => isListOfIds(each.pointer)) ?? [];
  const relation = lists.find((each) => each.resource === parent?.resource.name);
  return parent === undefined || relation === undefined
    ? []
    : [{ pointer: relation.pointer, op: 'contains', value: parent.id }];
}

/** Whether the path up to a parameter is that of an item. */
function endsAt(path: string, parameter: string, { itemPath }: Resource): boolean {
  const start = path.slice(0, path.indexOf(`{${parameter}}`));
  const own = itemPath?.slice(0, itemPath.lastIndexOf('{'));
  return own === start && itemPath !== undefined && endsInParameter(itemPath);
}

function missingRecord(
  mock: MockContext,
  context: RequestContext,
  parent: Parent | undefined,
  tx: Transaction,
): { readonly refusal: Refusal } | undefined {
  if (parent === undefined || parent.resource.singleton) return undefined;
  const { place } = parent;
  if (canBeAny(place)) {
    const isGone = place.prefix !== undefined && wasDeleted(place, place.prefix + keyOf(parent.id), tx);
    return isGone ? { refusal: absent(context, parent) } : undefined;
  }
  const property = parent.resource.id?.property;
  if (property === undefined) return undefined;
  const collection = tx.collection(place.collection);
  // If the path does not name the parent's own parents, the parent is found by its id alone.
  const text = keyOf(parent.id);
  // The parameter may have another type than the id: `{keyOrId}` is a string where ids are numbers.
  const ids = [parent.id, text, idFromText(mock, parent.resource, text)];
  const entity =
    place.prefix === undefined
      ? [property, ...otherIds(mock, context, parent)]
          .map((name) => ({ pointer: pointerTo(name), op: 'in' as const, value: ids }))
          .flatMap((named) => collection.query({ where: [named], limit: 1 }).entities)[0]
      : collection.get(place.prefix + keyOf(parent.id));
  if (entity !== undefined || isCallersOwn(mock, context, parent, tx)) return undefined;
  const { singular } = parent.resource;
  const isGone = place.prefix !== undefined && wasDeleted(place, place.prefix + text, tx);
  const own = context.role.resource ?? { singular: '' };
  const of = own === parent.resource ? 'item' : 'above';
  return isGone && goneResponse(context.operation, own, of) !== undefined
    ? { refusal: refuse(410, `This ${singular} was deleted.`) }
    : { refusal: absent(context, parent) };
}

/** The account of who asks is there, also where nothing has made it, and so is what is described as always there. */
function isCallersOwn(mock: MockContext, { request }: RequestContext, parent: Parent, tx: Transaction): boolean {
  const { options } = mock;
  const { place, resource, id } = parent;
  if (options.unknown === 'strict' || place.prefix === undefined) return false;
  const text = keyOf(id);
  const isThere = (resource.parent === undefined && isCallers(request, text)) || isThereAnyway(mock, resource, text);
  return isThere && !wasDeleted(place, place.prefix + text, tx);
}

/** Properties by which the operations on the parent's part of the path name it: `/teams/{team_id}` beside `/orgs/{org}/teams/{slug}`. */
function otherIds(mock: MockContext, context: RequestContext, parent: Parent): readonly string[] {
  const end = `{${parameterIn(context, parent)}}`;
  const { path } = context.operation;
  const above = path.slice(0, path.indexOf(end) + end.length);
  return mock.operationsAt(above).flatMap((operation) => {
    const { resource, id } = mock.model.roleOf(operation);
    return resource === parent.resource ? (id?.property ?? []) : [];
  });
}

/** The name that the request's path has for the id of a parent. */
function parameterIn({ role: { scope } }: RequestContext, { parameter }: Parent): string {
  return scope?.find(({ home }) => home === parameter)?.parameter ?? parameter;
}

function absent(context: RequestContext, parent: Parent): Refusal {
  const shown = parameterIn(context, parent);
  return refuse(404, `There is no ${parent.resource.singular} with ${shown} ${JSON.stringify(keyOf(parent.id))}.`);
}
