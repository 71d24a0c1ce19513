import type { Json } from '../../core/index.ts';
import type { Api, Schema, SchemaObject } from '../../spec/index.ts';
import { branchName } from '../model/discriminator.ts';
import type { StepBudget } from '../model/steps.ts';
import type { Negation } from './negate.ts';

/**
 * The requirements of one value, with `$ref` and `allOf` resolved: schemas whose own keywords apply, and
 * open choices.
 */
export interface DrawFacts {
  readonly schemas: SchemaObject[];
  readonly choices: ChoicePoint[];
  /** Schemas that the value must not fit; drawn values are tested. */
  readonly nots: Schema[];
  /** All original schemas, for the evaluation of a drawn value. */
  readonly originals: Schema[];
  /** Preferred values of properties, from a discriminator. */
  readonly hints: Map<string, Json>;
  /** Last segments of the `$ref`s on the way, outermost first. */
  readonly names: string[];
  /** Why no value can fit, if that is known. */
  impossible: string | undefined;
}

export interface ChoicePoint {
  readonly keyword: string;
  readonly ways: readonly Way[];
}

/** One way to settle a choice. */
export interface Way {
  readonly add: readonly Schema[];
  /** `oneOf`: none of these may fit, except for the one at `except`. */
  readonly rivals?: { readonly schemas: readonly Schema[]; readonly except: number };
  readonly hint?: readonly [property: string, value: Json];
  /**
   * Schemas to be broken, each by the first of its negations, counted from `from`, that the other
   * requirements allow.
   */
  readonly breaking?: { readonly schemas: readonly Schema[]; readonly from: number };
  /** Narrower than another branch and harder to draw; used if the others fail. */
  readonly spare?: true;
}

export function noFacts(): DrawFacts {
  return { schemas: [], choices: [], nots: [], originals: [], hints: new Map(), names: [], impossible: undefined };
}

/** What is needed to read a schema. */
export interface FactTools {
  readonly api: Api;
  readonly negation: Negation;
  readonly steps: StepBudget;
}

/** A settled choice is a plan that is kept, so this also bounds the memory. */
const STEPS_PER_WAY = 10;

/** The facts with their first choice settled in that way. `possible`: whether any value may still fit. */
export function settledFacts(
  learning: FactTools,
  facts: DrawFacts,
  way: Way,
  possible: (facts: DrawFacts) => boolean,
): DrawFacts {
  const { negation, steps } = learning;
  steps.count(STEPS_PER_WAY + facts.schemas.length + facts.originals.length + facts.choices.length);
  let next = copyFacts(facts, facts.choices.slice(1));
  if (way.hint !== undefined) next.hints.set(...way.hint);
  if (way.rivals !== undefined) {
    const { schemas, except } = way.rivals;
    next.nots.push(...schemas.filter((_, index) => index !== except));
  }
  for (const schema of way.add) learn(learning, next, schema);
  for (const schema of way.breaking?.schemas ?? []) {
    next = breakSchemas(learning, next, { ways: negation.ways(schema), from: way.breaking?.from ?? 0, possible });
  }
  return next;
}

function copyFacts(facts: DrawFacts, choices: readonly ChoicePoint[]): DrawFacts {
  return {
    schemas: [...facts.schemas],
    choices: [...choices],
    nots: [...facts.nots],
    originals: [...facts.originals],
    hints: new Map(facts.hints),
    names: [...facts.names],
    impossible: facts.impossible,
  };
}

/** Schemas to try from one on, and whether values of one are possible. */
interface WaySearch {
  readonly ways: readonly Schema[];
  readonly from: number;
  readonly possible: (facts: DrawFacts) => boolean;
}

function breakSchemas(learning: FactTools, facts: DrawFacts, { ways, from, possible }: WaySearch): DrawFacts {
  for (let i = 0; i < ways.length; i++) {
    const tried = copyFacts(facts, facts.choices);
    learn(learning, tried, ways[(i + from) % ways.length] ?? true);
    if (possible(tried)) return tried;
  }
  return facts;
}

/** Adds the requirements of a schema. */
export function learn(learning: FactTools, facts: DrawFacts, schema: Schema): void {
  facts.originals.push(schema);
  const present = new Set(facts.schemas);
  absorb(learning, facts, present, schema);
}

