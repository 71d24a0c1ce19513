import type { Json } from '../../core/index.ts';
import {
  concreteMediaType,
  isForm,
  isJson,
  isMultipart,
  isObject,
  isXml,
  type ParameterStyle,
  parseJson,
} from '../../wire/index.ts';
import type { Encoding, Example, MediaType, ResponseHeader, Schema, SchemaObject } from '../model/api.ts';
import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { member, textOf } from '../model/raw.ts';
import { isStyle, styleOfCollection } from '../model/styles.ts';
import { swaggerSchemaOf } from '../model/swagger.ts';
import type { Context } from '../schema/context.ts';
import { examplesOf } from './examples.ts';

/** The media types of a `content` map, in document order. */
export function contentOf(context: Context, owner: NodeLocation): readonly MediaType[] {
  return childrenOf(childOf(owner, 'content')).flatMap(([mediaType, at]) => {
    const place = context.object(at);
    if (place === undefined) return [];
    const meant = meantMediaType(mediaType);
    if (meant !== mediaType)
      context.warn(at, 'misspelt-media-type', `\`${mediaType}\` is not a media type; read as \`${meant}\``);
    if (mediaType.trim() !== '') return [mediaTypeAt(context, meant, place)];
    context.error(at, 'invalid-content', 'a media type must have a name; any is taken');
    return [mediaTypeAt(context, '*/*', place)];
  });
}

/** Misspellings of forms and short names, which clients of such services do not send. */
const MEANT: Readonly<Record<string, string>> = {
  'application/form-data': 'multipart/form-data',
  'multipart/formdata': 'multipart/form-data',
  'form-data': 'multipart/form-data',
  'application/x-form-urlencoded': 'application/x-www-form-urlencoded',
  'application/www-form-urlencoded': 'application/x-www-form-urlencoded',
  'application/x-www-form-encoded': 'application/x-www-form-urlencoded',
  json: 'application/json',
  xml: 'application/xml',
};

function meantMediaType(mediaType: string): string {
  return MEANT[mediaType.trim().toLowerCase()] ?? mediaType;
}

/**
 * The media type that is sent for a documented one, which may be a range: `image/png` for `image/*`, and bytes for
 * a binary string of any type.
 */
export function sentMediaType({ mediaType, schema }: Pick<MediaType, 'mediaType' | 'schema'>): string {
  const isBinary = typeof schema === 'object' && schema['format'] === 'binary';
  return isBinary && /^(\*|application)\/\*$/.test(mediaType.trim())
    ? 'application/octet-stream'
    : concreteMediaType(mediaType);
}

/** Whether content is sent as JSON: by its media type, or because any media type may be. */
export function isJsonContent(media: Pick<MediaType, 'mediaType' | 'schema'>): boolean {
  return isJson(sentMediaType(media));
}

function mediaTypeAt(context: Context, mediaType: string, place: NodeLocation): MediaType {
  const schema = childOf(place, 'schema');
  const item = childOf(place, 'itemSchema');
  const content = schema.node === undefined ? undefined : context.converter.schemaAt(schema);
  const examples = examplesOf(context, place, (text) => readText(text, mediaType)).map((example) =>
    withoutQuotes(context, example, mediaType, content),
  );
  return {
    mediaType,
    ...(content === undefined ? {} : { schema: withPaths(content, examples) }),
    ...(item.node === undefined ? {} : { itemSchema: context.converter.schemaAt(item) }),
    examples,
    encoding: encodingOf(context, childOf(place, 'encoding'), mediaType),
    ...sequenceOf(context, place),
    pointer: context.nameOf(place),
  };
}

/**
 * If an example has paths as links, `format: uri` means a URI reference, because the document itself has no
 * absolute URL there.
 */
function withPaths(schema: Schema, examples: readonly Example[]): Schema {
  if (typeof schema === 'boolean' || schema.properties === undefined) return schema;
  const addresses = Object.entries(schema.properties).flatMap(([name, property]) =>
    typeof property === 'object' && property.format === 'uri' ? [[name, property] as const] : [],
  );
  const isPath = (name: string, { value }: Example): boolean => {
    const shown = isObject(value) ? value[name] : undefined;
    return typeof shown === 'string' && /^\/(?!\/)/.test(shown);
  };
  if (!addresses.some(([name]) => examples.some((example) => isPath(name, example)))) return schema;
  const loose = addresses.map(([name, property]): [string, SchemaObject] => [
    name,
    { ...property, format: 'uri-reference' },
  ]);
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(loose) } };
}

function readText(text: string, mediaType: string): Json {
  const parsed = isJson(mediaType) ? parseJson(text) : undefined;
  return parsed?.ok === true ? parsed.value : text;
}

/**
 * An example whose object or list is written as a string of JSON, which converters of other formats do. Where the
 * content can be a string, it stays one.
 */
