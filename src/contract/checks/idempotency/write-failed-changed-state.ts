import type { Json } from '../../../core/index.ts';
import { stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { bodyAsObject } from '../../requests/draw-request.ts';
import { changedProperties, entity } from '../../responses/entity-diff.ts';
import { hasMovedOn } from '../../responses/job-words.ts';

export const writeFailedChangedState: Check = defineCheck({
  id: 'write.failed-changed-state',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  ofWrite: true,
  stories: ['after-refusal', 'list-after-refusal'],
  question: 'Does a refused write leave everything unchanged?',
  guard:
    'Only after a write that was refused with 4xx, on an item that no other request writes to and that does not change by itself. After a refused create, its whole list must have no other items than before.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind === 'list-after-refusal') return leftBehind(story);
    const after = entity(exchange);
    if (story.kind !== 'after-refusal' || after === undefined || hasMovedOn(story.before, after)) return [];
    const names = changedProperties(story.before, after);
    if (names.length === 0) return [];
    return [
      {
        subject: story.write,
        messagePointer: `/body/${names[0]}`,
        expected: namedValues(story.before, names),
        actual: namedValues(after, names),
        message: `${story.write} was refused (${story.refusal.status}) and still changed ${names.map((name) => `\`${name}\``).join(', ')}.`,
      },
    ];
  },
});

/** Such as `title "Ragged Humor", pages 12`. */
function namedValues(item: Json, names: readonly string[]): string {
  const values = bodyAsObject(item) ?? {};
  return names.map((name) => `${name} ${name in values ? stringifyJson(values[name] ?? null) : '(absent)'}`).join(', ');
}

function leftBehind({
  write,
  status,
  left,
}: Extract<Stimulus, { readonly kind: 'list-after-refusal' }>): readonly FindingDraft[] {
  if (left.length === 0) return [];
  return [
    {
      subject: write,
      keyword: 'created',
      messagePointer: '/body',
      expected: 'no other items than before',
      actual: stringifyJson(left[0] ?? null),
      message: `${write} was refused (${status}) and still left an item in the list.`,
    },
  ];
}
