import type { HeaderFields, Json } from '../../core/index.ts';
import {
  type BodyOptions,
  type FormField,
  type FormShape,
  isForm,
  isMultipart,
  isXml,
  type XmlShape,
} from '../../wire/index.ts';
import type { Api, Encoding, MediaType, Schema, SchemaObject, XmlHints } from '../model/api.ts';
import { coercionOf } from './coercion.ts';
import { conjunctsOf, propertiesOf, typesOf } from './schema-facts.ts';

type Follows = Pick<Api, 'deref'>;

/** Header fields to send with a part that an Encoding Object describes. */
export type FormFieldsOf = (encoding: Encoding) => HeaderFields;

/** How content of a media type is read and written. */
export function bodyShapesOf(
  api: Follows,
  media: Pick<MediaType, 'schema' | 'itemSchema' | 'encoding' | 'prefixEncoding' | 'itemEncoding'>,
  mediaType: string,
  fieldsOf?: FormFieldsOf,
): Pick<BodyOptions, 'xmlShape' | 'formShape' | 'partSequence'> {
  if (isXml(mediaType)) return media.schema === undefined ? {} : { xmlShape: xmlRootOf(api, media.schema) };
  if (isForm(mediaType)) return { formShape: formShapeOf(api, media) };
  if (!isMultipart(mediaType)) return {};
  return { formShape: formShapeOf(api, media, fieldsOf), ...sequenceOf(api, media, fieldsOf) };
}

function sequenceOf(
  api: Follows,
  { schema, itemSchema, prefixEncoding = [], itemEncoding }: Parameters<typeof bodyShapesOf>[1],
  fieldsOf: FormFieldsOf | undefined,
): Pick<BodyOptions, 'partSequence'> {
  if (prefixEncoding.length === 0 && itemEncoding === undefined) return {};
  const conjuncts = schema === undefined ? [] : conjunctsOf(api, schema);
  const items = conjuncts.find((each) => each.items !== undefined)?.items ?? itemSchema ?? true;
  const first = conjuncts.find((each) => each.prefixItems !== undefined)?.prefixItems ?? [];
  return {
    partSequence: {
      first: prefixEncoding.map((encoding, at) => fieldOf(api, first[at] ?? items, encoding, fieldsOf)),
      ...(itemEncoding === undefined ? {} : { rest: fieldOf(api, items, itemEncoding, fieldsOf) }),
    },
  };
}

/** The root element has the name of the component, and so have those of a list (OpenAPI 3.2, XML Object). */
function xmlRootOf(api: Follows, schema: Schema): XmlShape {
  const shape = xmlShapeOf(api, schema);
  const { items } = shape;
  const own = componentOf(schema);
  const each = conjunctsOf(api, schema).find((part) => part.items !== undefined)?.items;
  const item = each === undefined ? undefined : componentOf(each);
  return {
    ...(own === undefined ? {} : { name: own }),
    ...shape,
    ...(items === undefined || item === undefined
      ? {}
      : { items: () => ({ name: item, ...(typeof items === 'function' ? items() : items) }) }),
  };
}

function componentOf(schema: Schema): string | undefined {
  return typeof schema === 'object' ? /\/(?:schemas|definitions)\/([\w.-]+)$/.exec(schema.$ref ?? '')?.[1] : undefined;
}

/** How values of a schema are written in XML. Nested shapes are computed on first use. */
export function xmlShapeOf(api: Follows, schema: Schema): XmlShape {
  const conjuncts = conjunctsOf(api, schema);
  const type = typesOf(api, schema);
  // Rules for parts of a type that the value cannot have are ignored (2020-12 Validation §6).
  const mayBe = (kind: string): boolean => type.length === 0 || type.includes(kind);
  const each = mayBe('array') ? conjuncts.flatMap((part) => part.items ?? []) : [];
  const items = each.length > 1 ? { allOf: each } : each[0];
  const properties = mayBe('object') ? propertiesOfForms(api, schema, conjuncts) : [];
  const others = conjuncts.flatMap(({ additionalProperties }) =>
    typeof additionalProperties === 'object' ? [additionalProperties] : [],
  );
  const hints = hintsIn(conjuncts);
  const shared = sharedNames(api, properties);
  return {
    ...hintsOf(hints, items !== undefined || type.includes('array')),
    ...(type.length === 0 ? {} : { type }),
    ...(items === undefined ? {} : { items: () => xmlShapeOf(api, items) }),
    ...(properties.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            properties.map(([name, property]) => [
              name,
              () => withName(shared.has(name) ? name : undefined, xmlShapeOf(api, property.schema)),
            ]),
          ),
          required: properties.flatMap(([name, property]) => (property.required ? [name] : [])),
        }),
    ...(others.length === 0 ? {} : { additional: () => byItsKey(xmlShapeOf(api, { allOf: others })) }),
  };
}

/** The properties of a schema, and those that only its alternatives have: each is read by what the alternatives say of it. */
function propertiesOfForms(
  api: Follows,
  schema: Schema,
  conjuncts: readonly SchemaObject[],
): readonly (readonly [string, { readonly schema: Schema; readonly required: boolean }])[] {
  const own = propertiesOf(api, schema);
  const others = new Map<string, Schema[]>();
  for (const form of conjuncts.flatMap(({ anyOf = [], oneOf = [] }) => [...anyOf, ...oneOf]))
    for (const [name, property] of Object.entries(propertiesOf(api, form)))
      if (!Object.hasOwn(own, name)) others.set(name, [...(others.get(name) ?? []), property.schema]);
  const alternativeProperties = [...others].map(([name, schemas]) => {
    const [only = true, ...more] = schemas;
    return [name, { schema: more.length === 0 ? only : { anyOf: schemas }, required: false }] as const;
  });
  return [...Object.entries(own), ...alternativeProperties];
}

