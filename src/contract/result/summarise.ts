import { isFingerprint, prefixOf } from '../../findings/index.ts';
import { withoutSecretPath } from '../cleanup/ledger.ts';
import { credentialNotes } from '../credentials/credentials.ts';
import { NO_COVERAGE } from '../judge/coverage.ts';
import type { ForeignWrite, LedgerEntry, Summary } from '../model/events.ts';
import { STOPPED } from '../model/flow.ts';
import type { Phase } from '../model/phase.ts';
import { outageNotes } from '../outage/outage-words.ts';
import { meantBy, tracedText, tracesOf } from '../plan/select-by-fingerprint.ts';
import { applyBaseline } from './baseline.ts';
import { withExcerpts } from './excerpts.ts';
import { exitStatus } from './exit-status.ts';
import { withLinkedCauses } from './linked-causes.ts';
import type { RunRecord } from './run-record.ts';
import { alikeNotes } from './same-answer-notes.ts';
import { partFacts } from './shard-facts.ts';
import { neededBy, withReasons } from './unreached-operations.ts';

type UnjudgedSummary = Omit<Summary, 'exitStatus' | 'reasons'>;

/** The last event of a run. */
export function summarise(run: RunRecord, leftovers: readonly LedgerEntry[], duration: number): Summary {
  const { tally, started, sender, options, plan } = run;
  const { operations } = plan;
  const { settings } = started;
  const { now } = run.context.settings;
  const isCut = isCutByTime(run);
  const whole = settings.shard === undefined && options.only === undefined && !run.signal.aborted && !isCut;
  const failOn = options.failOn ?? [];
  const found = withExcerpts(tally.findings(), options.api.files);
  const update = options.updateBaseline === true;
  const applied = applyBaseline(found, options.baseline ?? [], { now, whole, failOn, update });
  const coverage = withReasons(run.coverage.coverage(operations, run.cases), run);
  const summary: UnjudgedSummary = {
    ...summaryHead(run),
    // One shard does not know what the others have seen.
    findings:
      settings.shard === undefined
        ? withLinkedCauses(applied.findings, run.context.bodyValidation.validates, neededBy(coverage))
        : applied.findings,
    coverage,
    matrix: tally.matrix(new Map(operations.map((each) => [each.id, `${each.method} ${each.path}`]))),
    deprecated: run.deprecations.parts(options.api, operations, now, run.context.redactor.text),
    leftOut: started.plan.leftOut,
    leftovers: leftovers.map((entry) => withoutSecretPath(entry, run.context.redactor)),
    foreignWrites: foreignWrites(run),
    ...(options.baseline === undefined ? {} : { baseline: applied.outcome }),
    notes: notesOf(run),
    requests: sender.requests(),
    retries: sender.retries(),
    startedAt: started.at,
    duration,
    ...(isCut ? { unrun: unrunOf(run) } : {}),
    ...(run.signal.aborted ? { interrupted: options.interruptedBy?.() ?? 'SIGINT' } : {}),
    ...(settings.shard === undefined ? {} : { shard: settings.shard, part: partFacts(run) }),
  };
  return { ...summary, ...exitOf(run, summary) };
}

/** The summary of a run that ended with a defect of standin. */
export function failedSummary(run: RunRecord, duration: number): Summary {
  return {
    ...summaryHead(run),
    findings: run.tally.findings(),
    coverage: NO_COVERAGE,
    matrix: [],
    deprecated: [],
    leftOut: run.started.plan.leftOut,
    leftovers: run.context.ledger.entries.map((entry) => withoutSecretPath(entry, run.context.redactor)),
    foreignWrites: foreignWrites(run),
    notes: [],
    requests: run.sender.requests(),
    retries: run.sender.retries(),
    startedAt: run.started.at,
    duration,
    exitStatus: 70,
    reasons: run.defects.map((text) => `a defect in standin: ${text}`),
  };
}

function summaryHead({
  tally,
  started,
}: RunRecord): Pick<
  Summary,
  'api' | 'target' | 'seed' | 'judgedAt' | 'counts' | 'inconclusive' | 'errored' | 'skipped'
> {
  return {
    api: started.api,
    target: started.target,
    seed: started.settings.seed,
    ...(started.judgedAt === undefined ? {} : { judgedAt: started.judgedAt }),
    counts: tally.counts(),
    inconclusive: tally.reasons('inconclusive'),
    errored: tally.reasons('errored'),
    skipped: tally.reasons('skipped'),
  };
}

/** Webhooks are requests that the service sends, so a run cannot test them. */
function emptyDocument({ options: { api } }: RunRecord): readonly string[] {
  return api.operations.length > 0
    ? []
    : ['the document describes no operation (webhooks are sent by the service): there was nothing to try'];
}

/** Groups of cases stay in one shard, so some shards may get no case. */
function emptyShard({ started: { settings, plan } }: RunRecord): readonly string[] {
  if (settings.shard === undefined || plan.cases > 0) return [];
  return [`shard ${settings.shard} has no case: the plan has fewer parts that can be run apart than there are shards`];
}

/** The parts that an interrupted run did not reach. */
function cutShort(run: RunRecord): readonly string[] {
  if (!run.signal.aborted) return [];
  const { passed, failed, inconclusive, errored, skipped } = run.tally.counts();
  const stopped = run.tally.reasons('skipped').find(({ reason }) => reason === STOPPED)?.count ?? 0;
  const done = passed + failed + inconclusive + errored + skipped - stopped;
  return [`the run was interrupted: ${done} of ${run.cases.length} cases were run, the others are not known`];
}

