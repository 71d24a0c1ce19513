import { Command } from 'commander';
import { CHECKS, checkRules } from '../../library/index.ts';
import { checkSettingsOf } from '../check-config.ts';
import type { Flags } from '../choices.ts';
import { findConfig } from '../config.ts';
import type { Terminal } from '../terminal.ts';

const TIERS = ['', 'on by default', 'with --strict', 'with --strict, as information'];

export function checksCommand(terminal: Terminal): Command {
  return new Command('checks')
    .description(
      'Print every check: its id, tier and question, the cases that it does not judge, and its setting in the config file. To change a check for one run: standin check --check id=off.',
    )
    .option('--config <file>', 'config file (default: standin.config.{ts,js,json,yaml} in this folder)')
    .option('--json', 'print one JSON object (default: off)')
    .action(async (flags: Flags) => {
      const set = checkSettingsOf(await findConfig(flags['config'] as string | undefined));
      const rules = set === undefined ? [] : checkRules(set.checks, set.placeOfCheck);
      const checks = CHECKS.map((check) => described(check, rules));
      if (flags['json'] === true) terminal.out(`${JSON.stringify({ checks }, undefined, 2)}\n`);
      else print(checks, terminal);
    });
}

type Rules = ReturnType<typeof checkRules>;

interface Described extends Pick<(typeof CHECKS)[number], 'id' | 'tier' | 'severity' | 'about' | 'question' | 'guard'> {
  /** Its settings in the config file, in the order in which they apply. */
  readonly settings?: readonly Setting[];
}

interface Setting {
  readonly severity?: string;
  readonly tier?: number;
  readonly operations?: readonly string[];
}

function described({ id, tier, severity, about, question, guard }: (typeof CHECKS)[number], rules: Rules): Described {
  const settings = rules
    .filter(({ ids }) => ids.has(id))
    .map((rule): Setting => {
      const own = rule.severity === 'own' ? severity : rule.severity;
      return {
        ...(own === undefined ? {} : { severity: own }),
        ...(rule.tier === undefined ? {} : { tier: rule.tier }),
        ...(rule.operations === undefined ? {} : { operations: rule.operations }),
      };
    });
  const silent = guard === undefined ? {} : { guard };
  return { id, tier, severity, about, question, ...silent, ...(settings.length === 0 ? {} : { settings }) };
}

function print(checks: readonly Described[], { out, colours, safe }: Terminal): void {
  const width = Math.max(...checks.map(({ id }) => id.length));
  const below = ' '.repeat(width + 4);
  for (const tier of [1, 2, 3]) {
    out(`${colours.bold(`Tier ${tier}`)} ${colours.dim(TIERS[tier] ?? '')}\n`);
    for (const { id, question, guard, settings = [] } of checks.filter((each) => each.tier === tier)) {
      out(`  ${id.padEnd(width)}  ${question}\n`);
      if (guard !== undefined) out(colours.dim(`${below}${guard}\n`));
      for (const setting of settings) out(colours.yellow(`${below}set: ${safe(inWords(setting))}\n`));
    }
  }
}

function inWords({ severity, tier, operations }: Setting): string {
  const parts = [...(severity === undefined ? [] : [severity]), ...(tier === undefined ? [] : [`tier ${tier}`])];
  return `${parts.join(', ')}${operations === undefined ? '' : ` for ${operations.join(', ')}`}`;
}
