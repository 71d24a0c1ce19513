import { type Context, Hono } from 'hono';
import { type HttpRequest, StandinError } from '../core/index.ts';
import type { Journal } from '../journal/index.ts';
import type { Fault, Mock, Reply } from '../mock/index.ts';
import { refusal } from './control/control-answer.ts';
import type { ControlParts } from './control/control-parts.ts';
import { controlRoutes } from './control/routes.ts';
import { answeredEarly } from './exchange/before-routing.ts';
import { CONSOLE_FIELDS, consolePage } from './exchange/console-page.ts';
import { createDirectAnswer, type DirectAnswer } from './exchange/direct-answer.ts';
import { controlRefusal } from './exchange/guard.ts';
import { createLinesReader } from './exchange/lines.ts';
import type { ServerOptions } from './exchange/options.ts';
import { problemResponse } from './exchange/problem.ts';
import { sampleImage } from './exchange/sample-image.ts';
import { type Begun, createAnswering } from './exchange/serve-answer.ts';
import { carryIn, type Incoming, type Outgoing, sent } from './exchange/translate.ts';

export interface ServerEnv {
  Bindings: SocketBindings;
  Variables: { deliberate?: boolean };
}

/** What the server in front of the app tells beside the platform request: the `env` of `app.fetch(request, env)`. */
export interface SocketBindings {
  /** Address of the caller, where nothing but that is taken from the request of the server. */
  readonly callerAddress?: string | undefined;
  /** The request of node:http, as `@hono/node-server` hands it on. */
  readonly incoming?: Incoming & {
    readonly begun?: Begun;
    readonly socket: { readonly remoteAddress?: string | undefined };
  };
  readonly fault?: (fault: Fault) => Response;
  /** Writes an answer whose content is there as a whole, without a platform `Response`, which costs as much as the rest of a read. */
  readonly write?: (outgoing: Outgoing) => Response;
}

/** What carries a mock's answers over HTTP. */
export interface ServedApp {
  /** Whole by itself: every request can be given to it. */
  readonly hono: Hono<ServerEnv>;
  /** The control routes without their guard, for callers in this process. */
  readonly control: (request: Request) => Promise<Response>;
  /** Ends the streams of events. */
  readonly close: () => void;
  /** A shorter way for most requests of a socket. */
  readonly direct: DirectAnswer;
}

/** The Hono app of a mock, with the control routes beside it. */
export function createApp(
  mock: () => Mock,
  journal: Journal,
  parts: Pick<ControlParts, 'model' | 'seed' | 'version' | 'hasKeys'>,
  options: ServerOptions,
): ServedApp {
  const app = new Hono<ServerEnv>();
  const closing = new AbortController();
  const routes = controlRoutes({
    ...parts,
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
    // The platform makes no such request.
    if (request.method === 'TRACE')
      return problemResponse(405, 'Method Not Allowed', 'The control routes do not support TRACE.');
    const url = new URL(request.url);
    // What stands before the prefix is the path that an app was mounted at.
    const start = url.pathname.indexOf(options.controlPrefix);
    if (start < 0) return problemResponse(404, 'Not Found', `The control routes are under ${options.controlPrefix}/.`);
    url.pathname = url.pathname.slice(start + options.controlPrefix.length) || '/';
    try {
      // While its state cannot be reached a mock does not know what the others of its fleet do: every control route is answered 503.
      await mock().store.worlds();
      return await routes.fetch(readdressed(request, url));
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

  // Nothing here waits for what is there already: an answer that needs no waiting is written within the event that brought its request.
  const answering = createAnswering(mock, journal, options);
  const linesOf = createLinesReader();
  const concluded = (reply: Reply, begun: Begun, c: AppContext): Response | Promise<Response> => {
    if (reply.delay > 0)
      return pause(reply.delay, c.req.raw.signal).then(() => concluded({ ...reply, delay: 0 }, begun, c));
    if (reply.kind === 'answer') return written(answering.conclude(reply, begun), c.env?.write);
    c.set('deliberate', true);
    return suffer(reply, c.env?.fault, c.req.raw.signal);
  };
  const goOn = (begun: Begun, c: AppContext): Response | Promise<Response> =>
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
      // The client went away or broke its framing while sending: there is no connection left to answer on.
      () => problemResponse(400, 'Bad Request', 'The body ended before it was complete.'),
    );
  });

  app.onError((error, c) => {
    // A fault that was asked for reaches the caller in process.
    if (c.get('deliberate') === true) throw error;
    return defect(error);
  });
  return { hono: app, control, close: () => closing.abort(), direct: createDirectAnswer(answering, linesOf, options) };
}

/** The console's page and files. They hold nothing of the mock, so that each caller may have them: what they show comes over control routes. */
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

function written(outgoing: Outgoing, write: SocketBindings['write']): Response {
  return write === undefined || outgoing.content instanceof ReadableStream ? sent(outgoing) : write(outgoing);
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

/** Member by member: another implementation's request (jsdom's) cannot be copied as a whole. */
function readdressed(request: Request, url: URL): Request {
  const { method, headers, body } = request;
  return new Request(url, { method, headers, ...(body === null ? {} : { body, duplex: 'half' }) } as RequestInit);
}
