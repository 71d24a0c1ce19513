import type { HttpRequest, JsonObject } from '../../core/index.ts';
import {
  type Api,
  isReadOnly,
  isSafe,
  jsonBodyOf,
  type Operation,
  propertiesOf,
  responseFor,
  wordsOf,
} from '../../spec/index.ts';
import { isJson, isObject } from '../../wire/index.ts';
import { asBody } from '../requests/build-request.ts';
import { requestAt } from '../requests/locations.ts';
import { isSameValue } from '../responses/comparison.ts';
import type { Disruption } from './disruptive-operations.ts';
import { CLOSING_NOUNS, DISRUPTIVE_VERBS, OPPOSITES } from './disruptive-words.ts';

/** How a disruptive operation can be undone. */
export type PutBack =
  /** The operation restores the usual state, so nothing must be undone. */
  | { readonly kind: 'nothing' }
  /** `write` writes what `read` showed before. */
  | { readonly kind: 'shown'; readonly read: Operation; readonly write: Operation }
  | { readonly kind: 'opposite'; readonly by: Operation };

/** The documented way to undo a disruptive operation; undefined if there is none. */
export function putBackOf(api: Api, operation: Operation, { kind }: Disruption): PutBack | undefined {
  if (kind !== 'switch' || operation.path.includes('{')) return undefined;
  const byReading = shownBy(api, operation);
  if (byReading !== undefined) return byReading;
  if (isOpening(api, operation)) return { kind: 'nothing' };
  const by = oppositeOf(api, operation);
  return by === undefined ? undefined : { kind: 'opposite', by };
}

/** A GET whose answer has properties that a write accepts. */
function shownBy(api: Api, operation: Operation): PutBack | undefined {
  for (const path of statePaths(operation.path)) {
    const read = api.operations.find((each) => each.method === 'GET' && each.path === path && isPlain(each));
    if (read === undefined) continue;
    const there = api.operations.filter((each) => each.path === path && ['PUT', 'PATCH', 'POST'].includes(each.method));
    const write = [operation, ...there].find((each) => sharedNames(api, read, each).length > 0);
    if (write !== undefined) return { kind: 'shown', read, write };
  }
  return undefined;
}

function isPlain({ parameters }: Operation): boolean {
  return parameters.every(({ required, in: place }) => !required || place === 'path');
}

/**
 * Paths that may show the state of a switch: its own path, and for `/lock/enable` also `/lock`,
 * `/lock/status` and `/lock/state`.
 */
function statePaths(path: string): readonly string[] {
  const cut = path.lastIndexOf('/');
  const above = path.slice(0, cut);
  const isVerb = wordsOf(path.slice(cut + 1)).some((word) => DISRUPTIVE_VERBS.has(word));
  const around = isVerb && above !== '' ? [path, above] : [path];
  return around.flatMap((each) => [each, `${each}/status`, `${each}/state`]);
}

function sharedNames(api: Api, read: Operation, write: Operation): readonly string[] {
  const answer = responseFor(read, 200)?.content.find(({ mediaType }) => isJson(mediaType))?.schema;
  const sent = jsonBodyOf(write)?.schema;
  if (answer === undefined || sent === undefined) return [];
  const answered = propertiesOf(api, answer);
  return Object.entries(propertiesOf(api, sent))
    .filter(([name, { schema }]) => Object.hasOwn(answered, name) && !isReadOnly(api, schema))
    .map(([name]) => name);
}

/**
 * Whether an operation undoes another one of the document: `unlock` beside `lock`, DELETE beside POST of
 * `/maintenance`.
 */
function isOpening(api: Api, operation: Operation): boolean {
  return api.operations.some(
    (other) => other !== operation && !isSafe(other.method) && isClosing(other) && isOpposite(other, operation),
  );
}

function oppositeOf(api: Api, operation: Operation): Operation | undefined {
  if (!isClosing(operation)) return undefined;
  return api.operations.find(
    (other) => other !== operation && !isSafe(other.method) && isPlain(other) && isOpposite(operation, other),
  );
}

/** Whether an operation restricts the users of the service. */
function isClosing({ id, path, method }: Operation): boolean {
  if (method === 'DELETE') return false;
  const words = [...wordsOf(path), ...(id.includes(' ') ? [] : wordsOf(id))];
  const isOfMode = words.some((word, at) => CLOSING_NOUNS.has(word) || CLOSING_NOUNS.has(word + words[at + 1]));
  const takes = words.some((word) => OPPOSITES.has(word));
  // `disable maintenance` restores the service; `disable` alone switches it off.
  return isOfMode ? !takes || words.includes('lock') : takes;
}

/** Whether `opening` undoes `closing`: DELETE of the same path, or the same path or name with the opposite word. */
function isOpposite(closing: Operation, opening: Operation): boolean {
  if (closing.path === opening.path) return opening.method === 'DELETE' || hasOpposite(closing.id, opening.id);
  return hasOpposite(closing.path, opening.path) || hasOpposite(closing.id, opening.id);
}

