import { jsonEquals, stringifyJson } from '../../wire/index.ts';
import { changed, entity } from '../changes.ts';
import { type Check, defineCheck } from '../check.ts';
import { asObject } from '../requests.ts';

export const stateActionWithoutEffect: Check = defineCheck({
  id: 'state.action-without-effect',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Does an action do what its answer shows?',
  guard:
    'Only actions on an item of our own that answer 200 or 201 with the item; only properties that the answer shows with another value than before, and that are read right afterwards as they were before. A third value may come with time.',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'after-action') return [];
    const [before, answered, read] = [asObject(story.before), asObject(story.answered), asObject(entity(seen))];
    if (before === undefined || answered === undefined || read === undefined) return [];
    return changed(before, answered)
      .filter((name) => Object.hasOwn(answered, name) && Object.hasOwn(read, name) && Object.hasOwn(before, name))
      .filter((name) => jsonEquals(before[name] ?? null, read[name] ?? null))
      .map((name) => ({
        messagePointer: `/body/${name}`,
        subject: `${story.action} ${name}`,
        expected: stringifyJson(answered[name] ?? null),
        actual: stringifyJson(read[name] ?? null),
        message: `${story.action} answered with ${name} ${stringifyJson(answered[name] ?? null).slice(0, 80)}, and it is still read as ${stringifyJson(read[name] ?? null).slice(0, 80)}.`,
      }));
  },
});
