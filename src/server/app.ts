import { type Context, Hono } from 'hono';
import type { HeaderFields, HttpRequest, HttpResponse } from '../core/index.ts';
import type { Journal } from '../journal/index.ts';
import type { Mock, Reply } from '../mock/index.ts';
import { fieldValue } from '../wire/index.ts';
import { carryIn, carryOut, createFieldsReader, type Incoming, type Outgoing, prepared, sent } from './carry.ts';
import { type ControlParts, controlRoutes } from './control/routes.ts';
import { corsFields, preflightFields } from './cors.ts';
import { type ControlAccess, controlRefusal } from './guard.ts';
import { operationsPage } from './page.ts';

export interface ServerOptions {
  /** Path before every control route. */
  readonly controlPrefix: string;
  readonly control: ControlAccess;
  readonly cors: boolean;
  /** Leaves `Standin-Origin`, `Standin-Violations` and `Standin-Preference-Ignored` out. */
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
  readonly incoming?: Incoming & { readonly socket: { readonly remoteAddress?: string | undefined } };
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

  // Nothing here waits for what is there already: an answer that needs no waiting is written within the event that brought its request.
  const toResponse = createAnswering(options);
  const fieldsOf = createFieldsReader();
  const concluded = (
    reply: Reply,
    request: HttpRequest,
    started: number,
    c: AppContext,
  ): Response | Promise<Response> => {
    if (reply.delay > 0)
      return pause(reply.delay, c.req.raw.signal).then(() => concluded({ ...reply, delay: 0 }, request, started, c));
    if (reply.kind === 'fault') {
      c.set('deliberate', true);
      return suffer(reply, c.env?.fault, c.req.raw.signal);
    }
    record(journal, reply, request, started, options.now());
    return toResponse(reply, request);
  };
  const answer = (request: HttpRequest, started: number, c: AppContext): Response | Promise<Response> => {
    const current = mock();
    const early = refusedEarly(request) ?? shownPage(current, request, options) ?? preflight(current, request, options);
    if (early !== undefined) return early;
    const reply = current.respond(request);
    return reply instanceof Promise
      ? reply.then((known) => concluded(known, request, started, c))
      : concluded(reply, request, started, c);
  };

  app.all('*', (c) => {
    const started = options.now();
    const request = carryIn(c.req.raw, options.bodyLimit, fieldsOf, c.env?.incoming);
    if (!(request instanceof Promise)) return answer(request, started, c);
    return request.then(
      (read) => answer(read, started, c),
      // The client went away or broke its framing while sending: its trouble, and nobody is left to be told.
      () => problem(400, 'Bad Request', 'The body ended before it was complete.'),
    );
  });

  app.onError((error, c) => {
    // A fault that was asked for reaches whoever called us in process.
    if (c.get('deliberate') === true) throw error;
    options.onDefect(error);
    return problem(500, 'Internal Server Error', 'Something went wrong inside the mock; its log says what.');
  });
  return app;
}

type AppContext = Context<ServerEnv>;
type Answer = Extract<Reply, { kind: 'answer' }>;
type Operation = Answer['context']['operation'];

/** Turns replies into platform responses. What is answered again and again keeps its written form. */
function createAnswering(options: ServerOptions): (reply: Answer, request: HttpRequest) => Response {
  const ready = new WeakMap<HttpResponse, { readonly operation: Operation; readonly outgoing: Outgoing }>();
  return (reply, request) => {
    const response = options.quietHeaders ? quietly(reply.response) : reply.response;
    const isRead = request.method === 'GET' && reply.origin === 'resource' && response.body.kind === 'parsed';
    if (!isRead || (options.cors && fieldValue(request.headers, 'origin') !== undefined))
      return carryOut(response, request.method, ownFields(reply, request, options));
    const known = ready.get(response);
    if (known !== undefined && known.operation === reply.context.operation) return sent(known.outgoing);
    const outgoing = prepared(response, 'GET', ownFields(reply, request, options));
    ready.set(response, { operation: reply.context.operation, outgoing });
    return sent(outgoing);
  };
}

function quietly(response: HttpResponse): HttpResponse {
  const own = (name: string): boolean => name === 'Standin-Preference-Ignored';
  return response.headers.some(([name]) => own(name))
    ? { ...response, headers: response.headers.filter(([name]) => !own(name)) }
    : response;
}

function record(journal: Journal, reply: Answer, request: HttpRequest, started: number, ended: number): void {
  const { context, response, origin, violations } = reply;
  const { operation, world } = context;
  // The clock of the machine may be set back in between.
  const duration = Math.max(0, ended - started);
  const client =
    fieldValue(request.headers, 'standin-client') ?? fieldValue(request.headers, 'user-agent') ?? 'unknown';
  const seen = context.request;
  journal.record(
    operation === undefined
      ? { at: started, duration, world, request: seen, response, origin, violations, client }
      : { at: started, duration, world, operation, request: seen, response, origin, violations, client },
  );
}

function ownFields(reply: Answer, request: HttpRequest, options: ServerOptions): HeaderFields {
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
  let hosts = 0;
  let types = 0;
  for (const [name] of request.headers) {
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 12 && name.toLowerCase() === 'content-type') types += 1;
  }
  if (hosts < 2 && types < 2) return undefined;
  return problem(400, 'Bad Request', `More than one ${hosts > 1 ? 'host' : 'content-type'} header field was sent.`);
}

function preflight(mock: Mock, request: HttpRequest, options: ServerOptions): Response | undefined {
  if (request.method !== 'OPTIONS' || !options.cors) return undefined;
  const wanted = fieldValue(request.headers, 'access-control-request-method');
  const origin = fieldValue(request.headers, 'origin');
  if (wanted === undefined || origin === undefined) return undefined;
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
