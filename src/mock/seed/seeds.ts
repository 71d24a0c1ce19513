import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { type Operation, onceForEach, templateNames, unnamedTemplate } from '../../spec/index.ts';
import { isArray, isObject, valueAt, withValueAt } from '../../wire/index.ts';
import { documentedIds, documentedRecords, shownRecords } from '../fields/documented-records.ts';
import { countOfIds, drawnId } from '../fields/drawn-id.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext, Seed, SeedsOf } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, keyOf, numberOfText, otherIdForms, placeOf, SINGLETON } from '../model/place.ts';
import { innermostOf } from '../relations/innermost-resource.ts';
import { lineReferencesOf } from './line-references.ts';
import { tenantIds } from './tenant-ids.ts';

const TOP_LEVEL_SEEDS = 10;
const SEEDS_OF_SMALL_PAGES = 7;
const NESTED_SEEDS = 3;
const MOST_PLACES_KEPT = 10_000;

export function createSeeds(mock: MockContext): SeedsOf {
  const known = new Map<string, readonly Seed[]>();
  return (place) => {
    const mark = `${place.collection}|${place.prefix ?? '*'}`;
    const ready = known.get(mark);
    if (ready !== undefined) return ready;
    const seeds = makeSeeds(mock, place);
    if (known.size >= MOST_PLACES_KEPT) known.clear();
    known.set(mark, seeds);
    return seeds;
  };
}

function makeSeeds(mock: MockContext, place: EntityPlace): readonly Seed[] {
  const { resource } = place;
  if (resource.singleton) return [{ id: SINGLETON, known: documentedRecords(mock, resource)[0] ?? {} }];
  if (!resource.enumerable && !isListedBelow(mock, resource))
    return isShownAbove(mock, resource) ? (linkedSeeds(mock, place, NESTED_SEEDS) ?? []) : [];
  // If there are few possible ids, half of them are left for creates.
  const room = resource.id === undefined ? Number.POSITIVE_INFINITY : countOfIds(mock, resource.id.schema) / 2;
  const most = mock.pathScopesOf(resource).length > 0 ? NESTED_SEEDS : topLevelSeeds(mock, resource);
  const wanted = Math.min(most, Math.ceil(room));
  const seeds = new Map<string, JsonObject>();
  if (resource.id === undefined) {
    const shown = documentedRecords(mock, resource, 1);
    if (shown.length > 0) return shown.map((known, index) => ({ id: String(index + 1), known }));
  }
  const links = linkedSeeds(mock, place, wanted);
  if (links !== undefined) return links;
  const showsExamples = !isFoundAnywhere(mock, resource) || isFirstScope(mock, place);
  const unnamed = showsExamples ? unnamedSeeds(mock, place, wanted) : [];
  if (unnamed.length > 0) return unnamed;
  for (const example of showsExamples ? documentedRecords(mock, resource).slice(0, wanted) : []) {
    if (!isOfPlace(mock, place, example)) continue;
    const { property } = resource.id ?? {};
    const id = property === undefined ? undefined : valueAt(example, pointerTo(property));
    // Values of an example that break the schema are dropped when the entity is drawn around it.
    // Its id must fit unchanged.
    if (id !== undefined && id !== null && !seeds.has(keyOf(id)) && fitsAsId(mock, resource, id))
      seeds.set(keyOf(id), { ...example, ...place.home.fixed });
  }
  const read = resource.id !== undefined && resource.id.property === undefined ? shownRecords(mock, resource).read : [];
  for (const [index, id] of (showsExamples ? documentedIds(mock, resource) : []).entries())
    if (seeds.size < wanted && !seeds.has(keyOf(id)) && fitsAsId(mock, resource, id))
      seeds.set(keyOf(id), read[index] ?? {});
  // Records that only a list shows are exactly the documented ones.
  const isOnlyListed = (resource.itemPath ?? resource.id?.hiddenPath) === undefined && seeds.size > 0;
  for (let index = 1; !isOnlyListed && seeds.size < wanted && index <= wanted * 4; index += 1) {
    const id = seedId(mock, place, index);
    if (!seeds.has(id)) seeds.set(id, {});
  }
  return [...seeds].map(([id, known]) => ({ id, known }));
}

