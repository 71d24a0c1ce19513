import type { Json } from '../../core/index.ts';
import type { Api, Direction, Schema } from '../../spec/index.ts';
import type { CopierOptions } from '../copy/schema-copier.ts';
import { type Copier, createCopier, type SchemaCopy } from '../copy/schema-copy.ts';
import { createPatternBudget, type PatternTests } from '../model/pattern-budget.ts';
import { createPatternTests } from '../model/pattern-engine.ts';
import { type CompiledSchema, compileSchema, createCompilers } from './compiled-schema.ts';

/**
 * The compiled schemas of one Api. Each schema is copied and compiled at most once for each direction, on
 * first use.
 */
export interface Schemas {
  /** The tests of their patterns, with one budget for each message. */
  readonly patterns: PatternTests;
  compiled(schema: Schema, direction: Direction): CompiledSchema;
}

export function createSchemas(api: Api, patterns: PatternTests): Schemas {
  const compilers = createCompilers(patterns);
  const copiers = {
    request: copierOf(api, { refRoot: 'standin:request/', plain: false }),
    response: copierOf(api, { refRoot: 'standin:response/', plain: false }),
  };
  const compile = (schema: Schema, direction: Direction): CompiledSchema =>
    compileSchema(copyOf(api, schema, direction, copiers[direction]), compilers);
  const booleans = {
    true: compileLater(() => compile(true, 'request')),
    false: compileLater(() => compile(false, 'request')),
  };
  const known: Record<Direction, WeakMap<object, CompiledSchema>> = { request: new WeakMap(), response: new WeakMap() };
  return {
    patterns,
    compiled: (schema, direction) => {
      const target = withoutReference(schema, api);
      if (typeof target === 'boolean') return booleans[`${target}`]();
      const made = known[direction].get(target) ?? onFirstUse(() => compile(target, direction));
      known[direction].set(target, made);
      return made;
    },
  };
}

/** Places that only refer to a schema share its compiled form. */
function withoutReference(schema: Schema, api: Api): Schema {
  const refersOnly = typeof schema === 'object' && schema.$ref !== undefined && Object.keys(schema).length === 1;
  return refersOnly ? api.deref(schema) : schema;
}

/** A copier of schemas of the Api. */
export function copierOf(api: Api, options: Omit<CopierOptions, 'raw'>): Copier {
  return createCopier({ ...options, raw: api.valueAt });
}

/** A schema of the Api in the form that compilers read. */
export function copyOf(api: Api, schema: Schema, direction: Direction, copier: Copier): SchemaCopy {
  const origin = typeof schema === 'boolean' ? String(schema) : api.pointerOf(schema);
  return copier.copy(api.bundle(schema, direction), origin ?? '');
}

/** A plan names all schemas of an operation, and most answers need only one of them. */
function onFirstUse(make: () => CompiledSchema): CompiledSchema {
  const made = compileLater(make);
  return {
    get copy() {
      return made().copy;
    },
    get unenforceable() {
      return made().unenforceable;
    },
    get evaluator() {
      return made().evaluator;
    },
    accepts: (value) => made().accepts(value),
    breaches: (value) => made().breaches(value),
    weigh: (value) => made().weigh(value),
  };
}

function compileLater(make: () => CompiledSchema): () => CompiledSchema {
  let made: CompiledSchema | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Whether `value` certainly fits `schema` in that direction, without an explanation. Generators use it. */
export type Accepts = (schema: Schema, value: Json, direction: Direction) => boolean;

/** Maximum milliseconds for the patterns of one drawn value, because there are many of them. */
const EACH_DRAWN = 10;

/** Makes the verdict of one Api; it compiles each schema once. */
export function createAccepts(api: Api): Accepts {
  const patterns = createPatternTests(undefined, createPatternBudget(EACH_DRAWN));
  const schemas = createSchemas(api, patterns);
  return (schema, value, direction) => {
    patterns.begin();
    return schemas.compiled(schema, direction).accepts(value) && !patterns.gaveUp;
  };
}
