import type { ServerResponse } from 'node:http';
import type { DirectAnswer } from '../exchange/direct-answer.ts';
import type { PreparedAnswer } from '../exchange/translate.ts';
import type { BufferedRequest } from './buffered-request.ts';

/** Answers a request of a socket. */
export type SocketListener = (incoming: BufferedRequest, outgoing: ServerResponse) => unknown;

/** Answers directly what needs no platform `Request`, through `write`; `listener` gets the rest, with the answer that has begun. */
export function answerDirectly(
  direct: DirectAnswer,
  listener: SocketListener,
  write: (whole: PreparedAnswer, outgoing: ServerResponse, incoming: BufferedRequest) => void,
): SocketListener {
  return (incoming, outgoing) => {
    const left = direct(incoming, (whole) => write(whole, outgoing, incoming));
    if (left === 'answered') return;
    if (left !== 'untouched') incoming.begun = left;
    return listener(incoming, outgoing);
  };
}
