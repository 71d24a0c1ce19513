import { type HttpResponse, StandinError, type Violation } from '../../core/index.ts';
import type { RoleKind } from '../../resources/index.ts';
import { andThen, type Eventually, isPromise, type Transaction, type World } from '../../state/index.ts';
import { createCall } from '../answer/behaviour-call.ts';
import { withFields } from '../answer/headers.ts';
import { statelessAnswer, type Wish } from '../answer/stateless-answer.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { clockOffsetIn, OVERRIDES, type Override } from '../model/override.ts';
import { type Refusal, refuse, sentenceOf } from '../model/refusal.ts';
import type { Origin } from '../model/reply.ts';
import { answeredBefore, idempotencyKey, rememberAnswer } from '../refuse/idempotency.ts';
import { refusedReference } from '../relations/references.ts';
import {
  callerAnswer,
  contentAnswer,
  type createRoles,
  expansionsIn,
  itemConflict,
  keptFile,
  placeIn,
  type RoleOutcome,
  shapeAnswer,
  signInAnswer,
  signInPlace,
  signUpConflict,
  wrongPassword,
} from '../roles/index.ts';
import { byParentIds, isNested, missingParent, placesToSeed } from '../seed/parents.ts';
import { recordsOver } from '../seed/records.ts';
import { inTurn, type Seeder } from '../seed/seeder.ts';
import { withIdsForWords } from '../seed/special-ids.ts';
import { onlyAdds, overrideAnswer, overrideIn, takenOverride, withOverrideFields } from './apply-override.ts';
import { finishJob } from './job-progress.ts';
import { withReceiptIds } from './receipts.ts';
import { redirectAnswer, redirectPlace } from './redirects.ts';
import type { WorldClocks } from './world-clocks.ts';

export interface Decision {
  readonly response: HttpResponse;
  readonly origin: Origin;
  readonly violations: readonly Violation[];
  /** The document does not have what the preferences ask for. */
  readonly unmet?: boolean;
  /** An override that added its fields to the answer, and its delay. */
  readonly addition?: Override;
}

/** The parts that decide answers. */
export interface Decider {
  readonly mock: MockContext;
  readonly seeder: Seeder;
  readonly roles: ReturnType<typeof createRoles>;
  /**
   * Whether the store is on another machine. Lookups of one turn then share a round trip, and the epoch of
   * a world may be outdated.
   */
  readonly isRemote: boolean;
  /** Milliseconds that the clock of `mock` is ahead. */
  readonly clockOffset: number;
  readonly clocks: WorldClocks;
  /** Completed and judged answers, by the original answer, so that each is judged once. */
  readonly finished: WeakMap<HttpResponse, JudgedAnswer>;
  /** Whether the changes for an answer are kept. */
  readonly keeps: (found: StepResult) => boolean;
}

interface JudgedAnswer {
  readonly response: HttpResponse;
  readonly violations: readonly Violation[];
}

/** The clock of the world differs from the one in use. */
export const OTHER_CLOCK: unique symbol = Symbol('other clock');
/** The world was reset after its seeds were laid. */
const STALE: unique symbol = Symbol('stale');
const TRIES = 8;

/** The result of one step: an override that applies, or a decision without one. */
type StepResult = Decision | Override | typeof STALE | typeof OTHER_CLOCK;

type DecideResult = Decision | Override | typeof OTHER_CLOCK;

export const isDecision = (made: StepResult): made is Decision => typeof made === 'object' && 'origin' in made;

/**
 * Decides an answer: an override that applies, else what preferences ask of the document, else one
 * transaction with behaviour, resource, example or generated value. The override is looked up in the same
 * transaction, so it needs no round trip.
 */
export function decide(decider: Decider, received: RequestContext, tries = 0): Eventually<DecideResult> {
  const context = withIdsForWords(decider.mock, received);
  if (tries > TRIES)
    throw new StandinError('state.unavailable', `The world ${context.world.name} is reset again and again.`);
  // The known epoch of a remote world may be outdated, because another process can reset it.
  const epoch = decider.isRemote ? context.world.epoch : undefined;
  const laying = lay(decider, context);
  const found = isPromise(laying) ? laying.then(() => step(decider, context, epoch)) : step(decider, context, epoch);
  const again = (): Eventually<DecideResult> => decide(decider, context, tries + 1);
  if (isPromise(found)) return found.then((there) => (there === STALE ? again() : there));
  return found === STALE ? again() : found;
}

