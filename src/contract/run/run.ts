import { setMaxListeners } from 'node:events';
import { type HttpRequest, StandinError } from '../../core/index.ts';
import { isFingerprint } from '../../findings/index.ts';
import { type ResourceModel, supposeModel } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import { cleanUp, type Remove } from '../cleanup/ledger.ts';
import { anySignal } from '../concurrency/any-signal.ts';
import { createEventChannel } from '../concurrency/event-channel.ts';
import { sleep } from '../concurrency/sleep.ts';
import { createStallWatch, STALLED } from '../concurrency/stall-watch.ts';
import { inParallel } from '../concurrency/worker-pool.ts';
import { saysNotThere } from '../hints/missing-records.ts';
import { casePlaceOf, wantedOf } from '../judge/case-places.ts';
import { type DocumentFinding, judgeDocument } from '../judge/document-checks.ts';
import { toFinding } from '../judge/judge.ts';
import { forgottenOf } from '../judge/persistence-evidence.ts';
import { judgeLeftovers, judgeMemory, judgeRun, judgeVacuity } from '../judge/run-checks.ts';
import type { CaseContext } from '../model/case-context.ts';
import type { FindingDraft, RunCheck } from '../model/check.ts';
import type { Finding, LedgerEntry, RunEvent } from '../model/events.ts';
import { type CaseEnd, type Flow, isInCompany, TURNS, type Turn } from '../model/flow.ts';
import { getOr } from '../model/get-or.ts';
import { type ContractOptions, DEFAULTS } from '../model/options.ts';
import type { Phase } from '../model/phase.ts';
import { PLAIN } from '../model/purpose.ts';
import { stopReasons } from '../outage/outage-words.ts';
import { requestAt } from '../requests/locations.ts';
import { withRequiredParameters } from '../requests/required-parameters.ts';
import type { RunRecord } from '../result/run-record.ts';
import { failedSummary, isCutByTime, summarise } from '../result/summarise.ts';
import { createSender } from '../transport/sender.ts';
import { missingBasePath } from './check-base-path.ts';
import { admitsAll, refusedCaller } from './check-credential.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createCaseContext } from './create-case-context.ts';
import { holdEnds, leave, runLast, stopForOutage } from './disruptive-flows.ts';
import { isAboutCulprit, leftEnds, lostEnds } from './held-ends.ts';
import { modelAsServed, type ServedModel } from './model-as-served.ts';
import { ofNoCase } from './outage-tools.ts';
import { prepareRun, timeOf } from './prepare-run.ts';
import { reachOperations } from './reach-operations.ts';
import { isStillShown } from './remaining-record.ts';
import { runBeside, runFlow, runTogether } from './run-flow.ts';
import { createTimeLimit, mostTellingFirst } from './time-limit.ts';
import { lastRequestsLine, muteReasons, unansweredReasons } from './unreachable.ts';

const NO_CREDENTIAL =
  'the run has no credential, and the target answers without one where the document asks for it: whether credentials are refused is not judged';

/**
 * Milliseconds for the removal of records: after an abort a person or a pipeline waits for the process. The
 * rest is reported.
 */
const CLEAN_UP_TIME = { aborted: 1_200, ended: 120_000 };

/**
 * Runs the plan against a target and emits events: `run-started` first, and exactly one `run-finished`
 * last, even if `signal` fires or the target dies. Throws `StandinError` for invalid options only.
 */
export function runContract(options: ContractOptions): AsyncIterable<RunEvent> {
  const leave = new AbortController();
  const signal = options.signal === undefined ? leave.signal : anySignal(options.signal, leave.signal);
  // Every waiting request adds a listener, and more may wait than Node allows before it warns of a
  // leak.
  setMaxListeners(0, signal);
  const channel = createEventChannel<RunEvent>(() => leave.abort());
  const begun = performance.now();
  const prepare = (model?: ResourceModel): RunRecord =>
    prepareRun({ ...options, ...(model === undefined ? {} : { model }) }, signal, (event) => channel.push(event));
  drive(firstPlanOf(options, prepare), begun, prepare).finally(() => channel.end());
  return channel;
}

/**
 * The run before the target has answered. A case that `--only` names may be of a collection whose form the target will
 * show: it is then planned with the supposed one.
 */
