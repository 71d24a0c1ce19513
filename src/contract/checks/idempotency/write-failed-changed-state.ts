import { stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { changedProperties, entity } from '../../responses/entity-diff.ts';
import { hasMovedOn } from '../../responses/job-words.ts';

export const writeFailedChangedState: Check = defineCheck({
  id: 'write.failed-changed-state',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  ofWrite: true,
  stories: ['after-refusal'],
  question: 'Does a refused write leave everything unchanged?',
  guard:
    'Only after a write that was refused with 4xx, on an item that no other request writes to and that does not change by itself.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const after = entity(exchange);
    if (story.kind !== 'after-refusal' || after === undefined || hasMovedOn(story.before, after)) return [];
    const names = changedProperties(story.before, after);
    if (names.length === 0) return [];
    return [
      {
        subject: story.write,
        messagePointer: `/body/${names[0]}`,
        expected: stringifyJson(story.before),
        actual: stringifyJson(after),
        message: `${story.write} was refused (${story.refusal.status}) and still changed ${names.map((name) => `\`${name}\``).join(', ')}.`,
      },
    ];
  },
});
