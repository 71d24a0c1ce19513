import type { HttpRequest, Json, JsonObject } from '../../core/index.ts';
import type { Fuzzer, Generator } from '../../generation/index.ts';
import type { Resource, ResourceModel } from '../../resources/index.ts';
import type { Api, Operation, Parameter, Schema } from '../../spec/index.ts';
import type { FinishedExchange } from '../../traffic/index.ts';
import type { AnsweredOutcome } from '../transport/target.ts';
import type { IncompleteExchange } from './check.ts';
import type { Exchange } from './exchange.ts';
import type { CreatedItem, Fixture, FixtureUse, GivenPath, PreparedValues } from './fixture.ts';
import type { Purpose } from './purpose.ts';
import type { StepEnd } from './step-end.ts';

/**
 * What a step of a case may use. Every request sent through `exchange` is judged and counted for its case.
 */
export interface CaseContext {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly generator: Generator;
  readonly seed: number;
  readonly fixtures: Fixtures;
  /** The number of the attempt: a replay of a failure uses it to draw different data. */
  readonly attempt: number;
  /** Tells this run from others on the same target; empty if the caller gave none. */
  readonly salt: string;
  /** Whether the user gave the value of a place of a request, such as `/body/ownerId`. */
  isGiven(operation: Operation, place: string): boolean;
  /** The values that the user gave for parameters of an operation's path, by name. */
  givenPath(operation: Operation): JsonObject;
  exchange(request: HttpRequest, options: ExchangeOptions): Promise<ExchangeResult>;
  /** An idempotency key that no request has used. */
  newKey(parameter: Parameter): Json | undefined;
  /** The item that an answer names as created. */
  madeBy(exchange: Exchange): CreatedItem | undefined;
  /**
   * Fills a planned request with the values that the service has asked for. `at` is the place of the draw;
   * the place `probed` keeps its value.
   */
  hinted(operation: Operation, request: HttpRequest, at: string, probed?: string): HttpRequest;
  /** A value for the last parameter of a path that an answer had under its name, and that the parameter's schema allows. */
  shownAt(template: string, schema: Schema): Json | undefined;
  /**
   * Whether the run has no credential and the target answers reads without one, although the document asks
   * for it: then nothing shows that the target asks for credentials at all.
   */
  admitsAll(): boolean;
  /** Why no request of an operation succeeded before the phases; undefined if one did. */
  refusesAll(operation: Operation): string | undefined;
  /** Places of a body that must name a record because a refusal says so. */
  recordsIn(operation: Operation): readonly NamedRecord[];
  /** Whether a refusal asked for a place of a request, such as `/body/name`. */
  isNeeded(operation: Operation, place: string): boolean;
  /** Keeps a request that was accepted where one with all optional parts was not. */
  keepTo(operation: Operation, request: HttpRequest): void;
  /** Keeps a request that was accepted where one with the required parts alone was not. */
  startFrom(operation: Operation, request: HttpRequest): void;
  /** Learns from an answer. Returns whether it gave a new hint. */
  learn(answer: ExchangeResult): boolean;
  /** Whether an operation has given 2xx in this run. */
  hasWorked(operation: Operation): boolean;
  /** Whether a 2xx of an operation had an entity tag. */
  hasTagged(operation: Operation): boolean;
  /** Loads the fuzzer on first use. */
  fuzzer(): Fuzzer;
  readonly stopped: () => boolean;
  /** Waits `ms` milliseconds, or until the run is stopped. */
  pause(ms: number): Promise<void>;
  /** Judges an exchange of another client. */
  judge(recorded: FinishedExchange, options: ExchangeOptions): ExchangeResult;
  /** Judges an exchange of this case again with more facts. Sends nothing. */
  again(exchange: Exchange, options: ExchangeOptions): ExchangeResult;
  /**
   * Whether a request certainly keeps the contract as the target decodes it. Undefined if its path belongs
   * to another operation.
   */
  keeps(operation: Operation, request: HttpRequest): boolean | undefined;
  /** Whether a value of a request fits a schema. */
  accepts(schema: Schema, value: Json): boolean;
}

/** A place of a body that must name a record of a resource. */
export interface NamedRecord {
  /** Such as `/from` or `/labels/*`. */
  readonly pointer: string;
  readonly schema: Schema;
  readonly resource: Resource;
  /** How many refusals have said so. Each one makes the next attempt name the record in another way. */
  readonly refusals: number;
}

