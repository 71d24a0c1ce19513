import type { Api, Operation, Schema } from '../../spec/index.ts';
import { isJson, parsePointer } from '../../wire/index.ts';

/** A property of a request body, and the components that describe the object which holds it. */
export interface PropertyPlace {
  readonly schema: Schema;
  /** Names of components, such as `Pet`. */
  readonly owners: readonly string[];
}

/** The schema of the JSON body of an operation. */
export function bodySchemaOf({ body }: Operation): Schema | undefined {
  return body?.content.find(({ mediaType }) => isJson(mediaType))?.schema;
}

/** What the schema of an object says of one of its properties; `undefined` where it does not describe it. */
export function propertyOf(api: Api, schema: Schema, name: string): PropertyPlace | undefined {
  const owners: string[] = [];
  let found: Schema | undefined;
  const visit = (part: Schema, above: readonly string[], depth: number): void => {
    if (depth > 6) return;
    const names = componentOf(part) === undefined ? above : [...above, componentOf(part) ?? ''];
    const rule = api.deref(part);
    if (typeof rule === 'boolean') return;
    const own = rule.properties?.[name];
    if (own !== undefined && Object.hasOwn(rule.properties ?? {}, name)) {
      found ??= own;
      owners.push(...names);
    }
    for (const each of [...(rule.allOf ?? []), ...(rule.anyOf ?? []), ...(rule.oneOf ?? [])])
      visit(each, names, depth + 1);
  };
  visit(schema, [], 0);
  return found === undefined ? undefined : { schema: found, owners };
}

/** The schema of the items of a list. */
export function itemSchemaOf(api: Api, schema: Schema): Schema | undefined {
  const rule = api.deref(schema);
  if (typeof rule === 'boolean') return undefined;
  return rule.items ?? (rule.allOf ?? []).map((part) => itemSchemaOf(api, part)).find((items) => items !== undefined);
}

/** The schema at a place in a body; `undefined` where the document does not describe it. */
export function schemaInBody(api: Api, schema: Schema, pointer: string): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const token of parsePointer(pointer) ?? []) {
    if (at === undefined) return undefined;
    at = /^(\*|\d+)$/.test(token)
      ? (itemSchemaOf(api, at) ?? propertyOf(api, at, token)?.schema)
      : propertyOf(api, at, token)?.schema;
  }
  return at;
}

/** Every property of a body, to a depth of five. */
export function bodyProperties(api: Api, schema: Schema): readonly (readonly [name: string, place: PropertyPlace])[] {
  const found: (readonly [string, PropertyPlace])[] = [];
  const seen = new Set<Schema>();
  const visit = (part: Schema, depth: number): void => {
    const rule = api.deref(part);
    if (typeof rule === 'boolean' || depth > 5 || seen.has(rule)) return;
    seen.add(rule);
    for (const name of Object.keys(rule.properties ?? {})) {
      const place = propertyOf(api, part, name);
      if (place === undefined) continue;
      found.push([name, place]);
      visit(place.schema, depth + 1);
    }
    if (rule.items !== undefined) visit(rule.items, depth + 1);
    for (const each of [...(rule.allOf ?? []), ...(rule.anyOf ?? []), ...(rule.oneOf ?? [])]) visit(each, depth);
  };
  visit(schema, 0);
  return found;
}

function componentOf(schema: Schema): string | undefined {
  return typeof schema === 'object' && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
}
