import type { HeaderFields, HttpRequest } from '../../core/index.ts';

/** Something that answers HTTP requests: a URL, or a `fetch` function in this process. */
export interface Target {
  /** Base URL without user info, query and trailing slash. */
  readonly base: string;
  /** In this process or on this machine: everything may be sent to it. */
  readonly loopback: boolean;
  /** Sends once and never throws. `request.path` is joined to the base as it is. */
  send(request: HttpRequest, options: SendOptions): Promise<Outcome>;
  close(): Promise<void>;
}

export interface SendOptions {
  /** Milliseconds for the whole exchange: name resolution, connection, headers and body. */
  readonly timeout: number;
  /** Bytes of body, compressed and decoded. */
  readonly maxBytes: number;
  /** Take a connection that nobody has used. */
  readonly fresh?: boolean;
  readonly signal?: AbortSignal;
}

export interface Timing {
  readonly startedAt: number;
  readonly duration: number;
}

export type Outcome = Answered | Failed;

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly reason: string;
  /** As they stood on the wire. */
  readonly headers: HeaderFields;
  /** Content codings removed; cut at `maxBytes` for streams only. */
  readonly bytes: Uint8Array;
  /** The stream was still running when we stopped reading. */
  readonly cut: boolean;
  readonly notes: readonly TransportNote[];
  readonly timing: Timing;
}

export interface Failed {
  readonly kind: 'failed';
  readonly code: FailureCode;
  readonly message: string;
  /** Sent on a connection that had been used before: the other side may have closed it before it saw the request. */
  readonly reused?: true;
  /** What came before it failed. */
  readonly partial?: { readonly status: number; readonly headers: HeaderFields; readonly bytes: Uint8Array };
  readonly timing: Timing;
}

export type FailureCode =
  | 'timeout'
  | 'unreachable'
  | 'connection-reset'
  | 'incomplete-body'
  | 'not-http'
  | 'body-too-large'
  | 'bad-content-coding'
  | 'tls'
  | 'cannot-send'
  /** The run holds it back, because it could change what it did not create. */
  | 'held-back'
  /** The run holds back a creation: a record with the id that it names exists. */
  | 'id-taken'
  | 'aborted';

/** Something that the transport saw and that did not stop it. */
export interface TransportNote {
  readonly kind: 'surplus-bytes' | 'unknown-coding' | 'content-length';
  readonly message: string;
}
