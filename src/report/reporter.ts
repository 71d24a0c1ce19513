import type { Finding, RunEvent } from '../contract/index.ts';

/** Receives the events of a run and writes them. */
export interface Reporter {
  /** Whether it needs every exchange of a run as an event. */
  readonly exchanges?: true;
  on(event: RunEvent): void;
  /** Writes the rest. Call it once, also if the run broke off. */
  close(): void;
}

/** What an earlier run found. */
export interface EarlierRun {
  /** Where it was read from. */
  readonly name: string;
  readonly findings: readonly Finding[];
}

export interface ReporterOptions {
  /** Receives the text of the report, piece by piece. */
  readonly write: (text: string) => void;
  /** Colour, for a terminal; off by default. */
  readonly colors?: boolean;
  /** Columns of a terminal whose last line can be redrawn. Enables the progress line. */
  readonly width?: number;
  /** Columns of a terminal: longer lines are broken between words. Default: no line is broken. */
  readonly columns?: number;
  /** Milliseconds since the Unix epoch, to limit how often the progress line is drawn. */
  readonly now?: () => number;
  /** The findings of an earlier run, for a comparison. */
  readonly earlier?: EarlierRun;
  /** Version of standin, for formats that contain it. */
  readonly version?: string;
}
