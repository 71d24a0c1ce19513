import type { Json } from '../../core/index.ts';
import type { Api, Direction, Schema, SchemaObject } from '../../spec/index.ts';
import { kindHints } from '../model/constants.ts';
import { inheritedHint } from '../model/discriminator.ts';
import type { StepBudget } from '../model/steps.ts';
import { type DrawFacts, learn, noFacts, settledFacts, type Way } from './facts.ts';
import type { Negation } from './negate.ts';
import { emptiness, shapeOf, type ValueShape } from './shape.ts';

/** How values of a schema are drawn, computed once: a tree of choices with resolved leaves. */
export type ValuePlan = ChoicePlan | LeafPlan;

export interface ChoicePlan {
  readonly kind: 'choice';
  readonly keyword: string;
  readonly ways: readonly Way[];
  /** The plan of a branch, made on first use. */
  readonly way: (index: number) => ValuePlan;
  readonly originals: readonly Schema[];
  readonly reach: Readonly<Record<Direction, PlanReach>>;
  readonly kept: PlanCache;
}

export interface LeafPlan {
  readonly kind: 'leaf';
  readonly schemas: readonly SchemaObject[];
  readonly originals: readonly Schema[];
  readonly nots: readonly Schema[];
  readonly hints: ReadonlyMap<string, Json>;
  /** Names of the schemas that references lead to, outermost first. */
  readonly names: readonly string[];
  readonly shape: ValueShape;
  readonly impossible: string | undefined;
  readonly reach: Readonly<Record<Direction, PlanReach>>;
  readonly kept: PlanCache;
}

/** Bounds for the depth of the shallowest finite value: one exists within `reached`, none within `missed`. */
export interface PlanReach {
  reached: number;
  missed: number;
}

/**
 * Results that drawing has computed for the plan, by name. Each is filled on first use by the file that
 * owns it.
 */
export interface PlanCache {
  [part: string]: unknown;
}

export interface ValuePlanner {
  /**
   * The plan for a value that fits all of these schemas. The same schemas give the same plan. `samples`: a schema whose
   * examples strings get the form of. It is not one of those that the value must fit.
   */
  planOf(schemas: readonly Schema[], samples?: SchemaObject): ValuePlan;
}

export interface PlannerDependencies {
  readonly api: Api;
  readonly negation: Negation;
  readonly steps: StepBudget;
  /** Whether a plan has a finite value. */
  readonly finite: (plan: ValuePlan) => boolean;
}

export function createPlanner(dependencies: PlannerDependencies): ValuePlanner {
  const { api, steps, finite } = dependencies;
  const single = new WeakMap<SchemaObject, ValuePlan>();
  const several = new WeakMap<SchemaObject, Map<string, ValuePlan>>();
  const ids = new WeakMap<SchemaObject, number>();
  const nothing = planFrom(noFacts());
  const never = planFrom({ ...noFacts(), originals: [false], impossible: 'the schema `false` fits nothing' });
  let nextId = 1;

  return {
    planOf: (schemas, samples) => {
      steps.count(1 + schemas.length);
      const objects: SchemaObject[] = [];
      for (const schema of schemas) {
        if (schema === false) return never;
        if (schema !== true && !objects.includes(schema)) objects.push(schema);
      }
      const [first] = objects;
      if (first === undefined) return nothing;
      return objects.length === 1 && samples === undefined ? planOfOne(first) : planOfSeveral(first, objects, samples);
    },
  };

  function planOfOne(schema: SchemaObject): ValuePlan {
    const known = single.get(schema);
    if (known !== undefined) return known;
    const plan = planFrom(gather([schema]));
    single.set(schema, plan);
    return plan;
  }

  function planOfSeveral(
    first: SchemaObject,
    schemas: readonly SchemaObject[],
    samples: SchemaObject | undefined,
  ): ValuePlan {
    const family = several.get(first) ?? new Map<string, ValuePlan>();
    several.set(first, family);
    const key = [...schemas.map(idOf), ...(samples === undefined ? [] : ['like', idOf(samples)])].join('.');
    const plan = family.get(key) ?? planFrom(gather(schemas, samples));
    family.set(key, plan);
    return plan;
  }

  function idOf(schema: SchemaObject): number {
    const id = ids.get(schema) ?? nextId++;
    ids.set(schema, id);
    return id;
  }

  function gather(schemas: readonly Schema[], samples?: SchemaObject): DrawFacts {
    const facts = noFacts();
    const name = nameOf(api, schemas[0]);
    if (name !== undefined) facts.names.push(name);
    for (const schema of schemas) learn(dependencies, facts, schema);
    if (samples !== undefined) facts.schemas.push(samples);
    return facts;
  }

  function planFrom(facts: DrawFacts): ValuePlan {
    const reach = { request: unknownReach(), response: unknownReach() };
    const kept: PlanCache = {};
    const [choice] = facts.choices;
    const { originals } = facts;
    if (choice === undefined || facts.impossible !== undefined) return leafFrom(facts, reach, kept);
    const made: ValuePlan[] = [];
    const way = (index: number): ValuePlan => {
      const taken = choice.ways[index];
      made[index] ??=
        taken === undefined
          ? never
          : planFrom(settledFacts(dependencies, facts, taken, (left) => finite(planFrom(left))));
      return made[index];
    };
    return { kind: 'choice', keyword: choice.keyword, ways: choice.ways, way, originals, reach, kept };
  }

  function leafFrom(facts: DrawFacts, reach: LeafPlan['reach'], kept: PlanCache): LeafPlan {
    const { schemas, originals, nots, names } = facts;
    const hints = new Map(facts.hints);
    for (const schema of schemas) {
      const hint = inheritedHint(schema, facts.names);
      for (const each of [...(hint === undefined ? [] : [hint]), ...kindHints(schema)])
        if (!hints.has(each[0])) hints.set(...each);
    }
    const shape = shapeOf(schemas);
    const empty = [...shape.types].flatMap((type) => emptiness(shape, type) ?? []);
    if (empty.length > 0)
      shape.types = new Set([...shape.types].filter((type) => emptiness(shape, type) === undefined));
    const impossible =
      facts.impossible ?? (shape.types.size === 0 ? (empty[0] ?? 'no `type` is left that all parts allow') : undefined);
    return { kind: 'leaf', schemas, originals, nots, hints, names, shape, impossible, reach, kept };
  }
}

function unknownReach(): PlanReach {
  return { reached: Number.POSITIVE_INFINITY, missed: 0 };
}

/** The name of a schema that was passed without its `$ref`. */
function nameOf(api: Api, schema: Schema | undefined): string | undefined {
  if (schema === undefined || typeof schema === 'boolean' || schema.$ref !== undefined) return undefined;
  return /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(api.pointerOf(schema) ?? '')?.[1];
}

/** Deeper branches of nested choices count as possible. */
const DEEPEST_CHOICE = 3;

/** Whether the keywords alone show that no value fits. */
export function isImpossible(plan: ValuePlan, depth = 0): boolean {
  if (plan.kind === 'leaf') return plan.impossible !== undefined;
  return depth < DEEPEST_CHOICE && plan.ways.every((_, index) => isImpossible(plan.way(index), depth + 1));
}

/** A result for a plan, computed on first use. */
export function keep<T>(plan: ValuePlan, name: string, make: () => T): T {
  const { kept } = plan;
  if (name in kept) {
    // Each name is written only below, by the same `make`.
    return kept[name] as T;
  }
  const made = make();
  kept[name] = made;
  return made;
}
