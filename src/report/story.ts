import {
  type Case,
  type CaseResult,
  type Finding,
  NO_COVERAGE,
  type RunEvent,
  type Summary,
  type VerdictCounts,
} from '../contract/index.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';

export interface CaseStory {
  readonly case: Case;
  readonly result: CaseResult;
  readonly duration: number;
}

/** All events of a run, for reports that are written at its end. */
export interface RunStory {
  readonly start: Extract<RunEvent, { type: 'run-started' }> | undefined;
  readonly cases: readonly CaseStory[];
  /** One for each case; merged findings are in the summary. */
  readonly findings: readonly Finding[];
  readonly summary: Summary;
}

/** A reporter that writes one document when the run is over, also if it broke off. */
export function documentReporter(options: ReporterOptions, render: (story: RunStory) => string): Reporter {
  const cases: CaseStory[] = [];
  const findings: Finding[] = [];
  let start: RunStory['start'];
  let summary: Summary | undefined;
  return {
    on(event) {
      if (event.type === 'run-started') start = event;
      else if (event.type === 'case-finished') cases.push(event);
      else if (event.type === 'finding') findings.push(event.finding);
      else if (event.type === 'run-finished') summary = event.summary;
    },
    close() {
      const wholeSummary = summary ?? incompleteSummary(start, cases, findings);
      options.write(render({ start, cases, findings, summary: wholeSummary }));
    },
  };
}

/** The summary of a run that broke off, marked as incomplete. */
function incompleteSummary(
  start: RunStory['start'],
  cases: readonly CaseStory[],
  findings: readonly Finding[],
): Summary {
  return {
    api: start?.api ?? { title: 'unknown', version: '', source: '' },
    target: start?.target ?? '',
    seed: start?.settings.seed ?? 0,
    counts: countVerdicts(cases),
    inconclusive: [],
    errored: [],
    skipped: [],
    findings: [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()],
    coverage: NO_COVERAGE,
    matrix: [],
    deprecated: [],
    leftOut: start?.plan.leftOut ?? [],
    leftovers: [],
    foreignWrites: [],
    notes: ['The run broke off before its end: this is what had been seen.'],
    requests: cases.length,
    retries: 0,
    startedAt: start?.at ?? 0,
    duration: cases.reduce((sum, one) => sum + one.duration, 0),
    interrupted: 'the run broke off',
    exitStatus: 70,
    reasons: ['The run broke off before its end.'],
  };
}

function countVerdicts(cases: readonly CaseStory[]): VerdictCounts {
  const counts = { passed: 0, failed: 0, inconclusive: 0, errored: 0, skipped: 0, flaky: 0 };
  for (const { result } of cases) {
    counts[result.verdict]++;
    if ('flaky' in result && result.flaky === true) counts.flaky++;
  }
  return counts;
}
