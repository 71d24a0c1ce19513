import type { Body, HttpRequest, HttpResponse, Json, Violation } from '../../src/core/index.ts';
import { type Api, decodeParameters, type Operation, parseApi } from '../../src/spec/index.ts';
import type { Validator } from '../../src/validation/index.ts';
import { decodeText, parseJson, stringifyJson } from '../../src/wire/index.ts';

/** A document around one operation `POST /things/{id}`, in the version that is asked for. */
export function apiOf(operation: Json, components: Json = {}, version = '3.1.0', path = '/things'): Api {
  const document = {
    openapi: version,
    info: { title: 'things', version: '1' },
    paths: { [path]: { post: { responses: { 200: { description: 'done' } }, ...(operation as object) } } },
    components,
  };
  return parseApi({ name: 'api.json', text: stringifyJson(document as Json) });
}

/** An operation whose request body is JSON of this schema. */
export function apiWithBody(schema: Json, components: Json = {}, version = '3.1.0'): Api {
  return apiOf({ requestBody: { content: { 'application/json': { schema } } } }, components, version);
}

/** An operation whose 200 answer is JSON of this schema. */
export function apiWithAnswer(schema: Json, components: Json = {}, version = '3.1.0'): Api {
  return apiOf(
    { responses: { 200: { description: '', content: { 'application/json': { schema } } } } },
    components,
    version,
  );
}

export function onlyOperation(api: Api): Operation {
  const [operation] = api.operations;
  if (operation === undefined) throw new Error('the document has no operation');
  return operation;
}

/** JSON text as the wire would have read it, with every digit. */
export function json(text: string, mediaType = 'application/json'): Body {
  const read = parseJson(text);
  if (!read.ok) throw new Error(read.reason);
  return { kind: 'parsed', mediaType, value: read.value, text };
}

export function jsonOf(value: Json, mediaType?: string): Body {
  return json(stringifyJson(value), mediaType);
}

export function textBody(text: string, mediaType: string): Body {
  return decodeText(text, mediaType);
}

export interface Sent {
  readonly body?: Body;
  readonly query?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly path?: string;
  readonly pathParams?: Readonly<Record<string, string>>;
}

/** Judges a request to the only operation of the document. */
export function send(validator: Validator, api: Api, sent: Sent): readonly Violation[] {
  const operation = onlyOperation(api);
  const body = sent.body ?? { kind: 'none' };
  const type = 'mediaType' in body && body.mediaType !== '' ? [['content-type', body.mediaType] as const] : [];
  const request: HttpRequest = {
    method: operation.method,
    path: sent.path ?? operation.path,
    query: sent.query ?? '',
    headers: [...(sent.headers ?? []), ...type],
    body,
  };
  return validator.request(operation, request, decodeParameters(operation, request, sent.pathParams ?? {}, api));
}

export function answer(validator: Validator, api: Api, response: Partial<HttpResponse>): readonly Violation[] {
  const body = response.body ?? { kind: 'none' };
  const type = 'mediaType' in body && body.mediaType !== '' ? [['content-type', body.mediaType] as const] : [];
  return validator.response(onlyOperation(api), {
    status: response.status ?? 200,
    headers: [...(response.headers ?? []), ...type],
    body,
  });
}

export const pointers = (violations: readonly Violation[]): readonly string[] =>
  violations.map(({ pointer }) => pointer);
export const brief = (violations: readonly Violation[]): readonly string[] =>
  violations.map(({ pointer, keyword, code }) => `${pointer} ${keyword ?? code}`);
