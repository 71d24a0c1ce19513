import type { Json } from '../../../core/index.ts';
import type { Resource } from '../../../resources/index.ts';
import { isArray, isObject, jsonEquals, stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { bodyAsObject } from '../../requests/draw-request.ts';
import { shortJson } from '../../requests/request-rule.ts';
import { idIn } from '../../responses/created-id.ts';
import { entity } from '../../responses/entity-diff.ts';
import { itemsOf } from '../../responses/list-walk.ts';

export const stateWriteChangesOthers: Check = defineCheck({
  id: 'state.write-changes-others',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['beside-written'],
  question: 'Does a write to one item leave the other items alone?',
  guard:
    'Only properties of another item that took the very value that the write gave to its own item, while no other request writes. Times, versions and counters do not count, nor does a record that both items show and that changed itself, and neither do items of a list that show no id, nor items that name the written one, or are named by it.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'beside-written' || exchange.response.status > 299) return [];
    const { resource, id, values, before, write } = story;
    const earlier = new Map(before.map((item) => [String(idIn(resource, item)), bodyAsObject(item) ?? {}]));
    const isList = exchange.operation !== undefined && exchange.model.roleOf(exchange.operation).kind === 'list';
    const items =
      isList && story.list !== undefined ? (itemsOf(exchange, story.list) ?? []) : [entity(exchange) ?? null];
    return items
      .flatMap((item) => {
        const shown = idIn(resource, item);
        // Without an id, it is not clear which of several items this is.
        if (shown === undefined && (items.length > 1 || before.length > 1)) return [];
        const own = String(shown);
        const was = earlier.get(own);
        const now = bodyAsObject(item);
        if (own === String(id) || was === undefined || now === undefined || isRelated(resource, item, id)) return [];
        return Object.keys(values)
          .filter((name) => Object.hasOwn(was, name) && Object.hasOwn(now, name))
          .filter((name) => !jsonEquals(was[name] ?? null, values[name] ?? null))
          .filter((name) => jsonEquals(now[name] ?? null, values[name] ?? null))
          .filter((name) => !isSameRecord(was[name], now[name]))
          .map((name) => ({
            subject: `${write} ${name}`,
            expected: stringifyJson(was[name] ?? null),
            actual: stringifyJson(now[name] ?? null),
            message: `${write} of the item ${String(id)} also set \`${name}\` of the item ${own} to ${shortJson(values[name] ?? null)}.`,
          }));
      })
      .slice(0, 1);
  },
});

/** Whether two values show the same record, by its id: its counters change with each item that names it. */
function isSameRecord(before: Json | undefined, after: Json | undefined): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  return IDS.some((name) => before[name] !== undefined && jsonEquals(before[name], after[name] ?? null));
}

const IDS = ['id', 'uuid', 'key', 'number'];

/** Names of properties that refer to an item. */
const REFERENCE = /(^|_|[a-z])(ids?|ref|parent|link|href|url)$/i;

/** Whether an item names another one: with its id as a string, or with a property that refers to items of the resource. */
function isRelated({ name, relations }: Resource, item: Json, id: Json): boolean {
  const own = relations.filter((relation) => relation.resource === name).map(({ pointer }) => pointer.slice(1));
  const names = (value: Json, key: string, isTop: boolean): boolean => {
    if (isArray(value)) return value.some((each) => names(each, key, false));
    if (isObject(value))
      return Object.entries(value).some(([each, inner]) => !(isTop && each === 'id') && names(inner, each, false));
    if (String(value) !== String(id)) return typeof value === 'string' && value.endsWith(`/${String(id)}`);
    return typeof id === 'string' || REFERENCE.test(key) || own.includes(key);
  };
  return names(item, '', true);
}
