import type { HttpRequest } from '../../core/index.ts';
import type { FinishedExchange } from '../../traffic/index.ts';
import { standInOf } from '../calls/call-stand-in.ts';
import type { Ledger } from '../cleanup/ledger.ts';
import { isRefused } from '../credentials/credential-refresh.ts';
import { authorise, replaceHeaders } from '../credentials/credentials.ts';
import { scenarioText } from '../credentials/redactor-for.ts';
import { caseEndOf, endOfMissed } from '../judge/case-outcome.ts';
import { hasTimely, isConditional, newKey, withTimelyFields } from '../judge/conditional-headers.ts';
import { createExchange } from '../judge/create-exchange.ts';
import { speaker } from '../judge/create-findings.ts';
import { judge } from '../judge/judge.ts';
import { isInContent, KEPT, spoiltBy, withAccept } from '../judge/request-validity.ts';
import { keeps, requestViolations } from '../judge/request-verdict.ts';
import type { RunContext, SentRequest } from '../judge/run-context.ts';
import { missedDrafts } from '../judge/transport-failures.ts';
import { type CaseContext, type ExchangeOptions, type ExchangeResult, isSuccess } from '../model/case-context.ts';
import type { IncompleteExchange } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CaseProgress } from '../model/flow.ts';
import { isOfOthers, PLAIN } from '../model/purpose.ts';
import type { StepEnd } from '../model/step-end.ts';
import type { CommandRecords } from '../ownership/command-records.ts';
import type { HeldBack, SendRead, WriteGate } from '../ownership/write-gate.ts';
import { HELD_BACK } from '../plan/order-disruptive.ts';
import { recordedValidator } from '../recording/recorded-validator.ts';
import { remember } from '../repeat/history.ts';
import { fitsInPath, withPathValues } from '../requests/path-values.ts';
import { withRequiredParameters } from '../requests/required-parameters.ts';
import { withOtherId } from '../requests/unique-values.ts';
import { bodyBytes, urlOf } from '../transport/body-bytes.ts';
import type { OnSent } from '../transport/sender.ts';
import type { AnsweredOutcome, FailedOutcome, Outcome } from '../transport/target.ts';
import { createdBy, hasCredential, keepBooks } from './record-side-effects.ts';
import { isCredentialShown } from './shown-credential.ts';
import { stepBeforeRemoval } from './step-before-removal.ts';

