import { StandinError } from '../core/index.ts';
import { createChannel } from './channel.ts';
import { EXCHANGE_CHECKS } from './checks/index.ts';
import { secretsOf } from './credentials.ts';
import type { LedgerEntry, Phase, RunEvent, RunSettings, Summary } from './events.ts';
import { exitStatus } from './exit-status.ts';
import { createFixtures, PLAIN } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { cleanUp, createLedger } from './ledger.ts';
import { indexModel } from './model-index.ts';
import { type ContractOptions, chosenPhases, DEFAULTS } from './options.ts';
import { plan } from './plan.ts';
import { inParallel } from './pool.ts';
import { type CaseEnd, type FlowRunner, runFlow } from './run-flow.ts';
import { createRedactor } from './secrets.ts';
import { createSender, type Sender, sleep } from './sender.ts';
import { makeStage, type StageParts } from './stage-maker.ts';
import { createTally, type Tally } from './tally.ts';
import { createFetchTarget } from './target/fetch.ts';
import type { Target } from './target/target.ts';
import { createUrlTarget } from './target/undici.ts';

/** Time that clean-up may take after an abort, in milliseconds. */
const CLEAN_UP_TIME = 10_000;

/**
 * Runs the plan against a target and tells the story: `run-started` first, exactly one `run-finished` last, also when `signal` fires
 * or the target dies. Throws `StandinError` only for options that make no sense.
 */
export function runContract(options: ContractOptions): AsyncIterable<RunEvent> {
  const leave = new AbortController();
  const signal = options.signal === undefined ? leave.signal : AbortSignal.any([options.signal, leave.signal]);
  const channel = createChannel<RunEvent>(() => leave.abort());
  const run = prepare(options, signal, (event) => channel.push(event));
  drive(run).finally(() => channel.end());
  return channel;
}

interface Run {
  readonly options: ContractOptions;
  readonly signal: AbortSignal;
  readonly target: Target;
  readonly flows: readonly Flow[];
  readonly parts: StageParts;
  readonly runner: FlowRunner;
  readonly tally: Tally;
  readonly sender: Sender;
  readonly started: Extract<RunEvent, { type: 'run-started' }>;
  readonly notes: string[];
  readonly defects: string[];
  /** Set when the target cannot be reached. */
  unreachable: string | undefined;
  emit(event: RunEvent): void;
}

function prepare(options: ContractOptions, signal: AbortSignal, emit: (event: RunEvent) => void): Run {
  const target = targetOf(options);
  const mayWrite = target.loopback || options.allowWrites === true;
  const { flows, counts } = plan({ safeOnly: !mayWrite, ...options });
  const settings = settingsOf(options, mayWrite);
  const now = options.now();
  const index = indexModel(options.api, options.model);
  const credentials = options.credentials ?? {};
  const secrets = secretsOf(credentials, options.secrets ?? []);
  const sender = createSender({
    target,
    timeout: settings.timeout,
    maxBytes: options.maxBytes ?? DEFAULTS.maxBytes,
    rate: options.rate,
    signal,
  });
  const tiers = options.strict === true ? 3 : 1;
  const tally = createTally();
  const defects: string[] = [];
  const parts: StageParts = {
    api: options.api,
    model: options.model,
    validator: options.validator,
    generator: options.generator,
    seed: settings.seed,
    index,
    fixtures: createFixtures(index, mayWrite),
    sender,
    base: target.base,
    checks: EXCHANGE_CHECKS.filter(({ tier }) => tier <= tiers),
    redactor: createRedactor(secrets),
    credentials,
    ledger: createLedger(),
    worked: new Set(),
    taken: new Set(),
    onSeen: () => {},
    settings: {
      now,
      sunsetWarn: options.sunsetWarn ?? DEFAULTS.sunsetWarn,
      sunsetFail: options.sunsetFail,
      timeBudget: options.timeBudget ?? DEFAULTS.timeBudget,
      secrets: secrets.map(({ value }) => value),
      loopback: target.loopback,
    },
  };
  const runner: FlowRunner = {
    stageFor: (gathered, attempt) => makeStage(parts, gathered, attempt),
    aborted: () => signal.aborted,
    confirmed: new Set(),
    defect: (cause) => {
      const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      defects.push(text);
      return `a defect in standin: ${text.split('\n')[0]}`;
    },
  };
  const { title, version, source } = options.api;
  const api = { title, version, source };
  const shown = typeof options.target === 'function' ? 'in-process' : target.base;
  const started = { type: 'run-started', at: now, api, target: shown, settings, plan: counts } as const;
  return {
    options,
    signal,
    target,
    flows,
    parts,
    runner,
    tally,
    sender,
    started,
    notes: [],
    defects,
    unreachable: undefined,
    emit,
  };
}

