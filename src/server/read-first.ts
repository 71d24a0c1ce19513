import { IncomingMessage } from 'node:http';
import type { Begun } from './answering.ts';

/** A request of a socket whose body can be waited for without the events of a stream: they cost more than reading it. */
export class ReadFirst extends IncomingMessage {
  /** The content, where the adapter takes it from too, once it has come in whole. */
  rawBody?: Buffer;
  /** What has begun to be answered already. */
  begun?: Begun;
  /** The platform's mark that nothing is left to be thrown away; where it does not know it, it looks in vain. */
  declare _consumed: boolean;
  #left = false;
  #reading: { readonly chunks: Buffer[]; readonly goOn: () => void } | undefined;

  /**
   * Goes on once a body of known and bearable length has come in whole: whoever answers then has nothing left to wait for.
   * Every other request goes on at once, its body unread. One that breaks off is not told of: nobody is left to be answered.
   */
  whenRead(limit: number, goOn: () => void): void {
    if (isBearable(this, limit)) this.#reading = { chunks: [], goOn };
    else goOn();
  }

  /** Says that nobody will read this as a stream any more: it is not brought to its end, which takes three turns of the event loop. */
  leaveUnread(): void {
    this.#left = true;
    this._consumed = true;
  }

  /** The parser's way to hand over what comes in, `null` at the end. */
  override push(chunk: Buffer | null): boolean {
    if (this.#left) return true;
    if (this.#reading === undefined) return super.push(chunk);
    const { chunks, goOn } = this.#reading;
    if (chunk !== null) {
      chunks.push(chunk);
      return true;
    }
    this.#reading = undefined;
    const [only] = chunks;
    this.rawBody = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
    goOn();
    if (this.#left) return true;
    // The adapter would drain what has not ended.
    this.resume();
    return super.push(null);
  }
}

function isBearable({ headers, method }: IncomingMessage, limit: number): boolean {
  const length = headers['content-length'];
  // What GET and HEAD carry is no body to the platform (RFC 9110 §9.3.1).
  if (length === undefined || length === '0' || method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] === undefined && Number(length) <= limit;
}
