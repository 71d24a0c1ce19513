import type { Json } from '../../core/index.ts';
import type { Direction, Schema } from '../../spec/index.ts';
import { isArray, isObject } from '../../wire/index.ts';
import { pick } from '../model/chance.ts';
import { valueRecord } from '../model/json-values.ts';
import { staysOut } from '../model/marks.ts';
import type { Drawing, Spot, Tools } from '../plan/draw-context.ts';
import { keep, type ValuePlan } from '../plan/plan.ts';
import { exampleText } from './documented-text.ts';

const KEPT = { request: 'documented/request', response: 'documented/response' } as const;

/**
 * A documented example of the plan that fits it, else its default. Skipped if known values or left-out
 * properties exclude it.
 */
export function documentedValue(drawing: Drawing, plan: ValuePlan, spot: Spot): Json | undefined {
  const { examples, fallback } = keep(plan, KEPT[drawing.direction], () =>
    documentedOf(drawing.tools, plan, drawing.direction),
  );
  if (examples.length === 0 && fallback === undefined) return undefined;
  if (spot.repeated && examples.length < 2) return undefined;
  const value = spot.repeated ? pick(spot.chance, examples) : (examples[0] ?? fallback);
  if (value === undefined || !isObject(value)) return value;
  if (drawing.optional !== 'all') return undefined;
  return spot.known === undefined ? value : { ...value, ...spot.known };
}

interface DocumentedValues {
  readonly examples: readonly Json[];
  readonly fallback: Json | undefined;
}

function documentedOf(tools: Tools, plan: ValuePlan, direction: Direction): DocumentedValues {
  const fits = (value: Json): boolean => plan.originals.every((schema) => tools.check(schema, value, direction));
  const schemas = plan.originals.flatMap((schema) => wholeValueSchemas(tools, schema));
  const examples = schemas
    .flatMap(({ examples: list }) => list ?? [])
    .map((value) => withoutMarked(tools, plan.originals, value, direction))
    .map((value) => (fits(value) ? value : (otherForms(value).find(fits) ?? value)));
  const fallback = schemas
    .flatMap(({ default: value }) => (value === undefined || isHollow(value) ? [] : [value]))
    .find(fits);
  return { examples: examples.filter(fits), fallback };
}

/** What else an example may mean: a text without quotes, or one item of a list. */
function otherForms(value: Json): readonly Json[] {
  return isArray(value) ? [] : [exampleText(value) ?? value, [value]];
}

/** The schema objects whose examples are for the whole value. */
function wholeValueSchemas(tools: Tools, schema: Schema): readonly Exclude<Schema, boolean>[] {
  const seen = new Set<Exclude<Schema, boolean>>();
  const visit = (part: Schema): void => {
    const target = tools.api.deref(part);
    if (typeof target === 'boolean' || seen.has(target)) return;
    seen.add(target);
    target.allOf?.forEach(visit);
  };
  visit(schema);
  return [...seen];
}

/** Whether a default is empty: a drawn value shows more. */
function isHollow(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** The example without the properties that are not sent in that direction. */
export function withoutMarked(tools: Tools, schemas: readonly Schema[], value: Json, direction: Direction): Json {
  const objects = schemas.flatMap((schema) => wholeValueSchemas(tools, schema));
  if (isArray(value)) {
    const items = objects.flatMap((schema) => schema.items ?? []);
    return items.length === 0 ? value : value.map((item) => withoutMarked(tools, items, item, direction));
  }
  if (!isObject(value)) return value;
  return valueRecord(
    Object.keys(value).flatMap((name): (readonly [string, Json])[] => {
      const own = objects.flatMap(({ properties }) =>
        properties !== undefined && Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
      );
      if (own.some((schema) => staysOut(tools.api, schema, direction))) return [];
      return [[name, withoutMarked(tools, own, value[name] ?? null, direction)]];
    }),
  );
}
