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

/** What is worth knowing of a schema before it is compiled: of a node, or of everything that it leads to. */
export interface SchemaFacts {
  /** Does it take a `bigint` out of its sight to accept a value (`not`, `oneOf`, a bound without a type)? */
  readonly seesThroughBigints: boolean;
  /** Has it a pattern that could hold a backtracking engine? */
  readonly hasCostlyPattern: boolean;
  /** Is any property of it `writeOnly`? */
  readonly marksWriteOnly: boolean;
  /** Does it name a property that every object inherits, such as `constructor`? */
  readonly namesInherited: boolean;
}

/** A schema that compiles: only keywords that assert, well-formed, every reference to a definition of its copier. */
export interface SchemaCopy extends SchemaFacts {
  readonly root: SchemaNode;
  readonly unenforceable: readonly Unenforceable[];
  readonly copier: Copier;
}

/** Copies schemas of one Api in one direction; what they share is copied once. */
export interface Copier {
  copy(bundle: Readonly<Record<string, unknown>>, origin: string): SchemaCopy;
  /** Definitions by the text that references name them with. */
  readonly defs: ReadonlyMap<string, SchemaNode>;
  /** JSON Pointer into the document of a node. */
  originOf(node: unknown): string | undefined;
  /** What a node's source says beside its rules: `discriminator`, `writeOnly`. */
  annotation(node: unknown, name: string): unknown;
  /** Every node that a node leads to, through references too. */
  reach(node: unknown): ReadonlySet<unknown>;
  /** Of those, the definitions. */
  reachedDefs(node: unknown): ReadonlySet<unknown>;
}

export interface CopierOptions {
  /** What references begin with. Prism keeps definitions in `#/__bundled__/`. */
  readonly refRoot: string;
  /** What stands at a place of the document as parsed: bundles round large integers and leave annotations out. */
  readonly raw: (pointer: string) => unknown;
  /** For a compiler of somebody else's: no `bigint`, and no pattern that could hold the process. */
  readonly plain: boolean;
}

/** A node's numbers with all their digits, where a double cannot hold them. */
export const EXACT = 'x-standin-exact';

interface Copying {
  readonly options: CopierOptions;
  readonly defs: Map<string, SchemaNode>;
  readonly origins: Map<unknown, string>;
  readonly sources: Map<unknown, Readonly<Record<string, unknown>>>;
  readonly facts: Map<unknown, Partial<Record<keyof SchemaFacts, boolean>>>;
  readonly unenforceable: Map<unknown, Unenforceable[]>;
  /** The bundle that is being copied. */
  bundle: unknown;
}

/**
 * Makes a copier of bundles (`Api.bundle`) into the form that every compiler reads. A broken keyword is left out and reported, the others
 * of its schema stay in force: nothing is dropped silently. `$id` and anchors vanish, so that no two documents can meet in a compiler's registry.
 */
export function createCopier(options: CopierOptions): Copier {
  const copying: Copying = {
    options,
    defs: new Map(),
    origins: new Map(),
    sources: new Map(),
    facts: new Map(),
    unenforceable: new Map(),
    bundle: undefined,
  };
  const { defs, origins, sources } = copying;
  const trees = new WeakMap<object, Tree>();
  const treeOf = (node: object): Tree => {
    const known = trees.get(node) ?? growTree(node, copying);
    trees.set(node, known);
    return known;
  };
  const forest = (node: unknown): ReadonlyMap<unknown, Tree> => reachedTrees(node, defs, treeOf);
  const copier: Copier = {
    defs,
    reach: (node) => new Set([...forest(node).values()].flatMap(({ nodes }) => nodes)),
    reachedDefs: (node) => new Set(forest(node).keys()),
    originOf: (node) => origins.get(node),
    annotation: (node, name) => {
      const bundled = sources.get(node)?.[name];
      if (bundled !== undefined) return bundled;
      const raw = options.raw(origins.get(node) ?? '');
      return isObject(raw) && Object.hasOwn(raw, name) ? raw[name] : undefined;
    },
    copy: (bundle, origin) => {
      copying.bundle = bundle;
      // A root has no name: what conversion made of one place may be several schemas.
      const root: SchemaNode = {};
      copyInto(root, bundle, origin, copying);
      return { root, copier, ...summary([...forest(root).values()]) };
    },
  };
  return copier;
}

