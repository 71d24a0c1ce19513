import type { Json } from '../core/index.ts';
import { escapeToken, formatPointer, parsePointer, setOwn } from '../wire/index.ts';
import { identity } from './identity.ts';
import { isArray, isObject } from './json-kind.ts';
import { KEYWORD_SHAPES, type KeywordShape } from './keyword-shapes.ts';
import { doubleNotAbove, doubleNotBelow } from './numbers.ts';
import { isSurelyLinear, unreadable } from './pattern-engine.ts';

/** A rule of the document that cannot be held against any message, and why. */
export interface Unenforceable {
  readonly code:
    | 'invalid-pattern'
    | 'invalid-keyword'
    | 'unresolvable-reference'
    | 'invalid-schema'
    | 'unsupported-keyword';
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly message: string;
}

/** One schema of a copy, as a compiler sees it. */
export type SchemaNode = Record<string, unknown>;

/** A self-contained schema that compiles: only keywords that assert, well-formed, local references, no names of its own. */
export interface SchemaCopy {
  readonly root: SchemaNode;
  readonly defs: Readonly<Record<string, SchemaNode>>;
  /** JSON Pointer into the document of every node. */
  readonly origins: ReadonlyMap<unknown, string>;
  /** The source of every node: annotations such as `discriminator` and `writeOnly`, numbers with all their digits. */
  readonly sources: ReadonlyMap<unknown, Readonly<Record<string, unknown>>>;
  readonly unenforceable: readonly Unenforceable[];
  /** Does it take a `bigint` out of its sight to accept a value (`not`, `oneOf`, a bound without a type)? */
  readonly seesThroughBigints: boolean;
  /** Is any property of it `writeOnly`? */
  readonly marksWriteOnly: boolean;
  /** Does it name a property that every object inherits, such as `constructor`? */
  readonly namesInherited: boolean;
}

export interface CopyOptions {
  /** Where references of the copy point: Prism keeps the definitions of an operation in `__bundled__`. */
  readonly refRoot?: '#/$defs/' | '#/__bundled__/';
  /** First letters of the names of definitions. */
  readonly names?: string;
  /** For a compiler of somebody else's: no `bigint`, and no pattern that could hold the process. */
  readonly plain?: boolean;
}

/** A node's numbers with all their digits, where a double cannot hold them. */
export const EXACT = 'x-standin-exact';

interface Copying {
  readonly options: Required<CopyOptions>;
  readonly bundle: unknown;
  readonly origin: string;
  readonly defs: Record<string, SchemaNode>;
  readonly names: Map<string, string>;
  readonly origins: Map<unknown, string>;
  readonly sources: Map<unknown, Readonly<Record<string, unknown>>>;
  readonly unenforceable: Unenforceable[];
  seesThroughBigints: boolean;
  marksWriteOnly: boolean;
  namesInherited: boolean;
}

/**
 * Copies a bundle (`Api.bundle`) into the form that every compiler reads. A broken keyword is left out and reported, the others of
 * its schema stay in force: nothing is dropped silently. `$id` and anchors vanish, so that no two documents can meet in a compiler's registry.
 */
export function copySchema(
  bundle: Readonly<Record<string, unknown>>,
  origin: string,
  options: CopyOptions = {},
): SchemaCopy {
  const copying: Copying = {
    options: { refRoot: '#/$defs/', names: 'd', plain: false, ...options },
    bundle,
    origin,
    defs: {},
    names: new Map(),
    origins: new Map(),
    sources: new Map(),
    unenforceable: [],
    seesThroughBigints: false,
    marksWriteOnly: false,
    namesInherited: false,
  };
  const root = asObject(copyNode(bundle, origin, copying));
  const { defs, origins, sources, unenforceable, seesThroughBigints, marksWriteOnly, namesInherited } = copying;
  return { root, defs, origins, sources, unenforceable, seesThroughBigints, marksWriteOnly, namesInherited };
}

function asObject(node: SchemaNode | boolean): SchemaNode {
  if (typeof node !== 'boolean') return node;
  return node ? {} : { not: {} };
}

function copyNode(source: unknown, origin: string, copying: Copying): SchemaNode | boolean {
  if (typeof source === 'boolean') return source;
  if (!isObject(source)) {
    report(copying, 'invalid-schema', origin, 'is no schema');
    return true;
  }
  const node: SchemaNode = {};
  copying.origins.set(node, origin);
  copying.sources.set(node, source);
  if (source['writeOnly'] === true) copying.marksWriteOnly = true;
  copyReference(node, source, origin, copying);
  for (const [keyword, shape] of KEYWORD_SHAPES) {
    if (!Object.hasOwn(source, keyword)) continue;
    copyKeyword(node, keyword, source[keyword], shape, `${origin}/${keyword}`, copying);
  }
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    if (Object.hasOwn(source, keyword))
      report(copying, 'unsupported-keyword', `${origin}/${keyword}`, 'is not followed');
  }
  noteDangers(node, copying);
  return node;
}

function copyReference(
  node: SchemaNode,
  source: Readonly<Record<string, unknown>>,
  origin: string,
  copying: Copying,
): void {
  const reference = source['$ref'];
  if (reference === undefined) return;
  const target = typeof reference === 'string' ? nameOf(reference, copying) : undefined;
  if (target === undefined)
    report(copying, 'unresolvable-reference', `${origin}/$ref`, `leads nowhere (${String(reference)})`);
  else node['$ref'] = copying.options.refRoot + target;
}

