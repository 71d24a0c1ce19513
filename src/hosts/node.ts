import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StandinMock } from '../library/index.ts';

/** Request handler of `node:http`, Express, Connect and Fastify's `@fastify/middie`. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse, next?: () => void) => void;

export interface NodeHandlerOptions {
  /**
   * What to do with a path that the document does not have: `refuse` (404; default) or `next`, the server's
   * next handler.
   */
  readonly undocumented?: 'refuse' | 'next';
}

/** Properties that Express adds to a request. */
interface ExpressRequest extends IncomingMessage {
  readonly originalUrl?: string;
  readonly body?: unknown;
  rawBody?: Buffer;
}

/**
 * Answers requests of a Node server with a mock. When mounted below a path (`app.use('/api', …)`), create
 * the mock with `base: '/api'`.
 */
export function toNodeHandler(mock: StandinMock, { undocumented = 'refuse' }: NodeHandlerOptions = {}): NodeHandler {
  return (incoming, outgoing, next) => {
    const mounted: ExpressRequest = incoming;
    const whole = mounted.originalUrl ?? incoming.url ?? '/';
    const path = whole.split('?', 1)[0] ?? '/';
    // A server that mounts a handler removes the base from the path; a mock with a base expects it.
    if (mock.api.basePaths.some((base) => base !== '' && path.startsWith(`${base}/`))) incoming.url = whole;
    const isKnown =
      mock.api.match({ method: incoming.method ?? 'GET', path: (incoming.url ?? '/').split('?', 1)[0] ?? '/' }).kind !==
      'unknown-path';
    if (!isKnown && undocumented === 'next' && next !== undefined) return next();
    // An earlier parser has read the body, so it is serialized again.
    if (mounted.body !== undefined && incoming.readableEnded && mounted.rawBody === undefined)
      mounted.rawBody = Buffer.from(typeof mounted.body === 'string' ? mounted.body : JSON.stringify(mounted.body));
    void mock.handler(incoming, outgoing);
  };
}
