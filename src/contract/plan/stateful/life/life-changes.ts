import type { HttpRequest, Json } from '../../../../core/index.ts';
import { isStateName, type Resource, stateRule } from '../../../../resources/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { jsonEquals, valueAt, withHeldProperties } from '../../../../wire/index.ts';
import { isConflict } from '../../../hints/conflicts.ts';
import { type CaseContext, type ExchangeResult, isSuccess, tookEffect } from '../../../model/case-context.ts';
import { inconclusive, PASSED } from '../../../model/flow.ts';
import { bodyAsObject, drawRequest, sentItem, validPurpose } from '../../../requests/draw-request.ts';
import { itemPart, propertiesSent, withPart } from '../../../requests/written-part.ts';
import { showsAnother } from '../../../responses/comparison.ts';
import { endLife, type Life, type LifeAct, lifeEntityOf, lifePathOf } from './life.ts';
import { modestRequest } from './modest.ts';

/** Changes the item and remembers what was sent. */
export function updateStep(operation: Operation, by: 'replace' | 'patch'): LifeAct {
  return async (caseContext, life) => {
    const at = `stateful/${by}/${operation.id}/${caseContext.attempt}`;
    const path = lifePathOf(caseContext, operation, life);
    if (typeof path === 'string') return inconclusive(path);
    const drawn = await drawRequest(caseContext, operation, {
      at,
      use: 'fresh',
      optional: 'all',
      whole: true,
      path,
      ...(life.id === undefined || life.seen === undefined ? {} : { item: { id: life.id, entity: life.seen } }),
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const send = (request: HttpRequest): Promise<ExchangeResult> =>
      caseContext.exchange(request, { operation, purpose: validPurpose(drawn.prepared, { kind: 'plain' }) });
    const first = await send(drawn.request);
    // The requested amount may not be available.
    const less = isConflict(first) ? modestRequest(caseContext, operation, drawn)?.request : undefined;
    let request = less ?? drawn.request;
    let answer = less === undefined ? first : await send(less);
    for (const single of isConflict(answer) ? changedInOne(caseContext, operation, request, life.seen) : []) {
      const other = await send(single);
      if (isConflict(other)) continue;
      request = single;
      answer = other;
      break;
    }
    const sent = sentItem(caseContext, operation, request);
    life.answered =
      answer.failed || isOther(caseContext, operation, answer, life.seen)
        ? undefined
        : lifeEntityOf(caseContext, operation, answer);
    life.unchanged = !isSuccess(answer);
    life.accepted = isSuccess(answer) && !tookEffect(answer);
    life.sent = (isSuccess(answer) ? sent : undefined) ?? {};
    return answer.end;
  };
}

const MOST_SINGLE = 6;

/** The item as it was seen with one property changed: its state may forbid changes to the others. */
function changedInOne(
  caseContext: CaseContext,
  operation: Operation,
  request: HttpRequest,
  seen: Json | undefined,
): readonly HttpRequest[] {
  const part = itemPart(caseContext, operation);
  const changed = Object.entries(propertiesSent(request, part));
  const before = bodyAsObject(valueAt(seen ?? null, part.shown));
  if (before === undefined) return [];
  const kept = Object.fromEntries(changed.flatMap(([name]) => (name in before ? [[name, before[name] ?? null]] : [])));
  return changed
    .filter(([name, value]) => name in before && !jsonEquals(value, before[name] ?? null))
    .map(([name, value]) => withPart(request, part, { ...kept, [name]: value }))
    .filter((each) => caseContext.keeps(operation, each) === true)
    .slice(0, MOST_SINGLE);
}

function isOther(
  caseContext: CaseContext,
  operation: Operation,
  answer: ExchangeResult,
  before: Json | undefined,
): boolean {
  const { responseEntity = '' } = caseContext.model.roleOf(operation);
  return answer.kind === 'answered' && showsAnother(answer.exchange, bodyAsObject(before), responseEntity);
}

/** Deletes the item. */
export function deleteStep(operation: Operation, resource: Resource): LifeAct {
  return async (caseContext, life) => {
    const path = lifePathOf(caseContext, operation, life);
    if (typeof path === 'string') return endLife(life, inconclusive(path), 'it could not be deleted');
    const drawn = await drawRequest(caseContext, operation, {
      at: `stateful/delete/${operation.id}`,
      use: 'fresh',
      path,
    });
    if (typeof drawn === 'string') return endLife(life, inconclusive(drawn));
    const answer = await caseContext.exchange(drawn.request, { operation, purpose: validPurpose(drawn.prepared) });
    if (!isSuccess(answer)) {
      const end =
        isConflict(answer) && !answer.failed && isRefusedAsItIs(operation, resource, life) ? PASSED : answer.end;
      return endLife(life, end, 'it could not be deleted');
    }
    life.deletion = answer;
    return answer.end;
  };
}

/**
 * Whether the document refuses the operation in a state that this item has: a flag that is set, or the
 * value of its status.
 */
function isRefusedAsItIs(operation: Operation, { singular, holder }: Resource, { seen }: Life): boolean {
  const states = Object.entries(withHeldProperties(bodyAsObject(seen) ?? {}, holder)).flatMap(([name, value]) => {
    const word = value === true ? name : isStateName(name) && typeof value === 'string' ? value : undefined;
    return word === undefined ? [] : [{ word, value: word }];
  });
  const rule = stateRule(operation, states, { singular });
  return rule?.refused === 'in' && rule.guessed !== true;
}
