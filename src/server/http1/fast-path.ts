import type { ServerResponse } from 'node:http';
import type { DirectAnswer } from '../exchange/direct-answer.ts';
import { answerDirectly, type SocketListener } from './answer-directly.ts';
import { BufferedRequest } from './buffered-request.ts';
import { createRequestBatch } from './request-batch.ts';
import { createWriteBatch } from './write-batch.ts';
import { createSocketWriter } from './write-response.ts';

/** Major versions of Node on which the tests of the server have run: the fast path relies on how their HTTP server works inside. */
export const TESTED_MAJORS: readonly number[] = [20, 22, 24, 26];

export interface FastPathOptions {
  /** Such as `22.4.0`. */
  readonly nodeVersion: string;
  readonly direct: DirectAnswer;
  /** Answers through the platform what the fast path cannot. */
  readonly listener: SocketListener;
  /** Bytes of a body that are waited for. */
  readonly bodyLimit: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Milliseconds for which a connection without requests stays open. */
  readonly keepAlive: number;
}

/** A shorter way from a socket to its answer than the requests and responses of the platform. */
export interface FastPath {
  /** The class of requests that the HTTP server has to make. */
  readonly IncomingMessage: typeof BufferedRequest;
  readonly serve: (incoming: BufferedRequest, outgoing: ServerResponse) => void;
}

/** The fast path over HTTP/1.1, as one pipe: buffer → batch → answer → write batch. `undefined` on a Node that the tests have not run on. */
export function createFastPath(options: FastPathOptions): FastPath | undefined {
  const { bodyLimit } = options;
  if (!TESTED_MAJORS.includes(Number.parseInt(options.nodeVersion, 10))) return undefined;
  const writes = createWriteBatch();
  const inBatch = createRequestBatch(writes.during);
  const write = createSocketWriter(options.now, options.keepAlive, writes.send);

  const answer = answerDirectly(options.direct, options.listener, (whole, outgoing, incoming) => {
    incoming.leaveUnread();
    write(whole, outgoing);
  });
  return {
    IncomingMessage: BufferedRequest,
    serve: (incoming, outgoing) => incoming.whenBuffered(bodyLimit, inBatch, () => answer(incoming, outgoing)),
  };
}
