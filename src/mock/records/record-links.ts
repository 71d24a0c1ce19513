import type { Json } from '../../core/index.ts';
import type { Relation, Resource } from '../../resources/index.ts';
import type { Store, Transaction, World } from '../../state/index.ts';
import { isArray, valueAt } from '../../wire/index.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext } from '../model/context.ts';
import { type EntityPlace, idText, keyOf, placeOf } from '../model/place.ts';
import type { RecordEditor, RecordLinks, StoredRecord } from '../model/record-editor.ts';
import { childResourcesOf } from '../relations/children.ts';
import type { Seeder } from '../seed/seeder.ts';
import { addressOf, pathValues, placeAt, placeOfRecord } from './record-places.ts';

const MOST_SHOWN = 5;

export interface LinkDependencies {
  readonly mock: MockContext;
  readonly store: Store;
  readonly seeder: Seeder;
}

/** The relations of a record in both directions. Seeds of the related resources are laid first. */
export function createLinks({ mock, store, seeder }: LinkDependencies): RecordEditor['links'] {
  return async (name, resource, address) => {
    const world = await store.world(name);
    const at = placeAt(mock, resource, address);
    const own = placeOfRecord(mock, resource, at);
    await seeder.ensure(world, own, () => true);
    const value = await world.read((tx) => tx.collection(at.collection).get(at.key)?.value);
    if (value === undefined) return undefined;
    const id = idFromText(mock, resource, idText(own, at.key));
    const inside = insideOf(mock, resource, value, id);
    await seedResources(mock, seeder, world, [...targetsOf(mock, resource), ...sourcesOf(mock, resource)]);
    for (const { place } of inside) await seeder.ensure(world, place, () => true);
    return world.read((tx) => ({
      names: resource.relations.flatMap((relation) => linksOfRelation(mock, relation, value, tx)),
      namedBy: sourcesOf(mock, resource).flatMap((source) =>
        recordsNaming(mock, source, { name: resource.name, id }, tx),
      ),
      contains: inside.map(({ child, place }) => ({ resource: child.name, ...shownIn(mock, place, tx) })),
    }));
  };
}

function targetsOf({ model }: MockContext, { relations }: Resource): readonly Resource[] {
  return relations.flatMap((relation) => model.resource(relation.resource) ?? []);
}

function sourcesOf({ model }: MockContext, { name }: Resource): readonly Resource[] {
  return model.resources.filter(({ relations }) => relations.some(({ resource }) => resource === name));
}

async function seedResources(
  mock: MockContext,
  seeder: Seeder,
  world: World,
  resources: readonly Resource[],
): Promise<void> {
  for (const each of resources) {
    const place = placeOf(mock, each, {});
    if (place !== undefined) await seeder.ensure(world, place, () => true);
  }
}

/** The collections below a record, by its path values. */
function insideOf(
  mock: MockContext,
  resource: Resource,
  value: Json,
  id: Json,
): readonly { readonly child: Resource; readonly place: EntityPlace }[] {
  const above = pathValues(mock, resource, value);
  return childResourcesOf(mock, resource).flatMap((child) => {
    const place = placeOf(mock, child, { ...above, [child.parent.parameter]: id });
    return place?.prefix === undefined ? [] : [{ child, place }];
  });
}

function linksOfRelation(
  mock: MockContext,
  { pointer, resource: name }: Relation,
  value: Json,
  tx: Transaction,
): RecordLinks['names'] {
  const target = mock.model.resource(name);
  const place = target === undefined ? undefined : placeOf(mock, target, {});
  // Below a parent, an id alone does not identify a record.
  if (target === undefined || place?.prefix !== '') return [];
  const found = valueAt(value, pointer.replace(/\/\*$/, ''));
  const ids = found === undefined || found === null ? [] : isArray(found) ? found : [found];
  return ids
    .filter((id) => id !== null && typeof id !== 'object')
    .map((id) => {
      const key = keyOf(id);
      return { pointer, resource: name, address: key, exists: tx.collection(place.collection).get(key) !== undefined };
    });
}

function recordsNaming(
  mock: MockContext,
  source: Resource,
  { name, id }: { readonly name: string; readonly id: Json },
  tx: Transaction,
): RecordLinks['namedBy'] {
  const place = placeOf(mock, source, {});
  if (place === undefined) return [];
  return source.relations
    .filter(({ resource }) => resource === name)
    .map(({ pointer }) => {
      const isList = pointer.endsWith('/*');
      const where = { pointer: pointer.replace(/\/\*$/, ''), op: isList ? 'contains' : 'equals', value: id } as const;
      return { resource: source.name, pointer, ...shownIn(mock, { ...place, where: [where] }, tx) };
    });
}

function shownIn(
  mock: MockContext,
  { resource, collection, where }: EntityPlace,
  tx: Transaction,
): { readonly total: number; readonly records: readonly StoredRecord[] } {
  const { entities, total } = tx.collection(collection).query({ where, limit: MOST_SHOWN });
  const records = entities.map(({ key, value, version }) => ({
    address: addressOf(mock, resource, { collection, key }),
    version,
    value,
  }));
  return { total, records };
}
