import { stringifyJson, valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { memberPath } from '../../model/member-path.ts';
import { bodyAsObject } from '../../requests/draw-request.ts';
import { changedOfClient, entity } from '../../responses/entity-diff.ts';

export const statePatchDropsOthers: Check = defineCheck({
  id: 'state.patch-drops-others',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-patch'],
  question: 'Does PATCH leave other properties unchanged?',
  guard:
    'Only properties that a client may write with this operation, and dates, numbers and flags that it gives when it creates the item. Versions and modification times may change, and one instant may be written in several ways.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'after-patch') return [];
    const { part = '' } = story;
    const [after, before] = [entity(exchange), story.before].map((item) => bodyAsObject(valueAt(item ?? null, part)));
    if (after === undefined || before === undefined) return [];
    const named = Object.keys(story.sent)
      .map((name) => `\`${memberPath(`${part}/${name}`)}\``)
      .join(', ');
    return changedOfClient(before, after, story.writable)
      .filter((name) => !Object.hasOwn(story.sent, name))
      .map((name) => ({
        messagePointer: `/body${part}/${name}`,
        subject: name,
        expected: stringifyJson(before[name] ?? null),
        actual: Object.hasOwn(after, name) ? stringifyJson(after[name] ?? null) : 'nothing',
        message: `A PATCH of ${named} changed \`${memberPath(`${part}/${name}`)}\` as well (RFC 5789 §2).`,
      }));
  },
});
