import { StandinError } from '../core/index.ts';
import { isArray, parseJson, valueAt } from '../wire/index.ts';
import { harEntry } from './har.ts';
import { journalEntry } from './journal-export.ts';
import type { RecordedTraffic } from './options.ts';

/**
 * Reads recorded exchanges: a HAR 1.2 file, or the journal of a mock as its control route gives it. `base` is taken off the URLs of a HAR
 * where they start with it. Throws `data.invalid`.
 */
export function readTraffic(text: string, name: string, base?: string): readonly RecordedTraffic[] {
  const read = parseJson(text, { duplicateKeys: 'keep-last' });
  if (!read.ok) throw new StandinError('data.invalid', `${name} is not JSON: ${read.reason}`);
  const exchanges = valueAt(read.value, '/log/entries');
  if (isArray(exchanges)) return exchanges.flatMap((entry) => harEntry(entry, base) ?? []);
  const entries = isArray(read.value) ? read.value : valueAt(read.value, '/entries');
  if (isArray(entries)) return entries.flatMap((entry) => journalEntry(entry) ?? []);
  throw new StandinError('data.invalid', `${name} is neither a HAR file nor a journal: /log/entries is not a list.`);
}
