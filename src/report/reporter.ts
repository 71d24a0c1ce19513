import type { Finding, RunEvent } from '../contract/index.ts';

/** Takes the events of a run one by one and writes them out. */
export interface Reporter {
  /** Wants every exchange of a run as an event. */
  readonly exchanges?: true;
  on(event: RunEvent): void;
  /** Writes what is left; call it once, also when the run broke off. */
  close(): void;
}

/** What an earlier run found. */
export interface EarlierRun {
  /** Where it was read from. */
  readonly name: string;
  readonly findings: readonly Finding[];
}

export interface ReporterOptions {
  /** Takes the report's text, piece by piece: a terminal, or what collects it for a file. */
  readonly write: (text: string) => void;
  /** Colour, for a terminal; off by default. */
  readonly colors?: boolean;
  /** Columns of a terminal that can take back its last line: switches the live progress line on. */
  readonly width?: number;
  /** Columns of a terminal: longer lines are broken between words. Default: no line is broken. */
  readonly columns?: number;
  /** Milliseconds since the Unix epoch: only to draw the progress line no oftener than the eye can follow. */
  readonly now?: () => number;
  /** The findings of an earlier run, to compare with. */
  readonly earlier?: EarlierRun;
  /** Of standin, for formats that name their tool. */
  readonly version?: string;
}
