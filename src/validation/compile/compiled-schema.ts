import type { Json } from '../../core/index.ts';
import { type Evaluator, type Fits, MOST_NESTED } from '../../evaluation/index.ts';
import { createWeigh, type Weight } from '../breach/breach-weight.ts';
import { type Breach, breachesOf } from '../breach/breaches.ts';
import type { SchemaNode, UnenforceableRule } from '../copy/schema-copier.ts';
import type { Copier, SchemaCopy } from '../copy/schema-copy.ts';
import { createCopyEvaluator } from '../model/copy-evaluator.ts';
import type { PatternTests } from '../model/pattern-budget.ts';
import { hasBigint } from '../model/values.ts';
import { type CompiledTest, type Compiler, createQuickCompiler } from './ajv.ts';
import { createCallBudget, TooManyCalls } from './call-budget.ts';
import { interpretSchema } from './interpret-schema.ts';
import { isNestedDeeper } from './schema-nesting.ts';

/** One schema of the document for one direction. Compiled on first use. */
export interface CompiledSchema {
  readonly copy: SchemaCopy;
  /** `true`: the value certainly fits. Allocates nothing and stops at the first doubt. */
  accepts(value: Json): boolean;
  /** Evaluates parts of the copy. */
  readonly evaluator: Evaluator;
  /** The breaches of a value, with exact numbers; empty if it fits. */
  breaches(value: Json): readonly Breach[];
  /** The effort to list all breaches of a value, including those of every alternative. */
  weigh(value: Json): Weight;
  /** Rules that cannot be enforced. Complete after the first use. */
  readonly unenforceable: readonly UnenforceableRule[];
}

/** What the schemas of one validator share, made on first use. */
export interface Compilers {
  quick(ownOnly: boolean): Compiler;
  /** Quick verdicts of schemas with equal text. */
  readonly alike: Map<string, Fits>;
  evaluator(copier: Copier): Evaluator;
}

export function createCompilers(patterns: PatternTests): Compilers {
  const made = new Map<boolean, Compiler>();
  const evaluators = new Map<Copier, Evaluator>();
  return {
    quick: (ownOnly) => {
      const compiler = made.get(ownOnly) ?? createQuickCompiler({ ownOnly, patterns, calls: createCallBudget() });
      made.set(ownOnly, compiler);
      return compiler;
    },
    alike: new Map(),
    evaluator: (copier) => {
      const evaluator = evaluators.get(copier) ?? createCopyEvaluator(copier.defs, patterns);
      evaluators.set(copier, evaluator);
      return evaluator;
    },
  };
}

export function compileSchema(copy: SchemaCopy, compilers: Compilers): CompiledSchema {
  const unenforceable = [...copy.unenforceable];
  const failed = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    const pointer = copy.copier.originOf(copy.root) ?? '';
    if (unenforceable.some((known) => known.code === 'invalid-schema')) return;
    const message = `The schema at ${pointer} cannot be compiled (${reason}); messages are judged by parts of it only.`;
    unenforceable.push({ code: 'invalid-schema', pointer, message });
  };
  const evaluator = compilers.evaluator(copy.copier);
  const judged: Fits = (value) => {
    try {
      return evaluator.fits(copy.root, value);
    } catch (error) {
      // A value that is too deep for the stack is refused.
      if (error instanceof RangeError) return false;
      throw error;
    }
  };
  const compileQuick = (): Fits => {
    const compiled = compileSubschemas(compilers.quick(copy.namesInherited), copy.root, copy, (error) => {
      const isReadable = !isNestedDeeper([copy.root, ...copy.copier.reachedDefs(copy.root)], MOST_NESTED);
      if (!isReadable) failed(error);
      return isReadable ? judged : undefined;
    });
    return (value) => {
      try {
        return compiled(value);
      } catch (error) {
        // A schema that refers to itself about the same value ends in one of these errors.
        if (error instanceof TooManyCalls || error instanceof RangeError) return judged(value);
        throw error;
      }
    };
  };
  const buildQuick = (): Fits => {
    const text = shortText(copy.root);
    const key = `${copy.namesInherited} ${text}`;
    const known = text === undefined ? undefined : compilers.alike.get(key);
    if (known !== undefined) return known;
    const complaints = unenforceable.length;
    const walked = interpretSchema(copy, evaluator);
    const made = walked === undefined ? compileQuick() : atFirst(walked, compileQuick);
    // A failed compilation is reported for each schema that contains it.
    if (text !== undefined && unenforceable.length === complaints) compilers.alike.set(key, made);
    return made;
  };
  let quick: Fits | undefined;

  return {
    copy,
    unenforceable,
    evaluator,
    breaches: (value) => breachesOf(copy, value, evaluator),
    weigh: (value) => evaluator.during(() => createWeigh(evaluator)(copy.root, value)),
    accepts: (value) => {
      quick ??= buildQuick();
      if (copy.seesThroughBigints && hasBigint(value)) return judged(value);
      return quick(value) || (hasBigint(value) && judged(value));
    },
  };
}

/** A schema is compiled after this many values. */
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

/**
 * A small schema as text. Most parameters of a large document are equal: compiling costs a hundred times as
 * much as comparing.
 */
function shortText(root: SchemaNode): string | undefined {
  try {
    const text = JSON.stringify(root);
    return text.length > LONGEST_SHARED ? undefined : text;
  } catch {
    // A number without a JSON text.
    return undefined;
  }
}

/**
 * Compiles a node. If that fails and there is nothing `instead`, compiles its parts one by one, so that as
 * much as possible is enforced.
 */
function compileSubschemas(
  compiler: Compiler,
  node: SchemaNode,
  { copier }: SchemaCopy,
  instead: (error: unknown) => CompiledTest | undefined,
): CompiledTest {
  const reached = copier.reachedDefs(node);
  const compile = (part: SchemaNode): CompiledTest => {
    const compiled = compiler.compile(part, copier.defs, (def) => reached.has(def));
    // Code that is too deep for V8 fails only when it runs.
    try {
      compiled(null);
    } catch (error) {
      if (!(error instanceof TooManyCalls)) throw error;
    }
    return compiled;
  };
  try {
    return compile(node);
  } catch (error) {
    const other = instead(error);
    if (other !== undefined) return other;
  }
  const tests = Object.entries(node).flatMap(([keyword, value]) => {
    try {
      return [compile({ [keyword]: value })];
    } catch {
      return [];
    }
  });
  return (value) => tests.every((part) => part(value));
}
