import type { Direction } from '../../spec/index.ts';
import { arrayPlanOf } from './array-plan.ts';
import { DEEPEST, MOST_ITEMS, type Tools } from './draw-context.ts';
import { objectPlanOf } from './object-plan.ts';
import type { ChoicePlan, LeafPlan, ValuePlan } from './plan.ts';

/** Whether the plan has a value of at most this depth. A required cycle has none. */
export function reaches(tools: Tools, plan: ValuePlan, direction: Direction, depth: number): boolean {
  const known = plan.reach[direction];
  if (depth >= known.reached) return true;
  if (depth <= known.missed) return false;
  tools.steps.count();
  const found =
    plan.kind === 'leaf' ? leafReaches(tools, plan, direction, depth) : choiceReaches(tools, plan, direction, depth);
  if (found) known.reached = Math.min(known.reached, depth);
  else known.missed = Math.max(known.missed, depth);
  return found;
}

/**
 * The depth of the shallowest value; Infinity if there is no finite one, or none within the maximum depth.
 */
export function leastNesting(tools: Tools, plan: ValuePlan, direction: Direction): number {
  for (let depth = 1; depth <= DEEPEST; depth++) if (reaches(tools, plan, direction, depth)) return depth;
  return Number.POSITIVE_INFINITY;
}

export function isFinitePlan(tools: Tools, plan: ValuePlan, direction: Direction): boolean {
  return reaches(tools, plan, direction, DEEPEST);
}

/** A spare branch is narrower than another, which decides. */
function choiceReaches(tools: Tools, plan: ChoicePlan, direction: Direction, depth: number): boolean {
  return plan.ways.some((way, index) => way.spare !== true && reaches(tools, plan.way(index), direction, depth));
}

const SCALARS = ['string', 'number', 'integer', 'boolean', 'null'] as const;

function leafReaches(tools: Tools, plan: LeafPlan, direction: Direction, depth: number): boolean {
  if (plan.impossible !== undefined || depth < 1) return false;
  const { types } = plan.shape;
  if (SCALARS.some((type) => types.has(type))) return true;
  if (plan.schemas.some((schema) => schema.enum !== undefined || schema.const !== undefined)) return true;
  return (
    (types.has('array') && arrayReaches(tools, plan, direction, depth)) ||
    (types.has('object') && objectReaches(tools, plan, direction, depth))
  );
}

function arrayReaches(tools: Tools, plan: LeafPlan, direction: Direction, depth: number): boolean {
  const { least, prefix, item, contained } = arrayPlanOf(plan, tools);
  const wanted = contained(Math.min(least, MOST_ITEMS), 'first');
  const places = Array.from({ length: Math.min(least, prefix + 1 + wanted.size) }, (_, i) => wanted.get(i) ?? item(i));
  return [...new Set(places)].every((place) => reaches(tools, place, direction, depth - 1));
}

function objectReaches(tools: Tools, plan: LeafPlan, direction: Direction, depth: number): boolean {
  const { entries } = objectPlanOf(plan, tools);
  return entries.every((entry) => {
    const needed = entry.required && !(direction === 'request' ? entry.readOnly : entry.writeOnly);
    return !needed || reaches(tools, entry.plan, direction, depth - 1);
  });
}
