import type { Json } from '../core/index.ts';
import { createFits, createGenerator, type Generator } from '../generation/index.ts';
import { type Api, type Direction, isReadOnly, isWriteOnly, type Schema, type SchemaObject } from '../spec/index.ts';
import { type Accepts, createAccepts } from '../validation/index.ts';
import { type Allowance, createStepAllowance } from './allowance.ts';

/** A document, with the means to validate its values. */
export interface SchemaSource {
  readonly api: Api;
  /** The evaluator; `undefined` where a value takes too many steps. */
  readonly fits: ReturnType<typeof createFits>;
  /** The compiled validator. */
  readonly accepts: Accepts;
  readonly generator: Generator;
  readonly allowance: Allowance;
}

/** One of two documents, and the direction in which its values are sent. */
export interface Side extends SchemaSource {
  readonly direction: Direction;
  /** Whether values count that this side lets through without documenting them: under names that only the other side has, and of other types where no `type` is stated. */
  readonly countsUndocumented: boolean;
  /** Computes a value once for each kind and key. */
  once<T>(kind: string, key: string, make: () => T): T;
  /** Computes a value once for each object. */
  onceFor<T>(owner: object, make: () => T): T;
  /** Values that `drawValue` has generated, by schema and attempt. */
  readonly drawn: WeakMap<object, { readonly value: Json | undefined }[]>;
  /** A key for a schema object; the same object always has the same key. */
  readonly idOf: (schema: Schema) => string;
}

export function createSide(
  source: SchemaSource,
  direction: Direction,
  { countsUndocumented = false }: Partial<Pick<Side, 'countsUndocumented'>> = {},
): Side {
  const made = new Map<string, unknown>();
  const facts = new WeakMap<object, unknown>();
  return {
    ...source,
    direction,
    countsUndocumented,
    drawn: new WeakMap(),
    idOf: createIds(),
    once: (kind, key, make) => {
      const name = `${kind} ${key}`;
      if (!made.has(name)) made.set(name, make());
      return made.get(name) as ReturnType<typeof make>; // The value that a maker of the same kind computed before.
    },
    onceFor: (owner, make) => {
      if (!facts.has(owner)) facts.set(owner, make());
      return facts.get(owner) as ReturnType<typeof make>; // Each owner has only one kind of value.
    },
  };
}

/** Sources of one comparison share their allowance. */
export function createSchemaSource(api: Api, allowance: Allowance = createStepAllowance()): SchemaSource {
  const meter = allowance.spend;
  return {
    api,
    fits: createFits(api, meter),
    accepts: createAccepts(api),
    generator: createGenerator({ api, meter }),
    allowance,
  };
}

/** Schemas that all hold for one value. */
export type Conjunction = readonly Schema[];

/** A conjunction as one schema. */
export function conjunctionSchema(all: Conjunction): Schema {
  const [first = true, ...others] = all;
  return others.length === 0 ? first : { allOf: all };
}

/** Whether both validators of a side accept a value. */
export function acceptsValue(side: Side, schema: Schema, value: Json): boolean {
  return side.fits(schema, value, side.direction) === true && side.accepts(schema, value, side.direction);
}

/** Whether both validators of a side refuse a value. */
export function refusesValue(side: Side, schema: Schema, value: Json): boolean {
  return side.fits(schema, value, side.direction) === false && !side.accepts(schema, value, side.direction);
}

/** Steps of a generated value beside those that the generator counts. */
const DRAWN = 500;

/** Generates a value; the same attempt gives the same value. The values of all gaps inside an object are put into the same drawn objects, so each is generated once. */
export function drawValue(side: Side, schema: Schema, attempt: number): Json | undefined {
  if (typeof schema === 'boolean') return generate(side, schema, attempt);
  const known = side.drawn.get(schema) ?? [];
  side.drawn.set(schema, known);
  known[attempt] ??= { value: generate(side, schema, attempt) };
  return known[attempt].value;
}

function generate(side: Side, schema: Schema, attempt: number): Json | undefined {
  if (side.allowance.isSpent()) return undefined;
  side.allowance.spend(DRAWN);
  const drawn = side.generator.value(
    schema,
    { seed: 31 + attempt, at: 'separate' },
    { direction: side.direction, examples: false, optional: attempt % 2 === 0 ? 'required' : 'all' },
  );
  return drawn.ok ? drawn.value : undefined;
}

/** Whether a property with this schema stays out of messages of this direction (OpenAPI 3.0.4 §4.7.24.2). */
export function staysOutOf(side: Side, schema: Schema): boolean {
  return side.direction === 'request' ? isReadOnly(side.api, schema) : isWriteOnly(side.api, schema);
}

export function createIds(): (schema: Schema) => string {
  const ids = new Map<SchemaObject, string>();
  let next = 0;
  return (schema) => {
    if (typeof schema === 'boolean') return schema ? 't' : 'f';
    const known = ids.get(schema) ?? String(next++);
    ids.set(schema, known);
    return known;
  };
}
