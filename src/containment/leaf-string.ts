import type { Json } from '../core/index.ts';
import type { SchemaObject } from '../spec/index.ts';
import type { ValueForm } from './forms.ts';
import { type FormPair, firstSeparating, nodeStating, separates } from './leaf.ts';
import { patternFits } from './pattern-fit.ts';
import { drawValue, type SchemaSource } from './side.ts';
import { CONTAINED, type Fit, type Gap, type GapRule } from './verdict.ts';

/**
 * Unusual strings, and strings that most patterns distinguish. The empty one is last: not every place of a
 * message can hold it.
 */
const SAMPLES: readonly string[] = [
  'a',
  'A',
  '0',
  ' ',
  '-',
  '_',
  '.',
  '/',
  'é',
  '\u{1f600}',
  '\n',
  'ab',
  'AB',
  '12',
  'a b',
  'a1',
  'abc',
  'ABC',
  '123',
  'x'.repeat(300),
  '',
];
/** Strings that are generated before a pattern stays undecided. */
const DRAWS = 40;
/** Formats whose strings have a bounded length. */
const LENGTHS: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  ['uuid', [36, 36]],
  ['date', [10, 10]],
  ['ipv4', [7, 15]],
  ['ipv6', [2, 45]],
  ['date-time', [20, 100]],
]);

/** Strings: lengths, patterns, formats. */
export function compareStrings(pair: FormPair): Fit {
  const gaps = [...lengthGaps(pair), ...textGaps(pair)];
  return gaps.length === 0 ? CONTAINED : { ...CONTAINED, gaps };
}

function lengthGaps(pair: FormPair): readonly Gap[] {
  const { left, right } = pair;
  // A length that a format on the right implies is reported as a violation of the format.
  const [mine, yours] = [lengthsOf(left, LENGTHS), lengthsOf(right, new Map())];
  const found: Gap[] = [];
  if (mine.most > yours.most)
    found.push(gap(pair, 'max-length', 'maxLength', { minLength: yours.most + 1, maxLength: yours.most + 1 }));
  if (mine.least < yours.least) found.push(gap(pair, 'min-length', 'minLength', { maxLength: yours.least - 1 }));
  return found;
}

/**
 * A format bounds the length too, so a string of that length may not exist; one is generated at once to
 * find out.
 */
function gap(pair: FormPair, rule: GapRule, keyword: 'maxLength' | 'minLength', bounds: SchemaObject): Gap {
  const { left, leftSide, right } = pair;
  const draw = (attempt: number): Json | undefined =>
    drawValue(leftSide, { ...left.schema, allOf: [...(left.schema.allOf ?? []), bounds] }, attempt);
  const base = { rule, left: nodeStating(left, keyword), right: nodeStating(right, keyword), path: [] };
  const isFree = left.nodes.every(({ pattern, format }) => pattern === undefined && format === undefined);
  if (!isFree && [0, 1, 2].every((attempt) => draw(attempt) === undefined))
    return { ...base, doubt: `no string of the first breaks ${keyword}, as far as was tried` };
  return { ...base, values: draw };
}

function lengthsOf({ nodes }: ValueForm, known: typeof LENGTHS): { readonly least: number; readonly most: number } {
  const formats = nodes.flatMap(({ format = '' }) => [known.get(format) ?? ([0, Number.POSITIVE_INFINITY] as const)]);
  return {
    least: Math.max(0, ...nodes.map(({ minLength = 0 }) => minLength), ...formats.map(([least]) => least)),
    most: Math.min(
      ...nodes.map(({ maxLength = Number.POSITIVE_INFINITY }) => maxLength),
      ...formats.map(([, most]) => most),
    ),
  };
}

function textGaps(pair: FormPair): readonly Gap[] {
  const { left, right } = pair;
  const patterns = left.nodes.flatMap(({ pattern }) => pattern ?? []);
  const formats = left.nodes.flatMap(({ format }) => format ?? []);
  return right.nodes.flatMap((node): readonly Gap[] => [
    ...(node.pattern === undefined || patternFits(patterns, node.pattern) === true
      ? []
      : searchGap(pair, 'pattern', { pattern: node.pattern }, node)),
    ...(node.format === undefined || formats.includes(node.format) || !isAssertedFormat(pair.rightSide, node.format)
      ? []
      : searchGap(pair, 'format', { format: node.format }, node)),
  ]);
}

/** Whether some string violates the format. */
export function isAssertedFormat({ fits }: Pick<SchemaSource, 'fits'>, format: string): boolean {
  return ['', ' ', '\u0000', 'a b', '%%'].some((text) => fits({ format }, text, 'request') === false);
}

/** Searches for a string of the left form that violates one keyword of the right. */
function searchGap(pair: FormPair, rule: GapRule, keyword: SchemaObject, node: SchemaObject): readonly Gap[] {
  const { left, leftSide, rightSide } = pair;
  const only: FormPair = { ...pair, right: { ...pair.right, schema: keyword } };
  const found: Json[] = [];
  const sample = firstSeparating(only, SAMPLES);
  if (sample !== undefined) found.push(sample);
  for (let attempt = 0; attempt < DRAWS && found.length === 0; attempt++) {
    const drawn = drawValue(leftSide, left.schema, attempt);
    if (drawn === undefined) break;
    if (separates(only, drawn)) found.push(drawn);
    // Generated strings are typical; their neighbours are not.
    else if (typeof drawn === 'string')
      found.push(
        ...[drawn.toUpperCase(), drawn.toLowerCase(), `${drawn}é`, `${drawn} `, `${drawn}${drawn}`]
          .filter((text) => separates(only, text))
          .slice(0, 1),
      );
  }
  const base = { rule, left: nodeStating(left, rule === 'pattern' ? 'pattern' : 'format'), right: node, path: [] };
  if (found[0] !== undefined) return [{ ...base, values: () => found[0] }];
  if (rightSide.fits(keyword, '', rightSide.direction) === undefined)
    return [{ ...base, doubt: 'the pattern takes too long' }];
  return [{ ...base, doubt: `${DRAWS} strings of the first fit the second, and nothing proves it for all` }];
}
