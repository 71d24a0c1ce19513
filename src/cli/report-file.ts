import { closeSync, openSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';

/** The text of a report on its way to a file. It is written beside and renamed, so that no half report is ever read. */
export interface ReportFile {
  write(piece: string): void;
  /** Puts the report in its place. Throws where it cannot be written. */
  finish(): Promise<void>;
  /** Leaves nothing behind; after `finish` it does nothing. */
  discard(): Promise<void>;
}

/** Characters that are kept in memory; what is more goes to the file beside. */
const MOST_KEPT = 1_048_576;

/** The text of a report on its way to standard output, written as a whole when the report is finished. */
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

/** `inPlace`: for a device such as `/dev/stdout`, which nothing can be put in the place of. */
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
