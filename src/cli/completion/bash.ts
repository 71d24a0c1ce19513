import type { CommandFact, FlagFact } from './command-facts.ts';

/** A script that `eval "$(standin completion bash)"` reads. It works with bash 3.2. */
export function bashScript(commands: readonly CommandFact[]): string {
  return `# standin completion bash
_standin() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" paths=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map(({ name }) => name).join(' ')} help --help --version"
  else
    case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap(valueCases).join('\n')}
    esac
    if [ -z "$words$paths" ]; then
      case "\${COMP_WORDS[1]}" in
${commands.map(commandCase).join('\n')}
        help) words="${commands.map(({ name }) => name).join(' ')}" ;;
      esac
    fi
  fi
  COMPREPLY=()
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ -n "$paths" ]; then
    local path
    while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _standin standin
`;
}

function valueCases({ name, flags }: CommandFact): readonly string[] {
  return flags
    .filter(({ takes }) => takes !== 'nothing')
    .map((flag) => {
      const pattern = flag.names.map((each) => `"${name} ${each}"`).join('|');
      return `      ${pattern}) ${takenBy(flag)} ;;`;
    });
}

function takenBy({ takes }: FlagFact): string {
  return typeof takes === 'string' ? 'paths=1' : `words="${takes.join(' ')}"`;
}

function commandCase({ name, flags, words }: CommandFact): string {
  const names = flags.flatMap((flag) => flag.names).join(' ');
  const free = words.length > 0 ? `words="${words.join(' ')}"` : 'paths=1';
  return `        ${name}) case "$current" in -*) words="${names}" ;; *) ${free} ;; esac ;;`;
}
