import type { JsonObject } from '../../core/index.ts';
import { onceForEach, type Schema, type SchemaObject } from '../../spec/index.ts';
import { drawnAround } from '../fields/draw.ts';
import type { MockContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, numberOfText } from '../model/place.ts';
import { createSubtypes } from '../model/subtypes.ts';

/** One kind of a discriminated base schema, by the word that names it. */
interface Kind {
  readonly word: string;
  readonly schema: Schema;
}

/**
 * A seeded record of a base schema with subtypes in `allOf` (`Pet` of `Cat` and `Dog`), as one of them: the one that its discriminator names, else one by
 * its id.
 */
export function asSubtype(
  mock: MockContext,
  { resource, collection }: EntityPlace,
  { id, known }: { readonly id: string; readonly known: JsonObject },
  entity: JsonObject,
): JsonObject {
  const target = mock.api.deref(resource.schema);
  const name = typeof target === 'object' ? target.discriminator?.propertyName : undefined;
  const kinds = typeof target === 'object' ? kindsOf(mock)(target) : [];
  if (name === undefined || kinds.length === 0) return entity;
  const own = Object.hasOwn(known, name) ? known[name] : undefined;
  const kind = own === undefined ? kinds[numberOfText(id) % kinds.length] : kinds.find(({ word }) => word === own);
  if (kind === undefined) return entity;
  const at = `${collection}/${id}/${kind.word}`;
  const whole = drawnAround(mock, kind.schema, at, { known: { ...entity, [name]: kind.word } });
  return whole !== undefined && mock.validator.accepts(resource.schema, whole, 'response') ? asObject(whole) : entity;
}

const kindsOf = onceForEach((mock: MockContext) =>
  onceForEach((target: SchemaObject): readonly Kind[] => {
    if (target.discriminator === undefined) return [];
    const { mapping = {}, propertyName } = target.discriminator;
    const subtypes = createSubtypes(mock.api)(target);
    return subtypes.flatMap((each): readonly Kind[] => {
      const inner = mock.api.deref(each);
      const pointer = typeof inner === 'object' ? mock.api.pointerOf(inner) : undefined;
      const last = pointer?.split('/').at(-1) ?? '';
      const word = Object.entries(mapping).find(([, to]) => to === last || to.endsWith(`#${pointer}`))?.[0] ?? last;
      const isNamed = Object.keys(mapping).length === 0 || word in mapping;
      const property = mock.fieldsOf(each).properties.get(propertyName);
      return isNamed && (property === undefined || mock.validator.accepts(property, word, 'response'))
        ? [{ word, schema: each }]
        : [];
    });
  }),
);
