import { isSafe, type Operation } from '../../spec/index.ts';
import type { Case } from '../model/events.ts';
import type { Flow } from '../model/flow.ts';
import { type Disruption, disruptiveOperations } from '../outage/disruptive-operations.ts';
import { type PutBack, putBackOf } from '../outage/put-back.ts';
import { isDeletingGet } from '../ownership/command-words.ts';
import type { PlanContext } from './planner.ts';

/** A flow that runs after all others, one at a time. */
export interface LastFlow extends Flow {
  /** The operation that disrupts. */
  readonly acts: Operation;
  /** Undefined if it cannot be undone. */
  readonly putBack: PutBack | undefined;
}

export interface OrderedFlows {
  readonly flows: readonly Flow[];
  /** Flows that can be undone first; then those that destroy data, end the login, or stop the service. */
  readonly last: readonly LastFlow[];
  /** Operations that are not sent. */
  readonly heldBack: ReadonlySet<Operation>;
}

export const HELD_BACK =
  'it affects the whole service or the login of the run and cannot be undone (--disruptive runs it)';

const ORDER: readonly Disruption['kind'][] = ['switch', 'data', 'access', 'stop'];

/** Takes the flows of disruptive operations out of the queue: they run last, or not at all. */
export function orderDisruptive(flows: readonly Flow[], context: PlanContext): OrderedFlows {
  const found = disruptiveOperations(context);
  if (found.size === 0) return { flows, last: [], heldBack: new Set() };
  const wanted = context.options.disruptive === true;
  const ways = new Map([...found].map(([operation, what]) => [operation, putBackOf(context.api, operation, what)]));
  const last: LastFlow[] = [];
  const usual = flows.filter((flow) => {
    const acts = disruptiveIn(flow, found);
    if (acts === undefined) return true;
    const putBack = ways.get(acts);
    if (putBack !== undefined || wanted) last.push({ ...flow, acts, putBack });
    else for (const _ of flow.cases) context.leaveOut(HELD_BACK, acts);
    return false;
  });
  const rank = ({ acts, putBack }: LastFlow): number =>
    putBack === undefined ? ORDER.indexOf(found.get(acts)?.kind ?? 'stop') + 1 : 0;
  const heldBack = [...ways].filter(([, way]) => way === undefined && !wanted).map(([operation]) => operation);
  return { flows: usual, last: last.sort((a, b) => rank(a) - rank(b)), heldBack: new Set(heldBack) };
}

/** Requests that the user wrote or recorded run as written. */
const ASKED_FOR = new Set(['scenarios', 'traffic']);

/**
 * The disruptive operation that a flow sends; another unsafe method on its path counts as well. The worst
 * of several.
 */
function disruptiveIn(flow: Flow, found: ReadonlyMap<Operation, Disruption>): Operation | undefined {
  if (ASKED_FOR.has(flow.phase)) return undefined;
  const acting = [...found].filter(([operation]) => flow.cases.some((planned) => isActing(planned, operation)));
  const worst = acting.sort(([, a], [, b]) => ORDER.indexOf(b.kind) - ORDER.indexOf(a.kind))[0];
  return worst?.[0];
}

function isActing({ operation, request }: Case, acts: Operation): boolean {
  if (operation !== undefined) return operation === acts.id;
  return request.path === acts.path && (!isSafe(request.method) || isDeletingGet(acts));
}
