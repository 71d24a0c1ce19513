import { IncomingMessage } from 'node:http';
import type { Begun } from '../exchange/serve-answer.ts';

/** A request of a socket whose body can be waited for without the events of a stream: they cost more than reading it. */
export class ReadFirst extends IncomingMessage {
  /** The content, where the adapter takes it from too, once it has come in whole. */
  rawBody?: Buffer;
  /** What has begun to be answered already. */
  begun?: Begun;
  /** The platform's mark that somebody reads this, so that it has nothing to drain. */
  declare _consuming: boolean;
  #left = false;
  #reading: { readonly chunks: Buffer[]; readonly whole: () => void } | undefined;

  /**
   * Gives `inbox` what answers this, by `answer`, once it has come in whole, with a body of known and bearable length or none:
   * whoever answers then has nothing left to wait for. One that breaks off is not told of: nobody is left to be answered.
   * Every other request is answered at once, its body unread.
   */
  whenRead(limit: number, inbox: (answer: () => void) => void, answer: () => void): void {
    if (isBearable(this, limit)) this.#reading = { chunks: [], whole: () => inbox(() => this.#answered(answer)) };
    else answer();
  }

  /** Says that nobody will read this as a stream any more: it is not brought to its end, which takes three turns of the event loop. */
  leaveUnread(): void {
    this.#left = true;
    this._consuming = true;
  }

  /** The parser's way to hand over what comes in, `null` at the end. */
  override push(chunk: Buffer | null): boolean {
    if (this.#left) return true;
    if (this.#reading === undefined) return super.push(chunk);
    const { chunks, whole } = this.#reading;
    if (chunk !== null) {
      chunks.push(chunk);
      return true;
    }
    const [only] = chunks;
    if (only !== undefined) this.rawBody = chunks.length === 1 ? only : Buffer.concat(chunks);
    whole();
    return true;
  }

  #answered(answer: () => void): void {
    answer();
    if (this.#left) return;
    // The adapter would drain what has not ended.
    this.resume();
    super.push(null);
  }
}

function isBearable({ headers, method }: IncomingMessage, limit: number): boolean {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] !== undefined) return false;
  if (length === undefined) return true;
  // What GET and HEAD carry is no body to the platform (RFC 9110 §9.3.1).
  return method !== 'GET' && method !== 'HEAD' && Number(length) <= limit;
}
