import { Hono } from 'hono';
import type { HeaderFields, HttpRequest, HttpResponse } from '../core/index.ts';
import type { Journal } from '../journal/index.ts';
import type { Mock, Reply } from '../mock/index.ts';
import { fieldValue, fieldValues } from '../wire/index.ts';
import { carryIn, carryOut } from './carry.ts';
import { type ControlParts, controlRoutes } from './control/routes.ts';
import { corsFields, preflightFields } from './cors.ts';
import { type ControlAccess, controlRefusal } from './guard.ts';
import { operationsPage } from './page.ts';

export interface ServerOptions {
  /** Path before every control route. */
  readonly controlPrefix: string;
  readonly control: ControlAccess;
  readonly cors: boolean;
  /** Leaves `Standin-Origin` and `Standin-Violations` out. */
  readonly quietHeaders: boolean;
  /** Bytes. */
  readonly bodyLimit: number;
  /** Milliseconds since the Unix epoch, for the journal. */
  readonly now: () => number;
  readonly onDefect: (error: unknown) => void;
}

export interface ServerEnv {
  Bindings: SocketBindings;
  Variables: { deliberate?: boolean };
}

/** What the socket adds to a platform request. Absent for calls within the process. */
export interface SocketBindings {
  readonly incoming?: {
    readonly rawHeaders: readonly string[];
    readonly socket: { readonly remoteAddress?: string | undefined };
  } & AsyncIterable<Uint8Array>;
  readonly fault?: (fault: 'reset' | 'empty' | 'garbage' | 'hang') => Response;
}

/** The Hono app that carries a mock's answers over HTTP, with the control routes beside them. */
export function createApp(
  mock: () => Mock,
  journal: Journal,
  control: Omit<ControlParts, 'prefix' | 'mock' | 'journal' | 'now'>,
  options: ServerOptions,
): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  const routes = controlRoutes({ ...control, mock, journal, prefix: options.controlPrefix, now: options.now });

  app.all(`${options.controlPrefix}/*`, async (c) => {
    const refused = controlRefusal(options.control, {
      address: c.env?.incoming?.socket.remoteAddress,
      host: c.req.header('host') ?? null,
      origin: c.req.header('origin') ?? null,
      authorization: c.req.header('authorization') ?? null,
    });
    if (refused !== undefined) return refusedControl(refused);
    const url = new URL(c.req.url);
    url.pathname = url.pathname.slice(options.controlPrefix.length) || '/';
    return routes.fetch(new Request(url, c.req.raw));
  });

  app.all('*', async (c) => {
    const started = options.now();
    const incoming = c.env?.incoming;
    const socket =
      incoming === undefined
        ? undefined
        : { rawHeaders: incoming.rawHeaders, content: hasContent(c.req.raw) ? incoming : undefined };
    let request: HttpRequest;
    try {
      request = await carryIn(c.req.raw, options.bodyLimit, socket);
    } catch {
      // The client went away or broke its framing while sending: its trouble, and nobody is left to be told.
      return problem(400, 'Bad Request', 'The body ended before it was complete.');
    }
    const early = refusedEarly(request) ?? shownPage(mock(), request, options) ?? preflight(mock(), request, options);
    if (early !== undefined) return early;
    const reply = await mock().respond(request);
    if (reply.delay > 0) await pause(reply.delay, c.req.raw.signal);
    if (reply.kind === 'fault') {
      c.set('deliberate', true);
      return suffer(reply, c.env?.fault, c.req.raw.signal);
    }
    record(journal, reply, request, started, options.now());
    return carryOut(reply.response, request.method, ownFields(reply, request, options));
  });

  app.onError((error, c) => {
    // A fault that was asked for reaches whoever called us in process.
    if (c.get('deliberate') === true) throw error;
    options.onDefect(error);
    return problem(500, 'Internal Server Error', 'Something went wrong inside the mock; its log says what.');
  });
  return app;
}

