import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StandinMock } from '../library/index.ts';

/** Request handler of `node:http`, Express, Connect and Fastify's `@fastify/middie`. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse, next?: () => void) => void;

export interface NodeHandlerOptions {
  /** What happens to a path that the document does not have: `refuse` (404, the default) or `next`, the next handler of the server. */
  readonly undocumented?: 'refuse' | 'next';
}

/** What Express adds to a request. */
interface Mounted extends IncomingMessage {
  readonly originalUrl?: string;
  readonly body?: unknown;
  rawBody?: Buffer;
}

/** Answers requests of a server of Node by a mock. Below a path of another server (`app.use('/api', …)`) create the mock with `base: '/api'`. */
export function toNodeHandler(mock: StandinMock, { undocumented = 'refuse' }: NodeHandlerOptions = {}): NodeHandler {
  return (incoming, outgoing, next) => {
    const mounted: Mounted = incoming;
    const whole = mounted.originalUrl ?? incoming.url ?? '/';
    const path = whole.split('?', 1)[0] ?? '/';
    // A server that mounts a handler takes the base away; a mock that knows its base wants it.
    if (mock.api.basePaths.some((base) => base !== '' && path.startsWith(`${base}/`))) incoming.url = whole;
    const isKnown =
      mock.api.match({ method: incoming.method ?? 'GET', path: (incoming.url ?? '/').split('?', 1)[0] ?? '/' }).kind !==
      'unknown-path';
    if (!isKnown && undocumented === 'next' && next !== undefined) return next();
    // A parser that came before has read the body: it is written again as what it was.
    if (mounted.body !== undefined && incoming.readableEnded && mounted.rawBody === undefined)
      mounted.rawBody = Buffer.from(typeof mounted.body === 'string' ? mounted.body : JSON.stringify(mounted.body));
    void mock.handler(incoming, outgoing);
  };
}
