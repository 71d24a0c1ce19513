import type { HttpRequest, Json } from '../../../core/index.ts';
import { type Operation, operationTexts } from '../../../spec/index.ts';
import { isArray, isObject, valueAt, withValueAt } from '../../../wire/index.ts';
import { type BalanceHint, balanceIn } from '../../hints/balance-hints.ts';
import { hintPlaces } from '../../hints/hint-places.ts';
import { type CaseContext, isSuccess } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { drawRequest, openPurpose, sentObject } from '../../requests/draw-request.ts';
import { withJson } from '../../requests/with-value.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';
import { takeBackMade } from '../probe.ts';

/** Writes with a list whose items do not balance, if the document says that they must. */
export function planUnbalanced(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const balance = context.asks('reject.unbalanced', operation) ? documentedBalance(context, operation) : undefined;
    if (balance === undefined) return [];
    const request = { method: operation.method, path: operation.path, query: '' };
    const description = `${operation.id} with ${balance.list.slice(1)} that do not balance`;
    const expectation = { kind: 'refused', text: 'a refusal (4xx)' } as const;
    const id = `protocol/${operation.id}/unbalanced${balance.list}`;
    const planned = planCase({ id, phase: 'protocol', operation, description }, request, expectation);
    return [single(planned, groupOf(context, operation), sendUnbalanced(operation, balance), 'after')];
  });
}

/** The list that the texts of an operation and its refusals want balanced. */
export function documentedBalance({ api }: PlanContext, operation: Operation): BalanceHint | undefined {
  if (operation.body === undefined) return undefined;
  const places = hintPlaces(api, operation);
  return operationTexts(operation, '4')
    .map((text) => balanceIn(text, places, api))
    .find((each) => each !== undefined);
}

function sendUnbalanced(operation: Operation, balance: BalanceHint): Act {
  return async (caseContext) => {
    const at = `unbalanced/${operation.id}/${caseContext.attempt}`;
    const use = useOf(operation) === 'write' ? 'spoil' : 'fresh';
    const drawn = await drawRequest(caseContext, operation, { at, use });
    if (typeof drawn === 'string') return inconclusive(drawn);
    // The same request with a balance must be accepted: else something else is wrong with it.
    const plain = await caseContext.exchange(drawn.request, { operation, purpose: openPurpose(), quiet: true });
    if (!isSuccess(plain)) return inconclusive('the request is refused with a balance, too');
    await takeBackMade(caseContext, operation, plain);
    const request = withoutBalance(caseContext, operation, drawn.request, balance);
    if (request === undefined) return skipped('no list was drawn that can be thrown off balance');
    const story = { kind: 'unbalanced', list: balance.list, amount: balance.amount } as const;
    const purpose: Purpose = { expect: 'any', proven: true, relational: true, story };
    const answer = await caseContext.exchange(request, { operation, purpose });
    await takeBackMade(caseContext, operation, answer);
    return answer.end;
  };
}

/** The same request with another amount in the first item of the list. Undefined if no valid one is found. */
export function withoutBalance(
  caseContext: Pick<CaseContext, 'keeps'>,
  operation: Operation,
  request: HttpRequest,
  { list, amount }: BalanceHint,
): HttpRequest | undefined {
  const body = sentObject(request);
  const items = body === undefined ? undefined : valueAt(body, list);
  const [first] = isArray(items) ? items : [];
  const value = isObject(first) ? first[amount] : undefined;
  if (body === undefined || typeof value !== 'number') return undefined;
  return [value + 1, value - 1, value * 2]
    .map((other: Json) => withJson(request, withValueAt(body, `${list}/0/${amount}`, other)))
    .find((each) => caseContext.keeps(operation, each) === true);
}
