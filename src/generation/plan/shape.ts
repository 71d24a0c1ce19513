import type { SchemaObject, SchemaType } from '../../spec/index.ts';
import { type Decimal, decimalOf, leastCommonMultiple } from '../model/decimal.ts';
import { NUMBER_FORMATS } from '../model/number-formats.ts';

export interface Bound {
  readonly value: number | bigint;
  readonly excluded: boolean;
}

/** The simple keywords of several schemas that apply together, combined. */
export interface ValueShape {
  types: ReadonlySet<SchemaType>;
  low: Bound | undefined;
  high: Bound | undefined;
  step: Decimal | undefined;
  minLength: number;
  maxLength: number;
  patterns: readonly string[];
  formats: readonly string[];
  /** `contentEncoding`, in lower case. */
  encoding: string | undefined;
  minItems: number;
  maxItems: number;
  unique: boolean;
  minProperties: number;
  maxProperties: number;
}

const ONE: Decimal = { digits: 1n, scale: 0 };

const ALL: ReadonlySet<SchemaType> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** The types of a schema with a single type, as nearly all have. */
const NAMED: Readonly<Record<SchemaType, ReadonlySet<SchemaType>>> = {
  string: new Set(['string']),
  number: new Set(['number', 'integer']),
  integer: new Set(['integer']),
  boolean: new Set(['boolean']),
  array: new Set(['array']),
  object: new Set(['object']),
  null: new Set(['null']),
};

/** Reads each schema once, with keywords by name: a loop over keywords would be several times slower. */
export function shapeOf(schemas: readonly SchemaObject[]): ValueShape {
  const formats: string[] = [];
  const patterns: string[] = [];
  const encodings: string[] = [];
  const shape: ValueShape = {
    types: ALL,
    low: undefined,
    high: undefined,
    step: undefined,
    minLength: 0,
    maxLength: Number.POSITIVE_INFINITY,
    patterns,
    formats,
    encoding: undefined,
    minItems: 0,
    maxItems: Number.POSITIVE_INFINITY,
    unique: false,
    minProperties: 0,
    maxProperties: Number.POSITIVE_INFINITY,
  };
  for (const schema of schemas) {
    addTypes(shape, schema.type);
    addSizes(shape, schema);
    addDistinct(patterns, schema.pattern);
    addDistinct(formats, schema.format);
    addDistinct(encodings, schema.contentEncoding);
    addNumbers(shape, schema);
  }
  shape.encoding = encodings[0]?.toLowerCase();
  return shape;
}

/** Why there is no value of a type; `undefined` if there may be one. */
export function emptiness(shape: ValueShape, type: SchemaType): string | undefined {
  const { minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = shape;
  if (type === 'string' && minLength > maxLength) return '`minLength` is greater than `maxLength`';
  if (type === 'array' && minItems > maxItems) return '`minItems` is greater than `maxItems`';
  if (type === 'object' && minProperties > maxProperties) return '`minProperties` is greater than `maxProperties`';
  return undefined;
}

function addTypes(shape: ValueShape, type: SchemaObject['type']): void {
  if (type === undefined) return;
  if (shape.types === ALL && typeof type === 'string' && Object.hasOwn(NAMED, type)) shape.types = NAMED[type];
  else {
    const allowed = new Set([type].flat());
    if (allowed.has('number')) allowed.add('integer');
    shape.types = new Set([...shape.types].filter((candidate) => allowed.has(candidate)));
  }
}

function addSizes(shape: ValueShape, schema: SchemaObject): void {
  const { minLength, maxLength, minItems, maxItems, uniqueItems, minProperties, maxProperties } = schema;
  if (minLength !== undefined) shape.minLength = Math.max(shape.minLength, Number(minLength));
  if (maxLength !== undefined) shape.maxLength = Math.min(shape.maxLength, Number(maxLength));
  if (minItems !== undefined) shape.minItems = Math.max(shape.minItems, Number(minItems));
  if (maxItems !== undefined) shape.maxItems = Math.min(shape.maxItems, Number(maxItems));
  if (uniqueItems === true) shape.unique = true;
  if (minProperties !== undefined) shape.minProperties = Math.max(shape.minProperties, Number(minProperties));
  if (maxProperties !== undefined) shape.maxProperties = Math.min(shape.maxProperties, Number(maxProperties));
}

function addDistinct(list: string[], text: string | undefined): void {
  if (text !== undefined && !list.includes(text)) list.push(text);
}

function addNumbers(shape: ValueShape, schema: SchemaObject): void {
  if (schema.minimum !== undefined) raise(shape, schema.minimum, false);
  if (schema.exclusiveMinimum !== undefined) raise(shape, schema.exclusiveMinimum, true);
  if (schema.maximum !== undefined) lower(shape, schema.maximum, false);
  if (schema.exclusiveMaximum !== undefined) lower(shape, schema.exclusiveMaximum, true);
  const range = schema.format === undefined ? undefined : NUMBER_FORMATS[schema.format];
  if (range !== undefined) {
    raise(shape, range.minimum, false);
    lower(shape, range.maximum, false);
    // `type: number, format: int32` is an integer.
    if (schema.type === 'number' && /int/.test(schema.format ?? '')) step(shape, ONE);
  }
  if (schema.multipleOf !== undefined && schema.multipleOf > 0) {
    step(shape, decimalOf(schema.multipleOf));
  }
}

function step(shape: ValueShape, least: Decimal): void {
  shape.step = shape.step === undefined ? least : leastCommonMultiple(shape.step, least);
}

function raise(shape: ValueShape, value: number | bigint, excluded: boolean): void {
  const { low } = shape;
  if (low === undefined || value > low.value || (equal(value, low.value) && excluded)) shape.low = { value, excluded };
}

function lower(shape: ValueShape, value: number | bigint, excluded: boolean): void {
  const { high } = shape;
  if (high === undefined || value < high.value || (equal(value, high.value) && excluded))
    shape.high = { value, excluded };
}

function equal(a: number | bigint, b: number | bigint): boolean {
  return !(a < b) && !(a > b);
}

const STRING_WORDS = ['minLength', 'maxLength', 'pattern', 'contentEncoding', 'contentMediaType'] as const;
const NUMBER_WORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;
const ARRAY_WORDS = ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'] as const;
const OBJECT_WORDS = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'dependentRequired',
] as const;

/** The type that a schema without `type` implies. */
export function impliedType(schemas: readonly SchemaObject[]): SchemaType | undefined {
  const speaks = (words: readonly (keyof SchemaObject)[]): boolean =>
    schemas.some((schema) => words.some((word) => schema[word] !== undefined));
  if (speaks(OBJECT_WORDS)) return 'object';
  if (speaks(ARRAY_WORDS)) return 'array';
  if (speaks(NUMBER_WORDS)) return 'number';
  if (speaks(STRING_WORDS)) return 'string';
  const format = schemas.find((schema) => schema.format !== undefined)?.format;
  if (format === undefined) return undefined;
  return NUMBER_FORMATS[format] === undefined ? 'string' : /^(float|double)$/.test(format) ? 'number' : 'integer';
}
