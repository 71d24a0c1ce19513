import type { Json, JsonObject } from '../../core/index.ts';
import { isArray, isObject, parseQuery, stringifyJson } from '../../wire/index.ts';

/** Entries of the journal as HAR 1.2. Their secrets are redacted already. */
export function entriesAsHar(entries: readonly JsonObject[], origin: string, version: string): JsonObject {
  return {
    log: {
      version: '1.2',
      creator: { name: 'standin', version },
      entries: entries.map((each) => harEntry(each, origin)),
    },
  };
}

function harEntry(entry: JsonObject, origin: string): JsonObject {
  const [request, response] = [objectIn(entry['request']), objectIn(entry['response'])];
  const query = String(request['query'] ?? '');
  const pairs = parseQuery(query);
  const duration = Number(entry['duration'] ?? 0);
  const sent = contentOf(request['body']);
  const received = contentOf(response['body']);
  const headers = fieldsOf(response['headers']);
  const location = headers.find(({ name }) => name.toLowerCase() === 'location')?.value ?? '';
  return {
    startedDateTime: new Date(Number(entry['at'] ?? 0)).toISOString(),
    time: duration,
    request: {
      method: String(request['method']),
      url: `${origin}${String(request['path'])}${query === '' ? '' : `?${query}`}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: fieldsOf(request['headers']),
      queryString: pairs.ok ? pairs.pairs.map(({ name, value }) => ({ name, value })) : [],
      ...(sent === undefined ? {} : { postData: sent }),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: Number(response['status']),
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers,
      content: received === undefined ? { size: 0, mimeType: '' } : { size: received.text.length, ...received },
      redirectURL: location,
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    // Custom fields begin with an underscore (HAR 1.2).
    _operation: entry['operation'] ?? null,
    _world: entry['world'] ?? null,
    _violations: entry['violations'] ?? [],
  };
}

const objectIn = (value: Json | undefined): JsonObject => (isObject(value ?? null) ? (value as JsonObject) : {});

function fieldsOf(headers: Json | undefined): readonly { readonly name: string; readonly value: string }[] {
  const list = isArray(headers ?? null) ? (headers as readonly Json[]) : [];
  return list.map((field) => {
    const [name, value] = field as readonly [string, string];
    return { name, value };
  });
}

/** A body as text. The journal does not keep bytes. */
function contentOf(body: Json | undefined): { readonly mimeType: string; readonly text: string } | undefined {
  const { mediaType, value, items } = objectIn(body);
  if (typeof mediaType !== 'string') return undefined;
  const json = value ?? items;
  return { mimeType: mediaType, text: typeof json === 'string' ? json : json === undefined ? '' : stringifyJson(json) };
}
