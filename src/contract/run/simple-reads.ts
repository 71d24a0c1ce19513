import type { HttpRequest } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import { alternative } from '../credentials/credentials.ts';
import type { CaseContext, ExchangeResult } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';
import { PLAIN } from '../model/purpose.ts';
import { isPlainRead } from '../ownership/command-words.ts';
import { useOf } from '../plan/planner.ts';
import { drawRequest, validPurpose } from '../requests/draw-request.ts';
import { requestAt } from '../requests/locations.ts';
import { withRequiredParameters } from '../requests/required-parameters.ts';
import type { RunRecord } from '../result/run-record.ts';

/** Reads without required values; those with a given credential first. */
export function simpleReads(
  { options: { credentials = {} } }: RunRecord,
  operations: readonly Operation[],
): readonly Operation[] {
  const rank = (operation: Operation): number => (alternative(operation, credentials).length > 0 ? 0 : 1);
  return operations
    .filter(
      (operation) =>
        isPlainRead(operation) &&
        !operation.path.includes('{') &&
        !operation.parameters.some(({ required }) => required),
    )
    .sort((one, other) => rank(one) - rank(other));
}

/** Sends a read once, outside all cases. `change` may send it elsewhere. Undefined if it has no answer. */
export async function sendRead(
  caseContext: CaseContext,
  operation: Operation,
  change: (request: HttpRequest) => HttpRequest = (request) => request,
): Promise<Exchange | undefined> {
  const at = `credential/${operation.id}`;
  const drawn = await drawRequest(caseContext, operation, { at, use: useOf(operation), optional: 'required' });
  if (typeof drawn === 'string') return undefined;
  const answer = await caseContext.exchange(change(drawn.request), {
    operation,
    purpose: validPurpose(drawn.prepared),
    quiet: true,
  });
  return answer.kind === 'missed' ? undefined : answer.exchange;
}

/** Reads a path once, outside all cases. */
export function readAt(caseContext: CaseContext, operation: Operation, path: string): Promise<ExchangeResult> {
  const request = withRequiredParameters(caseContext, operation, requestAt({ path }));
  return caseContext.exchange(request, { operation, purpose: PLAIN, quiet: true });
}
