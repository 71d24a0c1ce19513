import type { ExchangeNote } from '../library/index.ts';
import type { Terminal } from './terminal.ts';

/** Violations that are printed for one request; the journal has all of them. */
const MOST_VIOLATIONS = 3;

/** One exchange as a line: time, request, status and origin of the answer. Violations follow on lines of their own. */
export function exchangeText(note: ExchangeNote, { colours, safe }: Terminal): string {
  const { dim, bold } = colours;
  const { method, path, query, status, origin, world, duration, violations, reason } = note;
  const time = new Date(note.at).toTimeString().slice(0, 8);
  const target = safe(`${path}${query === '' ? '' : `?${query}`}`);
  const aside = [origin, ...(world === 'default' ? [] : [`world ${world}`]), `${Math.round(duration)} ms`].join(' · ');
  const wrong = violations.slice(0, MOST_VIOLATIONS).map((each) => `            ${safe(each.message)}\n`);
  if (reason !== undefined) wrong.push(`            ${safe(reason)}\n`);
  const more = violations.length - Math.min(violations.length, MOST_VIOLATIONS);
  return `  ${dim(time)}  ${bold(safe(method).padEnd(6))} ${target}  ${paintStatus(status, colours)}  ${dim(safe(aside))}\n${wrong.join('')}${more > 0 ? `            … and ${more} more\n` : ''}`;
}

function paintStatus(status: number, { green, cyan, yellow, red }: Terminal['colours']): string {
  const paint = status >= 500 ? red : status >= 400 ? yellow : status >= 300 ? cyan : green;
  return paint(String(status));
}
