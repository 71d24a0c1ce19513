import type { Json } from '../../core/index.ts';
import { isObject } from '../../wire/index.ts';
import { isStateName } from './state-words.ts';

const GONE = /^(deleted|removed|expired|archived|trashed|closed|cancell?ed|revoked|terminated|destroyed|inactive)$/i;
const MARK = /^(is_?)?(deleted|removed|archived|trashed)(_?(at|on|date|time))?$/i;

/**
 * Whether an item that is still shown is marked as deleted: by a state, a flag, or an end time. Looks two
 * levels deep.
 */
export function saysGone(value: Json | undefined, depth = 0): boolean {
  if (!isObject(value) || depth > 2) return false;
  return Object.entries(value).some(
    ([name, member]) =>
      (isStateName(name) && typeof member === 'string' && GONE.test(member)) ||
      (MARK.test(name) && member !== null && member !== false && member !== '') ||
      saysGone(member, depth + 1),
  );
}
