import type { HttpRequest } from '../../core/index.ts';
import { fieldValue } from '../../wire/index.ts';
import { sleep } from '../concurrency/sleep.ts';
import { addCredential, authorise } from '../credentials/credentials.ts';
import type { Credentials } from '../model/options.ts';
import { requestAt } from '../requests/locations.ts';
import type { AnsweredOutcome, Target } from '../transport/target.ts';
import { createUrlTarget } from '../transport/undici.ts';
import { type Reasons, unansweredReasons } from './unreachable.ts';

/** Usual addresses of published documents, of services, their frameworks, and standin. */
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

/** Limits of the search: milliseconds for one address and for all, and bytes of a document. */
const ONE = 3_000;
const ALL = 15_000;
const MOST_BYTES = 16 * 1024 * 1024;

export interface PublishedDocument {
  readonly url: string;
  readonly text: string;
}

export interface DocumentSearch {
  readonly found?: PublishedDocument;
  /** The URLs and the addresses below each of them that were tried. */
  readonly bases: readonly string[];
  readonly addresses: readonly string[];
  /** Paths that need another credential (401, 403). */
  readonly refused: readonly string[];
  /** Why the target gave no answer. */
  readonly unreachable?: Reasons;
}

export interface SearchOptions {
  readonly now: () => number;
  /** Sent only to an address that asks for a credential (401, 403). */
  readonly credentials?: Credentials;
  readonly insecure?: boolean;
  /** Milliseconds to wait for the first answer of the target. Default 0. */
  readonly wait?: number;
}

/**
 * Looks for the target's OpenAPI document at the usual addresses, first below its base URL, then at its
 * origin. Sends GET requests only.
 */
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

/** Waits until the target answers. Returns why it does not. */
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
  const ask = async (request: HttpRequest): Promise<AnsweredOutcome | undefined> => {
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

/** The path of a redirect that stays at the origin. */
function movedTo({ base }: Target, path: string, { status, headers }: AnsweredOutcome): string | undefined {
  const location = fieldValue(headers, 'location');
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, base + path)) return undefined;
  const to = new URL(location, base + path);
  return to.origin === new URL(base).origin ? to.pathname : undefined;
}

/** Whether a string begins like an OpenAPI document. An HTML page does not. */
function isDocument(text: string): boolean {
  if (!/^\s*\{/.test(text)) return /^["']?(?:openapi|swagger)["']?\s*:/m.test(text) && !/^\s*</.test(text);
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && ('openapi' in value || 'swagger' in value);
  } catch {
    return false;
  }
}
