import { closeSync, openSync, writeFileSync } from 'node:fs';
import { appendFile, rename, rm, writeFile } from 'node:fs/promises';

/** A report that is being written. A file is written under another name and renamed, so that an incomplete report is never read. */
export interface ReportFile {
  write(piece: string): void;
  /** Moves the report to its path. Throws if it cannot be written. */
  finish(): Promise<void>;
  /** Removes an unfinished report; does nothing after `finish`. */
  discard(): Promise<void>;
}

/** Characters that are kept in memory before they are written to the temporary file. */
const MOST_KEPT = 1_048_576;

/** A report for standard output, written as a whole when it is finished. */
export function createReportOutput(out: (text: string) => void): ReportFile {
  const pieces: string[] = [];
  return {
    write: (piece) => {
      pieces.push(piece);
    },
    finish: () => Promise.resolve(out(pieces.join(''))),
    discard: () => Promise.resolve(),
  };
}

/** A report that is added to a file, which others write to as well. */
export function createReportAddition(path: string): ReportFile {
  const pieces: string[] = [];
  return {
    write: (piece) => {
      pieces.push(piece);
    },
    finish: () => appendFile(path, pieces.join('')),
    discard: () => Promise.resolve(),
  };
}

/** `inPlace`: writes to the path itself, for a device such as `/dev/stdout`, which cannot be replaced. */
export function createReportFile(path: string, inPlace: boolean): ReportFile {
  const part = `${path}.part`;
  let pieces: string[] = [];
  let kept = 0;
  let descriptor: number | undefined;
  let failure: unknown;

  function flush(): void {
    const text = pieces.join('');
    pieces = [];
    kept = 0;
    if (failure !== undefined) return;
    try {
      descriptor ??= openSync(part, 'w');
      writeFileSync(descriptor, text);
    } catch (cause) {
      failure = cause;
    }
  }

  function close(): void {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  }

  async function discard(): Promise<void> {
    const isOpen = descriptor !== undefined;
    close();
    if (isOpen) await rm(part, { force: true }).catch(() => undefined);
  }

  return {
    write(piece) {
      pieces.push(piece);
      kept += piece.length;
      if (kept > MOST_KEPT && !inPlace) flush();
    },
    async finish() {
      if (inPlace) return writeFile(path, pieces.join(''));
      flush();
      try {
        if (failure !== undefined) throw failure;
        close();
        await rename(part, path);
      } catch (cause) {
        close();
        await rm(part, { force: true }).catch(() => undefined);
        throw cause;
      }
    },
    discard,
  };
}
