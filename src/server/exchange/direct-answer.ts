import type { HttpRequest } from '../../core/index.ts';
import type { LinesReader } from './lines.ts';
import type { ServerOptions } from './options.ts';
import type { ExchangeHandler, StartedRequest } from './serve-answer.ts';
import { isDocumentPath } from './served-document.ts';
import { bytesBody, NO_BODY, type NodeRequest, type PreparedAnswer, splitTarget } from './translate.ts';

/** A request of the socket's server. */
export interface SocketRequest extends NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
}

/**
 * Answers requests directly on the socket, in the event that brought them, if they do not need the
 * platform's `Request` and `Response`. All others are left to the app.
 */
export type DirectAnswer = (
  incoming: SocketRequest,
  write: (outgoing: PreparedAnswer) => void,
) => 'answered' | 'untouched' | StartedRequest;

export function createDirectAnswer(
  { begin, conclude }: ExchangeHandler,
  linesOf: LinesReader,
  { controlPrefix, now }: ServerOptions,
): DirectAnswer {
  const isOfServer = (path: string): boolean => path === '/' || isDocumentPath(path) || path.startsWith(controlPrefix);
  return (incoming, write) => {
    const request = plainRequest(incoming, linesOf);
    // The HTML page and the control routes belong to the app.
    if (request === undefined || isOfServer(request.path)) return 'untouched';
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

type Reply = Awaited<StartedRequest['reply']>;

function isReady(reply: Reply): reply is Extract<Reply, { kind: 'answer' }> {
  return reply.kind === 'answer' && reply.delay === 0 && reply.response.body.kind !== 'stream';
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/**
 * Targets that the platform's `URL` would not change. An escape in the path may be one of a control route.
 */
const PLAIN_TARGET = /^\/[!$&-;=@-[\]_a-z~]*(?:\?[!$%&-;=?-[\]_a-z~]*)?$/;
const DOT_SEGMENT = /\/\.\.?(?:[/?]|$)/;

/** `undefined` for requests that must be normalised, refused, preflighted or read first. */
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
