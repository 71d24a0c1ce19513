import type { HttpRequest, HttpResponse, Json, JsonObject } from '../../core/index.ts';
import type { Fake } from '../../generation/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { DecodedParameters, Operation } from '../../spec/index.ts';
import type { Eventually } from '../../state/index.ts';

/** Domain rules of a mocked API that its document does not contain: the argument of `defineMocks`. */
export interface Mocks {
  /** By operationId. A behaviour answers in place of the inferred resource, or lets it answer with `call.inferred()`. */
  readonly behaviours?: Readonly<Record<string, Behaviour>>;
  /** By resource name (as `standin inspect` prints it): believable values that replace those drawn from the schema. */
  readonly factories?: Readonly<Record<string, Factory>>;
  /** By name. `default` fills every new world; without it, resources are seeded from examples and schemas. */
  readonly startingStates?: Readonly<Record<string, StartingState>>;
}

/**
 * Decides the answer to one operation. Everything that it reads and writes through `records` is one transaction; an answer of 4xx or 5xx rolls it back. It may run more than once, so it has no effect outside `records`. `undefined` lets the document answer (inferred resource, example, generated).
 * A plain function is fastest; an `async` function may await other work than the records.
 */
export type Behaviour = (call: Call, records: RecordsOf) => Eventually<HttpResponse | undefined>;

/** The records of a resource by its name. */
export type RecordsOf = (resource: string) => Records;

/** One request, and the ways to answer it. */
export interface Call {
  /** The operation of the document. */
  readonly operation: Operation;
  /** The request as it came. */
  readonly request: HttpRequest;
  /** Parameters with the types of the document, by place: `path`, `query`, `header`, `cookie`. */
  readonly parameters: DecodedParameters;
  /** The parsed body; `undefined` without one. Integers beyond 2^53 are bigint. */
  readonly body: Json | undefined;
  /** The inferred resource of the operation, if it has one. */
  readonly resource: Resource | undefined;
  /** The name of the world. */
  readonly world: string;
  /** What generated data is made from. */
  readonly seed: number;
  /** The mock's clock, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** An answer with this status, in its documented media type. */
  reply(status: number, value?: Json, headers?: Readonly<Record<string, string>>): HttpResponse;
  /** A refusal in the document's own error shape, else RFC 9457 problem+json. `code` is the machine-readable code. */
  refuse(status: number, code: string, message: string): HttpResponse;
  /** The answer of the inferred resource, in the same transaction. */
  inferred(): HttpResponse;
}

/** The id of a record. */
export type Id = number | bigint | string;

/** The entities of one resource in a transaction. Values are plain data and never changed in place. */
export interface Records {
  /** One record by its id. */
  get(id: Id): JsonObject | undefined;
  /** Stores a record, or replaces the one with this id. */
  put(id: Id, value: JsonObject): void;
  /** Deletes a record. Returns whether it existed. */
  delete(id: Id): boolean;
  /** Records whose top-level properties equal those of `match`, in insertion order. */
  find(match?: JsonObject, options?: { readonly limit?: number }): readonly JsonObject[];
  /** The number of records that `find` returns without a limit. */
  count(match?: JsonObject): number;
  /** The next integer id. Each id is given once in a world. */
  nextId(): number | bigint;
}

/** Fields for one entity. Deterministic: everything drawn comes from `draw`. Fields that it leaves out come from the schema. */
export type Factory = (draw: Draw) => JsonObject;

/** What a factory gets for one record. */
export interface Draw {
  /** The id of the record, if it is known already. */
  readonly id: Json | undefined;
  /** Fields that are already set (by a request, a parent or a starting state). */
  readonly known: JsonObject;
  /** Faker, positioned at the place of the record. */
  readonly fake: Fake;
}

/** Fills an empty world. Deterministic: everything drawn comes from `seeding`. */
export interface StartingState {
  /** One sentence for the list of starting states. */
  readonly description: string;
  /** Puts the records. */
  readonly seed: (seeding: Seeding) => Eventually<void>;
}

/** What a starting state is made with. */
export interface Seeding {
  /** What generated data is made from. */
  readonly seed: number;
  /** Instant that seeded dates are relative to: 2026-01-01T00:00:00Z. It is not the clock. */
  readonly reference: number;
  /** The records of a resource by its name. */
  readonly records: RecordsOf;
  /** Faker, positioned at a place: the same seed and place give the same draws, in any order. */
  fake(place: string): Fake;
  /** An entity of the resource that fits its schema, by its factory. */
  entity(resource: string, id: Id, known?: JsonObject): JsonObject;
}
