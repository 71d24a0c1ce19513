import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CheckConfig, checkRules, StandinError, suggestion } from '../library/index.ts';
import type { Flags } from './choices.ts';
import type { FoundConfig } from './config.ts';
import { STANDARD_OUTPUT } from './reports.ts';

/** Options of the command line alone: what one call is to do, not how a service is checked, and what a file says under `checks`. */
const OF_A_CALL = ['check', 'config', 'self', 'dryRun', 'json', 'only', 'clean', 'updateBaseline', 'help'];
/** Names of files, which start from the folder of the config file. */
const FILES = ['baseline', 'scenarios', 'fixtures', 'har', 'ledger', 'secondOpinionHooks'];

/** `--no-strict` and its like: what a config file turns on, one call may turn off. They need no line of help each. */
export function withNegations(command: Command): Command {
  const switches = command.options.filter(
    (option) => option.isBoolean() && !OF_A_CALL.includes(option.attributeName()),
  );
  for (const { long } of switches)
    command.addOption(new Option(`--no-${long?.slice(2)}`, 'turns it off where a config file turns it on').hideHelp());
  return command;
}

/** What a config file says under `check`, as flags; each value is held to its option. Throws `config.invalid` with the place. */
export function flagsOfConfig(found: FoundConfig | undefined, command: Command): Flags {
  const given = found?.config.check;
  if (found === undefined || given === undefined) return {};
  const options = new Map(
    command.options
      .filter(({ negate }) => !negate)
      .map((option) => [option.attributeName(), option] as const)
      .filter(([name]) => !OF_A_CALL.includes(name)),
  );
  const flags: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name === 'checks' || name === 'target' || value === undefined) continue;
    const option = options.get(name);
    if (option === undefined) throw unknownOption(name, [...options.keys(), 'checks', 'target'], found);
    flags[name] = fromFolder(name, readAs(option, value, found), found.folder);
  }
  return flags;
}

function unknownOption(name: string, known: readonly string[], found: FoundConfig): StandinError {
  return new StandinError('config.invalid', `${found.place(`/check/${name}`)}: there is no option \`check.${name}\`.`, {
    hint: suggestion(name, known),
  });
}

/** The value as the command line would have read it. */
function readAs(option: Option, value: unknown, found: FoundConfig): unknown {
  const name = option.attributeName();
  const wrong = (reason: string): StandinError =>
    new StandinError('config.invalid', `${found.place(`/check/${name}`)}: \`check.${name}\` ${reason}`);
  if (option.isBoolean()) {
    if (typeof value !== 'boolean') throw wrong('has to be true or false.');
    return value;
  }
  const list = Array.isArray(value) ? value : [value];
  if (list.some((each) => typeof each !== 'string' && typeof each !== 'number'))
    throw wrong('has to be a text or a number, or a list of them.');
  if (option.parseArg === undefined) {
    if (list.length !== 1) throw wrong('has to be a single value.');
    return String(list[0]);
  }
  const read = option.parseArg;
  try {
    const values = list.reduce<unknown>((before, each) => read(String(each), before), undefined);
    if (list.length > 1 && !Array.isArray(values)) throw wrong('has to be a single value.');
    return values;
  } catch (error) {
    throw error instanceof InvalidArgumentError ? wrong(`is wrong. ${error.message}`) : error;
  }
}

function fromFolder(name: string, value: unknown, folder: string): unknown {
  if (name === 'report' && Array.isArray(value))
    return value.map((text: string) =>
      text.replace(
        /^([a-z]+=)(.*)$/s,
        (_, kind, path) => kind + (path === STANDARD_OUTPUT ? path : resolve(folder, path)),
      ),
    );
  if (!FILES.includes(name)) return value;
  return Array.isArray(value) ? value.map((path: string) => resolve(folder, path)) : resolve(folder, String(value));
}

/** The settings of single checks, and how messages name their places. */
export function checkSettingsOf(
  found: FoundConfig | undefined,
):
  | { readonly checks: NonNullable<CheckConfig['checks']>; readonly placeOfCheck: (pointer: string) => string }
  | undefined {
  const checks = found?.config.check?.checks;
  if (found === undefined || checks === undefined) return undefined;
  const placeOfCheck = (pointer: string): string => found.place(`/check/checks${pointer}`);
  // Misspelt ids are told before a document is loaded.
  checkRules(checks, placeOfCheck);
  return { checks, placeOfCheck };
}
