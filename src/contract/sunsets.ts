import type { Json } from '../core/index.ts';
import { valueAt } from '../wire/index.ts';
import type { Seen } from './check.ts';

/** Whether an operation is over, as its document says: then 410, and 404, are what it ought to answer (RFC 8594 §3). */
export function isOver({
  operation,
  response: { status },
  settings,
}: Pick<Seen, 'operation' | 'response' | 'settings'>): boolean {
  const sunset = operation?.lifecycle.sunset;
  return sunset !== undefined && sunset < settings.now && (status === 410 || status === 404);
}

/** Whether a status is the one, or of the class (`2XX`), that a person wrote down. */
export function fitsStatus(status: number, wanted: Json): boolean {
  const text = String(wanted).toUpperCase();
  return text.endsWith('XX') ? text[0] === String(status)[0] : text === String(status);
}

/** Whether a step of a scenario met an operation that is over and does not expect it to be. */
export function hasEnded(seen: Pick<Seen, 'operation' | 'response' | 'settings'>, expected: Json): boolean {
  const wanted = valueAt(expected, '/status');
  return isOver(seen) && !(wanted !== undefined && fitsStatus(seen.response.status, wanted));
}
