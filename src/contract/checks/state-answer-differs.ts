import { stringifyJson } from '../../wire/index.ts';
import { changed, entity } from '../changes.ts';
import { type Check, defineCheck } from '../check.ts';
import { isShownOtherwise } from '../comparison.ts';
import { asObject } from '../requests.ts';

export const stateAnswerDiffers: Check = defineCheck({
  id: 'state.answer-differs',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Does the answer to a write show what is read afterwards?',
  guard:
    'Only properties that both show as texts, numbers or booleans of one type, read right after the write; times, versions and counters may move.',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'after-create' && story.kind !== 'after-update') return [];
    const answered = asObject(story.kind === 'after-create' ? story.created : story.answered);
    const read = asObject(entity(seen));
    if (answered === undefined || read === undefined) return [];
    const sent = asObject(story.sent) ?? {};
    return changed(answered, read)
      .filter((name) => isShownOtherwise(answered[name], read[name]))
      .filter((name) => !Object.hasOwn(sent, name) || !isShownOtherwise(sent[name], read[name]))
      .map((name) => ({
        messagePointer: `/body/${name}`,
        subject: name,
        expected: stringifyJson(answered[name] ?? null),
        actual: stringifyJson(read[name] ?? null),
        message: `The write answered with ${name} ${stringifyJson(answered[name] ?? null).slice(0, 80)}, and it is read as ${stringifyJson(read[name] ?? null).slice(0, 80)}.`,
      }));
  },
});
