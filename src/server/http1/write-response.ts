import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { PreparedAnswer } from '../exchange/translate.ts';
import type { WriteBatch } from './write-batch.ts';

/** Writes an answer out on the connection that brought its request. */
export type SocketWriter = (outgoing: PreparedAnswer, response: ServerResponse) => void;

/**
 * A connection that stays open and waits for nothing else gets head and content as one text in one write: what the platform's
 * response does beyond that costs a fifth of a read. Everything else is the platform's.
 * @param now milliseconds since the Unix epoch
 * @param keepAlive milliseconds for which a connection without requests stays open
 * @param send takes what is ready to be written
 */
export function createSocketWriter(now: () => number, keepAlive: number, send: WriteBatch['send']): SocketWriter {
  const connectionLines = createConnectionLines(keepAlive);
  return (outgoing, response) => {
    const head = isFree(response) ? headOf(outgoing) : undefined;
    if (head === undefined) return writeByPlatform(outgoing, response);
    const content = typeof outgoing.content === 'string' ? outgoing.content : '';
    const encoding = isAscii(content, outgoing.init) ? 'latin1' : 'utf8';
    const at = now();
    send({ text: head + connectionLines(at) + content, encoding, response }, at);
  };
}

/** Whether it is this answer's turn on its connection, which stays open after it and has taken everything before. */
function isFree({ socket, shouldKeepAlive, req }: ServerResponse): boolean {
  return shouldKeepAlive && req.httpVersionMinor === 1 && socket?.writable === true && socket.writableLength === 0;
}

/** Status line and fields in the form of RFC 9112 §4 and §5; `undefined` where that is left to the platform. */
function headOf(outgoing: PreparedAnswer): string | undefined {
  if (outgoing.head !== undefined) return outgoing.head;
  const { content, init } = outgoing;
  const { headers, status } = init;
  if (headers instanceof Headers || (content !== null && typeof content !== 'string')) return undefined;
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || !PLAIN.test(value)) return undefined;
    head += `${name}: ${value}\r\n`;
  }
  outgoing.head = head;
  return head;
}

/** Of a value: names are tokens. */
const PLAIN = /^[\t\x20-\x7e]*$/;

/** Whether each character is one byte, which is written faster. */
function isAscii(text: string, { headers }: PreparedAnswer['init']): boolean {
  return text === '' || (!(headers instanceof Headers) && headers['content-length'] === String(text.length));
}

/** Writes an answer by the platform's own response. */
export function writeByPlatform({ content, init }: PreparedAnswer, response: ServerResponse): void {
  const { headers, status } = init;
  if (headers instanceof Headers) {
    response.setHeaders(headers);
    response.writeHead(status);
  } else response.writeHead(status, headers);
  // What is streamed has been left to the app.
  response.end((content ?? undefined) as string | Uint8Array | undefined);
}

/** The Date and Connection lines of every answer, rebuilt once a second. */
function createConnectionLines(keepAlive: number): (at: number) => string {
  const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1_000)}\r\n\r\n`;
  let second = Number.NaN;
  let lines = '';
  return (at) => {
    const now = Math.floor(at / 1_000);
    if (now !== second) {
      second = now;
      lines = `Date: ${new Date(now * 1_000).toUTCString()}\r\n${kept}`;
    }
    return lines;
  };
}
