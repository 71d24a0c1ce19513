import { StandinError } from '../../core/index.ts';
import { isArray, parseJson, valueAt } from '../../wire/index.ts';
import type { RecordedTraffic } from '../model/recorded-traffic.ts';
import { harEntry } from './har.ts';
import { journalEntry } from './journal-export.ts';
import { baseUrl } from './recorded-place.ts';

/**
 * Reads recorded exchanges: a HAR 1.2 file, or the journal of a mock as its control route gives it. `base` is taken off the URLs of a HAR; a URL
 * that does not begin with it is marked as being elsewhere. Throws `data.invalid`, and `usage` for a base that is not a URL.
 */
export function readTraffic(text: string, name: string, base?: string): readonly RecordedTraffic[] {
  const read = parseJson(text, { duplicateKeys: 'keep-last' });
  if (!read.ok) throw new StandinError('data.invalid', `${name} is not JSON: ${read.reason}`);
  const exchanges = valueAt(read.value, '/log/entries');
  const under = base === undefined ? undefined : baseUrl(base);
  if (isArray(exchanges)) return withNumbers(exchanges.map((entry) => harEntry(entry, under)));
  const entries = isArray(read.value) ? read.value : valueAt(read.value, '/entries');
  if (isArray(entries)) return withNumbers(entries.map((entry) => journalEntry(entry, base)));
  throw new StandinError('data.invalid', `${name} is neither a HAR file nor a journal: /log/entries is not a list.`);
}

/** Keeps the entries that can be read, each with its position in the recording. */
function withNumbers(entries: readonly (RecordedTraffic | undefined)[]): readonly RecordedTraffic[] {
  return entries.flatMap((entry, index) => (entry === undefined ? [] : [{ ...entry, number: index + 1 }]));
}
