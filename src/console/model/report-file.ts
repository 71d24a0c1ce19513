import type { FieldPairs } from './control-types.ts';

/** The members of a finding that the page shows; a report may contain more. */
export interface ReportedFinding {
  readonly check: string;
  readonly severity: string;
  readonly operation?: string;
  readonly endpoint?: string;
  readonly pointer?: string;
  readonly position?: { readonly file: string; readonly line: number };
  readonly expected: string;
  readonly actual: string;
  readonly message: string;
  readonly fingerprint: string;
  readonly count: number;
  readonly curl?: string;
  readonly script?: string;
  readonly exchange?: {
    readonly request: ReportedMessage & { readonly method: string; readonly url: string };
    readonly response?: ReportedMessage & { readonly status: number };
  };
}

interface ReportedMessage {
  readonly headers: FieldPairs;
  readonly body?: { readonly text?: string };
}

export interface ReportedRun {
  readonly title: string;
  readonly target: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: readonly ReportedFinding[];
  readonly reasons: readonly string[];
}

type Line = Readonly<Record<string, unknown>>;

/** Reads a `json` report: one event a line. An interrupted run has the findings so far. Returns a string with the reason if the file is not a report. */
export function runFromReport(text: string): ReportedRun | string {
  const lines = text.split('\n').filter((each) => each.trim() !== '');
  const events: Line[] = [];
  for (const [at, line] of lines.entries()) {
    const event = parsedLine(line);
    if (event === undefined && at < lines.length - 1) return `Line ${at + 1} is not an event of a run.`;
    if (event !== undefined) events.push(event);
  }
  const started = events.find(({ type }) => type === 'run-started');
  if (started === undefined)
    return 'This is not a report of standin: it has no `run-started`. Write one with `--report json=run.json`.';
  const summary = events.find(({ type }) => type === 'run-finished')?.['summary'] as Partial<ReportedRun> | undefined;
  const found = events.filter(({ type }) => type === 'finding').map(({ finding }) => finding as ReportedFinding);
  const { api, target } = started as unknown as { readonly api: { readonly title: string }; readonly target: string };
  return {
    title: String(api?.title ?? ''),
    target: String(target ?? ''),
    counts: summary?.counts ?? countsOf(events),
    findings: summary?.findings ?? firstOfEach(found),
    reasons: summary?.reasons ?? ['The run has not come to its end.'],
  };
}

function parsedLine(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}

function countsOf(events: readonly Line[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type, result } of events) {
    if (type !== 'case-finished') continue;
    const { verdict } = result as { readonly verdict: string };
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts;
}

function firstOfEach(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  return [...new Map(findings.map((each) => [each.fingerprint, each] as const)).values()];
}
