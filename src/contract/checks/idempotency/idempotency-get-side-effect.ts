import { type Check, defineCheck } from '../../model/check.ts';
import { changedProperties, entity } from '../../responses/entity-diff.ts';
import { hasMovedOn } from '../../responses/job-words.ts';

export const idempotencyGetSideEffect: Check = defineCheck({
  id: 'idempotency.get-side-effect',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['after-reads'],
  question: 'Does reading an item leave it unchanged?',
  guard:
    'Times, versions and counters may change, and an item that is still in progress (`running`, `queued`) may too.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const after = entity(exchange);
    if (story.kind !== 'after-reads' || after === undefined || hasMovedOn(story.before, after)) return [];
    return changedProperties(story.before, after).map((name) => ({
      messagePointer: `/body/${name}`,
      subject: name,
      expected: 'the same as before',
      actual: `${name} changed`,
      message: `Two reads, one after the other, give different values of \`${name}\`.`,
    }));
  },
});
