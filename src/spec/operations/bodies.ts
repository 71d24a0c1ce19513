import type { Encoding, MediaType, RequestBody, Schema } from '../model/api.ts';
import { childOf, type NodeLocation } from '../model/node-location.ts';
import { isRaw, listOf, member, textOf } from '../model/raw.ts';
import { styleOfCollection } from '../model/styles.ts';
import { swaggerSchemaOf } from '../model/swagger.ts';
import type { Context } from '../schema/context.ts';
import { contentOf } from './content.ts';
import { withShownForm } from './schema-of-examples.ts';

/** The request body of an operation; in 2.0 it is one of the parameters. */
export function bodyOf(
  context: Context,
  operation: NodeLocation,
  parameters: readonly NodeLocation[],
): RequestBody | undefined {
  const body = documentedBody(context, operation, parameters);
  const { shown } = context;
  if (body === undefined || shown === undefined) return body;
  return { ...body, content: body.content.map((each) => withShownForm(each, shown)) };
}

function documentedBody(
  context: Context,
  operation: NodeLocation,
  parameters: readonly NodeLocation[],
): RequestBody | undefined {
  if (context.dialect === '2.0') return swaggerBodyOf(context, operation, parameters);
  const at = childOf(operation, 'requestBody');
  if (at.node === undefined) return undefined;
  const place = context.object(at);
  if (place === undefined) return undefined;
  const description = textOf(place.node, 'description');
  return {
    required: member(place.node, 'required') === true,
    content: jsonOfBytes(context, place, contentOf(context, place)),
    ...(description === undefined ? {} : { description }),
    pointer: context.nameOf(place),
  };
}

/**
 * An object whose only media type is bytes is sent as JSON: converters of 2.0 documents write `application/octet-stream` where the document
 * says no media type.
 */
function jsonOfBytes(context: Context, body: NodeLocation, content: readonly MediaType[]): readonly MediaType[] {
  const [only, ...others] = content;
  if (only === undefined || others.length > 0 || only.mediaType !== BYTES) return content;
  const schema = childOf(childOf(childOf(body, 'content'), BYTES), 'schema');
  const target = schema.node === undefined ? undefined : context.object(schema);
  if (target === undefined || !isRaw(member(target.node, 'properties'))) return content;
  context.warn(target, 'misspelt-media-type', `an object of \`${BYTES}\`; read as \`application/json\``);
  return [{ ...only, mediaType: 'application/json' }];
}

const BYTES = 'application/octet-stream';

function swaggerBodyOf(
  context: Context,
  operation: NodeLocation,
  parameters: readonly NodeLocation[],
): RequestBody | undefined {
  const bodies = parameters.filter(({ node }) => textOf(node, 'in') === 'body');
  const [body] = bodies;
  const fields = parameters.filter(({ node }) => textOf(node, 'in') === 'formData');
  if (bodies.length > 1) return joinedBody(context, operation, bodies);
  if (body !== undefined) return jsonBody(context, operation, body);
  return fields.length === 0 ? undefined : formBody(context, operation, fields);
}

function jsonBody(context: Context, operation: NodeLocation, body: NodeLocation): RequestBody {
  const schema = childOf(body, 'schema');
  const description = textOf(body.node, 'description');
  const pointer = context.nameOf(body);
  const content = mediaTypesOf(context, operation, 'consumes', ['application/json']).map((mediaType) => ({
    mediaType,
    ...(schema.node === undefined ? {} : { schema: context.converter.schemaAt(schema) }),
    examples: [],
    encoding: {},
    pointer,
  }));
  return {
    required: member(body.node, 'required') === true,
    content,
    ...(description === undefined ? {} : { description }),
    pointer,
  };
}

/**
 * Several `body` parameters, of which 2.0 allows one. The first one with properties is the body; without such a one, they are
 * themselves the properties of one object.
 */
function joinedBody(context: Context, operation: NodeLocation, bodies: readonly NodeLocation[]): RequestBody {
  const at = childOf(operation, 'parameters');
  const whole = bodies.find((place) => {
    const schema = childOf(place, 'schema');
    const target = schema.node === undefined ? undefined : context.object(schema);
    return isRaw(member(target?.node, 'properties')) || Array.isArray(member(target?.node, 'allOf'));
  });
  const reading = whole === undefined ? 'they are read as the properties of one object' : 'one with properties counts';
  context.error(at, 'several-bodies', `an operation has one \`body\` parameter (OpenAPI 2.0); ${reading}`);
  if (whole !== undefined) return jsonBody(context, operation, whole);
  const properties: Record<string, Schema> = Object.create(null);
  const required: string[] = [];
  for (const place of bodies) {
    const name = textOf(place.node, 'name') ?? '';
    const schema = childOf(place, 'schema');
    properties[name] = schema.node === undefined ? true : context.converter.schemaAt(schema);
    if (member(place.node, 'required') === true) required.push(name);
  }
  const schema: Schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  const pointer = context.nameOf(at);
  const content = mediaTypesOf(context, operation, 'consumes', ['application/json']).map((mediaType) => ({
    mediaType,
    schema,
    examples: [],
    encoding: {},
    pointer,
  }));
  return { required: required.length > 0, content, pointer };
}

/** `formData` parameters are the properties of one object. */
function formBody(context: Context, operation: NodeLocation, fields: readonly NodeLocation[]): RequestBody {
  const properties: Record<string, Schema> = Object.create(null);
  const encoding: Record<string, Encoding> = Object.create(null);
  const required: string[] = [];
  for (const field of fields) {
    const name = textOf(field.node, 'name');
    if (name === undefined) continue;
    const schema = context.converter.schemaAt(swaggerSchemaOf(field));
    // Said outright it forbids the empty string; by default it says nothing of values with a name.
    const isFilled = member(field.node, 'allowEmptyValue') === false && member(field.node, 'type') === 'string';
    properties[name] = isFilled ? { allOf: [schema, { minLength: 1 }] } : schema;
    if (member(field.node, 'required') === true) required.push(name);
    if (member(field.node, 'type') === 'array')
      encoding[name] = { ...styleOfCollection(field.node, 'query'), headers: [] };
  }
  const schema: Schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  const pointer = context.nameOf(childOf(operation, 'parameters'));
  const hasFile = fields.some(({ node }) => member(node, 'type') === 'file');
  const fallback = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const mediaTypes = mediaTypesOf(context, operation, 'consumes', []).filter((each) =>
    /^multipart\/|x-www-form-urlencoded/i.test(each),
  );
  const content: readonly MediaType[] = (mediaTypes.length > 0 ? mediaTypes : [fallback]).map((mediaType) => ({
    mediaType,
    schema,
    examples: [],
    encoding,
    pointer,
  }));
  return { required: required.length > 0, content, pointer };
}

/** 2.0: `consumes` or `produces` of the operation, else of the document. */
export function mediaTypesOf(
  context: Context,
  operation: NodeLocation,
  key: 'consumes' | 'produces',
  fallback: readonly string[],
): readonly string[] {
  const own = member(operation.node, key) ?? member(context.root.node, key);
  const listed = listOf(own).filter((each) => typeof each === 'string');
  return listed.length > 0 ? listed : fallback;
}
