import type { Json } from '../core/index.ts';
import { WIDE } from './branch-choice.ts';
import type { Keywords, KeywordTools } from './evaluation.ts';
import { allOf, type Fits, someOf } from './fits.ts';
import { choiceTest } from './identity.ts';
import { isArray, isFiniteNumeric, isObject } from './json-kind.ts';

/** Keywords for values of every type. */
export const ANY_KEYWORDS: Keywords<unknown> = {
  type: { fits: isOfType },
  $ref: {
    fits: (reference: string, { definition }) => definition(reference),
    tell: (reference: string, { evaluator, listener }) => listener.also(evaluator.definition(reference) ?? true),
  },
  not: {
    fits: (schema: unknown, { same }) => {
      const refused = same(schema);
      return (value) => !refused(value);
    },
    tell: (schema: unknown, { evaluator, value, listener }) => {
      listener.glance(schema, value);
      if (evaluator.fits(schema, value)) listener.breach('not');
    },
  },
  allOf: {
    fits: (schemas: readonly unknown[], { same }) => allOf(schemas.map(same)),
    tell: (schemas: readonly unknown[], { listener }) => schemas.forEach(listener.also),
  },
  if: {
    fits: (schema: unknown, { same }, node) => {
      const [when, yes, no] = [schema, node['then'] ?? true, node['else'] ?? true].map(same) as [Fits, Fits, Fits]; // As many as were passed.
      return (value) => (when(value) ? yes(value) : no(value));
    },
    tell: (schema: unknown, { node, evaluator, value, listener }) => {
      listener.glance(schema, value);
      const clause = evaluator.fits(schema, value) ? 'then' : 'else';
      listener.also(node[clause] ?? true);
      if (!evaluator.fits(node[clause] ?? true, value)) listener.breach('if', { failingKeyword: clause });
    },
  },
  oneOf: {
    fits: (schemas: readonly unknown[], reading) => {
      if (schemas.length > WIDE) return (value) => countFitting(schemas, value, 2, reading) === 1;
      const all = schemas.map(reading.same);
      return (value) => {
        let count = 0;
        for (const each of all) {
          if (each(value)) count += 1;
          if (count > 1) return false;
        }
        return count === 1;
      };
    },
    tell: (schemas: readonly unknown[], { listener }) => listener.alternatives('oneOf', schemas),
  },
  anyOf: {
    fits: (schemas: readonly unknown[], reading) => {
      if (schemas.length > WIDE) return (value) => countFitting(schemas, value, 1, reading) === 1;
      return someOf(schemas.map(reading.same));
    },
    tell: (schemas: readonly unknown[], { listener }) => listener.alternatives('anyOf', schemas),
  },
  enum: { fits: (choices: readonly Json[]) => choiceTest(choices) as Fits }, // The judged values are JSON.
  const: { fits: (choice: Json) => choiceTest([choice]) as Fits },
};

/** The number of branches that a value fits, at most `most`. */
function countFitting(branches: readonly unknown[], value: unknown, most: number, reading: KeywordTools): number {
  let count = 0;
  for (const index of reading.candidates(branches, value)) {
    if (reading.same(branches[index])(value)) count += 1;
    if (count === most) break;
  }
  return count;
}

/** Whether a value is of one of the types. */
export function isOfType(types: string | readonly string[]): Fits {
  return someOf((typeof types === 'string' ? [types] : types).map(isOfOneType));
}

function isOfOneType(type: string): Fits {
  switch (type) {
    case 'integer':
      return (value) => Number.isInteger(value) || (typeof value === 'bigint' && isFiniteNumeric(value));
    case 'number':
      return isFiniteNumeric;
    case 'array':
      return isArray;
    case 'object':
      return isObject;
    case 'null':
      return (value) => value === null;
    default:
      return (value) => typeof value === type;
  }
}
