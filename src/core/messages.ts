/** A JSON value. Integers beyond ±(2^53−1) are `bigint`; every other number is `number`. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Header fields in the order of the message (RFC 9110 §5.3). Names keep their case; compare them in lower case. */
export type HeaderFields = readonly (readonly [name: string, value: string])[];

/** One part of multipart content (RFC 2046 §5.1): its name in a form, and its own header fields. */
export interface BodyPart {
  readonly name?: string;
  readonly headers: HeaderFields;
  /** Where the part is a file. */
  readonly file?: SentFile;
}

/** A file as a client sends it: its name is a label, never a path. */
export interface SentFile {
  readonly name?: string;
  readonly type?: string;
  readonly bytes: Uint8Array;
}

/** The content of a message (RFC 9110 §6.4), decoded as far as its media type allows. */
export type Body =
  | { readonly kind: 'none' }
  /** `text` is the exact string that was received or sent; numbers are not reformatted. */
  | {
      readonly kind: 'parsed';
      readonly mediaType: string;
      readonly value: Json;
      readonly text: string;
      /** The parts of multipart content, in order. */
      readonly parts?: readonly BodyPart[];
    }
  | { readonly kind: 'bytes'; readonly mediaType: string; readonly bytes: Uint8Array }
  | { readonly kind: 'stream'; readonly mediaType: string; readonly items: readonly Json[] }
  /** Larger than `limit` bytes; the rest was not read. */
  | { readonly kind: 'oversize'; readonly mediaType: string; readonly limit: number }
  | { readonly kind: 'unreadable'; readonly mediaType: string; readonly text: string; readonly reason: string };

/** A request as it was received: `path` and `query` keep their percent-encoding, `query` has no leading `?`. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HeaderFields;
  readonly body: Body;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: Body;
  /** Why a request is refused, for a log. It is not sent to the client. */
  readonly reason?: string;
}
