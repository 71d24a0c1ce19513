import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import {
  type Credentials,
  cleanLedger,
  createUrlTarget,
  type LedgerChange,
  type LedgerEntry,
} from '../contract/index.ts';
import { StandinError } from '../core/index.ts';
import { unreadable } from './package/modules.ts';
import { readReport, summaryOf } from './shards/merge.ts';

/**
 * A file in which a run records, line by line, what it creates, so that it can be removed even after a run
 * was interrupted.
 */
export interface LedgerFile {
  note(change: LedgerChange): void;
  close(): void;
}

/** Most lines that one run writes: more than any plan needs, and few enough not to fill the disk. */
const MOST_LINES = 100_000;

interface Heading {
  readonly ledger: 1;
  readonly target: string;
  readonly at: number;
}

/**
 * Opens a ledger for what is created at `target`; entries of earlier runs stay. Each line is on the disk
 * before the run continues. Throws `report.unwritable`.
 */
export function openLedger(path: string, target: string, at: number): LedgerFile {
  let lines = 0;
  let file: number;
  const write = (line: Heading | LedgerChange): void => {
    if (lines >= MOST_LINES) return;
    lines += 1;
    writeSync(file, `${JSON.stringify(line)}\n`);
    fsyncSync(file);
  };
  try {
    file = openSync(path, 'a');
    write({ ledger: 1, target, at });
  } catch (cause) {
    throw new StandinError('report.unwritable', `The ledger ${path} cannot be written: ${unreadable(cause)}.`, {
      cause,
    });
  }
  return { note: write, close: () => closeSync(file) };
}

/** What the ledger lists as still existing at `target`, oldest first. Throws `config.invalid`. */
export function readLedger(path: string, target: string): readonly LedgerEntry[] | undefined {
  const left = new Map<string | symbol, LedgerEntry>();
  let here = false;
  const lines = ledgerLines(path);
  for (const entry of lines ?? []) {
    if ('ledger' in entry) here = entry.target === target;
    else if (entry.kind === 'created' && here) left.set(entry.entry.path ?? Symbol('no path'), entry.entry);
    else if (entry.kind === 'gone' && here) left.delete(entry.path);
  }
  return lines === undefined ? undefined : [...left.values()];
}

/**
 * The lines of a ledger; `undefined` for another file. An incomplete last line is left out. Throws
 * `config.invalid`.
 */
function ledgerLines(path: string): readonly (Heading | LedgerChange)[] | undefined {
  const lines = textOf(path).split('\n');
  if (!lines[0]?.startsWith('{"ledger":1,')) return undefined;
  return lines.flatMap((line, index) => {
    const parsedLine = line === '' ? undefined : lineFrom(line);
    if (parsedLine === undefined && line !== '' && index < lines.length - 1)
      throw new StandinError('config.invalid', `${path}:${index + 1} is not a line of a ledger.`);
    return parsedLine === undefined ? [] : [parsedLine];
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new StandinError('config.invalid', `The file ${path} cannot be read: ${unreadable(cause)}.`, { cause });
  }
}

function lineFrom(line: string): Heading | LedgerChange | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    // Only as much is checked as distinguishes a ledger from other files.
    if (typeof parsed === 'object' && parsed !== null && ('kind' in parsed || 'ledger' in parsed))
      return parsed as Heading | LedgerChange;
  } catch {
    // The caller passes whether it is the last line.
  }
  return undefined;
}

interface CleanUpOptions {
  readonly credentials?: Credentials;
  readonly now: () => number;
}

/**
 * Removes what a run left behind, as its ledger or its json report lists it; returns what still exists.
 * Without `target`, all targets that the file names. Removals are noted in the ledger, so that a second call
 * finds nothing to do. Throws `config.invalid`.
 */
export async function cleanUpAfter(
  path: string,
  target: URL | undefined,
  options: CleanUpOptions,
): Promise<readonly LedgerEntry[]> {
  const left: LedgerEntry[] = [];
  for (const each of target === undefined ? await targetsIn(path) : [target])
    left.push(...(await cleanUpAt(path, each, options)));
  return left;
}

/** The targets that a ledger or a json report names. Throws `config.invalid` where it names none. */
async function targetsIn(path: string): Promise<readonly URL[]> {
  const lines = ledgerLines(path);
  const named =
    lines === undefined
      ? [summaryOf(await readReport(path), path).target]
      : lines.flatMap((line) => ('ledger' in line ? [line.target] : []));
  const targets = [...new Set(named)].filter((each) => /^https?:/.test(each) && URL.canParse(each));
  if (targets.length > 0) return targets.map((each) => new URL(each));
  throw new StandinError('config.invalid', `${path} does not name a target URL.`, {
    hint: 'Name the target: standin check http://127.0.0.1:3000 --clean file.',
  });
}

async function cleanUpAt(path: string, target: URL, options: CleanUpOptions): Promise<readonly LedgerEntry[]> {
  const sender = createUrlTarget(target, { now: options.now });
  try {
    const listed = readLedger(path, sender.base);
    const entries = listed ?? summaryOf(await readReport(path), path).leftovers;
    const left = await cleanLedger(entries, {
      target: sender,
      ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    });
    if (listed !== undefined && entries.length > 0) noteGone(path, sender.base, { entries, left, at: options.now() });
    return left;
  } finally {
    await sender.close();
  }
}

/** What stood in a ledger, what is left of it, and when. */
interface Removal {
  readonly entries: readonly LedgerEntry[];
  readonly left: readonly LedgerEntry[];
  readonly at: number;
}

function noteGone(path: string, target: string, { entries, left, at }: Removal): void {
  const still = new Set(left.map((entry) => entry.path));
  const ledger = openLedger(path, target, at);
  for (const entry of entries)
    if (entry.path !== undefined && !still.has(entry.path)) ledger.note({ kind: 'gone', path: entry.path });
  ledger.close();
}
