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
  /** Whether the report has its last line. */
  readonly isFinished: boolean;
  /** Number of finished cases. */
  readonly done: number;
  /** Number of cases of the plan. */
  readonly planned: number;
}

type Line = Readonly<Record<string, unknown>>;

interface StartedLine {
  readonly api?: { readonly title: string };
  readonly target?: string;
  readonly plan?: { readonly cases: number };
}

/** Reads a `json` report, one event a line, in pieces as it grows. */
export interface RunReader {
  add(piece: string): void;
  /** The run so far. A string with the reason if the text is not a report. */
  run(): ReportedRun | string;
}

/** Reads a whole `json` report. An interrupted run has the findings so far. */
export function runFromReport(text: string): ReportedRun | string {
  const reader = createRunReader();
  reader.add(text);
  return reader.run();
}

export function createRunReader(): RunReader {
  let rest = '';
  let lines = 0;
  let fault: string | undefined;
  let started: StartedLine | undefined;
  let summary: Partial<ReportedRun> | undefined;
  const counts: Record<string, number> = {};
  const findings = new Map<string, ReportedFinding>();
  const take = (line: Line): void => {
    if (line['type'] === 'run-started') started = line as unknown as StartedLine;
    if (line['type'] === 'run-finished') summary = line['summary'] as Partial<ReportedRun>;
    if (line['type'] === 'finding') {
      const finding = line['finding'] as ReportedFinding;
      findings.set(finding.fingerprint, finding);
    }
    if (line['type'] !== 'case-finished') return;
    const { verdict } = line['result'] as { readonly verdict: string };
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  };
  return {
    add(piece) {
      const [...whole] = `${rest}${piece}`.split('\n');
      rest = whole.pop() ?? '';
      for (const text of whole) {
        lines += 1;
        const line = text.trim() === '' ? {} : parsedLine(text);
        if (line === undefined) fault ??= `Line ${lines} is not an event of a run.`;
        else take(line);
      }
    },
    run() {
      const last = parsedLine(rest);
      if (last !== undefined) {
        take(last);
        rest = '';
      }
      if (fault !== undefined) return fault;
      if (started === undefined)
        return 'This is not a report of standin: it has no `run-started`. Write one with `--report json=run.json`.';
      const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return {
        title: String(started.api?.title ?? ''),
        target: String(started.target ?? ''),
        counts: summary?.counts ?? { ...counts },
        findings: summary?.findings ?? [...findings.values()],
        reasons: summary?.reasons ?? ['The run has not come to its end.'],
        isFinished: summary !== undefined,
        done,
        planned: started.plan?.cases ?? done,
      };
    },
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
