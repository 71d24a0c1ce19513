import type { HeaderFields, HttpRequest, HttpResponse, Json } from '../../core/index.ts';

/** Where a recorded use stands. */
export interface UseSource {
  readonly file: string;
  /** JSON Pointer into the file: `/log/entries/118`, `/interactions/3`. */
  readonly pointer: string;
}

/** What all kinds of uses say. */
export interface UseFacts {
  readonly client: string;
  readonly source: UseSource;
  /** Calls that it stands for. */
  readonly calls: number;
  /** Milliseconds since the Unix epoch; absent where the file has no dates. */
  readonly firstSeen?: number;
  readonly lastSeen?: number;
  /** It stands for calls that another use counts. */
  readonly isSample?: true;
}

/** An exchange that was recorded: what came is known, and what was read is not. */
export interface ExchangeUse extends UseFacts {
  readonly kind: 'exchange';
  readonly request: HttpRequest;
  /** Absent where no answer was recorded. */
  readonly response?: HttpResponse;
  /** Why the bodies are not known. */
  readonly unjudged?: string;
}

/** An interaction of a Pact: what the consumer sends, and what it reads of the answer. */
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
  /** An example of what is read; absent: nothing of the body is read. */
  readonly body?: Json;
  /** What may stand in the place of a value of the example. */
  readonly rules: readonly PactRule[];
}

/** The matchers of one place of a body. */
export interface PactRule {
  /** Tokens from the body; `*` stands for any property or item. */
  readonly path: readonly string[];
  readonly combine: 'and' | 'or';
  readonly matchers: readonly PactMatcher[];
}

/** One matcher, as in the file: `{ match: 'regex', regex: '…' }`. */
export type PactMatcher = Readonly<Record<string, Json>> & { readonly match: string };

/** One operation as a client uses it, without the messages. */
export interface DistilledUse extends UseFacts {
  readonly kind: 'distilled';
  readonly method: string;
  /** Template of the document that it was distilled by. */
  readonly path: string;
  /** Calls whose bodies are not known. */
  readonly unjudged?: number;
  /** By place: `/query/limit`, `/header/x-trace`. */
  readonly parameters: UsedParts;
  /** Calls by media type of the request. */
  readonly mediaTypes: Readonly<Record<string, number>>;
  /** Properties of the request body, by JSON Pointer; the token `*` stands for any item or unnamed property. */
  readonly sent: UsedParts;
  readonly responses: Readonly<Record<string, UsedResponse>>;
}

export interface UsedResponse {
  readonly calls: number;
  /** Properties that came, which may be read. */
  readonly delivered: UsedParts;
  /** Properties that a contract says are read. */
  readonly read: UsedParts;
}

export type UsedParts = Readonly<Record<string, PartOfUse>>;

/** How one part of messages is used. It holds no value but those that the document lists. */
export interface PartOfUse {
  /** Calls that have it. */
  readonly calls: number;
  /** Calls that have it in every object where it may stand; absent: all of `calls`. */
  readonly whole?: number;
  readonly types?: readonly string[];
  /** Values of an enumeration of the document. */
  readonly values?: readonly Json[];
  /** Shortest and longest: characters of strings, or items of arrays. */
  readonly lengths?: readonly [least: number, most: number];
}

export type ClientUse = ExchangeUse | InteractionUse | DistilledUse;
