import { valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { memberPath } from '../../model/member-path.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { courseOf } from '../../responses/comparison.ts';
import { entity } from '../../responses/entity-diff.ts';

export const stateCountDiffers: Check = defineCheck({
  id: 'state.count-differs',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['counting', 'counted', 'totalled'],
  question: 'Is a count or a sum the one of what it counts?',
  guard:
    'Integers of an item whose name says what they count (`itemCount`): on items that the run created and whose list was read completely, and only if they still differ after a wait. Numbers of statistics (`/orders/stats`) that count records, or those with a listed value: only what the own writes of the run change, if the numbers stand still before, the number does not follow twice, the second time for two seconds, and another number of the answer does. A delete counts if the document speaks of what is not deleted. Answers that may be cached, and numbers of a period or an estimate, are not judged. Numbers of a record whose description says from which other records they follow (“The capacity less the seats of all confirmed bookings”), every word of it understood: on records that the run created, by how much each of its own writes changes them, if they still differ after more than a second.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind === 'totalled') return totalNotFollowing(exchange, story);
    if (story.kind === 'counted') return countNotFollowing(exchange, story);
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

function countNotFollowing(
  { operation }: Exchange,
  { pointer, group, before, number, isMore, write, of }: Extract<Stimulus, { readonly kind: 'counted' }>,
): readonly FindingDraft[] {
  return [
    {
      messagePointer: `/body${pointer}`,
      // The values of one run may not be those of the next.
      place: `/body${group}`,
      subject: group,
      keyword: isMore ? 'not-more' : 'not-less',
      expected: `${isMore ? 'more' : 'less'} than ${before}`,
      actual: String(number),
      message: `\`${memberPath(pointer)}\` of ${operation?.id}, which counts ${of}, ${courseOf(before, number)} after ${write}; it should be ${isMore ? 'larger' : 'smaller'}.`,
    },
  ];
}

function totalNotFollowing(
  { operation }: Exchange,
  { pointer, before, number, expected, write, of, text }: Extract<Stimulus, { readonly kind: 'totalled' }>,
): readonly FindingDraft[] {
  return [
    {
      messagePointer: `/body${pointer}`,
      subject: pointer,
      keyword: `after ${write}`,
      expected: String(expected),
      actual: String(number),
      message: `\`${memberPath(pointer)}\` of ${operation?.id} ${courseOf(before, number)} after ${write} of one of the ${of}; it should be ${expected}. The document calls it “${shortText(text)}”.`,
    },
  ];
}

const LONGEST = 120;

function shortText(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}
