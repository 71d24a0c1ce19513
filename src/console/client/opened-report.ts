import { type ReadonlySignal, signal } from '@preact/signals';
import { createRunReader, type ReportedRun, runFromReport } from '../model/report-file.ts';

/** A file on this machine that can be read again after it has changed. */
export interface GrowingFile {
  readonly name: string;
  getFile(): Promise<File>;
}

/** The report on the check page. */
export interface OpenedReport {
  readonly run: ReadonlySignal<ReportedRun | undefined>;
  /** Why the file is not shown; empty if it is. */
  readonly fault: ReadonlySignal<string>;
  /** Name of the file that is followed. */
  readonly followed: ReadonlySignal<string | undefined>;
  /** Reads a file once. */
  read(file: File): Promise<void>;
  /** Reads a file, and what is added to it, until the run has finished. */
  follow(file: GrowingFile): Promise<void>;
  stop(): void;
}

const AGAIN = 500;

export function createOpenedReport(): OpenedReport {
  const run = signal<ReportedRun>();
  const fault = signal('');
  const followed = signal<string>();
  let stop = new AbortController();
  const show = (found: ReportedRun | string): void => {
    fault.value = typeof found === 'string' ? found : '';
    if (typeof found !== 'string') run.value = found;
  };
  const close = (): void => {
    stop.abort();
    stop = new AbortController();
    followed.value = undefined;
  };
  return {
    run,
    fault,
    followed,
    stop: close,
    async read(file) {
      close();
      show(runFromReport(await file.text()));
    },
    async follow(file) {
      close();
      const { signal: ended } = stop;
      followed.value = file.name;
      let report = startOfReport();
      while (!ended.aborted) {
        // A file that is written just now cannot be read; the next turn reads it.
        const piece = await nextPiece(file, report.bytes).catch(() => new Uint8Array());
        if (ended.aborted) return;
        if (piece === undefined) report = startOfReport();
        else if (piece.length > 0) {
          report.add(piece);
          const found = report.run();
          show(found);
          if (typeof found === 'string' || found.isFinished) close();
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    },
  };
}

function startOfReport() {
  const decoder = new TextDecoder();
  const reader = createRunReader();
  return {
    bytes: 0,
    add(piece: Uint8Array): void {
      this.bytes += piece.length;
      reader.add(decoder.decode(piece, { stream: true }));
    },
    run: () => reader.run(),
  };
}

/** The bytes after the first `read`. `undefined` if the file was written anew. */
async function nextPiece(growing: GrowingFile, read: number): Promise<Uint8Array | undefined> {
  const file = await growing.getFile();
  if (file.size < read) return undefined;
  return new Uint8Array(await file.slice(read).arrayBuffer());
}