/** Whether the records of a resource, which no list of its own shows, stand in a list of the item above. */
function isShownAbove({ model, shownChildrenOf }: MockContext, resource: Resource): boolean {
  const above = resource.parent === undefined ? undefined : model.resource(resource.parent.resource);
  if (above === undefined || resource.id?.property === undefined) return false;
  return shownChildrenOf(above).some(({ child, property }) => child === resource && property !== undefined);
}

/** Whether a list below the path of a collection shows its records, where nothing lists or creates them there: `/media/popular` beside `/media/{id}`. */
function isListedBelow({ api, model }: MockContext, resource: Resource): boolean {
  const [, above] = /^(.*\/)\{[^{}/]+\}$/.exec(resource.itemPath ?? '') ?? [];
  if (above === undefined || above.includes('{')) return false;
  return api.operations.some((each) => {
    if (each.method !== 'GET' || !each.path.startsWith(above) || each.path.includes('{')) return false;
    const role = model.roleOf(each);
    return role.kind === 'list' && role.resource === resource;
  });
}

/** Documented records whose id only their path shows, with the documented ids. */
function unnamedSeeds(mock: MockContext, place: EntityPlace, most: number): readonly Seed[] {
  const { resource } = place;
  if (resource.id === undefined || resource.id.property !== undefined) return [];
  const shown = shownRecords(mock, resource).listed.filter((each) => isOfPlace(mock, place, each));
  const documented = documentedIds(mock, resource).filter((id) => fitsAsId(mock, resource, id));
  const ids = new Set([...documented.map(keyOf), ...shown.map((_, index) => seedId(mock, place, index + 1))]);
  return [...ids].slice(0, Math.min(most, shown.length)).map((id, index) => ({ id, known: shown[index] ?? {} }));
}

/** How many records a collection begins with: where ten fill the first page of its list, fewer do, so that the page also shows what a client makes. */
function topLevelSeeds({ model, operationsAt }: MockContext, { collectionPath }: Resource): number {
  const lists = operationsAt(collectionPath).flatMap((operation) => model.roleOf(operation).list ?? []);
  const isFull = lists.some(({ page }) => page.limit !== undefined && page.defaultLimit === TOP_LEVEL_SEEDS);
  return isFull ? SEEDS_OF_SMALL_PAGES : TOP_LEVEL_SEEDS;
}

/**
 * Seeds of links (`/items/{id}/tags/{tagId}` for `/tags`): some of the linked records, others below each
 * parent. Their ids come from the linked records, so these exist.
 */
function linkedSeeds(mock: MockContext, place: EntityPlace, wanted: number): readonly Seed[] | undefined {
  const { resource } = place;
  if (place.prefix === undefined || resource.parent === undefined || isFoundAnywhere(mock, resource)) return undefined;
  const operations = [resource.itemPath, resource.collectionPath].flatMap((path) => mock.operationsAt(path));
  const target =
    operations.map((each) => mock.planOf(each).putsIn?.target).find((each) => each !== undefined) ??
    shownElsewhere(mock, resource);
  const there = target === undefined ? undefined : placeOf(mock, target, {});
  if (target?.id?.property === undefined || there?.prefix !== '' || target.name === resource.parent.resource)
    return undefined;
  const isSame = mock.api.deref(target.schema) === mock.api.deref(resource.schema);
  const all = mock.seedsOf(there);
  const first = numberOfText(`${place.collection}/${place.prefix}`);
  const chosen = all.slice(0, wanted).map((_, at) => (first + at) % all.length);
  const fits = chosen.every((at) => fitsAsId(mock, resource, idFromText(mock, target, all[at]?.id ?? '')));
  if (chosen.length === 0 || !fits) return undefined;
  return chosen.flatMap((index) => {
    const seed = all[index];
    return seed === undefined ? [] : [{ id: seed.id, known: {}, ...(isSame ? { same: { place: there, index } } : {}) }];
  });
}

/**
 * The top-level collection of the records that a nested list of the same name shows (`/labels` for
 * `/checks/{id}/labels`). A record that names its parent belongs to one parent and cannot be shown below
 * several.
 */
export function shownElsewhere({ api, model }: MockContext, { name, schema, parent }: Resource): Resource | undefined {
  if (parent?.property !== undefined) return undefined;
  const meant = model.meant(name.split('.').at(-1) ?? name);
  const isThat = meant !== undefined && meant.parent === undefined && api.deref(meant.schema) === api.deref(schema);
  return isThat ? meant : undefined;
}

/**
 * Whether an item has a path or a list without its parent (`/visits/{visitId}` of `/animals/{animalId}/visits`), so
 * that ids are unique over all parents.
 */
