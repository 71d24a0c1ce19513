import { type Context, Hono } from 'hono';
import { type HttpRequest, StandinError } from '../core/index.ts';
import type { Journal } from '../journal/index.ts';
import type { Fault, Mock, Reply } from '../mock/index.ts';
import { refusal } from './control/control-answer.ts';
import type { ControlDependencies } from './control/control-dependencies.ts';
import { controlRoutes } from './control/routes.ts';
import { answeredEarly } from './exchange/before-routing.ts';
import { CONSOLE_FIELDS, consolePage } from './exchange/console-page.ts';
import { createDirectAnswer, type DirectAnswer } from './exchange/direct-answer.ts';
import { controlRefusal } from './exchange/guard.ts';
import { createLinesReader } from './exchange/lines.ts';
import type { ServerOptions } from './exchange/options.ts';
import { problemResponse } from './exchange/problem.ts';
import { sampleImage } from './exchange/sample-image.ts';
import { createExchangeHandler, type StartedRequest } from './exchange/serve-answer.ts';
import { carryIn, type NodeRequest, type PreparedAnswer, toResponse } from './exchange/translate.ts';

export interface ServerEnv {
  Bindings: SocketBindings;
  Variables: { deliberate?: boolean };
}

/** The `env` of `app.fetch(request, env)`: what the HTTP server knows beyond the platform request. */
export interface SocketBindings {
  /** Address of the caller, without the request of the server. */
  readonly callerAddress?: string | undefined;
  /** The request of node:http, from `@hono/node-server`. */
  readonly incoming?: NodeRequest & {
    readonly begun?: StartedRequest;
    readonly socket: { readonly remoteAddress?: string | undefined };
  };
  readonly fault?: (fault: Fault) => Response;
  /**
   * Writes a complete answer without a platform `Response`, whose creation costs as much as the rest of a
   * read.
   */
  readonly write?: (outgoing: PreparedAnswer) => Response;
}

/** Serves a mock's answers over HTTP. */
export interface ServedApp {
  /** The complete app: it accepts every request. */
  readonly hono: Hono<ServerEnv>;
  /** The control routes without their guard, for callers in this process. */
  readonly control: (request: Request) => Promise<Response>;
  /** Ends the streams of events. */
  readonly close: () => void;
  /** A faster way for most requests of a socket. */
  readonly direct: DirectAnswer;
}

