import type { Json } from '../core/index.ts';
import { INTEGER_RANGES } from '../evaluation/index.ts';
import type { ValueForm } from './forms.ts';
import { blame, type FormPair, firstSeparating } from './leaf.ts';
import { CONTAINED, type Fit, gapsOf } from './verdict.ts';

type Bound = number | bigint;

interface NumberFacts {
  readonly low: Bound | undefined;
  readonly lowOpen: boolean;
  readonly high: Bound | undefined;
  readonly highOpen: boolean;
  readonly isWhole: boolean;
  readonly steps: readonly Bound[];
}

/** Numbers: intervals, whole numbers, steps. */
export function compareNumbers(pair: FormPair): Fit {
  const { left, right } = pair;
  const [mine, yours] = [factsOf(left), factsOf(right)];
  const found = firstSeparating(pair, candidates(mine, yours));
  if (found !== undefined) {
    const rule = yours.isWhole && !mine.isWhole && isFraction(found) ? 'type' : blame(pair, found);
    return gapsOf({ rule, left: left.nodes[0], right: right.nodes[0], path: [], values: () => found });
  }
  const doubt = doubtOf(mine, yours);
  if (doubt === undefined) return CONTAINED;
  return gapsOf({ ...doubt, left: left.nodes[0], right: right.nodes[0], path: [] });
}

const isFraction = (value: Json): boolean => typeof value === 'number' && !Number.isInteger(value);

function factsOf({ nodes, isWhole }: ValueForm): NumberFacts {
  let [low, high]: [Bound | undefined, Bound | undefined] = [undefined, undefined];
  let [lowOpen, highOpen, whole] = [false, false, isWhole];
  const atLeast = (bound: Bound | undefined, open: boolean): void => {
    if (bound === undefined || (low !== undefined && (bound < low || (bound === low && (lowOpen || !open))))) return;
    [low, lowOpen] = [bound, open];
  };
  const atMost = (bound: Bound | undefined, open: boolean): void => {
    if (bound === undefined || (high !== undefined && (bound > high || (bound === high && (highOpen || !open)))))
      return;
    [high, highOpen] = [bound, open];
  };
  for (const node of nodes) {
    atLeast(node.minimum, false);
    atLeast(node.exclusiveMinimum, true);
    atMost(node.maximum, false);
    atMost(node.exclusiveMaximum, true);
    const range = node.format === undefined ? undefined : new Map(Object.entries(INTEGER_RANGES)).get(node.format);
    if (range === undefined) continue;
    whole = true;
    atLeast(range[0], false);
    atMost(range[1], false);
  }
  return { low, lowOpen, high, highOpen, isWhole: whole, steps: nodes.flatMap(({ multipleOf }) => multipleOf ?? []) };
}

const ALWAYS: readonly Bound[] = [
  0,
  1,
  -1,
  2,
  0.5,
  1.5,
  -0.5,
  0.1,
  3,
  7,
  100,
  2 ** 31,
  -(2 ** 31) - 1,
  2n ** 63n,
  -(2n ** 63n) - 1n,
  1e39,
  -1e39,
];

function candidates(mine: NumberFacts, yours: NumberFacts): readonly Json[] {
  const around = [mine.low, mine.high, yours.low, yours.high].flatMap((bound): readonly Bound[] =>
    bound === undefined
      ? []
      : typeof bound === 'bigint'
        ? [bound, bound + 1n, bound - 1n]
        : [bound, bound + 1, bound - 1, bound + 0.5, bound - 0.5, bound + 0.001, bound - 0.001],
  );
  const stepped = mine.steps.flatMap((step) => {
    const size = Number(step);
    const starts = [0, ...around.map(Number)].map((bound) => Math.ceil(bound / size));
    return starts.flatMap((start) => Array.from({ length: 9 }, (_, index) => multiple(start - 4 + index, size)));
  });
  return [...around, ...stepped, ...ALWAYS].map(exactOf);
}

/** Removes the error of binary fractions: `3 * 0.1`. */
function multiple(count: number, size: number): number {
  return Number((count * size).toPrecision(12));
}

/** Integers beyond 2^53 are `bigint` in a message. */
function exactOf(value: Bound): Json {
  if (typeof value === 'bigint') return value >= -(2n ** 53n) && value <= 2n ** 53n ? Number(value) : value;
  return value;
}

/**
 * The rule that stays undecided although no number showed a difference, and why; `undefined` where the bounds
 * prove that the first contains no number that the second excludes.
 */
function doubtOf(
  mine: NumberFacts,
  yours: NumberFacts,
): { readonly rule: 'range' | 'multiple-of' | 'type'; readonly doubt: string } | undefined {
  const mineWhole = mine.isWhole || mine.steps.some((step) => Number.isInteger(Number(step)));
  if (yours.isWhole && !mineWhole && !isPoint(mine))
    return { rule: 'type', doubt: 'no fraction was found that the first accepts' };
  if (!isAbove(mine, yours, mineWhole) || !isBelow(mine, yours, mineWhole))
    return { rule: 'range', doubt: 'the bounds differ, and no number between them was found' };
  const open = yours.steps.filter(
    (step) => !mine.steps.some((own) => isWholeRatio(own, step)) && !(mineWhole && isWholeRatio(1, step)),
  );
  if (open.length > 0 && !isPoint(mine))
    return { rule: 'multiple-of', doubt: 'the steps differ, and no number between them was found' };
  return undefined;
}

const isPoint = ({ low, high }: NumberFacts): boolean => low !== undefined && low === high;

const isWholeRatio = (large: Bound, small: Bound): boolean => {
  const ratio = Number(large) / Number(small);
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 && Math.round(ratio) >= 1;
};

function isAbove(mine: NumberFacts, yours: NumberFacts, isWhole: boolean): boolean {
  if (yours.low === undefined) return true;
  if (mine.low === undefined) return false;
  const least = isWhole
    ? Math.floor(Number(mine.low)) + (mine.lowOpen || !Number.isInteger(Number(mine.low)) ? 1 : 0)
    : mine.low;
  if (isWhole && typeof mine.low === 'number') return yours.lowOpen ? least > yours.low : least >= yours.low;
  return mine.low > yours.low || (mine.low === yours.low && (!yours.lowOpen || mine.lowOpen));
}

function isBelow(mine: NumberFacts, yours: NumberFacts, isWhole: boolean): boolean {
  if (yours.high === undefined) return true;
  if (mine.high === undefined) return false;
  const most = isWhole
    ? Math.ceil(Number(mine.high)) - (mine.highOpen || !Number.isInteger(Number(mine.high)) ? 1 : 0)
    : mine.high;
  if (isWhole && typeof mine.high === 'number') return yours.highOpen ? most < yours.high : most <= yours.high;
  return mine.high < yours.high || (mine.high === yours.high && (!yours.highOpen || mine.highOpen));
}
