const MONTHS: readonly string[] = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const FIXDATE = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const RFC850 = /^[A-Z][a-z]{5,8}, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/** Writes an instant (ms since the Unix epoch) as an IMF-fixdate (RFC 9110 §5.6.7); fractions of a second are cut. */
export function formatHttpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

/** Reads all three forms of an HTTP-date (RFC 9110 §5.6.7) to ms since the Unix epoch; two-digit years lie in 1970–2069. */
export function parseHttpDate(text: string): number | undefined {
  const fixdate = FIXDATE.exec(text);
  if (fixdate !== null) return instant(fixdate[3], fixdate[2], fixdate[1], fixdate.slice(4));
  const rfc850 = RFC850.exec(text);
  if (rfc850 !== null) {
    const year = Number(rfc850[3]);
    return instant(String(year + (year < 70 ? 2000 : 1900)), rfc850[2], rfc850[1], rfc850.slice(4));
  }
  const asctime = ASCTIME.exec(text);
  return asctime === null ? undefined : instant(asctime[6], asctime[1], asctime[2], asctime.slice(3, 6));
}

function instant(
  year: string | undefined,
  monthName: string | undefined,
  day: string | undefined,
  time: readonly string[],
): number | undefined {
  const month = MONTHS.indexOf(monthName ?? '');
  const [hour = 0, minute = 0, second = 0] = time.map(Number);
  if (month < 0 || hour > 23 || minute > 59 || second > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), month, Number(day));
  // A day that does not exist in its month would roll over, so the date is invalid.
  if (date.getUTCMonth() !== month) return undefined;
  return date.getTime() + ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000;
}

/** UTC day of an instant (ms since the Unix epoch): `2027-06-30`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/**
 * Writes an instant as a Structured Field Date (RFC 9651 §3.3.7), the format of `Deprecation`:
 * `@1782864000`.
 */
export function formatStructuredDate(ms: number): string {
  return `@${Math.floor(ms / 1000)}`;
}

/** Reads a Structured Field Date to ms since the Unix epoch; parameters are ignored. */
export function parseStructuredDate(text: string): number | undefined {
  const found = /^ *@(-?\d{1,12})(?:;[^,]*)? *$/.exec(text);
  return found === null ? undefined : Number(found[1]) * 1000;
}
