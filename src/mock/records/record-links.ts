import type { Json } from '../../core/index.ts';
import type { Relation, Resource } from '../../resources/index.ts';
import type { Store, Transaction, World } from '../../state/index.ts';
import { isArray, valueAt } from '../../wire/index.ts';
import { idFromText } from '../entity/path-fields.ts';
import { childResourcesOf } from '../facts/children.ts';
import type { MockContext } from '../model/context.ts';
import { type EntityPlace, idText, keyOf, placeOf } from '../model/place.ts';
import type { RecordEditor, RecordLinks, StoredRecord } from '../model/record-editor.ts';
import type { Seeder } from '../seed/seeder.ts';
import { addressOf, pathValues, placeAt, placeOfRecord } from './record-places.ts';

const MOST_SHOWN = 5;

export interface LinkParts {
  readonly parts: MockContext;
  readonly store: Store;
  readonly seeder: Seeder;
}

/** The relations of a record in both directions. Seeds of the related resources are laid first. */
export function createLinks({ parts, store, seeder }: LinkParts): RecordEditor['links'] {
  return async (name, resource, address) => {
    const world = await store.world(name);
    const at = placeAt(parts, resource, address);
    const own = placeOfRecord(parts, resource, at);
    await seeder.ensure(world, own, () => true);
    const value = await world.read((tx) => tx.collection(at.collection).get(at.key)?.value);
    if (value === undefined) return undefined;
    const id = idFromText(parts, resource, idText(own, at.key));
    const inside = insideOf(parts, resource, value, id);
    await laid(parts, seeder, world, [...targetsOf(parts, resource), ...sourcesOf(parts, resource)]);
    for (const { place } of inside) await seeder.ensure(world, place, () => true);
    return world.read((tx) => ({
      names: resource.relations.flatMap((relation) => named(parts, relation, value, tx)),
      namedBy: sourcesOf(parts, resource).flatMap((source) => naming(parts, source, { name: resource.name, id }, tx)),
      contains: inside.map(({ child, place }) => ({ resource: child.name, ...shownIn(parts, place, tx) })),
    }));
  };
}

function targetsOf({ model }: MockContext, { relations }: Resource): readonly Resource[] {
  return relations.flatMap((relation) => model.resource(relation.resource) ?? []);
}

function sourcesOf({ model }: MockContext, { name }: Resource): readonly Resource[] {
  return model.resources.filter(({ relations }) => relations.some(({ resource }) => resource === name));
}

async function laid(parts: MockContext, seeder: Seeder, world: World, resources: readonly Resource[]): Promise<void> {
  for (const each of resources) {
    const place = placeOf(parts, each, {});
    if (place !== undefined) await seeder.ensure(world, place, () => true);
  }
}

/** The collections below a record, by its path values. */
function insideOf(
  parts: MockContext,
  resource: Resource,
  value: Json,
  id: Json,
): readonly { readonly child: Resource; readonly place: EntityPlace }[] {
  const above = pathValues(parts, resource, value);
  return childResourcesOf(parts, resource).flatMap((child) => {
    const place = placeOf(parts, child, { ...above, [child.parent.parameter]: id });
    return place?.prefix === undefined ? [] : [{ child, place }];
  });
}

function named(
  parts: MockContext,
  { pointer, resource: name }: Relation,
  value: Json,
  tx: Transaction,
): RecordLinks['names'] {
  const target = parts.model.resource(name);
  const place = target === undefined ? undefined : placeOf(parts, target, {});
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

function naming(
  parts: MockContext,
  source: Resource,
  { name, id }: { readonly name: string; readonly id: Json },
  tx: Transaction,
): RecordLinks['namedBy'] {
  const place = placeOf(parts, source, {});
  if (place === undefined) return [];
  return source.relations
    .filter(({ resource }) => resource === name)
    .map(({ pointer }) => {
      const isList = pointer.endsWith('/*');
      const where = { pointer: pointer.replace(/\/\*$/, ''), op: isList ? 'contains' : 'equals', value: id } as const;
      return { resource: source.name, pointer, ...shownIn(parts, { ...place, where: [where] }, tx) };
    });
}

function shownIn(
  parts: MockContext,
  { resource, collection, where }: EntityPlace,
  tx: Transaction,
): { readonly total: number; readonly records: readonly StoredRecord[] } {
  const { entities, total } = tx.collection(collection).query({ where, limit: MOST_SHOWN });
  const records = entities.map(({ key, value, version }) => ({
    address: addressOf(parts, resource, { collection, key }),
    version,
    value,
  }));
  return { total, records };
}
