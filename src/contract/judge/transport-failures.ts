import type { Operation } from '../../spec/index.ts';
import type { FindingDraft, RunCheck } from '../model/check.ts';
import { isStream } from '../responses/described-stream.ts';
import type { FailedOutcome } from '../transport/target.ts';

/**
 * Guard: one time-out is not reported; the replay must time out too, and the document does not call the
 * operation a stream.
 */
export const TIMEOUT: RunCheck = {
  id: 'time.timeout',
  tier: 1,
  severity: 'error',
  about: 'service',
  question: 'Does a complete answer arrive in time?',
};

/**
 * Guard: an unreachable target, an untrusted certificate and an answer that is too large are not answers of
 * the service.
 */
export const BROKEN: RunCheck = {
  id: 'transport.broken',
  tier: 1,
  severity: 'error',
  about: 'service',
  question: 'Is the answer complete and valid HTTP?',
};

const SPOKEN = new Set(['connection-reset', 'incomplete-body', 'not-http', 'bad-content-coding']);

/** The findings of an exchange without a complete answer. */
export function missedDrafts(
  failure: FailedOutcome,
  operation?: Operation,
): readonly { readonly check: RunCheck; readonly draft: FindingDraft }[] {
  const { code, message } = failure;
  const draft: FindingDraft = {
    keyword: code,
    expected: 'a whole HTTP answer',
    actual: message,
    message: sentence(code, message),
  };
  if (code === 'timeout' && operation !== undefined && isStream(operation)) return [];
  if (code === 'timeout') return [{ check: TIMEOUT, draft: { ...draft, expected: 'an answer in time' } }];
  return SPOKEN.has(code) ? [{ check: BROKEN, draft }] : [];
}

function sentence(code: string, message: string): string {
  return code === 'timeout' ? `The target gave ${message}, twice.` : `No complete answer came (${code}): ${message}.`;
}
