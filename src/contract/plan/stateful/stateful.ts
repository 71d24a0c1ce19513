import { isStandIn, standInsOf } from '../../../resources/index.ts';
import type { Operation } from '../../../spec/index.ts';
import type { Flow } from '../../model/flow.ts';
import type { PlanContext, Planner } from '../planner.ts';
import { planActions } from './actions.ts';
import { planBulk } from './bulk.ts';
import { planBulkResults } from './bulk-results.ts';
import { planContents } from './files/contents.ts';
import { planHistories } from './histories.ts';
import { planKeys } from './idempotency-keys.ts';
import { planJobs } from './jobs.ts';
import { planLife } from './life/plan-life.ts';
import { planLinks } from './links.ts';
import { planCollections } from './lists/collections.ts';
import { planCounted } from './lists/counted-lists.ts';
import { planInclusions } from './lists/inclusions.ts';
import { planJoinedMembers } from './lists/joined-members.ts';
import { planNamedMembers } from './lists/named-members.ts';
import { planWithin } from './lists/nested-lists.ts';
import { planRefusedCreates } from './lists/refused-creates.ts';
import { planMovements } from './movements.ts';
import { planNamedInState } from './named-in-state.ts';
import { planNamedParts } from './named-parts.ts';
import { planNamesakes } from './namesakes.ts';
import { planNumberEnds } from './number-ends.ts';
import { planOrphans } from './orphans.ts';
import { planReadOnlyStates } from './read-only-states.ts';
import { planStampedStates } from './stamped-states.ts';
import { planStates } from './states.ts';
import { planStatistics } from './statistics.ts';
import { planSwitches } from './switches.ts';
import { planTotals } from './totals.ts';
import { planBystanders } from './writes/bystanders.ts';
import { planWrites } from './writes/plan-writes.ts';
import { planTakenValues } from './writes/taken-values.ts';

/** Life cycles of resources, links between operations, effects of writes, and collections. */
export const planStateful: Planner = (planned: PlanContext): readonly Flow[] => ofResources(asResources(planned));

/** Calls by name are planned as what they do to a resource. */
function asResources(context: PlanContext): PlanContext {
  const standIns = context.api.operations.filter(isStandIn);
  const operations = context.operations.flatMap((operation): readonly Operation[] => {
    const own = standInsOf(standIns, operation);
    return own.length === 0 ? [operation] : own;
  });
  return { ...context, operations };
}

const ofResources = (context: PlanContext): readonly Flow[] => [
  ...context.model.resources.flatMap((resource) => planLife(context, resource)),
  ...planLinks(context),
  ...context.model.resources.flatMap((resource) => planWrites(context, resource)),
  ...context.model.resources.flatMap((resource) => planBystanders(context, resource)),
  ...context.model.resources.flatMap((resource) => planTakenValues(context, resource)),
  ...context.model.resources.flatMap((resource) => planRefusedCreates(context, resource)),
  ...context.model.resources.flatMap((resource) => planNamesakes(context, resource)),
  ...context.model.resources.flatMap((resource) => planNumberEnds(context, resource)),
  ...planActions(context),
  ...planSwitches(context),
  ...planNamedParts(context),
  ...context.model.resources.flatMap((resource) => planStates(context, resource)),
  ...context.model.resources.flatMap((resource) => planStampedStates(context, resource)),
  ...planNamedInState(context),
  ...planReadOnlyStates(context),
  ...planWithin(context),
  ...planCounted(context),
  ...planStatistics(context),
  ...planTotals(context),
  ...planMovements(context),
  ...planHistories(context),
  ...planInclusions(context),
  ...planNamedMembers(context),
  ...planJoinedMembers(context),
  ...planOrphans(context),
  ...planKeys(context),
  ...planJobs(context),
  ...planBulk(context),
  ...planBulkResults(context),
  ...planContents(context),
  ...planCollections(context),
];
