import { refusesContent } from '../../wire/index.ts';
import type { ChangeFinding, ServiceAnswer, WitnessRequest } from '../model/finding.ts';

/** Statuses that say nothing about what a request contains: who sends it, how often, and the service itself. */
const isSilent = (status: number): boolean =>
  status === 401 || status === 403 || status === 407 || status === 429 || status >= 500;

/** The last part of a sentence about a status. */
const SILENT: Readonly<Record<number, string>> = {
  401: 'it asks for credentials',
  403: 'it asks for other credentials',
  404: 'the record or the path is not there',
  405: 'it does not have the method there',
  429: 'it has had too many requests',
};

/** What the status of an answer says of the request that shows a change. */
export function answerMeaning(status: number, { witness }: ChangeFinding): ServiceAnswer {
  if (refusesContent(status)) return { verdict: 'refuses', status };
  if (status < 200 || status >= 300) {
    const reason = SILENT[status] ?? (status < 400 ? 'it leads elsewhere' : 'that may have any cause');
    return { verdict: 'unknown', status, reason };
  }
  // A value that the revision only reads otherwise is taken before and after the change.
  return witness?.refusal === undefined
    ? { verdict: 'unknown', status, reason: 'how it read the request does not show' }
    : { verdict: 'takes', status };
}

/** A refusal counts only where a request that both documents accept is not refused. */
export function controlledRefusal(answer: ServiceAnswer, control: number | undefined): ServiceAnswer {
  if (answer.verdict !== 'refuses') return answer;
  if (control !== undefined && !refusesContent(control) && !isSilent(control)) return answer;
  const reason =
    control === undefined
      ? 'no request was found that both documents accept, so the refusal may have another cause'
      : `a request that both documents accept is answered with ${control} as well`;
  return { ...answer, verdict: 'unknown', reason };
}

/** Why the request of a finding is not sent; `undefined` where it is. */
export function unsentReason(request: WitnessRequest | undefined, mayWrite: boolean): string | undefined {
  if (request === undefined) return 'no request shows the change';
  const { method, headers, body } = request;
  if (!mayWrite && !READS.has(method)) return `${method} may write (--allow-writes sends it)`;
  if (body === undefined && headers.some(([name]) => name.toLowerCase() === 'content-type'))
    return 'its body is not text';
  return undefined;
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Adds what a service answered. A change that the service has made already is risky instead of breaking: the
 * document catches up. Calls of known clients that break count more than one answer.
 */
export function withAnswer(finding: ChangeFinding, service: ServiceAnswer | undefined): ChangeFinding {
  if (service === undefined) return finding;
  const isUsed = (finding.uses ?? []).some(({ breaks }) => breaks > 0);
  return service.verdict === 'refuses' && finding.severity === 'error' && !isUsed
    ? { ...finding, service, severity: 'warning' }
    : { ...finding, service };
}

/** What a service was asked and what it answered, in one sentence. */
export function answersNote(answers: readonly ServiceAnswer[]): string {
  const count = (verdict: ServiceAnswer['verdict']): number =>
    answers.filter((each) => each.verdict === verdict).length;
  const sent = answers.length - count('not-sent');
  return `The service was sent the requests of ${sent} of ${answers.length} changes: ${count('refuses')} refused already, ${count('takes')} still taken, ${count('unknown')} unclear.`;
}
