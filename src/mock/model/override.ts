import type { HttpRequest, Json, JsonObject } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { fieldValue, isObject, jsonEquals, parseQuery } from '../../wire/index.ts';
import type { Fault } from './preferences.ts';

/**
 * An answer that a test sets instead of the usual one. It is stored in the world, so a reset removes it and
 * replicas share it.
 */
export interface Override {
  readonly id: string;
  /** operationId; absent: every operation. */
  readonly operation?: string;
  readonly match?: {
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly path?: Readonly<Record<string, string>>;
    readonly body?: Json;
  };
  /** False if it is switched off. */
  readonly enabled?: boolean;
  /** How many more times it applies; absent: until it is removed. */
  readonly times?: number;
  /** The part of the matching requests that it answers, above 0 and below 1; the seed decides which. Absent: all. */
  readonly share?: number;
  /** How many requests have matched, if it has a `share`. */
  readonly draws?: number;
  readonly status?: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly delay?: number;
  readonly fault?: Fault;
}

/** New values of an override, and its new position: the first override that applies to a request is used. */
export type OverrideChange = Partial<Omit<Override, 'id' | 'draws'>> & { readonly position?: number };

/**
 * Key of the world record with the overrides and the clock's offset, in one record because each request
 * reads both.
 */
export const OVERRIDES = 'overrides';

/** All overrides of a world as stored, and the next number. */
export interface StoredOverrides {
  readonly next: number;
  readonly list: readonly Override[];
  /** Milliseconds that the world's clock is ahead; absent: none. */
  readonly clock?: number;
}

export function overridesIn(record: Json | undefined): StoredOverrides {
  // Only `recordOf` writes this record.
  return record === undefined || record === null ? { next: 1, list: [] } : (record as unknown as StoredOverrides);
}

export function storeOverrides(tx: Transaction, { next, list, clock = 0 }: StoredOverrides): void {
  const isNothing = list.length === 0 && clock === 0;
  const kept = { next, list: list.map(toRecord), ...(clock === 0 ? {} : { clock }) };
  tx.setRecord(OVERRIDES, isNothing ? undefined : kept);
}

export function clockOffsetIn(record: Json | undefined): number {
  return record === undefined ? 0 : (overridesIn(record).clock ?? 0);
}

export function applies(
  override: Override,
  operation: Operation,
  request: HttpRequest,
  pathParams: Readonly<Record<string, string>>,
): boolean {
  if (override.enabled === false) return false;
  if (override.operation !== undefined && override.operation !== operation.id) return false;
  const { query, headers, path, body } = override.match ?? {};
  if (query !== undefined) {
    const parsed = parseQuery(request.query);
    const sent = parsed.ok ? parsed.pairs : [];
    if (
      !Object.entries(query).every(([name, value]) => sent.some((pair) => pair.name === name && pair.value === value))
    )
      return false;
  }
  if (
    headers !== undefined &&
    !Object.entries(headers).every(([name, value]) => fieldValue(request.headers, name) === value)
  )
    return false;
  if (path !== undefined && !Object.entries(path).every(([name, value]) => pathParams[name] === value)) return false;
  return body === undefined || (request.body.kind === 'parsed' && contains(request.body.value, body));
}

/** Whether an override with a `share` answers its next matching request. The same seed gives the same sequence. */
export function isDrawn({ id, share = 1, draws = 0 }: Override, seed: number): boolean {
  let hash = Math.imul(seed ^ 0x9e3779b1, 0x85ebca6b) ^ draws;
  for (const letter of id) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 < share;
}

/** Whether every property of `part` exists and is equal; arrays and scalars are compared as a whole. */
export function contains(whole: Json, part: Json): boolean {
  if (!isObject(part)) return jsonEquals(whole, part);
  return (
    isObject(whole) &&
    Object.entries(part).every(([name, value]) => Object.hasOwn(whole, name) && contains(whole[name] ?? null, value))
  );
}

/** An override as stored: plain data. */
function toRecord(override: Override): JsonObject {
  return Object.fromEntries(Object.entries(override).filter(([, value]) => value !== undefined)) as JsonObject;
}
