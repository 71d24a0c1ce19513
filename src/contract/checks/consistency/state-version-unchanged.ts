import { itemProperties } from '../../../resources/index.ts';
import { jsonEquals, stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { changedProperties, entity, propertiesShown } from '../../responses/entity-diff.ts';

export const stateVersionUnchanged: Check = defineCheck({
  id: 'state.version-unchanged',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-versioned-write', 'after-update'],
  question: 'Does the version of an item, or the time of its last change, change with the item?',
  guard:
    'Only versions that a write must repeat (`sha`, `version`), because the document has a 409 or 412 for another one, and times of the last change (`updatedAt`) that a write cannot set. Another property of the item must have changed, apart from times and counts. A time counts only if it still stands after a write that was more than a second later. A number that no write sends counts where its description says that changes increase it.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind === 'after-update') return countersThatStand(exchange, story);
    if (story.kind !== 'after-versioned-write') return [];
    const [before, now] = [story.before, entity(exchange)].map((item) => propertiesShown(exchange, item));
    if (before === undefined || now === undefined) return [];
    const [was, is] = [before[story.property], now[story.property]];
    if (was === undefined || is === undefined || !jsonEquals(was, is)) return [];
    const changed = changedProperties(before, now);
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

const COUNTER = /^_?(?:.*_)?(?:version|revision|generation)$/i;
const GROWS =
  /\b(?:increas\w*|increment\w*|grow\w*|bump\w*|rais(?:es|ed))\b|\bof (?:the )?last (?:modification|change|update)\b|\bwith (?:each|every) (?:change|update|write|modification)\b/i;

/** Numbers of an item that its schema says grow with each change, and that a change has left as they were. */
function countersThatStand(
  exchange: Exchange,
  story: Extract<Stimulus, { readonly kind: 'after-update' }>,
): readonly FindingDraft[] {
  const { api, model, operation } = exchange;
  const { resource } = operation === undefined ? {} : model.roleOf(operation);
  const [before, now, sent = {}] = [story.before, entity(exchange), story.sent].map((item) =>
    propertiesShown(exchange, item),
  );
  if (before === undefined || now === undefined || resource === undefined) return [];
  const [changed] = changedProperties(before, now);
  if (changed === undefined) return [];
  return Object.entries(itemProperties(api, resource)).flatMap(([name, { schema }]) => {
    const rule = api.deref(schema);
    const text = typeof rule === 'object' ? (rule.description ?? '') : '';
    const isCounter = COUNTER.test(name) && GROWS.test(text) && !/creat/i.test(name) && !Object.hasOwn(sent, name);
    const [was, is] = [before[name], now[name]];
    if (!isCounter || was === undefined || is === undefined || !jsonEquals(was, is)) return [];
    return [
      {
        messagePointer: `/body/${name}`,
        subject: name,
        expected: 'a larger number than before',
        actual: stringifyJson(is),
        message: `The change of \`${changed}\` left \`${name}\` at ${stringifyJson(is)}, although its description says that changes increase it.`,
      },
    ];
  });
}
