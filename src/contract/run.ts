import { setMaxListeners } from 'node:events';
import { createChannel } from './channel.ts';
import type { Draft, Verdictless } from './check.ts';
import { withDemands } from './demands.ts';
import { judgeDocument, type Said } from './document.ts';
import { either } from './either.ts';
import type { Case, Finding, LedgerEntry, Phase, RunEvent } from './events.ts';
import { isFingerprint } from './fingerprint.ts';
import { type Flow, isInCompany, TURNS, type Turn } from './flow.ts';
import { getOr } from './get-or.ts';
import { toFinding } from './judge.ts';
import { cleanUp, type Remove } from './ledger.ts';
import { requestAt } from './locations.ts';
import { forgottenOf } from './memory.ts';
import { type ContractOptions, DEFAULTS } from './options.ts';
import { inParallel } from './pool.ts';
import { prepareRun, type Run } from './prepare-run.ts';
import { PLAIN } from './purpose.ts';
import { judgeLeftovers, judgeMemory, judgeRun, judgeVacuity } from './run-checks.ts';
import { type CaseEnd, runBeside, runFlow } from './run-flow.ts';
import { createSender } from './sender.ts';
import { createSilence } from './silence.ts';
import { sleep } from './sleep.ts';
import { makeStage } from './stage-maker.ts';
import { failedSummary, summarise } from './summarise.ts';
import { muteReasons, unansweredReasons } from './unanswered.ts';

/** Time that clean-up may take, after an abort and after a run that came to its end, in milliseconds. */
const CLEAN_UP_TIME = { aborted: 1_000, ended: 120_000 };

/**
 * Runs the plan against a target and tells the story: `run-started` first, exactly one `run-finished` last, also when `signal` fires
 * or the target dies. Throws `StandinError` only for options that make no sense.
 */
export function runContract(options: ContractOptions): AsyncIterable<RunEvent> {
  const leave = new AbortController();
  const signal = options.signal === undefined ? leave.signal : either(options.signal, leave.signal);
  // Whoever waits listens, and more may wait at a time than Node takes for a mistake.
  setMaxListeners(0, signal);
  const channel = createChannel<RunEvent>(() => leave.abort());
  const run = prepareRun(options, signal, (event) => channel.push(event));
  drive(run).finally(() => channel.end());
  return channel;
}

async function drive(run: Run): Promise<void> {
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  run.emit(run.started);
  try {
    run.unreachable = await reach(run);
    if (run.unreachable === undefined) {
      for (const phase of run.started.settings.phases) await runPhase(run, phase);
    }
    const leftovers = await clean(run);
    await run.target.close();
    conclude(run, leftovers);
    run.emit({ type: 'run-finished', at: run.options.now(), summary: summarise(run, leftovers, elapsed()) });
  } catch (cause) {
    run.runner.defect(cause);
    await run.target.close().catch(() => {});
    run.emit({ type: 'run-finished', at: run.options.now(), summary: failedSummary(run, elapsed()) });
  }
}

/** Waits until the target answers anything at all; says why it does not. */
async function reach(run: Run): Promise<Run['unreachable']> {
  if (typeof run.options.target === 'function') return undefined;
  const deadline = performance.now() + (run.options.wait ?? 0);
  for (;;) {
    const outcome = await run.target.send(requestAt({ path: '/' }), {
      timeout: Math.min(5_000, run.started.settings.timeout),
      maxBytes: 1_048_576,
      fresh: true,
      signal: run.signal,
    });
    if (outcome.kind !== 'failed' || run.signal.aborted) return undefined;
    run.silence = createSilence(outcome, run.plan.operations.length);
    if (outcome.code !== 'unreachable' && outcome.code !== 'tls') return undefined;
    if (performance.now() >= deadline) return unansweredReasons(run.target.base, outcome);
    await sleep(250, run.signal);
  }
}