/** The answer of an override. */
export function decidedBy(decider: Decider, context: RequestContext, override: Override): Decision {
  const made = overrideAnswer(decider.mock, context, override);
  return 'response' in made
    ? finish(decider, context, made.response, 'override')
    : refusalDecision(decider.mock, context, made);
}

/** Lays the seeds of everything that the request reads. */
function lay(decider: Decider, context: RequestContext): Eventually<void> {
  if (isAnsweredByDocument(decider, context)) return;
  const { mock, seeder } = decider;
  const place = placeIn(mock, context);
  const { behaviour, owner, demands, counterpart } = context.plan;
  const { makes } = context.role;
  const expands = context.plan.shaping !== undefined && expansionsIn(context).length > 0;
  const looksBeyond =
    expands ||
    behaviour !== undefined ||
    owner !== undefined ||
    demands !== undefined ||
    makes !== undefined ||
    counterpart !== undefined;
  const people = context.plan.sign === undefined ? redirectPlace(mock, context) : signInPlace(mock, context);
  if (context.role.kind !== 'delete' && people === undefined && seeder.isReady(context.world, place, looksBeyond))
    return;
  const places = placesToSeed(mock, context, place);
  return inTurn(people === undefined ? places : [...places, { place: people, begins: () => true }], (each) =>
    seeder.ensure(context.world, each.place, each.begins, behaviour !== undefined || expands),
  );
}

/** @param epoch the epoch in which the seeds were laid; absent if it cannot change in the meantime */
function step(decider: Decider, context: RequestContext, epoch: number | undefined): Eventually<StepResult> {
  const { world } = context;
  const key = idempotencyKey(context.plan, context.request);
  const outdated = (tx: Transaction): typeof STALE | typeof OTHER_CLOCK | undefined =>
    epoch !== undefined && world.epoch !== epoch
      ? STALE
      : hearsAnotherClock(decider, world, tx)
        ? OTHER_CLOCK
        : undefined;
  const first = (tx: Transaction): StepResult | undefined => outdated(tx) ?? overrideIn(tx.record(OVERRIDES), context);
  const isWrite = !isAnsweredByDocument(decider, context) && mayWrite(context, key);
  const found = isWrite
    ? world.transaction((tx) => first(tx) ?? decideOnce(decider, context, key, tx), decider.keeps)
    : world.read((tx): StepResult => first(tx) ?? readOnly(decider, context, tx));
  return isPromise(found)
    ? found.then((there) => countOverrideUse(decider, context, there))
    : countOverrideUse(decider, context, found);
}

function hearsAnotherClock({ clockOffset, clocks }: Decider, { name }: World, tx: Transaction): boolean {
  const offset = clockOffsetIn(tx.record(OVERRIDES));
  if (offset === clockOffset) return false;
  clocks.hear(name, offset);
  return true;
}

/**
 * An override with `times` or a `share` is counted in a transaction of its own. If none answers after all,
 * the request is decided without those that have a `share`.
 */
function countOverrideUse(decider: Decider, context: RequestContext, found: StepResult): Eventually<StepResult> {
  if (found === STALE || found === OTHER_CLOCK || isDecision(found)) return found;
  if (found.times === undefined && found.share === undefined) return withAddition(decider, context, found);
  return andThen(
    context.world.transaction((tx) => takenOverride(context, tx, decider.mock.options.seed)),
    (taken) => {
      const counted = { ...context, isDrawn: true };
      return taken === undefined ? decide(decider, counted) : withAddition(decider, counted, taken);
    },
  );
}

/** What is decided without an override that only adds something, with what it adds. Of several, the first one counts for each field. */
function withAddition(decider: Decider, context: RequestContext, override: Override): Eventually<StepResult> {
  if (!onlyAdds(override)) return override;
  const { id, headers } = override;
  return andThen(decide(decider, { ...context, used: [...(context.used ?? []), id] }), (made): StepResult => {
    if (made === OTHER_CLOCK) return made;
    if (!isDecision(made)) return { ...made, ...delayOf(override, made), headers: { ...made.headers, ...headers } };
    const addition = { ...override, ...delayOf(override, made.addition) };
    return { ...made, response: withOverrideFields(made.response, override), addition };
  });
}

function delayOf(first: Override, next: Override | undefined): Pick<Override, 'delay'> {
  const delay = first.delay ?? next?.delay;
  return delay === undefined ? {} : { delay };
}