/** The Hono app of a mock, with the control routes beside it. */
export function createApp(
  mock: () => Mock,
  journal: Journal,
  dependencies: Pick<ControlDependencies, 'model' | 'seed' | 'version' | 'hasKeys'>,
  options: ServerOptions,
): ServedApp {
  const app = new Hono<ServerEnv>();
  const closing = new AbortController();
  const routes = controlRoutes({
    ...dependencies,
    mock,
    journal,
    prefix: options.controlPrefix,
    now: options.now,
    send: async (request) => app.fetch(request),
    closed: closing.signal,
  });

  const defect = (error: unknown): Response => {
    options.onDefect(error);
    return problemResponse(500, 'Internal Server Error', 'Something went wrong inside the mock; its log says what.');
  };
  const control = async (request: Request): Promise<Response> => {
    // The fetch API cannot make such a request.
    if (request.method === 'TRACE')
      return problemResponse(405, 'Method Not Allowed', 'The control routes do not support TRACE.');
    const url = new URL(request.url);
    // The part before the prefix is the path at which the app was mounted.
    const start = url.pathname.indexOf(options.controlPrefix);
    if (start < 0) return problemResponse(404, 'Not Found', `The control routes are under ${options.controlPrefix}/.`);
    url.pathname = url.pathname.slice(start + options.controlPrefix.length) || '/';
    try {
      // A mock whose state is unavailable does not know what other replicas do, so every control
      // route answers 503.
      await mock().store.worlds();
      return await routes.fetch(withAddress(request, url));
    } catch (error) {
      return error instanceof StandinError ? refusal(error) : defect(error);
    }
  };
  consoleRoutes(app, options);
  app.get(`${options.controlPrefix}/image/*`, (c) => sampleImage(new URL(c.req.url).pathname));
  app.all(`${options.controlPrefix}/*`, async (c) => {
    const refused = controlRefusal(options.control, {
      address: c.env?.callerAddress ?? c.env?.incoming?.socket?.remoteAddress,
      host: c.req.header('host') ?? new URL(c.req.url).host,
      origin: c.req.header('origin') ?? null,
      site: c.req.header('sec-fetch-site') ?? null,
      authorization: c.req.header('authorization') ?? null,
    });
    return refused === undefined ? control(c.req.raw) : problemResponse(403, 'Forbidden', refused);
  });

  // Nothing here awaits a value that exists already, so that such an answer is written in the event
  // of its request.
  const answering = createExchangeHandler(mock, journal, options);
  const linesOf = createLinesReader();
  const concluded = (reply: Reply, begun: StartedRequest, c: AppContext): Response | Promise<Response> => {
    if (reply.delay > 0)
      return pause(reply.delay, c.req.raw.signal).then(() => concluded({ ...reply, delay: 0 }, begun, c));
    if (reply.kind === 'answer') return responseOf(answering.conclude(reply, begun), c.env?.write);
    c.set('deliberate', true);
    return suffer(reply, c.env?.fault, c.req.raw.signal);
  };
  const goOn = (begun: StartedRequest, c: AppContext): Response | Promise<Response> =>
    begun.reply instanceof Promise
      ? begun.reply.then((reply) => concluded(reply, begun, c))
      : concluded(begun.reply, begun, c);
  const answer = (request: HttpRequest, started: number, c: AppContext): Response | Promise<Response> =>
    answeredEarly(mock(), request, options) ?? goOn(answering.begin(request, started), c);

  app.all('*', (c) => {
    const begun = c.env?.incoming?.begun;
    if (begun !== undefined) return goOn(begun, c);
    const started = options.now();
    const request = carryIn(c.req.raw, options.bodyLimit, linesOf, c.env?.incoming);
    if (!(request instanceof Promise)) return answer(request, started, c);
    return request.then(
      (read) => answer(read, started, c),
      // The client disconnected or sent invalid framing: no answer can be sent.
      () => problemResponse(400, 'Bad Request', 'The body ended before it was complete.'),
    );
  });

  app.onError((error, c) => {
    // A requested fault is thrown to the caller in process.
    if (c.get('deliberate') === true) throw error;
    return defect(error);
  });
  return { hono: app, control, close: () => closing.abort(), direct: createDirectAnswer(answering, linesOf, options) };
}

/**
 * The page and files of the console. They contain no data of the mock, so every caller may read them; their
 * data comes from control routes.
 */
function consoleRoutes(app: Hono<ServerEnv>, { controlPrefix: prefix, consoleFiles }: ServerOptions): void {
  const segment = prefix.slice(prefix.lastIndexOf('/') + 1);
  app.get(prefix, () => new Response(null, { status: 308, headers: { location: `./${segment}/` } }));
  app.get(`${prefix}/`, (c) => c.html(consolePage(prefix), 200, CONSOLE_FIELDS));
  app.get(`${prefix}/:file{(page|editor)\\.(js|css)}`, async (c) => {
    const file = await consoleFiles.read(c.req.param('file'));
    if (file === undefined)
      return problemResponse(404, 'Not Found', 'The console has no such file, or has not been built.');
    return new Response(file.bytes, { headers: { ...CONSOLE_FIELDS, 'content-type': file.type } });
  });
}

type AppContext = Context<ServerEnv>;

function responseOf(outgoing: PreparedAnswer, write: SocketBindings['write']): Response {
  return write === undefined || outgoing.content instanceof ReadableStream ? toResponse(outgoing) : write(outgoing);
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

/** Copied by properties, because another implementation's request (jsdom's) cannot be copied as a whole. */
function withAddress(request: Request, url: URL): Request {
  const { method, headers, body } = request;
  return new Request(url, { method, headers, ...(body === null ? {} : { body, duplex: 'half' }) } as RequestInit);
}
