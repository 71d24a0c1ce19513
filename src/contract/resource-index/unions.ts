import type { Json } from '../../core/index.ts';
import type { Api, Schema, SchemaObject } from '../../spec/index.ts';
import { isArray } from '../../wire/index.ts';

export interface Union {
  readonly rule: SchemaObject;
  /** The value that must fit one branch. */
  readonly value: Json;
}

const DEEPEST = 40;

/**
 * The outermost `oneOf` or `anyOf` on the way to a place of a value. A choice between one schema and null
 * does not count, because its violations are those of the schema.
 */
export function unionAbove(api: Api, schema: Schema, value: Json, tokens: readonly string[]): Union | undefined {
  let schemas: readonly Schema[] = [schema];
  let here = value;
  for (const token of [...tokens.slice(0, DEEPEST), undefined]) {
    const rules = flatten(api, schemas);
    const rule = rules.find((each) => isChoice(api, each.oneOf) || isChoice(api, each.anyOf));
    if (rule !== undefined) return { rule, value: here };
    if (token === undefined || typeof here !== 'object' || here === null) return undefined;
    schemas = membersOf(rules, here, token);
    const member = isArray(here) ? here[Number(token)] : Object.hasOwn(here, token) ? here[token] : undefined;
    if (member === undefined) return undefined;
    here = member;
  }
  return undefined;
}

/**
 * Whether the schema of a place has `nullable: true` as written. Without a `type` beside it, and with an `enum` that
 * does not list null, the keyword has no effect (OpenAPI 3.0.3), but it says what the document means.
 */
export function isMeantNullable(api: Api, schema: Schema, value: Json, tokens: readonly string[]): boolean {
  let schemas: readonly Schema[] = [schema];
  let here = value;
  for (const token of tokens.slice(0, DEEPEST)) {
    if (typeof here !== 'object' || here === null) return false;
    schemas = membersOf(withBranches(api, schemas), here, token);
    const member = isArray(here) ? here[Number(token)] : Object.hasOwn(here, token) ? here[token] : undefined;
    if (member === undefined) return false;
    here = member;
  }
  return flatten(api, schemas).some((rule) => {
    const written = api.valueAt(api.pointerOf(rule) ?? '\0');
    if (typeof written !== 'object' || written === null) return false;
    return ['nullable', 'x-nullable'].some((name) => (written as Readonly<Record<string, unknown>>)[name] === true);
  });
}

/** Schemas with the branches of their choices, in which a member may be described. */
function withBranches(api: Api, schemas: readonly Schema[]): readonly SchemaObject[] {
  const rules = flatten(api, schemas);
  const branches = rules.flatMap(({ oneOf, anyOf }) => [...(oneOf ?? []), ...(anyOf ?? [])]);
  return branches.length === 0 ? rules : flatten(api, [...rules, ...branches]);
}

/** The schemas of a property of a value. */
function membersOf(rules: readonly SchemaObject[], value: Json, name: string): readonly Schema[] {
  return rules.flatMap((rule) => (isArray(value) ? rule.items : rule.properties?.[name]) ?? []);
}

function isChoice(api: Api, branches: readonly Schema[] | undefined): boolean {
  const real = (branches ?? []).filter((branch) => {
    const rule = api.deref(branch);
    return typeof rule === 'boolean' || rule.type !== 'null';
  });
  return real.length > 1;
}

/**
 * Schemas and the parts that always apply, each once. A choice with one branch besides null is that branch.
 */
function flatten(api: Api, schemas: readonly Schema[]): readonly SchemaObject[] {
  const found = new Set<SchemaObject>();
  const add = (schema: Schema): void => {
    const rule = api.deref(schema);
    if (typeof rule === 'boolean' || found.has(rule)) return;
    found.add(rule);
    for (const part of rule.allOf ?? []) add(part);
    for (const branches of [rule.oneOf, rule.anyOf])
      if (!isChoice(api, branches)) for (const one of branches ?? []) add(one);
  };
  for (const schema of schemas) add(schema);
  return [...found];
}

export interface FormatPlace {
  readonly pointer: string;
  /** JSON Pointer of the schema in the document. */
  readonly rule: string | undefined;
  readonly value: Json;
}

const MOST_ITEMS = 50;

/** Places of a value whose schema names a format. */
export function formatPlacesOf(api: Api, schema: Schema, value: Json, format: string): readonly FormatPlace[] {
  const search = (schemas: readonly Schema[], part: Json, pointer: string, depth: number): readonly FormatPlace[] => {
    if (depth > DEEPEST || schemas.length === 0) return [];
    const rules = flatten(api, schemas);
    if (typeof part !== 'object' || part === null) {
      const rule = rules.find((each) => each.format === format);
      return rule === undefined ? [] : [{ pointer, rule: api.pointerOf(rule), value: part }];
    }
    const members: readonly (readonly [string, Json])[] = isArray(part)
      ? part.slice(0, MOST_ITEMS).map((item, index) => [String(index), item] as const)
      : Object.entries(part);
    return members.flatMap(([name, member]) =>
      search(membersOf(rules, part, name), member, `${pointer}/${name}`, depth + 1),
    );
  };
  return search([schema], value, '', 0);
}
