import type { HeaderFields, HttpRequest, HttpResponse, Json } from '../../core/index.ts';

/** Where in a file a use is recorded. */
export interface UseSource {
  readonly file: string;
  /** JSON Pointer into the file: `/log/entries/118`, `/interactions/3`. */
  readonly pointer: string;
}

/** Members of all kinds of uses. */
export interface UseFacts {
  readonly client: string;
  readonly source: UseSource;
  /** Number of calls that it represents. */
  readonly calls: number;
  /** Milliseconds since the Unix epoch; absent where the file has no dates. */
  readonly firstSeen?: number;
  readonly lastSeen?: number;
  /** A sample of recorded calls, which another use already counts. */
  readonly isSample?: true;
}

/** A recorded exchange: the answer is known, but not which parts of it the client read. */
export interface ExchangeUse extends UseFacts {
  readonly kind: 'exchange';
  readonly request: HttpRequest;
  /** Absent where no answer was recorded. */
  readonly response?: HttpResponse;
  /** Why the bodies are not known. */
  readonly unjudged?: string;
}

/** An interaction of a Pact: what the consumer sends, and which parts of the answer it reads. */
export interface InteractionUse extends UseFacts {
  readonly kind: 'interaction';
  readonly provider: string;
  readonly description: string;
  readonly request: HttpRequest;
  readonly expected: ExpectedResponse;
}

/** The answer that a consumer expects. */
export interface ExpectedResponse {
  readonly status: number;
  /** Any status of this class is taken: `2`. */
  readonly statusClass?: number;
  readonly headers: HeaderFields;
  readonly mediaType?: string;
  /** An example of the parts that are read; absent: the consumer reads nothing of the body. */
  readonly body?: Json;
  /** Which values are accepted in place of an example value. */
  readonly rules: readonly PactRule[];
}

/** The matchers for one place of a body. */
export interface PactRule {
  /** Tokens from the body; `*` stands for any property or item. */
  readonly path: readonly string[];
  readonly combine: 'and' | 'or';
  readonly matchers: readonly PactMatcher[];
}

/** One matcher, as in the file: `{ match: 'regex', regex: '…' }`. */
export type PactMatcher = Readonly<Record<string, Json>> & { readonly match: string };

/** How a client uses one operation, without the messages. */
export interface DistilledUse extends UseFacts {
  readonly kind: 'distilled';
  readonly method: string;
  /** Path template, from the document with which it was distilled. */
  readonly path: string;
  /** Calls whose bodies are not known. */
  readonly unjudged?: number;
  /** By place: `/query/limit`, `/header/x-trace`. */
  readonly parameters: UsedParts;
  /** Calls by media type of the request. */
  readonly mediaTypes: Readonly<Record<string, number>>;
  /**
   * By property of the request body, as JSON Pointer; the token `*` stands for any item or unnamed
   * property.
   */
  readonly sent: UsedParts;
  readonly responses: Readonly<Record<string, UsedResponse>>;
}

export interface UsedResponse {
  readonly calls: number;
  /** Properties that were received and may be read. */
  readonly delivered: UsedParts;
  /** Properties that are read according to a contract. */
  readonly read: UsedParts;
}

export type UsedParts = Readonly<Record<string, PartOfUse>>;

/** How one part of messages is used. The only values in it are those that the document lists. */
export interface PartOfUse {
  /** Calls that contain the part. */
  readonly calls: number;
  /** Calls that contain it in every object where it may occur; absent: all of `calls`. */
  readonly whole?: number;
  readonly types?: readonly string[];
  /** Values of an enumeration of the document. */
  readonly values?: readonly Json[];
  /** Smallest and largest length: characters of strings, or items of arrays. */
  readonly lengths?: readonly [least: number, most: number];
}

export type ClientUse = ExchangeUse | InteractionUse | DistilledUse;
