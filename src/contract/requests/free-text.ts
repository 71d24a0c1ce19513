import type { JsonObject } from '../../core/index.ts';
import type { Api, Schema } from '../../spec/index.ts';

/** The properties of a body with this schema that accept any string of a length. */
export function freeTextsOf(api: Api, schema: Schema | undefined, sent: JsonObject, length: number): readonly string[] {
  const rule = schema === undefined ? true : api.deref(schema);
  if (typeof rule === 'boolean') return [];
  return Object.keys(sent).filter((name) => takesText(api.deref(rule.properties?.[name] ?? true), length));
}

/** Whether a schema accepts any string of a length. */
export function takesText(schema: Schema, length: number): boolean {
  if (typeof schema === 'boolean' || schema.type !== 'string') return false;
  const bound = [schema.pattern, schema.format, schema.enum, schema.const].some((rule) => rule !== undefined);
  return !bound && (schema.maxLength ?? 100) >= length && (schema.minLength ?? 0) <= Math.min(length, 10);
}
