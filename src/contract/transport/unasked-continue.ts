import type { Socket } from 'node:net';

/** Follows the answers on one connection. */
export interface AnswerReader {
  /** A request was sent: the next bytes begin with a status line. */
  expectAnswer(): void;
  /** Whether bytes have come behind the head of the last answer, whose status (204, 304) allows no content. */
  hasForbiddenContent(): boolean;
}

/** A status line up to its status: `HTTP/1.1 100`. */
const STATUS_LINE = /^HTTP\/\d\.\d \d{3}$/;
/** Statuses of answers without content (RFC 9110 §6.4.1). */
const BODILESS = /(?:204|304)$/;
const STATUS_END = 12;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const TWO = 0x32;

/**
 * Accepts `100 Continue` that a server sends without `Expect` (RFC 9110 §15.2), for which undici ends the
 * connection. Its status becomes 102 before undici reads it, because undici skips other interim answers.
 * Only status lines before an answer are changed.
 */
export function allowUnaskedContinue(socket: Socket): AnswerReader {
  let place: 'status line' | 'interim head' | 'bodiless head' | 'answer' = 'status line';
  let hasContent = false;
  let line = '';
  let isLineEmpty = false;

  const readLine = (chunk: Buffer, index: number): void => {
    line += String.fromCharCode(chunk[index] ?? 0);
    if (line.length < STATUS_END) return;
    const isInterim = STATUS_LINE.test(line) && line[9] === '1';
    if (isInterim && line.endsWith('100')) chunk[index] = TWO;
    place = isInterim ? 'interim head' : BODILESS.test(line) ? 'bodiless head' : 'answer';
    isLineEmpty = false;
    line = '';
  };
  const readHead = (chunk: Buffer, index: number): void => {
    const byte = chunk[index];
    if (byte === CARRIAGE_RETURN) return;
    if (byte === LINE_FEED && isLineEmpty) {
      hasContent = place === 'bodiless head' && index + 1 < chunk.length;
      place = place === 'bodiless head' ? 'answer' : 'status line';
    }
    isLineEmpty = byte === LINE_FEED;
  };

  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk)) return chunk;
    for (let index = 0; index < chunk.length && place !== 'answer'; index += 1) {
      if (place === 'status line') readLine(chunk, index);
      else readHead(chunk, index);
    }
    return chunk;
  };
  return {
    expectAnswer() {
      place = 'status line';
      line = '';
      hasContent = false;
    },
    hasForbiddenContent: () => hasContent,
  };
}
