import { isObject, jsonEquals, stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { changedProperties, entity } from '../../responses/entity-diff.ts';

export const stateVersionUnchanged: Check = defineCheck({
  id: 'state.version-unchanged',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-versioned-write'],
  question: 'Does the version of an item, or the time of its last change, change with the item?',
  guard:
    'Only versions that a write must repeat (`sha`, `version`), because the document has a 409 or 412 for another one, and times of the last change (`updatedAt`) that a write cannot set. Another property of the item must have changed, apart from times and counts. A time counts only if it still stands after a write that was more than a second later.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'after-versioned-write') return [];
    const now = entity(exchange);
    if (!isObject(now) || !isObject(story.before)) return [];
    const [was, is] = [story.before[story.property], now[story.property]];
    if (was === undefined || is === undefined || !jsonEquals(was, is)) return [];
    const changed = changedProperties(story.before, now);
    if (changed.length === 0) return [];
    return [
      {
        messagePointer: `/body/${story.property}`,
        subject: `${story.write} ${story.property}`,
        expected: story.time === true ? 'a later time than before' : 'another version than before',
        actual: stringifyJson(is),
        message: `${story.write} changed \`${changed[0]}\`, and \`${story.property}\` is still ${stringifyJson(is)}${
          story.time === true
            ? ', the time of an earlier change.'
            : ': a write with the version before it is not noticed.'
        }`,
      },
    ];
  },
});
