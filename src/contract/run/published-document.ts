import type { HttpRequest } from '../../core/index.ts';
import { fieldValue } from '../../wire/index.ts';
import { sleep } from '../concurrency/sleep.ts';
import { addCredential, authorise } from '../credentials/credentials.ts';
import type { Credentials } from '../model/options.ts';
import { requestAt } from '../requests/locations.ts';
import type { Answered, Target } from '../transport/target.ts';
import { createUrlTarget } from '../transport/undici.ts';
import { type Reasons, unansweredReasons } from './unreachable.ts';

/** Where services and their frameworks publish their document, and where our own mock does. */
const ADDRESSES = [
  'openapi.json',
  'openapi.yaml',
  'openapi.yml',
  'swagger.json',
  'swagger.yaml',
  'v3/api-docs',
  'v2/api-docs',
  'api-docs',
  'swagger/v1/swagger.json',
  'docs/openapi.json',
  'api/openapi.json',
  'api-json',
  '_standin/document',
];

/** Bounds of the search: for one address, for all of them, and of one document. */
const ONE = 3_000;
const ALL = 15_000;
const MOST_BYTES = 16 * 1024 * 1024;

export interface PublishedDocument {
  readonly url: string;
  readonly text: string;
}

export interface DocumentSearch {
  readonly found?: PublishedDocument;
  /** Where it was looked for: each of these addresses below each of these URLs. */
  readonly bases: readonly string[];
  readonly addresses: readonly string[];
  /** Paths that wanted another credential (401, 403). */
  readonly refused: readonly string[];
  /** Why the target gave no answer at all. */
  readonly unreachable?: Reasons;
}

export interface SearchOptions {
  readonly now: () => number;
  /** Sent only to an address that asks for it (401, 403). */
  readonly credentials?: Credentials;
  readonly insecure?: boolean;
  /** Milliseconds to wait for the target to answer at all. Default 0. */
  readonly wait?: number;
}

/** Asks a target for its own OpenAPI document at the usual addresses, below its base first, then at its origin. Sends GET requests only. */
export async function findPublishedDocument(url: URL, options: SearchOptions): Promise<DocumentSearch> {
  const { now, insecure = false, credentials = {}, wait = 0 } = options;
  const target = createUrlTarget(new URL(url.origin), { now, insecure });
  const prefix = url.pathname.replace(/\/+$/, '');
  const prefixes = [...new Set([prefix, ''])];
  const refused: string[] = [];
  const search = { bases: prefixes.map((each) => target.base + each), addresses: ADDRESSES, refused };
  try {
    const unreachable = await awaitAnswer(target, `${prefix}/`, wait);
    if (unreachable !== undefined) return { ...search, unreachable };
    const signal = AbortSignal.timeout(ALL);
    for (const path of prefixes.flatMap((each) => ADDRESSES.map((address) => `${each}/${address}`))) {
      if (signal.aborted) break;
      const { status, text, at = path } = await documentAt(target, path, credentials, signal);
      if (status === 401 || status === 403) refused.push(path);
      if (text !== undefined) return { ...search, found: { url: `${target.base}${at}`, text } };
    }
    return search;
  } finally {
    await target.close();
  }
}

/** Waits until the target answers anything; says why it does not. */
async function awaitAnswer(target: Target, path: string, wait: number): Promise<Reasons | undefined> {
  const signal = AbortSignal.timeout(wait);
  for (;;) {
    const outcome = await target.send(requestAt({ path }), { timeout: ONE, maxBytes: MOST_BYTES, fresh: true });
    if (outcome.kind !== 'failed' || (outcome.code !== 'unreachable' && outcome.code !== 'tls')) return undefined;
    if (signal.aborted || wait === 0) return unansweredReasons(target.base, outcome);
    await sleep(250, signal);
  }
}

async function documentAt(
  target: Target,
  path: string,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<{ readonly status?: number; readonly text?: string; readonly at?: string }> {
  const ask = async (request: HttpRequest): Promise<Answered | undefined> => {
    const outcome = await target.send(request, { timeout: ONE, maxBytes: MOST_BYTES, signal });
    return outcome.kind === 'answered' ? outcome : undefined;
  };
  const plain = requestAt({ path });
  let answer = await ask(plain);
  if (answer?.status === 401 || answer?.status === 403) answer = await ask(withCredential(plain, credentials));
  const moved = answer === undefined ? undefined : movedTo(target, path, answer);
  if (moved !== undefined) answer = await ask(requestAt({ path: moved }));
  if (answer === undefined) return {};
  const { status, bytes } = answer;
  const text = status === 200 ? new TextDecoder().decode(bytes) : '';
  return isDocument(text) ? { status, text, at: moved ?? path } : { status };
}

function withCredential(request: HttpRequest, credentials: Credentials): HttpRequest {
  const { basic, bearer } = credentials;
  const sent = authorise(request, undefined, credentials);
  if (basic === undefined || bearer !== undefined) return sent;
  const value = Buffer.from(`${basic.user}:${basic.password}`).toString('base64');
  return addCredential(sent, { kind: 'http', scheme: 'basic' }, value);
}

/** The path of a redirection that stays at the origin. */
function movedTo({ base }: Target, path: string, { status, headers }: Answered): string | undefined {
  const location = fieldValue(headers, 'location');
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, base + path)) return undefined;
  const to = new URL(location, base + path);
  return to.origin === new URL(base).origin ? to.pathname : undefined;
}

/** Whether a text begins as an OpenAPI document does; a page of HTML for every address is none. */
function isDocument(text: string): boolean {
  if (!/^\s*\{/.test(text)) return /^["']?(?:openapi|swagger)["']?\s*:/m.test(text) && !/^\s*</.test(text);
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && ('openapi' in value || 'swagger' in value);
  } catch {
    return false;
  }
}