/** A node with all below it, up to its references; and what is worth knowing of them. */
interface Tree {
  readonly nodes: readonly unknown[];
  readonly references: readonly string[];
  readonly unenforceable: readonly Unenforceable[];
  readonly facts: SchemaFacts;
}

function growTree(start: object, { facts, unenforceable }: Copying): Tree {
  const seen = new Set<unknown>();
  const references: string[] = [];
  const open: unknown[] = [start];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    for (const [keyword, member] of Object.entries(node)) {
      if (keyword === '$ref') references.push(String(member));
      else if (keyword !== 'enum' && keyword !== 'const') open.push(member);
    }
  }
  const nodes = [...seen];
  const known = nodes.flatMap((node) => facts.get(node) ?? []);
  return {
    nodes,
    references,
    unenforceable: nodes.flatMap((node) => unenforceable.get(node) ?? []),
    facts: factsOf(known),
  };
}

function factsOf(known: readonly Partial<Record<keyof SchemaFacts, boolean>>[]): SchemaFacts {
  const has = (fact: keyof SchemaFacts): boolean => known.some((each) => each[fact] === true);
  return {
    seesThroughBigints: has('seesThroughBigints'),
    hasCostlyPattern: has('hasCostlyPattern'),
    marksWriteOnly: has('marksWriteOnly'),
    namesInherited: has('namesInherited'),
  };
}

/** The trees of a node and of every definition that it leads to. */
function reachedTrees(
  start: unknown,
  defs: ReadonlyMap<string, SchemaNode>,
  treeOf: (node: object) => Tree,
): ReadonlyMap<unknown, Tree> {
  const reached = new Map<unknown, Tree>();
  const open: unknown[] = [start];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || reached.has(node)) continue;
    const tree = treeOf(node);
    reached.set(node, tree);
    for (const reference of tree.references) open.push(defs.get(reference));
  }
  return reached;
}

function summary(trees: readonly Tree[]): Omit<SchemaCopy, 'root' | 'copier'> {
  return {
    unenforceable: [...new Set(trees.flatMap((tree) => tree.unenforceable))],
    ...factsOf(trees.map(({ facts }) => facts)),
  };
}

/** The definition of a name; its place is taken before it is copied, because it may refer to itself. */
function define(name: string, source: unknown, origin: string, copying: Copying): SchemaNode {
  const reference = referenceTo(name, copying);
  const known = copying.defs.get(reference);
  if (known !== undefined) return known;
  const node: SchemaNode = {};
  copying.defs.set(reference, node);
  copyInto(node, source, origin, copying);
  return node;
}

