import type { Json } from '../../core/index.ts';
import { createEvaluator, type Evaluator, type Fits, type Numeric } from '../../evaluation/index.ts';
import type { Api, Direction, Schema } from '../../spec/index.ts';
import { createWaivers } from '../model/marks.ts';
import { NUMBER_FORMATS } from '../model/number-formats.ts';
import type { StepBudget } from '../model/steps.ts';
import type { PatternText } from '../pattern/pattern.ts';
import { formatNamed } from '../text/formats/table.ts';

/** Whether a value fits a schema in a direction. Decimal arithmetic is exact. */
export type SchemaEvaluator = (schema: Schema, value: Json, direction: Direction) => boolean;

/**
 * An evaluator of JSON Schema 2020-12, which asserts formats. It controls the drawing (which branch, which
 * example, whether a value is really invalid). The validator's verdict, if the caller gives one, is final.
 */
export function createSchemaEvaluator(
  api: Api,
  pattern: (source: string) => PatternText | undefined,
  steps: Pick<StepBudget, 'count'>,
): SchemaEvaluator {
  const waiversOf = createWaivers(api);
  const inDirection = (direction: Direction): Evaluator =>
    createEvaluator({
      definition: (reference) => api.deref({ $ref: reference }),
      textFormat: (name) => (text) => hasFormat(name, text),
      numberFormat,
      pattern: (source) => pattern(source)?.test,
      optionalNames: (schema) => waiversOf(schema as Schema, direction), // Only schemas of the document are counted.
      count: steps.count,
    });
  const evaluators: Readonly<Record<Direction, Evaluator>> = {
    request: inDirection('request'),
    response: inDirection('response'),
  };
  return (schema, value, direction) => evaluators[direction].fits(schema, value);
}

/** Whether a string has a format, if validators assert it. */
export function hasFormat(name: string, text: string): boolean {
  const format = formatNamed(name);
  return format === undefined || format.annotation === true || format.matches(text);
}

function numberFormat(name: string): Fits<Numeric> | undefined {
  const range = Object.hasOwn(NUMBER_FORMATS, name) ? NUMBER_FORMATS[name] : undefined;
  if (range === undefined) return undefined;
  const isWhole = /int/.test(name);
  return (value) =>
    value >= range.minimum &&
    value <= range.maximum &&
    (!isWhole || typeof value === 'bigint' || Number.isInteger(value));
}