export interface ExchangeOptions {
  readonly operation?: Operation | undefined;
  readonly purpose: Purpose;
  /** The planned request that this one was made from. It was proven to be broken if its stimulus says so. */
  readonly planned?: HttpRequest;
  /** Where findings point in the document when there is no operation. */
  readonly pointer?: string;
  /** Sends without checks, and counts nothing for coverage. */
  readonly quiet?: boolean;
  /** Returns at once if the answer asks to wait for this operation only. */
  readonly postpone?: boolean;
  /** Sends on trial: `failed` lists the errors that no other case has shown, and nothing is recorded. */
  readonly trial?: boolean;
  /** Gives the purpose that the answer is judged by, if that is known only afterwards. */
  readonly settle?: (answer: AnsweredOutcome) => Promise<Purpose>;
  /** Nothing shows that the credential of the run is valid: operations that answer with it answer without it, too. */
  readonly doubtful?: boolean;
  /** Sends no credential, or the request already has one. */
  readonly bare?: boolean;
  /** The operation whose credential is sent with a request that belongs to no operation. */
  readonly like?: Operation;
}

/** An exchange that was answered, and what the checks said of it. */
export interface AnsweredExchange {
  readonly kind: 'answered';
  readonly exchange: Exchange;
  readonly end: StepEnd;
  readonly failed: boolean;
}

export type ExchangeResult =
  | AnsweredExchange
  | { readonly kind: 'missed'; readonly missed: IncompleteExchange; readonly end: StepEnd; readonly failed: boolean };

/** The decoded JSON of an answer, if it has one. */
export function jsonOf(exchange: Pick<Exchange, 'response'>): Json | undefined {
  const { body } = exchange.response;
  return body.kind === 'parsed' ? body.value : undefined;
}

export function isSuccess(result: ExchangeResult): result is AnsweredExchange {
  return result.kind === 'answered' && is2xx(result.exchange);
}

/** Whether a write has taken effect. What is only accepted (202) does so later, or not at all (RFC 9110 §15.3.3). */
export function tookEffect(result: ExchangeResult): result is AnsweredExchange {
  return isSuccess(result) && result.exchange.response.status !== 202;
}

/**
 * Whether a create succeeded. It may point to the item instead of showing it, if the document says so (303,
 * RFC 9110 §15.4.4).
 */
export function hasMade(result: ExchangeResult): result is AnsweredExchange {
  return result.kind === 'answered' && (is2xx(result.exchange) || isSeeOther(result.exchange));
}

export function isSeeOther({
  request,
  response,
  documented,
}: Pick<Exchange, 'request' | 'response' | 'documented'>): boolean {
  return request.method === 'POST' && response.status === 303 && documented?.status === '303';
}

/** Whether an answer is a success by its status and by its content. */
export function is2xx({ response: { status }, refuses }: Pick<Exchange, 'response' | 'refuses'>): boolean {
  return status >= 200 && status < 300 && !refuses;
}

export interface Fixtures {
  /** Ids for the path of an operation and references for its body. */
  prepare(caseContext: CaseContext, operation: Operation, use: FixtureUse, given?: GivenPath): Promise<PreparedValues>;
  /** An item of a resource. */
  item(caseContext: CaseContext, resource: Resource, use: FixtureUse): Promise<Fixture>;
  /** Discards an item that may be in a wrong state, so that no other case gets it. */
  discard(caseContext: CaseContext, operation: Operation, path: Readonly<Record<string, Json>>): Promise<void>;
  /** Returns an intact item to the pool of spare items. */
  handOn(resource: Resource, item: Fixture): void;
  /** Adds an item that a case has created to the pool. */
  adopt(resource: Resource, made: CreatedItem): void;
  /**
   * A record that this run did not create is gone. Records that are known only by a path are looked up
   * again.
   */
  forget(): void;
  /** Many records are gone at once. Every record is created or looked up again. */
  forgetAll(): void;
  /** Runs once, under a name, work that several cases share. It runs again for a case that reports a failure. */
  once<T>(caseContext: CaseContext, name: string, act: () => Promise<T>): Promise<T>;
  /** Creates an item. `all` fills optional properties, too. `path`: parameters of the path of the create, if known. */
  create(
    caseContext: CaseContext,
    resource: Resource,
    optional: 'all' | 'required',
    path?: Readonly<Record<string, Json>>,
  ): Promise<Fixture>;
}
