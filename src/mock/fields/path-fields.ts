import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { type Schema, typesOf } from '../../spec/index.ts';
import { parsePointer, withValueAt } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import { asObject, mergeObjects } from '../model/object.ts';
import { type EntityPlace, idText } from '../model/place.ts';
import { resourceNamesOf } from './own-address.ts';

/** The id in the type that the entity shows, from its canonical string. */
export function idFromText(mock: MockContext, resource: Resource, text: string): Json {
  const types = resource.id === undefined ? [] : typesOf(mock.api, resource.id.schema);
  const counted = types.includes('integer') || types.includes('number');
  if (!counted || !/^-?(0|[1-9]\d*)$/.test(text)) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/**
 * Properties of an entity that its path and id decide: whole top-level properties, and all of them by
 * pointer.
 */
export interface PathFields {
  readonly direct: JsonObject;
  readonly all: readonly (readonly [pointer: string, value: Json])[];
}

export function pathFieldsOf(mock: MockContext, place: EntityPlace, key: string): PathFields {
  const { resource } = place;
  const all: (readonly [string, Json])[] = place.where.map(({ pointer, value }) => [pointer, value] as const);
  for (const [name, value] of resourceNamesOf(mock, place, key)) all.push([pointerTo(name), value]);
  if (!resource.singleton && resource.id?.property !== undefined) {
    const id = idFromText(mock, resource, idText(place, key));
    // A path may name an entity by another value than its id (`/orgs/{org}` by a login). Then it
    // does not decide the id.
    const pointer = pointerTo(resource.id.property);
    const shown = schemaAt(mock.fieldsOf, resource.schema, pointer);
    const fits = (schema: Schema): boolean => mock.validator.accepts(schema, id, 'response');
    if (fits(resource.id.schema) || (shown !== undefined && fits(shown))) all.push([pointer, id]);
  }
  const direct: Record<string, Json> = {};
  for (const [pointer, value] of all) {
    const [name, ...deeper] = parsePointer(pointer) ?? [];
    if (name !== undefined && deeper.length === 0) direct[name] = value;
  }
  return { direct, all };
}

export function withDecided(value: JsonObject, decided: PathFields): JsonObject {
  let result: Json = value;
  for (const [pointer, each] of decided.all)
    if (pointer.lastIndexOf('/') !== 0) result = withValueAt(result, pointer, each);
  return mergeObjects(asObject(result), decided.direct);
}
