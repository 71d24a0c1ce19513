import type { Body, HeaderFields, HttpRequest, Json } from '../../src/core/index.ts';
import type { Generator } from '../../src/generation/index.ts';
import {
  type Api,
  bodyShapesOf,
  type MediaType,
  type Operation,
  type Parameter,
  pathTemplateOf,
} from '../../src/spec/index.ts';
import {
  decodeBody,
  encodeBody,
  encodeItems,
  encodeParameter,
  isMultipart,
  isSequential,
  stringifyJson,
} from '../../src/wire/index.ts';

/** A valid request for an operation, drawn value by value. `known` names values of path parameters. `undefined` where none can be made. */
export function draftRequest(
  api: Api,
  generator: Generator,
  operation: Operation,
  known: Readonly<Record<string, Json>>,
  again = 0,
  change: (body: Json) => Json = (body) => body,
): HttpRequest | { readonly impossible: string } {
  let path = pathTemplateOf(operation.path);
  const query: string[] = [];
  const headers: (readonly [string, string])[] = [];
  const cookies: string[] = [];
  for (const parameter of operation.parameters) {
    if (!parameter.required && parameter.in !== 'path') continue;
    const value = parameterValue(generator, operation, parameter, known, again);
    if (value === undefined) return { impossible: `${parameter.in} parameter ${parameter.name}` };
    const encoded =
      parameter.content === undefined
        ? encodeParameter(parameter, value)
        : parameter.in === 'query'
          ? [{ name: parameter.name, value: encodeURIComponent(stringifyJson(value)) }]
          : stringifyJson(value);
    if (parameter.in === 'path')
      path = path.replaceAll(`{${parameter.name}}`, typeof encoded === 'string' ? encoded : '');
    else if (parameter.in === 'header') headers.push([parameter.name, typeof encoded === 'string' ? encoded : '']);
    else if (typeof encoded !== 'string')
      (parameter.in === 'cookie' ? cookies : query).push(...encoded.map((pair) => `${pair.name}=${pair.value}`));
  }
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  const body = bodyOf(api, generator, operation, again, change);
  if (body === undefined) return { impossible: 'body' };
  if (body.kind === 'bytes') headers.push(['Content-Type', body.mediaType]);
  return { method: operation.method, path: (api.basePaths[0] ?? '') + path, query: query.join('&'), headers, body };
}

function parameterValue(
  generator: Generator,
  operation: Operation,
  parameter: Parameter,
  known: Readonly<Record<string, Json>>,
  again: number,
): Json | undefined {
  if (parameter.in === 'path' && Object.hasOwn(known, parameter.name)) return known[parameter.name];
  const drawn = generator.value(
    parameter.schema ?? parameter.content?.schema ?? true,
    { seed: parameter.in === 'path' ? 7 : 7 + again, at: placeOf(operation, parameter) },
    { direction: 'request', examples: again === 0 },
  );
  return drawn.ok ? drawn.value : undefined;
}

/** A path has one value up to the same place, so that two operations speak of the same thing. */
function placeOf(operation: Operation, { name, in: place }: Parameter): string {
  const end = operation.path.indexOf(`{${name}}`);
  return place === 'path' ? operation.path.slice(0, end).replace(/\{[^{}]*\}/g, '{}') : `${operation.id}/${name}`;
}

function bodyOf(
  api: Api,
  generator: Generator,
  operation: Operation,
  again: number,
  change: (body: Json) => Json,
): Body | undefined {
  const media = operation.body?.content[0];
  if (media === undefined) return { kind: 'none' };
  const schema = media.schema ?? media.itemSchema;
  for (let draw = again; draw < again + 5; draw += 1) {
    const drawn = generator.value(
      schema ?? {},
      { seed: 7 + draw, at: `${operation.id}/body` },
      { direction: 'request', examples: draw === 0 },
    );
    if (!drawn.ok) return operation.body?.required === true ? undefined : { kind: 'none' };
    const body = bytesOf(api, media, schema === undefined ? 'some text' : change(drawn.value));
    if (isReadable(api, media, body)) return body;
  }
  return undefined;
}

/** Styles that part values by what the values may hold can be written and not read again. */
function isReadable(api: Api, media: MediaType, body: Body): boolean {
  if (body.kind !== 'bytes' || !isMultipart(body.mediaType)) return true;
  return decodeBody(body.bytes, body.mediaType, bodyShapesOf(api, media, body.mediaType)).kind === 'parsed';
}

function bytesOf(api: Api, media: MediaType, value: Json): Body {
  const mediaType = media.mediaType.includes('*')
    ? media.mediaType.endsWith('+json')
      ? 'application/json'
      : 'application/octet-stream'
    : media.mediaType;
  if (isSequential(mediaType))
    return { kind: 'bytes', mediaType, bytes: new TextEncoder().encode(encodeItems([value], mediaType)) };
  const encoded = encodeBody(value, mediaType, bodyShapesOf(api, media, mediaType));
  return {
    kind: 'bytes',
    mediaType: encoded.mediaType,
    bytes: encoded.bytes ?? new TextEncoder().encode(encoded.text ?? ''),
  };
}

/** Credentials that satisfy the first alternative of an operation. */
export function withCredentials(operation: Operation, request: HttpRequest): HttpRequest {
  const headers: (readonly [string, string])[] = [];
  let { query } = request;
  for (const { scheme } of operation.security[0] ?? []) {
    // Several schemes that stand in one field share it.
    if (scheme.kind !== 'apiKey' && headers.some(([name]) => name === 'Authorization')) continue;
    if (scheme.kind === 'apiKey') {
      if (scheme.in === 'header') headers.push([scheme.name, 'secret-key']);
      else if (scheme.in === 'query') {
        const others = query.split('&').filter((part) => part !== '' && !part.startsWith(`${scheme.name}=`));
        query = [...others, `${scheme.name}=secret-key`].join('&');
      } else headers.push(['Cookie', `${scheme.name}=secret-key`]);
    } else if (scheme.kind === 'http' && scheme.scheme === 'basic')
      headers.push(['Authorization', `Basic ${btoa('user:secret')}`]);
    else if (scheme.kind === 'http') headers.push(['Authorization', `${scheme.scheme} secret`]);
    else if (scheme.kind === 'oauth2' || scheme.kind === 'openIdConnect')
      headers.push(['Authorization', 'Bearer secret']);
  }
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return {
    ...request,
    query,
    headers: merged([
      ...request.headers.filter(([name]) => name.toLowerCase() === 'cookie' || !names.has(name.toLowerCase())),
      ...headers,
    ]),
  };
}

/** All cookies in one field. */
function merged(headers: HeaderFields): HeaderFields {
  const cookies = headers.filter(([name]) => name.toLowerCase() === 'cookie').map(([, value]) => value);
  const rest = headers.filter(([name]) => name.toLowerCase() !== 'cookie');
  return cookies.length === 0 ? rest : [...rest, ['Cookie', cookies.join('; ')]];
}
