import type { Json, JsonObject } from '../core/index.ts';
import type { Schema } from '../spec/index.ts';
import type { Parts } from './parts.ts';

const COUNT = /(?:^|[a-z_-])counts?$|^(?:number_?of|num_)[a-z_]/i;
const VERSION = /^(?:version|revision|rev|lock_?version|row_?version|_v|__v)$/i;
/** When something was done that has not been done to what is new. */
const DONE =
  /^(?:deleted|removed|trashed|archived|cancel{1,2}ed|closed|completed|finished|ended|revoked|resolved|approved|rejected|published|paid|sent|read|seen|locked|suspended|disabled|dismissed)_?(?:at|on|date|time)$/i;

/**
 * What a field of the server's says of a thing that has just been made: it has been counted for nothing, is the first version, and nothing has been done to it
 * (`null`). `undefined` where that is nothing that the field could say.
 */
export function beginningOf(parts: Parts, name: string, property: Schema): Json | undefined {
  const value = COUNT.test(name) ? 0 : VERSION.test(name) ? 1 : DONE.test(name) ? null : undefined;
  return value !== undefined && parts.validator.accepts(property, value, 'response') ? value : undefined;
}

/** The versions of a changed entity that are the server's to count, one further each. */
export function nextVersions(parts: Parts, schema: Schema, before: JsonObject): JsonObject {
  const { properties, readOnly } = parts.fieldsOf(schema);
  const next: Record<string, Json> = {};
  for (const [name, property] of properties) {
    const value = VERSION.test(name) && readOnly.has(name) && Object.hasOwn(before, name) ? before[name] : undefined;
    if (typeof value !== 'number' || !Number.isSafeInteger(value + 1)) continue;
    if (parts.validator.accepts(property, value + 1, 'response')) next[name] = value + 1;
  }
  return next;
}

/** The version that a write says it has read, where that is no longer the one that stands. */
export function staleVersion(
  parts: Parts,
  schema: Schema,
  sent: Json,
  before: JsonObject,
): { readonly name: string; readonly value: number } | undefined {
  for (const name of Object.keys(nextVersions(parts, schema, before))) {
    const said = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as JsonObject)[name] : null;
    const value = before[name];
    if (typeof said === 'number' && typeof value === 'number' && said !== value) return { name, value };
  }
  return undefined;
}