function targetOf(options: ContractOptions): Target {
  const { target, now } = options;
  if (typeof target === 'function') return createFetchTarget(target, { now });
  if (!(target instanceof URL)) return target;
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw new StandinError('usage', `The target ${target.href} is no http or https URL.`);
  }
  return createUrlTarget(target, { now, insecure: options.insecure === true });
}

function settingsOf(options: ContractOptions, allowWrites: boolean): RunSettings {
  const { rate, shard, only, operations, tags, exclude, fuzz } = options;
  const secrets = secretsOf(options.credentials ?? {}, options.secrets ?? []).map(({ name }) => name);
  return {
    phases: chosenPhases(options),
    strict: options.strict === true,
    seed: options.seed ?? DEFAULTS.seed,
    concurrency: options.concurrency ?? DEFAULTS.concurrency,
    timeout: options.timeout ?? DEFAULTS.timeout,
    allowWrites,
    follow: options.follow === true,
    insecure: options.insecure === true,
    secrets: [...new Set(secrets)],
    ...(rate === undefined ? {} : { rate }),
    ...(shard === undefined ? {} : { shard: `${shard.index}/${shard.of}` }),
    ...(only === undefined ? {} : { only }),
    ...(operations === undefined ? {} : { operations }),
    ...(tags === undefined ? {} : { tags }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(fuzz === undefined ? {} : { fuzz }),
  };
}

async function drive(run: Run): Promise<void> {
  const begun = performance.now();
  run.emit(run.started);
  run.unreachable = await reach(run);
  if (run.unreachable === undefined) {
    for (const phase of run.started.settings.phases) await runPhase(run, phase);
  }
  const leftovers = await clean(run);
  await run.target.close();
  const summary = summarise(run, leftovers, performance.now() - begun);
  run.emit({ type: 'run-finished', at: run.options.now(), summary });
}

/** Waits until the target answers anything at all; says why it does not. */
async function reach(run: Run): Promise<string | undefined> {
  const deadline = performance.now() + (run.options.wait ?? 0);
  for (;;) {
    const outcome = await run.target.send(
      { method: 'GET', path: '/', query: '', headers: [], body: { kind: 'none' } },
      { timeout: 5_000, maxBytes: 1_048_576, fresh: true, signal: run.signal },
    );
    const gone = outcome.kind === 'failed' && (outcome.code === 'unreachable' || outcome.code === 'tls');
    if (!gone || run.signal.aborted) return undefined;
    if (performance.now() >= deadline) return `${run.target.base} cannot be reached: ${outcome.message}`;
    await sleep(250, run.signal);
  }
}

async function runPhase(run: Run, phase: Phase): Promise<void> {
  const flows = run.flows.filter((flow) => flow.phase === phase);
  const cases = flows.reduce((sum, flow) => sum + flow.cases.length, 0);
  if (cases === 0 || stopped(run)) return;
  const begun = performance.now();
  run.emit({ type: 'phase-started', phase, cases });
  const work = async (flow: Flow): Promise<void> => {
    for (const end of await runFlow(run.runner, flow)) tell(run, end);
  };
  const width = run.started.settings.concurrency;
  await inParallel(
    flows.filter(({ exclusive }) => !exclusive),
    width,
    () => stopped(run),
    work,
  );
  await inParallel(
    flows.filter(({ exclusive }) => exclusive),
    1,
    () => stopped(run),
    work,
  );
  run.emit({ type: 'phase-finished', phase, counts: run.tally.counts(phase), duration: performance.now() - begun });
}

function stopped(run: Run): boolean {
  return run.signal.aborted || run.unreachable !== undefined;
}

/** After so many cases in a row without a connection the target is taken to be gone. */
const MOST_UNREACHABLE = 20;

function tell(run: Run, end: CaseEnd): void {
  const wanted = run.options.only?.filter((entry) => /^[0-9a-f]{16}$/.test(entry)) ?? [];
  for (const finding of end.findings) {
    if (wanted.length > 0 && !wanted.includes(finding.fingerprint)) continue;
    run.tally.found(finding);
    run.emit({ type: 'finding', finding });
  }
  run.tally.finished(end.case, end.result);
  run.emit({
    type: 'case-finished',
    case: end.case,
    result: end.result,
    duration: end.duration,
    requests: end.requests,
  });
  const gone = run.tally.reasons('errored').filter(({ reason }) => reason.startsWith('unreachable'));
  if (gone.reduce((sum, { count }) => sum + count, 0) >= MOST_UNREACHABLE && run.tally.counts().passed === 0) {
    run.unreachable = `${run.target.base} cannot be reached`;
  }
}

/** Removes what was created, newest first, also after an abort. */
async function clean(run: Run): Promise<readonly LedgerEntry[]> {
  const { entries } = run.parts.ledger;
  if (entries.length === 0) return [];
  const sender = createSender({
    target: run.target,
    timeout: run.started.settings.timeout,
    maxBytes: DEFAULTS.maxBytes,
    rate: run.options.rate,
    signal: AbortSignal.timeout(CLEAN_UP_TIME),
  });
  const gathered = {
    case: {
      id: 'clean-up',
      phase: 'stateful',
      description: '',
      request: { method: 'DELETE', path: '', query: '' },
      expectation: { kind: 'any', text: '' },
    },
    findings: [],
    requests: 0,
    timedOut: false,
    late: undefined,
  } as const;
  const stage = makeStage({ ...run.parts, sender }, { ...gathered, findings: [] }, 0);
  return cleanUp([...entries], async (entry, request) => {
    const role = run.options.model.resource(entry.resource);
    const operation = role === undefined ? undefined : run.parts.index.operation(role, 'delete');
    const exchanged = await stage.exchange(request, { operation, purpose: PLAIN, quiet: true });
    if (exchanged.kind === 'missed') return exchanged.missed.failure.message;
    const { status } = exchanged.seen.response;
    return status < 300 || status === 404 || status === 410 ? undefined : `DELETE gave ${status}`;
  });
}

function summarise(run: Run, leftovers: readonly LedgerEntry[], duration: number): Summary {
  const { tally, started, sender, options, notes } = run;
  const endpoints = new Map(options.api.operations.map((each) => [each.id, `${each.method} ${each.path}`]));
  const { settings } = started;
  const none = { covered: 0, total: 0 };
  const summary: Omit<Summary, 'exitStatus' | 'reasons'> = {
    api: started.api,
    target: started.target,
    seed: settings.seed,
    counts: tally.counts(),
    inconclusive: tally.reasons('inconclusive'),
    errored: tally.reasons('errored'),
    skipped: tally.reasons('skipped'),
    findings: tally.findings(),
    coverage: {
      operations: [],
      totals: {
        operations: none,
        statuses: none,
        parameters: none,
        properties: none,
        keywordsValid: none,
        keywordsBroken: none,
      },
    },
    matrix: tally.matrix(endpoints),
    deprecated: [],
    leftOut: started.plan.leftOut,
    leftovers,
    notes,
    requests: sender.requests(),
    retries: sender.retries(),
    startedAt: started.at,
    duration,
    ...(run.signal.aborted ? { interrupted: options.interruptedBy?.() ?? 'SIGINT' } : {}),
    ...(settings.shard === undefined ? {} : { shard: settings.shard }),
  };
  return { ...summary, ...ending(run, summary) };
}

function ending(run: Run, summary: Omit<Summary, 'exitStatus' | 'reasons'>): Pick<Summary, 'exitStatus' | 'reasons'> {
  if (run.unreachable !== undefined) return { exitStatus: 3, reasons: [run.unreachable] };
  const exit = exitStatus(summary, run.options.failOn);
  const first = run.defects[0];
  if (first === undefined || summary.interrupted !== undefined) return exit;
  return { exitStatus: 70, reasons: [`a defect in standin: ${first}`, ...exit.reasons] };
}
