import type { HttpRequest, Json } from '../../../core/index.ts';
import { effectOn, isPathBelow, isRefusedIn, type Resource, ruleOfText, stateRule } from '../../../resources/index.ts';
import type { Operation } from '../../../spec/index.ts';
import { isObject, withHeldProperties } from '../../../wire/index.ts';
import { isConflict } from '../../hints/conflicts.ts';
import { type CaseContext, isSuccess, tookEffect } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single } from '../../model/flow.ts';
import type { Stimulus } from '../../model/purpose.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest, openPurpose, sentObject } from '../../requests/draw-request.ts';
import { itemPart, propertiesSent, withPart } from '../../requests/written-part.ts';
import { renameParameters } from '../../resource-index/paths.ts';
import type { PlanContext } from '../planner.ts';
import { type Machine, type Move, machineOf } from './state-machine.ts';
import { look, subject } from './writes/writes.ts';

/** How many states are visited, and how many operations are tried in each. */
const MOST_STATES = 4;
const MOST_TRIES = 12;

/**
 * Every state that transitions lead to, and in each of them the operations that the document refuses in
 * some states.
 */
export function planStates(context: PlanContext, resource: Resource): readonly Flow[] {
  const machine = context.options.safeOnly === true ? undefined : machineOf(context, resource);
  if (machine === undefined) return [];
  const tries = triesOf(context, machine);
  const [first] = tries.filter((move) => mayConflict(machine, move));
  if (first === undefined) return [];
  const { operation } = first;
  const request = { method: operation.method, path: operation.path, query: '' };
  const description = `${resource.singular}: what is refused in a state is refused there`;
  const expectation = { kind: 'any', text: 'the refusals that the document names' } as const;
  const planned = planCase(
    { id: `stateful/${resource.name}/states`, phase: 'stateful', operation, description },
    request,
    expectation,
  );
  return [single(planned, resource.name, visitStates(context, machine, tries), 'alone')];
}

/** Whether an operation is tried in the states of an item because the document itself says of it in which it is refused. */
export function isTriedInStates(
  context: PlanContext,
  resource: Resource,
  property: string,
  operation: Operation,
): boolean {
  const machine = machineOf(context, resource);
  if (machine?.property !== property || stateRule(operation, machine.states, resource) === undefined) return false;
  return triesOf(context, machine).some((move) => move.operation === operation);
}

/** Whether the document has a conflict, or says in which state the operation is refused. */
function mayConflict({ states, resource }: Machine, { operation }: Move): boolean {
  if (operation.responses.some(({ status }) => status === '409' || status === '423')) return true;
  if (
    operation.responses.some(({ status }) => status === '403') &&
    stateRule(operation, states, resource) !== undefined
  )
    return true;
  return ruleOfText(operation, states, resource.singular) !== undefined;
}

