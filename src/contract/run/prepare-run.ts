import { createFuzzer, type Fuzzer } from '../../generation/index.ts';
import { isStandIn } from '../../resources/index.ts';
import { type Api, documentDigest } from '../../spec/index.ts';
import { chooseTraffic } from '../../traffic/index.ts';
import { dayOf } from '../../wire/index.ts';
import { createCallTarget } from '../calls/call-target.ts';
import { createLedger, withoutSecretPath } from '../cleanup/ledger.ts';
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';
import { createStallWatch, STALLED, type StallWatch } from '../concurrency/stall-watch.ts';
import { createCredentialRefresh } from '../credentials/credential-refresh.ts';
import { credentialSecrets } from '../credentials/credentials.ts';
import { redactorFor } from '../credentials/redactor-for.ts';
import { createFixtures } from '../fixtures/fixtures.ts';
import { givenFixtures } from '../fixtures/given-fixtures.ts';
import { createHints } from '../hints/hints.ts';
import { withHints } from '../hints/with-hints.ts';
import { createBodyValidation } from '../judge/body-validation.ts';
import { casePlaces, isBetterShown } from '../judge/case-places.ts';
import { type CoverageBook, createCoverage } from '../judge/coverage.ts';
import { createDeprecations, type DeprecationBook } from '../judge/deprecations.ts';
import { createPersistenceEvidence } from '../judge/persistence-evidence.ts';
import { policyOf } from '../judge/policy.ts';
import type { RunContext } from '../judge/run-context.ts';
import { createTally } from '../judge/tally.ts';
import type { RunEvent, RunSettings } from '../model/events.ts';
import { type FlowRunner, STOPPED, skipped } from '../model/flow.ts';
import { type ContractOptions, chosenPhases, DEFAULTS } from '../model/options.ts';
import { REAL_CLOCK } from '../model/outage-clock.ts';
import { disruptiveOperations } from '../outage/disruptive-operations.ts';
import type { OutageTools } from '../outage/outage.ts';
import { createOutages, type Outages } from '../outage/outages.ts';
import { createCommandRecords } from '../ownership/command-records.ts';
import { createSettingsKeeper } from '../ownership/settings-keeper.ts';
import { createWriteGate } from '../ownership/write-gate.ts';
import { type CasePlan, casesOf, plan } from '../plan/plan.ts';
import type { PlanContext } from '../plan/planner.ts';
import { recordExchange } from '../recording/record.ts';
import { createCreations } from '../repeat/history.ts';
import { indexModel } from '../resource-index/model-index.ts';
import type { RunRecord } from '../result/run-record.ts';
import { urlOf } from '../transport/body-bytes.ts';
import { createTarget, targetAt } from '../transport/create-target.ts';
import type { Redactor } from '../transport/redactor.ts';
import { createSender, type Sender, type SenderOptions } from '../transport/sender.ts';
import { createServerTarget } from '../transport/server-target.ts';
import type { Target } from '../transport/target.ts';
import { createUrlTarget } from '../transport/undici.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createCaseContext } from './create-case-context.ts';
import { outageTools } from './outage-tools.ts';

/** Why a case without an end has no other result. */
const STALLED_REASON = 'the case did not end, although no request was under way for a long time';

/** Some services refuse requests without a `User-Agent` (RFC 9110 §10.1.5). Where it is documented, cases decide about it. */
function agentFor({ operations }: Pick<Api, 'operations'>): string | undefined {
  const isDocumented = operations.some(({ parameters }) =>
    parameters.some((each) => each.in === 'header' && each.name.toLowerCase() === 'user-agent'),
  );
  return isDocumented ? undefined : 'standin/1';
}

