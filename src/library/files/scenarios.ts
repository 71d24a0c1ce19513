import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Scenario, ScenarioExpectation, ScenarioStep } from '../../contract/index.ts';
import { type Json, StandinError } from '../../core/index.ts';
import { type DataFile, parseData } from '../../spec/index.ts';
import { unreadable } from '../package/modules.ts';

/**
 * Reads every scenario in a folder (and its subfolders named `scenarios`), or one file. Throws
 * `document.unreadable`, `config.invalid`.
 */
export async function loadScenarios(path: string, cwd: string): Promise<readonly Scenario[]> {
  const start = resolve(cwd, path);
  const files = /\.(ya?ml|json)$/.test(start) ? [start] : (await filesIn(start, path)).sort();
  return Promise.all(files.map(async (file) => scenarioFrom(file, await textOf(file))));
}

async function filesIn(folder: string, writtenPath: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((cause: unknown) => {
    throw new StandinError(
      'document.unreadable',
      isFile(cause)
        ? `${writtenPath} is not a scenario file: its name must end in .yaml, .yml or .json.`
        : `${writtenPath}: the folder of scenarios cannot be read: ${unreadable(cause)}.`,
      { cause },
    );
  });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /[\\/]scenarios[\\/]/.test(file) || !/[\\/](fixtures|runs|baseline)\.\w+$/.test(file));
  if (files.length > 0) return files;
  // With no scenarios in the folder, a run would pass without testing anything.
  throw new StandinError('config.invalid', `${writtenPath} holds no scenario.`, {
    hint: 'A scenario is a file that ends in .yaml, .yml or .json; contracts/README.md shows its shape.',
  });
}

function isFile(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ENOTDIR';
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StandinError('document.unreadable', `${file} cannot be read: ${unreadable(cause)}.`, { cause });
  });
}

const SCENARIO_PARTS = ['name', 'description', 'steps'];
const STEP_PARTS = [
  'name',
  'operation',
  'request',
  'parameters',
  'headers',
  'body',
  'mediaType',
  'together',
  'expect',
  'capture',
];
const EXPECT_PARTS = ['status', 'statuses', 'body', 'headers'];

function scenarioFrom(file: string, text: string): Scenario {
  const data = parseData(file, text);
  const wrong = (pointer: string, message: string): StandinError => {
    const position = data.positionOf(pointer);
    return new StandinError(
      'config.invalid',
      `${file}${position === undefined ? '' : `:${position.line}:${position.column}`}: ${message}`,
      { hint: 'contracts/README.md shows the shape of a scenario.' },
    );
  };
  const root = objectAt(data.value, '', SCENARIO_PARTS, wrong);
  if (typeof root['name'] !== 'string') throw wrong('', 'a scenario needs a `name`.');
  if (!Array.isArray(root['steps']) || root['steps'].length === 0) throw wrong('/steps', 'a scenario needs `steps`.');
  return {
    name: root['name'],
    ...(typeof root['description'] === 'string' ? { description: root['description'].trim() } : {}),
    source: file,
    steps: root['steps'].map((step, index) => stepFrom(step, `/steps/${index}`, data, wrong)),
  };
}

type ScenarioFault = (pointer: string, message: string) => StandinError;

function stepFrom(value: unknown, pointer: string, data: DataFile, wrong: ScenarioFault): ScenarioStep {
  const step = objectAt(value, pointer, STEP_PARTS, wrong);
  if ((typeof step['operation'] === 'string') === (typeof step['request'] === 'string'))
    throw wrong(pointer, 'a step names either an `operation` or a `request`.');
  for (const name of ['parameters', 'headers', 'capture'])
    if (step[name] !== undefined) objectAt(step[name], `${pointer}/${name}`, undefined, wrong);
  const together = step['together'];
  if (together !== undefined && !(Number.isInteger(together) && Number(together) >= 2 && Number(together) <= 50))
    throw wrong(`${pointer}/together`, '`together` is how often the request is sent at once: 2 to 50.');
  if (step['expect'] !== undefined) objectAt(step['expect'], `${pointer}/expect`, EXPECT_PARTS, wrong);
  const position = data.positionOf(pointer);
  // Every part has been validated above; values inside `body` and `parameters` are JSON already.
  return {
    ...(step as { readonly body?: Json; readonly expect?: ScenarioExpectation }),
    ...(position === undefined ? {} : { position }),
  };
}

function objectAt(
  value: unknown,
  pointer: string,
  knownNames: readonly string[] | undefined,
  wrong: ScenarioFault,
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(pointer, 'an object is expected here.');
  const unknown = knownNames === undefined ? undefined : Object.keys(value).find((name) => !knownNames.includes(name));
  if (unknown !== undefined)
    throw wrong(`${pointer}/${unknown}`, `\`${unknown}\` is not known here; known are ${knownNames?.join(', ')}.`);
  return value as Readonly<Record<string, unknown>>;
}
