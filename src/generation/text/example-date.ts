/** Writes an instant, in milliseconds since 1970, in the form of an example. */
export type DateForm = (instant: number) => string;

const MOMENT = /^\d{4}-\d\d-\d\d([T ])\d\d:\d\d(:\d\d)?:?(\.?\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;

/** The form of an example that is a date, a time or both; `undefined` for any other string. */
export function dateFormOf(example: string): DateForm | undefined {
  const moment = MOMENT.exec(example);
  if (moment !== null) {
    const [, between = 'T', seconds, fraction, zone = ''] = moment;
    const end = fraction !== undefined ? 23 : seconds !== undefined ? 19 : 16;
    return (instant) => new Date(instant).toISOString().slice(0, end).replace('T', between) + zone;
  }
  const match = /^(\d{1,4})([-/.:])(\d{1,2})(?:\2(\d{1,4}))?$/.exec(example);
  if (match === null) return /^[A-Z][a-z]{2}, .* GMT$/.test(example) ? (at) => new Date(at).toUTCString() : undefined;
  const [, first = '', sign = '', second = '', third = ''] = match;
  const form = formOf(sign, first, second, third);
  return form && ((instant) => form.map((part) => PARTS[part](new Date(instant).toISOString())).join(sign));
}

/** The parts of a date, in the notation of an instant (`2026-11-28T06:46:05.000Z`). */
const PARTS = {
  year: (at: string) => at.slice(0, 4),
  shortYear: (at: string) => at.slice(2, 4),
  month: (at: string) => at.slice(5, 7),
  day: (at: string) => at.slice(8, 10),
  hour: (at: string) => at.slice(11, 13),
  minute: (at: string) => at.slice(14, 16),
  second: (at: string) => at.slice(17, 19),
} as const;

function formOf(
  sign: string,
  first: string,
  second: string,
  third: string,
): readonly (keyof typeof PARTS)[] | undefined {
  const [a, b] = [Number(first), Number(second)];
  if (sign === ':') {
    const isTime = a < 24 && b < 60 && first.length === 2 && second.length === 2;
    return isTime ? ['hour', 'minute', ...(third === '' ? [] : (['second'] as const))] : undefined;
  }
  if (first.length === 4 && third.length <= 2 && b >= 1 && b <= 12)
    return third === '' ? (sign === '.' ? undefined : ['year', 'month']) : ['year', 'month', 'day'];
  if (third.length === 4 && a >= 1 && a <= 31 && b >= 1 && b <= 31)
    return sign === '.' || a > 12 ? ['day', 'month', 'year'] : ['month', 'day', 'year'];
  // The end of a card: `04/27`.
  const isMonth = sign === '/' && third === '' && /^(0[1-9]|1[0-2])$/.test(first) && second.length === 2;
  return isMonth ? ['month', 'shortYear'] : undefined;
}
