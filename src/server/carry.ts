import type { Body, HeaderFields, HttpRequest, HttpResponse } from '../core/index.ts';
import { encodeItem, safeFieldValue } from '../wire/index.ts';

/** Reads a platform `Request` into our words. `rawHeaders` are the header lines as they came over a socket, duplicates and all. */
export async function carryIn(
  request: Request,
  bodyLimit: number,
  socket?: { readonly rawHeaders: readonly string[]; readonly content: AsyncIterable<Uint8Array> | undefined },
): Promise<HttpRequest> {
  const headers = socket === undefined ? [...request.headers] : pairs(socket.rawHeaders);
  const { path, query } = splitUrl(request.url);
  return { method: request.method, path, query, headers, body: await readBody(request, bodyLimit, socket?.content) };
}

function pairs(rawHeaders: readonly string[]): HeaderFields {
  const fields: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    fields.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  return fields;
}

/** Path and query as they stand in the URL: dot segments are resolved by the platform once, everything else stays encoded. */
export function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const rest = start < 0 ? '/' : url.slice(start);
  const hash = rest.indexOf('#');
  const whole = hash < 0 ? rest : rest.slice(0, hash);
  const mark = whole.indexOf('?');
  return mark < 0 ? { path: whole, query: '' } : { path: whole.slice(0, mark), query: whole.slice(mark + 1) };
}

async function readBody(
  request: Request,
  limit: number,
  content: AsyncIterable<Uint8Array> | undefined,
): Promise<Body> {
  const mediaType = request.headers.get('content-type') ?? '';
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > limit) return { kind: 'oversize', mediaType, limit };
  // A body of known length is read in one piece; one of unknown length is watched while it comes.
  const source =
    request.body === null ? content : length === null ? (request.body as AsyncIterable<Uint8Array>) : undefined;
  const bytes =
    source === undefined
      ? request.body === null
        ? new Uint8Array()
        : new Uint8Array(await request.arrayBuffer())
      : await collect(source, limit);
  if (bytes === undefined) return { kind: 'oversize', mediaType, limit };
  return bytes.byteLength === 0 ? { kind: 'none' } : { kind: 'bytes', mediaType, bytes };
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

/** Writes an answer as a platform `Response`. HEAD and statuses without content keep their fields and lose the body (RFC 9110 §9.3.2, §15.3.5). */
export function carryOut(response: HttpResponse, method: string, extra: HeaderFields): Response {
  const headers = plainFields(response.headers, extra);
  const { body, status } = response;
  const empty = status === 204 || status === 304 || status < 200;
  if (body.kind === 'none' || empty) {
    if (!empty) set(headers, 'content-length', '0');
    return new Response(null, { status, headers });
  }
  if (body.kind === 'stream') {
    set(headers, 'content-type', body.mediaType);
    return new Response(
      method === 'HEAD' ? null : streamed(body.items.map((item) => encodeItem(item, body.mediaType))),
      { status, headers },
    );
  }
  if (body.kind === 'oversize') return new Response(null, { status, headers });
  if (body.mediaType !== '') set(headers, 'content-type', body.mediaType);
  const content = body.kind === 'bytes' ? (body.bytes as Uint8Array<ArrayBuffer>) : body.text;
  if (method !== 'HEAD') return new Response(content, { status, headers });
  set(
    headers,
    'content-length',
    String(typeof content === 'string' ? new TextEncoder().encode(content).byteLength : content.byteLength),
  );
  return new Response(null, { status, headers });
}

type Fields = Record<string, string> | Headers;

/** A plain object is what the adapter writes fastest; repeated fields are joined where their grammar is a list (RFC 9110 §5.3). */
function plainFields(own: HeaderFields, extra: HeaderFields): Fields {
  const fields: Record<string, string> = {};
  for (const [name, value] of [...own, ...extra]) {
    const key = name.toLowerCase();
    if (key === 'set-cookie') return asHeaders(own, extra);
    if (!TOKEN.test(key)) continue;
    const safe = safeFieldValue(value);
    const before = fields[key];
    fields[key] = before === undefined ? safe : `${before}, ${safe}`;
  }
  return fields;
}

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

function asHeaders(own: HeaderFields, extra: HeaderFields): Headers {
  const headers = new Headers();
  for (const [name, value] of [...own, ...extra]) if (TOKEN.test(name)) headers.append(name, safeFieldValue(value));
  return headers;
}

function set(fields: Fields, name: string, value: string): void {
  if (fields instanceof Headers) {
    if (!fields.has(name)) fields.set(name, value);
  } else {
    fields[name] ??= value;
  }
}

function streamed(chunks: readonly string[]): ReadableStream<Uint8Array> {
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
