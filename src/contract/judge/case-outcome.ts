import type { Exchange } from '../model/exchange.ts';
import { inconclusive, PASSED, skipped } from '../model/flow.ts';
import type { StepEnd } from '../model/step-end.ts';
import type { FailedOutcome } from '../transport/target.ts';

/** The result of a case from its answer, if no check has found anything. */
export function caseEndOf(exchange: Exchange): StepEnd {
  const { status } = exchange.response;
  const { expect, proven, relational } = exchange.purpose;
  if (status === 429) return inconclusive('429: the target limits our rate');
  if ((status === 401 || status === 403) && exchange.purpose.story.kind !== 'credential') {
    return inconclusive(`${status}: not allowed with the credential we have`);
  }
  if (exchange.refuses) return expect === 'valid' ? inconclusive(`${status}: the content is that of an error`) : PASSED;
  if (status < 400 || expect === 'any' || expect === 'absent') return PASSED;
  if (status === 507) return inconclusive('507: the target has no room for more');
  if (expect === 'refused') return refusalEnd(exchange);
  if (status === 404 && !proven) return inconclusive('404: no known data fits this request');
  if (status === 409) return inconclusive('409: the outcome depends on the state of the target');
  if (relational && (status === 404 || status === 422)) {
    return inconclusive(`${status}: the outcome depends on other records`);
  }
  return inconclusive(`${status}: a documented refusal`);
}

/**
 * The result of a broken request that was refused. It is inconclusive if the refusal has another cause: the
 * record or the operation does not exist.
 */
function refusalEnd({ response: { status }, purpose: { proven, story } }: Exchange): StepEnd {
  if (status === 501 || status === 405) return inconclusive(`${status}: the target does not have this operation`);
  if (status >= 500) return inconclusive(`${status}: the target failed`);
  const isOfPath = 'pointer' in story && story.pointer?.startsWith('/path/') === true;
  return status === 404 && !proven && !isOfPath ? inconclusive('404: no known data fits this request') : PASSED;
}

/** The result of a case without an answer. One time-out is inconclusive; the replay decides. */
export function endOfMissed(failure: FailedOutcome, isDocumented: boolean): StepEnd {
  if (failure.code === 'timeout') return inconclusive('timeout: no whole answer in time');
  if (failure.code === 'aborted') return inconclusive('the run was stopped');
  if (failure.code === 'held-back' || failure.code === 'id-taken')
    return isDocumented ? inconclusive(`not sent: ${failure.message}`) : skipped(`not sent: ${failure.message}`);
  if (failure.code === 'cannot-send') return skipped(`it cannot be sent to this kind of target: ${failure.message}`);
  return { kind: 'errored', reason: `${failure.code}: ${failure.message}` };
}
