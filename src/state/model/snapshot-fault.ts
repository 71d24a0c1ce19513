import type { Json } from '../../core/index.ts';
import { isObject } from '../../wire/index.ts';

/** Why a value is not a snapshot; `undefined` if it is. */
export function snapshotFault(value: Json): string | undefined {
  const collections = isObject(value) ? value['collections'] : undefined;
  if (!isObject(collections)) return 'there are no collections';
  if (isObject(value) && value['records'] !== undefined && !isObject(value['records']))
    return 'the records are not an object';
  for (const [name, collection] of Object.entries(collections)) {
    const fault = collectionFault(collection);
    if (fault !== undefined) return `collection ${name} ${fault}`;
  }
  return undefined;
}

function collectionFault(value: Json): string | undefined {
  if (!isObject(value)) return 'is not an object';
  const { nextId, entities } = value;
  if (typeof nextId !== 'string' || !/^-?\d{1,100}$/.test(nextId)) return 'has no nextId, an integer as a string';
  if (entities === undefined || !isEntities(entities)) return 'has no entities, a list of [key, value, version]';
  return new Set(entities.map(([key]) => key)).size === entities.length ? undefined : 'has a key twice';
}

const isEntities = (value: Json): value is readonly (readonly [string, Json, number])[] =>
  Array.isArray(value) &&
  value.every(
    (entity: Json) =>
      isListOf3(entity) && typeof entity[0] === 'string' && Number.isSafeInteger(entity[2]) && Number(entity[2]) > 0,
  );

const isListOf3 = (value: Json): value is readonly [Json, Json, Json] => Array.isArray(value) && value.length === 3;
