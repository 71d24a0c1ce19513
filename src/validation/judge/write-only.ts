import type { Json, Violation } from '../../core/index.ts';
import { isArray, isObject } from '../../evaluation/index.ts';
import { escapeToken } from '../../wire/index.ts';
import type { CompiledSchema } from '../compile/compiled-schema.ts';
import type { SchemaNode } from '../copy/schema-copier.ts';
import { MOST_VIOLATIONS } from './explain.ts';

const NOTHING: readonly Violation[] = Object.freeze([]);

/** `writeOnly` properties in a response (OpenAPI 3.0 §4.7.24; also applied to 3.1). */
export function writeOnlyLeaks(schema: CompiledSchema, value: Json): readonly Violation[] {
  if (!schema.copy.marksWriteOnly) return NOTHING;
  const found = new Map<string, Violation>();
  schema.evaluator.during(() => walk({ schema, found, seen: new Map() }, schema.copy.root, value, '/body'));
  return [...found.values()];
}

interface Search {
  readonly schema: CompiledSchema;
  readonly found: Map<string, Violation>;
  /** The schemas that were visited for each place, so that recursive ones end. */
  readonly seen: Map<string, Set<unknown>>;
}

function walk(search: Search, node: unknown, value: Json, pointer: string): void {
  const { schema } = search;
  if (!isObject(node) || typeof value !== 'object' || value === null || search.found.size >= MOST_VIOLATIONS) return;
  const seen = search.seen.get(pointer) ?? new Set<unknown>();
  search.seen.set(pointer, seen);
  if (seen.has(node)) return;
  seen.add(node);
  for (const same of sameValue(schema, node, value)) walk(search, same, value, pointer);
  if (Array.isArray(value)) {
    const items = node['items'];
    for (const [index, item] of value.entries()) walk(search, items, item, `${pointer}/${index}`);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const property = propertyOf(node, name);
    const at = `${pointer}/${escapeToken(name)}`;
    if (isWriteOnly(schema, property, new Set())) search.found.set(at, leak(schema, property, name, at));
    else walk(search, property, member, at);
  }
}

/** Schemas that apply to the same value: references, all of `allOf`, and the alternatives that it fits. */
function sameValue(schema: CompiledSchema, node: SchemaNode, value: Json): readonly unknown[] {
  const all = isArray(node['allOf']) ? node['allOf'] : [];
  const alternatives = [node['anyOf'], node['oneOf']].flatMap((list) => (isArray(list) ? list : []));
  const fitting = alternatives.filter((branch) => isObject(branch) && schema.evaluator.fits(branch, value));
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
