import type { Api, Schema, SchemaObject } from '../../spec/index.ts';

/**
 * All schemas with a discriminated base schema in their `allOf`, directly or indirectly (OpenAPI 3.0
 * §4.7.24.1): a value of the base may be any of them. Only if the base does not list its subtypes.
 */
export type SubtypesOf = (base: SchemaObject) => readonly Schema[];

export function createSubtypes(api: Pick<Api, 'document' | 'pointerOf'>): SubtypesOf {
  let children: ReadonlyMap<string, readonly string[]> | undefined;
  return (base) => {
    if (base.discriminator === undefined || base.oneOf !== undefined || base.anyOf !== undefined) return [];
    const pointer = api.pointerOf(base);
    if (pointer === undefined) return [];
    children ??= childrenIn(api.document);
    const found = new Set<string>();
    const waiting = [`#${pointer}`];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const child of children.get(at) ?? [])
        if (!found.has(child)) {
          found.add(child);
          waiting.push(child);
        }
    return [...found].map(($ref) => ({ $ref }));
  };
}

/** References to schemas with a base in their `allOf`, by the reference to the base. */
function childrenIn(document: unknown): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [place, schemas] of schemasIn(document))
    for (const [name, schema] of Object.entries(schemas)) {
      const all = member(schema, 'allOf');
      for (const part of Array.isArray(all) ? all : []) {
        const base = member(part, '$ref');
        if (typeof base !== 'string') continue;
        const child = `${place}${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        found.set(base, [...(found.get(base) ?? []), child]);
      }
    }
  return found;
}

function schemasIn(document: unknown): readonly (readonly [place: string, schemas: object])[] {
  const places = [
    ['#/components/schemas/', member(member(document, 'components'), 'schemas')],
    ['#/definitions/', member(document, 'definitions')],
  ] as const;
  return places.flatMap(([place, schemas]) =>
    typeof schemas === 'object' && schemas !== null ? [[place, schemas] as const] : [],
  );
}

function member(of: unknown, name: string): unknown {
  return isRecord(of) && Object.hasOwn(of, name) ? of[name] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
