import type { Body, HttpRequest, Json } from '../core/index.ts';
import { bodyShapesOf, marksOf, type Parameter, templateOf } from '../spec/index.ts';
import {
  bytesToText,
  encodeBody,
  encodeForm,
  encodeParameter,
  encodePathSegment,
  encodeQuery,
  isForm,
  isJson,
  isMultipart,
  safeFieldValue,
  scalarText,
  stringifyJson,
} from '../wire/index.ts';
import type { Tools } from './drawing.ts';
import type { Draft, DraftBody, Given } from './request-draft.ts';

/** The draft as it stands on the wire. */
export function writeRequest(tools: Tools, draft: Draft): HttpRequest {
  const { operation, parameters, body } = draft;
  const sent = body === undefined ? ({ kind: 'none' } as const) : writeBody(tools, body);
  const cookies = pairsIn(tools, parameters, 'cookie');
  return {
    method: operation.method,
    path: writePath(tools, templateOf(operation.path), parameters),
    query: [...told(draft), ...pairsIn(tools, parameters, 'query'), ...wholeQuery(tools, parameters)].join('&'),
    headers: [
      ...parameters
        .filter(({ parameter }) => parameter.in === 'header' && !isOfConnection(parameter))
        .map((given) => fieldOf(tools, given, sent)),
      ...(cookies.length === 0 ? [] : [['cookie', cookies.join('; ')] as const]),
      ...('mediaType' in sent ? [['content-type', sent.mediaType] as const] : []),
    ],
    body: sent,
  };
}

/** What a client says of its connection, not of what it asks for: no value that somebody draws would be true. */
const OF_CONNECTION = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function isOfConnection({ name, required }: Parameter): boolean {
  return !required && OF_CONNECTION.has(name.toLowerCase());
}

/** A length is that of what is sent: a request that says another one is cut or never ends. */
function fieldOf(tools: Tools, given: Given, sent: Body): readonly [string, string] {
  const { name } = given.parameter;
  return [
    name,
    name.toLowerCase() === 'content-length' ? String(lengthOf(sent)) : safeFieldValue(textOf(tools, given)),
  ];
}

function lengthOf(sent: Body): number {
  if (sent.kind === 'bytes') return sent.bytes.length;
  if (sent.kind !== 'parsed') return 0;
  return isMultipart(sent.mediaType) ? sent.text.length : new TextEncoder().encode(sent.text).length;
}

/** What the key of the path fixes in the query, where no parameter does: `method=search` of `/rest?method=search`. */
function told({ operation, parameters }: Draft): readonly string[] {
  return marksOf(operation.path).flatMap(({ name, value, inQuery }) => {
    const given = parameters.some(({ parameter }) => parameter.in === 'query' && parameter.name === name);
    return value === undefined || !inQuery || given ? [] : [`${encodeQuery(name)}=${encodeQuery(value)}`];
  });
}

function writePath(tools: Tools, template: string, parameters: readonly Given[]): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const given = parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name);
    return given === undefined ? 'x' : textOf(tools, given);
  });
}

/** A parameter of path or header as text. */
function textOf(tools: Tools, { parameter, value }: Given): string {
  if (parameter.content !== undefined) {
    const text = contentText(tools, parameter, value);
    return parameter.in === 'header' ? text : encodePathSegment(text);
  }
  const encoded = encodeParameter(parameter, value);
  return typeof encoded === 'string' ? encoded : encoded.map((pair) => `${pair.name}=${pair.value}`).join(',');
}

function pairsIn(tools: Tools, parameters: readonly Given[], place: 'query' | 'cookie'): readonly string[] {
  return parameters.flatMap(({ parameter, value }) => {
    if (parameter.in !== place) return [];
    if (parameter.content !== undefined) {
      return [`${encodeQuery(parameter.name)}=${encodeQuery(contentText(tools, parameter, value))}`];
    }
    const encoded = encodeParameter(parameter, value);
    if (typeof encoded === 'string') return [`${encodeQuery(parameter.name)}=${encoded}`];
    return encoded.map((pair) => `${pair.name}=${pair.value}`);
  });
}

/** OpenAPI 3.2 `in: querystring`: one value is the whole query. */
function wholeQuery(tools: Tools, parameters: readonly Given[]): readonly string[] {
  return parameters.flatMap(({ parameter, value }) => {
    if (parameter.in !== 'querystring') return [];
    const text = contentText(tools, parameter, value);
    return [isForm(parameter.content?.mediaType ?? '') ? text : encodeQuery(text)];
  });
}

function contentText(tools: Tools, { content }: Parameter, value: Json): string {
  if (content === undefined) return scalarText(value);
  if (isJson(content.mediaType)) return stringifyJson(value);
  return isForm(content.mediaType)
    ? encodeForm(value, tools.formOf(content).shapes(content.mediaType).formShape)
    : scalarText(value);
}

export function writeBody(tools: Tools, { media, mediaType, value, text, fieldsOf }: DraftBody): Body {
  if (text !== undefined && !isJson(mediaType)) return { kind: 'parsed', mediaType, value, text };
  const shapes =
    fieldsOf === undefined
      ? tools.formOf(media).shapes(mediaType)
      : bodyShapesOf(tools.api, media, mediaType, fieldsOf);
  const encoded = encodeBody(value, mediaType, shapes);
  if (encoded.bytes === undefined) return { kind: 'parsed', mediaType: encoded.mediaType, value, text: encoded.text };
  if (!isMultipart(mediaType)) return { kind: 'bytes', mediaType: encoded.mediaType, bytes: encoded.bytes };
  return { kind: 'parsed', mediaType: encoded.mediaType, value, text: bytesToText(encoded.bytes) };
}