/** The context of one attempt at a case: sends requests, runs the checks, and collects findings. */
export function createCaseContext(context: RunContext, gathered: CaseProgress, attempt: number): CaseContext {
  const { api, model, generator, seed, fixtures } = context;
  const accepts: CaseContext['accepts'] = (schema, value) => context.validator.accepts(schema, value, 'request');
  const caseContext: CaseContext = {
    api,
    model,
    generator,
    seed,
    fixtures,
    attempt,
    salt: context.keys.salt,
    isGiven: context.isGiven,
    givenPath: context.givenPath,
    fuzzer: context.fuzzer,
    hinted(operation, request, at, probed) {
      const varied = withPathValues(operation, context.vary(operation, request, { seed, at }, probed));
      return context.hints.fill(operation, varied, { seed, at }, { probed });
    },
    shownAt: (template, schema) => context.hints.shownAt(template, fitsInPath({ accepts }, schema)),
    admitsAll: () => context.admitsAll,
    refusesAll: ({ id }) => context.refusing.get(id),
    recordsIn: context.hints.records,
    isNeeded: context.hints.isNeeded,
    keepTo: context.hints.keepTo,
    startFrom: context.hints.startFrom,
    learn: (answer) => answer.kind === 'answered' && context.hints.learn(answer.exchange),
    stopped: context.stopped,
    pause: context.sender.pause,
    madeBy: (exchange) => createdBy(context, exchange),
    hasWorked: ({ id }) => context.worked.has(id),
    hasTagged: ({ id }) => context.tagged.has(id),
    keeps: (operation, request) => keeps(context, operation, request),
    accepts,
    judge: (recorded, options) => judgeRecorded(context, gathered, recorded, options),
    again(exchange, options) {
      const doubtful = options.operation !== undefined && !exchange.credentialWorks;
      return answeredResult(
        context,
        gathered,
        ready(context, exchange.request, { ...options, bare: true, doubtful }),
        asCame(exchange),
      );
    },
    newKey: (parameter) => newKey(context, parameter),
    exchange(request, options) {
      const wanted = withPathValues(options.operation, request);
      // Scenarios send writes together on purpose. What looks after the target must not wait for cases, which may wait for it.
      const isFree = gathered.case.phase === 'scenarios' || gathered.duty !== undefined;
      const act = () => result(caseContext, wanted, options);
      return changesItsPath(wanted) && !isFree ? context.turns.take(wanted.path, act) : act();
    },
  };
  return caseContext;

  async function result(
    caseContext: CaseContext,
    wanted: HttpRequest,
    options: ExchangeOptions,
  ): Promise<ExchangeResult> {
    const { bare, heldBack } = await allowed(caseContext, wanted, options);
    if (heldBack !== undefined) return missedResult(context, gathered, notSent(context, bare, options, heldBack));
    const sendOnce = () => ask(context, gathered, { attempt, bare }, options);
    const send = () => (isConditional(options.operation, options.purpose) ? asLongAsItMoves(sendOnce) : sendOnce());
    const noted = async (): Promise<SentExchange> => {
      const { sent, outcome } = await send();
      remember(gathered.history, {
        number: context.creations.nextNumber(),
        case: gathered.case.id,
        operation: sent.operation,
        request: sent.request,
        outcome,
      });
      return { sent, outcome };
    };
    let { sent, outcome } = await noted();
    if (await clearsTheWay(caseContext, bare, options, outcome)) ({ sent, outcome } = await noted());
    if (outcome.kind === 'failed') return missedResult(context, gathered, { ...sent, failure: outcome });
    const judged = options.settle === undefined ? sent : await withSettledPurpose(sent, outcome);
    return answeredResult(context, gathered, await withDoubt(context, caseContext, judged, outcome), outcome);
  }

  /** A request that passes the gate. A create whose id is taken gets another id, unless it is sent for its id. */
  async function allowed(
    caseContext: CaseContext,
    wanted: HttpRequest,
    { operation, purpose }: ExchangeOptions,
  ): Promise<{ readonly bare: HttpRequest; readonly heldBack: HeldBack | undefined }> {
    let bare = wanted;
    for (let tries = 1; ; tries += 1) {
      const gated = standInOf(context.standIns, operation, bare) ?? { operation, request: bare };
      const heldBack = await context.writeGate.refusal(gated, lookWith(caseContext));
      const at = `${gathered.case.id}/${tries}`;
      const other =
        heldBack?.code === 'id-taken' && tries < MOST_IDS && purpose.story.kind !== 'same-again'
          ? withOtherId(caseContext, operation, bare, { story: purpose.story, at })
          : undefined;
      if (other === undefined) return { bare, heldBack };
      bare = other;
    }
  }
}

/** How many ids are tried for one create if each is taken. */
const MOST_IDS = 4;

/** A read for the write gate, which is not judged. */
function lookWith(caseContext: CaseContext): SendRead {
  return async (request, operation) => {
    const answer = await caseContext.exchange(withRequiredParameters(caseContext, operation, request), {
      operation,
      purpose: PLAIN,
      quiet: true,
    });
    return answer.kind === 'answered' ? answer.exchange : undefined;
  };
}

/** Does to an item what its refused removal asks for first. Returns whether that was done. */
async function clearsTheWay(
  caseContext: CaseContext,
  { path }: HttpRequest,
  { operation, purpose, bare }: ExchangeOptions,
  outcome: Outcome,
): Promise<boolean> {
  const isRefused = outcome.kind === 'answered' && REFUSALS.has(outcome.status);
  if (!isRefused || operation?.method !== 'DELETE' || bare === true) return false;
  if (purpose.expect !== 'valid' || purpose.story.kind === 'in-state') return false;
  const first = stepBeforeRemoval(caseContext, operation, new TextDecoder().decode(outcome.bytes));
  const at = `before/${operation.id}`;
  const drawn = first && caseContext.generator.request(first, { kind: 'valid' }, { seed: caseContext.seed, at });
  if (first === undefined || drawn?.ok !== true) return false;
  const request = { ...drawn.value, path: `${path}${first.path.slice(operation.path.length)}` };
  return isSuccess(await caseContext.exchange(request, { operation: first, purpose: PLAIN, quiet: true }));
}

