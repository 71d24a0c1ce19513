import { Command, Option } from 'commander';
import { type CoverageGates, mergeReports, parseInstant, readBaselineFile } from '../../library/index.ts';
import { type Flags, wholeNumber } from '../choices.ts';
import { failOn, failOnFrom } from '../fail-on.ts';
import { minCoverage } from '../min-coverage.ts';
import { fileReports, reportOption, screenReporter, writeReports } from '../reports.ts';
import type { Terminal } from '../terminal.ts';

export function mergeCommand(terminal: Terminal): Command {
  return new Command('merge')
    .description('Make one report of the json reports of several shards; nothing is counted twice.')
    .argument('<reports...>', 'files written with --report json=path')
    .option('--allow-missing', 'merge the shards that are there, and name those that are not (default: off)')
    .addOption(reportOption())
    .option('--baseline <file>', 'findings that are known and excused (default: none)')
    .addOption(failOn())
    .addOption(
      new Option(
        '--deprecation-budget <number>',
        'uses of deprecated parts, by one scenario or client, beyond which it fails (default: any)',
      ).argParser(wholeNumber(0, 2147483647)),
    )
    .addOption(minCoverage())
    .option('--now <instant>', 'instant that expiry is judged by (default: now)')
    .option('--json', 'print the events, one JSON object a line (default: off)')
    .action(async (paths: readonly string[], flags: Flags) => {
      process.exitCode = await merge(paths, flags, terminal);
    });
}

async function merge(paths: readonly string[], flags: Flags, terminal: Terminal): Promise<number> {
  const baselinePath = flags['baseline'] as string | undefined;
  const conditions = failOnFrom(flags);
  const files = await fileReports(flags, terminal.out);
  const events = await mergeReports(paths, {
    now: typeof flags['now'] === 'string' ? parseInstant(flags['now']) : Date.now(),
    allowMissing: flags['allowMissing'] === true,
    ...(baselinePath === undefined ? {} : { baseline: await readBaselineFile(baselinePath, false) }),
    ...(conditions === undefined ? {} : { failOn: conditions }),
    ...(typeof flags['deprecationBudget'] === 'number' ? { deprecationBudget: flags['deprecationBudget'] } : {}),
    // Its option has made it what it is.
    ...(flags['minCoverage'] === undefined ? {} : { minCoverage: flags['minCoverage'] as CoverageGates }),
  });
  const reporters = [screenReporter(flags['json'] === true, terminal), ...files.map(({ reporter }) => reporter)];
  for (const reporter of reporters) {
    for (const event of events) reporter.on(event);
    reporter.close();
  }
  const written = await writeReports(files, terminal);
  const last = events.at(-1);
  const status = last?.type === 'run-finished' ? last.summary.exitStatus : 70;
  return written || status !== 0 ? status : 3;
}
