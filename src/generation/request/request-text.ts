import type { Body, HttpRequest, Json } from '../../core/index.ts';
import { bodyShapesOf, type Parameter, type PathMark } from '../../spec/index.ts';
import {
  type BodyOptions,
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
} from '../../wire/index.ts';
import type { PathCut } from '../model/path-cut.ts';
import type { Tools } from '../plan/draw-context.ts';
import type { DraftBody, GivenParameter, RequestDraft } from './draft-parts.ts';

type Fields = [name: string, value: string][];

/** The serialised draft. */
export function writeRequest(tools: Tools, draft: RequestDraft): HttpRequest {
  const { operation, parameters } = draft;
  const cut = tools.cutOf(operation.path);
  const body = draft.body === undefined ? ({ kind: 'none' } as const) : writeBody(tools, draft.body);
  const headers = writeFields(tools, parameters);
  if ('mediaType' in body) headers.push(['content-type', body.mediaType]);
  return {
    method: operation.method,
    path: writePath(tools, cut, parameters),
    query: writeQuery(tools, cut, parameters),
    headers,
    body,
  };
}

export function writePath(tools: Tools, { texts, names }: PathCut, parameters: readonly GivenParameter[]): string {
  let path = texts[0] ?? '';
  for (let index = 0; index < names.length; index++) {
    const name = names[index];
    const given = parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name);
    path += (given === undefined ? 'x' : parameterTextOf(tools, given)) + texts[index + 1];
  }
  return path;
}

export function writeQuery(tools: Tools, { marks }: PathCut, parameters: readonly GivenParameter[]): string {
  const pairs: string[] = [];
  for (const mark of marks) addPathMark(mark, parameters, pairs);
  for (const given of parameters) if (given.parameter.in === 'query') addPairs(tools, given, pairs);
  for (const given of parameters) if (given.parameter.in === 'querystring') pairs.push(wholeQuery(tools, given));
  return pairs.join('&');
}

export function writeFields(tools: Tools, parameters: readonly GivenParameter[]): Fields {
  const fields: Fields = [];
  const cookies: string[] = [];
  for (const given of parameters) {
    const { parameter } = given;
    if (parameter.in === 'header' && !isTrueOfOne(parameter))
      fields.push([parameter.name, safeFieldValue(parameterTextOf(tools, given))]);
    else if (parameter.in === 'cookie') addPairs(tools, given, cookies);
  }
  if (cookies.length > 0) fields.push(['cookie', cookies.join('; ')]);
  return fields;
}

/**
 * Header fields about the connection or the sent bytes (RFC 9110 §8.4, RFC 9530): a drawn value would be
 * false.
 */
const TRUE_OF_ONE = new Set([
  'content-digest',
  'content-encoding',
  'content-md5',
  'digest',
  'expect',
  'keep-alive',
  'repr-digest',
  'te',
  'trailer',
  'upgrade',
]);

function isTrueOfOne({ name, required }: Parameter): boolean {
  return !required && TRUE_OF_ONE.has(name.toLowerCase());
}

/**
 * Adds fixed query values of the path's key, if no parameter sets them: `method=search` of
 * `/rest?method=search`.
 */
function addPathMark({ name, value, inQuery }: PathMark, parameters: readonly GivenParameter[], pairs: string[]): void {
  const given = parameters.some(({ parameter }) => parameter.in === 'query' && parameter.name === name);
  if (value !== undefined && inQuery && !given) pairs.push(`${encodeQuery(name)}=${encodeQuery(value)}`);
}

/** A path or header parameter as text. */
export function parameterTextOf(tools: Tools, { parameter, value }: GivenParameter): string {
  if (parameter.content !== undefined) {
    const text = contentText(tools, parameter, value);
    return parameter.in === 'header' ? text : encodePathSegment(text);
  }
  const encoded = encodeParameter(parameter, value);
  return typeof encoded === 'string' ? encoded : encoded.map((pair) => `${pair.name}=${pair.value}`).join(',');
}

function addPairs(tools: Tools, { parameter, value }: GivenParameter, pairs: string[]): void {
  if (parameter.content !== undefined) {
    pairs.push(`${encodeQuery(parameter.name)}=${encodeQuery(contentText(tools, parameter, value))}`);
    return;
  }
  const encoded = encodeParameter(parameter, value);
  if (typeof encoded === 'string') pairs.push(`${encodeQuery(parameter.name)}=${encoded}`);
  else for (const pair of encoded) pairs.push(`${pair.name}=${pair.value}`);
}

/** OpenAPI 3.2 `in: querystring`: one value is the whole query. */
function wholeQuery(tools: Tools, { parameter, value }: GivenParameter): string {
  const text = contentText(tools, parameter, value);
  return isForm(parameter.content?.mediaType ?? '') ? text : encodeQuery(text);
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
  if (isJson(mediaType) || isForm(mediaType)) return bodyText(mediaType, value, shapes);
  const encoded = encodeBody(value, mediaType, shapes);
  if (encoded.bytes === undefined) return { kind: 'parsed', mediaType: encoded.mediaType, value, text: encoded.text };
  if (!isMultipart(mediaType)) return { kind: 'bytes', mediaType: encoded.mediaType, bytes: encoded.bytes };
  return { kind: 'parsed', mediaType: encoded.mediaType, value, text: bytesToText(encoded.bytes) };
}

/**
 * A body whose text is made on first use: a plan of twenty thousand requests then holds only their values,
 * which share most parts.
 */
function bodyText(mediaType: string, value: Json, shapes: BodyOptions): Body {
  return {
    kind: 'parsed',
    mediaType,
    value,
    get text() {
      return encodeBody(value, mediaType, shapes).text ?? '';
    },
  };
}