function firstPlanOf({ api }: ContractOptions, prepare: (model?: ResourceModel) => RunRecord): RunRecord {
  try {
    return prepare();
  } catch (cause) {
    const supposed = supposeModel(api);
    if (supposed === undefined) throw cause;
    return prepare(supposed.model);
  }
}

/** `begun`: when the planning began, which the time limit includes. `prepare` plans the run anew with another model. */
async function drive(first: RunRecord, begun: number, prepare: (model: ResourceModel) => RunRecord): Promise<void> {
  const elapsed = (): number => performance.now() - begun;
  let run = first;
  run.emit(run.started);
  try {
    run.unreachable = await reach(run);
    const served = run.unreachable === undefined ? await modelAsServed(run, () => isStopped(first)) : undefined;
    if (served !== undefined) run = await planAnew(run, served, prepare);
    if (run.unreachable === undefined) {
      const { timeLimit } = run.options;
      run.timeLimit = timeLimit === undefined ? undefined : createTimeLimit(timeLimit, () => performance.now(), begun);
      if (!isStopped(run)) {
        await run.stalls.within(tryCredential(run));
      }
      run.timeLimit?.begin('reach', run.started.settings.phases);
      await reachOperations(
        run,
        () => isStopped(run) || run.timeLimit?.isOver() === true,
        (finding) => addFinding(run, finding),
      );
      for (const phase of run.started.settings.phases) await runPhase(run, phase);
      await runLast(run, { tell, clean, isStopped: (each) => isStopped(each) || each.timeLimit?.isSpent() === true });
    }
    const leftovers = await leave(run, clean);
    await run.target.close();
    conclude(run, leftovers);
    run.emit({ type: 'run-finished', at: timeOf(run.options), summary: summarise(run, leftovers, elapsed()) });
  } catch (cause) {
    run.runner.defect(cause);
    await run.target.close().catch(() => {});
    run.emit({ type: 'run-finished', at: timeOf(run.options), summary: failedSummary(run, elapsed()) });
  }
}

/** Tries the base path and the credential before anything else. */
async function tryCredential(run: RunRecord): Promise<void> {
  const refused = (await missingBasePath(run)) ?? (await refusedCaller(run));
  // An interruption in the meantime decides how the run ends.
  if (!isStopped(run)) run.refused = refused;
  run.context.admitsAll = refused === undefined && !isStopped(run) && (await admitsAll(run));
  if (run.context.admitsAll) run.notes.push(NO_CREDENTIAL);
}

/**
 * The same run with the plan of another model; the run itself if that plan lacks a case that `--only` names. Nothing
 * was created before it.
 */
async function planAnew(
  before: RunRecord,
  { model, notes }: ServedModel,
  prepare: (model: ResourceModel) => RunRecord,
): Promise<RunRecord> {
  let run: RunRecord;
  try {
    run = prepare(model);
  } catch (cause) {
    if (cause instanceof StandinError) return before;
    throw cause;
  }
  await before.target.close();
  before.waiting = [];
  run.notes.push(...notes);
  run.greeting = before.greeting;
  run.silence = before.silence;
  return run;
}

/** Waits until the target answers. Returns why it does not. */
async function reach(run: RunRecord): Promise<RunRecord['unreachable']> {
  if (typeof run.options.target === 'function') return undefined;
  const deadline = performance.now() + (run.options.wait ?? 0);
  const greeting = { ...requestAt({ path: '/' }), headers: run.context.fields };
  for (;;) {
    const outcome = await run.target.send(greeting, {
      timeout: Math.min(5_000, run.started.settings.timeout),
      maxBytes: 1_048_576,
      fresh: true,
      signal: run.signal,
    });
    if (outcome.kind === 'answered') run.greeting = outcome.status;
    if (outcome.kind !== 'failed' || run.signal.aborted) return undefined;
    run.silence = createCircuitBreaker(outcome, run.plan.operations.length);
    if (outcome.code !== 'unreachable' && outcome.code !== 'tls') return undefined;
    if (performance.now() >= deadline) return unansweredReasons(run.target.base, outcome);
    await sleep(250, run.signal);
  }
}

