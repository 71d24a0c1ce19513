import { addCounts, type PlanCounts, type RunEvent } from '../../contract/index.ts';
import type { RunReport } from './shard-set.ts';

type RunStarted = RunReport['started'];

/**
 * The events of several shards as those of one run: each phase once, with all cases. The caller adds the
 * last event.
 */
export function mergeEvents(reports: readonly [RunReport, ...RunReport[]], target: string): readonly RunEvent[] {
  const [{ started }] = reports;
  const { shard: _, ...settings } = started.settings;
  const head: RunStarted = {
    ...started,
    at: Math.min(...reports.map((report) => report.started.at)),
    target,
    settings,
    plan: mergePlans(reports.map((report) => report.started.plan)),
  };
  const events = reports.flatMap((report) => report.events);
  const phases = settings.phases.flatMap((phase) => phaseEvents(events, phase));
  const listed = new Set<RunEvent>(phases);
  const loose = events.filter(
    (event) => (event.type === 'finding' || event.type === 'case-finished') && !listed.has(event),
  );
  return [head, ...phases, ...loose];
}

function phaseEvents(
  events: readonly RunEvent[],
  phase: RunStarted['settings']['phases'][number],
): readonly RunEvent[] {
  const begun = events.filter((event) => event.type === 'phase-started').filter((event) => event.phase === phase);
  const ended = events.filter((event) => event.type === 'phase-finished').filter((event) => event.phase === phase);
  if (begun.length === 0) return [];
  const inside = events.filter(
    (event) =>
      (event.type === 'case-finished' && event.case.phase === phase) ||
      (event.type === 'finding' && event.finding.phase === phase),
  );
  return [
    { type: 'phase-started', phase, cases: begun.reduce((sum, { cases }) => sum + cases, 0) },
    ...inside,
    ...(ended.length === 0
      ? []
      : [
          {
            type: 'phase-finished',
            phase,
            counts: ended.map(({ counts }) => counts).reduce(addCounts),
            duration: Math.max(...ended.map(({ duration }) => duration)),
          } as const,
        ]),
  ];
}

function mergePlans(plans: readonly PlanCounts[]): PlanCounts {
  const phases = new Map<PlanCounts['phases'][number]['phase'], number>();
  for (const { phase, cases } of plans.flatMap((plan) => plan.phases))
    phases.set(phase, (phases.get(phase) ?? 0) + cases);
  return {
    cases: plans.reduce((sum, { cases }) => sum + cases, 0),
    operations: Math.max(...plans.map(({ operations }) => operations)),
    phases: [...phases].map(([phase, cases]) => ({ phase, cases })),
    // Each shard counts everything that the whole plan leaves out.
    leftOut: plans[0]?.leftOut ?? [],
  };
}
