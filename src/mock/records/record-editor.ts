import type { JsonObject, Violation } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import type { Entity, Store, Transaction, World } from '../../state/index.ts';
import { isObject, jsonEquals, valueAt } from '../../wire/index.ts';
import { drawnEntity } from '../entity/entity.ts';
import { mergePatch } from '../entity/patch.ts';
import { markDeleted } from '../facts/deleted-entities.ts';
import { idFromText, pathFieldsOf, withDecided } from '../fields/path-fields.ts';
import type { MockContext } from '../model/context.ts';
import { type EntityPlace, idText, keyOf, SINGLETON } from '../model/place.ts';
import type { NewRecord, RecordChange, RecordEditor, RecordOutcome, StoredRecord } from '../model/record-editor.ts';
import { removeWithin } from '../parts/nested-removal.ts';
import { freshKey } from '../roles/create.ts';
import { createLinks } from './record-links.ts';
import { createRecordList } from './record-list.ts';
import {
  addressOf,
  collectionsOf,
  laySeeds,
  pathValues,
  placeAt,
  placeOfNew,
  placeOfRecord,
  type RecordPlace,
  type SeedDependencies,
} from './record-places.ts';

export interface EditorDependencies extends SeedDependencies {
  readonly store: Store;
}

/** The records of one resource in one transaction. */
interface RecordStep {
  readonly mock: MockContext;
  readonly resource: Resource;
  readonly tx: Transaction;
}

export function createRecordEditor(given: EditorDependencies): RecordEditor {
  const { mock, store } = given;
  const listRecords = createRecordList();
  const opened = async (name: string, resource: Resource): Promise<World> => {
    const world = await store.world(name);
    await laySeeds(given, world, resource);
    return world;
  };
  const write = async (
    name: string,
    resource: Resource,
    step: (at: RecordStep) => RecordOutcome,
  ): Promise<RecordOutcome> => {
    const world = await opened(name, resource);
    return world.transaction((tx) => step({ mock, resource, tx }), isDone);
  };
  return {
    async list(name, resource, query) {
      const world = await opened(name, resource);
      const collections = await collectionsOf(mock, world, resource);
      return listRecords({ world, collections, shown: (at, entity) => recordOf(mock, resource, at, entity) }, query);
    },
    async read(name, resource, address) {
      const world = await opened(name, resource);
      return world.read((tx) => {
        const place = placeAt(mock, resource, address);
        const entity = tx.collection(place.collection).get(place.key);
        return entity === undefined ? undefined : recordOf(mock, resource, place.collection, entity);
      });
    },
    create: (name, resource, record) => write(name, resource, (at) => createRecord(at, record)),
    change: (name, resource, address, change) => write(name, resource, (at) => changeRecord(at, address, change)),
    remove: (name, resource, address, version) => write(name, resource, (at) => removeRecord(at, address, version)),
    links: createLinks(given),
  };
}

const isDone = (outcome: RecordOutcome): boolean => outcome.kind === 'done';

function recordOf(mock: MockContext, resource: Resource, collection: string, entity: Entity): StoredRecord {
  const address = addressOf(mock, resource, { collection, key: entity.key });
  return { address, version: entity.version, value: entity.value };
}

function createRecord(step: RecordStep, { known, path = {}, fill, force }: NewRecord): RecordOutcome {
  const { mock, resource, tx } = step;
  const place = placeOfNew(mock, resource, path, known);
  if ('missing' in place) return { kind: 'unplaced', missing: place.missing };
  const collection = tx.collection(place.collection);
  const key = keyOfNew(mock, place, known, tx);
  if (key === undefined) return { kind: 'full' };
  if (collection.get(key) !== undefined)
    return { kind: 'taken', address: addressOf(mock, resource, { collection: place.collection, key }) };
  if (/^\d{1,18}$/.test(idText(place, key))) collection.reserve(BigInt(idText(place, key)));
  const value = fill ? drawnEntity(mock, { place, key }, known) : withDecided(known, pathFieldsOf(mock, place, key));
  return putRecord(step, { collection: place.collection, key }, value, force);
}

function keyOfNew(mock: MockContext, place: EntityPlace, known: JsonObject, tx: Transaction): string | undefined {
  const { resource } = place;
  if (resource.singleton) return SINGLETON;
  const id = resource.id?.property === undefined ? undefined : valueAt(known, pointerTo(resource.id.property));
  if (id !== undefined && id !== null && typeof id !== 'object') return (place.prefix ?? '') + keyOf(id);
  const fresh = freshKey(mock, place, tx.collection(place.collection));
  return typeof fresh === 'string' ? fresh : undefined;
}

function putRecord(
  { mock, resource, tx }: RecordStep,
  { collection, key }: RecordPlace,
  value: JsonObject,
  force: boolean,
): RecordOutcome {
  const violations: readonly Violation[] = mock.validator.value(resource.schema, value, 'response');
  if (violations.length > 0 && !force) return { kind: 'invalid', violations, value };
  const entity = tx.collection(collection).put(key, value);
  return { kind: 'done', record: recordOf(mock, resource, collection, entity), violations };
}

/** The record at an address, if it has the version that the caller has seen. */
function standingAt(
  { mock, resource, tx }: RecordStep,
  address: string,
  version: number | undefined,
): { readonly at: RecordPlace; readonly entity: Entity } | RecordOutcome {
  const at = placeAt(mock, resource, address);
  const entity = tx.collection(at.collection).get(at.key);
  if (entity === undefined) return { kind: 'absent' };
  if (version !== undefined && version !== entity.version)
    return { kind: 'stale', record: recordOf(mock, resource, at.collection, entity) };
  return { at, entity };
}

function changeRecord(
  step: RecordStep,
  address: string,
  { value: given, isPatch, force, version }: RecordChange,
): RecordOutcome {
  const found = standingAt(step, address, version);
  if ('kind' in found) return found;
  const { at, entity } = found;
  const value = isPatch ? mergePatch(entity.value, given) : given;
  if (!isObject(value)) return { kind: 'absent' };
  const moved = identityOf(step).find(
    (pointer) => !jsonEquals(valueAt(value, pointer) ?? null, valueAt(entity.value, pointer) ?? null),
  );
  return moved === undefined ? putRecord(step, at, value, force) : { kind: 'moved', pointer: moved };
}

/** Pointers of the properties that identify a record: its id, and those of its parents. */
function identityOf({ mock, resource }: RecordStep): readonly string[] {
  const own = resource.singleton ? undefined : resource.id?.property;
  const properties = [own, ...mock.pathScopesOf(resource).map(({ property }) => property)];
  return properties.flatMap((property) => (property === undefined ? [] : [pointerTo(property)]));
}

function removeRecord(step: RecordStep, address: string, version: number | undefined): RecordOutcome {
  const { mock, resource, tx } = step;
  const found = standingAt(step, address, version);
  if ('kind' in found) return found;
  const { at, entity } = found;
  const place = placeOfRecord(mock, resource, at);
  tx.collection(at.collection).delete(at.key);
  markDeleted(mock, place, { key: at.key, value: entity.value }, tx);
  if (!resource.singleton) {
    const id = idFromText(mock, resource, idText(place, at.key));
    removeWithin({ mock, tx }, resource, pathValues(mock, resource, entity.value), id);
  }
  return { kind: 'done', record: recordOf(mock, resource, at.collection, entity), violations: [] };
}
