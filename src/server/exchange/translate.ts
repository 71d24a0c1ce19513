import type { Body, HeaderFields, HttpRequest, HttpResponse } from '../../core/index.ts';
import { encodeItem, isToken, safeFieldValue } from '../../wire/index.ts';
import { SET_BY_SERVER } from './connection-fields.ts';
import type { HeaderLines, LinesReader } from './lines.ts';

/**
 * What a socket provides beyond the platform's `Request`, at less cost: to read that one's body creates a
 * second request.
 */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  /** The header lines as received, with duplicates: name, value, name, value … */
  readonly rawHeaders: readonly string[];
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The content, if it was received completely. */
  readonly rawBody?: Uint8Array;
}

/** Converts a platform `Request`. Returns a promise only if there is content to wait for. */
export function carryIn(
  request: Request,
  bodyLimit: number,
  linesOf: LinesReader,
  incoming?: NodeRequest,
): HttpRequest | Promise<HttpRequest> {
  const lines = incoming === undefined ? undefined : linesOf(incoming.rawHeaders);
  const body =
    incoming === undefined || lines === undefined
      ? bodyOf(request, bodyLimit)
      : bodyFrom(request, incoming, lines, bodyLimit);
  const headers = lines?.fields ?? [...request.headers];
  const { method } = request;
  const { path, query } = splitUrl(request.url);
  return body instanceof Promise
    ? body.then((read) => ({ method, path, query, headers, body: read }))
    : { method, path, query, headers, body };
}

/** Path and query of a URL. The platform has resolved dot segments; everything else stays encoded. */
function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const rest = start < 0 ? '/' : url.slice(start);
  const hash = rest.indexOf('#');
  return splitTarget(hash < 0 ? rest : rest.slice(0, hash));
}

/** The same of a request target in origin form (RFC 9112 §3.2.1). */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

export const NO_BODY: Body = Object.freeze({ kind: 'none' });

/** A body of known length is read at once; one of unknown length is limited while it is received. */
function bodyFrom(
  request: Request,
  incoming: NodeRequest,
  { announced, contentType: mediaType }: HeaderLines,
  limit: number,
): Body | Promise<Body> {
  if (!announced) return NO_BODY;
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
  if (Number(length) > limit) return { kind: 'oversize', mediaType, limit };
  if (incoming.rawBody !== undefined) return bytesBody(incoming.rawBody, mediaType);
  // GET and HEAD may have content as well, which a platform `Request` does not provide (RFC 9110
  // §9.3.1).
  if (request.method === 'GET' || request.method === 'HEAD') return limitedBody(incoming, mediaType, limit);
  return coding === undefined ? wholeBody(request, mediaType) : bodyOf(request, limit);
}

function bodyOf(request: Request, limit: number): Body | Promise<Body> {
  if (request.body === null) return NO_BODY;
  const mediaType = request.headers.get('content-type') ?? '';
  const length = request.headers.get('content-length');
  if (length === null) return limitedBody(request.body as AsyncIterable<Uint8Array>, mediaType, limit);
  return Number(length) > limit ? { kind: 'oversize', mediaType, limit } : wholeBody(request, mediaType);
}

async function wholeBody(request: Request, mediaType: string): Promise<Body> {
  return bytesBody(new Uint8Array(await request.arrayBuffer()), mediaType);
}

async function limitedBody(source: AsyncIterable<Uint8Array>, mediaType: string, limit: number): Promise<Body> {
  const bytes = await collect(source, limit);
  return bytes === undefined ? { kind: 'oversize', mediaType, limit } : bytesBody(bytes, mediaType);
}

export function bytesBody(bytes: Uint8Array, mediaType: string): Body {
  return bytes.byteLength === 0 ? NO_BODY : { kind: 'bytes', mediaType, bytes };
}

