import type { JsonObject } from '../../core/index.ts';
import type { Api, Schema } from '../../spec/index.ts';

/** A property of a body with this schema that accepts any string of a length. */
export function freeTextOf(api: Api, schema: Schema | undefined, sent: JsonObject, length: number): string | undefined {
  const rule = schema === undefined ? true : api.deref(schema);
  if (typeof rule === 'boolean') return undefined;
  return Object.keys(sent).find((name) => takesText(api.deref(rule.properties?.[name] ?? true), length));
}

/** Whether a schema accepts any string of a length. */
export function takesText(schema: Schema, length: number): boolean {
  if (typeof schema === 'boolean' || schema.type !== 'string') return false;
  const bound = [schema.pattern, schema.format, schema.enum, schema.const].some((rule) => rule !== undefined);
  return !bound && (schema.maxLength ?? 100) >= length && (schema.minLength ?? 0) <= Math.min(length, 10);
}
