import type { SchemaNode } from '../copy/schema-copier.ts';
import { isArray, isObject } from '../model/json-kind.ts';
import { has, isNumeric, type Members } from './interpreted-keywords.ts';
import type { Judge } from './schema-judge.ts';

/** Is told what becomes of one value that is held to one schema, rule by rule. */
export interface Listener {
  /** A rule of the schema itself is broken. */
  breach(keyword: string, params?: Readonly<Record<string, unknown>>): void;
  /** A further schema speaks about the same value. */
  also(schema: unknown): void;
  /** A schema speaks about a member of the value. */
  inside(schema: unknown, member: unknown, name: string): void;
  /** A schema was tried that by itself refuses nothing, and did not fit; `name` is that of the member it was tried on. */
  attempt(schema: unknown, value: unknown, name?: string): void;
  /** A schema is looked at only for whether it fits. */
  glance(schema: unknown, value: unknown): void;
  alternatives(keyword: 'anyOf' | 'oneOf', branches: readonly unknown[]): void;
}

interface Asked<T> {
  readonly node: Readonly<SchemaNode>;
  readonly value: T;
  readonly judge: Judge;
  readonly listener: Listener;
}

type Says<T> = (rule: never, asked: Asked<T>) => void;
type Schemas = Readonly<Record<string, unknown>>;

/** What can be said of a rule: more than that it is broken, or where it holds other schemas. `undefined`: nothing more. */
type Sayings<T> = Readonly<Record<string, Says<T> | undefined>>;

// Each in the order in which Ajv, and with it Prism, tells of them.
const OF_ALL: Sayings<unknown> = {
  $ref: (reference: string, { judge, listener }) => listener.also(judge.definition(reference) ?? true),
  not: (schema: unknown, { judge, value, listener }) => {
    listener.glance(schema, value);
    if (judge.fits(schema, value)) listener.breach('not');
  },
  allOf: (schemas: readonly unknown[], { listener }) => schemas.forEach(listener.also),
  if: (schema: unknown, { node, judge, value, listener }) => {
    listener.glance(schema, value);
    const clause = judge.fits(schema, value) ? 'then' : 'else';
    listener.also(node[clause] ?? true);
    if (!judge.fits(node[clause] ?? true, value)) listener.breach('if', { failingKeyword: clause });
  },
  oneOf: (schemas: readonly unknown[], { listener }) => listener.alternatives('oneOf', schemas),
  anyOf: (schemas: readonly unknown[], { listener }) => listener.alternatives('anyOf', schemas),
  enum: undefined,
  const: undefined,
};

const OF_NUMBERS: Sayings<number | bigint> = {
  minimum: undefined,
  maximum: undefined,
  exclusiveMinimum: undefined,
  exclusiveMaximum: undefined,
  multipleOf: undefined,
  format: undefined,
};

const OF_TEXTS: Sayings<string> = {
  maxLength: undefined,
  minLength: undefined,
  pattern: (pattern: string, { value, judge, listener }) => {
    if (judge.isUndecided(pattern, value)) listener.breach('pattern', { undecided: true });
    else if (!judge.matches(pattern, value)) listener.breach('pattern');
  },
  format: undefined,
};

const OF_ARRAYS: Sayings<readonly unknown[]> = {
  maxItems: undefined,
  minItems: undefined,
  items: (schema: unknown, { node, value, listener }) => {
    const from = isArray(node['prefixItems']) ? node['prefixItems'].length : 0;
    if (schema === false && from > 0 && value.length > from) listener.breach('items', { limit: from });
    else for (let at = from; at < value.length; at += 1) listener.inside(schema, value[at], String(at));
  },
  contains: (schema: unknown, { node, value, judge, listener }) => {
    const { minContains = 1, maxContains } = node;
    const broken = !judge.keeps(node, 'contains', value);
    value.forEach((item, at) => {
      if (broken) listener.attempt(schema, item, String(at));
      else listener.glance(schema, item);
    });
    if (broken) listener.breach('contains', maxContains === undefined ? { minContains } : { minContains, maxContains });
  },
  prefixItems: (schemas: readonly unknown[], { value, listener }) => {
    schemas.slice(0, value.length).forEach((schema, at) => {
      listener.inside(schema, value[at], String(at));
    });
  },
  unevaluatedItems: (schema: unknown, asked) => {
    const [first, ...others] = notEvaluated('items', asked);
    if (first === undefined) return;
    if (schema === false) asked.listener.breach('unevaluatedItems', { limit: first });
    else for (const name of [first, ...others]) asked.listener.inside(schema, asked.value[Number(name)], name);
  },
  uniqueItems: undefined,
};

