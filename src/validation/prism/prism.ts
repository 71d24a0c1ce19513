import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Json } from '../../core/index.ts';
import { escapeToken } from '../../wire/index.ts';
import type { PrismFinding } from '../deviations/prism-finding.ts';
import { METHOD, type PrismDocument } from './prism-document.ts';

/** A message in Prism's form. */
export interface PrismRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
}

export interface PrismResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
}

/**
 * What Prism judges of a body: one documented representation by its index, the media type alone, or
 * nothing.
 */
export type BodyQuestion = number | 'media-type' | 'nothing';

/** Prism's validators, loaded on first use (150–400 ms) or in advance. */
export interface Prism {
  /** Loads Prism now, while no request waits. */
  warm(): void;
  /**
   * Converts an operation to Prism's form. Equal content gives the same object, because Prism's caches
   * never free memory. `undefined` if it would need too much memory.
   */
  operation(document: PrismDocument): PrismOperation | undefined;
  /** The number of different operations so far. */
  readonly size: number;
}

/** Throws what Prism throws. */
export interface PrismOperation {
  request(message: PrismRequest, question: BodyQuestion): readonly PrismFinding[];
  response(message: PrismResponse, question: BodyQuestion): readonly PrismFinding[];
}

/** The used functions of Prism's modules, which are CommonJS and typed with fp-ts. */
interface Vendor {
  validateInput(input: { readonly resource: unknown; readonly element: unknown }): Either;
  validateOutput(input: { readonly resource: unknown; readonly element: unknown }): Either;
  transformOas3Operation(input: {
    readonly document: unknown;
    readonly name: string;
    readonly method: string;
    readonly config: unknown;
  }): HttpOperation;
  readonly OPERATION_CONFIG: unknown;
}

type Either = { readonly _tag: 'Left'; readonly left: readonly Diagnostic[] } | { readonly _tag: 'Right' };

interface Diagnostic {
  readonly message: string;
  readonly code?: string | number;
  readonly path?: readonly string[];
  /** 0 is an error, 1 a warning. */
  readonly severity: number;
}

interface Content {
  readonly mediaType: string;
}

interface HttpOperation {
  readonly request?: {
    readonly body?: { readonly contents?: readonly Content[] };
    readonly query?: readonly { readonly name: string }[];
    readonly path?: readonly { readonly name: string }[];
  };
  readonly responses: readonly { readonly code: string; readonly contents?: readonly Content[] }[];
}

/**
 * Maximum characters of one operation as JSON. Stripe's have 270 000 each, for which Prism takes a second
 * and 60 MB that it never frees.
 */
export const LARGEST = 100_000;
/** Maximum characters of all operations together: about 200 MB in Prism's caches. */
const BUDGET = 1_000_000;

/** Prism with its known operations, to be shared among reloads of a document. */
export function createPrism(): Prism {
  let vendor: Vendor | undefined;
  const load = (): Vendor => {
    vendor ??= loadVendor();
    return vendor;
  };
  const known = new Map<string, PrismOperation>();
  let spent = 0;
  return {
    get size() {
      return known.size;
    },
    warm: () => {
      load();
    },
    operation: (document) => {
      const text = JSON.stringify(document);
      const key = createHash('sha256').update(text).digest('base64');
      const before = known.get(key);
      if (before !== undefined) return before;
      if (text.length > LARGEST || spent + text.length > BUDGET) return undefined;
      spent += text.length;
      const made = createOperation(load(), document);
      known.set(key, made);
      return made;
    },
  };
}

function loadVendor(): Vendor {
  // `require` has no types; these are Prism's public functions.
  return createRequire(import.meta.url)('./prism-vendor.cjs') as Vendor;
}

/** Values are decoded already; this media type makes Prism decode nothing. */
const VALUE = 'application/json';

function createOperation(vendor: Vendor, { document, path, bundled }: PrismDocument): PrismOperation {
  const config = vendor.OPERATION_CONFIG;
  const operation = vendor.transformOas3Operation({ document, name: path, method: METHOD, config });
  const base = { ...operation, path, __bundled__: bundled };
  const names = { query: operation.request?.query ?? [], path: operation.request?.path ?? [] };
  return {
    request: ({ path: at, query, headers, body }, question) => {
      const contents = contentsFor(operation.request?.body?.contents, question);
      const requestBody = question === 'nothing' ? undefined : { ...operation.request?.body, contents };
      const resource = { ...base, request: { ...operation.request, body: requestBody } };
      // Without a length Prism ignores the media type.
      const length = question === 'nothing' || body === undefined ? {} : { 'content-length': '1' };
      const type = typeof question === 'number' ? { 'content-type': VALUE } : {};
      const element = { method: METHOD, url: { path: at, query }, headers: { ...headers, ...length, ...type }, body };
      return errorsOf(vendor.validateInput({ resource, element })).map((error) => toFinding(error, names));
    },
    response: ({ status, headers, body }, question) => {
      const responses = operation.responses.map((each) => ({
        ...each,
        contents: contentsFor(each.contents, question),
      }));
      const type = typeof question === 'number' ? { 'content-type': VALUE } : {};
      const element = { statusCode: status, headers: { ...headers, ...type }, body };
      return errorsOf(vendor.validateOutput({ resource: { ...base, responses }, element })).map((error) =>
        toFinding(error, {}),
      );
    },
  };
}

function contentsFor(contents: readonly Content[] | undefined, question: BodyQuestion): readonly object[] {
  if (question === 'nothing' || contents === undefined) return [];
  if (question === 'media-type') return contents.map(({ mediaType }) => ({ mediaType }));
  const chosen = contents[question];
  return chosen === undefined ? [] : [{ ...chosen, mediaType: VALUE }];
}

function errorsOf(verdict: Either): readonly Diagnostic[] {
  return verdict._tag === 'Left' ? verdict.left.filter(({ severity }) => severity === 0) : [];
}

const REQUIRED_PROPERTY = /must have required property '(.*)'$/s;

type Names = Readonly<Record<string, readonly { readonly name: string }[]>>;

/**
 * Prism's `path` is joined from segments, names the parent of a missing property, and has parameter names
 * in lower case.
 */
function toFinding({ message, code, path }: Diagnostic, names: Names): PrismFinding {
  if (path === undefined) return { ...placeOf(message, code), keyword: undefined, message };
  const [place = '', ...rest] = path;
  const missing = code === 'required' ? REQUIRED_PROPERTY.exec(message)?.[1] : undefined;
  const [first, ...more] = missing === undefined ? rest : [...rest, escapeToken(missing)];
  const known = Object.hasOwn(names, place) ? names[place] : undefined;
  const name =
    known?.map((parameter) => escapeToken(parameter.name)).find((each) => each.toLowerCase() === first) ?? first;
  return {
    pointer: `/${[place, ...(name === undefined ? [] : [name, ...more])].join('/')}`,
    keyword: code === undefined ? undefined : String(code),
    about: place === 'body' ? 'body' : 'parameter',
    message,
  };
}

function placeOf(message: string, code: string | number | undefined): Pick<PrismFinding, 'pointer' | 'about'> {
  if (code === 'required') return { pointer: '/body', about: 'body-required' };
  if (code === 415 || message.startsWith('The received media type'))
    return { pointer: '/header/content-type', about: 'media-type' };
  return message.startsWith('Unable to match')
    ? { pointer: '/status', about: 'status' }
    : { pointer: '/body', about: 'body' };
}
