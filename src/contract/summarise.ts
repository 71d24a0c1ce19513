import { alikeNotes } from './alike.ts';
import { applyBaseline } from './baseline.ts';
import { withCauses } from './causes.ts';
import { NO_COVERAGE } from './coverage.ts';
import type { LedgerEntry, Summary } from './events.ts';
import { exitStatus } from './exit-status.ts';
import { isFingerprint } from './fingerprint.ts';
import { tracesOf } from './only.ts';
import { outageNotes } from './outage/outage-words.ts';
import { partFacts } from './part-facts.ts';
import { casesOf } from './plan.ts';
import type { Run } from './prepare-run.ts';
import { STOPPED } from './run-flow.ts';

type Unjudged = Omit<Summary, 'exitStatus' | 'reasons'>;

/** The last word of a run. */
export function summarise(run: Run, leftovers: readonly LedgerEntry[], duration: number): Summary {
  const { tally, started, sender, options, plan } = run;
  const { operations } = plan;
  const { settings } = started;
  const whole = settings.shard === undefined && options.only === undefined && !run.signal.aborted;
  const failOn = options.failOn ?? [];
  // Of a shard nobody knows what the others have seen.
  const found = settings.shard === undefined ? withCauses(tally.findings(), run.parts.heed.heeds) : tally.findings();
  const applied = applyBaseline(found, options.baseline ?? [], { now: started.at, whole, failOn });
  const summary: Unjudged = {
    ...heading(run),
    findings: applied.findings,
    coverage: run.coverage.coverage(operations, casesOf(plan)),
    matrix: tally.matrix(new Map(operations.map((each) => [each.id, `${each.method} ${each.path}`]))),
    deprecated: run.deprecations.parts(options.api, operations, started.at, (text) => run.parts.redactor.text(text)),
    leftOut: started.plan.leftOut,
    leftovers,
    ...(options.baseline === undefined ? {} : { baseline: applied.outcome }),
    notes: notesOf(run),
    requests: sender.requests(),
    retries: sender.retries(),
    startedAt: started.at,
    duration,
    ...(run.signal.aborted ? { interrupted: options.interruptedBy?.() ?? 'SIGINT' } : {}),
    ...(settings.shard === undefined ? {} : { shard: settings.shard, part: partFacts(run) }),
  };
  return { ...summary, ...ending(run, summary) };
}

/** The summary of a run that a defect of ours has ended. */
export function failedSummary(run: Run, duration: number): Summary {
  return {
    ...heading(run),
    findings: run.tally.findings(),
    coverage: NO_COVERAGE,
    matrix: [],
    deprecated: [],
    leftOut: run.started.plan.leftOut,
    leftovers: [...run.parts.ledger.entries],
    notes: [],
    requests: run.sender.requests(),
    retries: run.sender.retries(),
    startedAt: run.started.at,
    duration,
    exitStatus: 70,
    reasons: run.defects.map((text) => `a defect in standin: ${text}`),
  };
}

function heading({
  tally,
  started,
}: Run): Pick<Summary, 'api' | 'target' | 'seed' | 'counts' | 'inconclusive' | 'errored' | 'skipped'> {
  return {
    api: started.api,
    target: started.target,
    seed: started.settings.seed,
    counts: tally.counts(),
    inconclusive: tally.reasons('inconclusive'),
    errored: tally.reasons('errored'),
    skipped: tally.reasons('skipped'),
  };
}

/** What an interrupted run did not come to. */
function cutShort(run: Run): readonly string[] {
  if (!run.signal.aborted) return [];
  const planned = casesOf(run.plan).length;
  const { passed, failed, inconclusive, errored, skipped } = run.tally.counts();
  const stopped = run.tally.reasons('skipped').find(({ reason }) => reason === STOPPED)?.count ?? 0;
  const done = passed + failed + inconclusive + errored + skipped - stopped;
  return [`the run was interrupted: ${done} of ${planned} cases were run, the others are not known`];
}

/** Of what was asked for again and is gone: what was run to see it. */
function goneOf({ awaited, plan, options }: Run): readonly string[] {
  const gone = [...awaited].filter(isFingerprint);
  if (gone.length === 0) return [];
  const cases = casesOf(plan).length;
  const traced = tracesOf(gone, options.api);
  return gone.map((each, index) => {
    const { check, operation } = traced[index] ?? {};
    const what = check === undefined ? '' : ` (${check}${operation === undefined ? '' : ` of ${operation}`})`;
    return `the finding ${each}${what} did not come again in ${cases} cases`;
  });
}

function notesOf(run: Run): readonly string[] {
  return [
    ...run.notes,
    ...cutShort(run),
    ...goneOf(run),
    ...alikeNotes(run),
    ...patienceOf(run),
    ...outageNotes(run.outages.list),
  ];
}

/** Time that the target asked for, and whether it was given all of it. */
function patienceOf({ sender: { patience } }: Run): readonly string[] {
  const seconds = Math.round(patience.waited() / 1_000);
  const given = `the target asked for patience (429 or 503 with Retry-After), and was given ${seconds} s in all`;
  if (!patience.refused()) return seconds > 0 ? [given] : [];
  const scopes = patience.refusedScopes();
  const whose = scopes.length === 0 ? '' : ` (${scopes.slice(0, 5).join(', ')}${scopes.length > 5 ? ', …' : ''})`;
  return [`${given}: what it asked for beyond that was not waited for${whose}, which --rate may help`];
}

function ending(run: Run, summary: Unjudged): Pick<Summary, 'exitStatus' | 'reasons'> {
  if (run.unreachable !== undefined) return { exitStatus: 3, reasons: run.unreachable };
  const { failOn, deprecationBudget, minCoverage, only } = run.options;
  const exit = exitStatus(summary, failOn, { deprecationBudget, ...(only === undefined ? { minCoverage } : {}) });
  const first = run.defects[0];
  if (first === undefined || summary.interrupted !== undefined) return exit;
  return { exitStatus: 70, reasons: [`a defect in standin: ${first}`, ...exit.reasons] };
}
