import type { Json } from '../../core/index.ts';
import { type Api, conjunctsOf, type Operation, propertiesOf, type Schema } from '../../spec/index.ts';
import { escapeToken, isArray, isJson, parsePointer, valueAt } from '../../wire/index.ts';

/** A property of a request body, and the components that describe its object. */
export interface PropertyPlace {
  readonly schema: Schema;
  /** Names of components, such as `Pet`. */
  readonly owners: readonly string[];
}

/** The schema of the JSON body of an operation. */
export function bodySchemaOf({ body }: Operation): Schema | undefined {
  return body?.content.find(({ mediaType }) => isJson(mediaType))?.schema;
}

/** The schema of the JSON that an operation answers with 200. */
export function answerSchemaOf({ responses }: Operation): Schema | undefined {
  const success = responses.find(({ status }) => status === '200');
  return success?.content.find(({ mediaType }) => isJson(mediaType))?.schema;
}

/** The schema of a property of an object; `undefined` if the object's schema does not have it. */
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
  return conjunctsOf(api, schema).find(({ items }) => items !== undefined)?.items;
}

/** The schema at a place in a body; `undefined` if the document has none. */
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

/**
 * A property of a body with its pointer, such as `/home/city`. A segment `*` stands for each item of a
 * list.
 */
export interface PlacedProperty extends PropertyPlace {
  readonly name: string;
  readonly pointer: string;
  readonly required: boolean;
}

/** Every property of a body, outer ones first, to a depth of five. */
export function bodyProperties(api: Api, schema: Schema): readonly PlacedProperty[] {
  const found: PlacedProperty[] = [];
  const seen = new Set<Schema>();
  const visit = (part: Schema, pointer: string, depth: number): void => {
    const rule = api.deref(part);
    if (typeof rule === 'boolean' || depth > 5 || seen.has(rule)) return;
    seen.add(rule);
    const own = Object.entries(propertiesOf(api, part)).flatMap(([name, { required }]) => {
      const place = propertyOf(api, part, name);
      return place === undefined ? [] : [{ ...place, name, required, pointer: `${pointer}/${escapeToken(name)}` }];
    });
    found.push(...own);
    for (const each of own) visit(each.schema, each.pointer, depth + 1);
    const items = itemSchemaOf(api, part);
    if (items !== undefined) visit(items, `${pointer}/*`, depth + 1);
  };
  visit(schema, '', 0);
  return found;
}

/** The pointers in a value that a pointer with `*` stands for. */
export function eachPlace(value: Json, pointer: string): readonly string[] {
  const at = pointer.indexOf('/*');
  if (at < 0) return [pointer];
  const list = valueAt(value, pointer.slice(0, at));
  const rest = pointer.slice(at + '/*'.length);
  return isArray(list) ? list.flatMap((_, index) => eachPlace(value, `${pointer.slice(0, at)}/${index}${rest}`)) : [];
}

function componentOf(schema: Schema): string | undefined {
  return typeof schema === 'object' && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
}
