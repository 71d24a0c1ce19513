import { StandinError } from '../../core/index.ts';
import { isFingerprint } from '../../findings/index.ts';
import { documentedOperations } from '../../resources/index.ts';
import { isSafe, type Operation, suggestion } from '../../spec/index.ts';
import { EXCHANGE_CHECKS } from '../checks/index.ts';
import { redactorFor } from '../credentials/redactor-for.ts';
import { policyOf } from '../judge/policy.ts';
import type { Case, PlanCounts } from '../model/events.ts';
import type { Flow, Turn } from '../model/flow.ts';
import { chosenPhases, DEFAULTS, type PlanOptions } from '../model/options.ts';
import type { Phase } from '../model/phase.ts';
import type { LeftOut } from '../model/summary.ts';
import { isDeletingGet } from '../ownership/command-words.ts';
import { indexModel } from '../resource-index/model-index.ts';
import type { Redactor } from '../transport/redactor.ts';
import { planCoverage } from './coverage.ts';
import { planExamples } from './examples.ts';
import { planFuzz } from './fuzz.ts';
import { planLifecycle } from './lifecycle.ts';
import { type LastFlow, orderDisruptive } from './order-disruptive.ts';
import type { PlanContext, Planner } from './planner.ts';
import { planProtocol } from './protocol/protocol.ts';
import { planScenarios } from './scenarios.ts';
import { assertFingerprints, flowsToSeeAgain } from './select-by-fingerprint.ts';
import { flowsOfShard, planDigest } from './shards.ts';
import { planStateful } from './stateful/stateful.ts';
import { planTraffic } from './traffic.ts';

/** Each phase with its planner. */
const PLANNERS: readonly (readonly [Phase, Planner])[] = [
  ['examples', planExamples],
  ['coverage', planCoverage],
  ['stateful', planStateful],
  ['protocol', planProtocol],
  ['lifecycle', planLifecycle],
  ['scenarios', planScenarios],
  ['traffic', planTraffic],
  ['fuzz', planFuzz],
];

export interface CasePlan {
  readonly flows: readonly Flow[];
  /** Flows of disruptive operations, which run after all others, one at a time. */
  readonly last: readonly LastFlow[];
  /** Disruptive operations that are not sent. */
  readonly heldBack: ReadonlySet<Operation>;
  readonly counts: PlanCounts;
  /** The chosen operations, in document order. */
  readonly operations: readonly Operation[];
  /** In a shard: identifies the whole plan. */
  readonly digest?: string;
}

/** All cases of a run, in order. The same document, seed and options give the same cases. */
export function planContract(options: PlanOptions): { readonly cases: readonly Case[]; readonly counts: PlanCounts } {
  const planned = plan(options);
  return { cases: casesOf(planned), counts: planned.counts };
}

/** All cases of a plan, in the order in which they run. */
export function casesOf({ flows, last }: Pick<CasePlan, 'flows' | 'last'>): readonly Case[] {
  return [...flows, ...last].flatMap(({ cases }) => cases);
}

/** `isLate` stops the planning of cases that a run can do without. It must not depend on time for a shard. */
export function plan(
  options: PlanOptions,
  redactor: Redactor = redactorFor(options),
  isLate: PlanContext['isLate'] = () => false,
): CasePlan {
  const leftOut = createLeftOut();
  const operations = chooseOperations(options, leftOut.add);
  const index = indexModel(options.api, options.model);
  const { api, model, generator, seed = DEFAULTS.seed } = options;
  const policy = policyOf(options);
  const asks: PlanContext['asks'] = (id, operation) => {
    const check = EXCHANGE_CHECKS.find((each) => each.id === id);
    return check !== undefined && policy.asks(check, operation);
  };
  const context: PlanContext = {
    api,
    model,
    index,
    generator,
    seed,
    operations,
    options,
    redactor,
    asks,
    isLate,
    leaveOut: leftOut.add,
  };
  const phases = chosenPhases(options);
  const planned = PLANNERS.filter(([phase]) => phases.includes(phase))
    .flatMap(([phase, planner]) => {
      if (!isLate(2)) return planner(context);
      leftOut.add(`the time limit left no time to plan the phase ${phase}`);
      return [];
    })
    .map((flow) => (empties(flow, context) ? { ...flow, turn: 'alone' as const } : flow));
  const all = narrow(planned, options, leftOut.add);
  const { flows, last, heldBack } = orderDisruptive(flowsOfShard(all, options.shard), context);
  return {
    flows,
    last,
    heldBack,
    counts: count([...flows, ...last], operations, phases, leftOut.list()),
    operations,
    ...(options.shard === undefined ? {} : { digest: planDigest(all, api) }),
  };
}

