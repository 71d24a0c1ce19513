import type { Flow } from '../flow.ts';
import type { PlanContext, Planner } from '../planner.ts';
import { planActions } from './stateful-actions.ts';
import { planBulk } from './stateful-bulk.ts';
import { planCollections } from './stateful-collections.ts';
import { planJobs } from './stateful-jobs.ts';
import { planKeys } from './stateful-keys.ts';
import { planLife } from './stateful-life.ts';
import { planLinks } from './stateful-links.ts';
import { planOrphans } from './stateful-orphans.ts';
import { planStates } from './stateful-states.ts';
import { planWithin } from './stateful-within.ts';
import { planWrites } from './stateful-writes.ts';

/** Lives of resources, links between operations, what writes leave behind, and what collections show. */
export const planStateful: Planner = (context: PlanContext): readonly Flow[] => [
  ...context.model.resources.flatMap((resource) => planLife(context, resource)),
  ...planLinks(context),
  ...context.model.resources.flatMap((resource) => planWrites(context, resource)),
  ...planActions(context),
  ...context.model.resources.flatMap((resource) => planStates(context, resource)),
  ...planWithin(context),
  ...planOrphans(context),
  ...planKeys(context),
  ...planJobs(context),
  ...planBulk(context),
  ...planCollections(context),
];