async function runPhase(run: RunRecord, phase: Phase): Promise<void> {
  const { phases } = run.started.settings;
  run.timeLimit?.begin(phase, phases.slice(phases.indexOf(phase) + 1));
  const turns = takeTurns(run, phase);
  const cases = [...turns.values()].flat().reduce((sum, flow) => sum + flow.cases.length, 0);
  if (cases === 0 || isStopped(run)) return;
  const begun = performance.now();
  run.emit({ type: 'phase-started', phase, cases });
  for (const turn of TURNS) await runTurn(run, turns.get(turn) ?? [], turn);
  run.emit({ type: 'phase-finished', phase, counts: run.tally.counts(phase), duration: performance.now() - begun });
}

/** The flows of a phase by their turn, which are no longer waiting. */
function takeTurns(run: RunRecord, phase: Phase): ReadonlyMap<Turn, Flow[]> {
  const planned = run.waiting.filter((flow) => flow.phase === phase);
  run.waiting = run.waiting.filter((flow) => flow.phase !== phase);
  const turns = new Map<Turn, Flow[]>();
  for (const flow of run.timeLimit === undefined ? planned : mostTellingFirst(planned))
    getOr(turns, flow.turn, () => []).push(flow);
  turns.set('apart', oneOfEach(turns.get('apart') ?? []));
  return turns;
}

/** Runs the flows of one turn, which leave the list when they begin. Flows that must be repeated alone come last. */
async function runTurn(run: RunRecord, flows: Flow[], turn: Turn): Promise<void> {
  const width = turn === 'alone' ? 1 : { most: run.started.settings.concurrency, now: () => widthOf(run) };
  const again = new Map<Flow, () => Promise<readonly CaseEnd[]>>();
  const until = (): boolean => isStopped(run) || run.timeLimit?.isOver() === true;
  const { dependsOn } = run.context.index;
  const mayMeet = ({ group: one }: Flow, { group: other }: Flow): boolean =>
    turn !== 'living' || !(dependsOn(one).has(other) || dependsOn(other).has(one));
  const later = (flow: Flow): unknown => again.set(flow, () => runFlow(run.runner, flow, 1));
  const first = holdEnds(run, tell, later);
  const begin = async (flow: Flow): Promise<void> => {
    if (isAboutCulprit(flow, run.outages)) return first.take(flow, leftEnds(flow));
    if (isLimited(run, flow)) return void later(flow);
    const ends = await (isInCompany(flow) ? runBeside : runTogether)(run.runner, flow);
    if (typeof ends === 'function') again.set(flow, ends);
    else if (ends.some(({ postponed }) => postponed === true)) later(flow);
    else first.take(flow, ends);
    stopForOutage(run);
  };
  await inParallel(flows, { width, stopped: until, mayMeet }, begin);
  await first.settle();
  stopForOutage(run);
  await runAgain(run, again, () => isStopped(run) || run.timeLimit?.isSpent() === true);
  await run.stalls.within(restoreSettings(run, createCaseContext(run.context, ofNoCase('settings', 'inspection'), 0)));
}

/** Whether an operation of a flow is waiting for its rate limit. */
function isLimited({ sender }: RunRecord, { cases }: Flow): boolean {
  return cases.some(({ operation }) => operation !== undefined && sender.patience.isWaiting(operation));
}

/**
 * Runs flows that must be repeated alone, that waited for a rate limit, or that an outage interrupted. A
 * flow that an outage interrupts here does not run again.
 */
async function runAgain(
  run: RunRecord,
  again: Map<Flow, () => Promise<readonly CaseEnd[]>>,
  until: () => boolean,
): Promise<void> {
  const second = holdEnds(run, tell, undefined);
  await inParallel([...again], { width: 1, stopped: until }, async ([flow, alone]) => {
    again.delete(flow);
    run.outages.forget(flow.cases.map(({ id }) => id));
    second.take(flow, isAboutCulprit(flow, run.outages) ? leftEnds(flow) : await alone());
    await second.settle();
    stopForOutage(run);
  });
  if (stopReasons(run.target.base, run.outages.list) === undefined) return;
  for (const flow of again.keys()) for (const end of lostEnds(flow, run.outages)) tell(run, end);
}

