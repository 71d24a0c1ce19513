import type { JsonObject } from '../../core/index.ts';
import { type Api, jsonBodyOf, type Operation, type Schema } from '../../spec/index.ts';

/** A property of a body that accepts any string of a length. */
export function freeTextOf(api: Api, operation: Operation, sent: JsonObject, length: number): string | undefined {
  const schema = jsonBodyOf(operation)?.schema;
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
