import type { AST } from '@eslint-community/regexpp';
import { type Chance, childChance, drawInt, happens, pick } from '../model/chance.ts';
import { lengthOf } from '../model/json-values.ts';
import type { StepBudget } from '../model/steps.ts';
import type { PatternTree } from './pattern-tree.ts';

interface Style {
  readonly chance: Chance;
  readonly steps: Pick<StepBudget, 'count'>;
  /** Share of letters and digits, if the class has some. */
  readonly plain: number;
}

interface WriteState extends Style {
  readonly captured: Map<AST.CapturingGroup, string>;
}

/**
 * A string written from the tree, with `low` to `high` code points as far as the tree allows. `undefined`
 * if a class has no member.
 */
export function writeText(tree: PatternTree, style: Style, low: number, high: number): string | undefined {
  return write(tree, { ...style, captured: new Map() }, low, high);
}

function write(tree: PatternTree, writing: WriteState, low: number, high: number): string | undefined {
  writing.steps.count();
  switch (tree.kind) {
    case 'one':
      return writeOne(tree, writing);
    case 'all':
      return writeAll(tree.parts, writing, low, high);
    case 'any': {
      const fitting = tree.parts.filter(({ min, max }) => min <= high && max >= low);
      const part = pick(writing.chance, usual(fitting.length > 0 ? fitting : tree.parts));
      return part === undefined ? undefined : write(part, writing, low, high);
    }
    case 'repeat': {
      const count = countFor(tree, writing.chance, low, high);
      writing.steps.count(count);
      return tree.part.kind === 'one'
        ? writeOnes(tree.part, count, writing)
        : writeAll(Array<PatternTree>(count).fill(tree.part), writing, low, high);
    }
    case 'group': {
      const text = write(tree.part, writing, low, high);
      if (text !== undefined) writing.captured.set(tree.group, text);
      return text;
    }
    case 'again': {
      const group = tree.groups.find((candidate) => writing.captured.has(candidate));
      return group === undefined ? '' : writing.captured.get(group);
    }
  }
}

/** The alternatives of any length, where the others are one character or none: numbers in `0|[1-9][0-9]*`. */
function usual(parts: readonly PatternTree[]): readonly PatternTree[] {
  const open = parts.filter(({ max }) => max > MOST_CLOSED);
  return open.length > 0 && parts.every((part) => open.includes(part) || part.max <= 1) ? open : parts;
}

/** Characters of the longest text that is not of any length. */
const MOST_CLOSED = 1_000;

type One = Extract<PatternTree, { readonly kind: 'one' }>;

function writeOne({ filling }: One, { chance, plain }: WriteState): string | undefined {
  return pick(chance, happens(chance, plain) ? filling.plain : filling.all);
}

/** Most repetitions are of one character, so their length needs no calculation. */
function writeOnes(part: One, count: number, writing: WriteState): string | undefined {
  let out = '';
  for (let at = 0; at < count; at += 1) {
    const character = writeOne(part, writing);
    if (character === undefined) return undefined;
    out += character;
  }
  return out;
}

function writeAll(
  sequence: readonly PatternTree[],
  writing: WriteState,
  low: number,
  high: number,
): string | undefined {
  const minAfter = new Array<number>(sequence.length + 1).fill(0);
  const maxAfter = new Array<number>(sequence.length + 1).fill(0);
  for (let i = sequence.length - 1; i >= 0; i--) {
    minAfter[i] = (minAfter[i + 1] ?? 0) + (sequence[i]?.min ?? 0);
    maxAfter[i] = (maxAfter[i + 1] ?? 0) + (sequence[i]?.max ?? 0);
  }
  let out = '';
  let written = 0;
  for (const [i, part] of sequence.entries()) {
    const least = Math.max(part.min, low - written - (maxAfter[i + 1] ?? 0));
    const text = write(part, writing, least, Math.min(part.max, high - written - (minAfter[i + 1] ?? 0)));
    if (text === undefined) return undefined;
    out += text;
    written += lengthOf(text);
  }
  return out;
}

type Repeat = Extract<PatternTree, { readonly kind: 'repeat' }>;

/** The number of iterations: a few by default, as many as the length needs, never more than allowed. */
function countFor({ part, least: statedLeast, most }: Repeat, chance: Chance, low: number, high: number): number {
  // An element that may be empty needs fewer iterations.
  const least = part.min === 0 ? Math.min(statedLeast, MOST_EMPTY) : statedLeast;
  const natural = most === statedLeast ? least : naturalCount(part, least, most, chance);
  if (part.max === 0) return Math.min(natural, 1);
  const needed = low <= 0 ? 0 : Math.ceil(low / part.max);
  const allowed = part.min === 0 ? Number.POSITIVE_INFINITY : Math.floor(high / part.min);
  const lowest = Math.min(most, Math.max(least, needed));
  return Math.max(lowest, Math.min(natural, most, allowed));
}

/** Maximum iterations of an element that may be empty, unless the length needs more. */
const MOST_EMPTY = 100;

function naturalCount(part: PatternTree, least: number, most: number, chance: Chance): number {
  if (most === 1) return drawInt(chance, 0, 1);
  const reach = part.kind === 'one' ? 8 : 2;
  const from = Math.max(least, part.kind === 'one' ? Math.min(4, most) : 1);
  return drawInt(chance, from, Math.max(from, Math.min(most, least + reach)));
}

/** A short string that satisfies a lookahead. */
export function textForLookaheads(trees: readonly PatternTree[], chance: Chance, steps: Style['steps']): string {
  return trees.map((tree, index) => shortest(tree, childChance(chance, index), steps) ?? '').join('');
}

function shortest(tree: PatternTree, chance: Chance, steps: Style['steps']): string | undefined {
  if (tree.kind === 'repeat') {
    const length = tree.part.min === 0 ? Math.min(tree.least, MOST_EMPTY) : tree.least;
    steps.count(length);
    return Array.from({ length }, (_, i) => shortest(tree.part, childChance(chance, i), steps) ?? '').join('');
  }
  if (tree.kind === 'all')
    return tree.parts.map((part, index) => shortest(part, childChance(chance, index), steps) ?? '').join('');
  return writeText(tree, { chance, steps, plain: 1 }, 0, tree.max);
}
