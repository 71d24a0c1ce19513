import type { HttpRequest, Json, JsonObject } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import { fieldValue, isObject, jsonEquals, parseQuery } from '../../wire/index.ts';
import type { Fault } from './preferences.ts';

/** An answer that a test set in place of the usual one. It is a record of the world, so a reset removes it and replicas share it. */
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
  /** How often it still applies; absent: until it is removed. */
  readonly times?: number;
  readonly status?: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly delay?: number;
  readonly fault?: Fault;
}

/** Name of the world record that holds the overrides. */
export const OVERRIDES = 'overrides';

/** All overrides of a world as its record keeps them, and the number that the next one gets. */
export interface Standing {
  readonly next: number;
  readonly list: readonly Override[];
}

export function standingIn(record: Json | undefined): Standing {
  // Only `recordOf` writes this record.
  return record === undefined || record === null ? { next: 1, list: [] } : (record as unknown as Standing);
}

export function overrideRecordOf(standing: Standing): Json {
  return { next: standing.next, list: standing.list.map(toRecord) };
}

export function applies(
  override: Override,
  operation: Operation,
  request: HttpRequest,
  pathParams: Readonly<Record<string, string>>,
): boolean {
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

/** Every property named in `part` is there and equal; arrays and scalars are equal as a whole. */
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
