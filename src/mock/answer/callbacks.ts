import type { HeaderFields, HttpRequest, Json } from '../../core/index.ts';
import { type Api, mediaTypeFor, type Operation } from '../../spec/index.ts';
import {
  decodePercent,
  fieldValue,
  isJson,
  isObject,
  parseQuery,
  scalarText,
  stringifyJson,
  valueAt,
} from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import type { Answer, CallbackRequest } from '../model/reply.ts';

type CallbackContext = Pick<MockContext, 'api' | 'generator' | 'options' | 'validator'>;

/**
 * The requests that the service sends because of a successful answer (OpenAPI 3.1 §4.8.18). A callback whose address
 * cannot be read from the exchange is left out.
 */
export function callbacksOf(mock: CallbackContext, { context, response }: Answer): readonly CallbackRequest[] {
  const { operation, request } = context;
  if (operation === undefined || operation.callbacks.length === 0 || response.status >= 400) return [];
  const exchange: Exchange = { api: mock.api, request, response };
  return operation.callbacks.flatMap((callback) => {
    const url = addressOf(callback.path, exchange);
    const drawn = url === undefined ? undefined : drawnRequest(mock, callback, operation);
    return url === undefined || drawn === undefined ? [] : [callbackRequest(mock, callback, exchange, { url, drawn })];
  });
}

interface Exchange {
  readonly api: Api;
  readonly request: HttpRequest;
  readonly response: Answer['response'];
}

function drawnRequest({ generator, options }: CallbackContext, callback: Operation, { id }: Operation) {
  const where = { seed: options.seed, at: `callback/${id}/${callback.id}` };
  // The path of a callback is an expression, not a template.
  const made = generator.request({ ...callback, path: '/' }, { kind: 'valid' }, where);
  return made.ok ? made.value : undefined;
}

interface DrawnCallback {
  readonly url: URL;
  readonly drawn: HttpRequest;
}

function callbackRequest(
  mock: CallbackContext,
  callback: Operation,
  exchange: Exchange,
  { url, drawn }: DrawnCallback,
): CallbackRequest {
  if (drawn.query !== '') url.search = url.search === '' ? drawn.query : `${url.search}&${drawn.query}`;
  const { body } = drawn;
  const fields = drawn.headers.filter(([name]) => !/^(content-type|content-length|host)$/i.test(name));
  const base = { method: callback.method, url: url.href };
  if (body.kind === 'bytes') return { ...base, headers: withContentType(fields, body.mediaType), content: body.bytes };
  if (body.kind !== 'parsed') return { ...base, headers: fields, content: undefined };
  const value = withOutcome(mock, callback, exchange, { value: body.value, mediaType: body.mediaType });
  const content = value === body.value ? body.text : stringifyJson(value);
  return { ...base, headers: withContentType(fields, body.mediaType), content };
}

const withContentType = (fields: HeaderFields, mediaType: string): HeaderFields => [
  ...fields,
  ['Content-Type', mediaType],
];

/** A drawn object with the values of the answer, else of the request, that have the same names. */
function withOutcome(
  { validator }: CallbackContext,
  { body }: Operation,
  { request, response }: Exchange,
  { value, mediaType }: { readonly value: Json; readonly mediaType: string },
): Json {
  const media = mediaTypeFor(body?.content ?? [], mediaType);
  if (!isObject(value) || !isJson(mediaType) || media?.schema === undefined || media.examples.length > 0) return value;
  const { schema } = media;
  let whole = value;
  for (const { body: sent } of [request, response]) {
    const known = sent.kind === 'parsed' && isObject(sent.value) ? sent.value : {};
    const shared = Object.entries(known).filter(([name]) => Object.hasOwn(value, name));
    const candidate = { ...whole, ...Object.fromEntries(shared) };
    if (shared.length > 0 && validator.accepts(schema, candidate, 'request')) whole = candidate;
  }
  return whole;
}

/** The address that a callback names, such as `onEvent {$request.body#/url}/events`. */
function addressOf(path: string, exchange: Exchange): URL | undefined {
  const [, expression = ''] = /^[^{$]*?\s(\S.*)$/.exec(path) ?? [];
  let isWhole = true;
  const textAt = (source: string): string => {
    const value = valueAtExpression(source, exchange);
    isWhole &&= value !== undefined && value !== '';
    return value ?? '';
  };
  const text = expression.startsWith('$')
    ? textAt(expression)
    : expression.replace(/\{(\$[^{}]+)\}/g, (_, source: string) => textAt(source));
  if (!isWhole || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** The value of a runtime expression as text (OpenAPI 3.1 §4.8.20.4). */
function valueAtExpression(source: string, exchange: Exchange): string | undefined {
  const { request, response } = exchange;
  if (source === '$method') return request.method;
  if (source === '$statusCode') return String(response.status);
  const [, side, place, name = ''] =
    /^\$(request|response)\.(header|query|path|body)(?:[.#](.*))?$/s.exec(source) ?? [];
  const message = side === 'request' ? request : side === 'response' ? response : undefined;
  if (message === undefined) return undefined;
  if (place === 'header') return fieldValue(message.headers, name);
  if (place === 'body') return message.body.kind === 'parsed' ? textOf(valueAt(message.body.value, name)) : undefined;
  if (side !== 'request') return undefined;
  return place === 'path' ? pathValue(name, exchange) : queryValue(request.query, name);
}

function textOf(value: Json | undefined): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : scalarText(value);
}

function queryValue(query: string, wanted: string): string | undefined {
  const parsed = parseQuery(query);
  return parsed.ok ? parsed.pairs.find(({ name }) => name === wanted)?.value : undefined;
}

function pathValue(name: string, { api, request }: Exchange): string | undefined {
  const found = api.match(request);
  return found.kind === 'found' ? decodePercent(found.pathParams[name] ?? '') : undefined;
}
