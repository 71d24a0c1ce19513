import type { Command } from 'commander';

export interface FlagFact {
  /** `--port`, and `-p` if it has a short form. */
  readonly names: readonly string[];
  readonly text: string;
  /** Values that it takes: none, some words, or anything, which is completed as a path. */
  readonly takes: 'nothing' | 'path' | readonly string[];
}

/** A command, as a shell needs it. */
export interface CommandFact {
  readonly name: string;
  readonly text: string;
  readonly flags: readonly FlagFact[];
  /** Words that its argument may be; else a path. */
  readonly words: readonly string[];
}

/** Reads the flags of a command. `values` gives the words that an option takes, by its flags; `words` those of its argument. */
export function commandFact(
  command: Command,
  values: ReadonlyMap<string, readonly string[]>,
  words: readonly string[] = [],
): CommandFact {
  const flags = command.options
    .filter(({ hidden }) => !hidden)
    .map((option): FlagFact => {
      const takesValue = option.required || option.optional;
      return {
        names: [option.long, option.short].filter((name): name is string => name != null),
        text: option.description,
        takes: takesValue ? (values.get(option.flags) ?? 'path') : 'nothing',
      };
    });
  const help: FlagFact = { names: ['--help', '-h'], text: 'print the help', takes: 'nothing' };
  return { name: command.name(), text: command.description(), flags: [...flags, help], words };
}

/** The first sentence, short enough for a list. */
export function brief(text: string): string {
  const [first = ''] = text.split(/[.;:(]/, 1);
  return first.trim().slice(0, 70);
}
