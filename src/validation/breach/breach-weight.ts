import { type Evaluator, isArray, isObject, type Listener, tellBreaches, WIDE } from '../../evaluation/index.ts';
import type { SchemaNode } from '../copy/schema-copier.ts';

/**
 * How far a value is from a schema: the size of a list of all breaches, including those of every
 * alternative.
 */
export interface Weight {
  /** How often a schema would be evaluated if no result were kept. */
  readonly visits: number;
  readonly breaches: number;
  /**
   * Breaches of `type` by the value itself, the types that were expected, and the first schema that expects
   * one.
   */
  readonly types: number;
  readonly wantedTypes: ReadonlySet<string> | undefined;
  readonly typedBy: SchemaNode | undefined;
  /** Breaches of `enum` and `const` of the value itself. */
  readonly choices: number;
  /** The same for its members: a property that distinguishes alternatives has another value. */
  readonly tags: number;
}

/**
 * Computes the weight without making the list, whose length may grow exponentially: each schema is
 * evaluated once for each value.
 */
export type Weigh = (schema: unknown, value: unknown) => Weight;

type Sum = { -readonly [Key in keyof Weight]: Weight[Key] };

const emptySum = (): Sum => ({
  visits: 1,
  breaches: 0,
  types: 0,
  wantedTypes: undefined,
  typedBy: undefined,
  choices: 0,
  tags: 0,
});

/**
 * Results are kept as long as the function exists. `isShallow`: composite members count only as fitting or
 * not, for values that are too large.
 */
export function createWeigh(evaluator: Evaluator, isShallow = false): Weigh {
  const known = new Map<unknown, Map<unknown, Weight>>();
  const weigh: Weigh = (schema, value) => {
    const weights = known.get(schema) ?? new Map<unknown, Weight>();
    known.set(schema, weights);
    const before = weights.get(value);
    if (before !== undefined) return before;
    const sum = emptySum();
    // A schema that refers back to itself without looking into the value adds nothing.
    weights.set(value, sum);
    if (schema === false) sum.breaches += 1;
    else if (isObject(schema)) tellBreaches(schema, value, evaluator, listenerOf(schema, value, sum));
    return sum;
  };

  function listenerOf(node: SchemaNode, value: unknown, sum: Sum): Listener {
    const also = (schema: unknown): void => addSame(sum, weigh(schema, value));
    return {
      breach: (keyword) => {
        sum.breaches += 1;
        if (keyword === 'enum' || keyword === 'const') sum.choices += 1;
        if (keyword !== 'type') return;
        sum.types += 1;
        sum.typedBy ??= node;
        sum.wantedTypes = new Set([...(sum.wantedTypes ?? []), ...[node['type']].flat().map(String)]);
      },
      also,
      inside: (schema, member) => {
        if (!isShallow || (!isArray(value) && typeof member !== 'object')) addInside(sum, weigh(schema, member));
        else if (!evaluator.fits(schema, member)) sum.breaches += 1;
      },
      attempt: (schema, tried, name) => {
        if (name === undefined) addSame(sum, weigh(schema, tried));
        else addInside(sum, weigh(schema, tried));
      },
      glance: (schema, seen) => {
        sum.visits += weigh(schema, seen).visits;
      },
      alternatives: (keyword, branches) => {
        const fitting = fittingBranches(evaluator, keyword, branches, value);
        const refused = fitting.length !== 1;
        const isWide = branches.length > WIDE;
        for (const branch of isWide ? [] : branches) {
          if (refused) also(branch);
          else sum.visits += weigh(branch, value).visits;
        }
        if (refused) sum.breaches += 1;
      },
    };
  }
  return weigh;
}

function addSame(sum: Sum, more: Weight): void {
  sum.visits += more.visits;
  sum.breaches += more.breaches;
  sum.types += more.types;
  sum.typedBy ??= more.typedBy;
  if (more.wantedTypes !== undefined) sum.wantedTypes = new Set([...(sum.wantedTypes ?? []), ...more.wantedTypes]);
  sum.choices += more.choices;
  sum.tags += more.tags;
}

function addInside(sum: Sum, more: Weight): void {
  sum.visits += more.visits;
  sum.breaches += more.breaches;
  sum.tags += more.choices;
}

/** The indexes of the branches that a value fits: at most one of `anyOf`, at most two of `oneOf`. */
export function fittingBranches(
  evaluator: Evaluator,
  keyword: 'anyOf' | 'oneOf',
  branches: readonly unknown[],
  value: unknown,
): readonly number[] {
  const most = keyword === 'oneOf' ? 2 : 1;
  const fitting: number[] = [];
  for (const index of branches.length > WIDE ? evaluator.candidates(branches, value) : branches.keys()) {
    if (evaluator.fits(branches[index], value)) fitting.push(index);
    if (fitting.length === most) break;
  }
  return fitting;
}