/** Bad Request, Forbidden, Conflict, Unprocessable Content, Locked: the item may be in a state in which it stays. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 409, 422, 423]);

/** A blocked request, as a request without an answer. */
function notSent(
  context: RunContext,
  request: HttpRequest,
  options: ExchangeOptions,
  { code, message }: HeldBack,
): SentRequest & IncompleteExchange {
  const { operation, purpose } = options;
  const failure: FailedOutcome = { kind: 'failed', code, message, timing: { startedAt: 0, duration: 0 } };
  return {
    operation,
    request,
    purpose,
    url: urlOf(context.base, request),
    options,
    spoilt: undefined,
    unproven: false,
    failure,
  };
}

/**
 * Whether a request writes to the item at its path. Of two such writes at once, one may be answered with what the other has written, and a
 * deleted record may be there afterwards. So they take turns: each is held against what the run owns, sent and noted before the next one.
 */
const changesItsPath = ({ method }: HttpRequest): boolean => ['PUT', 'PATCH', 'DELETE'].includes(method);

interface SentExchange {
  readonly sent: SentRequest;
  readonly outcome: Outcome;
}

/** How often a version is read again if another client writes in between. */
const MOST_LOOKS = 3;

async function asLongAsItMoves(send: () => Promise<SentExchange>): Promise<SentExchange> {
  let last = await send();
  for (let look = 1; look < MOST_LOOKS && last.outcome.kind === 'answered' && last.outcome.status === 412; look += 1)
    last = await send();
  return last;
}

/** A request without its credential, and which attempt it is. */
interface AttemptedRequest {
  readonly attempt: number;
  readonly bare: HttpRequest;
}

async function ask(
  context: RunContext,
  gathered: CaseProgress,
  { attempt, bare }: AttemptedRequest,
  options: ExchangeOptions,
): Promise<SentExchange> {
  const timely = hasTimely(context.api, options.operation)
    ? await withTimelyFields(context, bare, options.operation, options.purpose)
    : bare;
  const used = context.credentials;
  const { onExchange } = context;
  const { id } = gathered.case;
  const heard: OnSent | undefined =
    onExchange === undefined ? undefined : (...sentExchange) => onExchange(id, ...sentExchange);
  let sent = ready(context, timely, options);
  let outcome = await deliver(context, gathered, attempt, { sent, heard });
  gathered.requests += 1;
  if (context.renewal === undefined || !isRefused(outcome, options.purpose, options.bare === true))
    return { sent, outcome };
  await context.renewal(context);
  // A request that was refused with a replaced credential is sent once more.
  if (used !== context.credentials) {
    sent = ready(context, timely, options);
    outcome = await deliver(context, gathered, attempt, { sent, heard });
    gathered.requests += 1;
  }
  return { sent, outcome };
}

/**
 * Sends a request. If it belongs to a case and carries the run's credential, the answer is watched for an
 * outage.
 */
function deliver(
  context: RunContext,
  gathered: CaseProgress,
  attempt: number,
  { sent, heard }: { readonly sent: SentRequest; readonly heard: OnSent | undefined },
): Promise<Outcome> {
  const { operation, request, purpose, options } = sent;
  if (operation !== undefined && context.heldBack.has(operation) && gathered.case.phase !== 'scenarios')
    return Promise.resolve(NOT_SENT);
  const waiting = waitingOf(gathered, attempt, options);
  const sending = { fresh: attempt > 0, heard, scope: operation?.id, ...(waiting === undefined ? {} : { waiting }) };
  const send = async (): Promise<Outcome> => {
    const outcome = await context.sender.send(request, sending);
    const isLimited = waiting === 'postponed' && outcome.kind === 'answered' && [429, 503].includes(outcome.status);
    if (isLimited && context.sender.patience.isWaiting(operation?.id ?? '')) gathered.postponed = true;
    return outcome;
  };
  if (operation === undefined || options.bare === true || gathered.duty !== undefined || context.outages === undefined)
    return send();
  return context.outages.watch({ case: gathered.case.id, operation, request, purpose }, send);
}

