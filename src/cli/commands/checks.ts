import { Command } from 'commander';
import { CHECKS } from '../../library/index.ts';
import type { Flags } from '../choices.ts';
import type { Terminal } from '../terminal.ts';

const TIERS = ['', 'on by default', 'with --strict', 'with --strict, as information'];

export function checksCommand(terminal: Terminal): Command {
  return new Command('checks')
    .description('Print every check: its id, tier and question, and when it stays silent on purpose.')
    .option('--json', 'print one JSON object (default: off)')
    .action((flags: Flags) => {
      const checks = CHECKS.map(({ id, tier, severity, about, question, guard }) => ({
        id,
        tier,
        severity,
        about,
        question,
        guard,
      }));
      if (flags['json'] === true) return terminal.out(`${JSON.stringify({ checks }, undefined, 2)}\n`);
      const width = Math.max(...checks.map(({ id }) => id.length));
      for (const tier of [1, 2, 3]) {
        terminal.out(`${terminal.colours.bold(`Tier ${tier}`)} ${terminal.colours.dim(TIERS[tier] ?? '')}\n`);
        for (const check of checks.filter((each) => each.tier === tier)) {
          terminal.out(`  ${check.id.padEnd(width)}  ${check.question}\n`);
          if (check.guard !== undefined) terminal.out(terminal.colours.dim(`${' '.repeat(width + 4)}${check.guard}\n`));
        }
      }
    });
}