async function runPhase(run: Run, phase: Phase): Promise<void> {
  const flows = run.plan.flows.filter((flow) => flow.phase === phase);
  const cases = flows.reduce((sum, flow) => sum + flow.cases.length, 0);
  if (cases === 0 || stopped(run)) return;
  const begun = performance.now();
  run.emit({ type: 'phase-started', phase, cases });
  for (const turn of TURNS) await runTurn(run, flows, turn);
  run.emit({ type: 'phase-finished', phase, counts: run.tally.counts(phase), duration: performance.now() - begun });
}

/** The flows whose turn it is; what has to be run again with nobody beside it comes last. */
async function runTurn(run: Run, flows: readonly Flow[], turn: Turn): Promise<void> {
  const width = turn === 'alone' ? 1 : { most: run.started.settings.concurrency, now: () => widthOf(run) };
  const again: (() => Promise<readonly CaseEnd[]>)[] = [];
  const until = (): boolean => stopped(run);
  const due = flows.filter((flow) => flow.turn === turn);
  const now = turn === 'apart' ? oneOfEach(due) : due;
  const { hangsOn } = run.parts.index;
  const mayMeet = ({ group: one }: Flow, { group: other }: Flow): boolean =>
    turn !== 'living' || !(hangsOn(one).has(other) || hangsOn(other).has(one));
  const begin = async (flow: Flow): Promise<void> => {
    const ends = await (isInCompany(flow) ? runBeside : runFlow)(run.runner, flow);
    if (typeof ends === 'function') again.push(ends);
    else for (const end of ends) tell(run, end);
  };
  await inParallel(now, width, until, begin, mayMeet);
  await inParallel(again, 1, until, async (alone) => {
    for (const end of await alone()) tell(run, end);
  });
}

/** The first flow of each group, then the second of each: what one has done with its item may be ready when the next of its group asks for one. */
function oneOfEach(flows: readonly Flow[]): readonly Flow[] {
  const groups = new Map<string, Flow[]>();
  for (const flow of flows) getOr(groups, flow.group, () => []).push(flow);
  const all = [...groups.values()];
  const rounds = Math.max(0, ...all.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => all.flatMap((each) => each[round] ?? [])).flat();
}

/** A target that is slow may do one thing at a time, and the last of many would wait for all the others: it is asked less at once, unless the user says how much. */
function widthOf({ options, started, sender }: Run): number {
  const { concurrency } = started.settings;
  const speed = sender.speed();
  if (options.concurrency !== undefined || speed === 'quick') return concurrency;
  return Math.min(concurrency, speed === 'slow' ? DEFAULTS.concurrency.slow : DEFAULTS.concurrency.elsewhere);
}

function stopped(run: Run): boolean {
  return run.signal.aborted || run.unreachable !== undefined || isSatisfied(run);
}

/** Everything that was asked for again has been seen again. */
function isSatisfied({ options, awaited }: Run): boolean {
  const { only = [] } = options;
  return only.length > 0 && only.every(isFingerprint) && awaited.size === 0;
}

/** After so many cases without a connection the target is taken to be gone. */
const MOST_UNREACHABLE = 20;

function tell(run: Run, end: CaseEnd): void {
  for (const finding of end.findings) found(run, finding);
  run.tally.finished(end.case, end.result);
  run.coverage.finished(end.case, end.result);
  const { case: planned, result, duration, requests } = end;
  run.emit({ type: 'case-finished', case: planned, result, duration, requests });
  const mute = run.silence.goesOn(end);
  if (mute !== undefined) run.unreachable = muteReasons(run.target.base, mute, run.started.settings.timeout);
  if (result.verdict !== 'errored') return;
  const gone = run.tally.reasons('errored').filter(({ reason }) => reason.startsWith('unreachable'));
  if (gone.reduce((sum, { count }) => sum + count, 0) >= MOST_UNREACHABLE) {
    run.unreachable = [`${run.target.base} cannot be reached any more`];
  }
}

