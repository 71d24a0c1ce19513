import { documentedCall } from '../../resources/index.ts';
import { isSafe, type Operation, responseFor } from '../../spec/index.ts';
import type { Check, FindingDraft, RunCheck } from '../model/check.ts';
import type { Finding } from '../model/events.ts';
import type { CaseProgress } from '../model/flow.ts';
import { isOfOthers, type Purpose } from '../model/purpose.ts';
import { curlOf } from '../recording/curl.ts';
import { recordExchange } from '../recording/record.ts';
import { wireExchange } from '../recording/wire-exchange.ts';
import { exchangeOf } from '../repeat/history.ts';
import { type Repetition, repetitionOf } from '../repeat/repetition.ts';
import type { Redactor } from '../transport/redactor.ts';
import type { Outcome } from '../transport/target.ts';
import { wantedOf } from './case-places.ts';
import { documentPlaceOf } from './document-place.ts';
import { toFinding } from './judge.ts';
import type { RunContext, SentRequest } from './run-context.ts';

/** Makes a finding of each result whose check is on. */
type Speak = (
  results: readonly { readonly check: Check | RunCheck; readonly draft: FindingDraft }[],
) => readonly Finding[];

/** Makes findings of the results of checks in one exchange, with the request and how to repeat it. */
export function speaker(context: RunContext, gathered: CaseProgress, sent: SentRequest, outcome: Outcome): Speak {
  const { operation, request, url, purpose, options } = sent;
  const { policy } = context;
  const redactor = redactorOf(context, purpose);
  const finding = (check: Check | RunCheck, draft: FindingDraft): Finding => {
    const write = ofWrite(check) || draft.ofWrite === true ? writeBefore(gathered, sent, outcome) : undefined;
    const subject = callOf(write ?? operation);
    const isOfRequest = /^(accept|reject)\./.test(check.id);
    const isOfAnswer = write === undefined && operation !== undefined && outcome.kind === 'answered' && !isOfRequest;
    const shown =
      operation !== undefined && outcome.kind === 'answered' ? responseFor(operation, outcome.status) : undefined;
    const answer = isOfAnswer ? shown : undefined;
    const entity = subject === undefined ? undefined : context.model.roleOf(subject).responseEntity;
    const found = toFinding(check, options.pointer === undefined ? draft : { pointer: options.pointer, ...draft }, {
      operation: subject,
      placeOf: (each) =>
        documentPlaceOf(context.api, each, { operation: subject, answer, check: check.id, shown, entity }),
      lineOf: (pointer) => context.api.lineOf(pointer),
      case: gathered.case.id,
      phase: gathered.case.phase,
      exchange: recordExchange(request, url, outcome, redactor),
      redact: (text) => redactor.text(text),
      ...(purpose.caller === undefined ? {} : { caller: purpose.caller }),
      ...(purpose.story.kind === 'scenario' && purpose.story.position !== undefined
        ? { input: purpose.story.position }
        : {}),
    });
    return { ...found, ...repetitionFor(context, gathered, sent, { found, outcome }) };
  };
  return (results) =>
    results.flatMap(({ check, draft }) => {
      const settled = policy.settle(check, draft, operation);
      return settled === undefined ? [] : [finding(settled.check, settled.draft)];
    });
}

function callOf(operation: Operation | undefined): Operation | undefined {
  return operation === undefined ? undefined : documentedCall(operation);
}

function ofWrite(check: Check | RunCheck): boolean {
  return 'ofWrite' in check && check.ofWrite === true;
}

/** The operation of the last write before a read. */
function writeBefore({ history }: CaseProgress, { request }: SentRequest, { timing }: Outcome): Operation | undefined {
  if (!isSafe(request.method)) return undefined;
  const before = history.exchanges.filter(({ outcome }) => outcome.timing.startedAt <= timing.startedAt);
  return before.findLast(({ operation, request: { method } }) => operation !== undefined && !isSafe(method))?.operation;
}

/** Recorded traffic is redacted by names and forms as well. */
function redactorOf({ redactor }: RunContext, purpose: Purpose): Redactor {
  return isOfOthers(purpose) ? redactor.ofOthers : redactor;
}

/** How to repeat a finding. A recorded exchange is repeated as it was. */
function repetitionFor(
  context: RunContext,
  { history, case: { id } }: CaseProgress,
  { operation, request, url, purpose }: SentRequest,
  { found, outcome }: { readonly found: Finding; readonly outcome: Outcome },
): Repetition {
  const { api, model, index, creations, base, credentials } = context;
  const redactor = redactorOf(context, purpose);
  const last = exchangeOf(history, outcome.timing);
  if (last === undefined) {
    const wire = wireExchange(request, url, outcome);
    return { curl: curlOf(wire.request, wire.url, redactor) };
  }
  const past = { api, model, index, creations, flow: history };
  const isDocumented =
    outcome.kind !== 'answered' || operation === undefined || responseFor(operation, outcome.status) !== undefined;
  const wanted = wantedOf(context, found.fingerprint, id);
  return repetitionOf({ past, base, credentials, redactor }, last, { ...found, purpose, isDocumented, wanted });
}
