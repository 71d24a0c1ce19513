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
import { draftValues, valuesToKeep } from './draft-values.ts';
import { type FileReport, fileReports, screenReporter, writeReports } from './reports.ts';
import type { Terminal } from './terminal.ts';
import { assertWritable } from './writable-path.ts';

/**
 * Runs the contract check with its reports and its baseline, and returns the exit status. A signal ends it early, a second one at once.
 * `choose` may send requests to the target, so it is called after all output files were found to be writable.
 */
export async function run(choose: () => Promise<ContractChoices>, flags: Flags, terminal: Terminal): Promise<number> {
  const baselinePath = flags['baseline'] as string | undefined;
  if (baselinePath === undefined && flags['updateBaseline'] === true)
    throw new StandinError('usage', '--update-baseline needs the file to write.', {
      hint: 'Name it with --baseline: --baseline standin.baseline.json --update-baseline.',
    });
  const updateBaseline = flags['updateBaseline'] === true;
  const baseline = baselinePath === undefined ? undefined : await readBaselineFile(baselinePath, updateBaseline);
  if (baselinePath !== undefined && updateBaseline) await assertWritable('baseline', baselinePath);
  const drafted = typeof flags['draftValues'] === 'string' ? flags['draftValues'] : undefined;
  const keptValues = drafted === undefined ? undefined : await valuesToKeep(drafted);
  const files = await fileReports(flags, terminal.out);
  const screen = await screenReporter(flags, terminal);
  const choices = await choose();
  const stop = new AbortController();
  let signalled = '';
  const onSignal = (signal: NodeJS.Signals): void => {
    if (signalled !== '') process.exit(signal === 'SIGINT' ? 130 : 143);
    signalled = signal;
    stop.abort();
  };
  const listen = (): void => void process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  // The files that were asked for are written after a signal at any time. Without one, a signal ends the command at once until the plan is made:
  // a large document is read and planned without a pause in which a signal could be noticed.
  if (files.length > 0) listen();
  try {
    const started = await runContract({
      ...choices,
      signal: stop.signal,
      interruptedBy: () => signalled,
      salt: randomUUID(),
      exchanges: files.some(({ reporter }) => reporter.exchanges === true),
      ...(baseline === undefined ? {} : { baseline, updateBaseline }),
    });
    const reporters = [screen, ...files.map(({ reporter }) => reporter)];
    const summary = await reportRun(started, reporters, files.length > 0 ? undefined : listen);
    const written = await writeReports(files, terminal);
    if (drafted !== undefined && keptValues !== undefined)
      await draftValues({ path: drafted, kept: keptValues }, summary, terminal);
    if (baselinePath !== undefined && updateBaseline) await rewriteBaseline(baselinePath, summary, terminal);
    return written || summary.exitStatus !== 0 ? summary.exitStatus : 3;
  } finally {
    for (const { file } of files) await file.discard();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

/** Writes the baseline only after a complete run: an incomplete one would remove entries whose faults still exist. */
async function rewriteBaseline(
  path: string,
  { baseline, counts, exitStatus }: Summary,
  terminal: Terminal,
): Promise<void> {
  const entries = baseline?.updated;
  if (entries === undefined || exitStatus > 1 || counts.passed + counts.failed === 0)
    return terminal.err(
      `${terminal.colours.yellow('warning')} The baseline ${terminal.safe(path)} was not changed: the run did not complete its plan.\n`,
    );
  await writeBaselineFile(path, entries);
  const count = `${entries.length} ${entries.length === 1 ? 'finding' : 'findings'}`;
  terminal.err(`The baseline ${terminal.safe(path)} was written: it now excuses ${count}.\n`);
}

/** Reports a run to its end. `begin` is called when its plan is made. */
async function reportRun(
  started: ContractRun,
  reporters: readonly FileReport['reporter'][],
  begin: (() => void) | undefined,
): Promise<Summary> {
  for await (const event of started.events) {
    if (event.type === 'run-started') begin?.();
    for (const reporter of reporters) reporter.on(event);
  }
  for (const reporter of reporters) reporter.close();
  return started.summary;
}
