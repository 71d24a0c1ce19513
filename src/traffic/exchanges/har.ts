import type { HeaderFields, Json } from '../../core/index.ts';
import { decodeBody, fieldValue, isArray, valueAt } from '../../wire/index.ts';
import type { RecordedTraffic } from '../model/recorded-traffic.ts';
import { answeredContent, numberAt, sentContent, textAt } from './har-content.ts';
import { type BaseUrl, placeUnder } from './recorded-place.ts';

/** One entry of a HAR 1.2 file; undefined where it is none. */
export function harEntry(entry: Json, base: BaseUrl | undefined): RecordedTraffic | undefined {
  const url = textAt(entry, '/request/url');
  const status = numberAt(entry, '/response/status');
  if (url === undefined || status === undefined) return undefined;
  const place = placeUnder(base, url);
  const method = textAt(entry, '/request/method')?.toUpperCase() ?? 'GET';
  const headers = fieldsAt(entry, '/request/headers');
  const type = fieldValue(headers, 'content-type') ?? textAt(entry, '/request/postData/mimeType');
  const sent = sentContent(entry, type, headers);
  const answered = fieldsAt(entry, '/response/headers');
  const came = answeredContent(entry, { method, status, headers: answered });
  const unjudged = status < 100 ? 'no answer was recorded' : (sent.unjudged ?? came.unjudged);
  const loadedAs = purposeOf(entry, headers);
  return {
    request: {
      method,
      path: place.path,
      query: place.query,
      headers,
      body:
        sent.bytes.length === 0
          ? { kind: 'none' }
          : decodeBody(sent.bytes, type ?? 'text/plain', { duplicateKeys: 'keep-last' }),
    },
    status,
    headers: answered.filter(([name]) => !/^content-(encoding|length)$/i.test(name)),
    bytes: came.bytes,
    startedAt: Date.parse(textAt(entry, '/startedDateTime') ?? '') || 0,
    duration: numberAt(entry, '/time') ?? 0,
    caller: fieldValue(headers, 'standin-client') ?? fieldValue(headers, 'user-agent') ?? 'recorded traffic',
    url: url.replace(/#.*$/s, ''),
    ...(place.isUnder ? {} : { elsewhere: true }),
    ...(loadedAs === undefined ? {} : { loadedAs }),
    ...(unjudged === undefined ? {} : { unjudged }),
  };
}

/**
 * The kind of resource that a browser loaded: `script`, `image`, `document`; `undefined` for a request of a
 * program, and where nothing says it.
 */
function purposeOf(entry: Json, headers: HeaderFields): string | undefined {
  const destination = fieldValue(headers, 'sec-fetch-dest') ?? textAt(entry, '/_resourceType');
  return destination === undefined || BY_PROGRAMS.test(destination) ? undefined : destination;
}

const BY_PROGRAMS = /^(empty|xhr|fetch|other|eventsource|websocket|ping|preflight|)$/i;

function fieldsAt(entry: Json, pointer: string): HeaderFields {
  const list = valueAt(entry, pointer);
  if (!isArray(list)) return [];
  return list.flatMap((each) => {
    const [name, value] = [textAt(each, '/name'), textAt(each, '/value')];
    // Pseudo fields of HTTP/2 are not header fields.
    if (name === undefined || value === undefined || name.startsWith(':')) return [];
    // Browsers write several fields of one name as lines of one value.
    return value.split('\n').map((line) => [name, line] as const);
  });
}