function hasOpposite(closing: string, opening: string): boolean {
  const [one, other] = [wordsOf(closing), wordsOf(opening)];
  const differing = one.flatMap((word, at) => (word === other[at] ? [] : [[word, other[at] ?? '']]));
  const [pair] = differing;
  if (one.length !== other.length || differing.length !== 1 || pair === undefined) return false;
  const [from = '', to = ''] = pair;
  return OPPOSITES.get(from)?.includes(to) === true || (from === 'enable' && to === 'disable');
}

/** What undoing needs of a run. */
export interface PutBackTools {
  readonly api: Api;
  /**
   * Sends with the run's credential. Returns the JSON object of a 2xx (empty if it has none), or why there
   * is none.
   */
  readonly ask: (operation: Operation, request: HttpRequest) => Promise<JsonObject | string>;
  /** A valid request of an operation, or why there is none. */
  readonly draw: (operation: Operation) => HttpRequest | string;
}

/** Puts the state back. Returns why that failed. */
export type Restore = () => Promise<string | undefined>;

/**
 * Reads the state before a disruptive operation. Returns a string if the state could not be put back
 * afterwards.
 */
export async function readyToRestore(tools: PutBackTools, putBack: PutBack): Promise<Restore | string> {
  if (putBack.kind === 'nothing') return () => Promise.resolve(undefined);
  if (putBack.kind === 'opposite') return () => oppose(tools, putBack.by);
  const { read, write } = putBack;
  const before = await tools.ask(read, requestAt({ path: read.path }));
  if (typeof before === 'string') return `${read.method} ${read.path} does not show what it was: ${before}`;
  const request = restoringRequest(tools.api, write, before);
  return request === undefined
    ? `${read.method} ${read.path} shows nothing that ${write.method} ${write.path} takes`
    : () => writeBack(tools, putBack, request);
}

async function oppose({ ask, draw }: PutBackTools, by: Operation): Promise<string | undefined> {
  const request = draw(by);
  const answer = typeof request === 'string' ? request : await ask(by, request);
  return typeof answer === 'string' ? `${by.method} ${by.path}: ${answer}` : undefined;
}

async function writeBack(
  tools: PutBackTools,
  { read, write }: Extract<PutBack, { kind: 'shown' }>,
  request: HttpRequest,
): Promise<string | undefined> {
  const answer = await tools.ask(write, request);
  if (typeof answer === 'string') return `${write.method} ${write.path}: ${answer}`;
  const after = await tools.ask(read, requestAt({ path: read.path }));
  if (typeof after === 'string') return `${read.method} ${read.path}: ${after}`;
  const names = differingNames(request, after);
  return names.length === 0
    ? undefined
    : `${read.method} ${read.path} still shows another value of ${names.join(', ')}`;
}

/**
 * Writes back properties that a read shows changed. Returns what it did or why that failed; undefined if
 * nothing changed.
 */
export async function restoreIfChanged(
  tools: PutBackTools,
  read: Operation,
  { operation: write, request }: { readonly operation: Operation; readonly request: HttpRequest },
): Promise<string | undefined> {
  const place = `${read.method} ${read.path}`;
  const now = await tools.ask(read, requestAt({ path: read.path }));
  if (typeof now === 'string')
    return `${place} was written to, and does not show any more whether it is as before: ${now}`;
  if (differingNames(request, now).length === 0) return undefined;
  const why = await writeBack(tools, { kind: 'shown', read, write }, request);
  return why === undefined
    ? `${place} showed something else after the run than before: ${write.method} ${write.path} put it back`
    : `${place} shows something else than before the run, and could not be put back: ${why}`;
}

/** Names of the properties whose shown values differ from those of a write. */
function differingNames({ body }: HttpRequest, read: JsonObject): readonly string[] {
  const wanted = body.kind === 'parsed' && isObject(body.value) ? body.value : {};
  return Object.keys(wanted).filter((name) => !isSameValue(wanted[name] ?? null, read[name] ?? null));
}

/** A write of the properties that a read has shown and the write accepts. */
export function restoringRequest(api: Api, write: Operation, read: JsonObject): HttpRequest | undefined {
  const media = jsonBodyOf(write);
  if (media?.schema === undefined) return undefined;
  const names = Object.entries(propertiesOf(api, media.schema))
    .filter(([name, { schema }]) => Object.hasOwn(read, name) && !isReadOnly(api, schema))
    .map(([name]) => name);
  if (names.length === 0) return undefined;
  const value = Object.fromEntries(names.map((name) => [name, read[name] ?? null]));
  return {
    method: write.method,
    path: write.path,
    query: '',
    headers: [['Content-Type', media.mediaType]],
    body: asBody(value, media.mediaType),
  };
}
