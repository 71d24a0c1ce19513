import type { HttpResponse, Violation } from '../../core/index.ts';
import type { RoleKind } from '../../resources/index.ts';
import { after, type Eventually, type Transaction } from '../../state/index.ts';
import { createCall } from '../answer/behaviour-call.ts';
import { withFields } from '../answer/headers.ts';
import { statelessAnswer, type Wish } from '../answer/stateless-answer.ts';
import { missingReference } from '../facts/references.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { Override } from '../model/override.ts';
import type { EntityPlace } from '../model/place.ts';
import { type Refusal, refuse, sentenceOf } from '../model/refusal.ts';
import type { Origin } from '../model/reply.ts';
import { held, isSteps, runSteps, type Steps, wait } from '../model/steps.ts';
import { answeredBefore, idempotencyKey, remembered } from '../refuse/idempotency.ts';
import { type createRoles, placeIn } from '../roles/index.ts';
import { isNested, missingParent, placesToSeed } from '../seed/parents.ts';
import { recordsOver } from '../seed/records.ts';
import type { Seeder } from '../seed/seeder.ts';
import type { SeedsOf } from '../seed/seeds.ts';
import { overridden } from './apply-override.ts';

export interface Decision {
  readonly response: HttpResponse;
  readonly origin: Origin;
  readonly violations: readonly Violation[];
  /** The document has not got what the preferences ask for. */
  readonly unmet?: boolean;
}

/** What answers are decided with. */
export interface Decider {
  readonly parts: MockContext;
  readonly seeder: Seeder;
  readonly seedsOf: SeedsOf;
  readonly roles: ReturnType<typeof createRoles>;
  /**
   * Whether the store has to be asked over a wire. Questions of one turn share a round trip then, and what it says of a world's epoch is as
   * last heard.
   */
  readonly isRemote: boolean;
  /** Answers that have been completed and judged, by the answer as made: one that is kept is judged once. */
  readonly finished: WeakMap<HttpResponse, Finished>;
  /** Whether what was done for an answer stays done. */
  readonly keeps: (decided: Decision) => boolean;
}

/** Looks at the beginning of a transaction whether it may go on; throws where it may not. */
export type Guard = (tx: Transaction) => Steps<void>;

interface Finished {
  readonly response: HttpResponse;
  readonly violations: readonly Violation[];
}

/** Override, then preferences, then one atomic step of behaviour, resource, example or generated value. */
export function decide(
  decider: Decider,
  asked: RequestContext,
  override: Override | undefined,
  guard?: Guard,
): Steps<Decision> {
  const { parts, seeder } = decider;
  if (override !== undefined) {
    const made = overridden(parts, asked, override);
    return wait('response' in made ? finish(decider, asked, made.response, 'override') : refused(parts, asked, made));
  }
  if (asksTheDocument(decider, asked)) return wait(fromDocument(decider, asked, asked.preferences));

  const place = placeIn(parts, asked);
  const { behaviour, owner, demands } = asked.plan;
  const { makes } = asked.role;
  const looksBeyond = behaviour !== undefined || owner !== undefined || demands !== undefined || makes !== undefined;
  const isLaid = asked.role.kind !== 'delete' && seeder.isReady(asked.world, place, looksBeyond);
  return isLaid ? decidedAt(decider, asked, place, guard) : laidAndDecided(decider, asked, place, guard);
}

function* laidAndDecided(
  decider: Decider,
  asked: RequestContext,
  place: EntityPlace | undefined,
  guard: Guard | undefined,
): Steps<Decision> {
  const { parts, seeder, seedsOf } = decider;
  for (const each of placesToSeed(parts, asked, place, seedsOf))
    yield* seeder.ensure(asked.world, each.place, each.begins, asked.plan.behaviour !== undefined);
  return yield* decidedAt(decider, asked, place, guard);
}

function decidedAt(
  decider: Decider,
  asked: RequestContext,
  place: EntityPlace | undefined,
  guard: Guard | undefined,
): Steps<Decision> {
  const { world, role } = asked;
  const key = idempotencyKey(asked.plan, asked.request);
  if (!mayWrite(asked, key))
    return role.resource === undefined && asked.plan.owner === undefined
      ? wait(fromDocument(decider, asked, {}))
      : inferred(decider, asked, place, world.read);
  const plainly = guard === undefined && key === undefined;
  const step = (tx: Transaction): Eventually<Decision> =>
    plainly ? decidedIn(decider, asked, place, tx) : runSteps(atomically(decider, asked, place, key, tx, guard));
  return wait(world.transaction(step, decider.keeps));
}

/** Whether the document alone is to answer, whatever is stored. */
function asksTheDocument({ parts }: Decider, { preferences }: RequestContext): boolean {
  const { code, example, dynamic, seed } = preferences;
  const wishes = code !== undefined || example !== undefined || dynamic !== undefined || seed !== undefined;
  return wishes || parts.options.stateless;
}

/** Whether it takes a transaction to answer where no override applies. */
export function isAtomic(decider: Decider, asked: RequestContext): boolean {
  return !asksTheDocument(decider, asked) && mayWrite(asked, idempotencyKey(asked.plan, asked.request));
}

/** A behaviour may, and an answer that is remembered by its key has to. */
function mayWrite({ plan, role }: RequestContext, key: string | undefined): boolean {
  return plan.behaviour !== undefined || key !== undefined || (role.resource !== undefined && !READING.has(role.kind));
}