export function isFoundAnywhere(mock: MockContext, resource: Resource): boolean {
  const { id, singleton } = resource;
  const itemPath = resource.itemPath ?? id?.hiddenPath;
  if (itemPath === undefined || id === undefined || singleton || !itemPath.includes(`{${id.parameter}}`)) return false;
  const scopes = mock.pathScopesOf(resource);
  const isInKeys = scopes.some((each) => each.isInKeys);
  return isInKeys || templateNames(itemPath).length - 1 < scopes.length || shorterPathsOf(mock)(resource);
}

const shorterPathsOf = onceForEach((mock: MockContext) =>
  onceForEach((resource: Resource) => hasShorterPath(mock, resource)),
);

/** Whether another path names an item without its parent: `PATCH /spots/{id}` beside `/maps/{map_id}/spots/{id}`. */
function hasShorterPath({ api, model }: MockContext, resource: Resource): boolean {
  const itemPath = resource.itemPath ?? resource.id?.hiddenPath ?? '';
  const end = /\/[^/]+\/\{\}$/.exec(unnamedTemplate(itemPath))?.[0];
  const isShorter = ({ path }: Operation): boolean =>
    end !== undefined &&
    unnamedTemplate(path).endsWith(end) &&
    templateNames(path).length < templateNames(itemPath).length;
  return api.operations.some((each) => isShorter(each) && model.roleOf(each).resource === resource);
}

/**
 * Whether an example may be below a parent. An example that names an invented parent is below that one
 * only.
 */
function isOfPlace(mock: MockContext, place: EntityPlace, example: JsonObject): boolean {
  const { parent } = place.resource;
  const resource = parent === undefined ? undefined : mock.model.resource(parent.resource);
  if (place.prefix === undefined || resource === undefined || listedPlace(mock, resource) !== undefined) return true;
  return place.home.where.every(({ pointer, value }) => {
    const shown = valueAt(example, pointer);
    return shown === undefined || shown === null || typeof shown === 'object' || keyOf(shown) === keyOf(value);
  });
}

/** Whether a place is the first one in a list over all parents. */
export function isFirstScope(mock: MockContext, place: EntityPlace): boolean {
  return place.prefix === undefined || scopesOf(mock, place)[0]?.prefix === place.prefix;
}

function fitsAsId(mock: MockContext, { id }: Resource, value: Json): boolean {
  return id === undefined || mock.validator.accepts(id.schema, value, 'response');
}

function seedId(mock: MockContext, place: EntityPlace, index: number): string {
  const { id, singular } = place.resource;
  const anywhere = isFoundAnywhere(mock, place.resource);
  const number = anywhere ? index + scopeNumber(place) * NESTED_SEEDS : index;
  if (id === undefined || mock.validator.accepts(id.schema, number, 'response')) return String(number);
  const drawn = drawnId(
    mock,
    place.resource,
    `${place.collection}${anywhere ? `|${place.prefix ?? ''}` : ''}#${index}`,
  );
  return drawn === undefined ? `${singular}-${index}` : keyOf(drawn);
}

/** A number for each parent: counted from 0 if parents have numeric ids. */
function scopeNumber({ prefix = '' }: EntityPlace): number {
  const [, counted] = /^([1-9]\d{0,8})\/$/.exec(prefix) ?? [];
  return counted === undefined ? numberOfText(prefix) % 1_000_000 : Number(counted) - 1;
}

/** A list over all parents shows the items of this many, if parents cannot be listed. */
const SCOPES_INVENTED = 2;

/** The seeded places of a list over all parents: those of the parent's seeds, or of invented parents. */
export function scopesOf(mock: MockContext, place: EntityPlace): readonly EntityPlace[] {
  const { parent } = place.resource;
  const resource = parent === undefined ? undefined : mock.model.resource(parent.resource);
  if (parent === undefined) return scopesWithin(mock, place);
  if (resource === undefined) return [];
  const innermost = innermostOf(mock, place.resource);
  const outer = valuesNamed(mock, place);
  const there = listedPlace(mock, resource, outer);
  const ids =
    there !== undefined
      ? mock.seedsOf(there).map(({ id }) => idFromText(mock, resource, id))
      : inventedIds(mock, place.resource, parent.parameter, resource);
  return ids.flatMap((id) => {
    const scoped = placeOf(mock, place.resource, { ...outer, [innermost ?? parent.parameter]: id });
    return scoped?.prefix === undefined || scoped.collection !== place.collection ? [] : [scoped];
  });
}

