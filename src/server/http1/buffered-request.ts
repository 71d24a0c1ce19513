import { IncomingMessage } from 'node:http';
import type { StartedRequest } from '../exchange/serve-answer.ts';

/** A request of a socket whose body is collected without the events of a stream, which cost more than reading it. */
export class BufferedRequest extends IncomingMessage {
  /** The whole content, under the name that the adapter reads it by. */
  rawBody?: Buffer;
  /** An answer that is being made already. */
  begun?: StartedRequest;
  /** The platform's mark that the request is read, so that nothing has to be drained. */
  declare _consuming: boolean;
  #left = false;
  #reading: { readonly chunks: Buffer[]; readonly whole: () => void } | undefined;

  /**
   * Calls `answer` once the request has come in whole, in a batch, where it has no body or one of a known length below the limit. Every other
   * request is answered at once, its body unread. A request that breaks off is not answered.
   */
  whenBuffered(limit: number, inBatch: (answer: () => void) => void, answer: () => void): void {
    if (isBuffered(this, limit)) this.#reading = { chunks: [], whole: () => inBatch(() => this.#answered(answer)) };
    else answer();
  }

  /** Says that the request will not be read as a stream: ending it would take three turns of the event loop. */
  leaveUnread(): void {
    this.#left = true;
    this._consuming = true;
  }

  /** The parser hands over what comes in; `null` at the end. */
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
    // The adapter drains a request that has not ended.
    this.resume();
    super.push(null);
  }
}

function isBuffered({ headers, method }: IncomingMessage, limit: number): boolean {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] !== undefined) return false;
  if (length === undefined) return true;
  // The platform ignores content of GET and HEAD (RFC 9110 §9.3.1).
  return method !== 'GET' && method !== 'HEAD' && Number(length) <= limit;
}
