import type { Json } from '../../core/index.ts';
import { pointerTo } from '../../resources/index.ts';
import { type Schema, typesOf } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

const WELL = /^(?:is)?(?:success|succeeded|successful|ok|acknowledged)$/;
const WRONG = /^(?:is|has)?(?:errors?|failed|failures?|warnings?)$/;
const WORDS = /^(?:success|succeeded|ok)$/i;

/**
 * Values of properties of an envelope that say whether a request succeeded, by pointer: `success` is true, `errors` is empty, a `status` with the word
 * `success` has it.
 */
export function saidOfSuccess(mock: MockContext, schema: Schema): readonly (readonly [string, readonly Json[]])[] {
  return [...mock.fieldsOf(schema).properties].flatMap(
    ([name, property]): readonly (readonly [string, readonly Json[]])[] => {
      const values = valuesOf(mock, withoutSeparators(name), property);
      return values.length === 0 ? [] : [[pointerTo(name), values]];
    },
  );
}

function valuesOf(mock: MockContext, name: string, property: Schema): readonly Json[] {
  const types = typesOf(mock.api, property);
  if (WELL.test(name)) return types.includes('boolean') ? [true] : [];
  if (WRONG.test(name)) {
    if (types.includes('boolean')) return [false];
    return types.includes('array') ? [[], null] : types.includes('object') ? [null] : [];
  }
  const target = mock.api.deref(property);
  const listed = name === 'status' && typeof target === 'object' ? (target.enum ?? []) : [];
  return listed.filter((word) => typeof word === 'string' && WORDS.test(word));
}
