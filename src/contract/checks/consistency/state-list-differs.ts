import type { Json } from '../../../core/index.ts';
import type { Resource } from '../../../resources/index.ts';
import type { Api } from '../../../spec/index.ts';
import { escapeToken, isSecretName, stringifyJson, withValueAt } from '../../../wire/index.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { bodyAsObject } from '../../requests/draw-request.ts';
import { shortJson } from '../../requests/request-rule.ts';
import { isShownOtherwise } from '../../responses/comparison.ts';
import { idIn } from '../../responses/created-id.ts';
import { changedProperties } from '../../responses/entity-diff.ts';
import { hasMovedOn } from '../../responses/job-words.ts';
import { itemsOf } from '../../responses/list-walk.ts';

/**
 * Whether a list should show a property as a read does: it is required or names another record, and its
 * value is short.
 */
function belongsInList(api: Api, { schema }: Resource, name: string, value: Json | undefined): boolean {
  const rule = api.deref(schema);
  const required = typeof rule === 'object' && rule.required?.includes(name) === true;
  const names = /(_id|[a-z]Id)$/.test(name);
  const isShort =
    typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= 64);
  return (required || names) && isShort;
}

export const stateListDiffers: Check = defineCheck({
  id: 'state.list-differs',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['listed'],
  question: 'Does a list show an item as a read of the item does?',
  guard:
    'Only properties that both show as strings, numbers or booleans of one type, or that the list shows as null although they are short and required or refer to another record. Not where several items of the list have the id. Times, versions, counters and items in progress may differ, secrets may be empty in a list, a list whose schema leaves no room for the value of the read (another constant) shows its own, and a list may shorten long strings.',
  judge(exchange) {
    const {
      purpose: { story },
      operation,
      api,
    } = exchange;
    if (story.kind !== 'listed' || story.gone || story.entity === undefined) return [];
    const read = bodyAsObject(story.entity);
    const alike = story.items.filter((item) => String(idIn(story.resource, item)) === String(story.id));
    // Several items of a list may have one id: it is only a part of what names them.
    const listed = alike.length > 1 ? undefined : bodyAsObject(alike[0]);
    if (read === undefined || listed === undefined) return [];
    if (hasMovedOn(read, listed) || hasMovedOn(listed, read)) return [];
    return (
      changedProperties(read, listed)
        // Services often leave secrets out of lists.
        .filter((name) => !(listed[name] === '' && (isSecretName(name) || name === 'key')))
        .filter(
          (name) =>
            isShownOtherwise(read[name], listed[name]) ||
            (listed[name] === null && belongsInList(api, story.resource, name, read[name])),
        )
        .filter((name) => mayShow(exchange, story, name, read[name] ?? null))
        .map((name) => ({
          messagePointer: `/body/${name}`,
          subject: name,
          expected: stringifyJson(read[name] ?? null),
          actual: stringifyJson(listed[name] ?? null),
          message: `${operation?.id ?? 'The list'} shows \`${name}\` as ${shortJson(listed[name] ?? null)}, and a read of the item shows ${shortJson(read[name] ?? null)}.`,
        }))
    );
  },
});

/** Whether the list's schema allows the value that a read shows. False if the page does not hold the item. */
function mayShow(
  exchange: Exchange,
  { resource, id }: Extract<Stimulus, { readonly kind: 'listed' }>,
  name: string,
  value: Json,
): boolean {
  const { list } = exchange.operation === undefined ? {} : exchange.model.roleOf(exchange.operation);
  const body = jsonOf(exchange);
  if (list === undefined || body === undefined) return true;
  const at = itemsOf(exchange, list)?.findIndex((item) => String(idIn(resource, item)) === String(id)) ?? -1;
  return at < 0 || exchange.couldShow(withValueAt(body, `${list.items}/${at}/${escapeToken(name)}`, value));
}
