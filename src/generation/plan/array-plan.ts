import type { Schema, SchemaObject } from '../../spec/index.ts';
import { isArray, isObject } from '../../wire/index.ts';
import { MOST_ITEMS, type Tools } from './draw-context.ts';
import { isImpossible, keep, type LeafPlan, type ValuePlan } from './plan.ts';
import { unevaluatedBy } from './unevaluated-members.ts';

export interface ArrayPlan {
  /** Positions with their own schema. */
  readonly prefix: number;
  readonly least: number;
  /** The number of items if each `contains` is satisfied after the prefix, within the maximum. */
  readonly roomy: number;
  readonly most: number;
  readonly unique: boolean;
  readonly item: (index: number) => ValuePlan;
  /**
   * Of that many items, those with another plan to satisfy every `contains`, by position: after the prefix
   * first, or at the first possible position.
   */
  readonly contained: (count: number, order: 'behind' | 'first') => ReadonlyMap<number, ValuePlan>;
}

export function arrayPlanOf(plan: LeafPlan, tools: Tools): ArrayPlan {
  return keep(plan, 'array', () => makeArrayPlan(plan, tools));
}

function makeArrayPlan(plan: LeafPlan, tools: Tools): ArrayPlan {
  const { schemas, shape } = plan;
  tools.steps.count(schemas.length);
  const prefix = schemas.reduce((longest, schema) => Math.max(longest, schema.prefixItems?.length ?? 0), 0);
  const namedAt = (index: number): readonly Schema[] => schemas.flatMap((schema) => namedBy(schema, index) ?? []);
  const schemasAt = (index: number): readonly Schema[] => [
    ...namedAt(index),
    ...unevaluatedBy(tools, schemas, 'unevaluatedItems', (schema) => namedBy(schema, index) !== undefined),
  ];
  const limits = schemas.filter(({ contains, maxContains }) => contains !== undefined && maxContains !== undefined);
  const refused = limits.map(({ contains }) => tools.negation.not(contains ?? true));
  const samples = samplesIn(schemas);
  const plans: ValuePlan[] = [];
  // With `maxContains`, other items must not match `contains`, if possible.
  const item = (index: number): ValuePlan => {
    const place = Math.min(index, prefix);
    plans[place] ??=
      possible([...schemasAt(place), ...refused], samples) ?? tools.planner.planOf(schemasAt(place), samples);
    return plans[place];
  };
  const possible = (itemSchemas: readonly Schema[], like?: SchemaObject): ValuePlan | undefined => {
    const made = tools.planner.planOf(itemSchemas, like);
    return isImpossible(made) ? undefined : made;
  };

  const places = Array.from({ length: prefix + 1 }, (_, index) => index);
  const closed = places.find((index) => possible(namedAt(index)) === undefined);
  const end = Math.min(shape.maxItems, closed ?? Number.POSITIVE_INFINITY);
  const wanted = wantedOf(schemas, end, (contains) =>
    places.some((index) => possible([...namedAt(index), ...contains]) !== undefined),
  );
  const needed = wanted.reduce((sum, { count }) => sum + count, 0);
  const most = Math.min(end, endOf(), Math.max(MOST_ITEMS, shape.minItems));
  const first = placed(Math.min(prefix + needed, most), 'first');
  return {
    prefix,
    least: Math.max(shape.minItems, needed, ...[...first.keys()].map((index) => index + 1)),
    roomy: needed > 0 ? Math.min(prefix + needed, most) : 0,
    most,
    unique: shape.unique,
    item,
    contained: placed,
  };

  /** The maximum number of items, so that none is unevaluated and `maxContains` holds. */
  function endOf(): number {
    if (possible(schemasAt(prefix)) === undefined) return prefix + needed;
    if (limits.length === 0 || possible([...schemasAt(prefix), ...refused]) !== undefined)
      return Number.POSITIVE_INFINITY;
    return Math.max(...limits.map(({ maxContains }) => maxContains ?? 0));
  }

  /** Items that match `contains` count as evaluated. */
  function placed(count: number, order: 'behind' | 'first'): ReadonlyMap<number, ValuePlan> {
    const found = new Map<number, ValuePlan>();
    tools.steps.count((wanted.length * count) >> 2);
    const all = Array.from({ length: wanted.length > 0 ? count : 0 }, (_, index) => index);
    const free = order === 'first' ? all : [...all.slice(prefix), ...all.slice(0, prefix).reverse()];
    for (const group of wanted) {
      const planAt = (index: number): ValuePlan => tools.planner.planOf([...namedAt(index), ...group.contains]);
      for (let i = 0; i < group.count && free.length > 0; i++) {
        // One is removed from the list of all positions.
        tools.steps.count(1 + (free.length >> 5));
        const fitting = free.findIndex((index) => !isImpossible(planAt(Math.min(index, prefix))));
        const [place = 0] = free.splice(Math.max(0, fitting), 1);
        found.set(place, planAt(Math.min(place, prefix)));
      }
    }
    return found;
  }
}

/** The objects in the examples of a list. */
function samplesIn(schemas: readonly SchemaObject[]): SchemaObject | undefined {
  const examples = schemas.flatMap(({ examples: whole = [] }) =>
    whole.flatMap((each) => (isArray(each) ? each.filter(isObject) : [])),
  );
  return examples.length === 0 ? undefined : { examples };
}

/** The schema of a position in `prefixItems` or `items`. */
function namedBy(schema: SchemaObject, index: number): Schema | undefined {
  return index < (schema.prefixItems?.length ?? 0) ? schema.prefixItems?.[index] : schema.items;
}

/** The number of items that must match some `contains`. */
interface WantedItems {
  readonly count: number;
  readonly contains: readonly Schema[];
}

/** One group for each `contains`. If there is not enough room, items serve several of them where possible. */
function wantedOf(
  schemas: readonly SchemaObject[],
  room: number,
  together: (contains: readonly Schema[]) => boolean,
): readonly WantedItems[] {
  const groups = schemas
    .filter((schema) => schema.contains !== undefined && (schema.minContains ?? 1) > 0)
    .map((schema): WantedItems => ({ count: schema.minContains ?? 1, contains: [schema.contains ?? true] }));
  let total = groups.reduce((sum, { count }) => sum + count, 0);
  const kept: WantedItems[] = [];
  for (const group of groups) {
    const merged = (other: WantedItems): readonly Schema[] => [...other.contains, ...group.contains];
    const host = total > room ? kept.findIndex((other) => together(merged(other))) : -1;
    const other = kept[host];
    if (other === undefined) kept.push(group);
    else {
      kept[host] = { count: Math.max(other.count, group.count), contains: merged(other) };
      total -= Math.min(other.count, group.count);
    }
  }
  return kept;
}
