import type { Json } from '../../../core/index.ts';
import { type RequiredOrder, requiredOrder } from '../../../generation/index.ts';
import type { Operation } from '../../../spec/index.ts';
import { type CaseContext, isSuccess } from '../../model/case-context.ts';
import type { FixtureUse } from '../../model/fixture.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose, Stimulus } from '../../model/purpose.ts';
import { drawRequest, openPurpose, type PreparedRequest } from '../../requests/draw-request.ts';
import { itemPart, propertiesSent, withPart } from '../../requests/written-part.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';
import { takeBackMade } from '../probe.ts';

/** Writes whose end is before their start, if a description forbids that. */
export function planReversedTimes(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    if (!context.asks('reject.reversed-times', operation)) return [];
    const found = requiredOrder(context.api, operation, itemPart(context, operation).schema);
    if (found === undefined) return [];
    const { low, high } = found;
    const request = { method: operation.method, path: operation.path, query: '' };
    const description = `${operation.id} with ${high} before ${low}`;
    const expectation = { kind: 'refused', text: 'a refusal (4xx)' } as const;
    const id = `protocol/${operation.id}/${high}-before-${low}`;
    const planned = planCase({ id, phase: 'protocol', operation, description }, request, expectation);
    return [single(planned, groupOf(context, operation), sendReversed(operation, found), 'after')];
  });
}

function sendReversed(operation: Operation, order: RequiredOrder): Act {
  const { low, high } = order;
  return async (caseContext) => {
    const at = `reversed/${operation.id}/${caseContext.attempt}`;
    const use = useOf(operation) === 'write' ? 'spoil' : 'fresh';
    const drawn = await drawAccepted(caseContext, operation, at, use);
    if (typeof drawn === 'string') return inconclusive(drawn);
    const part = itemPart(caseContext, operation);
    const sent = propertiesSent(drawn.request, part);
    const [start, end] = [sent[low], sent[high]];
    if (!isBefore(start, end)) return skipped('no start and end were drawn');
    const request = withPart(drawn.request, part, { ...sent, [low]: end ?? null, [high]: start ?? null });
    if (request === drawn.request) return skipped('its form cannot be changed');
    const { proven } = drawn.prepared;
    const story: Stimulus = { kind: 'reversed-times', ...order };
    const purpose: Purpose = { expect: 'any', proven, relational: true, story };
    const answer = await caseContext.exchange(request, { operation, purpose });
    await takeBackMade(caseContext, operation, answer);
    return answer.end;
  };
}

/**
 * A request that the service accepts, if there is one: a refusal for another reason would hide that it takes a wrong
 * value. What it made is removed again.
 */
export async function drawAccepted(
  caseContext: CaseContext,
  operation: Operation,
  at: string,
  use: FixtureUse,
): Promise<PreparedRequest | string> {
  let first: PreparedRequest | string | undefined;
  for (const optional of ['all', 'required'] as const) {
    // What other cases have written to a record may stand in the way of the first one.
    const drawn = await drawRequest(
      caseContext,
      operation,
      optional === 'all' ? { at, use, optional, whole: true } : { at: `${at}/required`, use: 'fresh', optional },
    );
    first ??= drawn;
    if (typeof drawn === 'string') continue;
    const plain = await caseContext.exchange(drawn.request, { operation, purpose: openPurpose(), quiet: true });
    if (!isSuccess(plain)) continue;
    await takeBackMade(caseContext, operation, plain);
    return drawn;
  }
  return first ?? 'no request could be made';
}

function isBefore(start: Json | undefined, end: Json | undefined): boolean {
  return typeof start === 'string' && typeof end === 'string' && Date.parse(start) < Date.parse(end);
}
