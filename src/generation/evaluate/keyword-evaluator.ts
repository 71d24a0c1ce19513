import type { Json } from '../../core/index.ts';
import type { SchemaObject, SchemaType } from '../../spec/index.ts';
import { isNumeric } from '../../wire/index.ts';
import { isFiniteNumber, isMultiple } from '../model/decimal.ts';
import { lengthOf, typeOf, valueKey } from '../model/json-values.ts';
import { NUMBER_FORMATS } from '../model/number-formats.ts';
import { formatNamed } from '../text/formats/table.ts';
import type { Checking } from './evaluation.ts';

/** The assertions of one schema about one value: everything but applicators. */
export function keywordsHold(schema: SchemaObject, value: Json, checking: Checking): boolean {
  if (schema.type !== undefined && !isOfType(schema.type, value)) return false;
  if (schema.enum !== undefined && !isOneOf(schema.enum, value, checking)) return false;
  if (schema.const !== undefined && valueKey(schema.const) !== valueKey(value)) return false;
  if (typeof value === 'string') return textHolds(schema, value, checking);
  return isNumeric(value) ? numberHolds(schema, value) : true;
}

export function isOfType(type: SchemaType | readonly SchemaType[], value: Json): boolean {
  const actual = typeOf(value);
  if (actual === 'number' && !isFiniteNumber(Number(value))) return false;
  const allows = (candidate: SchemaType): boolean =>
    candidate === actual || (candidate === 'number' && actual === 'integer');
  return typeof type === 'string' ? allows(type) : type.some(allows);
}

/** Lists longer than this are looked up by key; the keys are kept. */
const LONG = 16;

function isOneOf(list: readonly Json[], value: Json, checking: Checking): boolean {
  if (list.length > LONG) return checking.keysOf(list).has(valueKey(value));
  if (typeof value === 'string') return list.includes(value);
  const key = valueKey(value);
  return list.some((member) => valueKey(member) === key);
}

function textHolds(schema: SchemaObject, text: string, checking: Checking): boolean {
  if (schema.minLength !== undefined || schema.maxLength !== undefined) {
    const length = lengthOf(text);
    if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? length)) return false;
  }
  if (schema.pattern !== undefined && checking.pattern(schema.pattern)?.test(text) === false) return false;
  return schema.format === undefined || hasFormat(schema.format, text);
}

/** Whether the text has the format, where validators assert it. */
export function hasFormat(name: string, text: string): boolean {
  const format = formatNamed(name);
  return format === undefined || format.annotation === true || format.matches(text);
}

function numberHolds(schema: SchemaObject, value: number | bigint): boolean {
  if (schema.minimum !== undefined && value < schema.minimum) return false;
  if (schema.maximum !== undefined && value > schema.maximum) return false;
  if (schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum) return false;
  if (schema.exclusiveMaximum !== undefined && value >= schema.exclusiveMaximum) return false;
  if (schema.multipleOf !== undefined && schema.multipleOf > 0 && !isMultiple(value, schema.multipleOf)) return false;
  const range = schema.format === undefined ? undefined : NUMBER_FORMATS[schema.format];
  return (
    range === undefined ||
    (value >= range.minimum &&
      value <= range.maximum &&
      (!/int/.test(schema.format ?? '') || typeOf(value) === 'integer'))
  );
}
