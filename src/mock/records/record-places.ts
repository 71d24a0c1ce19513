import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import type { World } from '../../state/index.ts';
import { valueAt } from '../../wire/index.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext } from '../model/context.ts';
import { type EntityPlace, placeOf } from '../model/place.ts';
import { innermostOf } from '../relations/innermost-resource.ts';
import type { Seeder } from '../seed/seeder.ts';

/**
 * The address of a record is its key in the state. If records are stored per parent and do not name it, the
 * path values come first: `alice:7`.
 */
export interface RecordPlace {
  readonly collection: string;
  readonly key: string;
}

/** Whether the collection depends on path values that records do not repeat. */
function isSplit(mock: MockContext, resource: Resource): boolean {
  return placeOf(mock, resource, {}) === undefined;
}

export function addressOf(mock: MockContext, resource: Resource, { collection, key }: RecordPlace): string {
  return isSplit(mock, resource) ? `${collection.slice(resource.name.length + 1)}:${key}` : key;
}

/** Any string may be the address of a record. */
export function placeAt(mock: MockContext, resource: Resource, address: string): RecordPlace {
  if (!isSplit(mock, resource)) return { collection: resource.name, key: address };
  const end = address.indexOf(':');
  return { collection: `${resource.name}/${address.slice(0, Math.max(0, end))}`, key: address.slice(end + 1) };
}

/** The place of an existing record, by its properties and its key. */
export function placeOfRecord(mock: MockContext, resource: Resource, { collection }: RecordPlace): EntityPlace {
  const all = placeOf(mock, resource, {});
  if (all !== undefined) return all;
  const nowhere = { where: [], fixed: {} };
  return { resource, collection, prefix: undefined, ...nowhere, home: nowhere };
}

/**
 * The place of a new record, by path values and its properties; the missing parameters if they are not
 * enough.
 */
export function placeOfNew(
  mock: MockContext,
  resource: Resource,
  path: JsonObject,
  known: JsonObject,
): EntityPlace | { readonly missing: readonly string[] } {
  const values: Record<string, Json> = { ...path };
  const scopes = mock.pathScopesOf(resource);
  for (const { parameter, property } of scopes) {
    const value = property === undefined ? undefined : valueAt(known, pointerTo(property));
    if (value !== undefined && value !== null && values[parameter] === undefined) values[parameter] = value;
  }
  const place = placeOf(mock, resource, values);
  if (place?.prefix !== undefined) return place;
  return { missing: scopes.flatMap(({ parameter }) => (values[parameter] === undefined ? [parameter] : [])) };
}

export interface SeedDependencies {
  readonly mock: MockContext;
  readonly seeder: Seeder;
}

/** Lays the seeds of a resource, below each seed of its parent too. */
export async function laySeeds({ mock, seeder }: SeedDependencies, world: World, resource: Resource): Promise<void> {
  const all = placeOf(mock, resource, {});
  const places = all === undefined ? belowSeeds(mock, resource) : [all];
  for (const place of places) await seeder.ensure(world, place, () => true);
}

/** Names of the collections that hold the records of a resource. */
export async function collectionsOf(mock: MockContext, world: World, resource: Resource): Promise<readonly string[]> {
  if (!isSplit(mock, resource)) return [resource.name];
  const { collections } = await world.snapshot();
  return Object.keys(collections).filter((name) => name.startsWith(`${resource.name}/`));
}

function belowSeeds(mock: MockContext, resource: Resource): readonly EntityPlace[] {
  const { parent: link } = resource;
  const parent = link === undefined ? undefined : mock.model.resource(link.resource);
  const there = parent === undefined ? undefined : placeOf(mock, parent, {});
  if (link === undefined || parent === undefined || there?.prefix === undefined) return [];
  const parameter = innermostOf(mock, resource) ?? link.parameter;
  return mock
    .seedsOf(there)
    .flatMap(({ id }) => placeOf(mock, resource, { [parameter]: idFromText(mock, parent, id) }) ?? []);
}

/** Path values of a record, from its properties. */
export function pathValues(mock: MockContext, resource: Resource, value: Json): JsonObject {
  const values: Record<string, Json> = {};
  for (const { parameter, property } of mock.pathScopesOf(resource)) {
    const parentId = property === undefined ? undefined : valueAt(value, pointerTo(property));
    if (parentId !== undefined && parentId !== null) values[parameter] = parentId;
  }
  return values;
}
