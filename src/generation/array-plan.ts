import type { Schema } from '../spec/index.ts';
import { MOST_ITEMS, type Tools } from './drawing.ts';
import { keep, type LeafPlan, type Plan } from './plan.ts';

export interface ArrayPlan {
  /** Positions that have a schema of their own. */
  readonly prefix: number;
  readonly least: number;
  readonly most: number;
  readonly unique: boolean;
  readonly item: (index: number) => Plan;
  /** `contains` with how many items must fit it; each plan also fits what every item must. */
  readonly contained: readonly { readonly count: number; readonly item: (index: number) => Plan }[];
}

export function arrayPlanOf(plan: LeafPlan, tools: Tools): ArrayPlan {
  return keep(plan, 'array', () => makeArrayPlan(plan, tools));
}

function makeArrayPlan(plan: LeafPlan, tools: Tools): ArrayPlan {
  const { schemas, shape } = plan;
  const prefix = schemas.reduce((longest, schema) => Math.max(longest, schema.prefixItems?.length ?? 0), 0);
  const namedAt = (index: number): readonly Schema[] =>
    schemas.flatMap(
      (schema) => (index < (schema.prefixItems?.length ?? 0) ? schema.prefixItems?.[index] : schema.items) ?? [],
    );
  const schemasAt = (index: number): readonly Schema[] => {
    const found = namedAt(index);
    return found.length > 0 ? found : schemas.flatMap((schema) => schema.unevaluatedItems ?? []);
  };
  const wanted = schemas.filter((schema) => schema.contains !== undefined && (schema.minContains ?? 1) > 0);
  const contained = wanted.map((schema) => ({
    count: schema.minContains ?? 1,
    // What `contains` finds is evaluated.
    item: (index: number) => tools.planner.planOf([...namedAt(index), schema.contains ?? true]),
  }));
  // Where `maxContains` limits them, the other items must not fit `contains`.
  const refused = schemas.flatMap((schema) =>
    schema.maxContains === undefined ? [] : [tools.negation.not(schema.contains ?? true)],
  );
  const plans: Plan[] = [];
  const item = (index: number): Plan => {
    const place = Math.min(index, prefix);
    plans[place] ??= tools.planner.planOf([...schemasAt(place), ...refused]);
    return plans[place];
  };
  const needed = contained.reduce((sum, { count }) => sum + count, 0);
  const most = Math.min(shape.maxItems, endOf(), Math.max(MOST_ITEMS, shape.minItems));
  return {
    prefix,
    least: Math.max(shape.minItems, needed, needed > 0 ? Math.min(prefix + needed, most) : 0),
    most,
    unique: shape.unique,
    item,
    contained,
  };

  /** How many items there may be at most: none behind the prefix, or none but those that `contains` asks for. */
  function endOf(): number {
    if (isImpossible(tools.planner.planOf(namedAt(prefix)))) return prefix;
    const open = refused.length > 0 || !isImpossible(item(prefix));
    return open ? Number.POSITIVE_INFINITY : prefix + needed;
  }
}

/** Nothing fits the plan, as far as its keywords say. */
export function isImpossible(plan: Plan): boolean {
  return plan.kind === 'leaf' && plan.impossible !== undefined;
}
