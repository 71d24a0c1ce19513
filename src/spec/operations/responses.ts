import type { Json } from '../../core/index.ts';
import type { Link, MediaType, ResponseSpec } from '../model/api.ts';
import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { isRaw, member, textOf } from '../model/raw.ts';
import type { Context } from '../schema/context.ts';
import { mediaTypesOf } from './bodies.ts';
import { contentOf, headersOf } from './content.ts';
import { withShownSchema } from './schema-of-examples.ts';

const STATUS = /^(?:[1-5]\d\d|[1-5]XX|default)$/;

/** Documented responses in document order, `default` last where the document puts it. */
export function responsesOf(context: Context, operation: NodeLocation): readonly ResponseSpec[] {
  const at = childOf(operation, 'responses');
  if (at.node !== undefined && !isRaw(at.node))
    context.error(at, 'invalid-object', '`responses` must be an object; it is left out');
  const responses = childrenOf(isRaw(at.node) ? at : { ...at, node: {} }).flatMap(([status, found]) => {
    if (status.startsWith('x-')) return [];
    if (STATUS.test(status)) return [responseAt(context, status, found, operation)];
    context.error(
      found,
      'invalid-status',
      `${JSON.stringify(status)} is not a status: 100 to 599, 1XX to 5XX or default; it is left out`,
    );
    return [];
  });
  if (isRaw(at.node) && Object.keys(at.node).length === 0)
    context.error(at, 'no-responses', '`responses` must have at least one response');
  else if (responses.length === 0) context.warn(operation, 'no-responses', 'no response is documented');
  else if (responses.every(({ status }) => /^[145]/.test(status)))
    context.warn(at, 'no-success', 'only errors are documented; a valid request is answered with the first of them');
  return responses;
}

function responseAt(context: Context, status: string, at: NodeLocation, operation: NodeLocation): ResponseSpec {
  const place = context.object(at) ?? { ...at, node: {} };
  const read = (): ResponseSpec => readResponse(context, status, place, operation);
  // In 2.0 an answer has the media types of its operation.
  return context.dialect === '2.0' ? read() : context.read(`response ${status}`, place, read);
}

function readResponse(context: Context, status: string, place: NodeLocation, operation: NodeLocation): ResponseSpec {
  const { shown } = context;
  const content = context.dialect === '2.0' ? swaggerContentOf(context, place, operation) : contentOf(context, place);
  return {
    status,
    description: textOf(place.node, 'description') ?? textOf(place.node, 'summary') ?? '',
    headers: headersOf(context, place),
    content: shown !== undefined && /^2/.test(status) ? content.map((each) => withShownSchema(each, shown)) : content,
    links: linksOf(context, place),
    pointer: context.nameOf(place),
  };
}

/** 2.0: one schema for every media type that the operation produces, examples by media type. */
function swaggerContentOf(context: Context, place: NodeLocation, operation: NodeLocation): readonly MediaType[] {
  const schema = childOf(place, 'schema');
  const examples = childOf(place, 'examples');
  const named = isRaw(examples.node) ? Object.keys(examples.node) : [];
  if (schema.node === undefined && named.length === 0) return [];
  const fallback = member(schema.node, 'type') === 'file' ? 'application/octet-stream' : 'application/json';
  const produced = mediaTypesOf(context, operation, 'produces', named.length > 0 ? named : [fallback]);
  return produced.map((mediaType) => {
    const example = childOf(examples, exampleName(mediaType, named));
    return {
      mediaType,
      ...(schema.node === undefined ? {} : { schema: context.converter.schemaAt(schema) }),
      // A parsed document holds nothing but JSON values.
      examples:
        example.node === undefined
          ? []
          : [{ name: 'example', value: example.node as Json, pointer: context.nameOf(example) }],
      encoding: {},
      pointer: context.nameOf(place),
    };
  });
}

/** What the example for a media type is called: the type itself, or the narrowest range of it that has an example. */
function exampleName(mediaType: string, named: readonly string[]): string {
  const [type = ''] = mediaType.split('/');
  return [mediaType, `${type}/*`, '*/*'].find((each) => named.includes(each)) ?? mediaType;
}

function linksOf(context: Context, owner: NodeLocation): readonly Link[] {
  return childrenOf(childOf(owner, 'links')).flatMap(([name, at]) => {
    const place = context.object(at);
    return place === undefined ? [] : [linkAt(context, name, place)];
  });
}

function linkAt(context: Context, name: string, place: NodeLocation): Link {
  const operationId = textOf(place.node, 'operationId');
  const operationRef = textOf(place.node, 'operationRef');
  const requestBody = member(place.node, 'requestBody');
  const parameters: Record<string, Json> = Object.create(null);
  // As above: JSON values only.
  for (const [key, { node }] of childrenOf(childOf(place, 'parameters'))) parameters[key] = node as Json;
  return {
    name,
    ...(operationId === undefined ? {} : { operationId }),
    ...(operationRef === undefined ? {} : { operationRef }),
    parameters,
    ...(requestBody === undefined ? {} : { requestBody: requestBody as Json }),
    pointer: context.nameOf(place),
  };
}
