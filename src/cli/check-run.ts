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

/**
 * Runs the contract check with its reports and its baseline, and gives the exit status. A signal ends it early, a second one at once.
 * `choose` may ask the target: it is called once everything that is to be written can be.
 */
export async function run(choose: () => Promise<ContractChoices>, flags: Flags, terminal: Terminal): Promise<number> {
  const baselinePath = flags['baseline'] as string | undefined;
  if (baselinePath === undefined && flags['updateBaseline'] === true)
    throw new StandinError('usage', '--update-baseline needs the file that it is to write.', {
      hint: 'Name it with --baseline: --baseline standin.baseline.json --update-baseline.',
    });
  const updateBaseline = flags['updateBaseline'] === true;
  const baseline = baselinePath === undefined ? undefined : await readBaselineFile(baselinePath, updateBaseline);
  const files = await fileReports(flags, terminal.out);
  const choices = await choose();
  const stop = new AbortController();
  let signalled = '';
  const onSignal = (signal: NodeJS.Signals): void => {
    if (signalled !== '') process.exit(statusOf(signal));
    signalled = signal;
    stop.abort();
    setTimeout(() => process.exit(statusOf(signal)), LONGEST_END).unref();
  };
  try {
    const started = await runContract({
      ...choices,
      signal: stop.signal,
      interruptedBy: () => signalled,
      salt: randomUUID(),
      exchanges: files.some(({ reporter }) => reporter.exchanges === true),
      ...(baseline === undefined ? {} : { baseline, updateBaseline }),
    });
    // While documents are read and cases planned there is nothing to clean up: a signal ends the process at once, however busy it is.
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    const summary = await reported(started, files, flags['json'] === true, terminal);
    const written = await writeReports(files, terminal);
    if (baselinePath !== undefined && updateBaseline) await rewriteBaseline(baselinePath, summary, terminal);
    return written || summary.exitStatus !== 0 ? summary.exitStatus : 3;
  } finally {
    for (const { file } of files) await file.discard();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

/** A run that broke off, or that could judge nothing, would take out entries whose faults are still there. */
async function rewriteBaseline(
  path: string,
  { baseline, counts, exitStatus }: Summary,
  terminal: Terminal,
): Promise<void> {
  const entries = baseline?.updated;
  if (entries === undefined || exitStatus > 1 || counts.passed + counts.failed === 0)
    return terminal.err(
      `${terminal.colours.yellow('warning')} The baseline ${terminal.safe(path)} stays as it was: the run did not judge the whole plan.\n`,
    );
  await writeBaselineFile(path, entries);
  const count = `${entries.length} ${entries.length === 1 ? 'finding' : 'findings'}`;
  terminal.err(`The baseline ${terminal.safe(path)} was written: it excuses ${count} from now on.\n`);
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
