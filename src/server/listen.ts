import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StandinError } from '../core/index.ts';
import type { ServedApp } from './app.ts';
import { answerDirectly } from './http1/answer-directly.ts';
import type { BufferedRequest } from './http1/buffered-request.ts';
import { createFastPath } from './http1/fast-path.ts';
import { writeByPlatform } from './http1/write-response.ts';
import { type Adapter, listenerFor, loadAdapter } from './node-adapter.ts';

export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Absent: both loopback addresses, 127.0.0.1 and ::1 (the latter where the machine has it). */
  readonly host?: string;
  /** Milliseconds for the header fields of a request, then 408; never more than `requestTimeout`. Default 15 000. */
  readonly headersTimeout?: number;
  /** Milliseconds for a whole request to come in, then 408. Default 30 000. */
  readonly requestTimeout?: number;
  /** Bytes; what is announced to be longer is not read before it is answered. */
  readonly bodyLimit: number;
  /** False: only what Node documents of its HTTP server is used. Default true, on versions of Node that the tests have run on. */
  readonly fastSockets?: boolean;
  readonly onDefect: (error: unknown) => void;
}

export interface Listening {
  readonly port: number;
  /** Such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Stops taking connections, lets open requests end, and cuts what is still open after `grace` milliseconds (default 1500). */
  close(grace?: number): Promise<void>;
}

/** The wall clock, in milliseconds since the Unix epoch: the only place where it is read. */
export function systemNow(): number {
  return Date.now();
}

/** Prints a fault inside the mock to standard error if the caller gave no `onDefect`: a 500 alone does not help a test. */
export function systemReport(error: unknown): void {
  console.error('standin: a fault inside the mock.', error);
}

/** An unpredictable number from 0 up to 1: it spreads retries, and decides nothing that a client sees. */
export function systemChance(): number {
  return Math.random();
}

const LIMITS = { keepAliveTimeout: 5_000, maxHeaderSize: 16_384 };
const HEADERS_TIMEOUT = 15_000;
const REQUEST_TIMEOUT = 30_000;
/** How often connections are looked at: a short timeout would be late by all of a long interval. */
const LONGEST_INTERVAL = 1_000;
/** Answer to `OPTIONS *` (RFC 9110 §9.3.7): the methods of the server. `OPTIONS` of a path gives those of the path. */
const SERVER_WIDE = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const MOST_CONNECTIONS = 10_000;

/** Serves the app on a socket. Throws `port.taken` or `listen.failed`. */
export async function listen(app: ServedApp, options: ListenOptions): Promise<Listening> {
  const hosts = options.host === undefined ? ['127.0.0.1', '::1'] : [options.host];
  const servers: Server[] = [];
  const adapter = await loadAdapter();
  let port = options.port;
  for (const [index, host] of hosts.entries()) {
    const server = serverFor(app, options, adapter);
    try {
      port = await bindPort(server, port, host);
      servers.push(server);
    } catch (error) {
      if (index === 0 || isTaken(error)) {
        await Promise.all(servers.map((each) => closeServer(each, 0)));
        throw listenError(error, host, port);
      }
      // A machine without IPv6 is served on IPv4 alone.
    }
  }
  const [host = '127.0.0.1'] = hosts;
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: async (grace = 1_500) => {
      await Promise.all(servers.map((server) => closeServer(server, grace)));
    },
  };
}

function serverFor(app: ServedApp, options: ListenOptions, adapter: Adapter): Server {
  const listener = listenerFor(app, options.onDefect, adapter);
  const fast =
    options.fastSockets === false
      ? undefined
      : createFastPath({
          nodeVersion: process.versions.node,
          direct: app.direct,
          listener,
          bodyLimit: options.bodyLimit,
          now: systemNow,
          keepAlive: LIMITS.keepAliveTimeout,
        });
  const serve: (incoming: BufferedRequest, outgoing: ServerResponse) => unknown =
    fast?.serve ?? answerDirectly(app.direct, listener, writeByPlatform);
  const take = (incoming: BufferedRequest, outgoing: ServerResponse): void => {
    // The parser lets request lines of other versions through, and this server speaks none of them (RFC 9110 §15.6.6).
    if (incoming.httpVersionMajor !== 1) outgoing.writeHead(505, { connection: 'close' }).end();
    else if (incoming.method === 'OPTIONS' && incoming.url === '*')
      outgoing.writeHead(204, { allow: SERVER_WIDE }).end();
    else void serve(incoming, outgoing);
  };
  const server = createServer(
    { ...LIMITS, ...patience(options), ...(fast && { IncomingMessage: fast.IncomingMessage }) },
    take,
  );
  // A client that asks first is not told to send what is refused for its length (RFC 9110 §10.1.1). It may send it or not: the
  // connection cannot be used again.
  server.on('checkContinue', (incoming: BufferedRequest, outgoing: ServerResponse) => {
    if (Number(incoming.headers['content-length']) > options.bodyLimit) outgoing.shouldKeepAlive = false;
    else outgoing.writeContinue();
    take(incoming, outgoing);
  });
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

/** How long a slow client is waited for. */
function patience(options: ListenOptions): {
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly connectionsCheckingInterval: number;
} {
  const requestTimeout = options.requestTimeout ?? REQUEST_TIMEOUT;
  const headersTimeout = Math.min(options.headersTimeout ?? HEADERS_TIMEOUT, requestTimeout);
  return {
    requestTimeout,
    headersTimeout,
    connectionsCheckingInterval: Math.min(LONGEST_INTERVAL, Math.max(20, Math.floor(headersTimeout / 4))),
  };
}

function bindPort(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: host.includes(':') && host !== '::' }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function closeServer(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function isTaken(error: unknown): boolean {
  return codeOf(error) === 'EADDRINUSE';
}

function listenError(error: unknown, host: string, port: number): StandinError {
  if (isTaken(error))
    return new StandinError('port.taken', `Port ${port} on ${host} is in use by another process.`, {
      hint: 'Choose another port with --port, or let the system choose one with --port 0.',
      cause: error,
    });
  const why: Readonly<Record<string, string>> = {
    EACCES: 'this user may not open it (ports below 1024 need extra rights)',
    EADDRNOTAVAIL: 'this machine does not have that address',
    ENOTFOUND: 'the host name is not known',
  };
  return new StandinError(
    'listen.failed',
    `Cannot listen on ${host}:${port}: ${why[codeOf(error)] ?? codeOf(error)}.`,
    { hint: 'Choose another --host or --port.', cause: error },
  );
}
