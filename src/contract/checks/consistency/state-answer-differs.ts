import { jsonEquals, stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { shortJson } from '../../requests/request-rule.ts';
import { isShownOtherwise } from '../../responses/comparison.ts';
import { changedProperties, entity, propertiesShown } from '../../responses/entity-diff.ts';
import { hasMovedOn } from '../../responses/job-words.ts';

type Action = Extract<Stimulus, { readonly kind: 'after-action' }>;

export const stateAnswerDiffers: Check = defineCheck({
  id: 'state.answer-differs',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['after-action', 'after-create', 'after-update'],
  question: 'Does the answer to a write show the same as a later read?',
  guard:
    'Only properties that both show as strings, numbers or booleans of one type, read right after the write. Times, versions and counters may change, and so may an item in progress. Of an action, only what its name sets: the answer shows the old value and the read the new one.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind === 'after-action') return ofAction(exchange, story);
    if (story.kind !== 'after-create' && story.kind !== 'after-update') return [];
    const answered = propertiesShown(exchange, story.kind === 'after-create' ? story.created : story.answered);
    const read = propertiesShown(exchange, entity(exchange));
    if (answered === undefined || read === undefined || hasMovedOn(answered, read)) return [];
    const sent = propertiesShown(exchange, story.sent) ?? {};
    return changedProperties(answered, read)
      .filter((name) => isShownOtherwise(answered[name], read[name]))
      .filter((name) => !Object.hasOwn(sent, name) || !isShownOtherwise(sent[name], read[name]))
      .map((name) => ({
        messagePointer: `/body/${name}`,
        subject: name,
        expected: stringifyJson(answered[name] ?? null),
        actual: stringifyJson(read[name] ?? null),
        message: `The write answered with \`${name}\` ${shortJson(answered[name] ?? null)}, and a read shows ${shortJson(read[name] ?? null)}.`,
      }));
  },
});

/** Effects that a later read shows, while the action's answer still shows the old values. */
function ofAction(exchange: Exchange, { action, before, answered, effects = [] }: Action): readonly FindingDraft[] {
  const [was, answer, read] = [before, answered, entity(exchange)].map((item) => propertiesShown(exchange, item));
  if (was === undefined || answer === undefined || read === undefined) return [];
  return effects
    .filter(({ property, value }) => jsonEquals(read[property] ?? null, value))
    .filter(
      ({ property }) =>
        Object.hasOwn(answer, property) && !jsonEquals(answer[property] ?? null, read[property] ?? null),
    )
    .filter(({ property }) => jsonEquals(answer[property] ?? null, was[property] ?? null))
    .map(({ property, value }) => ({
      messagePointer: `/body/${property}`,
      subject: `${action} ${property}`,
      expected: stringifyJson(value),
      actual: stringifyJson(answer[property] ?? null),
      message: `${action} answered with \`${property}\` ${shortJson(answer[property] ?? null)}, and a read shows ${shortJson(value)}.`,
    }));
}
