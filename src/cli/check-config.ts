import { relative, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  CHECK_OPTIONS,
  type CheckConfig,
  checkRules,
  DIFF_OPTIONS,
  GATE_OPTIONS,
  gitPlaceOf,
  type OptionFact,
  StandinError,
  suggestion,
} from '../library/index.ts';
import type { Flags } from './choices.ts';
import type { FoundConfig } from './config.ts';
import { STANDARD_OUTPUT } from './reports.ts';

/** Parts of a config file that hold the options of one command. */
type Section = 'check' | 'diff' | 'gate';

const FACTS: Readonly<Record<Section, readonly (readonly [string, OptionFact])[]>> = {
  check: Object.entries(CHECK_OPTIONS),
  diff: Object.entries(DIFF_OPTIONS),
  gate: Object.entries(GATE_OPTIONS),
};
/** Entries of a section that are not options. */
const OTHERS: Readonly<Record<Section, readonly string[]>> = {
  check: ['checks', 'target'],
  diff: ['checks'],
  gate: [],
};
/** Options that only the command line has: they say what one call does. A file has `checks` for `check`. */
const OF_A_CALL = [
  'help',
  ...Object.values(FACTS)
    .flat()
    .filter(([, { inConfig }]) => inConfig === false)
    .map(([name]) => name),
];
/** Options whose values are `kind=path`. */
const KINDS_WITH_PATH = ['report', 'usage'];
/** Options whose values are paths, relative to the folder of the config file. */
const FILES = Object.values(FACTS)
  .flat()
  .filter(([name, { path }]) => path === true && !KINDS_WITH_PATH.includes(name))
  .map(([name]) => name);

/** Adds `--no-strict` and similar flags, which turn off what a config file turns on. The help does not list them. */
export function withNegations(command: Command): Command {
  const switches = command.options.filter(
    (option) => option.isBoolean() && !OF_A_CALL.includes(option.attributeName()),
  );
  for (const { long } of switches)
    command.addOption(
      new Option(`--no-${long?.slice(2)}`, 'turn the option off if the config file turns it on').hideHelp(),
    );
  return command;
}

/** Reads a section of a config file as flags; each option validates its value. Throws `config.invalid` with the line. */
export function flagsOfConfig(found: FoundConfig | undefined, command: Command, section: Section = 'check'): Flags {
  const given = found?.config[section];
  if (found === undefined || given === undefined) return {};
  const options = new Map(
    command.options
      .filter(({ negate }) => !negate)
      .map((option) => [option.attributeName(), option] as const)
      .filter(([name]) => !OF_A_CALL.includes(name)),
  );
  const at = { found, section };
  const flags: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (OTHERS[section].includes(name) || value === undefined) continue;
    if (name === 'values' && typeof value === 'object') {
      flags[name] = value;
      continue;
    }
    const option = options.get(name);
    if (option === undefined) throw unknownOption(name, [...options.keys(), ...OTHERS[section]], at);
    flags[name] = fromFolder(name, readAs(option, value, at), found.folder);
  }
  return flags;
}

interface SectionPlace {
  readonly found: FoundConfig;
  readonly section: Section;
}

function unknownOption(name: string, known: readonly string[], { found, section }: SectionPlace): StandinError {
  return new StandinError(
    'config.invalid',
    `${found.place(`/${section}/${name}`)}: there is no option \`${section}.${name}\`.`,
    { hint: suggestion(name, known) },
  );
}

/** Reads a value as the command line would. */
function readAs(option: Option, value: unknown, { found, section }: SectionPlace): unknown {
  const name = option.attributeName();
  const wrong = (reason: string): StandinError =>
    new StandinError('config.invalid', `${found.place(`/${section}/${name}`)}: \`${section}.${name}\` ${reason}`);
  if (option.isBoolean()) {
    if (typeof value !== 'boolean') throw wrong('must be true or false.');
    return value;
  }
  const list = Array.isArray(value) ? value : [value];
  if (list.some((each) => typeof each !== 'string' && typeof each !== 'number'))
    throw wrong('must be a string or a number, or a list of them.');
  if (option.parseArg === undefined) {
    if (list.length !== 1) throw wrong('must be a single value.');
    return String(list[0]);
  }
  const read = option.parseArg;
  try {
    const values = list.reduce<unknown>((before, each) => read(String(each), before), undefined);
    if (list.length > 1 && !Array.isArray(values)) throw wrong('must be a single value.');
    return values;
  } catch (error) {
    throw error instanceof InvalidArgumentError ? wrong(`is wrong. ${error.message}`) : error;
  }
}

/** Paths relative to the current folder, so that messages and reports name files as on the command line. */
function fromFolder(name: string, value: unknown, folder: string): unknown {
  const fromHere = (path: string): string =>
    gitPlaceOf(path) === undefined ? relative('.', resolve(folder, path)) || '.' : path;
  if (KINDS_WITH_PATH.includes(name) && Array.isArray(value))
    return value.map((text: string) =>
      text.replace(/^([a-z]+=)(.*)$/s, (_, kind, path) => kind + (path === STANDARD_OUTPUT ? path : fromHere(path))),
    );
  if (!FILES.includes(name)) return value;
  return Array.isArray(value) ? value.map(fromHere) : fromHere(String(value));
}

/** The settings of single checks, and a function that names their lines in messages. */
export function checkSettingsOf(
  found: FoundConfig | undefined,
):
  | { readonly checks: NonNullable<CheckConfig['checks']>; readonly placeOfCheck: (pointer: string) => string }
  | undefined {
  const checks = found?.config.check?.checks;
  if (found === undefined || checks === undefined) return undefined;
  const placeOfCheck = (pointer: string): string => found.place(`/check/checks${pointer}`);
  // Unknown ids are reported before a document is loaded.
  checkRules(checks, placeOfCheck);
  return { checks, placeOfCheck };
}
