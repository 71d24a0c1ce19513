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
  const schemasAt = (index: number): readonly Schema[] => {
    const found = schemas.flatMap(
      (schema) => (index < (schema.prefixItems?.length ?? 0) ? schema.prefixItems?.[index] : schema.items) ?? [],
    );
    return found.length > 0 ? found : schemas.flatMap((schema) => schema.unevaluatedItems ?? []);
  };
  const wanted = schemas.filter((schema) => schema.contains !== undefined && (schema.minContains ?? 1) > 0);
  const contained = wanted.map((schema) => ({
    count: schema.minContains ?? 1,
    item: (index: number) => tools.planner.planOf([...schemasAt(index), schema.contains ?? true]),
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
  const closed = item(prefix);
  const end =
    closed.kind === 'leaf' && closed.impossible !== undefined && refused.length === 0
      ? prefix
      : Number.POSITIVE_INFINITY;
  const needed = contained.reduce((sum, { count }) => sum + count, 0);
  return {
    prefix,
    least: Math.max(shape.minItems, needed),
    most: Math.min(shape.maxItems, end, Math.max(MOST_ITEMS, shape.minItems)),
    unique: shape.unique,
    item,
    contained,
  };
}