/** How a case waits for a rate limit: at the end of the queue, unless it is waited for. */
function waitingOf(
  gathered: CaseProgress,
  attempt: number,
  { quiet, postpone }: ExchangeOptions,
): 'postponed' | 'none' | undefined {
  if (gathered.duty === 'inspection') return 'none';
  if (postpone === true) return 'postponed';
  return attempt === 0 && quiet !== true && gathered.duty === undefined ? 'postponed' : undefined;
}

const NOT_SENT: Outcome = {
  kind: 'failed',
  code: 'cannot-send',
  message: HELD_BACK,
  timing: { startedAt: 0, duration: 0 },
};

/** Where a valid request is refused, the credential counts as valid only if an operation shows that. */
async function withDoubt(
  context: RunContext,
  caseContext: CaseContext,
  sent: SentRequest,
  { status }: AnsweredOutcome,
): Promise<SentRequest> {
  const { operation, purpose, options } = sent;
  const isRefused = (status === 401 || status === 403) && purpose.expect === 'valid';
  if (!isRefused || operation === undefined) return sent;
  const isShown = hasCredential(context, operation) && (await isCredentialShown(context, caseContext, operation));
  return isShown ? sent : { ...sent, options: { ...options, doubtful: true } };
}

async function withSettledPurpose(sent: SentRequest, answer: AnsweredOutcome): Promise<SentRequest> {
  const purpose = sent.spoilt === undefined ? await sent.options.settle?.(answer) : undefined;
  return purpose === undefined ? sent : { ...sent, purpose };
}

/** Adds the headers of every request, and verifies that the request is as its case wants it. */
function ready(context: RunContext, bare: HttpRequest, options: ExchangeOptions): SentRequest {
  const { operation, purpose } = options;
  const accepting = withAccept(context, { ...bare, headers: replaceHeaders(bare.headers, context.fields) }, operation);
  const spoilt = operation === undefined ? undefined : spoiltBy(context, operation, accepting, options);
  const request =
    options.bare === true
      ? accepting
      : authorise(accepting, operation ?? options.like, context.credentials, context.api.securitySchemes);
  const url = urlOf(context.base, request);
  return spoilt === undefined
    ? { operation, request, purpose, url, options, spoilt, unproven: operation !== undefined && isInContent(purpose) }
    : asSpoiled({ operation, request, purpose, url, options }, spoilt);
}

/** A request that is not as intended is still judged by general rules. */
function asSpoiled(sent: Omit<SentRequest, 'spoilt' | 'unproven'>, spoilt: StepEnd): SentRequest {
  return { ...sent, purpose: { ...sent.purpose, expect: 'any', story: { kind: 'plain' } }, spoilt, unproven: false };
}

function missedResult(
  context: RunContext,
  gathered: CaseProgress,
  miss: SentRequest & IncompleteExchange,
): ExchangeResult {
  const { failure } = miss;
  const speak = speaker(context, gathered, miss, failure);
  const findings = speak(missedDrafts(failure, miss.operation));
  if (failure.code === 'timeout') {
    gathered.timedOut = true;
    gathered.late = findings[0];
  } else gathered.findings.push(...findings);
  return {
    kind: 'missed',
    missed: miss,
    end: endOfMissed(failure, miss.operation !== undefined),
    failed: findings.length > 0,
  };
}

/** Registers secrets of an exchange before it is reported. Recordings were searched before the run. */
function learnSecrets(
  { redactor }: RunContext,
  { request, purpose }: SentRequest,
  { headers, bytes }: AnsweredOutcome,
): void {
  if (purpose.story.kind === 'recorded') return;
  if (!isOfOthers(purpose)) {
    const headers = purpose.story.kind === 'credential' ? request.headers : [];
    redactor.drew({ query: request.query, headers, text: scenarioText(bodyBytes(request.body)) });
  }
  redactor.learn({ headers, text: scenarioText(bytes) });
}

