import { Command } from 'commander';
import { CHECK_OPTIONS, type CoverageGates, mergeReports, readBaselineFile } from '../../library/index.ts';
import { type Flags, instantOf } from '../choices.ts';
import { failOn, failOnFrom } from '../options/fail-on.ts';
import { helpEnd } from '../options/help-end.ts';
import { minCoverage } from '../options/min-coverage.ts';
import { parserByRule, pickOptions, withOptions } from '../options/table-options.ts';
import { fileReports, screenReporter, writeReports } from '../reports.ts';
import type { Terminal } from '../terminal.ts';

export function mergeCommand(terminal: Terminal): Command {
  const command = new Command('merge')
    .description('Merge the json reports of several shards into one report. Nothing is counted twice.')
    .argument('<reports...>', 'reports written with standin check --report json=path')
    .option(
      '--allow-missing',
      'merge even if the report of a shard is missing, and name the missing shards (default: off)',
    )
    .action(async (paths: readonly string[], flags: Flags) => {
      process.exitCode = await merge(paths, flags, terminal);
    })
    .addHelpText('after', HELP_END);
  return withOptions(command, pickOptions(CHECK_OPTIONS, OPTIONS), { failOn, minCoverage, now: parserByRule('now') });
}

const OPTIONS = ['report', 'compare', 'baseline', 'failOn', 'deprecationBudget', 'minCoverage', 'now', 'json'];

const HELP_END = helpEnd(
  [
    ['standin merge shard-1.json shard-2.json', 'print the findings of both shards once'],
    ['standin merge shard-*.json --report html=report.html', 'also write them as a page'],
    ['standin merge shard-*.json --allow-missing', 'do so although a shard has no report'],
  ],
  [0, 1, 2, 3],
);

async function merge(paths: readonly string[], flags: Flags, terminal: Terminal): Promise<number> {
  const baselinePath = flags['baseline'] as string | undefined;
  const conditions = failOnFrom(flags);
  const files = await fileReports(flags, terminal.out);
  const events = await mergeReports(paths, {
    now: instantOf(flags),
    allowMissing: flags['allowMissing'] === true,
    ...(baselinePath === undefined ? {} : { baseline: await readBaselineFile(baselinePath, false) }),
    ...(conditions === undefined ? {} : { failOn: conditions }),
    ...(typeof flags['deprecationBudget'] === 'number' ? { deprecationBudget: flags['deprecationBudget'] } : {}),
    // The option has validated it.
    ...(flags['minCoverage'] === undefined ? {} : { minCoverage: flags['minCoverage'] as CoverageGates }),
  });
  const reporters = [await screenReporter(flags, terminal), ...files.map(({ reporter }) => reporter)];
  for (const reporter of reporters) {
    for (const event of events) reporter.on(event);
    reporter.close();
  }
  const written = await writeReports(files, terminal);
  const last = events.at(-1);
  const status = last?.type === 'run-finished' ? last.summary.exitStatus : 70;
  return written || status !== 0 ? status : 3;
}
