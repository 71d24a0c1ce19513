import type { Json } from '../core/index.ts';
import { type ParameterShape, type ParameterText, parseScalar } from '../wire/index.ts';
import type { Api, Schema, SchemaObject } from './api.ts';

/** How text becomes a value of a schema. */
export interface Coercion {
  readonly shape: ParameterShape;
  apply(text: ParameterText): Json;
}

/** Worked out from the types that a schema allows, through `$ref` and combinations; text that fits none of them stays text. */
export function coercionOf(api: Pick<Api, 'deref'>, schema: Schema | undefined): Coercion {
  const known = new Map<Schema, Coercion>();
  const make = (at: Schema): Coercion => {
    const found = known.get(at);
    if (found !== undefined) return found;
    const parts = partsOf(api, at);
    const types = typesOf(parts);
    // Kept before it is complete, so that a schema may hold itself.
    const coercion: Coercion = { shape: shapeOf(types), apply: (text) => apply(text) };
    known.set(at, coercion);
    const scalars = SCALARS.filter((type) => types.has(type));
    const itemSchema = parts.find((part) => part.items !== undefined)?.items ?? true;
    const propertySchemas = new Map(parts.flatMap((part) => Object.entries(part.properties ?? {})));
    const rest = parts.find((part) => part.additionalProperties !== undefined)?.additionalProperties ?? true;
    const apply = (text: ParameterText): Json => {
      if (typeof text === 'string') return parseScalar(text, scalars);
      if (isList(text)) return text.map((each) => make(itemSchema).apply(each));
      const value: Record<string, Json> = Object.create(null);
      for (const [name, each] of Object.entries(text))
        value[name] = make(propertySchemas.get(name) ?? rest).apply(each);
      return value;
    };
    return coercion;
  };
  return make(schema ?? true);
}

/** In the order in which they are tried; text always fits, so it comes last. */
const SCALARS = ['integer', 'number', 'boolean', 'null', 'string'] as const;

/** The schema and all that its combinations bring in. */
function partsOf(
  api: Pick<Api, 'deref'>,
  schema: Schema,
  seen: Set<SchemaObject> = new Set(),
): readonly SchemaObject[] {
  const target = api.deref(schema);
  if (typeof target === 'boolean' || seen.has(target)) return [];
  seen.add(target);
  const branches = [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])];
  return [target, ...branches.flatMap((branch) => partsOf(api, branch, seen))];
}

function typesOf(parts: readonly SchemaObject[]): ReadonlySet<string> {
  const types = new Set(parts.flatMap((part) => part.type ?? []));
  if (types.size > 0) return types;
  const values = parts.flatMap((part) => [...(part.enum ?? []), ...(part.const === undefined ? [] : [part.const])]);
  const named: string[] = values.map((value) =>
    value === null ? 'null' : typeof value === 'bigint' ? 'number' : typeof value,
  );
  if (parts.some((part) => part.properties !== undefined)) named.push('object');
  if (parts.some((part) => part.items !== undefined)) named.push('array');
  return new Set(named);
}

function shapeOf(types: ReadonlySet<string>): ParameterShape {
  if (SCALARS.some((type) => type !== 'null' && types.has(type))) return 'scalar';
  return types.has('array') ? 'array' : types.has('object') ? 'object' : 'scalar';
}

const isList = (text: ParameterText): text is readonly ParameterText[] => Array.isArray(text);
