import type { HttpRequest } from '../../core/index.ts';
import type { LinesReader } from './lines.ts';
import type { ServerOptions } from './options.ts';
import type { Answering, Begun } from './serve-answer.ts';
import { bytesBody, type Incoming, NO_BODY, type Outgoing, splitTarget } from './translate.ts';

/** A request as the socket's server gives it. */
export interface SocketRequest extends Incoming {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
}

/**
 * Answers on the socket what needs nothing of the platform's `Request` and `Response`, within the event that brought it.
 * Gives what is left to the app: a request that it has to read for itself, or one that has begun.
 */
export type FastPath = (
  incoming: SocketRequest,
  write: (outgoing: Outgoing) => void,
) => 'answered' | 'untouched' | Begun;

export function createFastPath(
  { begin, conclude }: Answering,
  linesOf: LinesReader,
  { controlPrefix, now }: ServerOptions,
): FastPath {
  return (incoming, write) => {
    const request = plainRequest(incoming, linesOf);
    // The page for people and the control routes are the app's.
    if (request === undefined || request.path === '/' || request.path.startsWith(controlPrefix)) return 'untouched';
    const started = now();
    try {
      const begun = begin(request, started);
      const { reply } = begun;
      if (reply instanceof Promise || !isReady(reply)) return begun;
      write(conclude(reply, begun));
      return 'answered';
    } catch (error) {
      return { reply: Promise.reject(error), request, started };
    }
  };
}

type Reply = Awaited<Begun['reply']>;

function isReady(reply: Reply): reply is Extract<Reply, { kind: 'answer' }> {
  return reply.kind === 'answer' && reply.delay === 0 && reply.response.body.kind !== 'stream';
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** What the platform's `URL` would leave as it is. An escape in the path may spell a control route. */
const PLAIN_TARGET = /^\/[!$&-;=@-[\]_a-z~]*(?:\?[!$%&-;=?-[\]_a-z~]*)?$/;
const DOT_SEGMENT = /\/\.\.?(?:[/?]|$)/;

/** `undefined` for whatever has to be normalised, refused, preflighted or read first. */
function plainRequest(incoming: SocketRequest, linesOf: LinesReader): HttpRequest | undefined {
  const { method = '', url = '', rawBody } = incoming;
  if (!METHODS.has(method) || !PLAIN_TARGET.test(url) || DOT_SEGMENT.test(url)) return undefined;
  const { plain, announced, contentType, fields } = linesOf(incoming.rawHeaders);
  if (!plain || (announced && rawBody === undefined)) return undefined;
  const { path, query } = splitTarget(url);
  return {
    method,
    path,
    query,
    headers: fields,
    body: rawBody === undefined ? NO_BODY : bytesBody(rawBody, contentType),
  };
}
