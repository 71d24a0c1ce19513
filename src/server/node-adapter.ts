import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Fault } from '../mock/index.ts';
import type { ServedApp, SocketBindings } from './app.ts';
import type { PreparedAnswer } from './exchange/translate.ts';
import { writeByPlatform } from './http1/write-response.ts';

type OnDefect = (error: unknown) => void;

/** What stands between a socket and the platform's requests and answers. */
export interface Adapter {
  readonly getRequestListener: typeof import('@hono/node-server').getRequestListener;
  readonly sentAlready: Response;
}

/** It brings `fetch`, HTTP/2 and TLS of the platform along, which a check of another service, a plan or an inspection never need. */
export async function loadAdapter(): Promise<Adapter> {
  const { getRequestListener } = await import('@hono/node-server');
  const { RESPONSE_ALREADY_SENT } = await import('@hono/node-server/utils/response');
  return { getRequestListener, sentAlready: RESPONSE_ALREADY_SENT };
}

export function listenerFor(
  app: ServedApp,
  onDefect: OnDefect,
  { getRequestListener, sentAlready }: Adapter,
): ReturnType<Adapter['getRequestListener']> {
  return getRequestListener(
    (request, { incoming, outgoing }) => {
      let isSent = false;
      const sent = (): Response => {
        isSent = true;
        return sentAlready;
      };
      const answer = app.hono.fetch(request, {
        incoming,
        fault: (kind: Fault) => {
          suffer(kind, outgoing as ServerResponse);
          return sent();
        },
        write: (whole: PreparedAnswer) => {
          writeByPlatform(whole, outgoing as ServerResponse);
          return sent();
        },
      } as SocketBindings);
      // The app makes another response of it for HEAD, which the adapter might write.
      const asSent = (response: Response): Response => (isSent ? sentAlready : response);
      return answer instanceof Promise ? answer.then(asSent) : asSent(answer);
    },
    {
      // HTTP/1.0 has no Host (RFC 9112 §3.2 asks it of HTTP/1.1 alone), and health probes still speak it.
      hostname: 'localhost',
      // The program that listens keeps its own `Request` and `Response`.
      overrideGlobalObjects: false,
      errorHandler: (error) => {
        if (error instanceof Error && error.name === 'RequestError')
          return new Response(null, { status: 400, headers: { connection: 'close' } });
        onDefect(error);
        return new Response(null, { status: 500 });
      },
    },
  );
}

/** What a client sees of a broken server: a reset, an empty reply, garbage, or nothing at all. */
function suffer(kind: Fault, outgoing: ServerResponse): void {
  // The answer to a pipelined request gets the connection when the answers before it have been written.
  if (outgoing.socket === null) outgoing.once('socket', (socket: Socket) => breakConnection(kind, socket));
  else breakConnection(kind, outgoing.socket);
}

function breakConnection(kind: Fault, socket: Socket): void {
  if (kind === 'reset') socket.resetAndDestroy();
  if (kind === 'empty') socket.destroy();
  if (kind === 'garbage') socket.end('\u0000garbage, not HTTP\r\n\u0001\u0002\u0003\r\n\r\n');
}
