import type { Json, JsonObject } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import type { VersionsOf } from '../model/context.ts';
import type { Fields, FieldsOf } from '../model/fields.ts';
import { asObject } from '../model/object.ts';

const VERSION = /^(?:version|revision|rev|lock_?version|row_?version|resource_?version|_v|__v)$/i;

/** Whether a field of this name counts the writes of what it is in. */
export function isVersion(name: string): boolean {
  return VERSION.test(name);
}

export function createVersionsOf(fieldsOf: FieldsOf): VersionsOf {
  const known = new WeakMap<Fields, ReadonlyMap<string, Schema>>();
  return (schema) => {
    const fields = fieldsOf(schema);
    const versions =
      known.get(fields) ??
      new Map([...fields.properties].filter(([name]) => fields.readOnly.has(name) && isVersion(name)));
    known.set(fields, versions);
    return versions;
  };
}

interface Versioned {
  readonly validator: Validator;
  readonly versionsOf: VersionsOf;
}

/** The versions of a changed entity that are the server's to count, one further each. */
export function nextVersions(parts: Versioned, schema: Schema, before: JsonObject): JsonObject {
  const next: Record<string, Json> = {};
  for (const [name, property] of parts.versionsOf(schema)) {
    const value = Object.hasOwn(before, name) ? before[name] : undefined;
    if (typeof value !== 'number' || !Number.isSafeInteger(value + 1)) continue;
    if (parts.validator.accepts(property, value + 1, 'response')) next[name] = value + 1;
  }
  return next;
}

/** The version that a write says it has read, where that is no longer the one that stands. */
export function staleVersion(
  parts: Versioned,
  schema: Schema,
  sent: Json,
  before: JsonObject,
): { readonly name: string; readonly value: number } | undefined {
  for (const name of Object.keys(nextVersions(parts, schema, before))) {
    const said = asObject(sent)[name];
    const value = before[name];
    if (typeof said === 'number' && typeof value === 'number' && said !== value) return { name, value };
  }
  return undefined;
}
