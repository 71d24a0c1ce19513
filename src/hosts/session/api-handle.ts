import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, StandinMock, StandinTypes, WorldHandle } from '../../library/index.ts';

/** One world of a mock, as one test uses it. */
export interface ApiHandle<T = StandinTypes> extends WorldHandle<T> {
  readonly mock: StandinMock<T>;
  /** Base URL of a server for this world only, on a free local port. It starts when first asked for. */
  url(): Promise<string>;
  /** Requests to this world, oldest first, with secrets redacted. */
  exchanges(): readonly ReceivedRequest[];
  /** The same as an HTTP Archive (HAR 1.2), as JSON. */
  har(): Promise<string>;
  /** The test sends invalid requests on purpose; they do not fail it. */
  allowViolations(): void;
  /** Operations that `toHaveReceived` was asked about; any other is unexpected. */
  readonly expected: Set<string>;
}

/** One request and its answer, in short. */
export interface ReceivedRequest {
  readonly operation?: string;
  readonly method: string;
  readonly path: string;
  /** Raw query text, without its question mark. */
  readonly query: string;
  readonly status: number;
  /** The parsed body of the request; `null` where there is none. */
  readonly body: Json;
  /** Violations in the request. Answers may be invalid on purpose (overrides), so theirs are not listed. */
  readonly violations: readonly string[];
}

/** The handle of one world, with a function to dispose of it. */
export interface OwnedHandle {
  readonly api: ApiHandle;
  readonly toleratesViolations: () => boolean;
  close(): Promise<void>;
}

/** `control`: base path of the mock's control routes. */
export function createApiHandle(mock: StandinMock, name: string, control = '/_standin'): OwnedHandle {
  const world = mock.world(name);
  let server: Promise<Server> | undefined;
  let tolerates = false;
  const api: ApiHandle = {
    ...world,
    mock,
    async url() {
      server ??= startServer(mock, name);
      return `http://127.0.0.1:${((await server).address() as AddressInfo).port}`;
    },
    exchanges: () => mock.journal.entries({ world: name }).map(receivedRequest),
    async har() {
      const query = new URLSearchParams({ world: name });
      return (await mock.control(new Request(`http://localhost${control}/journal.har?${query}`))).text();
    },
    allowViolations() {
      tolerates = true;
    },
    expected: new Set(),
  };
  return {
    api,
    toleratesViolations: () => tolerates,
    async close() {
      const open = await server;
      open?.closeAllConnections();
      if (open !== undefined) await new Promise((resolve) => open.close(resolve));
      await world.drop();
    },
  };
}

async function startServer(mock: StandinMock, world: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => void mock.handler(inWorld(incoming, world), outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The request with the header field that selects the world. */
function inWorld(incoming: IncomingMessage, world: string): IncomingMessage {
  incoming.rawHeaders.push('Standin-World', world);
  incoming.headers['standin-world'] = world;
  return incoming;
}

/** An entry of the journal is plain data of this form. */
interface JournalEntry {
  readonly operation?: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly body: { readonly value?: Json } | null;
  };
  readonly response: { readonly status: number };
  readonly origin: string;
  readonly violations: readonly { readonly code: string; readonly pointer: string; readonly message: string }[];
}

function receivedRequest(entry: Json): ReceivedRequest {
  const { operation, request, response, violations } = entry as unknown as JournalEntry;
  return {
    ...(operation === undefined ? {} : { operation }),
    method: request.method,
    path: request.path,
    query: request.query,
    status: response.status,
    body: request.body?.value ?? null,
    violations: violations
      .filter(({ code }) => !code.startsWith('response.'))
      .map(({ pointer, message }) => `${pointer}: ${message}`),
  };
}

/** An exchange as readable text. */
export function exchangeLine({ method, path, query, status, violations }: ReceivedRequest): string {
  const requestLine = `  ${method} ${path}${query === '' ? '' : `?${query}`} → ${status}`;
  return [requestLine, ...violations.map((each) => `      ${each}`)].join('\n');
}
