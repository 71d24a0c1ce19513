import { wordsOf } from '../../wire/index.ts';
import { orderedPairs } from './ordered-pairs.ts';

/** A number that says how long the time between two dates or times beside it is: `nights` between `checkIn` and `checkOut`. */
export interface Span {
  readonly name: string;
  /** Milliseconds of one unit. */
  readonly unit: number;
  readonly from: string;
  readonly to: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: readonly (readonly [form: RegExp, unit: number])[] = [
  [/^(?:(?:number of|num|total) )?nights$/, DAY],
  [/^(?:duration|elapsed|length) (?:in )?(?:hours|hrs|h)$/, HOUR],
  [/^(?:duration|elapsed|length) (?:in )?(?:minutes|mins|min)$/, MINUTE],
  [/^(?:duration|elapsed|length) (?:in )?(?:seconds|secs|sec|s)$/, SECOND],
  [/^(?:duration|elapsed|length) (?:in )?(?:milliseconds|millis|ms)$/, 1],
];

/** Words for changes of a record and for the time in which it may be used, which its numbers do not measure. */
const OF_RECORD =
  /^(?:created?|creation|inserted|added|registered|issued|updated?|valid|validity|available|availability|effective|active|enabled|enrol+ment|registration|season|sale|sales|publish(?:ed)?|release|visible|open|opens|expir(?:y|ed|es|ation))$/;

/** The numbers among properties that measure the only span beside them. */
export function spansAmong(names: readonly string[]): readonly Span[] {
  const found = names.flatMap((name) => {
    const words = wordsOf(name).join(' ');
    const [, unit] = UNITS.find(([form]) => form.test(words)) ?? [];
    return unit === undefined ? [] : [{ name, unit }];
  });
  if (found.length === 0) return [];
  const others = names.filter((each) => !found.some(({ name }) => name === each));
  const pairs = orderedPairs(others, wordsOf).filter(([low]) => !wordsOf(low).some((word) => OF_RECORD.test(word)));
  const [only, ...more] = pairs;
  return only === undefined || more.length > 0 ? [] : found.map((each) => ({ ...each, from: only[0], to: only[1] }));
}

/** The length of a span in its unit; `undefined` unless both ends are dates or times in order. Nights count whole days. */
export function spanLength({ unit, from, to }: Span, value: Readonly<Record<string, unknown>>): number | undefined {
  const [start, end] = [value[from], value[to]].map((each) =>
    typeof each === 'string' ? Date.parse(unit === DAY ? each.slice(0, DATE) : each) : Number.NaN,
  );
  const length = ((end ?? Number.NaN) - (start ?? Number.NaN)) / unit;
  return length >= 0 ? Math.round(length) : undefined;
}

/** Characters of a date (RFC 3339 §5.6). */
const DATE = 10;
