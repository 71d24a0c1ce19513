import { readFile } from 'node:fs/promises';
import { dirname, extname, relative, resolve } from 'node:path';
import { lilconfig } from 'lilconfig';
import {
  type DataFile,
  faultOfChoice,
  lineOf,
  loadModule,
  MOCK_OPTIONS,
  type OptionFact,
  parseData,
  type StandinConfig,
  StandinError,
  suggestion,
  unreadable,
} from '../library/index.ts';

/** A config file, with the folder that its paths start from. */
export interface FoundConfig {
  readonly config: StandinConfig;
  readonly file: string;
  readonly folder: string;
  /** `file:line` of a part of the file; without the line if it is code. */
  place(pointer: string): string;
}

const ENDINGS: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json', 'yaml', 'yml'];
const NAMES = ENDINGS.map((ending) => `standin.config.${ending}`);

/** Finds `standin.config.{ts,js,json,yaml}` in the current folder, or reads the named file. Throws `config.invalid`. */
export async function findConfig(named: string | undefined): Promise<FoundConfig | undefined> {
  let reading = named ?? 'standin.config';
  const loader = (file: string): Promise<unknown> => {
    reading = named ?? relative('.', file);
    return loadModule(file, '.');
  };
  let read: DataFile | undefined;
  const data = async (file: string, text: string): Promise<unknown> => {
    read = parseData(file, text);
    return read.value;
  };
  const explorer = lilconfig('standin', {
    searchPlaces: NAMES,
    stopDir: process.cwd(),
    loaders: {
      '.ts': loader,
      '.mts': loader,
      '.js': loader,
      '.mjs': loader,
      '.yaml': data,
      '.yml': data,
      '.json': data,
    },
  });
  try {
    if (named !== undefined) await readFile(named);
    if (named !== undefined && !ENDINGS.includes(extname(named).slice(1)))
      throw new StandinError('config.invalid', `The config file ${named} has an unknown file type.`, {
        hint: `Its name must end in one of ${ENDINGS.map((ending) => `.${ending}`).join(', ')}.`,
      });
    const found = await (named === undefined ? explorer.search(process.cwd()) : explorer.load(named));
    if (found === null) return undefined;
    const { filepath: file } = found;
    const place = (pointer: string): string => placeText(file, read, pointer);
    return { config: checkConfig(found.config, place), file, folder: dirname(file), place };
  } catch (error) {
    if (error instanceof StandinError) throw error;
    throw new StandinError(
      'config.invalid',
      `The config file ${reading} cannot be read: ${unreadable(error)}${lineOf(error, resolve(reading))}`,
      { cause: error },
    );
  }
}

/** `file:line` of the nearest enclosing part that has a line. */
function placeText(file: string, data: DataFile | undefined, pointer: string): string {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const position = data?.positionOf(at);
    if (position !== undefined) return `${file}:${position.line}`;
    if (at === '') return file;
  }
}

/** The type that each option has in a config file. */
const KINDS: Readonly<Record<string, string>> = {
  $schema: 'string',
  ...Object.fromEntries(
    Object.entries(MOCK_OPTIONS)
      .filter(([, { inConfig }]) => inConfig !== false)
      .map(([name, fact]) => [name, kindOf(fact)]),
  ),
  check: 'object',
  diff: 'object',
  gate: 'object',
};

function kindOf({ value, repeatable }: OptionFact): string {
  if (repeatable === true) return 'array';
  return value.kind === 'switch' ? 'boolean' : value.kind === 'whole' ? 'number' : 'string';
}

function checkConfig(config: unknown, place: FoundConfig['place']): StandinConfig {
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw new StandinError('config.invalid', `${place('')} must contain an object.`);
  for (const [name, value] of Object.entries(config)) {
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (kind === undefined)
      throw new StandinError('config.invalid', `${place(`/${name}`)}: there is no option \`${name}\`.`, {
        hint: suggestion(name, Object.keys(KINDS)),
      });
    const actual = Array.isArray(value) ? 'array' : typeof value;
    if ((actual !== kind || value === null) && !(name === 'delay' && actual === 'number'))
      throw new StandinError(
        'config.invalid',
        `${place(`/${name}`)}: \`${name}\` must be ${kind === 'array' || kind === 'object' ? `an ${kind}` : `a ${kind}`}.`,
      );
    const fault = faultOfChoice(name, value);
    if (fault !== undefined)
      throw new StandinError('config.invalid', `${place(`/${name}`)}: ${fault.message}`, { hint: fault.hint });
  }
  return config as StandinConfig;
}
