import type { SchemaObject, SchemaType } from '../spec/index.ts';
import { type Decimal, decimalOf, leastCommonMultiple } from './decimal.ts';
import { NUMBER_FORMATS } from './formats/numbers.ts';

export interface Bound {
  readonly value: number | bigint;
  readonly excluded: boolean;
}

/** The plain keywords of several schemas that hold at once, drawn together. */
export interface Shape {
  types: ReadonlySet<SchemaType>;
  low: Bound | undefined;
  high: Bound | undefined;
  step: Decimal | undefined;
  minLength: number;
  maxLength: number;
  patterns: readonly string[];
  formats: readonly string[];
  /** `contentEncoding`, lower-case. */
  encoding: string | undefined;
  minItems: number;
  maxItems: number;
  unique: boolean;
  minProperties: number;
  maxProperties: number;
}

const ALL: readonly SchemaType[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

export function shapeOf(schemas: readonly SchemaObject[]): Shape {
  const shape: Shape = {
    types: typesOf(schemas),
    low: undefined,
    high: undefined,
    step: undefined,
    minLength: greatest(schemas, 'minLength'),
    maxLength: least(schemas, 'maxLength'),
    patterns: distinct(schemas, 'pattern'),
    formats: distinct(schemas, 'format'),
    encoding: distinct(schemas, 'contentEncoding')[0]?.toLowerCase(),
    minItems: greatest(schemas, 'minItems'),
    maxItems: least(schemas, 'maxItems'),
    unique: schemas.some(({ uniqueItems }) => uniqueItems === true),
    minProperties: greatest(schemas, 'minProperties'),
    maxProperties: least(schemas, 'maxProperties'),
  };
  for (const schema of schemas) addNumbers(shape, schema);
  return shape;
}

/** Why there is no value of a type; `undefined` where there may be one. */
export function emptiness(shape: Shape, type: SchemaType): string | undefined {
  const { minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = shape;
  if (type === 'string' && minLength > maxLength) return '`minLength` is greater than `maxLength`';
  if (type === 'array' && minItems > maxItems) return '`minItems` is greater than `maxItems`';
  if (type === 'object' && minProperties > maxProperties) return '`minProperties` is greater than `maxProperties`';
  return undefined;
}

function typesOf(schemas: readonly SchemaObject[]): ReadonlySet<SchemaType> {
  let types = new Set(ALL);
  for (const { type } of schemas) {
    if (type === undefined) continue;
    const allowed = new Set([type].flat());
    if (allowed.has('number')) allowed.add('integer');
    types = new Set([...types].filter((candidate) => allowed.has(candidate)));
  }
  return types;
}

function addNumbers(shape: Shape, schema: SchemaObject): void {
  if (schema.minimum !== undefined) raise(shape, schema.minimum, false);
  if (schema.exclusiveMinimum !== undefined) raise(shape, schema.exclusiveMinimum, true);
  if (schema.maximum !== undefined) lower(shape, schema.maximum, false);
  if (schema.exclusiveMaximum !== undefined) lower(shape, schema.exclusiveMaximum, true);
  const range = schema.format === undefined ? undefined : NUMBER_FORMATS[schema.format];
  if (range !== undefined) {
    raise(shape, range.minimum, false);
    lower(shape, range.maximum, false);
  }
  if (schema.multipleOf !== undefined && schema.multipleOf > 0) {
    const step = decimalOf(schema.multipleOf);
    shape.step = shape.step === undefined ? step : leastCommonMultiple(shape.step, step);
  }
}

function raise(shape: Shape, value: number | bigint, excluded: boolean): void {
  const { low } = shape;
  if (low === undefined || value > low.value || (equal(value, low.value) && excluded)) shape.low = { value, excluded };
}

function lower(shape: Shape, value: number | bigint, excluded: boolean): void {
  const { high } = shape;
  if (high === undefined || value < high.value || (equal(value, high.value) && excluded))
    shape.high = { value, excluded };
}

function equal(a: number | bigint, b: number | bigint): boolean {
  return !(a < b) && !(a > b);
}

type Size = 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minProperties' | 'maxProperties';

function greatest(schemas: readonly SchemaObject[], keyword: Size): number {
  return schemas.reduce((found, schema) => Math.max(found, Number(schema[keyword] ?? 0)), 0);
}

function least(schemas: readonly SchemaObject[], keyword: Size): number {
  return schemas.reduce(
    (found, schema) => Math.min(found, Number(schema[keyword] ?? Number.POSITIVE_INFINITY)),
    Number.POSITIVE_INFINITY,
  );
}

function distinct(
  schemas: readonly SchemaObject[],
  keyword: 'pattern' | 'format' | 'contentEncoding',
): readonly string[] {
  return [...new Set(schemas.flatMap((schema) => schema[keyword] ?? []))];
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

/** The type that a schema without `type` is plainly about. */
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
