import { isArray } from '../../evaluation/index.ts';

/** The form of a keyword's value: a plain assertion, one schema, a list or a map of schemas. */
export type KeywordShape =
  | { readonly kind: 'assertion'; readonly fits: (value: unknown) => boolean }
  | { readonly kind: 'schema' | 'schemas' | 'schema-map' };

const assertion = (fits: (value: unknown) => boolean): KeywordShape => ({ kind: 'assertion', fits });
const SCHEMA: KeywordShape = { kind: 'schema' };
const SCHEMAS: KeywordShape = { kind: 'schemas' };
const SCHEMA_MAP: KeywordShape = { kind: 'schema-map' };

const TYPES = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);

const isNumber = (value: unknown): boolean => Number.isFinite(value) || typeof value === 'bigint';
const isStep = (value: unknown): boolean => isNumber(value) && Number(value) > 0;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isNames = (value: unknown): boolean => isArray(value) && value.every(isText);
const isType = (value: unknown): boolean => TYPES.has(String(value)) && isText(value);
const isTypes = (value: unknown): boolean =>
  isType(value) || (isArray(value) && value.length > 0 && value.every(isType));
const isNameMap = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !isArray(value) && Object.values(value).every(isNames);

/**
 * Every keyword of JSON Schema 2020-12 that can refuse a value, with the form of its value. All others are
 * annotations.
 */
export const KEYWORD_SHAPES: ReadonlyMap<string, KeywordShape> = new Map([
  ['type', assertion(isTypes)],
  ['enum', assertion(isArray)],
  ['const', assertion(() => true)],
  ['multipleOf', assertion(isStep)],
  ['minimum', assertion(isNumber)],
  ['maximum', assertion(isNumber)],
  ['exclusiveMinimum', assertion(isNumber)],
  ['exclusiveMaximum', assertion(isNumber)],
  ['minLength', assertion(isCount)],
  ['maxLength', assertion(isCount)],
  ['pattern', assertion(isText)],
  ['format', assertion(isText)],
  ['minItems', assertion(isCount)],
  ['maxItems', assertion(isCount)],
  ['uniqueItems', assertion(isFlag)],
  ['minContains', assertion(isCount)],
  ['maxContains', assertion(isCount)],
  ['minProperties', assertion(isCount)],
  ['maxProperties', assertion(isCount)],
  ['required', assertion(isNames)],
  ['dependentRequired', assertion(isNameMap)],
  ['items', SCHEMA],
  ['additionalProperties', SCHEMA],
  ['unevaluatedItems', SCHEMA],
  ['unevaluatedProperties', SCHEMA],
  ['contains', SCHEMA],
  ['propertyNames', SCHEMA],
  ['not', SCHEMA],
  ['if', SCHEMA],
  ['then', SCHEMA],
  ['else', SCHEMA],
  ['allOf', SCHEMAS],
  ['anyOf', SCHEMAS],
  ['oneOf', SCHEMAS],
  ['prefixItems', SCHEMAS],
  ['properties', SCHEMA_MAP],
  ['patternProperties', SCHEMA_MAP],
  ['dependentSchemas', SCHEMA_MAP],
]);
