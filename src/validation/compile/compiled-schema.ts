import type { Json } from '../../core/index.ts';
import type { SchemaNode, Unenforceable } from '../copy/schema-copier.ts';
import type { SchemaCopy } from '../copy/schema-copy.ts';
import type { Fits } from '../model/fits.ts';
import { createMessageBudget, type MessageBudget } from '../model/message-budget.ts';
import { hasBigint, isLargeValue, toDoubles } from '../model/values.ts';
import { type Compiler, createExactCompiler, createQuickCompiler } from './ajv.ts';
import type { Compiled, ExactContext, RawError } from './compiler.ts';
import { createSchemaInterpreter, type SchemaInterpreter } from './interpreted-schema.ts';

/** One schema of the document, ready to judge values in one direction. Compiled when it is first needed. */
export interface CompiledSchema {
  readonly copy: SchemaCopy;
  /** `true`: the value surely fits. Takes no memory and stops at the first doubt. */
  accepts(value: Json): boolean;
  /** What Ajv finds against a node of the copy (the root unless told), every number judged by all its digits. */
  findings(value: Json, node?: SchemaNode): readonly RawError[];
  /** Whether a pattern could not be matched within the time for the message that is being judged. */
  isUndecided(pattern: string): boolean;
  /** What cannot be held against any message; complete after the first use. */
  readonly unenforceable: readonly Unenforceable[];
}

/** The compilers of one validator, made when they are first needed. */
export interface Compilers {
  quick(ownOnly: boolean): Compiler;
  exact(ownOnly: boolean, all: boolean): Compiler;
  /** What schemas that read alike share of their quick verdict, by their text. */
  readonly alike: Map<string, Fits>;
  readonly walk: SchemaInterpreter;
  readonly budget: MessageBudget;
}

export function createCompilers(
  onUndecided: (pattern: string) => void,
  budget: MessageBudget = createMessageBudget(),
): Compilers {
  const made = new Map<string, Compiler>();
  const keep = (key: string, make: () => Compiler): Compiler => {
    const compiler = made.get(key) ?? make();
    made.set(key, compiler);
    return compiler;
  };
  return {
    quick: (ownOnly) => keep(`quick ${ownOnly}`, () => createQuickCompiler({ ownOnly, onUndecided, budget })),
    exact: (ownOnly, all) =>
      keep(`exact ${ownOnly} ${all}`, () => createExactCompiler({ ownOnly, onUndecided, budget, all })),
    alike: new Map(),
    walk: createSchemaInterpreter({ onUndecided, budget }),
    budget,
  };
}

export function compileSchema(copy: SchemaCopy, compilers: Compilers): CompiledSchema {
  const unenforceable = [...copy.unenforceable];
  const failed = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    const pointer = copy.copier.originOf(copy.root) ?? '';
    if (unenforceable.some((known) => known.code === 'invalid-schema')) return;
    const message = `The schema at ${pointer} cannot be compiled (${reason}); messages are held to parts of it only.`;
    unenforceable.push({ code: 'invalid-schema', pointer, message });
  };
  const build = (compiler: Compiler, node: SchemaNode): Compiled => compileParts(compiler, node, copy, failed);
  const compileQuick = (): Fits => {
    const compiled = build(compilers.quick(copy.namesInherited), copy.root);
    return (value) => compiled.call(undefined, value);
  };
  const buildQuick = (): Fits => {
    const text = shortText(copy.root);
    const key = `${copy.namesInherited} ${text}`;
    const known = text === undefined ? undefined : compilers.alike.get(key);
    if (known !== undefined) return known;
    const complaints = unenforceable.length;
    const walked = compilers.walk(copy);
    const made = walked === undefined ? compileQuick() : atFirst(walked, compileQuick);
    // What could not be compiled is told of each schema that it befell.
    if (text !== undefined && unenforceable.length === complaints) compilers.alike.set(key, made);
    return made;
  };
  const exact = { all: new Map<SchemaNode, Compiled>(), first: new Map<SchemaNode, Compiled>() };
  let quick: Fits | undefined;

  const findings = (value: Json, node: SchemaNode = copy.root): readonly RawError[] => {
    const all = !isLargeValue(value);
    const cache = all ? exact.all : exact.first;
    const compiled = cache.get(node) ?? build(compilers.exact(copy.namesInherited, all), node);
    cache.set(node, compiled);
    const large = hasBigint(value);
    const valid = large ? compiled.call({ original: value }, toDoubles(value)) : compiled.call(undefined, value);
    return valid ? [] : (compiled.errors ?? []);
  };
  return {
    copy,
    findings,
    isUndecided: (pattern) => compilers.budget.undecided.has(pattern),
    unenforceable,
    accepts: (value) => {
      quick ??= buildQuick();
      if (copy.seesThroughBigints && hasBigint(value)) return findings(value).length === 0;
      return quick(value) || (hasBigint(value) && findings(value).length === 0);
    },
  };
}

/** A schema that more values are held to than this is worth compiling. */
const MANY = 100;

function atFirst(walked: Fits, compile: () => Fits): Fits {
  let left = MANY;
  let fits = walked;
  return (value) => {
    if (left > 0) {
      left -= 1;
      if (left === 0) fits = compile();
    }
    return fits(value);
  };
}

const LONGEST_SHARED = 1_000;

/** A small schema as text. Most parameters of a large document say the same: compiling costs a hundred times what comparing does. */
function shortText(root: SchemaNode): string | undefined {
  try {
    const text = JSON.stringify(root);
    return text.length > LONGEST_SHARED ? undefined : text;
  } catch {
    // A number that has no text.
    return undefined;
  }
}

/** Compiles a node; where the compiler gives up, its parts one by one, so that what can be enforced is. */
function compileParts(
  compiler: Compiler,
  node: SchemaNode,
  { copier }: SchemaCopy,
  failed: (error: unknown) => void,
): Compiled {
  const reached = copier.reachedDefs(node);
  const compile = (part: SchemaNode): Compiled => {
    const compiled = compiler.compile(part, copier.defs, (def) => reached.has(def));
    // Code that is too deep for the engine shows only when it is run.
    compiled.call(undefined, null);
    return compiled;
  };
  try {
    return compile(node);
  } catch (error) {
    failed(error);
  }
  const parts = Object.entries(node).flatMap(([keyword, value]) => {
    try {
      return [compile({ [keyword]: value })];
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
