import type { Json } from '../core/index.ts';
import type { Api, Direction, Schema } from '../spec/index.ts';
import { type CompiledSchema, compileSchema, createCompilers } from './compiled-schema.ts';
import { copySchema } from './schema-copy.ts';

/** The compiled schemas of one Api: each schema is copied and compiled at most once for each direction, when it is first needed. */
export interface Schemas {
  compiled(schema: Schema, direction: Direction): CompiledSchema;
}

/** Tells that a pattern could not be decided within its time. */
export type OnUndecided = (pattern: string) => void;

export function createSchemas(api: Api, onUndecided: OnUndecided): Schemas {
  const compilers = createCompilers(onUndecided);
  const compile = (schema: Schema, direction: Direction): CompiledSchema =>
    compileSchema(copySchema(api.bundle(schema, direction), api.pointerOf(schema) ?? ''), compilers);
  const booleans = {
    true: compileLater(() => compile(true, 'request')),
    false: compileLater(() => compile(false, 'request')),
  };
  const known: Record<Direction, WeakMap<object, CompiledSchema>> = { request: new WeakMap(), response: new WeakMap() };
  return {
    compiled: (schema, direction) => {
      if (typeof schema === 'boolean') return booleans[`${schema}`]();
      const made = known[direction].get(schema) ?? compile(schema, direction);
      known[direction].set(schema, made);
      return made;
    },
  };
}

function compileLater(make: () => CompiledSchema): () => CompiledSchema {
  let made: CompiledSchema | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A verdict without words, for whoever makes values: does `value` surely fit `schema` in that direction? */
export type Accepts = (schema: Schema, value: Json, direction: Direction) => boolean;

/** Makes the verdict of one Api; it compiles each schema once. */
export function createAccepts(api: Api): Accepts {
  const schemas = createSchemas(api, () => {});
  return (schema, value, direction) => schemas.compiled(schema, direction).accepts(value);
}
