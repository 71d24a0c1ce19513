import type { Resource, ResourceModel } from '../../resources/index.ts';
import { type Operation, operationTexts, sentencesIn } from '../../spec/index.ts';
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
  const named = nounsOf({ name, singular });
  return responses.find(
    ({ status, description }) =>
      (status === '409' || status === '422') &&
      TAKEN.test(description) &&
      !OTHER.test(description) &&
      named.test(description),
  )?.status;
}

function nounsOf({ name, singular }: Pick<Resource, 'name' | 'singular'>): RegExp {
  const nouns = [singular, name].map((word) => escapeRegExp(word.split('.').at(-1) ?? word).replaceAll('_', '[ _]'));
  return new RegExp(`\\b(?:${nouns.join('|')})\\b`, 'i');
}

const CONFLICTS = new Set(['409', '422', '423']);
const CONFLICT = /\b4(?:09|22|23)\b/;

/**
 * Whether an action on an item is refused for the state of another record that the item names, as its text or refusal says:
 * “Only a trip of an available vehicle can be started (409).” An earlier action may then have taken that record.
 */
export function isHeldByActions(
  operations: readonly Operation[],
  model: ResourceModel,
  item: Resource,
  record: Resource,
): boolean {
  if (item === record) return false;
  const named = nounsOf(record);
  return operations.some((operation) => {
    const role = model.roleOf(operation);
    if (operation.method !== 'POST' || role.kind !== 'action' || role.resource !== item) return false;
    const refusals = operation.responses.filter(({ status }) => CONFLICTS.has(status));
    return (
      refusals.some(({ description }) => named.test(description)) ||
      (refusals.length > 0 &&
        operationTexts(operation, '')
          .flatMap(sentencesIn)
          .some((sentence) => CONFLICT.test(sentence) && named.test(sentence)))
    );
  });
}
