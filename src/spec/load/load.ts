import { readFile as readFromDisk, realpath as realpathOnDisk } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ErrorCode, StandinError } from '../../core/index.ts';
import { isUntrusted } from '../../wire/index.ts';
import type { Api } from '../model/api.ts';
import { createFileSet } from '../model/file-set.ts';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.ts';
import { decodeFile } from '../source/decode-text.ts';
import { createRemoteReach, isForNow, type Remote, readBounded } from '../source/fetch-remote.ts';
import { checkSizes, gatherFiles, type ReferenceLoader, type ReferenceReader } from '../source/load-references.ts';
import { nearFile } from '../source/near-file.ts';
import { parseFile } from '../source/parse-file.ts';
import { createLocalReach, projectRootOf } from '../source/read-local.ts';
import { refuseReference, withoutSecrets } from '../source/refused-reference.ts';
import { isUnusedComponent } from '../source/unused-component.ts';
import { type ApiOptions, createApi } from './create-api.ts';
import { wrapApi } from './parse.ts';
import { refuseErrors } from './strict.ts';

export interface LoadOptions extends ApiOptions {
  /** Folder that a relative path starts from; the default is the working directory. */
  readonly cwd?: string;
  readonly limits?: Partial<Limits>;
  /** Refuse the document for any error in it, instead of serving the rest. Builds every operation. */
  readonly strict?: boolean;
  /**
   * Allows references to other public hosts. Without it they are refused; the document itself may still be
   * a URL.
   */
  readonly fetch?: typeof globalThis.fetch;
  readonly addressesOf?: Remote['addressesOf'];
  /** Published meta-schemas by URI; `undefined` for an unknown one. */
  readonly metaSchema?: (uri: string) => Promise<unknown>;
  /** The value of text that the same reader has parsed before; `undefined` for other text. */
  readonly parsed?: (text: string) => unknown;
  /** The text of a document with a URL, if it was fetched already. */
  readonly text?: string;
  /**
   * Folder whose JSON and YAML files references may read. Default: that of the project (`.git`,
   * `package.json`), else that of the document.
   */
  readonly root?: string;
  /** Reads files instead of the disk. */
  readonly readFile?: (file: string) => Promise<Uint8Array>;
  /** Replaces the disk. With a custom `readFile`, paths are used as they are by default. */
  readonly realpath?: (file: string) => Promise<string>;
}

/**
 * Reads a document from a path or URL, or takes an object, with every referenced file inside its project.
 * Throws `document.unreadable` if it does not exist, `document.unreachable` if a host does not answer, and
 * `document.refused` (with file, line and column if known) for what cannot be served or must not be read.
 * All other faults are in `Api.diagnostics`.
 */
export async function loadApi(source: string | URL | object, options: LoadOptions = {}): Promise<Api> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const api = isPlace(source)
    ? await readApi(String(source), options, limits)
    : wrapApi(source, { ...apiOptionsOf(options), limits });
  if (options.strict === true) refuseErrors(api);
  return api;
}

function apiOptionsOf({ base, exact, shown }: ApiOptions): ApiOptions {
  return {
    ...(base === undefined ? {} : { base }),
    ...(exact === undefined ? {} : { exact }),
    ...(shown === undefined ? {} : { shown }),
  };
}

const isPlace = (source: string | URL | object): source is string | URL =>
  typeof source === 'string' || source instanceof URL;

async function readApi(address: string, options: LoadOptions, limits: Limits): Promise<Api> {
  const start = await startOf(address, options, limits);
  const { name, location, bytes } = start;
  const shown = start.folder + name;
  checkSizes(shown, { size: bytes.byteLength, total: bytes.byteLength, count: 1 }, limits);
  const entry = parseFile({ name, location, text: decodeFile(shown, bytes) }, limits, options.parsed, shown);
  const files = await gatherFiles(entry, bytes.byteLength, reachOf(start, options, limits), limits);
  return createApi(createFileSet(files), withoutSecrets(address), options);
}

