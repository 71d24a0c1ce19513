import type { Json, Violation } from '../../core/index.ts';
import { escapeToken } from '../../wire/index.ts';
import type { CompiledSchema } from '../compile/compiled-schema.ts';
import type { SchemaNode } from '../copy/schema-copier.ts';
import { isArray, isObject } from '../model/json-kind.ts';
import { MOST_VIOLATIONS } from './explain.ts';

const NOTHING: readonly Violation[] = Object.freeze([]);

/** Properties that are `writeOnly` and yet stand in a response (OpenAPI 3.0 §4.7.24; mock and contract hold 3.1 to it too). */
export function writeOnlyLeaks(schema: CompiledSchema, value: Json): readonly Violation[] {
  if (!schema.copy.marksWriteOnly) return NOTHING;
  const found = new Map<string, Violation>();
  walk(schema, schema.copy.root, value, '/body', found, new Set());
  return [...found.values()];
}

/** `path` holds the references that were followed for this very value, so that circular ones end. */
function walk(
  schema: CompiledSchema,
  node: unknown,
  value: Json,
  pointer: string,
  found: Map<string, Violation>,
  path: ReadonlySet<unknown>,
): void {
  if (!isObject(node) || typeof value !== 'object' || value === null || path.has(node) || found.size >= MOST_VIOLATIONS)
    return;
  const here = new Set([...path, node]);
  for (const same of sameValue(schema, node as SchemaNode, value)) walk(schema, same, value, pointer, found, here);
  if (Array.isArray(value)) {
    const items = node['items'];
    for (const [index, item] of value.entries()) walk(schema, items, item, `${pointer}/${index}`, found, new Set());
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const property = propertyOf(node, name);
    const at = `${pointer}/${escapeToken(name)}`;
    if (isWriteOnly(schema, property, new Set())) found.set(at, leak(schema, property, name, at));
    else walk(schema, property, member, at, found, new Set());
  }
}

/** Schemas that speak about the same value: references, all of `allOf`, and the alternatives that it fits. */
function sameValue(schema: CompiledSchema, node: SchemaNode, value: Json): readonly unknown[] {
  const all = isArray(node['allOf']) ? node['allOf'] : [];
  const alternatives = [node['anyOf'], node['oneOf']].flatMap((list) => (isArray(list) ? list : []));
  const fitting = alternatives.filter(
    (branch) => isObject(branch) && schema.findings(value, branch as SchemaNode).length === 0,
  );
  return [target(schema, node), ...all, ...fitting];
}

function propertyOf(node: Readonly<Record<string, unknown>>, name: string): unknown {
  const properties = node['properties'];
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : node['additionalProperties'];
}

function target(schema: CompiledSchema, node: unknown): unknown {
  const reference = isObject(node) ? node['$ref'] : undefined;
  return typeof reference === 'string' ? schema.copy.copier.defs.get(reference) : undefined;
}

function isWriteOnly(schema: CompiledSchema, node: unknown, seen: Set<unknown>): boolean {
  if (!isObject(node) || seen.has(node)) return false;
  seen.add(node);
  if (schema.copy.copier.annotation(node, 'writeOnly') === true) return true;
  const all = isArray(node['allOf']) ? node['allOf'] : [];
  return [target(schema, node), ...all].some((part) => isWriteOnly(schema, part, seen));
}

function leak(schema: CompiledSchema, property: unknown, name: string, pointer: string): Violation {
  const origin = schema.copy.copier.originOf(property);
  const message = `\`${name}\` is write-only and must not be in a response`;
  return {
    code: 'response.write-only',
    pointer,
    keyword: 'writeOnly',
    ...(origin === undefined ? {} : { rule: `${origin}/writeOnly` }),
    message,
  };
}
