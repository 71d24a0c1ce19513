import type { IncomingMessage } from 'node:http';
import type { Begun } from './answering.ts';

/** A request whose body lies ready, where the adapter takes it from too, or that has begun to be answered. */
export type ReadFirst = IncomingMessage & { rawBody?: Buffer; begun?: Begun };

/**
 * Goes on once a body of known and bearable length has come in whole: whoever answers then has nothing left to wait for.
 * Every other request goes on at once, its body unread. One that breaks off is not told of: nobody is left to be answered.
 */
export function whenRead(incoming: ReadFirst, limit: number, goOn: () => void): void {
  if (!isBearable(incoming, limit)) {
    goOn();
    return;
  }
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const [only] = chunks;
    incoming.rawBody = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
    goOn();
  });
  incoming.on('error', ignored);
}

function isBearable({ headers, method }: IncomingMessage, limit: number): boolean {
  const length = headers['content-length'];
  // What GET and HEAD carry is no body to the platform (RFC 9110 §9.3.1).
  if (length === undefined || length === '0' || method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] === undefined && Number(length) <= limit;
}

function ignored(): void {}