const SHARING = new Set<Turn>(['together', 'after', 'removing']);

/**
 * Whether a request of the flow empties a list. Such a flow runs alone, because it removes items of other
 * cases.
 */
function empties({ cases, turn }: Flow, { api, model }: PlanContext): boolean {
  if (!SHARING.has(turn)) return false;
  return cases.some(({ operation }) => {
    const planned = operation === undefined ? undefined : api.operation(operation);
    return planned !== undefined && model.roleOf(planned).empties !== undefined;
  });
}

type LeaveOut = PlanContext['leaveOut'];

function chooseOperations(options: PlanOptions, leaveOut: LeaveOut): readonly Operation[] {
  const { operations, tags, exclude = [] } = options;
  return documentedOperations(options.api).filter((operation) => {
    const names = namesOf(operation);
    const among = (list: readonly string[]): boolean => list.some((entry) => names.includes(entry));
    const tagged = (list: readonly string[]): boolean => list.some((entry) => operation.tags.includes(entry));
    const chosen = (operations === undefined || among(operations)) && (tags === undefined || tagged(tags));
    if (!chosen) return false;
    if (!among(exclude) && !tagged(exclude)) return true;
    leaveOut('excluded', operation);
    return false;
  });
}

function narrow(planned: readonly Flow[], options: PlanOptions, leaveOut: LeaveOut): readonly Flow[] {
  const { only = [] } = options;
  const named = only.filter((entry) => !isFingerprint(entry));
  assertFingerprints(only.filter(isFingerprint), options.api);
  const isNamed = (name: string, { id, operation }: Case): boolean =>
    id === name || (operation !== undefined && namesOf(options.api.operation(operation)).includes(name));
  if (named.length > 0) refuseUnknown(named, planned, isNamed);
  const deletingGets = options.api.operations.filter(isDeletingGet);
  return flowsToSeeAgain(planned, options).filter((flow) => {
    if (named.length > 0 && !flow.cases.some((each) => named.some((name) => isNamed(name, each)))) return false;
    if (options.safeOnly !== true || flow.phase === 'traffic') return true;
    const writing = flow.cases.find(
      ({ operation, request }) =>
        !isSafe(request.method) ||
        deletingGets.some(({ id, path }) => (operation === undefined ? request.path === path : operation === id)),
    );
    if (writing === undefined) return true;
    leaveOut('it would write to a target that is not on this machine', options.api.operation(writing.operation ?? ''));
    return false;
  });
}

/** The names of an operation: its id, and its method and path. */
function namesOf(operation: Operation | undefined): readonly string[] {
  return operation === undefined ? [] : [operation.id, `${operation.method} ${operation.path}`];
}

/** Throws for an unknown name: a misspelt case would leave nothing to run, without a reason. */
function refuseUnknown(
  named: readonly string[],
  planned: readonly Flow[],
  isNamed: (name: string, planned: Case) => boolean,
): void {
  const cases = planned.flatMap((flow) => flow.cases);
  const unknown = named.find((name) => !cases.some((each) => isNamed(name, each)));
  if (unknown === undefined) return;
  const operations = new Set(cases.flatMap(({ operation }) => operation ?? []));
  const known = [...operations, ...cases.map(({ id }) => id)];
  throw new StandinError('config.invalid', `There is no case or operation \`${unknown}\` among those that would run.`, {
    hint: suggestion(unknown, known.slice(0, MOST_COMPARED)),
  });
}

const MOST_COMPARED = 5_000;

function createLeftOut(): { readonly add: LeaveOut; readonly list: () => readonly LeftOut[] } {
  const counts = new Map<string, LeftOut>();
  return {
    add(reason, operation, cases = 1) {
      const key = `${operation?.id ?? ''}\n${reason}`;
      const before = counts.get(key);
      const where = operation === undefined ? {} : { operation: operation.id };
      counts.set(key, { ...where, reason, count: (before?.count ?? 0) + cases });
    },
    list: () => [...counts.values()],
  };
}

function count(
  flows: readonly Flow[],
  operations: readonly Operation[],
  phases: readonly Phase[],
  leftOut: readonly LeftOut[],
): PlanCounts {
  const of = (phase: Phase): number =>
    flows.filter((flow) => flow.phase === phase).reduce((sum, { cases }) => sum + cases.length, 0);
  return {
    cases: flows.reduce((sum, { cases }) => sum + cases.length, 0),
    operations: operations.length,
    phases: phases.map((phase) => ({ phase, cases: of(phase) })),
    leftOut,
  };
}
