import type { Json } from '../../core/index.ts';
import { formatPointer, isArray, isNumeric } from '../../wire/index.ts';

/** Most places of one message that are kept. */
const MOST_PLACES = 5_000;

/** Whether a property keeps its name; others become `*`. */
export type KeepsName = (place: string, name: string) => boolean;

/** Values by their place: JSON Pointers in which `*` stands for any item. The whole value is at `''`. */
export function placesIn(value: Json, keepsName: KeepsName = () => true): ReadonlyMap<string, readonly Json[]> {
  const places = new Map<string, Json[]>();
  const waiting: (readonly [tokens: readonly string[], value: Json])[] = [[[], value]];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined && seen < MOST_PLACES; next = waiting.pop()) {
    seen++;
    const [tokens, here] = next;
    const place = formatPointer(tokens);
    places.set(place, [...(places.get(place) ?? []), here]);
    if (typeof here !== 'object' || here === null) continue;
    const members = isArray(here)
      ? here.map((each) => ['*', each] as const)
      : Object.entries(here).map(([name, each]) => [keepsName(place, name) ? name : '*', each] as const);
    for (const [name, each] of members.toReversed()) waiting.push([[...tokens, name], each]);
  }
  return places;
}

/** The JSON type of a value; `integer` for whole numbers. */
export function jsonTypeName(value: Json): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  if (isNumeric(value)) return typeof value === 'bigint' || Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Replaces indexes by `*`, as places of schemas are written. */
export const withoutIndex = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, '/*');
