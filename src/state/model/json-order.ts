import type { Json, JsonObject } from '../../core/index.ts';
import { isArray, memberAt, parsePointer } from '../../wire/index.ts';

/** Reads one place of a value; `undefined` if it does not exist. */
export type Getter = (value: Json) => Json | undefined;

/** A reader for a JSON Pointer (RFC 6901), parsed once. Own properties only, like `valueAt` of wire. */
export function getterOf(pointer: string): Getter {
  const steps = parsePointer(pointer);
  if (steps === undefined) return () => undefined;
  const [only] = steps;
  if (steps.length === 1 && only !== undefined) return (value) => memberAt(value, only);
  return (value) => descend(value, steps, 0);
}

function descend(value: Json, steps: readonly string[], from: number): Json | undefined {
  let here: Json | undefined = value;
  for (let at = from; at < steps.length; at += 1) {
    if (here === undefined) return undefined;
    const step = steps[at] ?? '';
    if (step === '*' && isArray(here)) return here.flatMap((each) => descend(each, steps, at + 1) ?? []);
    here = memberAt(here, step);
  }
  return here;
}

/**
 * The order of values in every engine: absent < null < false < true < numbers < strings < arrays < objects.
 * Numbers compare exactly, including `bigint`; strings by UTF-16 code units; objects by their sorted names,
 * then their values.
 */
export function compareJson(a: Json | undefined, b: Json | undefined): number {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1;
  const kind = kindOf(a);
  const difference = kind - kindOf(b);
  if (difference !== 0) return difference;
  if (kind <= TEXT) return comesBefore(a, b) ? -1 : comesBefore(b, a) ? 1 : 0;
  return kind === ARRAY
    ? compareArrays(a as readonly Json[], b as readonly Json[])
    : compareObjects(a as JsonObject, b as JsonObject);
}

/**
 * Equality as in JSON Schema (2020-12 §4.2.2): `1`, `1.0` and `1n` are equal, property order does not
 * matter.
 */
export const equalJson = (a: Json | undefined, b: Json | undefined): boolean => compareJson(a, b) === 0;

const TEXT = 4;
const ARRAY = 5;

function kindOf(value: Json | undefined): number {
  switch (typeof value) {
    case 'undefined':
      return 0;
    case 'boolean':
      return 2;
    case 'number':
    case 'bigint':
      return 3;
    case 'string':
      return TEXT;
    default:
      return value === null ? 1 : Array.isArray(value) ? ARRAY : 6;
  }
}

// Both have the same type, for which `<` is exact: JavaScript compares number and bigint by value.
const comesBefore = (a: unknown, b: unknown): boolean => (a as number) < (b as number);

function compareArrays(a: readonly Json[], b: readonly Json[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = compareJson(a[i], b[i]);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareObjects(a: JsonObject, b: JsonObject): number {
  const names = Object.keys(a).sort();
  const others = Object.keys(b).sort();
  const difference = compareArrays(names, others);
  if (difference !== 0) return difference;
  return compareArrays(
    names.map((name) => a[name] as Json),
    others.map((name) => b[name] as Json), // both are own keys, just listed
  );
}
