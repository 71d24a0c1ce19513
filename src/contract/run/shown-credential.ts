import type { Operation } from '../../spec/index.ts';
import { credentialKey } from '../credentials/credentials.ts';
import type { RunContext } from '../judge/run-context.ts';
import type { CaseContext } from '../model/case-context.ts';
import { isPlainRead } from '../ownership/command-words.ts';
import { useOf } from '../plan/planner.ts';
import { drawRequest, openPurpose } from '../requests/draw-request.ts';

/** At most this many operations are tried. */
const MOST_ASKED = 5;

/**
 * Whether the run's credential for an operation is known to be valid: another operation answers with it and
 * refuses the same request without it. An operation that answers to all callers shows nothing. True where
 * no such operation can be tried. Only reads without ids are tried, once in a run; where there are none, the
 * refused operation is tried without the credential.
 */
export function isCredentialShown(
  context: RunContext,
  caseContext: CaseContext,
  operation: Operation,
): Promise<boolean> {
  const key = credentialKey(operation, context.credentials);
  return caseContext.fixtures.once(caseContext, `credential/${key}`, async () => {
    const reads = context.api.operations.filter(
      (each) => isRead(caseContext, each) && credentialKey(each, context.credentials) === key,
    );
    let isDoubtful = false;
    if (reads.length === 0) return isRefusal((await statusOf(caseContext, operation, true)) ?? 401);
    for (const read of reads.slice(0, MOST_ASKED)) {
      const without = await statusOf(caseContext, read, true);
      if (without === undefined) continue;
      if (isRefusal(without)) {
        const answer = await statusOf(caseContext, read, false);
        if (answer !== undefined && answer < 300) return true;
        isDoubtful ||= answer !== undefined && isRefusal(answer);
      } else isDoubtful ||= without < 300;
    }
    return !isDoubtful;
  });
}

const isRefusal = (status: number): boolean => status === 401 || status === 403;

function isRead({ model }: CaseContext, operation: Operation): boolean {
  const { kind } = model.roleOf(operation);
  return (isPlainRead(operation) || kind === 'list') && !operation.path.includes('{');
}

async function statusOf(caseContext: CaseContext, operation: Operation, bare: boolean): Promise<number | undefined> {
  const at = `credential/${operation.id}`;
  const drawn = await drawRequest(caseContext, operation, { at, use: useOf(operation), optional: 'required' });
  if (typeof drawn === 'string') return undefined;
  const purpose = bare ? openPurpose({ kind: 'credential', given: 'none' }) : openPurpose();
  const answer = await caseContext.exchange(drawn.request, { operation, purpose, quiet: true, bare });
  return answer.kind === 'answered' ? answer.exchange.response.status : undefined;
}