async function startOf(address: string, options: LoadOptions, limits: Limits): Promise<Start> {
  if (!/^https?:\/\//i.test(address)) return fromDisk(address, options);
  if (options.text === undefined) return fromUrl(address, options, limits);
  return { name: withoutSecrets(address), folder: '', location: address, bytes: Buffer.from(options.text) };
}

interface Start {
  readonly name: string;
  /** Prefix of file names in messages. */
  readonly folder: string;
  readonly location: string;
  readonly bytes: Uint8Array;
  /** Absent if the document came over the network. */
  readonly local?: ReferenceLoader;
}

async function fromDisk(address: string, options: LoadOptions): Promise<Start> {
  if (address.trim() === '')
    throw new StandinError('document.unreadable', 'The path of the document is empty.', {
      hint: 'Give the path or URL of an OpenAPI document. A shell variable in the command may be empty.',
    });
  if (/^\s*\{|\n/.test(address))
    throw new StandinError('document.unreadable', 'This is the content of a document, not its path.', {
      hint: 'Give the path or URL of an OpenAPI document, or the document itself as an object.',
    });
  const [, scheme = 'file'] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address) ?? [];
  if (scheme.toLowerCase() !== 'file')
    throw new StandinError(
      'document.unreadable',
      `${withoutSecrets(address)} cannot be fetched: the scheme ${scheme} is not supported.`,
      {
        hint: 'Give a path, or a URL that starts with http: or https:.',
      },
    );
  const readFile = options.readFile ?? readFromDisk;
  const realpath = options.realpath ?? (options.readFile === undefined ? realpathOnDisk : async (file: string) => file);
  try {
    const file = path.resolve(options.cwd ?? '.', /^file:/i.test(address) ? fileURLToPath(address) : address);
    const real = await realpath(file);
    const bytes = await readFile(real);
    const document = path.dirname(real);
    const root = await rootOf(document, options, realpath);
    const local = createLocalReach({ document, root }, { readFile, realpath });
    const name = path.basename(file);
    return { name, folder: folderOf(address, file, options), location: pathToFileURL(real).href, bytes, local };
  } catch (cause) {
    throw new StandinError('document.unreadable', `${address} cannot be read: ${reasonOf(cause)}`, {
      hint: 'Give the path or URL of an OpenAPI document.',
      cause,
    });
  }
}

/** The folder that references may read: the given one, else the project's. */
async function rootOf(
  document: string,
  options: LoadOptions,
  realpath: (file: string) => Promise<string>,
): Promise<string> {
  if (options.root === undefined) return options.readFile === undefined ? projectRootOf(document, realpath) : document;
  const root = await realpath(path.resolve(options.cwd ?? '.', options.root));
  const relative = path.relative(root, document);
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative) ? document : root;
}

/**
 * The folder as written, relative to the working directory if it is below that. Embedded documents have
 * their name only.
 */
function folderOf(address: string, file: string, { cwd = '.', parsed }: LoadOptions): string {
  if (parsed !== undefined) return '';
  const relative = path.relative(path.resolve(cwd), file);
  const isOutside = relative.startsWith('..') || path.isAbsolute(relative);
  const isWhole = path.isAbsolute(address) || /^file:/i.test(address);
  return (isOutside && isWhole ? file : relative).slice(0, -path.basename(file).length);
}

async function fromUrl(address: string, options: LoadOptions, limits: Limits): Promise<Start> {
  const name = withoutSecrets(address);
  if (!URL.canParse(address)) throw fetchError('document.unreadable', name, 'it is not a URL');
  const failed = (cause: unknown): never => {
    if (cause instanceof StandinError) throw cause;
    // Ports of other protocols are blocked (WHATWG Fetch §2.9).
    const isBarred = behind(cause)?.message === 'bad port';
    throw isBarred
      ? fetchError(
          'document.unreadable',
          name,
          'its port is blocked by fetch, because it belongs to another protocol',
          cause,
        )
      : fetchError('document.unreachable', name, reasonOf(cause).replaceAll(address, name), cause);
  };
  const response = await (options.fetch ?? globalThis.fetch)(address, { signal: AbortSignal.timeout(10_000) }).catch(
    failed,
  );
  if (!response.ok)
    throw fetchError(
      isForNow(response) ? 'document.unreachable' : 'document.unreadable',
      name,
      `status ${response.status}`,
    );
  const bytes = await readBounded(response, limits).catch(failed);
  return { name, folder: '', location: address.replace(/#.*$/s, ''), bytes };
}

function fetchError(code: ErrorCode, name: string, reason: string, cause?: unknown): StandinError {
  return new StandinError(code, `${name} cannot be fetched: ${reason}`, { cause });
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EISDIR', 'it is a folder'],
  ['ECONNREFUSED', 'nothing is listening there'],
  ['ENOTFOUND', 'the host name is not known'],
  ['UND_ERR_SOCKET', 'the connection ended before an answer'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the server does not use TLS'],
]);

function reasonOf(cause: unknown): string {
  const error = behind(cause);
  const code = error !== undefined && 'code' in error ? String(error.code) : undefined;
  if (isUntrusted(code ?? '')) return `its certificate is not trusted (${code})`;
  if (code === 'ENOENT') return `there is no such file${nearFile(error)}`;
  return REASONS.get(code ?? '') ?? code ?? error?.message ?? 'unknown reason';
}

/** The cause of a failed fetch. */
function behind(cause: unknown): Error | undefined {
  const error = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return error instanceof Error ? error : undefined;
}

/** Reads files locally, and other hosts by the remote reader if that is allowed. */
function reachOf({ local, folder }: Start, options: LoadOptions, limits: Limits): ReferenceReader {
  const remote =
    options.fetch === undefined ? undefined : createRemoteReach({ fetch: options.fetch, ...pick(options) }, limits);
  const choose = (target: string): ReferenceLoader | undefined => (/^https?:/i.test(target) ? remote : local);
  return {
    nameOf: (target) => choose(target)?.nameOf(target) ?? withoutSecrets(target),
    shown: (name) => (/^https?:/i.test(name) ? name : folder + name),
    metaSchema: async (uri) => options.metaSchema?.(uri),
    read: async (target, from) =>
      choose(target)?.read(target, from) ??
      (isUnusedComponent(from) ? undefined : refuseReference(from, 'references to other hosts are switched off')),
  };
}

function pick({ addressesOf }: LoadOptions): Pick<Remote, 'addressesOf'> {
  return addressesOf === undefined ? {} : { addressesOf };
}
