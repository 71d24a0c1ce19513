import { _, type AnySchemaObject, type Format, type FuncKeywordDefinition, type KeywordCxt, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from '../../core/index.ts';
import { valueAt } from '../../wire/index.ts';
import { EXACT } from '../copy/schema-copier.ts';
import { assertedFormats, integerRange, testText } from '../model/formats.ts';
import { areDistinct, choiceTest, identity } from '../model/identity.ts';
import { isArray, isObject } from '../model/json-kind.ts';
import { createMessageBudget, type MessageBudget } from '../model/message-budget.ts';
import { isMultipleOf } from '../model/numbers.ts';
import { createTextTest } from '../model/pattern-engine.ts';
import { judgeAlternatives } from './alternatives.ts';
import type { Compiled, ExactContext } from './compiler.ts';
import { judgeRecursion, type Recursion } from './recursion.ts';
import { judgeTuples } from './tuples.ts';
import { judgeUnevaluated, type Unevaluated } from './unevaluated-keywords.ts';
import { addVerdict, verdictOf } from './verdict.ts';

export interface Compiler {
  /** Compiles a schema; of the definitions those that it needs, each once for all schemas. */
  compile(
    schema: Readonly<Record<string, unknown>>,
    defs: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
    needed: (def: unknown) => boolean,
  ): Compiled;
}

export interface CompilerOptions {
  /** Own properties only: for schemas that name what every object inherits. Dearer. */
  readonly ownOnly: boolean;
  /** A pattern could not be decided within its time. */
  readonly onUndecided: (pattern: string) => void;
  /** What one message may cost. Default: a budget of its own. */
  readonly budget?: MessageBudget;
}

const INLINED = 5;

/** The options that Prism compiles with; its logger and its refusal of malformed schemas are replaced by our own copying. */
const LIKE_PRISM: Options = {
  allowUnionTypes: true,
  allowMatchingProperties: true,
  strict: false,
  // A number that overflowed to infinity is not a number of any schema.
  strictNumbers: true,
  logger: false,
  meta: false,
  validateSchema: false,
  addUsedSchema: false,
  // Compiling costs half of what it does with Ajv's own optimiser and unbounded inlining; validating costs the same.
  inlineRefs: INLINED,
};

/** Compiles functions that stop at the first breach and that take no memory while there is none; an undecided pattern refuses. */
export function createQuickCompiler(options: CompilerOptions): Compiler {
  // A definition counts as large as it is in itself: what holds it is a keyword more.
  const inlineRefs = INLINED + 1;
  const { ajv, unevaluated, recursion } = createAjv(options, { allErrors: false, messages: false, inlineRefs }, false);
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
  return compilerOf({ ajv, unevaluated, recursion }, verdictOf);
}

function compilerOf(
  { ajv, unevaluated, recursion }: OwnAjv,
  wanted: (schema: AnySchemaObject) => AnySchemaObject = (schema) => schema,
): Compiler {
  const registered = new Set<string>();
  return {
    compile: (schema, defs, needed) => {
      for (const [id, def] of defs) {
        if (registered.has(id) || !needed(def)) continue;
        registered.add(id);
        ajv.addSchema(wanted(def), id);
      }
      const compiled = ajv.compile(wanted(schema)) as unknown as Compiled; // Ajv types `this` as its own context.
      return unevaluated.asks() || recursion.asks() ? asking(compiled, unevaluated, recursion) : compiled;
    },
  };
}

/** Every value that comes from outside is judged anew. */
function asking(compiled: Compiled, unevaluated: Unevaluated, recursion: Recursion): Compiled {
  const judge: Compiled = function (this: ExactContext | undefined, value: unknown): boolean {
    try {
      return compiled.call(this, value);
    } finally {
      judge.errors = compiled.errors ?? null;
      unevaluated.forget();
      recursion.forget();
    }
  };
  return judge;
}

function refuseUnless(context: KeywordCxt, test: (data: never) => boolean): void {
  context.fail(_`!${context.gen.scopeValue('func', { ref: test })}(${context.data})`);
}

/** Compiles functions that report: all breaches or, for large values, the first. Integers beyond 2^53 are judged by all their digits. */
export function createExactCompiler(options: CompilerOptions & { readonly all: boolean }): Compiler {
  const { ajv, unevaluated, recursion } = createAjv(
    options,
    { allErrors: options.all, verbose: true, passContext: true, messages: false },
    true,
  );
  for (const definition of [...EXACT_KEYWORDS, exactFormat(assertedFormats())]) {
    ajv.removeKeyword(String(definition.keyword));
    ajv.addKeyword(definition);
  }
  return compilerOf({ ajv, unevaluated, recursion });
}

interface OwnAjv {
  readonly ajv: Ajv2020;
  readonly recursion: Recursion;
  readonly unevaluated: Unevaluated;
}

function createAjv(options: CompilerOptions, more: Options, reporting: boolean): OwnAjv {
  const { budget = createMessageBudget() } = options;
  const regExp = Object.assign(
    (source: string) => ({
      test: createTextTest(source, options.onUndecided, reporting, budget),
      toString: () => source,
    }),
    { code: 'matcher' },
  );
  const ajv = new Ajv2020({
    ...LIKE_PRISM,
    ...more,
    ownProperties: options.ownOnly,
    code: { regExp, optimize: false, process: readAtOnce },
  });
  for (const [name, format] of Object.entries(assertedFormats())) ajv.addFormat(name, format);
  judgeAlternatives(ajv);
  judgeTuples(ajv);
  const recursion = judgeRecursion(ajv, budget);
  return { ajv, unevaluated: judgeUnevaluated(ajv), recursion };
}

/** What is compiled is called at once: an engine that sees the parentheses does not read a function twice, once to skip it and once to run it. */
function readAtOnce(code: string): string {
  return `${code.replace('return function', 'return (function')})`;
}

type Validate = (
  this: ExactContext | undefined,
  schema: never,
  data: never,
  parent?: object,
  at?: { instancePath: string },
) => boolean;

function exact(
  keyword: string,
  type: FuncKeywordDefinition['type'] | undefined,
  validate: Validate,
): FuncKeywordDefinition {
  // Ajv's own type has a fixed parent schema and context; ours are narrower and checked by the callers below.
  return {
    keyword,
    ...(type === undefined ? {} : { type }),
    errors: false,
    validate: validate as FuncKeywordDefinition['validate'] & {},
  };
}

const bound = (
  keyword: string,
  fits: (value: number | bigint, limit: number | bigint) => boolean,
): FuncKeywordDefinition =>
  exact(keyword, 'number', function (limit: number, data: number, parent, at) {
    const limits = (parent as Record<string, unknown> | undefined)?.[EXACT]; // Our own copies carry it.
    const digits = isObject(limits) ? limits[keyword] : undefined;
    return fits(originalNumber(this, data, at), typeof digits === 'bigint' ? digits : limit);
  });

const EXACT_KEYWORDS: readonly FuncKeywordDefinition[] = [
  bound('minimum', (value, limit) => value >= limit),
  bound('maximum', (value, limit) => value <= limit),
  bound('exclusiveMinimum', (value, limit) => value > limit),
  bound('exclusiveMaximum', (value, limit) => value < limit),
  bound('multipleOf', isMultipleOf),
  exact('uniqueItems', 'array', function (wanted: boolean, data: readonly Json[], _parent, at) {
    const items = original(this, data, at);
    return !wanted || !isArray(items) || areDistinct(items);
  }),
  exact('enum', undefined, function (choices: readonly Json[], data: Json, _parent, at) {
    const value = identity(original(this, data, at));
    return choices.some((choice) => identity(choice) === value);
  }),
  exact('const', undefined, function (choice: Json, data: Json, _parent, at) {
    return identity(choice) === identity(original(this, data, at));
  }),
];

function exactFormat(formats: Readonly<Record<string, Format>>): FuncKeywordDefinition {
  return exact('format', ['string', 'number'], function (format: string, data: string | number, _parent, at) {
    if (typeof data === 'string') return testText(formats, format, data);
    const range = integerRange(format);
    const value = originalNumber(this, data, at);
    return range === undefined || (Number.isInteger(Number(value)) && value >= range[0] && value <= range[1]);
  });
}

/** The value as it came: the compiler sees doubles in the place of large integers. */
function original(context: ExactContext | undefined, data: Json, at: { instancePath: string } | undefined): Json {
  if (context === undefined || at === undefined || typeof data === 'string') return data;
  return valueAt(context.original, at.instancePath) ?? data;
}

function originalNumber(
  context: ExactContext | undefined,
  data: number,
  at: { instancePath: string } | undefined,
): number | bigint {
  const value = original(context, data, at);
  return typeof value === 'bigint' ? value : data;
}
