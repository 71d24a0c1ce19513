import type { Json, JsonObject } from '../../core/index.ts';
import { isArray, isJson, isObject } from '../../wire/index.ts';
import type { MediaType, Schema, SchemaObject, ShownParts } from '../model/api.ts';

/** Content with the schema that its examples show, if the document has examples alone, or beside them only `type: object`. */
export function withShownSchema(content: MediaType, parts: ShownParts): MediaType {
  const values = shownValues(content);
  if (values.length === 0) return content;
  return { ...content, schema: parts === 'names' ? withNames(content.schema, values, 0) : schemaOf(values, 0) };
}

/**
 * Content of a request with the form that its examples show, if the document describes none. It is what clients send; a body is judged by what the
 * document says. Where requests are made from it (`names`), a text that reads like one of a list of words stays that word.
 */
export function withShownForm(content: MediaType, parts: ShownParts): MediaType {
  const values = shownValues(content);
  if (values.length === 0) return content;
  const form = schemaOf(values, 0);
  return { ...content, schema: parts === 'names' ? withWords(form) : form, judgedBy: content.schema ?? true };
}

/** The schema in which a text that reads like one of a list of words (`novel`, `in_progress`) is that word: another one may be refused. */
function withWords(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { properties, items, examples } = schema;
  const [word] = examples ?? [];
  return {
    ...schema,
    ...(typeof word === 'string' && WORD.test(word) ? { enum: [word] } : {}),
    ...(items === undefined ? {} : { items: withWords(items) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, withWords(each)])) }),
  };
}

const WORD = /^[a-z]+(?:[_-][a-z]+)*$|^[A-Z]+(?:_[A-Z]+)*$/;

/** What a body is judged by: its documented schema, not the form that examples show. */
export function judgedSchemaOf({ schema, judgedBy }: Pick<MediaType, 'schema' | 'judgedBy'>): Schema | undefined {
  return judgedBy ?? schema;
}

/** The examples of content that has no schema, or one that says a type alone. Empty where one contradicts that type. */
function shownValues({ mediaType, schema, itemSchema, examples }: MediaType): readonly Json[] {
  if ((schema !== undefined && !saysTypeAlone(schema)) || itemSchema !== undefined || !isJson(mediaType)) return [];
  const own = examples.flatMap(({ value, text }) => (text === undefined ? [value] : []));
  const values = own.length === 0 && typeof schema === 'object' ? (schema.examples ?? []) : own;
  const isShown = values.some((value) => typeof value === 'object' && value !== null);
  const areOfType = values.every((value) => schema === undefined || isOfType(schema, value));
  return isShown && areOfType ? values : [];
}

/** The names in values, over the type that the document says. Every value of that type fits. */
function withNames(schema: Schema | undefined, values: readonly Json[], depth: number): Schema {
  const own = typeof schema === 'object' ? schema : {};
  if (depth > MOST_DEEP) return own;
  const objects = values.filter(isObject);
  const names = [...new Set(objects.flatMap((value) => Object.keys(value)))];
  const items = values.filter(isArray).flatMap((value) => value.slice(0, MOST_ITEMS));
  const properties = names.map((name) => [name, withNames(undefined, valuesOf(objects, name), depth + 1)] as const);
  return {
    ...own,
    ...(names.length === 0 ? {} : { properties: Object.fromEntries(properties), additionalProperties: true }),
    ...(items.length === 0 ? {} : { items: withNames(own.items, items, depth + 1) }),
  };
}

function valuesOf(objects: readonly JsonObject[], name: string): readonly Json[] {
  return objects.flatMap((value) => (Object.hasOwn(value, name) ? [value[name] ?? null] : []));
}

const TELLS_NOTHING = new Set(['type', 'title', 'description', 'items', 'example', 'examples', 'default']);

/** `{type: object}`, or a list of such objects. */
export function saysTypeAlone(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false;
  const tells = Object.entries(schema).some(
    ([keyword, value]) => !TELLS_NOTHING.has(keyword) && !keyword.startsWith('x-') && !isEmptyObject(value),
  );
  if (tells) return false;
  return schema.type === 'array' && schema.items !== undefined ? saysTypeAlone(schema.items) : schema.type === 'object';
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Whether a value is of the type of a schema that says a type alone. */
function isOfType(schema: Schema, value: Json): boolean {
  if (typeof schema === 'boolean' || schema.type !== 'array') return isObject(value);
  const { items } = schema;
  return isArray(value) && (items === undefined || value.every((each) => isOfType(items, each)));
}

/** Levels of objects and lists that are described. */
const MOST_DEEP = 8;
/** Items of a list that are looked at. */
const MOST_ITEMS = 20;

/**
 * A schema for values of the same kind as these. Only the answer itself has required properties: what is in it may have less
 * than an example.
 */
function schemaOf(values: readonly Json[], depth: number): Schema {
  const present = values.filter((value) => value !== null);
  const kinds = new Set(present.map(kindOf));
  // What is null in every example may be anything.
  if (kinds.size === 0 || depth > MOST_DEEP) return {};
  const numeric = kinds.has('number') ? [...kinds].filter((kind) => kind !== 'integer') : [...kinds];
  const type = [...numeric, ...(present.length < values.length ? ['null'] : [])];
  const schema: SchemaObject = { type: type.length === 1 ? type[0] : type } as SchemaObject;
  const objects = present.filter(isObject);
  const names = [...new Set(objects.flatMap((value) => Object.keys(value)))];
  const properties = names.map((name): [string, Schema] => [name, schemaOf(valuesOf(objects, name), depth + 1)]);
  const items = present.filter(isArray).flatMap((value) => value.slice(0, MOST_ITEMS));
  const always = depth > 0 ? [] : names.filter((name) => objects.every((value) => Object.hasOwn(value, name)));
  return {
    ...schema,
    ...(always.length === 0 ? {} : { required: always }),
    ...(names.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(items.length === 0 ? {} : { items: schemaOf(items, depth + 1) }),
    ...(objects.length === 0 && items.length === 0 && present[0] !== undefined && !isArray(present[0])
      ? { examples: [present[0]] }
      : {}),
  };
}

function kindOf(value: Json): string {
  if (isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
