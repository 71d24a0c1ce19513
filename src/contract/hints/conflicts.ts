import type { ExchangeResult } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';
import { hintPlaces, namedPlaces } from './hint-places.ts';
import { refusalEntries } from './refusal-entries.ts';
import { saysUnique } from './refusal-hints.ts';

/**
 * Whether a valid request was refused because of a conflict. A record of an earlier run may have the same
 * name.
 */
export function isConflict(result: ExchangeResult): boolean {
  return result.kind === 'answered'
    ? result.exchange.response.status === 409 || saysTaken(result.exchange)
    : result.missed.failure.code === 'id-taken';
}

/** Whether a 400 or 422 says that another record has a value of the request: `name "blue" already exists`. */
export function saysTaken({ api, operation, request, response }: Exchange): boolean {
  if (operation === undefined || (response.status !== 400 && response.status !== 422)) return false;
  const entries = refusalEntries(response.body).filter(({ text }) => saysUnique(text));
  if (entries.length === 0) return false;
  const places = hintPlaces(api, operation);
  return entries.some((entry) => namedPlaces(entry, places, request).length > 0);
}
