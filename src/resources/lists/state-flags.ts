import { type Schema, wordsOf } from '../../spec/index.ts';
import type { ListDetails } from '../model/model.ts';
import { child } from '../model/pointers.ts';
import { isStateName } from '../model/state-words.ts';
import { plain } from '../model/words.ts';
import { scalarTypesOf } from '../schema/identity.ts';
import type { Shape, Shapes } from '../schema/shape.ts';
import type { ParameterDescription } from './filters.ts';

/** A flag that lists more items, or shows more of each. */
const WIDENS = /^(?:include|including|with|show|expand|embed|return|all)$/;

/**
 * The flags of a list that let through only some of its items: `vip_only` for items with a flag `vip`, and those that name one state of items
 * that have no flag of that name: `running` and `only_active` beside a `status`. A flag whose text says that it adds items is not one of them.
 */
export function readStateFlags(
  shapes: Shapes,
  parameters: readonly ParameterDescription[],
  shape: Shape,
): NonNullable<ListDetails['states']> {
  const isFlag = (schema: Schema | undefined): boolean =>
    schema !== undefined && scalarTypesOf(shapes, schema).includes('boolean');
  const states = statesOf(shapes, shape);
  return parameters.flatMap(({ name, schema, description = '' }): NonNullable<ListDetails['states']> => {
    const words = wordsOf(name);
    if (!isFlag(schema) || WIDENS.test(words[0] ?? '')) return [];
    const wanted = plain((words[0] === 'is' ? words.slice(1) : words.filter((word) => word !== 'only')).join('_'));
    const flagOf = (word: string): string | undefined =>
      [word, `is${word}`].flatMap((each) => shape.spelled(each)).find(([, each]) => isFlag(each))?.[0];
    const flag = words.includes('only') ? flagOf(wanted) : undefined;
    if (flag !== undefined) return [{ parameter: name, pointer: child('', flag), value: true }];
    const isNegated = wanted.startsWith('un') && shape.spelled(wanted).length === 0;
    const opposite = isNegated && !ADDS.test(description) ? flagOf(wanted.slice(2)) : undefined;
    if (opposite !== undefined) return [{ parameter: name, pointer: child('', opposite), value: false }];
    const value = ADDS.test(description) ? undefined : states?.values.find((each) => plain(each) === wanted);
    return states === undefined || value === undefined
      ? []
      : [{ parameter: name, pointer: child('', states.property), value }];
  });
}

/** The property with the state of an item, and its values, if there is exactly one. */
function statesOf(
  shapes: Shapes,
  shape: Shape,
): { readonly property: string; readonly values: readonly string[] } | undefined {
  const states = [...shape.properties].flatMap(([property, schema]) => {
    const { root } = shapes.of(schema);
    const values = typeof root === 'object' ? (root.enum ?? []) : [];
    return isStateName(property) ? [{ property, values: values.filter((value) => typeof value === 'string') }] : [];
  });
  return states.length === 1 ? states[0] : undefined;
}

/** What a text says of a flag that lets more items through. */
const ADDS = /\b(?:as well|also|additionally|in addition|includ(?:e|es|ed|ing))\b/i;