/** Names are pointers of the document; the compiler's registry wants plain URIs. */
function referenceTo(name: string, { options }: Copying): string {
  return (
    options.refRoot +
    encodeURIComponent(name)
      .replaceAll('%', '_')
      .replace(/[!'()*~]/g, '-')
  );
}

function copyNode(source: unknown, origin: string, copying: Copying): SchemaNode | boolean {
  if (typeof source === 'boolean') return source;
  const node: SchemaNode = {};
  copyInto(node, source, origin, copying);
  return node;
}

function copyInto(node: SchemaNode, source: unknown, origin: string, copying: Copying): void {
  copying.origins.set(node, origin);
  if (source === false) node['not'] = {};
  if (!isObject(source)) {
    if (typeof source !== 'boolean') report(node, 'invalid-schema', origin, 'is no schema', copying);
    return;
  }
  copying.sources.set(node, source);
  if (source['writeOnly'] === true) note(node, 'marksWriteOnly', copying);
  copyReference(node, source, origin, copying);
  for (const [keyword, shape] of KEYWORD_SHAPES) {
    if (!Object.hasOwn(source, keyword)) continue;
    copyKeyword(node, keyword, source[keyword], shape, `${origin}/${keyword}`, copying);
  }
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    const pointer = `${origin}/${keyword}`;
    if (Object.hasOwn(source, keyword)) report(node, 'unsupported-keyword', pointer, 'is not followed', copying);
  }
  if (copying.options.plain) openWhereNamesAreUnknown(node, source);
  noteDangers(node, copying);
}

function note(node: SchemaNode, fact: keyof SchemaFacts, { facts }: Copying): void {
  facts.set(node, { ...facts.get(node), [fact]: true });
}

function copyReference(
  node: SchemaNode,
  source: Readonly<Record<string, unknown>>,
  origin: string,
  copying: Copying,
): void {
  const reference = source['$ref'];
  if (reference === undefined) return;
  const target = typeof reference === 'string' ? follow(reference, copying) : undefined;
  if (target === undefined) {
    report(node, 'unresolvable-reference', `${origin}/$ref`, `leads nowhere (${String(reference)})`, copying);
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

/** What a reference of a bundle names: bundles refer to their definitions, and name those by their pointers. */
function follow(reference: string, { bundle }: Copying): Target | undefined {
  const tokens = reference.startsWith('#/$defs/') ? parsePointer(decodeFragment(reference.slice(1))) : undefined;
  if (tokens === undefined) return undefined;
  let schema = bundle;
  for (const token of tokens) {
    if (!(isObject(schema) || isArray(schema)) || !Object.hasOwn(schema, token)) return undefined;
    schema = (schema as Readonly<Record<string, unknown>>)[token]; // Own property, just asked.
  }
  const [, key = '', ...rest] = tokens;
  const name = key + formatPointer(rest);
  // A definition that is there in several forms names its form behind a question mark.
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
  keyword: string,
  value: unknown,
  shape: KeywordShape,
  origin: string,
  copying: Copying,
): void {
  if (shape.kind === 'assertion' && shape.fits(value)) {
    copyAssertion(node, keyword, exactly(value, keyword, origin, copying), origin, copying);
  } else if (shape.kind === 'schema') {
    node[keyword] = copyNode(value, origin, copying);
  } else if (shape.kind === 'schemas' && isArray(value) && value.length > 0) {
    copyList(node, keyword, value, origin, copying);
  } else if (shape.kind === 'schema-map' && isObject(value)) {
    node[keyword] = copyMap(node, keyword, value, origin, copying);
  } else {
    report(node, 'invalid-keyword', origin, `has a value that \`${keyword}\` cannot have`, copying);
  }
}

function copyList(
  node: SchemaNode,
  keyword: string,
  value: readonly unknown[],
  origin: string,
  copying: Copying,
): void {
  const members = value.map((member, index) => copyNode(member, `${origin}/${index}`, copying));
  const choices = members.length > WIDE && node['enum'] === undefined ? choicesOf(members) : undefined;
  if (choices !== undefined && (keyword === 'anyOf' || distinct(choices).length === choices.length)) {
    node['enum'] = distinct(choices);
  } else if (keyword === 'oneOf' && members.length > WIDE) {
    // Exactly one chunk has a fitting member, and exactly one chunk has exactly one: the same chunk, then.
    const some = { oneOf: chunked(members, 'anyOf', copying) };
    const one = { oneOf: chunked(members, 'oneOf', copying) };
    for (const part of [some, one]) copying.origins.set(part, origin.replace(/\/oneOf$/, ''));
    node['allOf'] = [...(isArray(node['allOf']) ? node['allOf'] : []), some, one];
  } else {
    node[keyword] = keyword === 'anyOf' ? chunked(members, 'anyOf', copying) : members;
  }
}

/** Ajv nests the code of alternatives; beyond some hundreds the engine cannot read it any more. */
const WIDE = 100;

/** The values of alternatives that are nothing but choices. */
function choicesOf(members: readonly (SchemaNode | boolean)[]): readonly unknown[] | undefined {
  const choices: unknown[] = [];
  for (const member of members) {
    if (typeof member === 'boolean' || Object.keys(member).length !== 1) return undefined;
    if (Object.hasOwn(member, 'const')) choices.push(member['const']);
    else if (isArray(member['enum'])) choices.push(...member['enum']);
    else return undefined;
  }
  return choices;
}

function chunked(members: readonly unknown[], keyword: 'anyOf' | 'oneOf', copying: Copying): readonly unknown[] {
  if (members.length <= WIDE) return members;
  const chunks: unknown[] = [];
  for (let start = 0; start < members.length; start += WIDE) {
    const chunk: SchemaNode = { [keyword]: members.slice(start, start + WIDE) };
    copying.origins.set(chunk, copying.origins.get(members[start]) ?? '');
    chunks.push(chunk);
  }
  return chunks;
}

/** The value with the digits of the document, where a bundle could only hold the nearest double. */
function exactly(value: unknown, keyword: string, origin: string, copying: Copying): unknown {
  const rounded = isArray(value) ? value.some(isRounded) : isRounded(value);
  if (!rounded) return value;
  const raw = copying.options.raw(origin);
  if (typeof value === 'number' && typeof raw !== 'bigint' && keyword.startsWith('exclusive')) {
    // OpenAPI 3.0 says `exclusiveMaximum: true` beside the bound.
    const bound = copying.options.raw(origin.replace(/exclusiveM([^/]*)$/, 'm$1'));
    return typeof bound === 'bigint' ? bound : value;
  }
  return isArray(value) === isArray(raw) && raw !== undefined ? raw : value;
}

function isRounded(value: unknown): boolean {
  return Number.isInteger(value) ? !Number.isSafeInteger(value) : typeof value === 'object' && value !== null;
}

function copyMap(
  node: SchemaNode,
  keyword: string,
  map: Readonly<Record<string, unknown>>,
  origin: string,
  copying: Copying,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(map)) {
    const pointer = `${origin}/${escapeToken(name)}`;
    const key = keyword === 'patternProperties' ? copyPattern(node, name, pointer, copying) : name;
    if (key !== undefined) setOwn(copy, key, copyNode(member, pointer, copying));
  }
  return copy;
}

function copyAssertion(node: SchemaNode, keyword: string, value: unknown, origin: string, copying: Copying): void {
  if (keyword === 'pattern') {
    const pattern = copyPattern(node, String(value), origin, copying);
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

/** Names that a costly pattern would have allowed must not be refused because the pattern was left out. */
function openWhereNamesAreUnknown(node: SchemaNode, source: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(source['patternProperties'] ?? {}).length;
  if (given === Object.keys(node['patternProperties'] ?? {}).length) return;
  delete node['additionalProperties'];
  delete node['unevaluatedProperties'];
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

function copyPattern(node: SchemaNode, source: string, origin: string, copying: Copying): string | undefined {
  const reason = unreadable(source);
  if (reason !== undefined) {
    report(node, 'invalid-pattern', origin, `cannot be read as an ECMA-262 expression (${reason})`, copying);
    return undefined;
  }
  if (isSurelyLinear(source)) return source;
  note(node, 'hasCostlyPattern', copying);
  return copying.options.plain ? undefined : source;
}

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));
const BLIND = ['not', 'oneOf', 'if', 'maxContains'];
const BOUNDS = ['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'format'];

function noteDangers(node: SchemaNode, copying: Copying): void {
  const untyped = node['type'] === undefined && BOUNDS.some((keyword) => keyword in node);
  if (untyped || BLIND.some((keyword) => Object.hasOwn(node, keyword))) note(node, 'seesThroughBigints', copying);
  const named = [
    node['required'],
    ...[node['properties'], node['dependentRequired']].map((map) => Object.keys(map ?? {})),
  ];
  if (named.some((names) => isArray(names) && names.some((name) => INHERITED.has(String(name)))))
    note(node, 'namesInherited', copying);
}

function report(node: SchemaNode, code: Unenforceable['code'], pointer: string, what: string, copying: Copying): void {
  const message = `The rule at ${pointer} ${what}; messages are not held to it.`;
  copying.unenforceable.set(node, [...(copying.unenforceable.get(node) ?? []), { code, pointer, message }]);
}