function absorb(learning: FactTools, facts: DrawFacts, present: Set<SchemaObject>, schema: Schema): void {
  const { api, negation, steps } = learning;
  steps.count();
  const name = typeof schema === 'boolean' ? undefined : branchName(schema);
  if (name !== undefined) facts.names.push(name);
  const target = api.deref(schema);
  if (typeof target === 'boolean') {
    if (!target) facts.impossible ??= 'the schema `false` fits nothing';
    return;
  }
  if (present.has(target)) return;
  present.add(target);
  for (const part of target.allOf ?? []) absorb(learning, facts, present, part);
  facts.schemas.push(target);
  const choices = choicesOf(api, target, negation);
  for (const { keyword, ways } of choices) {
    const [only] = ways;
    if (only === undefined) facts.impossible ??= `\`${keyword}\` leaves no possibility`;
    else if (ways.length === 1 && only.hint === undefined)
      for (const part of only.add) absorb(learning, facts, present, part);
    else facts.choices.push({ keyword, ways });
  }
  if (target.not !== undefined) facts.nots.push(target.not);
}

function choicesOf(api: Api, schema: SchemaObject, negation: Negation): readonly ChoicePoint[] {
  const { anyOf, oneOf } = schema;
  const choices: ChoicePoint[] = [];
  if (oneOf !== undefined) choices.push({ keyword: 'oneOf', ways: oneOfWays(schema, oneOf) });
  if (anyOf !== undefined)
    choices.push({
      keyword: 'anyOf',
      ways: anyOf.map((branch) => ({
        add: [branch],
        ...hintOf(schema, branch),
        ...(anyOf.length > 1 && isAnyString(api, branch) && listsStrings(api, anyOf) ? { spare: true } : {}),
      })),
    });
  if (schema.not !== undefined) choices.push({ keyword: 'not', ways: notWays(negation.ways(schema.not)) });
  if (schema.if !== undefined && (schema.then !== undefined || schema.else !== undefined)) {
    choices.push({
      keyword: 'if',
      ways: [{ add: [schema.if, schema.then ?? true] }, { add: [negation.not(schema.if), schema.else ?? true] }],
    });
  }
  for (const [name, dependent] of Object.entries(schema.dependentSchemas ?? {})) {
    const ways = [{ add: [{ required: [name] }, dependent] }, { add: [{ properties: { [name]: false } }] }];
    choices.push({ keyword: 'dependentSchemas', ways });
  }
  return choices;
}

/** Whether a branch lists strings: one of them is likelier to mean something than any other string that fits as well. */
function listsStrings(api: Api, branches: readonly Schema[]): boolean {
  return branches.some((branch) => {
    const target = api.deref(branch);
    const values =
      typeof target === 'boolean' ? [] : (target.enum ?? (target.const === undefined ? [] : [target.const]));
    return values.length > 0 && values.every((each) => typeof each === 'string');
  });
}

/** Whether any string fits a branch. */
function isAnyString(api: Api, branch: Schema): boolean {
  const target = api.deref(branch);
  if (typeof target === 'boolean' || target.type !== 'string') return false;
  return Object.keys(target).every((keyword) => keyword === 'type' || NOTES.has(keyword));
}

/** Keywords that say something of a value and rule out none. */
const NOTES: ReadonlySet<string> = new Set('title description default deprecated readOnly writeOnly'.split(' '));

/** With more branches, breaking each other one on purpose costs more than it finds. */
const MANY = 8;

function oneOfWays(schema: SchemaObject, branches: readonly Schema[]): readonly Way[] {
  const plain = branches.map(
    (branch, except): Way => ({
      add: [branch],
      rivals: { schemas: branches, except },
      ...hintOf(schema, branch),
    }),
  );
  if (branches.length === 1 || branches.length > MANY) return plain;
  const careful = VARIANTS.flatMap((from) =>
    branches.map((branch, index): Way => {
      const schemas = branches.filter((_, other) => other !== index);
      return { add: [branch], breaking: { schemas, from }, ...hintOf(schema, branch), spare: true };
    }),
  );
  return [...plain, ...careful];
}

const VARIANTS = [0, 1];

/**
 * If there is one way to break a schema, it is required. If there are several, random values usually break
 * one; each is forced only if they do not.
 */
function notWays(ways: readonly Schema[]): readonly Way[] {
  if (ways.length < 2) return ways.map((way) => ({ add: [way] }));
  return [{ add: [] }, ...ways.map((way): Way => ({ add: [way], spare: true }))];
}

function hintOf(schema: SchemaObject, branch: Schema): Pick<Way, 'hint'> {
  const { discriminator } = schema;
  const name = typeof branch === 'boolean' ? undefined : branchName(branch);
  if (discriminator === undefined || name === undefined) return {};
  const mapped = Object.entries(discriminator.mapping ?? {}).find(
    ([, target]) => target === name || target.endsWith(`/${name}`),
  );
  return { hint: [discriminator.propertyName, mapped?.[0] ?? name] };
}
