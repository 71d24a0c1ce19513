import { wordsOf } from '../../spec/index.ts';
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
 * The flags of a list that name one state of its items, where the items have no flag of that name: `running` and `only_active`
 * beside a `status`. A flag whose text says that it adds items is not one of them.
 */
export function readStateFlags(
  shapes: Shapes,
  parameters: readonly ParameterDescription[],
  shape: Shape,
): NonNullable<ListDetails['states']> {
  const states = [...shape.properties].flatMap(([property, schema]) => {
    const { root } = shapes.of(schema);
    const values = typeof root === 'object' ? (root.enum ?? []) : [];
    return isStateName(property) ? [{ property, values: values.filter((value) => typeof value === 'string') }] : [];
  });
  const [only] = states;
  if (only === undefined || states.length > 1) return [];
  return parameters.flatMap(({ name, schema, description = '' }) => {
    const [first = '', ...rest] = wordsOf(name);
    if (schema === undefined || WIDENS.test(first) || ADDS.test(description)) return [];
    if (!scalarTypesOf(shapes, schema).includes('boolean')) return [];
    const wanted = plain(first === 'only' || first === 'is' ? rest.join('_') : name);
    const value = only.values.find((each) => plain(each) === wanted);
    return value === undefined ? [] : [{ parameter: name, pointer: child('', only.property), value }];
  });
}

/** What a text says of a flag that lets more items through. */
const ADDS = /\b(?:as well|also|additionally|in addition|includ(?:e|es|ed|ing))\b/i;
