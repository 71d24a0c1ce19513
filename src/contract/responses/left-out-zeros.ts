import type { Json } from '../../core/index.ts';
import { type Api, onceForEach, propertiesOf, type Schema } from '../../spec/index.ts';
import { jsonEquals } from '../../wire/index.ts';

/** Formats of integers that the JSON form of protocol buffers writes as strings. */
const WIDE = new Set(['int64', 'uint64']);

/**
 * Whether a property may be missing because it holds `value`: the JSON form of protocol buffers leaves out
 * properties whose value is the zero of their type, such as 0, false or the first listed value.
 */
export function isLeftOut(api: Api, schema: Schema, value: Json | undefined): boolean {
  if (!isOfProtocolBuffers(api)) return false;
  if (value === 0 || value === false || value === '') return true;
  const rule = api.deref(schema);
  if (typeof rule === 'boolean' || value === undefined) return false;
  if (value === '0') return WIDE.has(rule.format ?? '');
  const [first = null] = rule.enum ?? [];
  return rule.enum !== undefined && jsonEquals(first, value);
}

/** Whether a document describes the JSON form of protocol buffers: a component has an integer of 64 bits as a string. */
const isOfProtocolBuffers = onceForEach((api: Api) =>
  [...api.schemas.values()].some((schema) =>
    Object.values(propertiesOf(api, schema)).some((property) => isWideText(api.deref(property.schema))),
  ),
);

function isWideText(rule: Schema): boolean {
  if (typeof rule === 'boolean' || !WIDE.has(rule.format ?? '')) return false;
  return rule.type === 'string' || (Array.isArray(rule.type) && rule.type.includes('string'));
}
