import type { Json, JsonObject } from '../../core/index.ts';
import { type Schema, typesOf } from '../../spec/index.ts';
import type { Collection } from '../../state/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import type { EntityPlace } from '../model/place.ts';

/** Names of the position of a record among those of its parent. */
const POSITION = /^(?:index|(?:message|item|line|sequence)index|sequence|sequencenumber|seq|ordinal)$/;

/**
 * Positions of a new record among those of its parent, which the server counts: one more than the last one has, from 0 or the documented minimum. Empty
 * where the request has such a property.
 */
export function ordinalsOf(
  { api, fieldsOf, validator }: MockContext,
  place: EntityPlace,
  collection: Collection,
  requested: Schema | undefined,
): JsonObject {
  if (place.where.length === 0 || place.isKeptByKey === true) return {};
  const sent = new Set([...fieldsOf(requested ?? true).properties.keys()].map(withoutSeparators));
  return Object.fromEntries(
    [...fieldsOf(place.resource.schema).properties].flatMap(
      ([name, property]): readonly (readonly [string, Json])[] => {
        const plain = withoutSeparators(name);
        const target = api.deref(property);
        if (!POSITION.test(plain) || sent.has(plain) || !typesOf(api, property).includes('integer')) return [];
        const order = [{ pointer: `/${name}`, descending: true }];
        const { entities } = collection.query({ where: place.where, order, limit: 1 });
        const last = (entities[0]?.value as JsonObject | undefined)?.[name];
        const first =
          typeof target === 'object' && typeof target.minimum === 'number' ? Math.max(0, target.minimum) : 0;
        const value = typeof last === 'number' ? last + 1 : first;
        return validator.accepts(property, value, 'response') ? [[name, value]] : [];
      },
    ),
  );
}
