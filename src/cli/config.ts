import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lilconfig } from 'lilconfig';
import { loadModule, parseData, type StandinConfig, StandinError, unreadable } from '../library/index.ts';

/** A config file that was found, with the folder that its paths start from. */
export interface FoundConfig {
  readonly config: StandinConfig;
  readonly file: string;
  readonly folder: string;
}

const NAMES = ['ts', 'mts', 'js', 'mjs', 'json', 'yaml', 'yml'].map((ending) => `standin.config.${ending}`);

/** Finds `standin.config.{ts,js,json,yaml}` in the current folder, or reads the one that was named. Throws `config.invalid`. */
export async function findConfig(named: string | undefined): Promise<FoundConfig | undefined> {
  const loader = (file: string): Promise<unknown> => loadModule(file, '.');
  const data = async (file: string, text: string): Promise<unknown> => parseData(file, text).value;
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
    const found = await (named === undefined ? explorer.search(process.cwd()) : explorer.load(named));
    return found === null
      ? undefined
      : { config: checked(found.config, found.filepath), file: found.filepath, folder: dirname(found.filepath) };
  } catch (error) {
    if (error instanceof StandinError) throw error;
    throw new StandinError(
      'config.invalid',
      `The config file ${named ?? ''} cannot be read: ${unreadable(error)}`.replace('  ', ' '),
      { cause: error },
    );
  }
}

const KINDS: Readonly<Record<keyof StandinConfig, string>> = {
  document: 'string',
  mocks: 'string',
  data: 'string',
  port: 'number',
  host: 'string',
  watch: 'boolean',
  seed: 'number',
  now: 'string',
  delay: 'string',
  apiKeys: 'array',
  requireAuth: 'boolean',
  rateLimit: 'string',
  enforceSunset: 'boolean',
  strict: 'boolean',
  strictDocument: 'boolean',
  strictBasePath: 'boolean',
  state: 'string',
  stateless: 'boolean',
  dynamic: 'boolean',
  unknown: 'string',
  fast: 'boolean',
  quietHeaders: 'boolean',
  cors: 'boolean',
  bodyLimit: 'number',
  controlPrefix: 'string',
  controlToken: 'string',
  controlHosts: 'array',
  journalSize: 'number',
  remoteRefs: 'boolean',
};

function checked(config: unknown, file: string): StandinConfig {
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw new StandinError('config.invalid', `${file} has to hold an object.`);
  for (const [name, value] of Object.entries(config)) {
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name as keyof StandinConfig] : undefined;
    if (kind === undefined)
      throw new StandinError('config.invalid', `${file}: there is no option \`${name}\`.`, {
        hint: `Did you mean \`${nearest(name, Object.keys(KINDS))}\`?`,
      });
    const actual = Array.isArray(value) ? 'array' : typeof value;
    if (actual !== kind && !(name === 'delay' && actual === 'number'))
      throw new StandinError(
        'config.invalid',
        `${file}: \`${name}\` has to be ${kind === 'array' ? 'an array' : `a ${kind}`}.`,
      );
  }
  return config as StandinConfig;
}

/** The known word with the fewest edits from what was written. */
export function nearest(word: string, known: readonly string[]): string {
  const distance = (a: string, b: string): number => {
    let row = Array.from({ length: b.length + 1 }, (_, index) => index);
    for (let i = 1; i <= a.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= b.length; j += 1)
        next.push(
          Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
        );
      row = next;
    }
    return row[b.length] ?? 0;
  };
  return [...known].sort((a, b) => distance(word, a) - distance(word, b))[0] ?? '';
}
