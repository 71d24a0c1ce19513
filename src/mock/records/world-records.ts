import { type Json, type JsonObject, StandinError } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { suggestion } from '../../spec/index.ts';
import { andThen, type Eventually, type Transaction, type World } from '../../state/index.ts';
import { formatPointer, jsonEquals, setOwn, valueAt } from '../../wire/index.ts';
import { drawnEntity } from '../entity/entity.ts';
import type { MockContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, keyOf, placeOf, SINGLETON } from '../model/place.ts';
import type { WorldRecords } from '../model/world-records.ts';
import { freshKey } from '../roles/create.ts';
import type { Seeder } from '../seed/seeder.ts';

export function createWorldRecords(
  mock: MockContext,
  seeder: Seeder,
  worldOf: (name: string) => Eventually<World>,
): WorldRecords {
  /** Works on the records of a place after its seeds were laid. */
  const at = <T>(name: string, place: EntityPlace, work: (tx: Transaction) => T): Eventually<T> =>
    andThen(worldOf(name), (world) =>
      andThen(
        seeder.ensure(world, place, () => true),
        () => world.transaction(work),
      ),
    );
  return {
    create(world, name, count, fields) {
      const resource = resourceNamed(mock, name, fields);
      const place = placeOfFields(mock, resource, fields);
      if (place.prefix === undefined) throw unplacedError(mock, resource);
      return at(world, place, (tx) => Array.from({ length: count }, () => createRecord(mock, place, tx, fields)));
    },
    list(world, name, match) {
      const place = placeOfFields(mock, resourceNamed(mock, name, match), match);
      return at(world, place, (tx) => matchingRecords(mock, place, tx, match));
    },
  };
}

function resourceNamed(mock: MockContext, name: string, fields: JsonObject): Resource {
  const resource = mock.model.resource(name);
  if (resource === undefined)
    throw new StandinError('usage', `The document has no resource \`${name}\`.`, {
      hint: suggestion(
        name,
        mock.model.resources.map((each) => each.name),
      ),
    });
  const { properties, open } = mock.fieldsOf(resource.schema);
  const names = [...properties.keys(), ...mock.pathScopesOf(resource).map(({ parameter }) => parameter)];
  const unknown = open ? undefined : Object.keys(fields).find((each) => !names.includes(each));
  if (unknown !== undefined)
    throw new StandinError('usage', `The records of \`${name}\` have no property \`${unknown}\`.`, {
      hint: suggestion(unknown, names),
    });
  return resource;
}

/** The parent is given by the path parameter, or by the property that repeats it. */
function placeOfFields(mock: MockContext, resource: Resource, fields: JsonObject): EntityPlace {
  const path: Record<string, Json> = {};
  for (const { parameter, property } of mock.pathScopesOf(resource)) {
    const value = fields[parameter] ?? (property === undefined ? undefined : valueAt(fields, pointerTo(property)));
    if (value !== undefined) setOwn(path, parameter, value);
  }
  const place = placeOf(mock, resource, path);
  if (place === undefined) throw unplacedError(mock, resource);
  return place;
}

function unplacedError(mock: MockContext, resource: Resource): StandinError {
  const names = mock.pathScopesOf(resource).map(({ parameter }) => `\`${parameter}\``);
  return new StandinError('usage', `The records of \`${resource.name}\` live inside other records.`, {
    hint: `Name the records that it belongs to: ${names.join(', ')}.`,
  });
}

function createRecord(mock: MockContext, place: EntityPlace, tx: Transaction, fields: JsonObject): JsonObject {
  const { resource } = place;
  const own = ownFields(mock, resource, fields);
  const key = keyFor(mock, place, tx, own);
  const entity = drawnEntity(mock, { place, key }, own, false);
  const whole = { ...entity, ...own };
  // A property that does not fit is dropped when the record is drawn around it.
  const isKept = Object.entries(own).every(([name, value]) => jsonEquals(entity[name] ?? null, value));
  const faults = isKept ? [] : mock.validator.value(resource.schema, whole, 'response');
  if (faults.length > 0)
    throw new StandinError(
      'data.invalid',
      `A record of \`${resource.name}\` cannot have these fields: ${faults.map(({ message }) => message).join('; ')}.`,
    );
  tx.collection(place.collection).put(key, whole);
  return whole;
}

function keyFor(mock: MockContext, place: EntityPlace, tx: Transaction, fields: JsonObject): string {
  const { resource, prefix = '' } = place;
  const collection = tx.collection(place.collection);
  if (resource.singleton) return SINGLETON;
  const { property } = resource.id ?? {};
  const id = property === undefined ? undefined : valueAt(fields, pointerTo(property));
  if (id === undefined) {
    const fresh = freshKey(mock, place, collection);
    if (typeof fresh === 'string') return fresh;
    throw new StandinError('data.invalid', fresh.refusal.message);
  }
  const key = prefix + keyOf(id);
  if (collection.get(key) !== undefined)
    throw new StandinError(
      'data.invalid',
      `There is a record of \`${resource.name}\` with the id ${keyOf(id)} already.`,
    );
  if (/^\d{1,18}$/.test(keyOf(id))) collection.reserve(BigInt(keyOf(id)));
  return key;
}

function matchingRecords(
  mock: MockContext,
  place: EntityPlace,
  tx: Transaction,
  match: JsonObject,
): readonly JsonObject[] {
  const where = Object.entries(ownFields(mock, place.resource, match)).map(
    ([name, value]) => ({ pointer: formatPointer([name]), op: 'equals', value }) as const,
  );
  const { entities } = tx.collection(place.collection).query({ where: [...place.where, ...where] });
  return entities.map(({ value }) => asObject(value));
}

/** The given properties without those that only identify the parent. */
function ownFields(mock: MockContext, resource: Resource, fields: JsonObject): JsonObject {
  const { properties } = mock.fieldsOf(resource.schema);
  const places = mock.pathScopesOf(resource).map(({ parameter }) => parameter);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => properties.has(name) || !places.includes(name)));
}
