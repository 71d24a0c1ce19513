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
    'Only properties that may be set to null, had a value before, and still have exactly that value after the accepted PATCH, or an empty string where the item was shown without a value at first. In plain JSON, null must be a type of the property, and the finding is a warning unless the document says that null removes the value: a service may treat null as an absent value.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const after = story.kind === 'after-null' ? valueAt(entity(exchange) ?? null, `/${story.property}`) : undefined;
    if (story.kind !== 'after-null' || after === undefined) return [];
    const isKept = jsonEquals(after, story.before);
    // A service that shows an empty string for no value shows it from the beginning.
    if (!isKept && !(after === '' && story.wasUnset === true)) return [];
    return [
      {
        ...(story.removes ? {} : { severity: 'warning' as const }),
        messagePointer: `/body/${story.property}`,
        subject: story.property,
        expected: `no ${story.property}, or null${story.merges ? ' (RFC 7396 §2)' : ''}`,
        actual: stringifyJson(after),
        message: `A PATCH set \`${story.property}\` to null and was accepted, and the property ${isKept ? 'still has its old value' : 'is an empty string, although the item had none at first'}.`,
      },
    ];
  },
});