function withoutQuotes(context: Context, example: Example, mediaType: string, schema: Schema | undefined): Example {
  const { value, text } = example;
  if (typeof value !== 'string' || text !== undefined || !/^\s*[{[]/.test(value)) return example;
  if (!(isJson(mediaType) || isXml(mediaType)) || (schema !== undefined && mayBeText(schema))) return example;
  const parsed = parseJson(value);
  if (!parsed.ok) return example;
  context.diagnostics.add(
    'quoted-example',
    'warning',
    example.pointer,
    'the example is JSON inside a string; what the string holds is read',
  );
  return { ...example, value: parsed.value };
}

function mayBeText(schema: Schema): boolean {
  if (typeof schema === 'boolean') return schema;
  const types = [schema.type ?? []].flat();
  return types.length > 0 ? types.includes('string') : schema.$ref === undefined && schema.properties === undefined;
}

/** 3.2: encodings by position. */
function sequenceOf(context: Context, owner: NodeLocation): Pick<MediaType, 'prefixEncoding' | 'itemEncoding'> {
  if (context.dialect !== '3.2') return {};
  const at = (found: NodeLocation): readonly Encoding[] => {
    const place = found.node === undefined ? undefined : context.object(found);
    return place === undefined ? [] : [encodingAt(place, headersOf(context, place))];
  };
  const prefix = childrenOf(childOf(owner, 'prefixEncoding')).flatMap(([, each]) => at(each));
  const [item] = at(childOf(owner, 'itemEncoding'));
  return {
    ...(prefix.length === 0 ? {} : { prefixEncoding: prefix }),
    ...(item === undefined ? {} : { itemEncoding: item }),
  };
}

function encodingOf(context: Context, at: NodeLocation, mediaType: string): Readonly<Record<string, Encoding>> {
  const encodings: Record<string, Encoding> = Object.create(null);
  for (const [name, found] of childrenOf(at)) {
    const place = context.object(found);
    if (place === undefined) continue;
    encodings[name] = encodingAt(place, headersOf(context, place));
    const ignored = ignoredIn(place, mediaType);
    if (ignored !== undefined) context.warn(place, 'ignored-encoding', ignored);
  }
  return encodings;
}

/** Parts of an Encoding Object without effect (OpenAPI 3.1 §4.8.15.1). */
function ignoredIn({ node }: NodeLocation, mediaType: string): string | undefined {
  const has = (name: string): boolean => member(node, name) !== undefined;
  if (!isMultipart(mediaType) && !isForm(mediaType) && !mediaType.includes('*'))
    return `${mediaType} has no parts that could be encoded`;
  if (has('headers') && isForm(mediaType)) return 'fields of a form have no header fields';
  if (has('contentType') && STYLING.some(has))
    return '`contentType` has no effect beside `style`, `explode` or `allowReserved`';
  return NESTED.some(has) ? 'encodings within a part are not looked at' : undefined;
}

const STYLING = ['style', 'explode', 'allowReserved'];
const NESTED = ['encoding', 'prefixEncoding', 'itemEncoding'];

function encodingAt({ node }: NodeLocation, headers: readonly ResponseHeader[]): Encoding {
  const contentType = textOf(node, 'contentType');
  const style = member(node, 'style');
  const explode = member(node, 'explode');
  const allowReserved = member(node, 'allowReserved');
  const known: ParameterStyle | undefined = isStyle(style) ? style : undefined;
  return {
    ...(contentType === undefined ? {} : { contentType }),
    ...(known === undefined ? {} : { style: known }),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(typeof allowReserved === 'boolean' ? { allowReserved } : {}),
    headers,
  };
}

/** Header fields of a response or of a part. `Content-Type` is ignored (OpenAPI 3.1 §4.8.17). */
export function headersOf(context: Context, owner: NodeLocation): readonly ResponseHeader[] {
  return childrenOf(childOf(owner, 'headers')).flatMap(([name, at]) => {
    if (name.toLowerCase() === 'content-type' && context.dialect !== '2.0') return [];
    const place = context.object(at);
    return place === undefined ? [] : [headerAt(context, name, place)];
  });
}

function headerAt(context: Context, name: string, place: NodeLocation): ResponseHeader {
  const schema = context.dialect === '2.0' ? swaggerSchemaOf(place) : childOf(place, 'schema');
  const [content] = contentOf(context, place);
  const description = member(place.node, 'description');
  return {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    required: member(place.node, 'required') === true,
    style: 'simple',
    explode: member(place.node, 'explode') === true,
    ...(context.dialect === '2.0' ? styleOfCollection(place.node, 'header') : {}),
    ...(schema.node === undefined ? {} : { schema: context.converter.schemaAt(schema) }),
    ...(content === undefined ? {} : { content }),
    examples: examplesOf(context, place),
    lifecycle: context.lifecycle(place),
    pointer: context.nameOf(place),
  };
}