function found(run: Run, finding: Finding): void {
  const wanted = run.options.only?.filter(isFingerprint) ?? [];
  if (wanted.length > 0 && !wanted.includes(finding.fingerprint)) return;
  if (finding.flaky !== true) run.awaited.delete(finding.fingerprint);
  if (finding.check.startsWith('deprecated.') && finding.operation !== undefined && finding.caller !== undefined) {
    run.deprecations.used(finding.operation, placeUsed(finding), finding.caller);
  }
  run.tally.found(finding);
  run.emit({ type: 'finding', finding });
}

function placeUsed({ check, messagePointer }: Finding): string | undefined {
  return check === 'deprecated.operation-used' ? undefined : messagePointer;
}

/** What the document and the run as a whole give reason to say. */
function conclude(run: Run, leftovers: readonly LedgerEntry[]): void {
  if (run.unreachable !== undefined) return;
  const { operations } = run.plan;
  const { timeBudget } = run.parts.settings;
  const asked = run.options.only ?? [];
  // Of what is asked for by its fingerprint everything is run that has to do with it.
  const whole = run.options.shard === undefined && !run.signal.aborted && asked.every(isFingerprint);
  const said: readonly Said[] = [
    ...judgeDocument(run.parts, operations),
    ...judgeRun(operations, run.coverage, { timeBudget, whole }),
    ...(whole ? judgeVacuity(run.tally.counts()) : []),
    ...(whole ? judgeMemory(forgottenOf(run.parts.memory.sought())) : []),
    ...judgeLeftovers(leftovers),
  ];
  for (const { check, draft, operation } of said) {
    const settled = run.parts.policy.settle(check, draft, operation);
    if (settled !== undefined) found(run, ofDocument(run, settled.check, settled.draft, operation));
  }
}

function ofDocument(run: Run, check: Verdictless, draft: Draft, operation: Said['operation']): Finding {
  return toFinding(check, draft, {
    operation,
    lineOf: (pointer) => run.options.api.lineOf(pointer),
    redact: (text) => run.parts.redactor.text(text),
  });
}

/** Removes what was created, newest first, also after an abort. */
async function clean(run: Run): Promise<readonly LedgerEntry[]> {
  const entries = [...run.parts.ledger.entries];
  if (entries.length === 0) return [];
  const { timeout } = run.started.settings;
  const signal = AbortSignal.timeout(run.signal.aborted ? CLEAN_UP_TIME.aborted : CLEAN_UP_TIME.ended);
  const sender = createSender({
    target: run.target,
    timeout,
    maxBytes: DEFAULTS.maxBytes,
    rate: run.options.rate,
    signal,
  });
  const stage = makeStage({ ...run.parts, sender }, nobody(), 0);
  const remove: Remove = async (entry, request) => {
    const resource = run.options.model.resource(entry.resource);
    const operation = resource === undefined ? undefined : run.parts.index.operation(resource, 'delete');
    const whole = operation === undefined ? request : withDemands(stage, operation, request);
    const exchanged = await stage.exchange(whole, { operation, purpose: PLAIN, quiet: true });
    if (exchanged.kind === 'missed') return exchanged.missed.failure.message;
    const { status } = exchanged.seen.response;
    return status < 300 || status === 404 || status === 410 ? undefined : `DELETE gave ${status}`;
  };
  return cleanUp(entries, remove, { width: widthOf(run), hangsOn: run.parts.index.hangsOn });
}

/** Clean-up belongs to no case. */
function nobody(): Parameters<typeof makeStage>[1] {
  const request = { method: 'DELETE', path: '', query: '' };
  const planned: Case = {
    id: 'clean-up',
    phase: 'stateful',
    description: 'clean-up',
    request,
    expectation: { kind: 'any', text: '' },
  };
  return { case: planned, beside: false, findings: [], requests: 0, timedOut: false, late: undefined };
}
