import type { Json } from '../../core/index.ts';
import { pointerTo } from '../../resources/index.ts';
import { type Api, type Schema, typesOf } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { SuccessMarks } from '../model/context.ts';
import type { Fields } from '../model/fields.ts';

const WELL = /^(?:is)?(?:success|succeeded|successful|ok|acknowledged)$/;
const WRONG = /^(?:is|has)?(?:errors?|failed|failures?|warnings?)$/;
const WORDS = /^(?:success|succeeded|ok)$/i;

/**
 * Values of properties of an envelope that say whether a request succeeded, by pointer: `success` is true, `errors` is empty, a `status` with the word
 * `success` has it.
 */
export function successMarksOf(api: Api, { properties }: Fields): SuccessMarks {
  return [...properties].flatMap(([name, property]): SuccessMarks => {
    const values = valuesOf(api, withoutSeparators(name), property);
    return values.length === 0 ? [] : [[pointerTo(name), values]];
  });
}

function valuesOf(api: Api, name: string, property: Schema): readonly Json[] {
  const types = typesOf(api, property);
  if (WELL.test(name)) return types.includes('boolean') ? [true] : [];
  if (WRONG.test(name)) {
    if (types.includes('boolean')) return [false];
    return types.includes('array') ? [[], null] : types.includes('object') ? [null] : [];
  }
  const target = api.deref(property);
  const listed = name === 'status' && typeof target === 'object' ? (target.enum ?? []) : [];
  return listed.filter((word) => typeof word === 'string' && WORDS.test(word));
}
