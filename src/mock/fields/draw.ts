import type { Json, JsonObject } from '../../core/index.ts';
import type { ValueOptions } from '../../generation/index.ts';
import type { Schema } from '../../spec/index.ts';
import { isArray, isObject, setOwn } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import { fittingFields } from './writable-fields.ts';

/** The properties around which a value is drawn, and how the others are drawn. */
export interface AroundKnown extends Omit<ValueOptions, 'known' | 'direction'> {
  readonly known: JsonObject;
  /** Properties that are kept when the known ones do not fit: those that the path decides. */
  readonly decided?: JsonObject;
}

/**
 * Draws a value of the schema around the known properties. If they do not fit (the request's schema differs
 * from the answer's, or a branch excludes them), some and at last all are dropped except for `decided`: an
 * answer must fit its schema.
 */
export function drawnAround(
  mock: MockContext,
  schema: Schema,
  at: string,
  { known, decided = {}, ...options }: AroundKnown,
): Json | undefined {
  const drawable = mock.drawableOf(schema);
  for (const kept of tries({ mock, schema: drawable, at }, known, decided)) {
    const drawn = mock.generator.value(
      drawable,
      { seed: mock.options.seed, at },
      { ...options, direction: 'response', known: kept },
    );
    if (drawn.ok) return drawn.value;
  }
  return undefined;
}

const MOST_DRAWS = 5;
/** If two draws fail, other places rarely give a value. */
const MOST_FAILURES = 2;

/** Draws an object: a nullable schema sometimes gives null. */
export function objectDrawn(at: string, draw: (at: string, again: number) => Json | undefined): JsonObject | undefined {
  return drawnUntil(at, draw, isObject);
}

/** Draws a few times until the value is wanted. */
export function drawnUntil<T extends Json>(
  at: string,
  draw: (at: string, again: number) => Json | undefined,
  isWanted: (drawn: Json) => drawn is T,
): T | undefined {
  let failures = 0;
  for (let again = 0; again < MOST_DRAWS && failures < MOST_FAILURES; again += 1) {
    const drawn = draw(again === 0 ? at : `${at}/again${again}`, again);
    if (drawn === undefined) failures += 1;
    else if (isWanted(drawn)) return drawn;
  }
  return undefined;
}

/** A value that is drawn: its schema, and the place that its random values depend on. */
interface DrawnValue {
  readonly mock: MockContext;
  readonly schema: Schema;
  readonly at: string;
}

/** Properties are tried one by one only if all of them together could not be drawn. */
function* tries(drawn: DrawnValue, known: JsonObject, decided: JsonObject): Generator<JsonObject, void, void> {
  const { mock, schema } = drawn;
  yield known;
  const less = fittingFields(mock, schema, known);
  const completed = completedFields(drawn, known, less);
  if (Object.keys(completed).length > Object.keys(less).length) yield completed;
  yield less;
  yield* withoutOne(mock, schema, less);
  yield decided;
  yield {};
}

/**
 * Completes known objects that lack required properties (an address without `reference`). Other invalid
 * properties are dropped.
 */
function completedFields({ mock, schema, at }: DrawnValue, known: JsonObject, fitting: JsonObject): JsonObject {
  const { properties } = mock.fieldsOf(schema);
  const completed: Record<string, Json> = {};
  for (const [name, value] of Object.entries(known)) {
    const property = Object.hasOwn(fitting, name) ? undefined : properties.get(name);
    const whole = property === undefined ? value : completedValue(mock, property, `${at}/${name}`, value);
    if (whole !== undefined) setOwn(completed, name, whole);
  }
  return completed;
}

function completedValue(mock: MockContext, schema: Schema, at: string, value: Json): Json | undefined {
  if (mock.validator.accepts(schema, value, 'response')) return value;
  if (isObject(value))
    return objectDrawn(at, (where) => drawnAround(mock, schema, where, { known: value, optional: 'required' }));
  const { items } = mock.fieldsOf(schema);
  if (!isArray(value) || items === undefined) return undefined;
  const whole = value.map((each, index) => completedValue(mock, items, `${at}/${index}`, each));
  return whole.some((each) => each === undefined) ? undefined : (whole as readonly Json[]);
}

const MOST_LEFT_OUT = 8;

/** One property too many may exclude all branches of a `oneOf`. */
function* withoutOne(mock: MockContext, schema: Schema, known: JsonObject): Generator<JsonObject, void, void> {
  const target = mock.api.deref(schema);
  if (typeof target === 'boolean' || target.oneOf === undefined) return;
  for (const left of Object.keys(known).slice(0, MOST_LEFT_OUT))
    yield Object.fromEntries(Object.entries(known).filter(([name]) => name !== left));
}
