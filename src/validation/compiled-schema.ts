import type { Json } from '../core/index.ts';
import { setOwn } from '../wire/index.ts';
import {
  type Compiled,
  type Compiler,
  createExactCompiler,
  createQuickCompiler,
  type ExactContext,
  type RawError,
} from './ajv.ts';
import { isObject } from './json-kind.ts';
import type { SchemaCopy, SchemaNode, Unenforceable } from './schema-copy.ts';

/** Values with more members than this are explained by their first breach alone: half a million breaches help nobody. */
const LARGE = 5_000;

/** One schema of the document, ready to judge values in one direction. Compiled when it is first needed. */
export interface CompiledSchema {
  readonly copy: SchemaCopy;
  /** `true`: the value surely fits. Takes no memory and stops at the first doubt. */
  accepts(value: Json): boolean;
  /** What Ajv finds against a node of the copy (the root unless told), every number judged by all its digits. */
  findings(value: Json, node?: SchemaNode): readonly RawError[];
  /** Every node that a node leads to, through references too. */
  reach(node: unknown): ReadonlySet<unknown>;
  /** What cannot be held against any message; complete after the first use. */
  readonly unenforceable: readonly Unenforceable[];
}

/** The compilers of one validator, made when they are first needed. */
export interface Compilers {
  quick(ownOnly: boolean): Compiler;
  exact(ownOnly: boolean, all: boolean): Compiler;
}

export function createCompilers(onUndecided: (pattern: string) => void): Compilers {
  const made = new Map<string, Compiler>();
  const keep = (key: string, make: () => Compiler): Compiler => {
    const compiler = made.get(key) ?? make();
    made.set(key, compiler);
    return compiler;
  };
  return {
    quick: (ownOnly) => keep(`quick ${ownOnly}`, () => createQuickCompiler({ ownOnly, onUndecided })),
    exact: (ownOnly, all) => keep(`exact ${ownOnly} ${all}`, () => createExactCompiler({ ownOnly, onUndecided, all })),
  };
}

export function compileSchema(copy: SchemaCopy, compilers: Compilers): CompiledSchema {
  const unenforceable = [...copy.unenforceable];
  const failed = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    const pointer = copy.origins.get(copy.root) ?? '';
    if (unenforceable.some((known) => known.code === 'invalid-schema')) return;
    const message = `The schema at ${pointer} cannot be compiled (${reason}); messages are held to parts of it only.`;
    unenforceable.push({ code: 'invalid-schema', pointer, message });
  };
  const build = (compiler: Compiler, node: SchemaNode): Compiled => compileParts(compiler, node, copy, failed);
  const exact = { all: new Map<SchemaNode, Compiled>(), first: new Map<SchemaNode, Compiled>() };
  const reached = new WeakMap<object, ReadonlySet<unknown>>();
  let quick: Compiled | undefined;

  const findings = (value: Json, node: SchemaNode = copy.root): readonly RawError[] => {
    const all = !isLarge(value);
    const cache = all ? exact.all : exact.first;
    const compiled = cache.get(node) ?? build(compilers.exact(copy.namesInherited, all), node);
    cache.set(node, compiled);
    const large = hasBigint(value);
    const valid = large ? compiled.call({ original: value }, toDoubles(value)) : compiled.call(undefined, value);
    return valid ? [] : (compiled.errors ?? []);
  };
  const reach = (node: unknown): ReadonlySet<unknown> => {
    if (typeof node !== 'object' || node === null) return new Set();
    const known = reached.get(node) ?? reachable(node, copy);
    reached.set(node, known);
    return known;
  };

  return {
    copy,
    findings,
    reach,
    unenforceable,
    accepts: (value) => {
      quick ??= build(compilers.quick(copy.namesInherited), copy.root);
      if (copy.seesThroughBigints && hasBigint(value)) return findings(value).length === 0;
      return quick.call(undefined, value) || (hasBigint(value) && findings(value).length === 0);
    },
  };
}

/** Compiles a node; where the compiler gives up, its parts one by one, so that what can be enforced is. */
function compileParts(
  compiler: Compiler,
  node: SchemaNode,
  copy: SchemaCopy,
  failed: (error: unknown) => void,
): Compiled {
  try {
    return compileNode(compiler, node, node, copy);
  } catch (error) {
    failed(error);
  }
  const parts = Object.entries(node).flatMap(([keyword, value]) => {
    try {
      return [compileNode(compiler, { [keyword]: value }, node, copy)];
    } catch {
      return [];
    }
  });
  const together: Compiled = function (this: ExactContext | undefined, value: unknown): boolean {
    const errors = parts.flatMap((part) => (part.call(this, value) ? [] : (part.errors ?? [])));
    together.errors = errors;
    return errors.length === 0;
  };
  return together;
}

/** Compiles a node beside the definitions, and reports its breaches as those of `node` itself. */
function compileNode(compiler: Compiler, part: SchemaNode, node: SchemaNode, copy: SchemaCopy): Compiled {
  const withDefs = { ...part, $defs: copy.defs };
  const compiled = compiler.compile(withDefs);
  const own: Compiled = function (this: ExactContext | undefined, value: unknown): boolean {
    if (compiled.call(this, value)) return true;
    own.errors =
      compiled.errors?.map((error) => (error.parentSchema === withDefs ? { ...error, parentSchema: node } : error)) ??
      [];
    return false;
  };
  return own;
}

function reachable(start: object, copy: SchemaCopy): ReadonlySet<unknown> {
  const seen = new Set<unknown>();
  const open: unknown[] = [start];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    for (const [keyword, member] of Object.entries(node)) {
      if (keyword === '$ref') open.push(copy.defs[String(member).slice(String(member).lastIndexOf('/') + 1)]);
      else if (keyword !== 'enum' && keyword !== 'const') open.push(member);
    }
  }
  return seen;
}

/** Does any number of the value stand beyond 2^53? */
export function hasBigint(value: Json): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasBigint);
  return Object.values(value).some(hasBigint);
}

/** A copy with the nearest doubles, for compilers that know no other number. */
export function toDoubles(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(toDoubles);
  if (!isObject(value)) return value;
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, toDoubles(value[key] as Json)); // Members of JSON are JSON.
  return copy;
}

function isLarge(value: Json): boolean {
  let left = LARGE;
  const count = (part: Json): boolean => {
    left -= 1;
    if (left < 0) return true;
    if (typeof part !== 'object' || part === null) return false;
    return Object.values(part).some(count);
  };
  return count(value);
}
