import type { Body, HeaderFields, HttpRequest, Json } from '../../core/index.ts';
import {
  type Api,
  bodyShapesOf,
  mediaTypeFor,
  type Operation,
  type Parameter,
  pathTemplateOf,
} from '../../spec/index.ts';
import { type BodyOptions, encodeBody, encodeParameter, stringifyJson } from '../../wire/index.ts';

/** A request as a user states it. */
export interface StatedRequest {
  /** Parameter values by name, or by `query.limit` if two places share a name. */
  readonly parameters: Readonly<Record<string, Json>>;
  readonly headers: HeaderFields;
  readonly body?: Json;
  readonly mediaType?: string;
}

/** Encodes the stated request as the document describes. Adds nothing to it. */
export function buildRequest(api: Api, operation: Operation, stated: StatedRequest): HttpRequest {
  const headers: (readonly [string, string])[] = [...stated.headers];
  const query: string[] = [];
  const cookies: string[] = [];
  let path = pathTemplateOf(operation.path);
  for (const [key, value] of Object.entries(stated.parameters)) {
    const parameter = find(operation, key);
    if (parameter === undefined) {
      query.push(`${encodeURIComponent(key)}=${encodeURIComponent(textOf(value))}`);
      continue;
    }
    const { name, in: place } = parameter;
    const encoded = encodeParameter(parameter, value);
    if (place === 'path') path = path.replaceAll(`{${name}}`, joinEncoded(encoded, ','));
    else if (place === 'header') headers.push([name, joinEncoded(encoded, ',')]);
    else if (place === 'cookie') cookies.push(joinEncoded(encoded, '; '));
    else if (typeof encoded === 'string') query.push(encoded);
    else query.push(joinEncoded(encoded, '&'));
  }
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  const body = bodyOf(api, operation, stated);
  if (body.kind !== 'none') headers.push(['Content-Type', body.mediaType]);
  return { method: operation.method, path, query: query.filter((pair) => pair !== '').join('&'), headers, body };
}

function find(operation: Operation, key: string): Parameter | undefined {
  const [, place, name] = /^(path|query|header|cookie)\.(.+)$/.exec(key) ?? [];
  return (
    operation.parameters.find((each) => each.name === key) ??
    operation.parameters.find((each) => each.in === place && each.name === name)
  );
}

function joinEncoded(encoded: ReturnType<typeof encodeParameter>, separator: string): string {
  if (typeof encoded === 'string') return encoded;
  return encoded.map(({ name, value }) => `${name}=${value}`).join(separator);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

function bodyOf(api: Api, operation: Operation, stated: StatedRequest): Body {
  if (stated.body === undefined) return { kind: 'none' };
  const mediaType = stated.mediaType ?? operation.body?.content[0]?.mediaType ?? 'application/json';
  const media = mediaTypeFor(operation.body?.content ?? [], mediaType);
  return asBody(stated.body, mediaType, media === undefined ? {} : bodyShapesOf(api, media, mediaType));
}

/** Encodes a value as a body of a media type, with the documented encoding. */
export function asBody(value: Json, mediaType: string, shapes: BodyOptions = {}): Body {
  const encoded = encodeBody(value, mediaType, shapes);
  if (encoded.bytes !== undefined) return { kind: 'bytes', mediaType: encoded.mediaType, bytes: encoded.bytes };
  return { kind: 'parsed', mediaType: encoded.mediaType, value, text: encoded.text };
}
