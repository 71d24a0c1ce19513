import type { Api, Schema, SchemaObject } from '../../spec/index.ts';

type Follows = Pick<Api, 'deref'>;

/** One combination of alternatives of a schema; all of its schemas hold for the value. */
export type SchemaWay = readonly SchemaObject[];

/** Most combinations of one schema. */
const MOST_WAYS = 64;
/** Deepest nesting of combinators at one place. */
const MOST_DEPTH = 24;

/**
 * All combinations of alternatives of a schema, with references and `allOf` merged. Empty: no value is
 * valid.
 */
export function waysOf(api: Follows, schema: Schema, depth = 0): readonly SchemaWay[] {
  const target = api.deref(schema);
  if (target === false) return [];
  if (target === true || depth > MOST_DEPTH) return [[]];
  let ways: readonly SchemaWay[] = [[target]];
  for (const each of target.allOf ?? []) ways = crossProduct(ways, waysOf(api, each, depth + 1));
  for (const choice of [target.anyOf, target.oneOf])
    if (choice !== undefined)
      ways = crossProduct(
        ways,
        choice.flatMap((each) => waysOf(api, each, depth + 1)),
      );
  return ways;
}

function crossProduct(one: readonly SchemaWay[], other: readonly SchemaWay[]): readonly SchemaWay[] {
  return one.flatMap((left) => other.map((right) => [...left, ...right])).slice(0, MOST_WAYS);
}

/** What schemas say about a property or item. */
export type MemberFit =
  | { readonly kind: 'documented'; readonly schema: Schema }
  /** No schema names it, and none forbids it. */
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'refused' };

/** What one combination says about a member; `*` is any item or any unnamed property. */
export function memberOf(way: SchemaWay, name: string): MemberFit {
  const described: Schema[] = [];
  let isClosed = false;
  for (const part of way) {
    const found = describedBy(part, name);
    described.push(...found);
    if (found.length > 0) continue;
    const rest = part.additionalProperties;
    if (rest === false) return { kind: 'refused' };
    if (rest !== undefined && rest !== true) described.push(rest);
    if (part.unevaluatedProperties === false || part.unevaluatedItems === false) isClosed = true;
  }
  if (described.includes(false)) return { kind: 'refused' };
  const [first, ...others] = described;
  if (first !== undefined)
    return { kind: 'documented', schema: others.length === 0 ? first : { allOf: [first, ...others] } };
  return isClosed ? { kind: 'refused' } : { kind: 'unnamed' };
}

function describedBy(part: SchemaObject, name: string): readonly Schema[] {
  if (name === '*') {
    const items = [...(part.prefixItems ?? []), ...(part.items === undefined ? [] : [part.items])];
    if (items.length > 0) return [items.length === 1 ? (items[0] ?? true) : { anyOf: items }];
    const patterns = Object.values(part.patternProperties ?? {});
    return patterns.length === 0 ? [] : [{ anyOf: patterns }];
  }
  const named =
    part.properties !== undefined && Object.hasOwn(part.properties, name) ? part.properties[name] : undefined;
  if (named !== undefined) return [named];
  // Patterns of a document are not run here, so a name that one of them may allow is not refused.
  const patterns = Object.values(part.patternProperties ?? {});
  return patterns.length === 0 ? [] : [{ anyOf: patterns }];
}

/** What a schema says about a place below it. */
export type PlaceFit =
  | { readonly kind: 'documented'; readonly schemas: readonly Schema[] }
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'refused' };

/** Follows a path (`items`, `*`, `id`) through every combination. */
export function schemaPlace(api: Follows, schema: Schema, tokens: readonly string[]): PlaceFit {
  let schemas: readonly Schema[] = [schema];
  for (const token of tokens) {
    const members = schemas.flatMap((each) => waysOf(api, each)).map((way) => memberOf(way, token));
    const documented = members.flatMap((member) => (member.kind === 'documented' ? [member.schema] : []));
    if (documented.length === 0)
      return { kind: members.some(({ kind }) => kind === 'unnamed') ? 'unnamed' : 'refused' };
    schemas = [...new Set(documented)].slice(0, MOST_WAYS);
  }
  return { kind: 'documented', schemas };
}

/** Every schema that describes a place, in each combination, before and after references are resolved. */
export function schemasAt(api: Follows, schema: Schema, tokens: readonly string[]): readonly Schema[] {
  const fit = schemaPlace(api, schema, tokens);
  if (fit.kind !== 'documented') return [];
  const schemas = fit.schemas.flatMap((each) => [
    each,
    api.deref(each),
    ...conjunctions(each),
    ...waysOf(api, each).flat(),
  ]);
  return [...new Set(schemas)];
}

/** Direct subschemas of a combinator. (Several schemas for one property were joined into an `allOf`.) */
const conjunctions = (schema: Schema): readonly Schema[] =>
  typeof schema === 'boolean' ? [] : [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
