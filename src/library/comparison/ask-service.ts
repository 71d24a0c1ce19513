import {
  answerMeaning,
  type ChangeFinding,
  controlledRefusal,
  type ServiceAnswer,
  type UnsummedComparison,
  unsentReason,
  type WitnessRequest,
} from '../../comparison/index.ts';
import { asTarget, createTarget, type Service, type Target } from '../../contract/index.ts';
import { type HeaderFields, StandinError } from '../../core/index.ts';
import { sendWitness, type WitnessOutcome } from './send-witness.ts';

/** How a service is asked. */
export interface ServiceQuestion {
  readonly service: Service;
  /** Header fields of every request; they replace drawn ones. */
  readonly headers: HeaderFields;
  /** Also sends methods other than GET, HEAD and OPTIONS. */
  readonly mayWrite: boolean;
  readonly now: () => number;
}

/**
 * Sends the requests that show changes to a running service, one after the other, each once. Throws
 * `service.unreachable` where no connection can be made.
 */
export async function askService(
  { findings, controlOf }: Pick<UnsummedComparison, 'findings' | 'controlOf'>,
  { service, headers, mayWrite, now }: ServiceQuestion,
): Promise<ReadonlyMap<ChangeFinding, ServiceAnswer>> {
  const target = createTarget(asTarget(service), { now });
  const sent = new Map<string, Promise<WitnessOutcome>>();
  const send = async (request: WitnessRequest): Promise<WitnessOutcome> => {
    const key = JSON.stringify(request);
    const outcome = sent.get(key) ?? sendWitness(target, request, headers);
    sent.set(key, outcome);
    return outcome;
  };
  const ask = async (finding: ChangeFinding): Promise<ServiceAnswer> => {
    const request = finding.witness?.request;
    const reason = unsentReason(request, mayWrite);
    if (request === undefined || reason !== undefined) return { verdict: 'not-sent', ...(reason && { reason }) };
    const outcome = await send(request);
    if (outcome.kind === 'failed') {
      if (UNREACHABLE.has(outcome.code)) throw unreachable(target, outcome.message);
      return { verdict: 'unknown', reason: outcome.message };
    }
    const answer = answerMeaning(outcome.status, finding);
    if (answer.verdict !== 'refuses') return answer;
    const control = controlOf(finding);
    const other = control === undefined ? undefined : await send(control);
    return controlledRefusal(answer, other?.kind === 'answered' ? other.status : undefined);
  };
  const answers = new Map<ChangeFinding, ServiceAnswer>();
  try {
    for (const finding of findings)
      if (finding.about === 'change' && finding.severity !== 'info') answers.set(finding, await ask(finding));
  } finally {
    await target.close();
  }
  return answers;
}

/** Failures that any other request would meet as well. */
const UNREACHABLE: ReadonlySet<string> = new Set(['unreachable', 'tls']);

function unreachable({ base }: Target, reason: string): StandinError {
  return new StandinError('service.unreachable', `The service at ${base} cannot be reached: ${reason}`, {
    hint: 'Start it, or compare the documents without --prove-on.',
  });
}