/** Elements of a map have its keys as names, regardless of their own. */
function byItsKey({ name: _name, attribute: _attribute, node: _node, items, ...shape }: XmlShape): XmlShape {
  if (items === undefined || shape.wrapped === true) return items === undefined ? shape : { ...shape, items };
  const { name: _item, ...bare } = typeof items === 'function' ? items() : items;
  return { ...shape, items: bare };
}

const hintsIn = (conjuncts: readonly SchemaObject[]): XmlHints =>
  Object.assign({}, ...conjuncts.map((part) => part.xml ?? {}).reverse());

/**
 * Properties with the same element name: two addresses with a schema that is named `Address`, or two lists
 * of `item`.
 */
function sharedNames(
  api: Follows,
  properties: readonly (readonly [string, { readonly schema: Schema }])[],
): ReadonlySet<string> {
  const byElement = new Map<string, string[]>();
  for (const [name, { schema }] of properties) {
    const element = elementOf(api, name, schema);
    byElement.set(element, [...(byElement.get(element) ?? []), name]);
  }
  return new Set([...byElement.values()].flatMap((names) => (names.length > 1 ? names : [])));
}

function elementOf(api: Follows, property: string, schema: Schema): string {
  const conjuncts = conjunctsOf(api, schema);
  const items = conjuncts.find((part) => part.items !== undefined)?.items;
  const { name = property, attribute, wrapped, nodeType } = hintsIn(conjuncts);
  if (attribute === true || nodeType === 'attribute') return `@${name}`;
  if (items === undefined || wrapped === true || nodeType === 'element') return name;
  return hintsIn(conjunctsOf(api, items)).name ?? property;
}

/** The shape with this name. */
function withName(name: string | undefined, shape: XmlShape): XmlShape {
  if (name === undefined) return shape;
  const { items } = shape;
  if (items === undefined || shape.wrapped === true) return { ...shape, name };
  return { ...shape, name, items: () => ({ ...(typeof items === 'function' ? items() : items), name }) };
}

function hintsOf(hints: XmlHints, isList: boolean): Partial<XmlShape> {
  const { name, prefix, namespace, attribute, wrapped, nodeType } = hints;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof prefix === 'string' ? { prefix } : {}),
    ...(typeof namespace === 'string' ? { namespace } : {}),
    ...(attribute === true || nodeType === 'attribute' ? { attribute: true } : {}),
    ...(wrapped === true || (isList && nodeType === 'element') ? { wrapped: true } : {}),
    ...(nodeType === 'text' || nodeType === 'cdata' || (nodeType === 'none' && !isList) ? { node: nodeType } : {}),
  };
}

/** How the properties of a form or multipart body are written (OpenAPI 3.1 §4.8.15). */
export function formShapeOf(
  api: Follows,
  media: Pick<MediaType, 'schema' | 'encoding'>,
  fieldsOf?: FormFieldsOf,
): FormShape {
  const shape: Record<string, FormField> = Object.create(null);
  for (const [name, property] of Object.entries(propertiesOf(api, media.schema ?? true)))
    shape[name] = fieldOf(api, property.schema, media.encoding[name] ?? UNSAID, fieldsOf);
  return shape;
}

const UNSAID: Encoding = { headers: [] };

function fieldOf(api: Follows, schema: Schema, encoding: Encoding, fieldsOf: FormFieldsOf | undefined): FormField {
  const { contentType = contentTypeOf(api, schema), style, explode, inner, allowReserved } = encoding;
  const { shape } = coercionOf(api, schema);
  const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
  const fields = encoding.headers.length === 0 ? [] : (fieldsOf?.(encoding) ?? []);
  return {
    shape,
    ...(contentType === undefined ? {} : { contentType }),
    ...(style === undefined ? {} : { style }),
    ...(explode === undefined ? {} : { explode }),
    ...(inner === undefined ? {} : { inner }),
    ...(allowReserved === undefined ? {} : { allowReserved }),
    ...(isStyled && shape === 'object' ? { members: Object.keys(propertiesOf(api, schema)) } : {}),
    ...(shape === 'scalar' ? {} : { xmlShape: () => xmlShapeOf(api, schema) }),
    ...(fields.length === 0 ? {} : { fields }),
  };
}

/** The media type of a file where the Encoding Object gives none (OpenAPI 3.0 §4.7.15.1, 3.1 §4.8.14); each item of an array is a file of its own. */
function contentTypeOf(api: Follows, schema: Schema): string | undefined {
  const rule = api.deref(schema);
  if (typeof rule === 'boolean') return undefined;
  if (rule.items !== undefined && coercionOf(api, schema).shape === 'array') return contentTypeOf(api, rule.items);
  if (rule.contentEncoding !== undefined && rule.contentEncoding !== 'binary') return undefined;
  return rule.contentMediaType ?? (rule.format === 'binary' ? 'application/octet-stream' : undefined);
}

/**
 * Converts a form of strings to the types of its schema. A string that fits no type stays, and the
 * validator refuses it. If the whole form has a string schema, the result is `text`.
 */
export function typedForm(api: Follows, schema: Schema | undefined, value: Json, text?: string): Json {
  return formTyper(api, schema)(value, text);
}

/** Like `typedForm`, for many forms of one schema. */
export function formTyper(api: Follows, schema: Schema | undefined): (value: Json, text?: string) => Json {
  const types = schema === undefined ? [] : typesOf(api, schema);
  const isText = types.includes('string') && !types.includes('object') && !types.includes('array');
  const coercion = coercionOf(api, schema);
  return (value, text) => (isText && text !== undefined ? text : coercion.applyJson(value));
}
