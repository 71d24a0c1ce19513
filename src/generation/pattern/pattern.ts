import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { type Chance, childChance } from '../model/chance.ts';
import { cut, lengthOf } from '../model/json-values.ts';
import type { StepBudget } from '../model/steps.ts';
import { effortOf, type WorstEffort } from './pattern-risk.ts';
import { textForLookaheads, writeText } from './pattern-text.ts';
import { patternTreeOf, type ReadPattern } from './pattern-tree.ts';

type Counts = Pick<StepBudget, 'count'>;

/** A pattern of the document, for tests and for writing. */
export interface PatternText {
  /**
   * Whether the pattern matches. A long string counts as a match if the engine could take exponential time.
   */
  test(text: string): boolean;
  /**
   * A string that matches, with `low` to `high` code points; `undefined` if this draw failed. `wild` uses
   * all allowed characters, not mostly letters and digits.
   */
  write(chance: Chance, low: number, high: number, wild: boolean): string | undefined;
}

/**
 * Reads patterns as ECMA-262 with the flag `u`, else without it, else converts other dialects where an
 * exact equivalent exists. An unreadable pattern has no effect.
 */
export function createPatterns(steps: Counts): (source: string) => PatternText | undefined {
  const known = new Map<string, PatternText | undefined>();
  return (source) => {
    if (!known.has(source)) known.set(source, patternOf(source, steps));
    return known.get(source);
  };
}

/** Strings up to this length are tested with every pattern: at most 2^20 tries. */
const LONGEST_RISKY = 20;
/** Maximum tries of the engine. A string that could need more is not tested. */
const MOST_TRIES = 1e8;
/** Tries of the engine that take as long as one step. */
const TRIES_PER_STEP = 256;

function patternOf(source: string, steps: Counts): PatternText | undefined {
  const { text, flags } = translate(source);
  for (const tried of [`${flags}u`, flags]) {
    const engine = compile(text, tried);
    if (engine === undefined) continue;
    let read: ReadPattern | undefined;
    let effort: WorstEffort | undefined;
    const isSafe = ({ length }: string): boolean => {
      effort ??= effortOf(parse(text, tried), tried);
      const tries = length ** effort.power * 2 ** Math.min(length, effort.bits);
      const most = length <= LONGEST_RISKY ? 2 ** LONGEST_RISKY : MOST_TRIES;
      if (length > LONGEST_RISKY && (effort.bits === Number.POSITIVE_INFINITY || tries > most)) return false;
      steps.count(Math.ceil(Math.min(tries, most) / TRIES_PER_STEP));
      return true;
    };
    return {
      test: (candidate) => !isSafe(candidate) || engine.test(candidate),
      write: (chance, low, high, wild) => {
        read ??= patternTreeOf(parse(text, tried), tried, steps);
        const finds = (candidate: string): boolean => isSafe(candidate) && engine.test(candidate);
        return attempt({ read, finds, steps }, chance, { low, high }, wild);
      },
    };
  }
  return undefined;
}

function translate(source: string): { readonly text: string; readonly flags: string } {
  const inline = /^\(\?([ims]+)\)/.exec(source);
  const rest = inline === null ? source : source.slice(inline[0].length);
  return { text: rest.replace(/\\A/g, '^').replace(/\\[zZ]/g, '$'), flags: inline?.[1] ?? '' };
}

function compile(text: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(text, flags);
  } catch {
    return undefined;
  }
}

function parse(text: string, flags: string): AST.Pattern {
  return new RegExpParser({ strict: false }).parsePattern(text, 0, text.length, { unicode: flags.includes('u') });
}

interface Attempt {
  readonly read: ReadPattern;
  readonly finds: (text: string) => boolean;
  readonly steps: Counts;
}

/** Least and most characters. */
interface Lengths {
  readonly low: number;
  readonly high: number;
}

function attempt(
  { read, finds, steps }: Attempt,
  chance: Chance,
  { low, high }: Lengths,
  wild: boolean,
): string | undefined {
  // A pattern's own repetitions may need more characters than are allowed.
  if (read.tree.min > high || read.wanted.some(({ min }) => min > high)) return undefined;
  const main = writeText(read.tree, { chance, steps, plain: wild ? 0.6 : 0.97 }, low, high);
  if (main === undefined) return undefined;
  const text = padTo(read, main, low);
  if (!read.doubtful && text === main) return fits(text, low, high) ? text : undefined;
  const front = read.wanted.length === 0 ? '' : textForLookaheads(read.wanted, childChance(chance, 'wanted'), steps);
  const candidates = [
    text,
    cut(front + text, Math.max(high, lengthOf(front))),
    overlaid(text, front),
    text + front,
    front,
  ];
  return candidates.find((candidate) => fits(candidate, low, high) && finds(candidate));
}

function fits(text: string, low: number, high: number): boolean {
  const length = lengthOf(text);
  return length >= low && length <= high;
}

/** `text` with its first characters replaced by those of `front`. */
function overlaid(text: string, front: string): string {
  return front + Array.from(text).slice(lengthOf(front)).join('');
}

function padTo(read: ReadPattern, text: string, low: number): string {
  const lacking = low - lengthOf(text);
  if (lacking <= 0) return text;
  if (!read.anchoredEnd) return text + 'a'.repeat(lacking);
  return read.anchoredStart ? text : 'a'.repeat(lacking) + text;
}
