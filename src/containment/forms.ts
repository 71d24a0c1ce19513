import type { Json } from '../core/index.ts';
import { once, type Schema, type SchemaObject } from '../spec/index.ts';
import { isArray, isNumeric, isObject } from '../wire/index.ts';
import { type Conjunction, conjunctionSchema, type Side } from './side.ts';

export type FormType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Values of one type, with one alternative chosen of each `oneOf`, `anyOf` and `if`. */
export interface ValueForm {
  readonly type: FormType;
  /** The number must be an integer. */
  readonly isWhole: boolean;
  /** Schemas that must all hold, with alternatives already chosen. */
  readonly nodes: readonly SchemaObject[];
  /** Schemas that must not hold. */
  readonly nots: readonly Schema[];
  /** All values, where there are few. */
  readonly values?: readonly Json[];
  /** The form as one schema, for generating values. */
  readonly schema: SchemaObject;
  /** False: a value of the form may still violate what the nodes say (`unevaluated…` beside alternatives). */
  readonly isExact: boolean;
}

/** Schemas with more forms are not compared. */
const MOST_FORMS = 96;
const TYPES: readonly FormType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

interface Choice {
  readonly nodes: readonly SchemaObject[];
  readonly nots: readonly Schema[];
}

/** The forms of a conjunction; `undefined` where there are too many. */
export function formsOf(side: Side, all: Conjunction): readonly ValueForm[] | undefined {
  return side.once('forms', all.map(side.idOf).join(), () => madeForms(side, all));
}

function madeForms(side: Side, all: Conjunction): readonly ValueForm[] | undefined {
  const choices = dissolve(side, all, { nodes: [], nots: [] });
  if (choices === undefined) return undefined;
  const whole = conjunctionSchema(all);
  return choices.flatMap((choice) => formsOfChoice(side, choice, whole));
}

/** All combinations of alternatives. */
function dissolve(side: Side, all: Conjunction, start: Choice): readonly Choice[] | undefined {
  const nodes = new Set(start.nodes);
  const nots = [...start.nots];
  const open: (readonly Way[])[] = [];
  const waiting = [...all];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const schema = side.api.deref(at);
    if (schema === false) return [];
    if (schema === true || nodes.has(schema)) continue;
    nodes.add(schema);
    waiting.push(...(schema.allOf ?? []));
    const positive = schema.not === undefined ? undefined : negatedBy(side, schema.not);
    if (positive !== undefined) waiting.push(positive);
    else if (schema.not !== undefined) nots.push(schema.not);
    open.push(...alternativesOf(schema));
  }
  let found: readonly Choice[] = [{ nodes: [...nodes], nots }];
  for (const ways of open) {
    const next: Choice[] = [];
    for (const choice of found)
      for (const { add, not } of ways) {
        const deeper = dissolve(side, add, { nodes: choice.nodes, nots: [...choice.nots, ...not] });
        if (deeper === undefined) return undefined;
        next.push(...deeper);
        if (next.length > MOST_FORMS) return undefined;
      }
    found = next;
  }
  return found;
}

/** The schema that must not hold so that this one does: `{ not: X }` says nothing else. */
function negatedBy(side: Side, schema: Schema): Schema | undefined {
  const target = side.api.deref(schema);
  if (typeof target === 'boolean' || target.not === undefined) return undefined;
  return Object.keys(target).length === 1 ? target.not : undefined;
}

interface Way {
  readonly add: Conjunction;
  readonly not: readonly Schema[];
}

function alternativesOf(schema: SchemaObject): readonly (readonly Way[])[] {
  const found: (readonly Way[])[] = [];
  if (schema.anyOf !== undefined) found.push(schema.anyOf.map((each) => ({ add: [each], not: [] })));
  const { oneOf } = schema;
  if (oneOf !== undefined)
    found.push(oneOf.map((each, index) => ({ add: [each], not: oneOf.filter((_, other) => other !== index) })));
  if (schema.if !== undefined && (schema.then !== undefined || schema.else !== undefined))
    found.push([
      { add: [schema.if, schema.then ?? true], not: [] },
      { add: [schema.else ?? true], not: [schema.if] },
    ]);
  return found;
}

function formsOfChoice(side: Side, { nodes, nots }: Choice, whole: Schema): readonly ValueForm[] {
  const statedTypes = nodes.flatMap(({ type }) =>
    type === undefined ? [] : [typeof type === 'string' ? [type] : type],
  );
  const isExact = !nodes.some(
    (node) =>
      (node.unevaluatedProperties !== undefined || node.unevaluatedItems !== undefined) &&
      nodes.some(({ anyOf, dependentSchemas }) => anyOf !== undefined || dependentSchemas !== undefined),
  );
  const listed = nodes.find((node) => node.enum !== undefined || node.const !== undefined);
  const base = { nodes, nots, isExact };
  const possible = TYPES.filter((type) =>
    statedTypes.every((names) => names.some((name) => (name === 'integer' ? 'number' : name) === type)),
  );
  const conjuncts = once((): readonly Schema[] => [...nodes.map(withoutAlternatives), ...nots.map((not) => ({ not }))]);
  const schemaFor = (type: FormType, isWhole: boolean): SchemaObject => ({
    type: isWhole ? 'integer' : type,
    allOf: conjuncts(),
  });
  return possible.flatMap((type): readonly ValueForm[] => {
    const isWhole = type === 'number' && statedTypes.some((names) => !names.includes('number'));
    const schema = once(() => schemaFor(type, isWhole));
    const form: ValueForm = {
      ...base,
      type,
      isWhole,
      get schema() {
        return schema();
      },
    };
    const few = listed === undefined ? smallType(type) : (listed.enum ?? [listed.const ?? null]);
    if (few === undefined) return [form];
    const values = few.filter(
      (value) =>
        typeOfValue(value) === type &&
        side.fits(form.schema, value, side.direction) !== false &&
        side.fits(whole, value, side.direction) !== false,
    );
    return values.length === 0 ? [] : [{ ...form, schema: form.schema, values }];
  });
}

function smallType(type: FormType): readonly Json[] | undefined {
  if (type === 'null') return [null];
  return type === 'boolean' ? [true, false] : undefined;
}

export function typeOfValue(value: Json): FormType {
  if (value === null) return 'null';
  if (isNumeric(value)) return 'number';
  if (isArray(value)) return 'array';
  return isObject(value) ? 'object' : (typeof value as 'boolean' | 'string');
}

const CHOSEN: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'not',
  'unevaluatedProperties',
  'unevaluatedItems',
  'discriminator',
]);

/** The rest of a schema after its alternatives are chosen. */
function withoutAlternatives(node: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !CHOSEN.has(key)));
}
