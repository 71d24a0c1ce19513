import type { Hono } from 'hono';
import { type Json, StandinError } from '../core/index.ts';
import { createJournal, type ExchangeNote, type Journal } from '../journal/index.ts';
import { describeModel } from '../resources/index.ts';
import {
  createApp,
  createConsoleFiles,
  createRequestHandler,
  type Listening,
  listen,
  type RequestHandler,
  type ServerEnv,
  systemReport,
} from '../server/index.ts';
import type { Api } from '../spec/index.ts';
import { type Assembly, assemble } from './assemble.ts';
import { assertSound } from './choice-rules.ts';
import { CONTROL_PREFIX, type MockChoices } from './config/options.ts';
import { packageFacts } from './package/package.ts';
import { parseInstant } from './parse.ts';
import { carriedOver, type Misfit } from './reload.ts';
import { platformRequest, type RequestLike } from './world/platform-request.ts';
import type { StandinTypes } from './world/typed-names.ts';
import { createWorldHandle, type WorldHandle } from './world/world-handle.ts';

/** A running mock. Two of them in one process share nothing. */
export interface StandinMock<T = StandinTypes> {
  /**
   * Answers a platform request without a socket. A `fault` reply rejects (reset, empty, garbage) or waits for the request's `signal` (hang).
   * Control routes are answered 403, unless `env` brings the address of the caller (`incoming.socket.remoteAddress`, as the env of
   * `@hono/node-server` does): then to callers on this machine, or with the control token, as on the mock's own socket. A path alone
   * (`/pets`) is a request to `http://localhost`.
   */
  fetch(input: RequestLike | string | URL, init?: RequestInit | CallerEnv): Promise<Response>;
  /** Answers a request of a server of `node:http`, with the rules of the mock's own sockets. `standin/node` gives it the types of Node. */
  readonly handler: RequestHandler;
  /**
   * Answers a control route, such as `POST http://localhost/_standin/reset`, to code in the same process. No caller is refused here:
   * this is not for requests that come over a network.
   */
  control(request: Request): Promise<Response>;
  /** The mock as a Hono app, with the rule of `fetch` for control routes. */
  readonly app: Hono<ServerEnv>;
  /** The document that is served. */
  readonly api: Api;
  /** Requests and answers, without secrets. */
  readonly journal: Journal;
  /** What generated data is made from. */
  readonly seed: number;
  /** Names of the inferred resources. The first access reads the whole document. */
  readonly resources: readonly string[];
  /** The same in small steps, so that requests are answered in between. `undefined` if the mock was closed before the end. */
  survey(): Promise<readonly string[] | undefined>;
  /** One world by its name; its first use makes it. */
  world(name: string): WorldHandle<T>;
  /** Tells each exchange as it is recorded, in short and without secrets; the answer ends that. */
  subscribe(listener: (note: ExchangeNote) => void): () => void;
  /** Resets every world to its seeded data. */
  reset(): Promise<void>;
  /** Serves on a socket. Throws `port.taken`, `listen.failed`. Port 0 takes any free one. */
  listen(where?: { readonly port?: number; readonly host?: string }): Promise<Listening>;
  /** Reads document, mocks and data again and keeps the records of the worlds. Returns what no longer fits. After an error the old ones stay in use. */
  reload(): Promise<readonly Misfit[]>;
  /** Closes sockets, and writes state that outlives the process. */
  close(): Promise<void>;
}

/** The address of the caller, passed on by a server that mounts a mock. Other properties are ignored. */
export interface CallerEnv {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } };
}

const BODY_LIMIT = 1_048_576;

/**
 * Creates a stateful mock of an OpenAPI document; the default is the embedded petstore.
 * Throws `document.unreadable`, `document.unreachable`, `document.refused`, `mocks.invalid`, `data.invalid`, `usage`.
 */
export async function createMock<T = StandinTypes>(choices: MockChoices = {}): Promise<StandinMock<T>> {
  return (await openMock<T>(choices)).mock;
}

/** A mock, and what serves it now. */
export interface OpenMock<T = StandinTypes> {
  readonly mock: StandinMock<T>;
  assembly(): Assembly;
}