/** The name in the copy of what a local reference names; its definition is copied when it is first met. */
function nameOf(reference: string, copying: Copying): string | undefined {
  const known = copying.names.get(reference);
  if (known !== undefined) return known;
  const target = follow(reference, copying);
  if (target === undefined) return undefined;
  const name = `${copying.options.names}${copying.names.size}`;
  copying.names.set(reference, name);
  copying.defs[name] = asObject(copyNode(target.schema, target.origin, copying));
  return name;
}

function follow(
  reference: string,
  copying: Copying,
): { readonly schema: unknown; readonly origin: string } | undefined {
  const tokens = reference.startsWith('#') ? parsePointer(decodeFragment(reference.slice(1))) : undefined;
  if (tokens === undefined) return undefined;
  let schema: unknown = copying.bundle;
  for (const token of tokens) {
    if (!(isObject(schema) || isArray(schema)) || !Object.hasOwn(schema, token)) return undefined;
    schema = (schema as Readonly<Record<string, unknown>>)[token]; // Own property, just asked.
  }
  const [first, key, ...rest] = tokens;
  const inDefs = first === '$defs' && key !== undefined;
  return { schema, origin: inDefs ? key + formatPointer(rest) : copying.origin + formatPointer(tokens) };
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
  keyword: string,
  value: unknown,
  shape: KeywordShape,
  origin: string,
  copying: Copying,
): void {
  if (shape.kind === 'assertion' && shape.fits(value)) {
    copyAssertion(node, keyword, value, origin, copying);
  } else if (shape.kind === 'schema') {
    node[keyword] = copyNode(value, origin, copying);
  } else if (shape.kind === 'schemas' && isArray(value) && value.length > 0) {
    node[keyword] = value.map((member, index) => copyNode(member, `${origin}/${index}`, copying));
  } else if (shape.kind === 'schema-map' && isObject(value)) {
    node[keyword] = copyMap(keyword, value, origin, copying);
  } else {
    report(copying, 'invalid-keyword', origin, `has a value that \`${keyword}\` cannot have`);
  }
}

function copyMap(
  keyword: string,
  map: Readonly<Record<string, unknown>>,
  origin: string,
  copying: Copying,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(map)) {
    const pointer = `${origin}/${escapeToken(name)}`;
    const key = keyword === 'patternProperties' ? copyPattern(name, pointer, copying) : name;
    if (key !== undefined) setOwn(copy, key, copyNode(member, pointer, copying));
  }
  return copy;
}

function copyAssertion(node: SchemaNode, keyword: string, value: unknown, origin: string, copying: Copying): void {
  if (keyword === 'pattern') {
    const pattern = copyPattern(String(value), origin, copying);
    if (pattern !== undefined) node[keyword] = pattern;
  } else if (keyword === 'enum' && isArray(value)) {
    copyChoices(node, keyword, distinct(value), copying);
  } else if (keyword === 'const') {
    copyChoices(node, keyword, [value], copying);
  } else if (keyword === 'required' && isArray(value)) {
    node[keyword] = [...new Set(value)];
  } else if (typeof value === 'bigint') {
    const below = keyword === 'maximum' || keyword === 'exclusiveMaximum';
    node[keyword] = below ? doubleNotAbove(value) : doubleNotBelow(value);
    if (!copying.options.plain) node[EXACT] = { ...(node[EXACT] as object | undefined), [keyword]: value }; // Written here only.
  } else {
    node[keyword] = value;
  }
}

/** `enum` and `const`: our compilers compare exactly, another's gets the doubles that are equal to what it was given. */
function copyChoices(node: SchemaNode, keyword: 'enum' | 'const', values: readonly unknown[], copying: Copying): void {
  const choices = copying.options.plain ? values.map(toDoubles).filter((value) => value !== undefined) : values;
  if (choices.length === 0) node['not'] = {};
  else node[keyword] = keyword === 'const' ? choices[0] : choices;
}

function toDoubles(value: unknown): unknown {
  if (typeof value === 'bigint') return BigInt(Number(value)) === value ? Number(value) : undefined;
  if (isArray(value)) return value.map(toDoubles);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) setOwn(copy, key, toDoubles(member));
  return copy;
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  const seen = new Map<string, unknown>();
  // Values come from a parsed document, so they are JSON.
  for (const value of values) seen.set(identity(value as Json), value);
  return [...seen.values()];
}

function copyPattern(source: string, origin: string, copying: Copying): string | undefined {
  const reason = unreadable(source);
  if (reason !== undefined) {
    report(copying, 'invalid-pattern', origin, `cannot be read as an ECMA-262 expression (${reason})`);
    return undefined;
  }
  return copying.options.plain && !isSurelyLinear(source) ? undefined : source;
}

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));
const BLIND = ['not', 'oneOf', 'if', 'maxContains'];
const BOUNDS = ['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'format'];

function noteDangers(node: SchemaNode, copying: Copying): void {
  const untyped = node['type'] === undefined && BOUNDS.some((keyword) => keyword in node);
  if (untyped || BLIND.some((keyword) => Object.hasOwn(node, keyword))) copying.seesThroughBigints = true;
  const named = [
    node['required'],
    ...[node['properties'], node['dependentRequired']].map((map) => Object.keys(map ?? {})),
  ];
  if (named.some((names) => isArray(names) && names.some((name) => INHERITED.has(String(name)))))
    copying.namesInherited = true;
}

function report(copying: Copying, code: Unenforceable['code'], pointer: string, what: string): void {
  copying.unenforceable.push({
    code,
    pointer,
    message: `The rule at ${pointer} ${what}; messages are not held to it.`,
  });
}