/** GET and HEAD may carry content too, which a platform `Request` does not show (RFC 9110 §9.3.1). */
function hasContent(request: Request): boolean {
  return (
    request.body === null &&
    (request.headers.has('transfer-encoding') || Number(request.headers.get('content-length') ?? 0) > 0)
  );
}

function record(
  journal: Journal,
  reply: Extract<Reply, { kind: 'answer' }>,
  request: HttpRequest,
  started: number,
  ended: number,
): void {
  const { context, response, origin, violations } = reply;
  journal.record({
    at: started,
    duration: ended - started,
    world: context.world,
    ...(context.operation === undefined ? {} : { operation: context.operation }),
    request: context.request,
    response,
    origin,
    violations,
    client: fieldValue(request.headers, 'standin-client') ?? fieldValue(request.headers, 'user-agent') ?? 'unknown',
  });
}

function ownFields(
  reply: Extract<Reply, { kind: 'answer' }>,
  request: HttpRequest,
  options: ServerOptions,
): HeaderFields {
  const fields: (readonly [string, string])[] = [];
  if (!options.quietHeaders) {
    fields.push(['Standin-Origin', reply.origin]);
    if (reply.violations.length > 0) fields.push(['Standin-Violations', String(reply.violations.length)]);
  }
  if (varies(reply.context.operation)) fields.push(['Vary', 'Accept']);
  const origin = options.cors ? fieldValue(request.headers, 'origin') : undefined;
  if (origin !== undefined) fields.push(...corsFields(origin, documentedHeaders(reply.response)));
  return fields;
}

function varies(operation: Reply['context']['operation']): boolean {
  return operation?.responses.some((spec) => spec.content.length > 1) === true;
}

function documentedHeaders(response: HttpResponse): readonly string[] {
  return response.headers.map(([name]) => name).filter((name) => !/^(vary|content-type|content-length)$/i.test(name));
}

/** What has to be refused before anything is understood of it: ambiguous framing of the request's own fields (RFC 9112 §3.2). */
function refusedEarly(request: HttpRequest): Response | undefined {
  for (const name of ['host', 'content-type', 'authorization'] as const) {
    if (name !== 'authorization' && fieldValues(request.headers, name).length > 1)
      return problem(400, 'Bad Request', `More than one ${name} header field was sent.`);
  }
  return undefined;
}

function preflight(mock: Mock, request: HttpRequest, options: ServerOptions): Response | undefined {
  const wanted = fieldValue(request.headers, 'access-control-request-method');
  const origin = fieldValue(request.headers, 'origin');
  if (request.method !== 'OPTIONS' || wanted === undefined || origin === undefined || !options.cors) return undefined;
  const match = mock.api.match(request);
  const methods = match.kind === 'wrong-method' ? match.allow : [wanted];
  return carryOut(
    {
      status: 204,
      headers: preflightFields(
        origin,
        [...new Set([...methods, 'HEAD', 'OPTIONS'])],
        fieldValue(request.headers, 'access-control-request-headers') ?? null,
      ),
      body: { kind: 'none' },
    },
    'OPTIONS',
    [],
  );
}

function shownPage(mock: Mock, request: HttpRequest, options: ServerOptions): Response | undefined {
  if (request.path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  if (
    fieldValue(request.headers, 'accept')?.includes('text/html') !== true ||
    mock.api.match({ method: 'GET', path: '/' }).kind === 'found'
  )
    return undefined;
  const text = operationsPage(mock.api, options.controlPrefix);
  return new Response(request.method === 'HEAD' ? null : text, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
}

async function suffer(
  reply: Extract<Reply, { kind: 'fault' }>,
  onSocket: SocketBindings['fault'],
  signal: AbortSignal,
): Promise<Response> {
  if (onSocket !== undefined) return onSocket(reply.fault);
  if (reply.fault !== 'hang') throw new TypeError(`The mock was asked to fail: ${reply.fault}.`);
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}

function refusedControl(detail: string): Response {
  return problem(403, 'Forbidden', detail);
}

function problem(status: number, title: string, detail: string): Response {
  return new Response(JSON.stringify({ type: 'about:blank', title, status, detail }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}
