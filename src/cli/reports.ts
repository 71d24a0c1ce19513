import { access, constants, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Option } from 'commander';
import {
  createReporter,
  REPORTER_KINDS,
  type Reporter,
  type ReporterKind,
  StandinError,
  unreadable,
} from '../library/index.ts';
import { collected } from './choices.ts';
import type { Terminal } from './terminal.ts';

/** A report that goes to a file once the run has ended. */
export interface FileReport {
  readonly reporter: Reporter;
  readonly path: string;
  readonly text: () => string;
}

/** `--report`, as `fileReport` reads it. */
export function reportOption(): Option {
  return new Option(
    '--report <kind=path>',
    `write a report; repeatable: ${REPORTER_KINDS.join(', ')} (default: none)`,
  ).argParser(collected);
}

/** Reads `kind=path`. Throws `usage`. */
export function fileReport(argument: string): FileReport {
  const [, kind, path] = /^([a-z]+)=(.+)$/.exec(argument) ?? [];
  if (kind === undefined || path === undefined || !(REPORTER_KINDS as readonly string[]).includes(kind))
    throw new StandinError('usage', `\`${argument}\` is no report.`, {
      hint: `Write kind=path; kinds are ${REPORTER_KINDS.join(', ')}.`,
    });
  const pieces: string[] = [];
  // The membership test is what makes the text a kind.
  return {
    reporter: createReporter(kind as ReporterKind, { write: (piece) => pieces.push(piece) }),
    path,
    text: () => pieces.join(''),
  };
}

/** What a person or a pipe sees while the run goes on. */
export function screenReporter(json: boolean, terminal: Terminal): Reporter {
  return json ? eventReporter(terminal) : terminalReporter(terminal);
}

/** Milliseconds that an event may wait for others to be written with: a call of the system for each takes longer than making it. */
const TOGETHER = 50;

function eventReporter(terminal: Terminal): Reporter {
  let pieces: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = pieces.join('');
    pieces = [];
    if (text !== '') terminal.out(text);
  };
  const { on, close } = createReporter('json', {
    write: (text) => {
      pieces.push(text);
      timer ??= setTimeout(flush, TOGETHER);
    },
  });
  return {
    on,
    close() {
      close();
      flush();
    },
  };
}

function terminalReporter(terminal: Terminal): Reporter {
  return createReporter('terminal', {
    write: (text) => terminal.out(text),
    colors: terminal.colours.isColorSupported,
    now: Date.now,
    ...(terminal.interactive && process.stdout.columns > 0 ? { width: process.stdout.columns } : {}),
  });
}

/** Said before the run: after an hour it would be too late. Throws `report.unwritable`. */
export async function assertWritable(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  await access(folder, constants.W_OK).catch((cause: unknown) => {
    throw new StandinError('report.unwritable', `The report ${path} cannot be written: ${unreadable(cause)}.`, {
      hint: `The folder ${folder} has to be there, and writable.`,
      cause,
    });
  });
}

/** Written beside and renamed, so that no half report is ever read. False where one could not be written. */
export async function writeReports(files: readonly FileReport[], terminal: Terminal): Promise<boolean> {
  let good = true;
  for (const { path, text } of files) {
    try {
      await writeFile(`${path}.part`, text());
      await rename(`${path}.part`, path);
    } catch (error) {
      good = false;
      terminal.err(
        `${terminal.colours.red('error')} The report ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    }
  }
  return good;
}