/** Creates a mock, for code that also needs what it is made of. Throws as `createMock` does. */
export async function openMock<T = StandinTypes>(choices: MockChoices = {}): Promise<OpenMock<T>> {
  const onDefect = choices.onDefect ?? systemReport;
  assertSound(choices);
  let current: Assembly = await assemble(choices, onDefect);
  const facts = packageFacts();
  const bodyLimit = choices.bodyLimit ?? BODY_LIMIT;
  const journal = createJournal({
    ...(choices.journalSize === undefined ? {} : { capacity: choices.journalSize }),
    api: () => current.api,
    shared: () => current.mock.store.log,
    ...(choices.onExchange === undefined ? {} : { onRecord: choices.onExchange }),
  });
  const served = createApp(
    () => current.mock,
    journal,
    {
      model: () => describeModel(current.model, current.api) as unknown as Json,
      seed: current.options.seed,
      hasKeys: current.options.apiKeys.length > 0,
      version: facts.version,
    },
    {
      controlPrefix: choices.controlPrefix ?? CONTROL_PREFIX,
      consoleFiles: createConsoleFiles(facts.console),
      control: { token: choices.controlToken, hosts: choices.controlHosts ?? [] },
      cors: choices.cors !== false,
      callbacks: choices.callbacks ?? 'off',
      quietHeaders: choices.quietHeaders === true,
      bodyLimit,
      now: current.options.now,
      onDefect,
    },
  );
  const listening: Listening[] = [];
  let closed = false;
  const fetchApp = async (input: RequestLike | string | URL, init: RequestInit | CallerEnv = {}): Promise<Response> => {
    const isServed = 'incoming' in init;
    const request = platformRequest(input, isServed ? undefined : (init as RequestInit)); // What is not of a server is of the caller.
    const answer = await served.hono.fetch(request, {
      callerAddress: isServed ? init.incoming?.socket?.remoteAddress : undefined,
    });
    // A sender that gave up while the answer waited sees what it would see of a network.
    if (!isServed) request.signal.throwIfAborted();
    return answer;
  };
  const mock: StandinMock<T> = {
    fetch: fetchApp,
    handler: createRequestHandler(served, onDefect),
    control: (request) => served.control(platformRequest(request)),
    app: served.hono,
    get api() {
      return current.api;
    },
    journal,
    seed: current.options.seed,
    get resources() {
      return current.model.resources.map(({ name }) => name);
    },
    async survey() {
      const { api, model } = current;
      const turn = createTurns(journal);
      for (const look of [model.look, model.roleOf])
        for (const operation of api.operations) {
          await turn();
          if (closed) return undefined;
          look(operation);
        }
      return model.resources.map(({ name }) => name);
    },
    subscribe: (listener) => journal.subscribe((_, note) => listener(note())),
    world: (name) =>
      createWorldHandle<T>(
        {
          mock: () => current.mock,
          now: () => current.options.now(),
          instantOf: parseInstant,
          journal,
          fetch: (request) => fetchApp(request),
        },
        name,
      ),
    async reset() {
      for (const { name } of await current.mock.store.worlds()) await current.mock.reset(name);
    },
    async listen(where = {}) {
      // A million given records take seconds to lay: no request waits for them.
      if (choices.data !== undefined) await layBase(current.mock.store);
      const server = await listen(served, {
        port: where.port ?? 0,
        ...(where.host === undefined ? {} : { host: where.host }),
        ...(choices.headersTimeout === undefined ? {} : { headersTimeout: choices.headersTimeout }),
        ...(choices.requestTimeout === undefined ? {} : { requestTimeout: choices.requestTimeout }),
        ...(choices.fastSockets === undefined ? {} : { fastSockets: choices.fastSockets }),
        bodyLimit,
        onDefect,
      });
      listening.push(server);
      warmWhenIdle(journal, () => current.validator.warm());
      return server;
    },
    async reload() {
      const next = await assemble(choices, onDefect, current.lock);
      const misfits = await carriedOver(current, next).catch(async (error: unknown) => {
        await next.mock.store.close();
        throw error;
      });
      const before = current;
      current = next;
      await before.mock.store.close();
      return misfits;
    },
    async close() {
      closed = true;
      served.close();
      await Promise.all(listening.map((server) => server.close()));
      await current.mock.store.close();
    },
  };
  return { mock, assembly: () => current };
}

/** Lays the given data. The mock listens even if its store is away: each request is told. */
async function layBase(store: Assembly['mock']['store']): Promise<void> {
  try {
    await store.world('default');
  } catch (error) {
    if (!(error instanceof StandinError)) throw error;
  }
}

/** Milliseconds that preparations after the start wait for requests, and how often they do so. */
const FIRST_ANSWERS = 50;
const MOST_PATIENCE = 20;

/** Waits for an idle turn of the event loop: requests that come meanwhile are answered first. */
function createTurns(journal: Journal): () => Promise<void> {
  let patience = MOST_PATIENCE;
  let seen: number | undefined;
  return async () => {
    while (patience > 0 && journal.recorded !== seen) {
      patience -= 1;
      seen = journal.recorded;
      await new Promise((resolve) => setTimeout(resolve, FIRST_ANSWERS));
    }
    await new Promise(setImmediate);
  };
}

/** Milliseconds without a request after which something slow may be done. */
const IDLE = 500;

/** Loading the code that explains a refusal blocks for a moment: it happens when no request waits. */
function warmWhenIdle(journal: Journal, warm: () => void): void {
  let seen = journal.recorded;
  const look = (): void => {
    if (journal.recorded === seen) warm();
    else {
      seen = journal.recorded;
      setTimeout(look, IDLE).unref();
    }
  };
  setTimeout(look, IDLE).unref();
}