/** Settles the options. Throws `usage` for a target that is not an HTTP URL. */
export function prepareRun(given: ContractOptions, signal: AbortSignal, emit: (event: RunEvent) => void): RunRecord {
  const { traffic, notes } = chooseTraffic(given.api, given.traffic ?? []);
  const options: ContractOptions = { ...given, traffic };
  const redactor = redactorFor(options);
  const ofTarget = {
    now: options.clock ?? options.now,
    insecure: options.insecure === true,
    agent: agentFor(options.api),
  };
  const plain = createTarget(options.target, ofTarget);
  const served = createServerTarget(plain, options.api, (base) => targetAt(options.target, base, ofTarget));
  const target = createCallTarget(served, options.api);
  // A run that only reads still needs existing data.
  const mayWrite = options.safeOnly === undefined ? target.loopback || options.allowWrites === true : !options.safeOnly;
  const { flows, ...planned } = plan({ safeOnly: !mayWrite, ...options }, redactor, planningTime(options));
  const cases = casesOf({ flows, last: planned.last });
  const settings = settingsOf(options, target, mayWrite);
  const sender = createSender({
    target,
    timeout: settings.timeout,
    maxBytes: options.maxBytes ?? DEFAULTS.maxBytes,
    rate: options.rate,
    signal,
    timeLeft: () => run.timeLimit?.left() ?? Number.POSITIVE_INFINITY,
    ...(options.follow === true ? { follow: followOf(options) } : {}),
  });
  const coverage = createCoverage(options.api);
  const deprecations = createDeprecations();
  const context = createRunContext(options, redactor, { target, sender, mayWrite, coverage, deprecations, signal });
  if (options.exchanges === true)
    context.onExchange = (id, base, request, outcome) =>
      emit({
        type: 'exchange',
        case: id,
        exchange: recordExchange(request, urlOf(base, request), outcome, context.redactor),
      });
  context.heldBack = planned.heldBack;
  context.places = casePlaces(cases.map(({ id }) => id));
  const tools = outageTools(context, (gathered) => createCaseContext(context, gathered, 1));
  const outages = outagesOf(tools, context, options, signal);
  context.outages = outages;
  const defects: string[] = [];
  const stalls = createStallWatch({ sender, isEnding: () => signal.aborted || run.timeLimit?.left() === 0 });
  const run: RunRecord = {
    options,
    signal,
    target,
    plan: planned,
    cases,
    waiting: flows,
    context,
    runner: runnerOf(context, { signal, stalls, defects }),
    stalls,
    tally: createTally((one, other) => isBetterShown(context, one, other)),
    coverage,
    deprecations,
    sender,
    started: startOf(options, { target, settings, planned }, context.settings.now),
    notes: [...context.policy.notes, ...notes],
    defects,
    unrestored: [],
    awaited: new Set(options.only),
    unselected: new Map(),
    silence: createCircuitBreaker(undefined, 0),
    outages,
    tools,
    restored: false,
    timeLimit: undefined,
    unreachable: undefined,
    greeting: undefined,
    refused: undefined,
    emit,
  };
  return run;
}

/** Planning may take a quarter of a time limit. The shards of a run must have the same plan. */
function planningTime({ timeLimit, shard }: ContractOptions): PlanContext['isLate'] | undefined {
  if (timeLimit === undefined || shard !== undefined) return undefined;
  const begun = performance.now();
  return (share = 1) => performance.now() >= begun + (share * timeLimit) / 4;
}

/** Parts that are made before the run context. */
interface RunContextDependencies {
  readonly target: Target;
  readonly sender: Sender;
  readonly mayWrite: boolean;
  readonly coverage: CoverageBook;
  readonly deprecations: DeprecationBook;
  readonly signal: AbortSignal;
}

function createRunContext(
  options: ContractOptions,
  redactor: Redactor,
  { target, sender, mayWrite, coverage, deprecations, signal }: RunContextDependencies,
): RunContext {
  const { api, model, validator, generator, credentials = {} } = options;
  const index = indexModel(api, model);
  const secrets = credentialSecrets(credentials, options.secrets ?? []);
  let fuzzer: Fuzzer | undefined;
  const isGiven = options.isGiven ?? (() => false);
  const hints = createHints({ api, model, validator, generator, isGiven, salt: options.salt ?? '' });
  for (const [name, records] of Object.entries(options.records ?? {})) hints.know(name, records);
  const settingsKeeper = createSettingsKeeper(api);
  const commandRecords = createCommandRecords({ api, isGiven });
  const touchExisting = options.touchExisting === true || options.disposable === true;
  const context: RunContext = {
    api,
    model,
    validator,
    generator: withHints(generator, hints),
    seed: options.seed ?? DEFAULTS.seed,
    index,
    fixtures: createFixtures(index, mayWrite, givenFixtures(model, options.fixtures), touchExisting),
    sender,
    base: target.base,
    policy: policyOf(options),
    redactor,
    offers: new Map(),
    credentials,
    fields: options.fields ?? [],
    ...(options.renew === undefined ? {} : { renewal: createCredentialRefresh(options.renew) }),
    credentialKeys: new Map(),
    standIns: api.operations.filter(isStandIn),
    ledger: createLedger(notedBy(options.onLedger, redactor)),
    creations: createCreations(index),
    writeGate: createWriteGate({
      api,
      model,
      index,
      settings: settingsKeeper,
      redactor: () => context.redactor,
      touchExisting,
      disruptive: options.disruptive === true,
      commandRecords,
    }),
    commandRecords,
    settingsKeeper,
    memory: createPersistenceEvidence(index),
    bodyValidation: createBodyValidation(),
    turns: createKeyedMutex(),
    outages: undefined,
    heldBack: new Set(),
    worked: new Set(),
    tagged: new Set(),
    admitsAll: false,
    taken: new Set(),
    firstCases: new Map(),
    places: new Map(),
    reported: new Map(),
    made: new WeakMap(),
    isGiven,
    givenPath: options.givenPath ?? (() => ({})),
    vary: options.vary ?? ((_, request) => request),
    hints,
    refusing: new Map(),
    keys: { count: 0, salt: options.salt ?? '', used: new Set() },
    fuzzer: () => {
      fuzzer ??= createFuzzer({
        api,
        accepts: validator.accepts,
      });
      return fuzzer;
    },
    stopped: () => signal.aborted,
    onSeen(exchange) {
      coverage.saw(exchange);
      deprecations.saw(exchange);
    },
    settings: {
      now: options.now(),
      sunsetWarn: options.sunsetWarn ?? DEFAULTS.sunsetWarn,
      sunsetFail: options.sunsetFail,
      timeBudget: options.timeBudget ?? DEFAULTS.timeBudget,
      secrets: secrets.flatMap(({ value, isOpen }) => (isOpen === true ? [] : [value])),
      loopback: target.loopback,
    },
  };
  return context;
}

