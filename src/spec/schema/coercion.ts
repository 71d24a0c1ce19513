import type { Json } from '../../core/index.ts';
import { type ParameterShape, type ParameterText, parseJson, parseScalar, setOwn } from '../../wire/index.ts';
import type { Api, Schema, SchemaObject } from '../model/api.ts';
import { combinedOf, typesOf } from './schema-facts.ts';

type Follows = Pick<Api, 'deref'>;

/** How text becomes a value of a schema. */
export interface Coercion {
  readonly shape: ParameterShape;
  /** Scalar types that text is tried as. */
  readonly scalars: readonly string[];
  /** Set where a list is allowed too, beside scalars. */
  readonly orArray: boolean;
  apply(text: ParameterText): Json;
  /** As `apply`; what is no text, list or object of it stays as it is. */
  applyJson(value: Json): Json;
}

/** Worked out from the types that a schema allows, through `$ref` and combinations; text that fits none of them stays text. */
export function coercionOf(api: Follows, schema: Schema | undefined): Coercion {
  const known = new Map<Schema, Coercion>();
  const make = (at: Schema): Coercion => {
    const found = known.get(at);
    if (found !== undefined) return found;
    const parts = combinedOf(api, at);
    const types: ReadonlySet<string> = new Set(typesOf(api, at));
    const scalars = SCALARS.filter((type) => types.has(type));
    const items = parts.find((part) => part.items !== undefined)?.items ?? true;
    const first = parts.find((part) => part.prefixItems !== undefined)?.prefixItems ?? [];
    const properties = propertiesIn(parts);
    const rest = parts.find((part) => part.additionalProperties !== undefined)?.additionalProperties ?? true;
    const isOnlyList = scalars.length === 0 && types.has('array') && !types.has('object');
    const applyJson = (value: Json): Json => {
      const read = typeof value === 'string' && scalars.length === 0 ? treeOf(value, types) : undefined;
      if (read !== undefined) return applyJson(read);
      // A list of one is written as its item is (`filter[names]=a`).
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

/** Where no text would do, one that is a JSON list or object is that: nobody has defined how it is written within a list or an object. */
function treeOf(text: string, types: ReadonlySet<string>): Json | undefined {
  const start = text.trimStart()[0];
  if (!(start === '{' && types.has('object')) && !(start === '[' && types.has('array'))) return undefined;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** Schemas of each property; where several branches describe it, any of them may hold. */
function propertiesIn(parts: readonly SchemaObject[]): ReadonlyMap<string, Schema> {
  const described = new Map<string, Schema[]>();
  for (const [name, schema] of parts.flatMap((part) => Object.entries(part.properties ?? {})))
    described.set(name, [...(described.get(name) ?? []), schema]);
  return new Map([...described].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? true) : { anyOf: all }]));
}

/** In the order in which they are tried; text always fits, so it comes last. */
const SCALARS = ['integer', 'number', 'boolean', 'null', 'string'] as const;

function shapeOf(types: ReadonlySet<string>): ParameterShape {
  if (SCALARS.some((type) => type !== 'null' && types.has(type))) return 'scalar';
  return types.has('array') ? 'array' : types.has('object') ? 'object' : 'scalar';
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