function readOnly(decider: Decider, context: RequestContext, tx: Transaction): Decision {
  if (isAnsweredByDocument(decider, context)) return fromDocument(decider, context, context.preferences);
  const { owner, fileOf, sign, content, redirect } = context.plan;
  const needsState = [owner, fileOf, sign, content, redirect].some((each) => each !== undefined);
  if (context.role.resource === undefined && !needsState) return fromDocument(decider, context, {});
  return inferDecision(decider, context, tx, true);
}

/** Whether only the document decides the answer, not the state. */
function isAnsweredByDocument({ mock }: Decider, { preferences }: RequestContext): boolean {
  const { code, example, dynamic, seed } = preferences;
  const wishes = code !== undefined || example !== undefined || dynamic !== undefined || seed !== undefined;
  return wishes || mock.options.stateless;
}

/** Whether a step may write: a behaviour may, and an answer with an idempotency key is stored. */
function mayWrite({ operation, plan, role }: RequestContext, key: string | undefined): boolean {
  if (plan.sign !== undefined && (plan.sign !== 'shows caller' || operation.method !== 'GET')) return true;
  if (plan.content !== undefined && plan.content !== 'shows') return true;
  if (plan.job !== undefined || plan.receiptIds !== undefined) return true;
  return plan.behaviour !== undefined || key !== undefined || (role.resource !== undefined && !READING.has(role.kind));
}

/** Roles that need no transaction. */
const READING: ReadonlySet<RoleKind> = new Set(['list', 'read', 'none']);

/** Keeps the changes of an answer unless it is 4xx or 5xx, or breaks the document under `--strict`. */
export function keepsChangesOf({ options }: Pick<MockContext, 'options'>): (found: StepResult) => boolean {
  return (found) =>
    found !== STALE &&
    found !== OTHER_CLOCK &&
    (!isDecision(found) || (found.response.status < 400 && !(options.strict && found.violations.length > 0)));
}

function decideOnce(
  decider: Decider,
  context: RequestContext,
  key: string | undefined,
  tx: Transaction,
): Eventually<Decision> {
  if (key === undefined) return decidedIn(decider, context, tx);
  const before = answeredBefore(context, key, tx);
  if (before !== undefined)
    return 'refusal' in before
      ? refusalDecision(decider.mock, context, before.refusal)
      : finish(decider, context, before.response, before.origin);
  return andThen(decidedIn(decider, context, tx), (decided) => {
    if (decided.response.status < 400) rememberAnswer(context, key, decided, tx);
    return decided;
  });
}

/**
 * The answer of the mocks' behaviour, or of the document if there is no behaviour or it returns
 * `undefined`.
 */
function decidedIn(decider: Decider, context: RequestContext, tx: Transaction): Eventually<Decision> {
  const { behaviour } = context.plan;
  if (behaviour === undefined) return inferDecision(decider, context, tx, false);
  const call = createCall(decider.mock, context, () => inferDecision(decider, context, tx, false).response);
  return andThen(behaviour(call, recordsOver(tx)), (response) =>
    response === undefined
      ? inferDecision(decider, context, tx, false)
      : finish(decider, context, response, response.status >= 400 ? 'problem' : 'behaviour'),
  );
}

/** The answer from the document only: the resource's role, else an example or a generated value. */
function inferDecision(decider: Decider, received: RequestContext, tx: Transaction, isRead: boolean): Decision {
  const { mock, roles } = decider;
  const nested = isNested(received);
  const context = nested ? byParentIds(mock, received, tx) : received;
  const place = placeIn(mock, context);
  const role = roles[context.role.kind];
  const answer = (): RoleOutcome => {
    if (place === undefined) return context.plan.content === undefined ? undefined : contentAnswer(mock, context, tx);
    const outcome = role === undefined ? undefined : role({ mock, context, place, tx });
    if (context.plan.job !== undefined) finishJob(mock, context, place, { states: context.plan.job, tx });
    const isGone = context.role.kind === 'delete' && outcome !== undefined && 'response' in outcome;
    if (isGone && context.plan.content === 'forgets') contentAnswer(mock, context, tx);
    return outcome;
  };
  // A remote read fetches the parent and the nested item in one round trip.
  const ahead = nested && isRead && decider.isRemote ? { outcome: answer() } : undefined;
  const missing =
    (nested ? missingParent(mock, context, tx) : undefined) ??
    refusedReference(mock, context, tx) ??
    itemConflict(mock, context, tx);
  const file = context.plan.fileOf === undefined || missing !== undefined ? undefined : keptFile(mock, context, tx);
  if (file !== undefined) return finish(decider, context, file, 'resource');
  const known = missing ?? byCaller(mock, context, tx) ?? redirectAnswer(mock, context, tx);
  const outcome = known ?? (ahead === undefined ? answer() : ahead.outcome);
  if (outcome !== undefined && 'refusal' in outcome) return refusalDecision(mock, context, outcome.refusal);
  const decided =
    outcome === undefined
      ? withReceipt(decider, context, fromDocument(decider, context, {}), tx)
      : finish(decider, context, outcome.response, 'resource');
  const { sign, shaping } = context.plan;
  if (shaping !== undefined && outcome !== undefined) return withShape(decider, context, decided, tx);
  return isRead || sign === undefined ? decided : withSignIn(decider, context, decided, tx);
}

