import { type Command, Option } from 'commander';
import { faultOfChoice, MOCK_OPTIONS, type OptionFact, StandinError } from '../../library/index.ts';
import { type Flags, milliseconds, oneOf, wholeNumber, withRepeated } from '../choices.ts';

type Parse = (text: string, before: never) => unknown;
type Table = Readonly<Record<string, OptionFact>>;

/** Adds the options of a table under their headings. `parsers` read the values that need more than their kind. */
export function withOptions(command: Command, table: Table, parsers: Readonly<Record<string, Parse>> = {}): Command {
  for (const [name, fact] of Object.entries(table))
    if (fact.flag !== undefined) command.addOption(optionOf(fact.flag, fact, parsers[name] ?? parserOf(fact)));
  return command;
}

/** Some options of a table; `texts` replaces what they mean for the command that takes them. */
export function pickOptions(
  table: Table,
  names: readonly string[],
  texts: Readonly<Record<string, string>> = {},
): Table {
  return Object.fromEntries(
    Object.entries(table)
      .filter(([name]) => names.includes(name))
      .map(([name, fact]) => [name, { ...fact, group: 'Options:', text: texts[name] ?? fact.text }]),
  );
}

function optionOf(flag: string, fact: OptionFact, parse: Parse | undefined): Option {
  const option = new Option(flag, helpOf(fact)).helpGroup(fact.group);
  return parse === undefined ? option : option.argParser(parse as (text: string, before: unknown) => unknown);
}

/** The text of an option in the help. A time of the command line may have a unit; in a config file it is a number. */
export function helpOf({ text, fallback, value }: OptionFact): string {
  const units = value.kind === 'whole' && value.unit === 'ms' ? '; also 500ms, 5s or 2m' : '';
  return fallback === undefined ? `${text}${units}` : `${text}${units} (default: ${fallback})`;
}

function parserOf({ value, repeatable }: OptionFact): Parse | undefined {
  const read = readerOf(value);
  if (repeatable !== true) return read;
  return (text, before: readonly string[] | undefined) => withRepeated(String(read?.(text) ?? text), before);
}

function readerOf(value: OptionFact['value']): ((text: string) => unknown) | undefined {
  if (value.kind === 'switch') return undefined;
  if (value.kind === 'whole') return (value.unit === 'ms' ? milliseconds : wholeNumber)(value.low, value.high);
  return value.kind === 'word' ? oneOf(...value.words) : undefined;
}

/** Reads a string by the rule of the option of that name, so that a refusal names the flag as it was typed. */
export function parserByRule(name: keyof typeof MOCK_OPTIONS): (text: string) => string {
  return (text) => {
    const fault = faultOfChoice(name, text);
    if (fault === undefined) return text;
    // The parser of the command line would repeat the value, which may hold a password.
    const flag = MOCK_OPTIONS[name].flag?.split(/[ ,]/).find((each) => each.startsWith('--')) ?? name;
    throw new StandinError('usage', fault.message.replaceAll(`\`${name}\``, `\`${flag}\``), { hint: fault.hint });
  };
}

/** Flags under the names of their table, which are those of a config file. Flags that were not given are left out. */
export function byTableName(flags: Flags, command: Command, table: Table): Flags {
  const names = new Map(command.options.map((option) => [option.flags, option] as const));
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, { flag = '' }]) => {
      const option = names.get(flag);
      const attribute = option?.attributeName();
      if (attribute === undefined || command.getOptionValueSource(attribute) !== 'cli') return [];
      return [[name, flags[attribute]]];
    }),
  );
}
