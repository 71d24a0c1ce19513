import type { Json, JsonObject } from '../../core/index.ts';
import { isArray, jsonEquals } from '../../wire/index.ts';
import { isSameValue } from './comparison.ts';

/** Whether an update that was to change something has changed nothing: no new value of `sent` is in `read`. */
export function changesNothing(before: JsonObject, sent: JsonObject, read: JsonObject): boolean {
  const wanted = Object.keys(sent).filter((name) => !isSameValue(before[name] ?? null, sent[name] ?? null));
  return wanted.length > 0 && wanted.every((name) => !isSameValue(sent[name] ?? null, read[name] ?? null));
}

/**
 * Whether a value was read that does not come from the one that was sent. A cut, rounded or otherwise
 * rewritten value does.
 */
export function isUnrelated(sent: Json, read: Json): boolean {
  if (typeof sent === 'string' && typeof read === 'string') return !isRewritten(sent, read);
  if (typeof sent === 'number' && typeof read === 'number') return Math.abs(sent - read) >= 1;
  if (isArray(sent) && isArray(read))
    return !sent.some((item) => read.some((other) => jsonEquals(item, other) || !isUnrelated(item, other)));
  return typeof sent !== typeof read || typeof sent === 'boolean';
}

/** One string holds the other, or both begin alike. Signs and letter case do not count. */
function isRewritten(sent: string, read: string): boolean {
  const [one, other] = [plain(sent), plain(read)];
  if (one === '' || other === '') return false;
  return one.includes(other) || other.includes(one) || one.slice(0, 2) === other.slice(0, 2);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