async function collect(source: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/**
 * Fields and body of an answer in the form that is written fastest. It never changes, so it may serve
 * several requests, unless its content is a stream.
 */
export interface PreparedAnswer {
  readonly content: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly init: { readonly status: number; readonly headers: Fields };
  /** Status line and fields in HTTP/1.1 format, kept once they are written. */
  head?: string;
}

/** As a platform `Response`. */
export function toResponse({ content, init }: PreparedAnswer): Response {
  return new Response(content, init);
}

/** An answer with its fields; content that is there as a whole is announced with its length. HEAD and statuses without content keep their fields and lose the body (RFC 9110 §9.3.2, §15.3.5). */
export function prepareAnswer(response: HttpResponse, method: string, extra: HeaderFields): PreparedAnswer {
  const headers = plainFields(response.headers, extra);
  const init = { status: response.status, headers };
  const content = contentOf(response);
  if (content === undefined) return { content: null, init };
  if ('mediaType' in response.body && response.body.mediaType !== '')
    set(headers, 'content-type', response.body.mediaType);
  // A documented HEAD without content says nothing of the length of what GET answers (RFC 9110 §8.6).
  const isUnknown = method === 'HEAD' && response.body.kind === 'none';
  if (!isUnknown && !(content instanceof ReadableStream)) set(headers, 'content-length', String(lengthOf(content)));
  return { content: method === 'HEAD' || response.body.kind === 'none' ? null : content, init };
}

function lengthOf(content: string | Uint8Array): number {
  return typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
}

/** `undefined` where nothing is sent, not even a length. */
function contentOf({ status, body }: HttpResponse): Exclude<PreparedAnswer['content'], null> | undefined {
  if (status === 204 || status === 304 || status < 200) return undefined;
  switch (body.kind) {
    case 'none':
      return '';
    case 'bytes':
      return body.bytes as Uint8Array<ArrayBuffer>;
    case 'parsed':
    case 'unreadable':
      return body.text;
    case 'stream':
      return streamOf(body.items.map((item) => encodeItem(item, body.mediaType)));
    case 'oversize':
      return undefined;
  }
}

type Fields = Record<string, string> | Headers;

/** A plain object is what the adapter writes fastest; repeated fields are joined where their grammar is a list (RFC 9110 §5.3). */
function plainFields(own: HeaderFields, extra: HeaderFields): Fields {
  const fields: Record<string, string> = {};
  return join(fields, own) && join(fields, extra) ? fields : asHeaders(own, extra);
}

function join(fields: Record<string, string>, more: HeaderFields): boolean {
  for (const [name, value] of more) {
    const key = KEYS.get(name) ?? keyOf(name);
    if (key === 'set-cookie') return false;
    if (key === '') continue;
    const safe = safeFieldValue(value);
    const before = fields[key];
    fields[key] = before === undefined ? safe : `${before}, ${safe}`;
  }
  return true;
}

/** The fields of nearly every answer, as the adapter wants them. */
const KEYS: ReadonlyMap<string, string> = new Map(
  [
    'Location',
    'Link',
    'Vary',
    'ETag',
    'X-Total-Count',
    'Standin-Origin',
    'Standin-Violations',
    'Deprecation',
    'Sunset',
  ].map((name) => [name, name.toLowerCase()]),
);

/** Nothing for a name that is none, and for a field that the server sets. */
function keyOf(name: string): string {
  const key = isToken(name) ? name.toLowerCase() : '';
  return SET_BY_SERVER.has(key) ? '' : key;
}

function asHeaders(own: HeaderFields, extra: HeaderFields): Headers {
  const headers = new Headers();
  for (const [name, value] of [...own, ...extra]) if (keyOf(name) !== '') headers.append(name, safeFieldValue(value));
  return headers;
}

function set(fields: Fields, name: string, value: string): void {
  if (fields instanceof Headers) {
    if (!fields.has(name)) fields.set(name, value);
  } else {
    fields[name] ??= value;
  }
}

function streamOf(chunks: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next];
      next += 1;
      if (chunk === undefined) controller.close();
      else controller.enqueue(encoder.encode(chunk));
    },
  });
}