/** The caller is known only if a token was issued. */
function byCaller(mock: MockContext, context: RequestContext, tx: Transaction): RoleOutcome {
  const isAbout = context.plan.sign === 'shows caller' || mock.signOuts.count > 0;
  const known = isAbout ? callerAnswer(mock, context, tx) : undefined;
  if (known !== undefined || context.plan.sign === undefined) return known;
  return signUpConflict(context, tx) ?? wrongPassword(mock, context, tx);
}

function withShape(decider: Decider, context: RequestContext, decided: Decision, tx: Transaction): Decision {
  const response = shapeAnswer(decider.mock, context, decided.response, tx);
  return response === decided.response ? decided : finish(decider, context, response, 'resource');
}

function withSignIn(decider: Decider, context: RequestContext, decided: Decision, tx: Transaction): Decision {
  const response = signInAnswer(decider.mock, context, decided.response, tx);
  return response === decided.response ? decided : finish(decider, context, response, 'resource');
}

function withReceipt(decider: Decider, context: RequestContext, decided: Decision, tx: Transaction): Decision {
  if (context.plan.receiptIds === undefined || decided.unmet === true) return decided;
  const response = withReceiptIds(decider.mock, context, decided.response, tx);
  return response === decided.response ? decided : finish(decider, context, response, decided.origin);
}

function fromDocument(decider: Decider, context: RequestContext, wish: Wish): Decision {
  const made = statelessAnswer(decider.mock, context, { ...wish, pairs: true });
  return made.kind === 'refused'
    ? { ...refusalDecision(decider.mock, context, made.refusal), unmet: true }
    : finish(decider, context, made.response, made.origin);
}

function refusalDecision(mock: MockContext, context: RequestContext, why: Refusal): Decision {
  const full = { ...why, headers: [...why.headers, ...context.plan.lifecycle(context.pathParams)] };
  return {
    response: mock.errors.answer(full, context.operation, { path: context.request.path, accept: context.accept }),
    origin: 'problem',
    violations: why.violations,
  };
}

/** Adds the lifecycle fields and judges the answer by the document, once for each answer. */
function finish(decider: Decider, context: RequestContext, response: HttpResponse, origin: Origin): Decision {
  const isRead = context.role.kind === 'read' || context.role.kind === 'list';
  let made = isRead ? decider.finished.get(response) : undefined;
  if (made === undefined) {
    const complete = withFields(response, context.plan.lifecycle(context.pathParams));
    made = { response: complete, violations: decider.mock.validator.response(context.operation, complete) };
    if (isRead) decider.finished.set(response, made);
  }
  const violations =
    made.violations.length === 0
      ? made.violations
      : made.violations.filter((violation) => counts(context, origin, violation));
  return violations.length === 0 || !decider.mock.options.strict
    ? { response: made.response, origin, violations }
    : brokenAnswer(decider.mock, context, violations);
}

/**
 * Whether a violation counts. The status of a refusal may be undocumented, and so may any status if the
 * operation documents none. Violations that could not be judged do not count.
 */
function counts(context: RequestContext, origin: Origin, violation: Violation): boolean {
  if (violation.code === 'response.undecided') return false;
  return violation.code !== 'response.status' || (origin !== 'problem' && context.operation.responses.length > 0);
}

function brokenAnswer(mock: MockContext, context: RequestContext, violations: readonly Violation[]): Decision {
  const why = refuse(500, `The mock's own answer breaks the document: ${sentenceOf(violations)}`, { violations });
  return {
    response: mock.errors.answer(why, context.operation, { path: context.request.path, accept: context.accept }),
    origin: 'problem',
    violations,
  };
}
