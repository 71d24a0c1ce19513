import type { BaselineEntry } from '../../findings/index.ts';
import { livesLed } from '../judge/life-coverage.ts';
import { withRecurring } from '../judge/recurring-findings.ts';
import { WHOLE_CHECKS } from '../judge/run-checks.ts';
import { addReasons, merge as mergeFinding, noCounts, sortFindings } from '../judge/tally.ts';
import type { CoverageGates } from '../model/coverage-gates.ts';
import type {
  Coverage,
  DeprecatedPart,
  Finding,
  OperationCoverage,
  Ratio,
  Summary,
  UnreachedOperation,
} from '../model/events.ts';
import { getOr } from '../model/get-or.ts';
import type { FailOn } from '../model/options.ts';
import type { VerdictCounts } from '../model/summary.ts';
import { applyBaseline } from './baseline.ts';
import { exitStatus } from './exit-status.ts';
import { withLinkedCauses } from './linked-causes.ts';
import { findingsTogether } from './shard-facts.ts';
import { neededBy } from './unreached-operations.ts';

export interface MergeOptions {
  readonly baseline?: readonly BaselineEntry[];
  readonly failOn?: readonly FailOn[];
  readonly deprecationBudget?: number;
  readonly minCoverage?: CoverageGates;
  /** Milliseconds since the Unix epoch: for the expiry of baseline entries. */
  readonly now: number;
}

/** One summary of several shards: findings merged by fingerprint, coverage united, nothing counted twice. */
export function mergeSummaries(summaries: readonly [Summary, ...Summary[]], options: MergeOptions): Summary {
  const [first] = summaries;
  const failOn = options.failOn ?? [];
  const united = new Map<string, Finding>();
  const interrupted = summaries.find((each) => each.interrupted !== undefined)?.interrupted;
  const missing = missingShards(summaries);
  const whole = interrupted === undefined && missing.length === 0;
  const counts = summaries.map((each) => each.counts).reduce(addCounts, noCounts());
  const leftovers = summaries.flatMap((each) => each.leftovers);
  const parts = summaries.flatMap(({ part }) => part ?? []);
  // Findings about the whole run are made anew from all shards.
  const wholeChecks = new Set(parts.length === 0 ? [] : WHOLE_CHECKS.map(({ id }) => id));
  const seen = summaries.flatMap(({ findings }) => findings).filter(({ check }) => !wholeChecks.has(check));
  for (const finding of [...seen, ...findingsTogether(parts, { counts, leftovers }, whole)])
    mergeFinding(united, finding);
  const validating = new Set(parts.flatMap((part) => part.validating));
  const found = sortFindings(withRecurring([...united.values()]));
  const applied = applyBaseline(found, options.baseline ?? [], { now: options.now, whole, failOn });
  const coverage = mergeCoverage(summaries.map((each) => each.coverage));
  const merged: Omit<Summary, 'exitStatus' | 'reasons'> = {
    api: first.api,
    target: targetText(summaries),
    seed: first.seed,
    counts,
    inconclusive: addReasons(summaries.flatMap(({ inconclusive }) => inconclusive)),
    errored: addReasons(summaries.flatMap(({ errored }) => errored)),
    skipped: addReasons(summaries.flatMap(({ skipped }) => skipped)),
    findings: withLinkedCauses(applied.findings, (operation) => validating.has(operation), neededBy(coverage)),
    coverage,
    matrix: mergeMatrix(summaries),
    deprecated: mergeDeprecated(summaries.flatMap(({ deprecated }) => deprecated)),
    leftOut: uniqueBy(
      summaries.flatMap(({ leftOut }) => leftOut),
      (each) => `${each.operation ?? ''}\n${each.reason}`,
    ),
    leftovers,
    foreignWrites: summaries.flatMap((each) => each.foreignWrites),
    ...(options.baseline === undefined ? {} : { baseline: applied.outcome }),
    notes: [...new Set(summaries.flatMap(({ notes }) => notes))],
    ...(missing.length === 0 ? {} : { missing }),
    requests: sum(summaries, ({ requests }) => requests),
    retries: sum(summaries, ({ retries }) => retries),
    ...(first.judgedAt === undefined ? {} : { judgedAt: first.judgedAt }),
    startedAt: Math.min(...summaries.map(({ startedAt }) => startedAt)),
    duration: Math.max(...summaries.map(({ duration }) => duration)),
    ...(interrupted === undefined ? {} : { interrupted }),
  };
  const worst = Math.max(...summaries.map((each) => (each.exitStatus > 1 ? each.exitStatus : 0)));
  const { deprecationBudget, minCoverage } = options;
  const limits = { deprecationBudget, ...(whole ? { minCoverage } : {}) };
  const exit = exitStatus(merged, failOn, limits);
  return worst > 1
    ? { ...merged, exitStatus: worst, reasons: summaries.flatMap(({ reasons }) => reasons) }
    : { ...merged, ...exit };
}

/** The target of a merged run: each shard may have had its own instance of the service. */
function targetText(summaries: readonly Summary[]): string {
  const [first = '', ...others] = new Set(summaries.map(({ target }) => target));
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** The missing shards, such as `2/3`. A whole run has none. */
export function missingShards(summaries: readonly Pick<Summary, 'shard'>[]): readonly string[] {
  const there = new Set(summaries.flatMap(({ shard }) => shard ?? []));
  const of = Math.max(0, ...[...there].map((shard) => Number(shard.split('/')[1])));
  return Array.from({ length: of }, (_, index) => `${index + 1}/${of}`).filter((shard) => !there.has(shard));
}

function sum(summaries: readonly Summary[], pick: (summary: Summary) => number): number {
  return summaries.reduce((total, summary) => total + pick(summary), 0);
}

export function addCounts(a: VerdictCounts, b: VerdictCounts): VerdictCounts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    inconclusive: a.inconclusive + b.inconclusive,
    errored: a.errored + b.errored,
    skipped: a.skipped + b.skipped,
    flaky: a.flaky + b.flaky,
  };
}