/** Restores the settings that the flows of a turn have changed. */
async function restoreSettings(run: RunRecord, caseContext: CaseContext): Promise<void> {
  const left = await run.context.settingsKeeper.restore(async (request, operation) => {
    const answer = await caseContext.exchange(withRequiredParameters(caseContext, operation, request), {
      operation,
      purpose: PLAIN,
      quiet: true,
    });
    return answer.kind === 'answered' ? answer.exchange : undefined;
  });
  for (const { operation, method, path } of left)
    run.unrestored.push({ operation, method, path, reason: 'not-put-back' });
}

/**
 * The first flow of each group, then the second of each: the item of an earlier flow may then be ready for
 * the next one of its group.
 */
function oneOfEach(flows: readonly Flow[]): Flow[] {
  const groups = new Map<string, Flow[]>();
  for (const flow of flows) getOr(groups, flow.group, () => []).push(flow);
  const all = [...groups.values()];
  const rounds = Math.max(0, ...all.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => all.flatMap((each) => each[round] ?? [])).flat();
}

/**
 * The number of parallel requests. A slow target may serve one request at a time, so it gets fewer, unless
 * the user sets the number.
 */
function widthOf({ options, started, sender }: RunRecord): number {
  const { concurrency } = started.settings;
  const speed = sender.speed();
  if (options.concurrency !== undefined || speed === 'quick') return concurrency;
  return Math.min(concurrency, speed === 'slow' ? DEFAULTS.concurrency.slow : DEFAULTS.concurrency.elsewhere);
}

function isStopped(run: RunRecord): boolean {
  return run.signal.aborted || run.unreachable !== undefined || run.refused !== undefined || isSatisfied(run);
}

/** Whether all requested findings were seen again. */
function isSatisfied({ options, awaited }: RunRecord): boolean {
  const { only = [] } = options;
  return only.length > 0 && only.every(isFingerprint) && awaited.size === 0;
}

/** After this many cases without a connection, the target counts as gone. */
const MOST_UNREACHABLE = 20;

function tell(run: RunRecord, ended: CaseEnd): void {
  const end = withoutSecrets(ended, run.context.redactor.text);
  for (const finding of end.findings) addFinding(run, finding);
  run.tally.finished(end.case, end.result);
  run.coverage.finished(end.case, end.result);
  const { case: planned, result, duration, requests } = end;
  run.emit({ type: 'case-finished', case: planned, result, duration, requests });
  const mute = run.silence.goesOn(end);
  if (mute !== undefined) run.unreachable = muteReasons(run.target.base, mute, run.started.settings.timeout);
  if (result.verdict !== 'errored') return;
  const gone = run.tally.reasons('errored').filter(({ reason }) => reason.startsWith('unreachable'));
  if (gone.reduce((sum, { count }) => sum + count, 0) >= MOST_UNREACHABLE) {
    const before = lastRequestsLine(run.sender.lastRequests.suspects());
    run.unreachable = [`${run.target.base} cannot be reached any more`, ...(before === undefined ? [] : [before])];
  }
}

/** Redacts a reason, because it may quote the target. */
function withoutSecrets(end: CaseEnd, redact: (text: string) => string): CaseEnd {
  if (!('reason' in end.result)) return end;
  return { ...end, result: { ...end.result, reason: redact(end.result.reason) } };
}

function addFinding(run: RunRecord, finding: Finding): void {
  const wanted = run.options.only?.filter(isFingerprint) ?? [];
  if (wanted.length > 0 && !wanted.includes(finding.fingerprint)) {
    run.unselected.set(finding.fingerprint, finding);
    return;
  }
  if (finding.flaky !== true) run.awaited.delete(finding.fingerprint);
  if (finding.check.startsWith('deprecated.') && finding.operation !== undefined && finding.caller !== undefined) {
    run.deprecations.used(finding.operation, placeUsed(finding), finding.caller);
  }
  const repeatable = stepsOnce(run, finding);
  run.tally.found(repeatable);
  run.emit({ type: 'finding', finding: repeatable });
}

/** Only the first finding of a fingerprint has steps, and one of a case that comes before it. */
function stepsOnce({ context }: RunRecord, finding: Finding): Finding {
  const { steps, script, ...rest } = finding;
  const byOne = finding.curl !== undefined;
  if ((!byOne && steps === undefined) || finding.flaky === true) return finding;
  if (!byOne && wantedOf(context, finding.fingerprint, finding.case) === 'one') return rest;
  context.reported.set(finding.fingerprint, {
    place: casePlaceOf(context, finding.case),
    byOne,
  });
  return finding;
}