function outagesOf(tools: OutageTools, context: RunContext, options: ContractOptions, signal: AbortSignal): Outages {
  return createOutages({
    api: context.api,
    disruptive: disruptiveOperations(context),
    tools,
    clock: options.outageClock ?? REAL_CLOCK,
    wait: options.outageWait ?? DEFAULTS.outageWait,
    signal,
  });
}

/** Leaves out paths with a secret. Such records must be found by hand. */
function notedBy(note: ContractOptions['onLedger'], redactor: Redactor): ContractOptions['onLedger'] {
  if (note === undefined) return undefined;
  return (change) => {
    if (change.kind === 'created') return note({ kind: 'created', entry: withoutSecretPath(change.entry, redactor) });
    if (redactor.text(change.path) === change.path) return note(change);
  };
}

/** What ends a case early, and where defects of standin are kept. */
interface RunnerParts {
  readonly signal: AbortSignal;
  readonly stalls: StallWatch;
  readonly defects: string[];
}

function runnerOf(context: RunContext, { signal, stalls, defects }: RunnerParts): FlowRunner {
  return {
    bounded: async (act) => {
      const end = await stalls.within(act);
      if (end !== STALLED) return end;
      if (signal.aborted) return skipped(STOPPED);
      throw new Error(STALLED_REASON);
    },
    caseContextOf: (gathered, attempt) => createCaseContext(context, gathered, attempt),
    aborted: () => signal.aborted,
    confirmed: new Set(),
    defect: (cause) => {
      const text = context.redactor.text(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
      defects.push(text);
      return `a defect in standin: ${text.split('\n')[0]}`;
    },
  };
}

/** What is known of a run before it starts. */
interface StartFacts {
  readonly target: Target;
  readonly settings: RunSettings;
  readonly planned: Pick<CasePlan, 'counts'>;
}

function startOf(
  options: ContractOptions,
  { target, settings, planned }: StartFacts,
  now: number,
): RunRecord['started'] {
  const { title, version, source } = options.api;
  const recorded = settings.phases.length === 1 && settings.phases[0] === 'traffic';
  const targetName = recorded ? 'recorded traffic' : typeof options.target === 'function' ? 'in-process' : target.base;
  const at = timeOf(options);
  const judged = dayOf(now) === dayOf(at) ? {} : { judgedAt: now };
  const api = { title, version, source, digest: documentDigest(options.api) };
  return { type: 'run-started', at, ...judged, api, target: targetName, settings, plan: planned.counts };
}

/** The real time for reports, which an option for the date does not change. */
export function timeOf({ clock, now }: Pick<ContractOptions, 'clock' | 'now'>): number {
  return (clock ?? now)();
}

/** How redirects to other origins are followed, and the secrets that must not be sent there. */
function followOf(options: ContractOptions): NonNullable<SenderOptions['follow']> {
  const { clock: now = options.now, insecure = false } = options;
  const secrets = credentialSecrets(options.credentials ?? {}, options.secrets ?? []);
  return { secrets, open: (origin) => createUrlTarget(origin, { now, insecure }) };
}

function settingsOf(options: ContractOptions, { loopback }: Target, allowWrites: boolean): RunSettings {
  const { rate, timeLimit, shard, only, operations, tags, exclude, fuzz } = options;
  const secrets = credentialSecrets(options.credentials ?? {}, options.secrets ?? []).map(({ name }) => name);
  return {
    phases: chosenPhases(options),
    strict: options.strict === true,
    seed: options.seed ?? DEFAULTS.seed,
    concurrency: options.concurrency ?? (loopback ? DEFAULTS.concurrency.here : DEFAULTS.concurrency.elsewhere),
    timeout: options.timeout ?? DEFAULTS.timeout,
    allowWrites,
    follow: options.follow === true,
    insecure: options.insecure === true,
    secrets: [...new Set(secrets)],
    ...(rate === undefined ? {} : { rate }),
    ...(timeLimit === undefined ? {} : { timeLimit }),
    ...(shard === undefined ? {} : { shard: `${shard.index}/${shard.of}` }),
    ...(only === undefined ? {} : { only }),
    ...(operations === undefined ? {} : { operations }),
    ...(tags === undefined ? {} : { tags }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(fuzz === undefined ? {} : { fuzz }),
  };
}
