import { isObject, jsonEquals } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { difference, differing, entityOf } from '../../responses/comparison.ts';

export const stateUpdateNotVisible: Check = defineCheck({
  id: 'state.update-not-visible',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['after-update'],
  question: 'Is an update to be seen?',
  guard:
    'Only properties whose value the write was to change, and which still have exactly the value from before; a value that the answer could not hold as it was sent says nothing.',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'after-update') return [];
    const read = entityOf(seen, story.responseEntity);
    const { before, sent } = story;
    if (read === undefined || !isObject(before)) return [];
    return differing(seen, sent, read, story.responseEntity)
      .filter((name) => Object.hasOwn(before, name) && jsonEquals(before[name] ?? null, read[name] ?? null))
      .map((name) => difference(name, sent[name] ?? null, read[name] ?? null, `The ${story.by} had no effect`));
  },
});