function placeUsed({ check, messagePointer }: Finding): string | undefined {
  return check === 'deprecated.operation-used' ? undefined : messagePointer;
}

/** Adds the findings about the document and the whole run. */
function conclude(run: RunRecord, leftovers: readonly LedgerEntry[]): void {
  if (run.unreachable !== undefined || run.refused !== undefined) return;
  const { operations } = run.plan;
  const { timeBudget } = run.context.settings;
  const only = run.options.only ?? [];
  // With fingerprints, everything that can show their findings is run.
  const whole =
    run.options.shard === undefined && !run.signal.aborted && !isCutByTime(run) && only.every(isFingerprint);
  const findings: readonly DocumentFinding[] = [
    ...judgeDocument(run.context, operations, run.deprecations.sunsetOf),
    ...judgeRun(operations, run.coverage, { timeBudget, given: run.options.timeBudget !== undefined, whole }),
    ...(whole ? judgeVacuity(run.tally.counts()) : []),
    ...(whole ? judgeMemory(forgottenOf(run.context.memory.sought())) : []),
    ...judgeLeftovers(leftovers),
  ];
  for (const { check, draft, operation } of findings) {
    const settled = run.context.policy.settle(check, draft, operation);
    if (settled !== undefined) addFinding(run, ofDocument(run, settled.check, settled.draft, operation));
  }
}

function ofDocument(
  run: RunRecord,
  check: RunCheck,
  draft: FindingDraft,
  operation: DocumentFinding['operation'],
): Finding {
  return toFinding(check, draft, {
    operation,
    lineOf: (pointer) => run.options.api.lineOf(pointer),
    redact: run.context.redactor.message,
  });
}

/** The operation of a removal: the delete of the resource, or the command that removes the record by its name. */
function removalOf(
  { options: { api, model }, context }: RunRecord,
  { resource: name, method, call }: LedgerEntry,
  request: HttpRequest,
): Operation | undefined {
  if (method !== undefined || call !== undefined) {
    const match = api.match(request);
    return match.kind === 'found' ? match.operation : undefined;
  }
  const resource = model.resource(name);
  return resource === undefined ? undefined : context.index.operation(resource, 'delete');
}

/** Removes created records, latest first, also after an abort. */
async function clean(run: RunRecord): Promise<readonly LedgerEntry[]> {
  if (run.options.disposable === true) return [];
  const { timeout } = run.started.settings;
  const signal = AbortSignal.timeout(run.signal.aborted ? CLEAN_UP_TIME.aborted : CLEAN_UP_TIME.ended);
  const sender = createSender({
    target: run.target,
    timeout,
    maxBytes: DEFAULTS.maxBytes,
    rate: run.options.rate,
    signal,
  });
  const caseContext = createCaseContext({ ...run.context, sender }, ofNoCase('clean-up', 'clean-up'), 0);
  const stalls = createStallWatch({ sender, isEnding: () => run.signal.aborted });
  await stalls.within(restoreSettings(run, caseContext));
  const entries = [...run.context.ledger.entries];
  if (entries.length === 0) return [];
  const remove: Remove = async (entry, request) => {
    const operation = removalOf(run, entry, request);
    const whole = operation === undefined ? request : withRequiredParameters(caseContext, operation, request);
    const result = await stalls.within(caseContext.exchange(whole, { operation, purpose: PLAIN, quiet: true }));
    if (result === STALLED) return 'the removal did not end';
    if (result.kind === 'missed') return result.missed.failure.message;
    const { status } = result.exchange.response;
    const isRemoved = result.exchange.refuses ? saysNotThere(result.exchange) : status < 300;
    if (isRemoved) return undefined;
    // A record that a read still shows is not gone.
    const isMissing = status === 404 || status === 410;
    const isGone = isMissing && (await stalls.within(isStillShown(run, caseContext, entry))) !== true;
    return isGone ? undefined : `${request.method} gave ${status}`;
  };
  return cleanUp(entries, remove, { width: widthOf(run), dependsOn: run.context.index.dependsOn });
}
