import { brief, type CommandFact, type FlagFact } from './command-facts.ts';

/** A script for a folder of `fpath`, as \`_standin\`, or for \`source <(standin completion zsh)\`. */
export function zshScript(commands: readonly CommandFact[]): string {
  return `#compdef standin
# standin completion zsh
_standin() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, text }) => `      ${quote(`${name}:${brief(text)}`)}`).join('\n')}
      'help:Print the help of a command'
    )
    _describe 'command' commands
    return
  fi
  case "\${words[2]}" in
${commands.map(commandCase).join('\n')}
    help) _values 'command' ${commands.map(({ name }) => name).join(' ')} ;;
  esac
}
if [ "$funcstack[1]" = "_standin" ]; then _standin "$@"; else compdef _standin standin; fi
`;
}

function commandCase({ name, flags, words }: CommandFact): string {
  const free = words.length > 0 ? `'*:name:(${words.join(' ')})'` : "'*:file:_files'";
  const lines = flags.flatMap((flag) => flag.names.map((each) => `        ${argumentOf(each, flag)} \\`));
  return `    ${name})
      shift words; (( CURRENT-- ))
      _arguments \\
${lines.join('\n')}
        ${free} ;;`;
}

function argumentOf(name: string, { text, takes }: FlagFact): string {
  const specification = `*${name}[${brief(text).replace(/[[\]:]/g, ' ')}]`;
  if (takes === 'nothing') return quote(specification);
  return quote(`${specification}:value:${takes === 'path' ? '_files' : `(${takes.join(' ')})`}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