/** The transitions, and every write on or below the item with a documented conflict. */
function triesOf({ operations }: PlanContext, machine: Machine): readonly Move[] {
  const { moves, read } = machine;
  const known = new Set(moves.filter(({ sent }) => sent === undefined).map(({ operation }) => operation));
  const others = operations.filter(
    (operation) =>
      !known.has(operation) &&
      ['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method) &&
      (operation.path === read.path || isPathBelow(operation.path, read.path)) &&
      !operation.path.slice(read.path.length).includes('{') &&
      mayConflict(machine, { operation }),
  );
  return [...moves, ...others.map((operation) => ({ operation }))].slice(0, MOST_TRIES);
}

/** An item in a state. */
interface ItemInState {
  readonly path: Readonly<Record<string, Json>>;
  readonly read: HttpRequest;
  readonly state: Json | undefined;
}

function visitStates(context: PlanContext, machine: Machine, tries: readonly Move[]): Act {
  return async (caseContext) => {
    const ways = new Map<string, readonly Move[]>([['', []]]);
    const conflicting = new Set<Operation>();
    const guesses: { readonly move: Move; readonly way: readonly Move[] }[] = [];
    let end: StepEnd = inconclusive('no item could be made');
    for (const [, way] of ways) {
      for (const move of tries) {
        const there = await reachState(caseContext, machine, way);
        if (there?.state === undefined || (move.to === there.state && move.sent !== undefined)) continue;
        const reached = await tryMove(context, caseContext, { machine, move }, there);
        if (reached === undefined) continue;
        if (reached.conflicting) conflicting.add(move.operation);
        else if (reached.guess) guesses.push({ move, way });
        end = reached.failed ? reached.end : end.kind === 'inconclusive' ? PASSED : end;
        const key = keyOf(machine, reached.state);
        const isNew = reached.state !== undefined && key !== keyOf(machine, there.state) && !ways.has(key);
        if (isNew && machine.moves.includes(move) && ways.size <= MOST_STATES) ways.set(key, [...way, move]);
      }
    }
    // A conflict without an explanation may be meant for another state. Then the operation is not
    // judged in this one.
    for (const { move, way } of guesses.filter((guess) => !conflicting.has(guess.move.operation))) {
      const there = await reachState(caseContext, machine, way);
      const again =
        there === undefined ? undefined : await tryMove(context, caseContext, { machine, move, insist: true }, there);
      if (again?.failed === true) end = again.end;
    }
    return end;
  };
}

/** A new item after some transitions. */
async function reachState(
  caseContext: CaseContext,
  machine: Machine,
  way: readonly Move[],
): Promise<ItemInState | undefined> {
  const item = await subject(caseContext, machine);
  if (typeof item === 'string') return undefined;
  for (const move of way) {
    const request = await drawTransition(caseContext, machine, move, item.path);
    const purpose = openPurpose();
    if (request !== undefined) await caseContext.exchange(request, { operation: move.operation, purpose, quiet: true });
  }
  const entity = way.length === 0 ? item.entity : await look(caseContext, machine, item.read);
  return { path: item.path, read: item.read, state: stateOf(machine, entity) };
}

interface TransitionResult {
  readonly end: StepEnd;
  readonly failed: boolean;
  readonly conflicting: boolean;
  /** Accepted although the document may mean a conflict here. */
  readonly guess: boolean;
  readonly state: Json | undefined;
}

/** A move of a state machine. */
interface TriedMove {
  readonly machine: Machine;
  readonly move: Move;
  readonly insist?: boolean;
}

/** `insist`: a possible meaning of the document counts as its meaning. */
async function tryMove(
  context: PlanContext,
  caseContext: CaseContext,
  { machine, move, insist = false }: TriedMove,
  { path, read, state = null }: ItemInState,
): Promise<TransitionResult | undefined> {
  const request = await drawTransition(caseContext, machine, move, path);
  if (request === undefined) return undefined;
  const { property, states: values, dated } = machine;
  const effect = effectOn(context.model.roleOf(move.operation), { property, values, ...(dated ? { dated } : {}) });
  const rule =
    move.sent === undefined
      ? stateRule(move.operation, values, { effect, singular: machine.resource.singular })
      : undefined;
  const isRefused = rule !== undefined && isRefusedIn(rule, state);
  const isGuess = isRefused && rule.guessed === true;
  const asks = isRefused && (insist || !isGuess);
  const story: Stimulus = asks ? { kind: 'in-state', property: machine.property, state } : { kind: 'plain' };
  const answer = await caseContext.exchange(request, { operation: move.operation, purpose: openPurpose(story) });
  const isMove = tookEffect(answer) && machine.moves.includes(move);
  const after = isMove ? stateOf(machine, await look(caseContext, machine, read)) : undefined;
  return {
    end: answer.end,
    failed: answer.failed,
    conflicting: isConflict(answer),
    guess: isGuess && isSuccess(answer),
    state: after,
  };
}

function stateOf({ property, dated, resource }: Machine, entity: Json | undefined): Json | undefined {
  if (entity === undefined || !isObject(entity)) return undefined;
  const state = withHeldProperties(entity, resource.holder)[property];
  return dated ? (state ?? null) : state;
}

/** The key of a visited state. Of a date, only whether it is there counts. */
function keyOf({ dated }: Machine, state: Json | undefined): string {
  return JSON.stringify(dated ? state !== null : (state ?? null));
}

/**
 * The request of a transition. If only the operation is tried, the body has no state: whether that may be
 * changed is another question.
 */
async function drawTransition(
  caseContext: CaseContext,
  { read, property }: Machine,
  { operation, sent }: Move,
  path: Readonly<Record<string, Json>>,
): Promise<HttpRequest | undefined> {
  const at = `states/${operation.id}/${caseContext.attempt}`;
  const own = renameParameters(path, read.path, operation.path);
  const made = await drawRequest(caseContext, operation, { at, use: 'fresh', path: own, making: true });
  if (typeof made === 'string') return undefined;
  const part = itemPart(caseContext, operation);
  const body = propertiesSent(made.request, part);
  if (sentObject(made.request) === undefined || (sent === undefined && !Object.hasOwn(body, property)))
    return made.request;
  const { [property]: _, ...rest } = body;
  const request = withPart(made.request, part, sent ?? rest);
  return caseContext.keeps(operation, request) === true ? request : undefined;
}
