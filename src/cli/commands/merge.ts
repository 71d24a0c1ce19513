import { Command, Option } from 'commander';
import { type CoverageGates, mergeReports, parseInstant, readBaselineFile } from '../../library/index.ts';
import { type Flags, wholeNumber } from '../choices.ts';
import { failOn, failOnFrom } from '../fail-on.ts';
import { minCoverage } from '../min-coverage.ts';
import { compareOption, fileReports, reportOption, screenReporter, writeReports } from '../reports.ts';
import type { Terminal } from '../terminal.ts';

export function mergeCommand(terminal: Terminal): Command {
  return new Command('merge')
    .description('Merge the json reports of several shards into one report. Nothing is counted twice.')
    .argument('<reports...>', 'reports written with standin check --report json=path')
    .option(
      '--allow-missing',
      'merge even if the report of a shard is missing, and name the missing shards (default: off)',
    )
    .addOption(reportOption())
    .addOption(compareOption())
    .option('--baseline <file>', 'file with known findings, which do not fail the run (default: none)')
    .addOption(failOn())
    .addOption(
      new Option(
        '--deprecation-budget <number>',
        'uses of deprecated parts that one scenario or client may make before the run fails (default: any)',
      ).argParser(wholeNumber(0, 2147483647)),
    )
    .addOption(minCoverage())
    .option('--now <instant>', 'date or RFC 3339 instant by which expiry dates are judged (default: now)')
    .option('--json', 'print the events of the run, one JSON object per line (default: off)')
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
    // The option has validated it.
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
