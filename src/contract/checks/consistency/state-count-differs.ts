import { valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { entity } from '../../responses/entity-diff.ts';

export const stateCountDiffers: Check = defineCheck({
  id: 'state.count-differs',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['counting'],
  question: 'Is a count in an item the length of its list?',
  guard:
    'Only integers whose name says what they count (`itemCount`), on items that the run created and whose list was read completely, and only if they still differ after a wait.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'counting') return [];
    const count = valueAt(entity(exchange) ?? null, `/${story.property}`);
    if (typeof count !== 'number' || count === story.count) return [];
    return [
      {
        messagePointer: `/body/${story.property}`,
        subject: story.property,
        expected: `${story.count}, as ${story.of} lists them`,
        actual: String(count),
        message: `${exchange.operation?.id} says that \`${story.property}\` is ${count}, and ${story.of} lists ${story.count}.`,
      },
    ];
  },
});