function answeredResult(
  context: RunContext,
  gathered: CaseProgress,
  sent: SentRequest,
  outcome: AnsweredOutcome,
): ExchangeResult {
  const { operation, request, purpose, url, options, spoilt } = sent;
  learnSecrets(context, sent, outcome);
  const hasWorked = operation !== undefined && context.worked.has(operation.id);
  const credentialWorks = operation !== undefined && options.doubtful !== true && hasCredential(context, operation);
  const exchange = createExchange(context, {
    operation,
    request,
    purpose,
    answer: outcome,
    url,
    hasWorked,
    credentialWorks,
  });
  const spoken = options.quiet === true ? [] : judge(exchange, context.policy.layers(exchange));
  if (sent.unproven && spoken.length > 0 && operation !== undefined) {
    const violations = requestViolations(context, operation, request);
    if (violations?.length === 0) return answeredResult(context, gathered, asSpoiled(sent, KEPT), outcome);
  }
  const stood = standInOf(context.standIns, operation, request);
  keepBooks(context, stood === undefined ? exchange : { ...exchange, ...stood }, gathered.history);
  context.memory.saw(exchange, () => createdBy(context, exchange));
  context.bodyValidation.saw(exchange);
  const end = spoilt ?? caseEndOf(exchange);
  if (options.quiet === true) return { kind: 'answered', exchange, end, failed: false };
  context.onSeen(exchange);
  if (spoken.length === 0) return { kind: 'answered', exchange, end, failed: false };
  const speak = speaker(context, gathered, sent, outcome);
  const findings = speak(spoken);
  const errors = findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  const { id } = gathered.case;
  if (options.trial === true) {
    return {
      kind: 'answered',
      exchange,
      end,
      failed: errors.some(({ fingerprint }) => (context.firstCases.get(fingerprint) ?? id) === id),
    };
  }
  // A finding of a parallel flow may never be reported.
  if (!gathered.beside)
    for (const { fingerprint } of errors)
      if (!context.firstCases.has(fingerprint)) context.firstCases.set(fingerprint, id);
  gathered.findings.push(...findings);
  // An error of a `free` check, such as a header field of another format, leaves the rest of the answer as it is,
  // unless it is about what a write has done.
  const free = new Set(
    spoken.flatMap(({ check }) => (check.layer === 'free' && check.ofWrite !== true ? [check.id] : [])),
  );
  return { kind: 'answered', exchange, end, failed: errors.some(({ check }) => !free.has(check)) };
}

function asCame({ response: { status, headers }, raw: { bytes, cut, notes }, timing }: Exchange): AnsweredOutcome {
  return { kind: 'answered', status, reason: '', headers, bytes, cut, notes, timing };
}

/** Judges a recorded exchange like an answer to the run. */
function judgeRecorded(
  context: RunContext,
  gathered: CaseProgress,
  recorded: FinishedExchange,
  options: ExchangeOptions,
): ExchangeResult {
  const { request, status, headers, bytes, startedAt, duration } = recorded;
  const { operation, purpose } = options;
  const url = recorded.url ?? urlOf(context.base, request);
  const outcome: AnsweredOutcome = {
    kind: 'answered',
    status,
    reason: '',
    headers,
    bytes,
    cut: false,
    notes: [],
    timing: { startedAt, duration },
  };
  const sent: SentRequest = { operation, request, purpose, url, options, spoilt: undefined, unproven: false };
  const validator = recordedValidator(context.validator);
  const apart = {
    ...context,
    validator,
    worked: new Set<string>(),
    taken: new Set<string>(),
    ledger: NO_LEDGER,
    writeGate: NO_GATE,
    commandRecords: NO_COMMANDS,
  };
  return answeredResult(apart, gathered, sent, outcome);
}

/** The run does not remove what others created. */
/** Recorded traffic sends nothing. */
const NO_GATE: WriteGate = {
  refusal: () => undefined,
  placed: () => undefined,
  saw: () => true,
  foreignWrites: [],
};

const NO_COMMANDS: CommandRecords = { saw: () => ({ gone: [] }), about: () => undefined };

const NO_LEDGER: Ledger = { created: () => {}, gone: () => false, back: () => {}, entries: [] };
