import { Command } from 'commander';
import { CHECKS, checkRules, StandinError, suggestion } from '../../library/index.ts';
import { checkSettingsOf } from '../check-config.ts';
import { CHECK_EXAMPLES } from '../check-examples.ts';
import type { Flags } from '../choices.ts';
import { findConfig } from '../config.ts';
import { wrapLines } from '../line-wrap.ts';
import { helpEnd } from '../options/help-end.ts';
import type { Terminal } from '../terminal.ts';

const TIERS = ['', 'on by default', 'with --strict', 'with --strict, as information'];

export function checksCommand(terminal: Terminal): Command {
  return new Command('checks')
    .description('List the checks of standin check, those of one area, or explain one of them.')
    .argument('[name]', 'an area (schema), or the id of a check (schema.type)')
    .option('--config <file>', 'config file (default: standin.config.{ts,js,json,yaml} in this folder)')
    .option('--json', 'print one JSON object (default: off)')
    .addHelpText('after', HELP_END)
    .action(async (name: string | undefined, flags: Flags) => {
      const set = checkSettingsOf(await findConfig(flags['config'] as string | undefined));
      const rules = set === undefined ? [] : checkRules(set.checks, set.placeOfCheck);
      const checks = checksNamed(name).map((check) => describeCheck(check, rules));
      const [first] = checks;
      if (flags['json'] === true) terminal.out(`${JSON.stringify({ checks }, undefined, 2)}\n`);
      else if (first !== undefined && first.id === name) printPage(first, terminal);
      else printList(checks, terminal);
    });
}

const HELP_END = helpEnd(
  [
    ['standin checks', 'every check, by tier'],
    ['standin checks auth', 'those of one area'],
    ['standin checks schema.type', 'one check: question, guard, example, how to set it'],
  ],
  [0, 2],
);

type Check = (typeof CHECKS)[number];

/** The checks of a name. Throws `usage` for a name that no check and no area has. */
function checksNamed(name: string | undefined): readonly Check[] {
  if (name === undefined) return CHECKS;
  const found = CHECKS.filter(({ id }) => id === name || id.startsWith(`${name}.`));
  if (found.length > 0) return found;
  const areas = [...new Set(CHECKS.map(({ id }) => id.split('.', 1)[0] ?? ''))];
  throw new StandinError('usage', `There is no check and no area \`${name}\`.`, {
    hint: suggestion(name, name.includes('.') ? CHECKS.map(({ id }) => id) : areas),
  });
}

type Rules = ReturnType<typeof checkRules>;

interface DescribedCheck extends Pick<Check, 'id' | 'tier' | 'severity' | 'about' | 'question' | 'guard'> {
  /** A finding, as a server that is wrong in one way gets it. */
  readonly example?: string;
  /** Its settings in the config file, in the order in which they apply. */
  readonly settings?: readonly Setting[];
}

interface Setting {
  readonly severity?: string;
  readonly tier?: number;
  readonly operations?: readonly string[];
}

function describeCheck({ id, tier, severity, about, question, guard }: Check, rules: Rules): DescribedCheck {
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
  const example = CHECK_EXAMPLES[id];
  const silent = guard === undefined ? {} : { guard };
  return {
    id,
    tier,
    severity,
    about,
    question,
    ...silent,
    ...(example === undefined ? {} : { example }),
    ...(settings.length === 0 ? {} : { settings }),
  };
}

function printList(checks: readonly DescribedCheck[], { out, colours, safe }: Terminal): void {
  for (const tier of [1, 2, 3]) {
    const those = checks.filter((each) => each.tier === tier);
    if (those.length === 0) continue;
    out(`${colours.bold(`Tier ${tier}`)} ${colours.dim(TIERS[tier] ?? '')}\n`);
    for (const { id, question, settings = [] } of those) {
      out(`  ${colours.cyan(id)}\n${wrapLines(question, 6)}`);
      for (const setting of settings) out(colours.yellow(wrapLines(`set: ${safe(inWords(setting))}`, 6)));
    }
  }
  out(colours.dim('\nOne check in full: standin checks <id>\n'));
}

function printPage(check: DescribedCheck, { out, colours, safe }: Terminal): void {
  const { id, tier, severity, about, question, guard, example, settings = [] } = check;
  const part = (title: string, text: string): void => out(`\n${colours.bold(title)}\n${wrapLines(safe(text), 2)}`);
  out(`${colours.bold(id)}\n${wrapLines(`${severity}, about the ${about}; tier ${tier}: ${TIERS[tier]}`, 2)}`);
  part('Question', question);
  if (guard !== undefined) part('Guard', guard);
  if (example !== undefined) part('Example of a finding', example);
  for (const setting of settings) part('Set in the config file', inWords(setting));
  const [word] = ['off', 'warning', 'error'].filter((each) => each !== severity);
  out(
    `\n${colours.bold('How to set it')}
  for one run
    standin check http://127.0.0.1:3000 --check ${id}=${word}
  in standin.config.yaml, for all operations or some
    check:
      checks:
        ${id}: ${word}
        # ${id}: { severity: warning, operations: [getPet] }
`,
  );
}

function inWords({ severity, tier, operations }: Setting): string {
  const settings = [...(severity === undefined ? [] : [severity]), ...(tier === undefined ? [] : [`tier ${tier}`])];
  return `${settings.join(', ')}${operations === undefined ? '' : ` for ${operations.join(', ')}`}`;
}
