import type { Json } from '../../core/index.ts';
import type { Api, Schema, SchemaObject } from '../../spec/index.ts';
import { isArray } from '../../wire/index.ts';

export interface Union {
  readonly rule: SchemaObject;
  /** The value that must fit one of its branches. */
  readonly value: Json;
}

const DEEPEST = 40;

/**
 * The outermost `oneOf` or `anyOf` on the way to a place of a value. A choice between one schema and null is none: what breaks the
 * schema there is that schema's matter.
 */
export function unionAbove(api: Api, schema: Schema, value: Json, tokens: readonly string[]): Union | undefined {
  if (tokens.length > DEEPEST) return undefined;
  const rules = flatten(api, schema, 0);
  const rule = rules.find((each) => isChoice(api, each.oneOf) || isChoice(api, each.anyOf));
  if (rule !== undefined) return { rule, value };
  const [token, ...rest] = tokens;
  if (token === undefined || typeof value !== 'object' || value === null) return undefined;
  for (const each of rules) {
    const next = isArray(value) ? each.items : each.properties?.[token];
    const member = isArray(value) ? value[Number(token)] : Object.hasOwn(value, token) ? value[token] : undefined;
    const found = next === undefined || member === undefined ? undefined : unionAbove(api, next, member, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isChoice(api: Api, branches: readonly Schema[] | undefined): boolean {
  const real = (branches ?? []).filter((branch) => {
    const rule = api.deref(branch);
    return typeof rule === 'boolean' || rule.type !== 'null';
  });
  return real.length > 1;
}

/** A schema and all that it is surely composed of; a choice with one real branch is that branch. */
function flatten(api: Api, schema: Schema, depth: number): readonly SchemaObject[] {
  const rule = api.deref(schema);
  if (typeof rule === 'boolean' || depth > DEEPEST) return [];
  const single = [rule.oneOf, rule.anyOf]
    .filter((branches) => branches !== undefined && !isChoice(api, branches))
    .flat();
  const parts = [...(rule.allOf ?? []), ...single.filter((branch) => branch !== undefined)];
  return [rule, ...parts.flatMap((part) => flatten(api, part, depth + 1))];
}

export interface FormatPlace {
  readonly pointer: string;
  /** Where the schema stands in the document. */
  readonly rule: string | undefined;
  readonly value: Json;
}

const MOST_ITEMS = 50;

/** Places of a value whose schema names a format. */
export function formatPlacesOf(
  api: Api,
  schema: Schema,
  value: Json,
  format: string,
  pointer = '',
  depth = 0,
): readonly FormatPlace[] {
  if (depth > DEEPEST) return [];
  const rules = flatten(api, schema, 0);
  if (typeof value !== 'object' || value === null) {
    const rule = rules.find((each) => each.format === format);
    return rule === undefined ? [] : [{ pointer, rule: api.pointerOf(rule), value }];
  }
  const members: readonly (readonly [string, Json])[] = isArray(value)
    ? value.slice(0, MOST_ITEMS).map((item, index) => [String(index), item] as const)
    : Object.entries(value);
  return members.flatMap(([name, member]) =>
    rules.flatMap((rule) => {
      const next = isArray(value) ? rule.items : rule.properties?.[name];
      return next === undefined ? [] : formatPlacesOf(api, next, member, format, `${pointer}/${name}`, depth + 1);
    }),
  );
}
