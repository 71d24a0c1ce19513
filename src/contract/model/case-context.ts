import type { HttpRequest, Json } from '../../core/index.ts';
import type { Fuzzer, Generator } from '../../generation/index.ts';
import type { Resource, ResourceModel } from '../../resources/index.ts';
import type { Api, Operation, Parameter } from '../../spec/index.ts';
import type { FinishedExchange } from '../../traffic/index.ts';
import type { Answered } from '../transport/target.ts';
import type { Missed } from './check.ts';
import type { Exchange } from './exchange.ts';
import type { Created, Fixture, FixtureUse, GivenPath, Prepared } from './fixture.ts';
import type { Purpose } from './purpose.ts';
import type { StepEnd } from './step-end.ts';

/** What a step may do and know. Everything that it sends through `exchange` is judged and counted for its case. */
export interface CaseContext {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly generator: Generator;
  readonly seed: number;
  readonly fixtures: Fixtures;
  /** Different in the replay of a failure, for data that must not be the same twice. */
  readonly attempt: number;
  /** Tells this run from others on the same target; empty where the caller gave none. */
  readonly salt: string;
  /** Whether a person gave the value for a place of a request, such as `/body/ownerId`. */
  isGiven(operation: Operation, place: string): boolean;
  exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchanged>;
  /** A value for an idempotency key that no request has had. */
  newKey(parameter: Parameter): Json | undefined;
  /** What an answer says it created. */
  madeBy(seen: Exchange): Created | undefined;
  /** A request of the plan with the values that the service has asked for; `at` names the place of the draw, `probed` a place that stays as it is. */
  hinted(operation: Operation, request: HttpRequest, at: string, probed?: string): HttpRequest;
  /** Values that answers have shown under a name. */
  shownAs(name: string): readonly Json[];
  /** Why no request of an operation had a success before the phases began; undefined where one had. */
  refusesAll(operation: Operation): string | undefined;
  /** Whether a refusal has asked for a place of a request, such as `/body/name`. */
  isNeeded(operation: Operation, place: string): boolean;
  /** Notes a request that was taken where one with every optional part was not. */
  keepTo(operation: Operation, request: HttpRequest): void;
  /** Learns from an answer; whether it said anything new. */
  learn(answer: Exchanged): boolean;
  /** Whether an operation has given 2xx in this run. */
  hasWorked(operation: Operation): boolean;
  /** Whether a 2xx of an operation has had an entity tag. */
  hasTagged(operation: Operation): boolean;
  /** Made on first use: it loads what shrinks. */
  fuzzer(): Fuzzer;
  readonly stopped: () => boolean;
  /** Judges an exchange of another client. */
  judge(recorded: FinishedExchange, options: ExchangeOptions): Exchanged;
  /** Judges an exchange of this case once more, now that more is known: nothing is sent. */
  again(seen: Exchange, options: ExchangeOptions): Exchanged;
  /** Whether a request of ours surely keeps the contract, as the other side will read it; undefined where it stands on another operation's path. */
  keeps(operation: Operation, request: HttpRequest): boolean | undefined;
}

export interface ExchangeOptions {
  readonly operation?: Operation | undefined;
  readonly purpose: Purpose;
  /** The planned request that this one was made from. It is proven to be broken where its stimulus says so. */
  readonly planned?: HttpRequest;
  /** Where findings point in the document when there is no operation. */
  readonly pointer?: string;
  /** Only look: no check is asked, nothing is counted as coverage of a case. */
  readonly quiet?: boolean;
  /** An answer that asks to wait for this operation alone is given back at once. */
  readonly postpone?: boolean;
  /** Only try: `failed` tells of errors that no other case has shown; nothing is kept. */
  readonly trial?: boolean;
  /** What the answer is judged by where that is known only once it is there. */
  readonly settle?: (answer: Answered) => Promise<Purpose>;
  /** Leave the credential out, or it has been put in already. */
  readonly bare?: boolean;
  /** Whose credential a request carries that belongs to no operation. */
  readonly like?: Operation;
}

export type Exchanged =
  | { readonly kind: 'seen'; readonly seen: Exchange; readonly end: StepEnd; readonly failed: boolean }
  | { readonly kind: 'missed'; readonly missed: Missed; readonly end: StepEnd; readonly failed: boolean };

/** The decoded JSON of an answer, where there is one. */
export function jsonOf(seen: Pick<Exchange, 'response'>): Json | undefined {
  const { body } = seen.response;
  return body.kind === 'parsed' ? body.value : undefined;
}

/** Whether something spoke against a request that may well be valid: what an earlier run left behind may have the same name. */
export function isConflict(exchanged: Exchanged): boolean {
  return exchanged.kind === 'seen'
    ? exchanged.seen.response.status === 409
    : exchanged.missed.failure.code === 'id-taken';
}

export function isSuccess(exchanged: Exchanged): exchanged is Extract<Exchanged, { kind: 'seen' }> {
  return exchanged.kind === 'seen' && is2xx(exchanged.seen);
}

/** Whether a create has made something: it may point to it instead of showing it, where the document says so (303, RFC 9110 §15.4.4). */
export function hasMade(exchanged: Exchanged): exchanged is Extract<Exchanged, { kind: 'seen' }> {
  return exchanged.kind === 'seen' && (is2xx(exchanged.seen) || isSeeOther(exchanged.seen));
}

export function isSeeOther({
  request,
  response,
  documented,
}: Pick<Exchange, 'request' | 'response' | 'documented'>): boolean {
  return request.method === 'POST' && response.status === 303 && documented?.status === '303';
}

function is2xx({ response: { status } }: Pick<Exchange, 'response'>): boolean {
  return status >= 200 && status < 300;
}

export interface Fixtures {
  /** Ids for the path of an operation and references for its body. */
  prepare(stage: CaseContext, operation: Operation, use: FixtureUse, given?: GivenPath): Promise<Prepared>;
  /** An item of a resource. */
  item(stage: CaseContext, resource: Resource, use: FixtureUse): Promise<Fixture>;
  /** Removes an item that may be wrong now, so that no other case gets it. */
  discard(stage: CaseContext, operation: Operation, path: Readonly<Record<string, Json>>): Promise<void>;
  /** An item that is sound and that its owner has no more use for: who asks for a spare one next gets it. */
  handOn(resource: Resource, item: Fixture): void;
  /** The same with an item that a case has made. */
  adopt(resource: Resource, made: Created): void;
  /** A record that this run did not create is gone. Records that only a path names are looked up again. */
  forget(): void;
  /** Many records are gone at once: every record is made or looked up again. */
  forgetAll(): void;
  /** Runs once, under a name, work that several cases share. It runs again for a case that reports a failure. */
  once<T>(stage: CaseContext, name: string, act: () => Promise<T>): Promise<T>;
  /** Creates an item; `all` fills optional properties too. `path`: what the path of the create names, where it is known. */
  create(
    stage: CaseContext,
    resource: Resource,
    optional: 'all' | 'required',
    path?: Readonly<Record<string, Json>>,
  ): Promise<Fixture>;
}
