import { resolve } from 'node:path';
import { type JsonObject, StandinError } from '../../core/index.ts';
import { type Api, loadApi } from '../../spec/index.ts';
import { isObject, parseJson } from '../../wire/index.ts';
import type { ApplicationVersion } from '../model/decision.ts';
import { isRegistryName } from '../model/names.ts';
import { ENVIRONMENT_FILE, FACT_PATHS } from './fact-paths.ts';

/** The files of a registry, independent of where they are stored. */
export interface RegistryFiles {
  /** Name for messages: `contracts/registry`. */
  readonly name: string;
  /** Paths of all files, separated by `/`. */
  readonly paths: readonly string[];
  read(path: string): Promise<string>;
}

/** Result of a check of the deployed build of a document. */
export interface CheckFact {
  /** Digest of the checked document, as `documentDigest` computes it. */
  readonly digest: string;
  /** Findings that count for the exit status. */
  readonly findings: number;
  /** Operations with at least one successful answer, in percent. */
  readonly coverage: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** How a consumer uses a provider. */
export interface UsesFact {
  readonly kind: 'uses' | 'pact';
  readonly path: string;
  readonly text: string;
}

/**
 * The facts of a folder, one file for each fact. Throws `data.invalid`, with the file, for a fact that
 * cannot be read.
 */
export interface Registry {
  readonly name: string;
  readonly environments: readonly string[];
  /** Versions in an environment, by application. */
  deployed(environment: string): Promise<ReadonlyMap<string, string>>;
  /** The document with the files beside it that it refers to. Throws `document.*`. */
  document(application: ApplicationVersion): Promise<Api | undefined>;
  check(application: ApplicationVersion): Promise<CheckFact | undefined>;
  /** What a version of a consumer uses, by provider. */
  uses(consumer: ApplicationVersion): Promise<ReadonlyMap<string, readonly UsesFact[]>>;
  /** Whether any version of the consumer is known to use the provider. */
  isConsumer(consumer: string, provider: string): boolean;
  isProvider(name: string): boolean;
}

const DOCUMENT_NAMES: readonly string[] = ['document.yaml', 'document.yml', 'document.json'];

export function createRegistry({ name, paths, read }: RegistryFiles): Registry {
  const split = paths
    .map((path) => path.split('/'))
    .filter((segments) => segments.every((part) => isRegistryName(part) || part === ENVIRONMENT_FILE));
  const documents = new Map<string, Api>();
  const json = async (path: string): Promise<JsonObject> => {
    const parsed = parseJson(await read(path));
    if (!parsed.ok) throw new StandinError('data.invalid', `${name}/${path} is not JSON: ${parsed.reason}.`);
    if (!isObject(parsed.value)) throw new StandinError('data.invalid', `${name}/${path} is not an object.`);
    return parsed.value;
  };
  const field = <T extends 'string' | 'number'>(
    fact: JsonObject,
    key: string,
    type: T,
    path: string,
  ): T extends 'string' ? string : number => {
    const value = fact[key];
    if (typeof value !== type) throw new StandinError('data.invalid', `${name}/${path}: \`${key}\` is not a ${type}.`);
    return value as T extends 'string' ? string : number; // The line above proves it.
  };
  return {
    name,
    environments: [
      ...new Set(
        split.flatMap(([kind, environment]) =>
          kind === 'environments' && environment !== undefined ? [environment] : [],
        ),
      ),
    ].sort(),
    isConsumer: (consumer, provider) =>
      split.some(
        ([kind, client, , file = '']) =>
          kind === 'consumers' && client === consumer && usesFile(file)?.provider === provider,
      ),
    isProvider: (provider) => split.some(([kind, each]) => kind === 'providers' && each === provider),
    deployed: async (environment) => {
      const found = new Map<string, string>();
      for (const [kind, where, file = '', ...more] of split) {
        if (kind !== 'environments' || where !== environment || more.length > 0 || !file.endsWith('.json')) continue;
        if (file === ENVIRONMENT_FILE) continue;
        const name = file.slice(0, -'.json'.length);
        const path = FACT_PATHS.deployed(environment, name);
        found.set(name, field(await json(path), 'version', 'string', path));
      }
      return found;
    },
    document: async (application) => {
      const folder = `providers/${application.name}/${application.version}`;
      const path = DOCUMENT_NAMES.map((each) => `${folder}/${each}`).find((each) => paths.includes(each));
      if (path === undefined) return undefined;
      const api = documents.get(path) ?? (await documentAt({ name, paths, read }, path));
      documents.set(path, api);
      return api;
    },
    check: async (application) => {
      const path = FACT_PATHS.check(application);
      if (!paths.includes(path)) return undefined;
      const fact = await json(path);
      const at = Date.parse(field(fact, 'at', 'string', path));
      if (Number.isNaN(at)) throw new StandinError('data.invalid', `${name}/${path}: \`at\` is not an instant.`);
      return {
        digest: field(fact, 'digest', 'string', path),
        findings: field(fact, 'findings', 'number', path),
        coverage: field(fact, 'coverage', 'number', path),
        at,
      };
    },
    uses: async (consumer) => {
      const found = new Map<string, readonly UsesFact[]>();
      for (const [kind, client, version, file = '', ...more] of split) {
        const read1 = usesFile(file);
        if (kind !== 'consumers' || client !== consumer.name || version !== consumer.version) continue;
        if (read1 === undefined || more.length > 0) continue;
        const path = FACT_PATHS.uses(consumer, read1.provider, read1.kind);
        const fact: UsesFact = { kind: read1.kind, path: `${name}/${path}`, text: await read(path) };
        found.set(read1.provider, [...(found.get(read1.provider) ?? []), fact]);
      }
      return found;
    },
  };
}

/** Reads a document with the files below its folder that it refers to. */
async function documentAt({ name, paths, read }: RegistryFiles, document: string): Promise<Api> {
  // An absolute folder that stands for the current one: files of a tree of git are on no disk.
  const cwd = resolve('/registry/of/facts');
  const place = (file: string): string => resolve(cwd, name, file);
  const names = new Map(paths.map((file) => [place(file), file]));
  const readFile = async (file: string): Promise<Uint8Array> => {
    const known = names.get(file);
    if (known === undefined) throw new StandinError('document.unreadable', `${file} is not a file of the registry.`);
    return Buffer.from(await read(known));
  };
  return loadApi(`${name}/${document}`, { cwd, readFile });
}

function usesFile(file: string): { readonly provider: string; readonly kind: 'uses' | 'pact' } | undefined {
  const [, provider, kind] = /^(.+)\.(uses|pact)\.json$/.exec(file) ?? [];
  if (provider === undefined) return undefined;
  return { provider, kind: kind === 'pact' ? 'pact' : 'uses' };
}
