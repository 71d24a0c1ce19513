import { Argument, Command } from 'commander';
import {
  CHECK_OPTIONS,
  CHECKS,
  DIFF_OPTIONS,
  GATE_OPTIONS,
  MOCK_OPTIONS,
  type OptionFact,
} from '../../library/index.ts';
import { oneOf } from '../choices.ts';
import { bashScript } from '../completion/bash.ts';
import { type CommandFact, commandFact } from '../completion/command-facts.ts';
import { fishScript } from '../completion/fish.ts';
import { powershellScript } from '../completion/powershell.ts';
import { zshScript } from '../completion/zsh.ts';
import { helpEnd } from '../options/help-end.ts';
import type { Terminal } from '../terminal.ts';
import { checkCommand } from './check.ts';
import { checksCommand } from './checks.ts';
import { diffCommand } from './diff.ts';
import { gateCommand } from './gate.ts';
import { initCommand } from './init.ts';
import { inspectCommand } from './inspect.ts';
import { mergeCommand } from './merge.ts';
import { mockCommand } from './mock.ts';

type Script = (commands: readonly CommandFact[]) => string;

const SHELLS: ReadonlyMap<string, Script> = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
  ['powershell', powershellScript],
]);

export function completionCommand(terminal: Terminal): Command {
  return new Command('completion')
    .description('Print a script that completes commands, options and their values in a shell.')
    .addArgument(new Argument('<shell>', 'the shell: bash, zsh, fish or powershell').argParser(oneOf(...SHELLS.keys())))
    .addHelpText('after', HELP_END)
    .action((shell: string) => terminal.out(SHELLS.get(shell)?.(commandFacts(terminal)) ?? ''));
}

const HELP_END = helpEnd(
  [
    [`echo 'eval "$(standin completion bash)"' >> ~/.bashrc`, 'bash; for zsh: source <(standin completion zsh)'],
    ['standin completion fish > ~/.config/fish/completions/standin.fish', 'fish'],
    ['standin completion powershell | Out-String | Invoke-Expression', 'PowerShell, in $PROFILE'],
  ],
  [0, 2],
);

function commandFacts(terminal: Terminal): readonly CommandFact[] {
  const values = new Map([MOCK_OPTIONS, CHECK_OPTIONS, DIFF_OPTIONS, GATE_OPTIONS].flatMap(valuesOf));
  const ids = CHECKS.map(({ id }) => id);
  const areas = [...new Set(ids.map((id) => id.split('.', 1)[0] ?? ''))];
  return [
    commandFact(mockCommand(terminal), values),
    commandFact(checkCommand(terminal), values),
    commandFact(diffCommand(terminal), values),
    commandFact(gateCommand(terminal), values),
    commandFact(inspectCommand(terminal), values),
    commandFact(checksCommand(terminal), values, [...areas, ...ids]),
    commandFact(mergeCommand(terminal), values),
    commandFact(initCommand(terminal), values),
    commandFact(completionCommand(terminal), values, [...SHELLS.keys()]),
  ];
}

function valuesOf(table: Readonly<Record<string, OptionFact>>): readonly (readonly [string, readonly string[]])[] {
  return Object.values(table).flatMap(({ flag, value }) =>
    flag === undefined || value.kind !== 'word' ? [] : [[flag, value.words] as const],
  );
}
