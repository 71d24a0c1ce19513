import { randomUUID } from 'node:crypto';
import {
  type ContractChoices,
  type ContractRun,
  readBaselineFile,
  runContract,
  StandinError,
  type Summary,
  writeBaselineFile,
} from '../library/index.ts';
import type { Flags } from './choices.ts';
import { type FileReport, fileReports, screenReporter, writeReports } from './reports.ts';
import type { Terminal } from './terminal.ts';

/** What a run may take to end after a signal, in milliseconds: what it made is removed, and the reports are written. */
const LONGEST_END = 1_900;

const statusOf = (signal: NodeJS.Signals): number => (signal === 'SIGINT' ? 130 : 143);

/** Runs the contract check with its reports and its baseline, and gives the exit status. A signal ends it early, a second one at once. */
export async function run(choices: ContractChoices, flags: Flags, terminal: Terminal): Promise<number> {
  const baselinePath = flags['baseline'] as string | undefined;
  if (baselinePath === undefined && flags['updateBaseline'] === true)
    throw new StandinError('usage', '--update-baseline needs the file that it is to write.', {
      hint: 'Name it with --baseline: --baseline standin.baseline.json --update-baseline.',
    });
  const baseline =
    baselinePath === undefined ? undefined : await readBaselineFile(baselinePath, flags['updateBaseline'] === true);
  const files = await fileReports(flags);
  const stop = new AbortController();
  let signalled = '';
  const onSignal = (signal: NodeJS.Signals): void => {
    if (signalled !== '') process.exit(statusOf(signal));
    signalled = signal;
    stop.abort();
    setTimeout(() => process.exit(statusOf(signal)), LONGEST_END).unref();
  };
  const started = await runContract({
    ...choices,
    signal: stop.signal,
    interruptedBy: () => signalled,
    salt: randomUUID(),
    ...(baseline === undefined ? {} : { baseline }),
  });
  // Until here nothing was sent, and a signal ends the process at once, also while a large document is planned.
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    const summary = await reported(started, files, flags['json'] === true, terminal);
    const written = await writeReports(files, terminal);
    if (baselinePath !== undefined && flags['updateBaseline'] === true)
      await writeBaselineFile(baselinePath, baseline ?? [], summary);
    return written || summary.exitStatus !== 0 ? summary.exitStatus : 3;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

async function reported(
  started: ContractRun,
  files: readonly FileReport[],
  json: boolean,
  terminal: Terminal,
): Promise<Summary> {
  const screen = screenReporter(json, terminal);
  const all = [screen, ...files.map(({ reporter }) => reporter)];
  for await (const event of started.events) for (const reporter of all) reporter.on(event);
  for (const reporter of all) reporter.close();
  return started.summary;
}
