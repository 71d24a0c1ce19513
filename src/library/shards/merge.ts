import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type MergeOptions, mergeSummaries, type RunEvent, type Summary } from '../../contract/index.ts';
import { StandinError } from '../../core/index.ts';
import type { EarlierRun } from '../../report/index.ts';
import { unreadable } from '../package/modules.ts';
import { mergeEvents } from './merge-events.ts';
import { assertShardsOfOneRun, type RunReport } from './shard-set.ts';

/** Reads the events of a `json` report. Throws `config.invalid`. */
export async function readReport(path: string): Promise<readonly RunEvent[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new StandinError('config.invalid', `The report ${path} cannot be read: ${unreadable(cause)}.`, { cause });
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => eventIn(line, `${path}:${index + 1}`));
}

function eventIn(line: string, place: string): RunEvent {
  try {
    const event: unknown = JSON.parse(line);
    // Only as much is checked as distinguishes a `json` report from other files.
    if (typeof event === 'object' && event !== null && 'type' in event) return event as RunEvent;
  } catch {
    // The error below contains the place.
  }
  throw new StandinError('config.invalid', `${place} is not an event of a json report.`, {
    hint: 'Write reports for merge with standin check --report json=path.',
  });
}

export interface MergeChoices extends MergeOptions {
  /** Merge the given shards and list the missing ones. Default false: a missing shard is an error. */
  readonly allowMissing?: boolean;
}

/**
 * Merges the events of several shards into one summary that counts nothing twice. Throws `config.invalid`
 * and `usage`.
 */
export async function mergeReports(paths: readonly string[], options: MergeChoices): Promise<readonly RunEvent[]> {
  const [first, ...rest] = await Promise.all(paths.map(readRun));
  if (first === undefined) throw new StandinError('usage', 'There is no report to merge.');
  assertShardsOfOneRun([first, ...rest], options.allowMissing === true);
  const summary = mergeSummaries([first.summary, ...rest.map((report) => report.summary)], options);
  const at = Math.max(...[first, ...rest].map(({ events }) => endOf(events)));
  return [...mergeEvents([first, ...rest], summary.target), { type: 'run-finished', at, summary }];
}

async function readRun(path: string): Promise<RunReport> {
  const events = await readReport(path);
  const summary = summaryOf(events, path);
  const started = events.find((event) => event.type === 'run-started');
  if (started === undefined)
    throw new StandinError('config.invalid', `The report ${path} is incomplete: its first event is missing.`);
  return { path, started, events, summary };
}

/** What an earlier run found, from its json report. Throws `config.invalid`. */
export async function readEarlierRun(path: string): Promise<EarlierRun> {
  const { findings } = summaryOf(await readReport(path), path);
  return { name: basename(path), findings };
}

/** When a run ended. */
function endOf(events: readonly RunEvent[]): number {
  const last = events.at(-1);
  return last?.type === 'run-finished' ? last.at : 0;
}

/** The summary of a report. Throws `config.invalid` if it has none. */
export function summaryOf(events: readonly RunEvent[], path: string): Summary {
  const last = events.at(-1);
  if (last?.type !== 'run-finished')
    throw new StandinError(
      'config.invalid',
      `The report ${path} is incomplete: its last event is missing. The run probably stopped early.`,
    );
  return last.summary;
}
