import type { HttpResponse, Violation } from '../core/index.ts';
import type { RoleKind } from '../resources/index.ts';
import { after, type Eventually, type Transaction } from '../state/index.ts';
import { createCall } from './call.ts';
import { withFields } from './headers.ts';
import { answeredBefore, idempotencyKey, remembered } from './idempotency.ts';
import type { Override } from './override.ts';
import { overridden } from './overriding.ts';
import { isNested, missingParent, placesToSeed } from './parents.ts';
import type { Asked, Parts } from './parts.ts';
import type { Place } from './place.ts';
import { recordsOver } from './records.ts';
import { missingReference } from './references.ts';
import { type Refusal, refuse, sentenceOf } from './refusal.ts';
import type { Origin } from './reply.ts';
import { type createRoles, placeIn } from './roles/index.ts';
import type { Seeder } from './seeding.ts';
import type { SeedsOf } from './seeds.ts';
import { statelessAnswer, type Wish } from './stateless.ts';
import { held, isSteps, run, type Steps, wait } from './steps.ts';

export interface Decided {
  readonly response: HttpResponse;
  readonly origin: Origin;
  readonly violations: readonly Violation[];
  /** The document has not got what the preferences ask for. */
  readonly unmet?: boolean;
}

/** What answers are decided with. */
export interface Decider {
  readonly parts: Parts;
  readonly seeder: Seeder;
  readonly seedsOf: SeedsOf;
  readonly roles: ReturnType<typeof createRoles>;
  /**
   * Whether the store has to be asked over a wire. Questions of one turn share a round trip then, and what it says of a world's epoch is as
   * last heard.
   */
  readonly afar: boolean;
  /** Answers that have been completed and judged, by the answer as made: one that is kept is judged once. */
  readonly finished: WeakMap<HttpResponse, Finished>;
  /** Whether what was done for an answer stays done. */
  readonly keeps: (decided: Decided) => boolean;
}

/** Looks at the beginning of a transaction whether it may go on; throws where it may not. */
export type Guard = (tx: Transaction) => Steps<void>;

interface Finished {
  readonly response: HttpResponse;
  readonly violations: readonly Violation[];
}

/** Override, then preferences, then one atomic step of behaviour, resource, example or generated value. */
export function decide(decider: Decider, asked: Asked, override: Override | undefined, guard?: Guard): Steps<Decided> {
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
  asked: Asked,
  place: Place | undefined,
  guard: Guard | undefined,
): Steps<Decided> {
  const { parts, seeder, seedsOf } = decider;
  for (const each of placesToSeed(parts, asked, place, seedsOf))
    yield* seeder.ensure(asked.world, each.place, each.begins, asked.plan.behaviour !== undefined);
  return yield* decidedAt(decider, asked, place, guard);
}

function decidedAt(decider: Decider, asked: Asked, place: Place | undefined, guard: Guard | undefined): Steps<Decided> {
  const { world, role } = asked;
  const key = idempotencyKey(asked.plan, asked.request);
  if (!mayWrite(asked, key))
    return role.resource === undefined && asked.plan.owner === undefined
      ? wait(fromDocument(decider, asked, {}))
      : inferred(decider, asked, place, world.read);
  const plainly = guard === undefined && key === undefined;
  const step = (tx: Transaction): Eventually<Decided> =>
    plainly ? decidedIn(decider, asked, place, tx) : run(atomically(decider, asked, place, key, tx, guard));
  return wait(world.transaction(step, decider.keeps));
}

/** Whether the document alone is to answer, whatever is stored. */
function asksTheDocument({ parts }: Decider, { preferences }: Asked): boolean {
  const { code, example, dynamic, seed } = preferences;
  const wishes = code !== undefined || example !== undefined || dynamic !== undefined || seed !== undefined;
  return wishes || parts.options.stateless;
}

/** Whether it takes a transaction to answer where no override applies. */
export function isAtomic(decider: Decider, asked: Asked): boolean {
  return !asksTheDocument(decider, asked) && mayWrite(asked, idempotencyKey(asked.plan, asked.request));
}

/** A behaviour may, and an answer that is remembered by its key has to. */
function mayWrite({ plan, role }: Asked, key: string | undefined): boolean {
  return plan.behaviour !== undefined || key !== undefined || (role.resource !== undefined && !READING.has(role.kind));
}

/** What changes nothing needs no transaction. */
const READING: ReadonlySet<RoleKind> = new Set(['list', 'read', 'none']);

/** An answer of 4xx or 5xx, or one that breaks the document under `--strict`, leaves no trace. */
export function keeping({ options }: Pick<Parts, 'options'>): (decided: Decided) => boolean {
  return (decided) => decided.response.status < 400 && !(options.strict && decided.violations.length > 0);
}

function* atomically(
  decider: Decider,
  asked: Asked,
  place: Place | undefined,
  key: string | undefined,
  tx: Transaction,
  guard: Guard | undefined,
): Steps<Decided> {
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
function decidedIn(decider: Decider, asked: Asked, place: Place | undefined, tx: Transaction): Eventually<Decided> {
  const document = (): Eventually<Decided> => run(inferred(decider, asked, place, tx));
  const { behaviour } = asked.plan;
  if (behaviour === undefined) return document();
  const call = createCall(decider.parts, asked, () => after(document(), (decided) => decided.response));
  const answered = behaviour(call, recordsOver(tx));
  return after(isSteps(answered) ? run(answered) : answered, (response) =>
    response === undefined
      ? document()
      : finish(decider, asked, response, response.status >= 400 ? 'problem' : 'behaviour'),
  );
}

/** What the document alone says: the resource's role, else an example or a generated value. */
function* inferred(decider: Decider, asked: Asked, place: Place | undefined, tx: Transaction): Steps<Decided> {
  const { parts, roles } = decider;
  const role = roles[asked.role.kind];
  const nested = isNested(asked);
  // The parent and what is nested in it are one round trip.
  const ahead =
    nested && decider.afar && tx === asked.world.read && role !== undefined && place !== undefined
      ? { outcome: held(run(role(parts, asked, place, tx))) }
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

function fromDocument(decider: Decider, asked: Asked, wish: Wish): Decided {
  const made = statelessAnswer(decider.parts, asked, wish);
  return made.kind === 'refused'
    ? { ...refused(decider.parts, asked, made.refusal), unmet: true }
    : finish(decider, asked, made.response, made.origin);
}

function refused(parts: Parts, asked: Asked, why: Refusal): Decided {
  const full = { ...why, headers: [...why.headers, ...asked.plan.lifecycle(asked.pathParams)] };
  return {
    response: parts.errors.answer(full, asked.operation, { path: asked.request.path, accept: asked.accept }),
    origin: 'problem',
    violations: why.violations,
  };
}

/** Adds the lifecycle fields and judges our own answer by the document, once per answer made. */
function finish(decider: Decider, asked: Asked, response: HttpResponse, origin: Origin): Decided {
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
 * A refusal may have a status that the document is silent about, and so may any answer where it documents none: that is no breach of ours. Nor is
 * what could not be judged.
 */
function counts(asked: Asked, origin: Origin, violation: Violation): boolean {
  if (violation.code === 'response.undecided') return false;
  return violation.code !== 'response.status' || (origin !== 'problem' && asked.operation.responses.length > 0);
}

function broken(parts: Parts, asked: Asked, violations: readonly Violation[]): Decided {
  const why = refuse(500, `The mock's own answer breaks the document: ${sentenceOf(violations)}`, { violations });
  return {
    response: parts.errors.answer(why, asked.operation, { path: asked.request.path, accept: asked.accept }),
    origin: 'problem',
    violations,
  };
}
