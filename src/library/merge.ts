import { readFile } from 'node:fs/promises';
import {
  type BaselineEntry,
  type MergeOptions,
  mergeSummaries,
  type RunEvent,
  type Summary,
} from '../contract/index.ts';
import { StandinError } from '../core/index.ts';
import { unreadable } from './modules.ts';

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
    // A `json` report holds events and nothing else; what is looked at here is enough to tell it from other files.
    if (typeof event === 'object' && event !== null && 'type' in event) return event as RunEvent;
  } catch {
    // Told below, with its place.
  }
  throw new StandinError('config.invalid', `${place} is no event of a json report.`, {
    hint: 'Such a report is written with --report json=path.',
  });
}

/** One story of several shards: their events, and one summary that counts nothing twice. Throws `config.invalid`. */
export async function mergeReports(
  paths: readonly string[],
  options: MergeOptions & { readonly baseline?: readonly BaselineEntry[] },
): Promise<readonly RunEvent[]> {
  const stories = await Promise.all(paths.map(readReport));
  const ends = stories.map((events, index) => summaryOf(events, paths[index] ?? ''));
  const [first, ...rest] = ends;
  const started = stories[0]?.find((event) => event.type === 'run-started');
  if (first === undefined || started === undefined) throw new StandinError('usage', 'There is no report to merge.');
  const told = stories.flatMap((events) =>
    events.filter((event) => event.type !== 'run-started' && event.type !== 'run-finished'),
  );
  return [
    started,
    ...told,
    { type: 'run-finished', at: Math.max(...stories.map(endOf)), summary: mergeSummaries([first, ...rest], options) },
  ];
}

/** When a run ended. */
function endOf(events: readonly RunEvent[]): number {
  const last = events.at(-1);
  return last?.type === 'run-finished' ? last.at : 0;
}

/** The last word of a report. Throws `config.invalid` where it has none. */
export function summaryOf(events: readonly RunEvent[], path: string): Summary {
  const last = events.at(-1);
  if (last?.type !== 'run-finished')
    throw new StandinError('config.invalid', `The report ${path} has no end: its run broke off before it was written.`);
  return last.summary;
}
