import type { HeaderFields, HttpRequest } from '../../core/index.ts';

/** Something that answers HTTP requests: a URL, or a `fetch` function in this process. */
export interface Target {
  /** Base URL without user info, query and trailing slash. */
  readonly base: string;
  /** In this process or on this machine, so writes are allowed. */
  readonly loopback: boolean;
  /** Sends one request. Never throws. `request.path` is appended to the base unchanged. */
  send(request: HttpRequest, options: SendOptions): Promise<Outcome>;
  close(): Promise<void>;
}

export interface SendOptions {
  /** Milliseconds for the whole exchange: name resolution, connection, headers and body. */
  readonly timeout: number;
  /** Maximum bytes of the body, both compressed and decoded. */
  readonly maxBytes: number;
  /** Uses a new connection. */
  readonly fresh?: boolean;
  /** Id of the operation whose request it is. */
  readonly operation?: string;
  readonly signal?: AbortSignal;
}

export interface Timing {
  readonly startedAt: number;
  readonly duration: number;
}

export type Outcome = AnsweredOutcome | FailedOutcome;

export interface AnsweredOutcome {
  readonly kind: 'answered';
  readonly status: number;
  readonly reason: string;
  /** As received. */
  readonly headers: HeaderFields;
  /** Without content codings; cut at `maxBytes` for streams only. */
  readonly bytes: Uint8Array;
  /** The stream was still open when reading stopped. */
  readonly cut: boolean;
  readonly notes: readonly TransportNote[];
  readonly timing: Timing;
  readonly onWire?: WireExchange;
}

/** What went over the connection where the run has asked for something else: a call for a stand-in, another base URL. */
export interface WireExchange {
  readonly request: HttpRequest;
  /** The base URL of an operation with a server of its own. */
  readonly base?: string;
  /** The answer as it came; absent if none came. */
  readonly answer?: AnsweredOutcome;
}

export interface FailedOutcome {
  readonly kind: 'failed';
  readonly code: FailureCode;
  readonly message: string;
  /** Sent on a reused connection: the target may have closed it before it read the request. */
  readonly reused?: true;
  /** The part that was received before the failure. */
  readonly partial?: { readonly status: number; readonly headers: HeaderFields; readonly bytes: Uint8Array };
  readonly timing: Timing;
  readonly onWire?: WireExchange;
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
  /** The run blocks the request, because it could change a record that the run did not create. */
  | 'held-back'
  /** The run blocks a create, because a record with its id exists. */
  | 'id-taken'
  | 'aborted';

/** An irregularity that did not prevent the exchange. */
export interface TransportNote {
  readonly kind: 'surplus-bytes' | 'unknown-coding' | 'content-length';
  readonly message: string;
}
