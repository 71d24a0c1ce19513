import { brief, type CommandFact } from './command-facts.ts';

/** A script for `~/.config/fish/completions/standin.fish`. */
export function fishScript(commands: readonly CommandFact[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.flatMap((command) => [
    `complete -c standin -n '__fish_use_subcommand' -f -a ${command.name} -d ${quote(brief(command.text))}`,
    ...command.flags.map((flag) => flagLine(command.name, flag)),
    ...(command.words.length === 0
      ? []
      : [
          `complete -c standin -n '__fish_seen_subcommand_from ${command.name}' -f -a ${quote(command.words.join(' '))}`,
        ]),
  ]);
  return [
    '# standin completion fish',
    ...lines,
    `complete -c standin -n '__fish_use_subcommand' -f -a help -d 'Print the help of a command'`,
    `complete -c standin -n '__fish_seen_subcommand_from help' -f -a ${quote(names)}`,
    '',
  ].join('\n');
}

function flagLine(command: string, { names, text, takes }: CommandFact['flags'][number]): string {
  const forms = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');
  const value = takes === 'nothing' ? '' : takes === 'path' ? ' -r -F' : ` -x -a ${quote(takes.join(' '))}`;
  return `complete -c standin -n '__fish_seen_subcommand_from ${command}' ${forms}${value} -d ${quote(brief(text))}`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
