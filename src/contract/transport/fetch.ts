import type { HeaderFields, HttpRequest } from '../../core/index.ts';
import { fieldValue, isSequential } from '../../wire/index.ts';
import { contentLengthNote, finishAnswer } from './answer.ts';
import { bodyBytes, urlOf } from './body-bytes.ts';
import { createStops } from './stops.ts';
import { STREAM_BYTES, STREAM_TIME } from './streams.ts';
import type { Outcome, SendOptions, Target } from './target.ts';

export type FetchFunction = (request: Request) => Response | Promise<Response>;

export interface FetchTargetOptions {
  readonly now: () => number;
  /** Base URL in the requests that the function receives. Default `http://target.local`. */
  readonly base?: string;
}

/** A target in this process. No network is used, so faults of a network are not seen. */
export function createFetchTarget(handle: FetchFunction, options: FetchTargetOptions): Target {
  const base = options.base ?? 'http://target.local';
  const stops = createStops();
  return {
    base,
    loopback: true,
    async send(request, send) {
      const stop = new AbortController();
      const abort = (): void => stop.abort();
      const timer = setTimeout(abort, send.timeout);
      const aborts = send.signal === undefined ? undefined : stops.of(send.signal);
      aborts?.add(abort);
      if (send.signal?.aborted) abort();
      try {
        return await exchange({ handle, base, now: options.now }, request, { ...send, stop: stop.signal });
      } finally {
        clearTimeout(timer);
        aborts?.delete(abort);
      }
    },
    close: async () => stops.close(),
  };
}

/** A function that answers requests, the address that it has, and its clock. */
interface Handler {
  readonly handle: FetchFunction;
  readonly base: string;
  readonly now: () => number;
}

async function exchange(
  { handle, base, now }: Handler,
  request: HttpRequest,
  options: SendOptions & { readonly stop: AbortSignal },
): Promise<Outcome> {
  const startedAt = now();
  const begun = performance.now();
  const timing = () => ({ startedAt, duration: performance.now() - begun });
  const { stop } = options;
  const stopped = new Promise<never>((_, reject) => {
    if (stop.aborted) reject(stop.reason);
    else stop.addEventListener('abort', () => reject(stop.reason), { once: true });
  });
  stopped.catch(() => {});
  let built: Request;
  try {
    built = buildRequest(base, request, stop);
  } catch (cause) {
    return { kind: 'failed', code: 'cannot-send', message: text(cause), timing: timing() };
  }
  try {
    const response = await Promise.race([handle(built), stopped]);
    const headers = headersOf(response);
    const stream = isSequential(fieldValue(headers, 'content-type') ?? '');
    const read = await readBody(response, options.maxBytes, stopped, stream);
    if (read.kind === 'too-large') {
      const message = `the body is larger than ${options.maxBytes} bytes`;
      const partial = { status: response.status, headers, bytes: read.bytes };
      return { kind: 'failed', code: 'body-too-large', message, partial, timing: timing() };
    }
    const bodiless = request.method === 'HEAD' || response.status === 204 || response.status === 304;
    const note = read.kind === 'cut' ? undefined : contentLengthNote(headers, read.bytes.length, bodiless);
    // An HTTP server drops the content if a function answers HEAD like GET (RFC 9110 §9.3.2).
    const bytes = request.method === 'HEAD' ? new Uint8Array() : read.bytes;
    const raw = { status: response.status, reason: response.statusText, headers, bytes };
    const whole = { ...raw, cut: read.kind === 'cut', notes: note === undefined ? [] : [note] };
    return await finishAnswer(whole, options.maxBytes, timing());
  } catch (cause) {
    if (options.signal?.aborted)
      return { kind: 'failed', code: 'aborted', message: 'the run was stopped', timing: timing() };
    if (stop.aborted) {
      return {
        kind: 'failed',
        code: 'timeout',
        message: `no whole answer within ${options.timeout} ms`,
        timing: timing(),
      };
    }
    return { kind: 'failed', code: 'connection-reset', message: text(cause), timing: timing() };
  }
}

/** `Request` refuses a body on GET and HEAD, and the methods TRACE and CONNECT. */
function buildRequest(base: string, request: HttpRequest, signal: AbortSignal): Request {
  const bytes = bodyBytes(request.body);
  const headers = new Headers();
  for (const [name, value] of request.headers) headers.append(name, value);
  // Sets Host as an HTTP client does: servers use it for links to themselves (RFC 9110 §7.2).
  if (!headers.has('host')) headers.set('host', new URL(base).host);
  if (bytes !== undefined && !headers.has('content-length')) headers.set('content-length', String(bytes.length));
  // The DOM types do not accept a Uint8Array over a shared buffer as a body.
  const body = bytes === undefined ? {} : { body: bytes as Uint8Array<ArrayBuffer> };
  return new Request(urlOf(base, request), { method: request.method, headers, signal, redirect: 'manual', ...body });
}

function headersOf(response: Response): HeaderFields {
  return [...response.headers].map(([name, value]) => [name, value] as const);
}

type Read = { readonly kind: 'whole' | 'cut' | 'too-large'; readonly bytes: Uint8Array };

async function readBody(response: Response, maxBytes: number, stopped: Promise<never>, stream: boolean): Promise<Read> {
  if (response.body === null) return { kind: 'whole', bytes: new Uint8Array() };
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  const limit = stream ? Math.min(maxBytes, STREAM_BYTES) : maxBytes;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enough = new Promise<{ done: true; value: undefined; cut: true }>((resolve) => {
    if (stream) timer = setTimeout(() => resolve({ done: true, value: undefined, cut: true }), STREAM_TIME);
  });
  let size = 0;
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), stopped, enough]);
      if (next.done) return { kind: 'cut' in next ? 'cut' : 'whole', bytes: Buffer.concat(chunks) };
      chunks.push(next.value);
      size += next.value.length;
      if (size > limit) return { kind: stream ? 'cut' : 'too-large', bytes: Buffer.concat(chunks).subarray(0, limit) };
    }
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {});
  }
}

function text(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
