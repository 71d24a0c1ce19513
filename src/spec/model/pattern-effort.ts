/**
 * The worst-case steps of a backtracking engine for a string of n characters: n^(degree + 1) · 2^bits. A
 * conservative estimate; infinite if a repetition contains a repetition or a choice.
 */
export interface Effort {
  readonly degree: number;
  readonly bits: number;
}

/** Choices of up to this many bits for each position are fast. */
const FREE_BITS = 12;
/** A counted repetition with a wider range counts as unbounded. */
const OPEN = 100;

/** Whether no string of ordinary length makes this expression slow. */
export function isHarmless({ degree, bits }: Effort): boolean {
  return degree === 0 && bits <= FREE_BITS;
}

/** The steps that a backtracking engine takes at most for a string of this length. */
export function worstSteps({ degree, bits }: Effort, length: number): number {
  return length ** (degree + 1) * 2 ** bits;
}

export function estimateEffort(source: string): Effort {
  // Escapes and classes count as one character each.
  const plain = source
    .replace(/\\k<[^>]*>|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\./gs, 'e')
    .replace(/\[(?:\^\])?[^\]]*\]/g, 'c');
  const { effort } = readAlternatives(plain, 0);
  const anchored = plain.startsWith('^') && !plain.includes('|');
  // A back-reference compares its string character by character each time.
  const comparing = hasBackReference(source) && effort.degree > 0 ? 1 : 0;
  return { degree: Math.max(0, effort.degree - (anchored ? 1 : 0)) + comparing, bits: effort.bits };
}

/** Whether an expression has a back-reference (ECMA-262 §22.2.1). */
export function hasBackReference(source: string): boolean {
  return /\\[1-9]|\\k</.test(source.replace(/\\\\/g, ''));
}

/** The beginning of a look-around: no engine goes back into one (ECMA-262 §22.2.2.3), so its choices do not multiply. */
const LOOKS = /^\(\?<?[=!]/;

interface Read {
  readonly effort: Effort;
  readonly end: number;
}

/** Reads up to the closing bracket of the group that begins before `start`, or to the end. */
function readAlternatives(plain: string, start: number): Read {
  let degree = 0;
  let bits = 0;
  let at = start;
  while (at < plain.length && plain.charAt(at) !== ')') {
    const char = plain.charAt(at);
    if (char === '|') {
      bits += 1;
      at += 1;
      continue;
    }
    const group = char === '(' ? readAlternatives(plain, at + 1) : undefined;
    const isClosed = group !== undefined && LOOKS.test(plain.slice(at, at + 4)) && isHarmless(group.effort);
    const inner = group === undefined || isClosed ? { degree: 0, bits: 0 } : group.effort;
    const quantifier = readQuantifier(plain, group?.end ?? at + 1);
    const repeated = repeat(inner, quantifier);
    degree += repeated.degree;
    bits += repeated.bits;
    at = quantifier.end;
  }
  return { effort: { degree, bits }, end: at + 1 };
}

interface Quantifier {
  readonly min: number;
  readonly max: number;
  readonly end: number;
}

function readQuantifier(plain: string, at: number): Quantifier {
  const [text = '', star, min, comma, max] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(plain.slice(at, at + 32)) ?? [];
  const end = at + text.length;
  if (star === '?') return { min: 0, max: 1, end };
  if (star !== undefined) return { min: 0, max: Number.POSITIVE_INFINITY, end };
  if (min === undefined) return { min: 1, max: 1, end };
  if (comma === '') return { min: Number(min), max: Number(min), end };
  return { min: Number(min), max: max === '' ? Number.POSITIVE_INFINITY : Number(max), end };
}

function repeat(inner: Effort, { min, max }: Quantifier): Effort {
  const varies = inner.degree > 0 || inner.bits > 0;
  if (max === Number.POSITIVE_INFINITY || max - min > OPEN) {
    return varies ? { degree: Number.POSITIVE_INFINITY, bits: 0 } : { degree: 1, bits: 0 };
  }
  return { degree: inner.degree * max, bits: inner.bits * max + Math.log2(max - min + 1) };
}
