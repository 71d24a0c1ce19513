import type { Json } from '../../core/index.ts';
import type { Schema, SchemaObject } from '../../spec/index.ts';
import { isObject } from '../../wire/index.ts';
import { staysOut } from '../model/marks.ts';
import { isPriced } from '../model/money.ts';
import { type ComposedMember, composedMembers } from './composed-members.ts';
import { type DeedMembers, deedMembers } from './deed-members.ts';
import type { Tools } from './draw-context.ts';
import { type MemberGroups, memberGroups } from './member-groups.ts';
import { orderedPairs } from './ordered-pairs.ts';
import { keep, type LeafPlan, type ValuePlan } from './plan.ts';
import { unevaluatedBy } from './unevaluated-members.ts';

/** One property that the schemas describe. */
export interface ObjectEntry {
  readonly name: string;
  readonly plan: ValuePlan;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
  /** Preferred value, from a discriminator. */
  readonly hint: Json | undefined;
}

export interface ObjectPlan {
  readonly entries: readonly ObjectEntry[];
  readonly byName: ReadonlyMap<string, ObjectEntry>;
  /** Name patterns, if no property is named. */
  readonly patterns: readonly string[];
  /** Whether the schemas describe a map with free names. */
  readonly map: boolean;
  /** Whether undocumented names are possible. */
  readonly open: boolean;
  /** Pairs of properties of which the first must be the lower one. */
  readonly pairs: readonly (readonly [low: string, high: string])[];
  /** Properties whose values must be consistent. */
  readonly groups: MemberGroups | undefined;
  /** Properties that say what was done to the object. */
  readonly deeds: DeedMembers | undefined;
  /** Some property is an amount of money, or the sum of amounts. */
  readonly isPriced: boolean;
  /** Properties with an example. */
  readonly shown: ReadonlySet<string>;
  /** Strings composed of other properties. */
  readonly composed: readonly ComposedMember[];
  readonly dependents: readonly (readonly [name: string, others: readonly string[]])[];
  readonly nameSchemas: readonly Schema[];
  /** The plan for a property that is not among the entries. */
  readonly extra: (name: string) => ValuePlan;
}

export function objectPlanOf(plan: LeafPlan, tools: Tools): ObjectPlan {
  return keep(plan, 'object', () => makeObjectPlan(plan, tools));
}

function makeObjectPlan(plan: LeafPlan, tools: Tools): ObjectPlan {
  const { schemas } = plan;
  const required = new Set(schemas.flatMap((schema) => schema.required ?? []));
  const names = new Set([
    ...schemas.flatMap((schema) => Object.keys(schema.properties ?? {})),
    ...required,
    ...[...plan.hints.keys()].filter((name) => !memberSchemas(schemas, name, tools).includes(false)),
  ]);
  tools.steps.count(Math.ceil((names.size * schemas.length) / 4));
  const entries = [...names].map((name) => entryOf(plan, name, required.has(name), tools));
  const patterns = [...new Set(schemas.flatMap((schema) => Object.keys(schema.patternProperties ?? {})))];
  const additional = schemas.map((schema) => schema.additionalProperties ?? schema.unevaluatedProperties);
  const extras = new Map<string, ValuePlan>();
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return {
    entries,
    byName,
    patterns,
    map: additional.some((schema) => typeof schema === 'object') && !additional.includes(false),
    open: !additional.includes(false) || patterns.length > 0,
    pairs: orderedPairs(
      entries.map(({ name }) => name),
      tools.wordsOf,
      (name) => descriptionOf(tools, byName.get(name)),
    ),
    groups: memberGroups(entries.map(({ name }) => name)),
    deeds: deedMembers(entries.map(({ name }) => name)),
    isPriced: entries.some(({ name }) => isPriced(name)),
    shown: new Set(
      entries
        .filter(({ plan: { originals } }) => originals.some((schema) => isShown(tools, schema)))
        .map(({ name }) => name),
    ),
    composed: composedMembers(
      tools,
      entries.map(({ name, plan: { originals } }) => [name, originals] as const),
    ),
    dependents: schemas.flatMap((schema) => Object.entries(schema.dependentRequired ?? {})),
    nameSchemas: schemas.flatMap((schema) => schema.propertyNames ?? []),
    extra: (name) => {
      const known = extras.get(name) ?? tools.planner.planOf(memberSchemas(schemas, name, tools));
      extras.set(name, known);
      return known;
    },
  };
}

function descriptionOf(tools: Tools, entry: ObjectEntry | undefined): string {
  return (entry?.plan.originals ?? [])
    .flatMap((schema) => [schema, tools.api.deref(schema)])
    .map((schema) => (typeof schema === 'object' ? (schema.description ?? '') : ''))
    .join(' ');
}

function isShown(tools: Tools, schema: Schema): boolean {
  const target = tools.api.deref(schema);
  return typeof target === 'object' && target.examples !== undefined;
}

function entryOf(plan: LeafPlan, name: string, required: boolean, tools: Tools): ObjectEntry {
  const own = plan.schemas.flatMap((schema) => ownSchema(schema, name) ?? []);
  const marked = (direction: 'request' | 'response'): boolean =>
    own.some((schema) => staysOut(tools.api, schema, direction));
  return {
    name,
    plan: tools.planner.planOf(memberSchemas(plan.schemas, name, tools), samplesOf(plan.schemas, name)),
    required,
    readOnly: marked('request'),
    writeOnly: marked('response'),
    deprecated: own.some((schema) => isDeprecated(tools.api.deref(schema))),
    hint: plan.hints.get(name),
  };
}

/** The values of a property in the examples of its object. */
function samplesOf(schemas: readonly SchemaObject[], name: string): SchemaObject | undefined {
  const examples = schemas.flatMap(({ examples: whole = [] }) =>
    whole.flatMap((each) => (isObject(each) && Object.hasOwn(each, name) ? [each[name] ?? null] : [])),
  );
  return examples.length === 0 ? undefined : { examples };
}

function isDeprecated(schema: Schema): boolean {
  return typeof schema === 'object' && schema.deprecated === true;
}

function ownSchema(schema: SchemaObject, name: string): Schema | undefined {
  return schema.properties !== undefined && Object.hasOwn(schema.properties, name)
    ? schema.properties[name]
    : undefined;
}

/** Every schema that applies to a property (JSON Schema 2020-12 Core §10.3.2). */
function memberSchemas(schemas: readonly SchemaObject[], name: string, tools: Tools): readonly Schema[] {
  tools.steps.count(1 + (schemas.length >> 2));
  const found: Schema[] = [];
  const evaluating = new Set<SchemaObject>();
  for (const schema of schemas) {
    const own = ownSchema(schema, name);
    const matched = Object.entries(schema.patternProperties ?? {}).filter(
      ([source]) => tools.pattern(source)?.test(name) === true,
    );
    if (own !== undefined) found.push(own);
    for (const [, value] of matched) found.push(value);
    const spoken = own !== undefined || matched.length > 0;
    if (!spoken && schema.additionalProperties !== undefined) found.push(schema.additionalProperties);
    if (spoken || schema.additionalProperties !== undefined) evaluating.add(schema);
  }
  return [...found, ...unevaluatedBy(tools, schemas, 'unevaluatedProperties', (schema) => evaluating.has(schema))];
}
