import type { Resource } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import { escapeRegExp } from '../../wire/index.ts';

const TAKEN =
  /\b(already|taken|occupied|in use|not (free|available)|unavailable|busy|reserved|booked|on loan|lent|rented|assigned|overlap\w*)\b/i;
/** A conflict about the name of the new record, or about another version of a record. */
const OTHER = /\b(exists?|same|name|unique|duplicate\w*|version|e-?tag)\b/i;

/**
 * The status with which a create refuses a record that an earlier one has taken: `409: The copy is on loan already`, `The room
 * is booked at that time`.
 */
export function takenRefusal({ method, responses }: Operation, { name, singular }: Resource): string | undefined {
  if (method !== 'POST') return undefined;
  const nouns = [singular, name].map((word) => escapeRegExp(word.split('.').at(-1) ?? word).replaceAll('_', '[ _]'));
  const named = new RegExp(`\\b(?:${nouns.join('|')})\\b`, 'i');
  return responses.find(
    ({ status, description }) =>
      (status === '409' || status === '422') &&
      TAKEN.test(description) &&
      !OTHER.test(description) &&
      named.test(description),
  )?.status;
}