function uniqueBy<T>(list: readonly T[], key: (item: T) => string): readonly T[] {
  return [...new Map(list.map((item) => [key(item), item])).values()];
}

const best = (a: Ratio, b: Ratio): Ratio => ({
  covered: Math.max(a.covered, b.covered),
  total: Math.max(a.total, b.total),
});
const total = (list: readonly Ratio[]): Ratio =>
  list.reduce((a, b) => ({ covered: a.covered + b.covered, total: a.total + b.total }), { covered: 0, total: 0 });

function mergeCoverage(list: readonly Coverage[]): Coverage {
  const byOperation = new Map<string, OperationCoverage>();
  for (const each of list.flatMap(({ operations }) => operations)) {
    const before = byOperation.get(each.operation);
    byOperation.set(each.operation, before === undefined ? each : uniteOperation(before, each));
  }
  const operations = [...byOperation.values()];
  // All cases of a life cycle are in one shard.
  const lives = list.flatMap((each) => each.lives ?? []);
  return {
    operations,
    lives,
    totals: {
      lives: livesLed(lives),
      operations: { covered: operations.filter(({ reached }) => reached).length, total: operations.length },
      statuses: total(
        operations.map(({ statuses }) => ({
          covered: statuses.filter(({ documented, count }) => documented && count > 0).length,
          total: statuses.filter(({ documented }) => documented).length,
        })),
      ),
      parameters: total(
        operations.map(({ parameters }) => ({
          covered: parameters.filter(({ sent }) => sent).length,
          total: parameters.length,
        })),
      ),
      properties: total(operations.map(({ properties }) => properties)),
      keywordsValid: total(operations.map(({ keywordsValid }) => keywordsValid)),
      keywordsBroken: total(operations.map(({ keywordsBroken }) => keywordsBroken)),
    },
  };
}

function uniteOperation(a: OperationCoverage, b: OperationCoverage): OperationCoverage {
  const statuses = new Map(a.statuses.map((each) => [each.status, each]));
  for (const each of b.statuses)
    statuses.set(each.status, { ...each, count: each.count + (statuses.get(each.status)?.count ?? 0) });
  const { unreached: missed, ...rest } = a;
  const reached = a.reached || b.reached;
  const unreached = reached ? undefined : uniteReasons(missed, b.unreached);
  return {
    ...rest,
    requests: a.requests + b.requests,
    reached,
    ...(unreached === undefined ? {} : { unreached }),
    statuses: [...statuses.values()],
    parameters: a.parameters.map((each, index) => ({ ...each, sent: each.sent || b.parameters[index]?.sent === true })),
    properties: best(a.properties, b.properties),
    keywordsValid: best(a.keywordsValid, b.keywordsValid),
    keywordsBroken: best(a.keywordsBroken, b.keywordsBroken),
  };
}

function uniteReasons(
  a: UnreachedOperation | undefined,
  b: UnreachedOperation | undefined,
): UnreachedOperation | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const refusals = new Map<string, UnreachedOperation['refusals'][number]>();
  for (const each of [...a.refusals, ...b.refusals]) {
    const key = `${each.status} ${each.words ?? ''}`;
    refusals.set(key, { ...each, count: each.count + (refusals.get(key)?.count ?? 0) });
  }
  return {
    ...a,
    ...b,
    values: [...new Set([...a.values, ...b.values])],
    reasons: refusals.size > 0 ? [] : [...new Set([...a.reasons, ...b.reasons])],
    refusals: [...refusals.values()].sort((one, other) => other.count - one.count),
  };
}

function mergeMatrix(summaries: readonly Summary[]): Summary['matrix'] {
  const rows = new Map<
    string,
    { endpoint: string; phases: Map<string, Summary['matrix'][number]['phases'][number]> }
  >();
  for (const { operation, endpoint, phases } of summaries.flatMap(({ matrix }) => matrix)) {
    const row = getOr(rows, operation, () => ({ endpoint, phases: new Map() }));
    for (const { phase, counts } of phases) {
      const before = row.phases.get(phase);
      row.phases.set(phase, { phase, counts: before === undefined ? counts : addCounts(before.counts, counts) });
    }
  }
  return [...rows].map(([operation, { endpoint, phases }]) => ({ operation, endpoint, phases: [...phases.values()] }));
}

function mergeDeprecated(list: readonly DeprecatedPart[]): readonly DeprecatedPart[] {
  const parts = new Map<string, DeprecatedPart>();
  for (const part of list) {
    const key = `${part.operation} ${part.messagePointer ?? ''} ${part.kind}`;
    const before = parts.get(key);
    if (before === undefined) parts.set(key, part);
    else
      parts.set(key, {
        // Dates that only the target sends are known to the shards that received them.
        ...part,
        ...before,
        sent: { ...before.sent, ...part.sent },
        uses: addUses([...before.uses, ...part.uses]),
      });
  }
  return [...parts.values()];
}

function addUses(list: DeprecatedPart['uses']): DeprecatedPart['uses'] {
  const counts = new Map<string, number>();
  for (const { caller, count } of list) counts.set(caller, (counts.get(caller) ?? 0) + count);
  return [...counts].map(([caller, count]) => ({ caller, count }));
}