const OF_OBJECTS: Sayings<Members> = {
  maxProperties: undefined,
  minProperties: undefined,
  required: (names: readonly string[], { value, listener }) => {
    for (const name of names) if (!has(value, name)) listener.breach('required', { missingProperty: name });
  },
  propertyNames: (schema: unknown, { value, judge, listener }) => {
    for (const propertyName of Object.keys(value)) {
      if (judge.fits(schema, propertyName)) continue;
      listener.attempt(schema, propertyName);
      listener.breach('propertyNames', { propertyName });
    }
  },
  additionalProperties: (schema: unknown, { node, value, judge, listener }) => {
    const known = new Set(Object.keys(node['properties'] ?? {}));
    const patterns = Object.keys(node['patternProperties'] ?? {});
    for (const name of Object.keys(value)) {
      if (known.has(name) || patterns.some((pattern) => judge.matches(pattern, name))) continue;
      if (schema === false) listener.breach('additionalProperties', { additionalProperty: name });
      else listener.inside(schema, value[name], name);
    }
  },
  properties: (schemas: Schemas, { value, listener }) => {
    for (const [name, schema] of Object.entries(schemas))
      if (has(value, name)) listener.inside(schema, value[name], name);
  },
  patternProperties: (schemas: Schemas, { value, judge, listener }) => {
    for (const [pattern, schema] of Object.entries(schemas))
      for (const name of Object.keys(value))
        if (judge.matches(pattern, name)) listener.inside(schema, value[name], name);
  },
  dependentRequired: (map: Readonly<Record<string, readonly string[]>>, { value, listener }) => {
    for (const [property, names] of Object.entries(map))
      for (const missingProperty of has(value, property) ? names : [])
        if (!has(value, missingProperty)) listener.breach('dependentRequired', { property, missingProperty });
  },
  dependentSchemas: (schemas: Schemas, { value, listener }) => {
    for (const [name, schema] of Object.entries(schemas)) if (has(value, name)) listener.also(schema);
  },
  unevaluatedProperties: (schema: unknown, asked) => {
    for (const name of notEvaluated('properties', asked)) {
      if (schema === false) asked.listener.breach('unevaluatedProperties', { unevaluatedProperty: name });
      else asked.listener.inside(schema, asked.value[name], name);
    }
  },
};

function notEvaluated(
  kind: 'items' | 'properties',
  { node, value, judge }: Asked<Members | readonly unknown[]>,
): readonly string[] {
  const evaluated = judge.evaluated(node, value, kind);
  return evaluated === 'all' ? [] : Object.keys(value).filter((name) => !evaluated.has(name));
}

/** Holds a value to the rules of one schema, in a settled order. */
export function tellBreaches(node: Readonly<SchemaNode>, value: unknown, judge: Judge, listener: Listener): void {
  const say = <T>(sayings: Sayings<T>, told: T): void => {
    for (const [keyword, says] of Object.entries(sayings)) {
      if (node[keyword] === undefined) continue;
      if (says !== undefined) says(node[keyword] as never, { node, value: told, judge, listener });
      else if (!judge.keeps(node, keyword, told)) listener.breach(keyword);
    }
  };
  const typeLast = isTypeToldLast(node);
  if (!typeLast && node['type'] !== undefined && !judge.keeps(node, 'type', value)) listener.breach('type');
  say(OF_ALL, value);
  if ((typeof value === 'number' || typeof value === 'bigint') && isNumeric(value)) say(OF_NUMBERS, value);
  else if (typeof value === 'string') say(OF_TEXTS, value);
  else if (isArray(value)) say(OF_ARRAYS, value);
  else if (isObject(value)) say(OF_OBJECTS, value);
  if (typeLast && !judge.keeps(node, 'type', value)) listener.breach('type');
}

const BY_TYPE: Readonly<Record<string, Sayings<never>>> = {
  number: OF_NUMBERS,
  string: OF_TEXTS,
  array: OF_ARRAYS,
  object: OF_OBJECTS,
};

/** Where rules for the only type stand beside it, the type is told of where they would be. */
function isTypeToldLast({ type, ...rules }: Readonly<SchemaNode>): boolean {
  const [only, second] = isArray(type) ? type : [type];
  const sayings = second === undefined && Object.hasOwn(BY_TYPE, String(only)) ? BY_TYPE[String(only)] : undefined;
  return sayings !== undefined && Object.keys(rules).some((keyword) => Object.hasOwn(sayings, keyword));
}