/** What changes nothing needs no transaction. */
const READING: ReadonlySet<RoleKind> = new Set(['list', 'read', 'none']);

/** An answer of 4xx or 5xx, or one that breaks the document under `--strict`, leaves no trace. */
export function keeping({ options }: Pick<MockContext, 'options'>): (decided: Decision) => boolean {
  return (decided) => decided.response.status < 400 && !(options.strict && decided.violations.length > 0);
}

function* atomically(
  decider: Decider,
  asked: RequestContext,
  place: EntityPlace | undefined,
  key: string | undefined,
  tx: Transaction,
  guard: Guard | undefined,
): Steps<Decision> {
  if (guard !== undefined) yield* guard(tx);
  const before = key === undefined ? undefined : yield* answeredBefore(asked, key, tx);
  if (before !== undefined)
    return 'refusal' in before
      ? refused(decider.parts, asked, before.refusal)
      : finish(decider, asked, before.response, before.origin);
  const decided = yield* wait(decidedIn(decider, asked, place, tx));
  if (key !== undefined && decided.response.status < 400) yield* remembered(asked, key, decided, tx);
  return decided;
}

/** What the mocks' own behaviour says, or the document where there is none or it has nothing to say. */
function decidedIn(
  decider: Decider,
  asked: RequestContext,
  place: EntityPlace | undefined,
  tx: Transaction,
): Eventually<Decision> {
  const document = (): Eventually<Decision> => runSteps(inferred(decider, asked, place, tx));
  const { behaviour } = asked.plan;
  if (behaviour === undefined) return document();
  const call = createCall(decider.parts, asked, () => after(document(), (decided) => decided.response));
  const answered = behaviour(call, recordsOver(tx));
  return after(isSteps(answered) ? runSteps(answered) : answered, (response) =>
    response === undefined
      ? document()
      : finish(decider, asked, response, response.status >= 400 ? 'problem' : 'behaviour'),
  );
}

/** What the document alone says: the resource's role, else an example or a generated value. */
function* inferred(
  decider: Decider,
  asked: RequestContext,
  place: EntityPlace | undefined,
  tx: Transaction,
): Steps<Decision> {
  const { parts, roles } = decider;
  const role = roles[asked.role.kind];
  const nested = isNested(asked);
  // The parent and what is nested in it are one round trip.
  const ahead =
    nested && decider.isRemote && tx === asked.world.read && role !== undefined && place !== undefined
      ? { outcome: held(runSteps(role(parts, asked, place, tx))) }
      : undefined;
  const missing = nested ? yield* missingParent(parts, asked, tx) : undefined;
  const unnamed = missing ?? (yield* missingReference(parts, asked, tx));
  const outcome =
    unnamed ??
    (ahead !== undefined
      ? yield* wait(ahead.outcome)
      : role === undefined || place === undefined
        ? undefined
        : yield* role(parts, asked, place, tx));
  if (outcome === undefined) return fromDocument(decider, asked, {});
  return 'refusal' in outcome
    ? refused(parts, asked, outcome.refusal)
    : finish(decider, asked, outcome.response, 'resource');
}

function fromDocument(decider: Decider, asked: RequestContext, wish: Wish): Decision {
  const made = statelessAnswer(decider.parts, asked, wish);
  return made.kind === 'refused'
    ? { ...refused(decider.parts, asked, made.refusal), unmet: true }
    : finish(decider, asked, made.response, made.origin);
}

function refused(parts: MockContext, asked: RequestContext, why: Refusal): Decision {
  const full = { ...why, headers: [...why.headers, ...asked.plan.lifecycle(asked.pathParams)] };
  return {
    response: parts.errors.answer(full, asked.operation, { path: asked.request.path, accept: asked.accept }),
    origin: 'problem',
    violations: why.violations,
  };
}

/** Adds the lifecycle fields and judges our own answer by the document, once per answer made. */
function finish(decider: Decider, asked: RequestContext, response: HttpResponse, origin: Origin): Decision {
  const isRead = asked.role.kind === 'read' || asked.role.kind === 'list';
  let made = isRead ? decider.finished.get(response) : undefined;
  if (made === undefined) {
    const complete = withFields(response, asked.plan.lifecycle(asked.pathParams));
    made = { response: complete, violations: decider.parts.validator.response(asked.operation, complete) };
    if (isRead) decider.finished.set(response, made);
  }
  const violations =
    made.violations.length === 0
      ? made.violations
      : made.violations.filter((violation) => counts(asked, origin, violation));
  return violations.length === 0 || !decider.parts.options.strict
    ? { response: made.response, origin, violations }
    : broken(decider.parts, asked, violations);
}

/**
 * A refusal may have a status that the document is silent about, and so may any answer where it documents none: that does not break the document, nor
 * does what could not be judged.
 */
function counts(asked: RequestContext, origin: Origin, violation: Violation): boolean {
  if (violation.code === 'response.undecided') return false;
  return violation.code !== 'response.status' || (origin !== 'problem' && asked.operation.responses.length > 0);
}

function broken(parts: MockContext, asked: RequestContext, violations: readonly Violation[]): Decision {
  const why = refuse(500, `The mock's own answer breaks the document: ${sentenceOf(violations)}`, { violations });
  return {
    response: parts.errors.answer(why, asked.operation, { path: asked.request.path, accept: asked.accept }),
    origin: 'problem',
    violations,
  };
}
