import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTROL_PREFIX, type Listening, StandinError, type StandinMock } from '../../library/index.ts';

/** A document and the path below which it stands: `users.yaml@/users`. */
export interface PlacedDocument {
  readonly document: string;
  readonly base: string;
}

/** Reads the arguments of a mock of several documents. Throws `usage` if one has no path, or shares it with another. */
export function placedDocuments(args: readonly string[]): readonly PlacedDocument[] {
  const placed = args.map((text): PlacedDocument => {
    const [, document, base] = /^(.+)@(\/[\w./~-]*[\w~-])$/.exec(text) ?? [];
    if (document === undefined || base === undefined)
      throw new StandinError('usage', `${text} has no path, and several documents need one each.`, {
        hint: 'Write standin mock users.yaml@/users orders.yaml@/orders.',
      });
    return { document, base };
  });
  for (const [at, { base }] of placed.entries())
    if (placed.slice(0, at).some((other) => other.base === base))
      throw new StandinError('usage', `Two documents have the path ${base}.`);
  return placed;
}

export interface PlacedMock extends PlacedDocument {
  readonly mock: StandinMock;
}

/** Serves several mocks on one port, each below its path, with its page, document and control routes there. Throws `port.taken` or `listen.failed`. */
export async function listenForSeveral(
  mocks: readonly PlacedMock[],
  { port, host = '127.0.0.1' }: { readonly port: number; readonly host?: string },
): Promise<Listening> {
  // The longest path wins.
  const sorted = mocks.toSorted((a, b) => b.base.length - a.base.length);
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/';
    const found = sorted.find(({ base }) => path === base || path.startsWith(`${base}/`));
    if (found === undefined) return notThere(mocks, path, outgoing);
    const rest = path.slice(found.base.length);
    if (isOwn(rest)) incoming.url = (incoming.url ?? '/').slice(found.base.length) || '/';
    void found.mock.handler(incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server
      .once('error', (error: NodeJS.ErrnoException) => reject(refusedPort(error, host, port)))
      .listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: (grace = 1_500) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), grace);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** What a mock serves of its own: its page, its document, its control routes. */
function isOwn(rest: string): boolean {
  return (
    ['', '/', '/openapi.json', '/openapi.yaml', CONTROL_PREFIX].includes(rest) || rest.startsWith(`${CONTROL_PREFIX}/`)
  );
}

function notThere(mocks: readonly PlacedMock[], path: string, outgoing: ServerResponse): void {
  const detail = `Nothing is served at ${path}. Documents are at ${mocks.map(({ base }) => base).join(', ')}.`;
  outgoing.writeHead(404, { 'content-type': 'application/problem+json' });
  outgoing.end(JSON.stringify({ type: 'about:blank', title: 'Not Found', status: 404, detail }));
}

function refusedPort(error: NodeJS.ErrnoException, host: string, port: number): StandinError {
  return error.code === 'EADDRINUSE'
    ? new StandinError('port.taken', `Port ${port} on ${host} is taken by another program.`, { cause: error })
    : new StandinError('listen.failed', `${host}:${port} cannot be listened on: ${error.code ?? error.message}.`, {
        cause: error,
      });
}
