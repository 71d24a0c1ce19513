import type { Json } from '../../core/index.ts';
import { type ParameterShape, type ParameterText, parseJson, parseScalar, setOwn } from '../../wire/index.ts';
import type { Api, Schema, SchemaObject } from '../model/api.ts';
import { combinedOf, typesOf } from './schema-facts.ts';

type Follows = Pick<Api, 'deref'>;

/** How a received string is converted to a value of a schema. */
export interface Coercion {
  readonly shape: ParameterShape;
  /** Scalar types that are tried for a string. */
  readonly scalars: readonly string[];
  /** Set if a list is allowed besides scalars. */
  readonly orArray: boolean;
  apply(text: ParameterText): Json;
  /** Like `apply`, for values: other types than strings, lists and objects are unchanged. */
  applyJson(value: Json): Json;
}

/**
 * Computed from the types that a schema allows, through `$ref` and combinations. Text that fits none of
 * them stays a string.
 */
export function coercionOf(api: Follows, schema: Schema | undefined): Coercion {
  const known = new Map<Schema, Coercion>();
  const make = (at: Schema): Coercion => {
    const found = known.get(at);
    if (found !== undefined) return found;
    const subschemas = combinedOf(api, at);
    const types: ReadonlySet<string> = new Set(typesOf(api, at));
    const scalars = SCALARS.filter((type) => types.has(type));
    const items = subschemas.find((part) => part.items !== undefined)?.items ?? true;
    const first = subschemas.find((part) => part.prefixItems !== undefined)?.prefixItems ?? [];
    const properties = propertiesIn(subschemas);
    const rest = subschemas.find((part) => part.additionalProperties !== undefined)?.additionalProperties ?? true;
    const isOnlyList = scalars.length === 0 && types.has('array') && !types.has('object');
    const applyJson = (value: Json): Json => {
      const read = typeof value === 'string' && scalars.length === 0 ? treeOf(value, types) : undefined;
      if (read !== undefined) return applyJson(read);
      // A list with one item is written like the item (`filter[names]=a`).
      if (typeof value === 'string' && isOnlyList && value !== '') return [make(first[0] ?? items).applyJson(value)];
      if (typeof value === 'string') return parseScalar(value, scalars);
      if (typeof value !== 'object' || value === null) return value;
      if (isList(value)) {
        const [only] = value;
        const whole = value.length === 1 && typeof only === 'string' && make(items).shape === 'object';
        const list = whole && isOnlyList ? treeOf(only, LISTS) : undefined;
        if (list !== undefined) return applyJson(list);
      }
      if (isList(value)) return value.map((each, index) => make(first[index] ?? items).applyJson(each));
      const typed: Record<string, Json> = {};
      for (const [name, each] of Object.entries(value))
        setOwn(typed, name, make(properties.get(name) ?? rest).applyJson(each));
      return typed;
    };
    const coercion: Coercion = {
      shape: shapeOf(types),
      scalars,
      orArray: types.has('array'),
      apply: applyJson,
      applyJson,
    };
    known.set(at, coercion);
    return coercion;
  };
  return make(schema ?? true);
}

const LISTS: ReadonlySet<string> = new Set(['array']);

/**
 * If strings are not allowed, a JSON list or object in a string is parsed, because no style defines nested
 * lists and objects.
 */
function treeOf(text: string, types: ReadonlySet<string>): Json | undefined {
  const start = text.trimStart()[0];
  if (!(start === '{' && types.has('object')) && !(start === '[' && types.has('array'))) return undefined;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** Schemas of each property; if several branches describe it, any may apply. */
function propertiesIn(subschemas: readonly SchemaObject[]): ReadonlyMap<string, Schema> {
  const described = new Map<string, Schema[]>();
  for (const [name, schema] of subschemas.flatMap((part) => Object.entries(part.properties ?? {})))
    described.set(name, [...(described.get(name) ?? []), schema]);
  return new Map([...described].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? true) : { anyOf: all }]));
}

/** In the order in which they are tried; a string always fits, so it is last. */
const SCALARS = ['integer', 'number', 'boolean', 'null', 'string'] as const;

function shapeOf(types: ReadonlySet<string>): ParameterShape {
  if (SCALARS.some((type) => type !== 'null' && types.has(type))) return 'scalar';
  return types.has('array') ? 'array' : types.has('object') ? 'object' : 'scalar';
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
