import type { HttpRequest, Json, JsonObject } from '../../../../core/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { isArray, isObject, jsonEquals, valueAt, withValueAt } from '../../../../wire/index.ts';
import type { CaseContext } from '../../../model/case-context.ts';
import { sentObject, withWholeBody } from '../../../requests/draw-request.ts';
import { withJson } from '../../../requests/with-value.ts';
import type { PlanContext } from '../../planner.ts';
import { documentedBalance } from '../../protocol/unbalanced-lists.ts';
import { isTaken } from './modest.ts';

/** A list with fewer items gets up to this many more. */
const WANTED = 3;
/** How often a list is drawn again for other items. */
const MOST_DRAWS = 4;

/**
 * The same request with several items in each of its lists, as far as the schema allows: a service may keep only the
 * first ones. Lists that name records stay as they are, except for those that must balance: they stay in balance if
 * their items are there twice. Undefined if no list can be longer.
 */
export function withSeveral(
  context: PlanContext,
  caseContext: CaseContext,
  operation: Operation,
  { request, at }: { readonly request: HttpRequest; readonly at: string },
): HttpRequest | undefined {
  const sent = sentObject(request);
  if (sent === undefined) return undefined;
  const places = [...context.index.references(operation), ...caseContext.recordsIn(operation)];
  const balance = documentedBalance(context, operation);
  let longer: JsonObject = sent;
  for (const [name, value] of Object.entries(sent)) {
    if (!isArray(value) || value.length === 0 || value.length >= WANTED) continue;
    const pointer = `/${name}`;
    const named = places.some((each) => each.pointer.startsWith(`${pointer}/`));
    const others =
      balance?.list === pointer ? value : named ? [] : drawItems(caseContext, operation, request, { name, at });
    longer = withItems(caseContext, operation, request, { sent: longer, name, others });
  }
  return longer === sent ? undefined : withJson(request, longer);
}

/** Other items for a list. */
function drawItems(
  { generator, seed }: CaseContext,
  operation: Operation,
  request: HttpRequest,
  { name, at }: { readonly name: string; readonly at: string },
): readonly Json[] {
  return Array.from({ length: MOST_DRAWS }, (_, turn) => {
    const other = withWholeBody(generator, operation, request, { seed, at: `${at}/several/${turn}` });
    const list = valueAt(sentObject(other) ?? null, `/${name}`);
    return isArray(list) ? list : [];
  }).flat();
}

/** The object with more items in a list, as long as the schema takes them. Single values are not repeated. */
function withItems(
  caseContext: CaseContext,
  operation: Operation,
  request: HttpRequest,
  { sent, name, others }: { readonly sent: JsonObject; readonly name: string; readonly others: readonly Json[] },
): JsonObject {
  const list = valueAt(sent, `/${name}`);
  if (!isArray(list)) return sent;
  const isRepeat = others === list;
  const added = isRepeat
    ? others
    : others.filter((item, index) => ![...list, ...others.slice(0, index)].some((each) => jsonEquals(each, item)));
  const most = Math.min(added.length, WANTED);
  for (let count = most; count > 0; count -= isRepeat ? most : 1) {
    const longer = withValueAt(sent, `/${name}`, [...list, ...added.slice(0, count)]);
    if (isObject(longer) && isTaken(caseContext, operation, request, longer)) return longer;
  }
  return sent;
}
