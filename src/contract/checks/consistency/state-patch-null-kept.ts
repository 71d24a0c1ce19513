import type { Json } from '../../../core/index.ts';
import { jsonEquals, stringifyJson, valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { entity } from '../../responses/entity-diff.ts';

export const statePatchNullKept: Check = defineCheck({
  id: 'state.patch-null-kept',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-null'],
  question: 'Does null in a patch remove the value?',
  guard:
    'Only properties that may be set to null, had a value before, and still have exactly that value after the accepted PATCH, or any value where the item was shown without one at first. In plain JSON, null must be a type of the property, and the finding about an old value or an empty string is a warning unless the document says that null removes the value: a service may treat null as an absent value.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'after-null') return [];
    const { part = '' } = story;
    const after = valueAt(entity(exchange) ?? null, `${part}/${story.property}`);
    if (after === undefined) return [];
    const isKept = jsonEquals(after, story.before);
    // A service that shows something for no value (an empty string, a default) shows it from the beginning.
    if (!isKept && (story.wasUnset !== true || after === null || isEmpty(after))) return [];
    return [
      {
        ...(story.removes || (!isKept && after !== '') ? {} : { severity: 'warning' as const }),
        messagePointer: `/body${part}/${story.property}`,
        subject: story.property,
        expected: `no ${story.property}, or null${story.merges ? ' (RFC 7396 §2)' : ''}`,
        actual: stringifyJson(after),
        message: `A PATCH set \`${story.property}\` to null and was accepted, and the property ${isKept ? 'still has its old value' : `is ${stringifyJson(after)}, although the item had no value at first`}.`,
      },
    ];
  },
});

/** A list or an object without content, which may stand for no value. */
function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
