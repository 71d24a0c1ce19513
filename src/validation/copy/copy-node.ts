import { isArray, isObject } from '../../evaluation/index.ts';
import { escapeToken, formatPointer, parsePointer, setOwn } from '../../wire/index.ts';
import { KEYWORD_SHAPES, type KeywordShape } from '../model/keyword-shapes.ts';
import { writeList } from './copy-alternatives.ts';
import { copyAssertion, copyPattern } from './copy-assertion.ts';

import { type CopyState, type KeywordAt, note, report, type SchemaNode } from './schema-copier.ts';

/** Reserves a definition that is copied later: definitions may be recursive and form chains of any length. */
function define(name: string, source: unknown, origin: string, copying: CopyState): void {
  const reference = referenceTo(name, copying);
  if (copying.defs.has(reference)) return;
  const node: SchemaNode = {};
  copying.defs.set(reference, node);
  copying.waiting.push({ node, source, origin });
}

/** Copies a schema and every definition that it refers to. */
export function copyAll(node: SchemaNode, source: unknown, origin: string, copying: CopyState): void {
  copyInto(node, source, origin, copying);
  for (let next = copying.waiting.pop(); next !== undefined; next = copying.waiting.pop())
    copyInto(next.node, next.source, next.origin, copying);
}

/** Names are JSON Pointers; the compiler's registry needs plain URIs. */
function referenceTo(name: string, { options }: CopyState): string {
  return (
    options.refRoot +
    encodeURIComponent(name)
      .replaceAll('%', '_')
      .replace(/[!'()*~]/g, '-')
  );
}

function copyNode(source: unknown, origin: string, copying: CopyState): SchemaNode | boolean {
  if (typeof source === 'boolean') return source;
  const node: SchemaNode = {};
  copyInto(node, source, origin, copying);
  return node;
}

/** Copies a schema into a node, which may be referred to already. */
function copyInto(node: SchemaNode, source: unknown, origin: string, copying: CopyState): void {
  copying.origins.set(node, origin);
  if (source === false) node['not'] = {};
  if (!isObject(source)) {
    if (typeof source !== 'boolean')
      report(node, { code: 'invalid-schema', pointer: origin, what: 'is not a schema' }, copying);
    return;
  }
  copying.sources.set(node, source);
  if (source['writeOnly'] === true) note(node, 'marksWriteOnly', copying);
  copyReference(node, source, origin, copying);
  for (const [keyword, shape] of KEYWORD_SHAPES) {
    if (!Object.hasOwn(source, keyword)) continue;
    copyKeyword(node, { keyword, origin: `${origin}/${keyword}`, shape }, source[keyword], copying);
  }
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    const pointer = `${origin}/${keyword}`;
    if (Object.hasOwn(source, keyword))
      report(node, { code: 'unsupported-keyword', pointer, what: 'is not followed' }, copying);
  }
  if (copying.options.plain) openWhereNamesAreUnknown(node, source);
  noteDangers(node, copying);
}

function copyReference(
  node: SchemaNode,
  source: Readonly<Record<string, unknown>>,
  origin: string,
  copying: CopyState,
): void {
  const reference = source['$ref'];
  if (reference === undefined) return;
  const target = typeof reference === 'string' ? follow(reference, copying) : undefined;
  if (target === undefined) {
    report(
      node,
      { code: 'unresolvable-reference', pointer: `${origin}/$ref`, what: `leads nowhere (${String(reference)})` },
      copying,
    );
    return;
  }
  define(target.name, target.schema, target.origin, copying);
  node['$ref'] = referenceTo(target.name, copying);
}

interface Target {
  readonly name: string;
  readonly schema: unknown;
  readonly origin: string;
}

/** The target of a reference in a bundle: bundles refer to their definitions by JSON Pointers. */
function follow(reference: string, { bundle }: CopyState): Target | undefined {
  const tokens = reference.startsWith('#/$defs/') ? parsePointer(decodeFragment(reference.slice(1))) : undefined;
  if (tokens === undefined) return undefined;
  let schema = bundle;
  for (const token of tokens) {
    if (!(isObject(schema) || isArray(schema)) || !Object.hasOwn(schema, token)) return undefined;
    schema = (schema as Readonly<Record<string, unknown>>)[token]; // Own property, just asked.
  }
  const [, key = '', ...rest] = tokens;
  const name = key + formatPointer(rest);
  // A definition in several forms has its form after a question mark.
  return { name, schema, origin: name.replace(/\?optional=.*$/s, '') };
}

function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function copyKeyword(
  node: SchemaNode,
  { keyword, origin, shape }: KeywordAt & { readonly shape: KeywordShape },
  value: unknown,
  copying: CopyState,
): void {
  if (shape.kind === 'assertion' && shape.fits(value)) {
    copyAssertion(node, { keyword, origin }, value, copying);
  } else if (shape.kind === 'schema') {
    node[keyword] = copyNode(value, origin, copying);
  } else if (shape.kind === 'schemas' && isArray(value) && value.length > 0) {
    const members = value.map((member, index) => copyNode(member, `${origin}/${index}`, copying));
    writeList(node, { keyword, origin }, members, copying);
  } else if (shape.kind === 'schema-map' && isObject(value)) {
    node[keyword] = copyMap(node, { keyword, origin }, value, copying);
  } else {
    report(
      node,
      { code: 'invalid-keyword', pointer: origin, what: `has a value that \`${keyword}\` cannot have` },
      copying,
    );
  }
}

function copyMap(
  node: SchemaNode,
  { keyword, origin }: KeywordAt,
  map: Readonly<Record<string, unknown>>,
  copying: CopyState,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {
    ...(keyword === 'patternProperties' && isObject(node[keyword]) ? node[keyword] : {}),
  };
  for (const [name, member] of Object.entries(map)) {
    const pointer = `${origin}/${escapeToken(name)}`;
    if (keyword === 'properties' && name === '__proto__') {
      // Ajv ignores a property with this name, but not an equivalent pattern.
      node['patternProperties'] = { '^__proto__$': copyNode(member, pointer, copying) };
      continue;
    }
    const key = keyword === 'patternProperties' ? copyPattern(node, name, pointer, copying) : name;
    if (key !== undefined) setOwn(copy, key, copyNode(member, pointer, copying));
  }
  return copy;
}

/** Names that an omitted costly pattern would allow must not be refused. */
function openWhereNamesAreUnknown(node: SchemaNode, source: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(source['patternProperties'] ?? {}).length;
  if (given <= Object.keys(node['patternProperties'] ?? {}).length) return;
  delete node['additionalProperties'];
  delete node['unevaluatedProperties'];
}

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));
const BLIND = ['not', 'oneOf', 'if', 'maxContains'];
const NAMING = ['properties', 'dependentRequired', 'dependentSchemas'];
const BOUNDS = ['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'format'];

function noteDangers(node: SchemaNode, copying: CopyState): void {
  const untyped = node['type'] === undefined && BOUNDS.some((keyword) => keyword in node);
  if (untyped || BLIND.some((keyword) => Object.hasOwn(node, keyword))) note(node, 'seesThroughBigints', copying);
  const named = [node['required'], ...NAMING.map((keyword) => Object.keys(node[keyword] ?? {}))];
  const demanded = Object.values(node['dependentRequired'] ?? {});
  if ([...named, ...demanded].some(namesInherited)) note(node, 'namesInherited', copying);
}

function namesInherited(names: unknown): boolean {
  return isArray(names) && names.some((name) => INHERITED.has(String(name)));
}
