import { _, type KeywordCxt, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from '../../core/index.ts';
import { areDistinct, choiceTest, type Evaluator, isMultipleOf } from '../../evaluation/index.ts';
import type { SchemaNode } from '../copy/schema-copier.ts';
import { createCopyEvaluator } from '../model/copy-evaluator.ts';
import { assertedFormats } from '../model/formats.ts';
import type { PatternTests } from '../model/pattern-budget.ts';
import type { CallBudget } from './call-budget.ts';
import { useEvaluator } from './evaluated-keywords.ts';
import { judgeTuples } from './tuples.ts';
import { addVerdict, verdictOf } from './verdict.ts';

/** A compiled schema. Returns whether a value fits. */
export type CompiledTest = (value: unknown) => boolean;

export interface Compiler {
  /** Compiles a schema with the definitions that it needs, each once for all schemas. */
  compile(schema: SchemaNode, defs: ReadonlyMap<string, SchemaNode>, needed: (def: unknown) => boolean): CompiledTest;
}

export interface CompilerOptions {
  /** Own properties only, for schemas with names that every object inherits. Slower. */
  readonly ownOnly: boolean;
  readonly patterns: PatternTests;
  readonly calls: CallBudget;
}

const INLINED = 5;

/**
 * Prism's compiler options, except for its logger and its refusal of malformed schemas, because schemas are
 * copied first.
 */
const LIKE_PRISM: Options = {
  allowUnionTypes: true,
  allowMatchingProperties: true,
  strict: false,
  // A number that overflowed to infinity is not a valid number.
  strictNumbers: true,
  logger: false,
  meta: false,
  validateSchema: false,
  addUsedSchema: false,
  // Compiling costs half as much as with Ajv's optimiser and unlimited inlining; validation costs
  // the same.
  inlineRefs: INLINED,
};

/**
 * Compiles functions that stop at the first breach and allocate nothing for valid values. An undecided
 * pattern counts as a breach.
 */
export function createQuickCompiler(options: CompilerOptions): Compiler {
  const ajv = createAjv(options);
  const defs = new Map<string, SchemaNode>();
  const evaluator = createCopyEvaluator(defs, options.patterns);
  let isLent = false;
  const lend = (): Evaluator => {
    isLent = true;
    return evaluator;
  };
  useEvaluator(ajv, lend);
  judgeTuples(ajv);
  addVerdict(ajv);
  for (const keyword of ['multipleOf', 'uniqueItems', 'enum', 'const']) ajv.removeKeyword(keyword);
  const quick = (
    keyword: string,
    type: 'number' | 'array' | undefined,
    test: (schema: never) => (data: never) => boolean,
  ): void => {
    ajv.addKeyword({
      keyword,
      ...(type === undefined ? {} : { type }),
      code: (context) => refuseUnless(context, test(context.schema as never)),
    });
  };
  quick('multipleOf', 'number', (step: number | bigint) => (data: number) => isMultipleOf(data, step));
  quick('uniqueItems', 'array', (wanted: boolean) => (data: readonly Json[]) => !wanted || areDistinct(data));
  quick('enum', undefined, (choices: readonly Json[]) => choiceTest(choices));
  quick('const', undefined, (choice: Json) => choiceTest([choice]));
  return {
    compile: (schema, known, needed) => {
      for (const [id, def] of known) {
        if (defs.has(id) || !needed(def)) continue;
        defs.set(id, def);
        ajv.addSchema(verdictOf(def), id);
      }
      const compiled = ajv.compile(verdictOf(schema)) as CompiledTest; // Nothing is asynchronous.
      const bounded: CompiledTest = (value) => options.calls.within(compiled, value);
      return isLent ? (value) => evaluator.during(() => bounded(value)) : bounded;
    },
  };
}

function createAjv({ patterns, ownOnly, calls }: CompilerOptions): Ajv2020 {
  const regExp = Object.assign((source: string) => ({ test: patterns.test(source), toString: () => source }), {
    code: 'matcher',
  });
  const ajv = new Ajv2020({
    ...LIKE_PRISM,
    allErrors: false,
    messages: false,
    // A definition counts by its own size, which is one keyword more inside another schema.
    inlineRefs: INLINED + 1,
    ownProperties: ownOnly,
    code: { regExp, optimize: false, process: (code) => readAtOnce(countCalls(code)) },
  });
  for (const [name, format] of Object.entries(assertedFormats())) ajv.addFormat(name, format);
  // Ajv passes itself to its generated code as `self`.
  return Object.assign(ajv, { calls });
}

function refuseUnless(context: KeywordCxt, test: (data: never) => boolean): void {
  context.fail(_`!${context.gen.scopeValue('func', { ref: test })}(${context.data})`);
}

/** Adds a counter to each function that Ajv generates. */
function countCalls(code: string): string {
  return `const standinCalls = self.calls;${code.replace('let vErrors = null;', 'if(--standinCalls.left < 0)standinCalls.askForMore();let vErrors = null;')}`;
}

/** The function is called at once: with parentheses around it, V8 parses it only once. */
function readAtOnce(code: string): string {
  return `${code.replace('return function', 'return (function')})`;
}
