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
  question: 'Does reading leave everything as it was?',
  guard: 'Times, versions and counters may move, and what is still going on (`running`, `queued`) goes on by itself.',
  judge(seen) {
    const { story } = seen.purpose;
    const after = entity(seen);
    if (story.kind !== 'after-reads' || after === undefined || hasMovedOn(story.before, after)) return [];
    return changedProperties(story.before, after).map((name) => ({
      messagePointer: `/body/${name}`,
      subject: name,
      expected: 'the same as before',
      actual: `${name} changed`,
      message: `Reading twice gives another ${name}.`,
    }));
  },
});
