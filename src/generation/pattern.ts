import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { type Chance, childOf } from './chance.ts';
import { cut, lengthOf } from './json-values.ts';
import { isRisky } from './pattern-risk.ts';
import { writeText, writeWanted } from './pattern-text.ts';
import { type ReadPattern, readPattern } from './pattern-tree.ts';

/** A pattern of the document, ready to test and to write with. */
export interface Pattern {
  /** Whether the pattern finds itself in the text. Where the engine could take exponential time, a long text is given the benefit of the doubt. */
  test(text: string): boolean;
  /** A text that the pattern finds itself in, of `low` to `high` code points; `undefined` when this draw went wrong. `wild` uses every character that the pattern allows, not mostly letters and digits. */
  write(chance: Chance, low: number, high: number, wild: boolean): string | undefined;
}

/** Reads patterns as ECMA-262 with `u`, without it where that fails, and the spellings of other dialects that have an exact counterpart. A pattern that nothing can read constrains nothing. */
export function createPatterns(): (source: string) => Pattern | undefined {
  const known = new Map<string, Pattern | undefined>();
  return (source) => {
    if (!known.has(source)) known.set(source, patternOf(source));
    return known.get(source);
  };
}

/** Longest text that a pattern with repetition inside repetition is run on: 2^20 steps at worst. */
const LONGEST_RISKY = 20;

function patternOf(source: string): Pattern | undefined {
  const { text, flags } = translated(source);
  for (const tried of [`${flags}u`, flags]) {
    const engine = compiled(text, tried);
    if (engine === undefined) continue;
    let read: ReadPattern | undefined;
    let risky: boolean | undefined;
    const isSafe = (candidate: string): boolean => {
      if (candidate.length <= LONGEST_RISKY) return true;
      risky ??= isRisky(parsed(text, tried), tried);
      return !risky;
    };
    return {
      test: (candidate) => !isSafe(candidate) || engine.test(candidate),
      write: (chance, low, high, wild) => {
        read ??= readPattern(parsed(text, tried), tried);
        return attempt(read, (candidate) => isSafe(candidate) && engine.test(candidate), chance, low, high, wild);
      },
    };
  }
  return undefined;
}

function translated(source: string): { readonly text: string; readonly flags: string } {
  const inline = /^\(\?([ims]+)\)/.exec(source);
  const rest = inline === null ? source : source.slice(inline[0].length);
  return { text: rest.replace(/\\A/g, '^').replace(/\\[zZ]/g, '$'), flags: inline?.[1] ?? '' };
}

function compiled(text: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(text, flags);
  } catch {
    return undefined;
  }
}

function parsed(text: string, flags: string): AST.Pattern {
  return new RegExpParser({ strict: false }).parsePattern(text, 0, text.length, { unicode: flags.includes('u') });
}

function attempt(
  read: ReadPattern,
  finds: (text: string) => boolean,
  chance: Chance,
  low: number,
  high: number,
  wild: boolean,
): string | undefined {
  const main = writeText(read.tree, chance, low, high, wild ? 0.6 : 0.97);
  if (main === undefined) return undefined;
  const text = padded(read, main, low);
  if (!read.doubtful && text === main) return fits(text, low, high) ? text : undefined;
  const front = read.wanted.length === 0 ? '' : writeWanted(read.wanted, childOf(chance, 'wanted'));
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

function padded(read: ReadPattern, text: string, low: number): string {
  const lacking = low - lengthOf(text);
  if (lacking <= 0) return text;
  if (!read.anchoredEnd) return text + 'a'.repeat(lacking);
  return read.anchoredStart ? text : 'a'.repeat(lacking) + text;
}
