import type { HttpRequest, Json, JsonObject } from '../../../../core/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { isArray, jsonEquals, valueAt } from '../../../../wire/index.ts';
import type { CaseContext } from '../../../model/case-context.ts';
import { sentObject, withWholeBody } from '../../../requests/draw-request.ts';
import { itemPart, propertiesSent, type WrittenPart, withPart } from '../../../requests/written-part.ts';
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
  if (sentObject(request) === undefined) return undefined;
  const part = itemPart(caseContext, operation);
  const sent = propertiesSent(request, part);
  const places = [...context.index.references(operation), ...caseContext.recordsIn(operation)];
  const balance = documentedBalance(context, operation);
  let longer: JsonObject = sent;
  for (const [name, value] of Object.entries(sent)) {
    if (!isArray(value) || value.length === 0 || value.length >= WANTED) continue;
    const pointer = `${part.sent}/${name}`;
    const named = places.some((each) => each.pointer.startsWith(`${pointer}/`));
    const others =
      balance?.list === pointer ? value : named ? [] : drawItems(caseContext, operation, request, { pointer, at });
    longer = withItems(caseContext, operation, withPart(request, part, longer), { part, name, others });
  }
  return longer === sent ? undefined : withPart(request, part, longer);
}

/** Other items for a list. */
function drawItems(
  { generator, seed }: CaseContext,
  operation: Operation,
  request: HttpRequest,
  { pointer, at }: { readonly pointer: string; readonly at: string },
): readonly Json[] {
  return Array.from({ length: MOST_DRAWS }, (_, turn) => {
    const other = withWholeBody(generator, operation, request, { seed, at: `${at}/several/${turn}` });
    const list = valueAt(sentObject(other) ?? null, pointer);
    return isArray(list) ? list : [];
  }).flat();
}

/** The object with more items in a list, as long as the schema takes them. Single values are not repeated. */
function withItems(
  caseContext: CaseContext,
  operation: Operation,
  request: HttpRequest,
  { part, name, others }: { readonly part: WrittenPart; readonly name: string; readonly others: readonly Json[] },
): JsonObject {
  const sent = propertiesSent(request, part);
  const list = sent[name];
  if (list === undefined || !isArray(list)) return sent;
  const isRepeat = others === list;
  const added = isRepeat
    ? others
    : others.filter((item, index) => ![...list, ...others.slice(0, index)].some((each) => jsonEquals(each, item)));
  const most = Math.min(added.length, WANTED);
  for (let count = most; count > 0; count -= isRepeat ? most : 1) {
    const longer = { ...sent, [name]: [...list, ...added.slice(0, count)] };
    if (isTaken(caseContext, operation, withPart(request, part, longer))) return longer;
  }
  return sent;
}