/** One place of a list over all inner parents, where none of these is a record: a group of `/accounts/{account}/servers`. */
function scopesWithin(mock: MockContext, { resource, within, collection }: EntityPlace): readonly EntityPlace[] {
  if (within === undefined) return [];
  const names = mock.pathScopesOf(resource).map(({ parameter }) => parameter);
  const own = names.filter((name) => !Object.hasOwn(within.values, name));
  const parameters = mock.operationsAt(resource.collectionPath ?? resource.itemPath).flatMap((each) => each.parameters);
  const drawn = own.flatMap((name): readonly (readonly [string, Json])[] => {
    const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? true;
    const at = { seed: mock.options.seed, at: `${resource.name}/${name}` };
    const made = mock.generator.value(schema, at, { name, about: resource.singular, examples: true });
    return made.ok ? [[name, made.value]] : [];
  });
  const place = placeOf(mock, resource, { ...within.values, ...Object.fromEntries(drawn) });
  return place?.prefix === undefined || place.collection !== collection ? [] : [place];
}

/**
 * The values of path parameters that a list over all parents names: the account in `/accounts/{accountId}/recordings` of all
 * calls.
 */
function valuesNamed(mock: MockContext, { resource, where }: EntityPlace): Readonly<Record<string, Json>> {
  const named = mock.pathScopesOf(resource).flatMap(({ parameter, property }): readonly (readonly [string, Json])[] => {
    const pointer = property === undefined ? undefined : pointerTo(property);
    const value = where.find((each) => each.pointer === pointer && each.op === 'equals')?.value;
    return value === undefined ? [] : [[parameter, value]];
  });
  return Object.fromEntries(named);
}

/** The single place with all records of a resource, if an operation lists or creates them. */
function listedPlace(
  mock: MockContext,
  resource: Resource,
  outer: Readonly<Record<string, Json>> = {},
): EntityPlace | undefined {
  const there = placeOf(mock, resource, outer);
  return there?.prefix !== undefined && resource.enumerable ? there : undefined;
}

/** Whether an id is seeded in a place, or in any place if the path does not name the parent. */
export function isSeed(mock: MockContext, place: EntityPlace, id: string): boolean {
  const has = (each: EntityPlace): boolean => mock.seedsOf(each).some((seed) => seed.id === id);
  if (place.prefix !== undefined) return has(place);
  const { parent } = place.resource;
  const resource = parent === undefined ? undefined : mock.model.resource(parent.resource);
  // There are more invented parents than those at the start of a list.
  if (resource === undefined || listedPlace(mock, resource) === undefined) return true;
  return scopesOf(mock, place).some(has);
}

/** The parent that an example of the child names, and drawn ones. */
function inventedIds(mock: MockContext, child: Resource, parameter: string, parent: Resource): readonly Json[] {
  const named = documentedRecords(mock, child, 1)
    .slice(0, 1)
    .flatMap((example) => parentIn(mock, child, parameter, example));
  const drawn = Array.from({ length: SCOPES_INVENTED }, (_, index) =>
    drawnId(mock, parent, `${child.name}/${parameter}#${index}`),
  ).filter((id) => id !== undefined);
  return [...new Set([...named, ...drawn])].slice(0, SCOPES_INVENTED);
}

function parentIn(mock: MockContext, child: Resource, parameter: string, example: JsonObject): readonly Json[] {
  const property = mock.pathScopesOf(child).find((home) => home.parameter === parameter)?.property;
  const exampleId = property === undefined ? undefined : valueAt(example, pointerTo(property));
  const isId = (typeof exampleId === 'string' && /^[\w.~@:+-]+$/.test(exampleId)) || typeof exampleId === 'number';
  return isId ? [exampleId] : [];
}

