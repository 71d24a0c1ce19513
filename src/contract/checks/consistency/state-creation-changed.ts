import type { Json } from '../../../core/index.ts';
import { stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { isSameValue, isShownOtherwise } from '../../responses/comparison.ts';
import { changedProperties, entity, isOfCreation, propertiesShown } from '../../responses/entity-diff.ts';

/**
 * Whether two values are the same instant in two notations: one of them may have fewer digits. Two values
 * of the same length are compared exactly.
 */
function isOne(before: Json, after: Json): boolean {
  return String(before).length !== String(after).length && isSameValue(before, after);
}

/** Names of who made an item: `createdBy`, `creator`. */
const WHO = /by$|by_?id$|creator|author|owner/i;

export const stateCreationChanged: Check = defineCheck({
  id: 'state.creation-changed',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-update'],
  question: 'Do creation time and creator survive an update?',
  guard:
    'Only properties such as `createdAt`, read before and after an update that did not send them. One instant may be written in several ways.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'after-update') return [];
    const before = propertiesShown(exchange, story.before);
    const after = propertiesShown(exchange, entity(exchange));
    const sent = propertiesShown(exchange, story.sent) ?? {};
    if (before === undefined || after === undefined) return [];
    return changedProperties(before, after)
      .filter((name) => isOfCreation(name) && !Object.hasOwn(sent, name))
      .filter(
        (name) => isShownOtherwise(before[name], after[name]) && !isOne(before[name] ?? null, after[name] ?? null),
      )
      .map((name) => ({
        messagePointer: `/body/${name}`,
        subject: name,
        expected: stringifyJson(before[name] ?? null),
        actual: stringifyJson(after[name] ?? null),
        message: `${story.by === 'patch' ? 'A PATCH' : 'A replacement'} without \`${name}\` changed it, although \`${name}\` says ${WHO.test(name) ? 'who created the item' : 'when the item was created'}.`,
      }));
  },
});