/** Whether cases were not run because of the time limit. */
export function isCutByTime(run: RunRecord): boolean {
  return leftByTime(run).length > 0;
}

/** Whether no request of the plan could be sent. */
function hasNotBegun({ unreachable, refused }: RunRecord): boolean {
  return unreachable !== undefined || refused !== undefined;
}

/** The number of cases that the time limit left out, by phase. */
function leftByTime(run: RunRecord): readonly { readonly phase: Phase; readonly count: number }[] {
  if (run.options.timeLimit === undefined || run.signal.aborted || hasNotBegun(run)) return [];
  return run.plan.counts.phases.flatMap(({ phase, cases }) => {
    const { passed, failed, inconclusive, errored, skipped } = run.tally.counts(phase);
    const count = cases - passed - failed - inconclusive - errored - skipped;
    return count > 0 ? [{ phase, count }] : [];
  });
}

function unrunOf(run: RunRecord): number {
  return leftByTime(run).reduce((sum, { count }) => sum + count, 0);
}

function timeNotes(run: RunRecord): readonly string[] {
  const left = leftByTime(run);
  if (left.length === 0) return [];
  const phases = left.map(({ phase, count }) => `${phase} ${count}`).join(', ');
  const limit = (run.options.timeLimit ?? 0) / 1_000;
  return [
    `the time limit of ${limit} s left ${unrunOf(run)} of ${run.plan.counts.cases} cases: ${phases}. The most telling cases of each operation were run first`,
  ];
}

/**
 * Reasons for requested findings that were not seen again: what was run, and what the same check found at
 * other places.
 */
function unseenNotes({ awaited, cases, options, unselected }: RunRecord): readonly string[] {
  const gone = [...awaited].filter(isFingerprint);
  if (gone.length === 0) return [];
  const traced = tracesOf(gone, options.api);
  return gone.map((each, index) => {
    const about = traced[index];
    const what = about === undefined ? '' : ` (${tracedText(about)})`;
    const others = [...unselected.values()].filter(({ fingerprint }) => prefixOf(fingerprint) === prefixOf(each));
    const listed = others.map(({ fingerprint, message }) => `${fingerprint} (${message})`);
    const more = others.length === 0 ? '' : `; the same check still finds ${listed.join(', ')}`;
    return `the finding ${each}${what} did not come again in ${cases.length} cases${more}`;
  });
}

/** Unseen fingerprints that resemble a seen one, so that they were probably mistyped. */
function mistypedFingerprints({ awaited, unselected }: RunRecord): readonly string[] {
  return [...awaited].filter(isFingerprint).flatMap((fingerprint) => {
    const meant = meantBy(fingerprint, [...unselected.keys()]);
    return meant === undefined ? [] : [`there is no finding ${fingerprint}. Did you mean ${meant}?`];
  });
}

function notesOf(run: RunRecord): readonly string[] {
  return [
    ...run.notes,
    ...emptyDocument(run),
    ...credentialNotes(run.plan.operations, run.options.credentials ?? {}),
    ...emptyShard(run),
    ...cutShort(run),
    ...timeNotes(run),
    ...unseenNotes(run),
    ...alikeNotes(run),
    ...waitNotes(run),
    ...outageNotes(run.outages.list),
  ];
}

/** The time that the run waited because the target asked for it, and whether it waited for all of it. */
function waitNotes({ sender: { patience } }: RunRecord): readonly string[] {
  const seconds = Math.round(patience.waited() / 1_000);
  const waiting = `the target asked to wait (429 or 503 with Retry-After), and the run waited ${seconds} s in all`;
  if (!patience.refused()) return seconds > 0 ? [waiting] : [];
  const scopes = patience.refusedScopes();
  const whose = scopes.length === 0 ? '' : ` (${scopes.slice(0, 5).join(', ')}${scopes.length > 5 ? ', …' : ''})`;
  return [`${waiting}. It did not wait for longer times that the target asked for${whose}: try a lower --rate`];
}

function exitOf(run: RunRecord, summary: UnjudgedSummary): Pick<Summary, 'exitStatus' | 'reasons'> {
  if (run.unreachable !== undefined) return { exitStatus: 3, reasons: run.unreachable };
  if (run.refused !== undefined) return { exitStatus: 2, reasons: run.refused };
  const wrong = mistypedFingerprints(run);
  if (wrong.length > 0) return { exitStatus: 2, reasons: wrong };
  const { failOn, deprecationBudget, minCoverage, only } = run.options;
  const exit = exitStatus(summary, failOn, {
    deprecationBudget,
    isEmpty: run.options.api.operations.length === 0,
    ...(only === undefined && !isCutByTime(run) ? { minCoverage } : {}),
  });
  const first = run.defects[0];
  if (first === undefined || summary.interrupted !== undefined) return exit;
  return { exitStatus: 70, reasons: [`a defect in standin: ${first}`, ...exit.reasons] };
}

/** Each changed path once. */
function foreignWrites({ options, context, unrestored }: RunRecord): readonly ForeignWrite[] {
  if (options.disposable === true) return [];
  const all = new Map(
    [...context.writeGate.foreignWrites, ...unrestored].map((each) => [`${each.method} ${each.path}`, each]),
  );
  return [...all.values()];
}