/** References to seeds of other resources, chosen by the entity's id: by pointer, each valid in its place. */
export function references(
  mock: MockContext,
  resource: Resource,
  own: string,
): readonly (readonly [pointer: string, value: Json])[] {
  const tenants = [...tenantIds(mock, resource)].map(([name, id]) => [pointerTo(name), id] as const);
  const others = resource.relations.flatMap((relation): readonly (readonly [string, Json])[] => {
    const pointer = relation.pointer.replace(/\/\*$/, '');
    const other = mock.model.resource(relation.resource);
    const there = other === undefined ? undefined : placeOf(mock, other, {});
    // Records below different parents are not below each other.
    const isElsewhere = other === resource && there?.prefix !== '' && !pointer.includes('*');
    if (isElsewhere && mayBeNull(mock, resource, pointer)) return [[pointer, null]];
    if (other === undefined || there?.prefix !== '') return [];
    const seeds = other === resource ? seedsBefore(mock, there, own) : mock.seedsOf(there);
    const first = numberOfText(`${resource.name}/${own}${pointer}`) % Math.max(1, seeds.length);
    const chosen = seeds[first];
    if (other === resource && (chosen === undefined || first === 0) && mayBeNull(mock, resource, pointer))
      return [[pointer, null]];
    if (chosen === undefined) return [];
    const id = idFromText(mock, other, chosen.id);
    const [, list, property] = /^(\/[^/]+)\/\*(\/[^/]+)$/.exec(relation.pointer) ?? [];
    // Each object of a list names another record.
    if (list !== undefined)
      return [...seeds.slice(first), ...seeds.slice(0, first)].map((seed, index) => [
        `${list}/${index}${property}`,
        idFromText(mock, other, seed.id),
      ]);
    // If the id alone may stand for the record (`anyOf: [string, customer]`), it does.
    const whole = /^\/[^/]+(?=\/[^/]+$)/.exec(relation.pointer)?.[0];
    const holder = whole === undefined ? undefined : schemaAt(mock.fieldsOf, resource.schema, whole);
    if (whole !== undefined && holder !== undefined && mock.validator.accepts(holder, id, 'response'))
      return [[whole, id]];
    const schema = schemaAt(mock.fieldsOf, resource.schema, pointer);
    const values = [id, ...otherIdForms(id)].map((each) => (pointer === relation.pointer ? each : [each]));
    const value = values.find((each) => schema === undefined || mock.validator.accepts(schema, each, 'response'));
    return value === undefined ? [] : [[pointer, value]];
  });
  return [...tenants, ...others];
}

function mayBeNull(mock: MockContext, { schema }: Resource, pointer: string): boolean {
  const property = schemaAt(mock.fieldsOf, schema, pointer);
  return property !== undefined && mock.validator.accepts(property, null, 'response');
}

/** The seeds that may stand above one of their own kind: those in front of it. */
function seedsBefore(mock: MockContext, place: EntityPlace, id: string): readonly Seed[] {
  const seeds = mock.seedsOf(place);
  const own = seeds.findIndex((seed) => seed.id === id);
  return own < 0 ? [] : seeds.slice(0, own);
}

/** References in nested objects of an entity, set if the entity has the object. */
export function withDeepReferences(
  mock: MockContext,
  resource: Resource,
  entity: JsonObject,
  found: ReturnType<typeof references>,
): JsonObject {
  let result: Json = entity;
  for (const [pointer, value] of found) {
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    if (parent !== '' && isObject(valueAt(result, parent) ?? null)) result = withValueAt(result, pointer, value);
  }
  return result === entity || !mock.validator.accepts(resource.schema, result, 'response') ? entity : asObject(result);
}

/** The entity whose lines name seeds of other resources: the `productId` of each item of an order. `known` members stay. */
export function withLineReferences(
  mock: MockContext,
  { resource }: EntityPlace,
  { entity, known }: { readonly entity: JsonObject; readonly known: JsonObject },
): JsonObject {
  let result = entity;
  for (const [list, lines] of Object.entries(entity)) {
    if (!isArray(lines) || lines.length === 0 || Object.hasOwn(known, list)) continue;
    for (const { property, target, fits } of lineReferencesOf(mock, resource, list)) {
      const there = placeOf(mock, target, {});
      const seeds = there?.prefix === '' ? mock.seedsOf(there) : [];
      const named = (result[list] as readonly Json[]).map((line, index) => {
        const seed =
          seeds[numberOfText(`${resource.name}/${JSON.stringify(entity['id'] ?? '')}/${index}`) % seeds.length];
        const id = seed === undefined ? undefined : idFromText(mock, target, seed.id);
        return id === undefined || !isObject(line) || !Object.hasOwn(line, property) || !fits(id)
          ? line
          : { ...line, [property]: id };
      });
      if (seeds.length > 0) result = { ...result, [list]: named };
    }
  }
  return result === entity || !mock.validator.accepts(resource.schema, result, 'response') ? entity : result;
}
