import type { Api, Schema, SchemaObject } from '../../spec/index.ts';
import type { Tools } from './draw-context.ts';

/**
 * The schemas that `unevaluatedItems` or `unevaluatedProperties` apply to a member: each applies unless its
 * own schema, or one applied in place by it, evaluates the member. Schemas beside or above do not count
 * (JSON Schema 2020-12 Core §11).
 */
export function unevaluatedBy(
  { api, steps }: Pick<Tools, 'api' | 'steps'>,
  schemas: readonly SchemaObject[],
  keyword: 'unevaluatedItems' | 'unevaluatedProperties',
  evaluates: (schema: SchemaObject) => boolean,
): readonly Schema[] {
  return schemas.flatMap((schema) => {
    const rule = schema[keyword];
    if (rule === undefined || rule === true) return [];
    const below = inPlace(api, schema);
    steps.count(1 + below.size + schemas.length);
    const isEvaluated = schemas.some((other) => below.has(other) && (evaluates(other) || speaks(other, keyword)));
    return evaluates(schema) || isEvaluated ? [] : [rule];
  });
}

/** A nested one evaluates everything. */
function speaks(schema: SchemaObject, keyword: 'unevaluatedItems' | 'unevaluatedProperties'): boolean {
  return schema[keyword] !== undefined;
}

/** Schemas that a schema applies to the same value, without itself. */
function inPlace(api: Api, start: SchemaObject): ReadonlySet<SchemaObject> {
  const found = new Set<SchemaObject>();
  const open: SchemaObject[] = [start];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    for (const part of subschemasOf(schema)) {
      const target = api.deref(part);
      if (typeof target === 'boolean' || found.has(target) || target === start) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}

function subschemasOf(schema: SchemaObject): readonly Schema[] {
  const { allOf = [], anyOf = [], oneOf = [], dependentSchemas = {} } = schema;
  const conditional = [schema.if, schema.then, schema.else].flatMap((part) => part ?? []);
  return [...allOf, ...anyOf, ...oneOf, ...conditional, ...Object.values(dependentSchemas)];
}
