import type { Api, Schema, SchemaObject } from '../spec/index.ts';

/** The named properties that a schema knows, through `$ref`, `allOf`, `anyOf`, `oneOf` and conditions; and whether it says that others may be there. */
export interface Fields {
  readonly properties: ReadonlyMap<string, Schema>;
  /** `additionalProperties` (or `unevaluatedProperties`, `patternProperties`) explicitly allow undocumented names. */
  readonly open: boolean;
}

/** `fieldsOf` for one Api, each schema looked through once. */
export type FieldsOf = (schema: Schema) => Fields;

export function createFieldsOf(api: Api): FieldsOf {
  const known = new WeakMap<SchemaObject, Fields>();
  return (schema) => {
    const target = api.deref(schema);
    if (typeof target === 'boolean') return { properties: new Map(), open: target };
    let fields = known.get(target);
    if (fields === undefined) {
      fields = collect(api, target);
      known.set(target, fields);
    }
    return fields;
  };
}

function collect(api: Api, root: SchemaObject): Fields {
  const properties = new Map<string, Schema>();
  const seen = new Set<SchemaObject>();
  let open = false;
  const visit = (schema: Schema): void => {
    const here = api.deref(schema);
    if (typeof here === 'boolean' || seen.has(here)) return;
    seen.add(here);
    for (const [name, property] of Object.entries(here.properties ?? {}))
      if (!properties.has(name)) properties.set(name, property);
    open ||=
      allows(here.additionalProperties) || allows(here.unevaluatedProperties) || here.patternProperties !== undefined;
    for (const branch of [...(here.allOf ?? []), ...(here.anyOf ?? []), ...(here.oneOf ?? [])]) visit(branch);
    for (const branch of [here.then, here.else, ...Object.values(here.dependentSchemas ?? {})])
      if (branch !== undefined) visit(branch);
  };
  visit(root);
  return { properties, open };
}

function allows(schema: Schema | undefined): boolean {
  return schema !== undefined && schema !== false;
}

/** A boolean annotation of a property, also where it stands beside or behind a `$ref` or in an `allOf`. */
export function isMarked(api: Api, schema: Schema, mark: 'readOnly' | 'writeOnly'): boolean {
  const target = api.deref(schema);
  if (typeof target === 'boolean') return false;
  return target[mark] === true || (target.allOf ?? []).some((part) => isMarked(api, part, mark));
}
