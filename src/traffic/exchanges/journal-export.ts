import type { Body, HeaderFields, Json } from '../../core/index.ts';
import { encodeItems, fieldValue, isArray, isJson, stringifyJson, valueAt } from '../../wire/index.ts';
import type { RecordedTraffic } from '../model/recorded-traffic.ts';

/**
 * One entry of a journal's export. Bodies that the journal has not kept whole cannot be judged; the
 * exchange says so.
 */
export function journalEntry(entry: Json, base?: string): RecordedTraffic | undefined {
  const text = (pointer: string): string | undefined => {
    const value = valueAt(entry, pointer);
    return typeof value === 'string' ? value : undefined;
  };
  const [method, path] = [text('/request/method'), text('/request/path')];
  const [status, at, duration] = ['/response/status', '/at', '/duration'].map((pointer) => valueAt(entry, pointer));
  if (method === undefined || path === undefined || typeof status !== 'number') return undefined;
  const sent = bodyOf(valueAt(entry, '/request/body'));
  const came = bodyOf(valueAt(entry, '/response/body'));
  const headers = fieldsOf(valueAt(entry, '/request/headers'));
  const answered = fieldsOf(valueAt(entry, '/response/headers'));
  const query = text('/request/query') ?? '';
  const origin = originOf(base, headers);
  const typed = came.mediaType === undefined || fieldValue(answered, 'content-type') !== undefined;
  return {
    request: {
      method,
      path,
      query,
      headers,
      body: sent.body,
    },
    status,
    headers: typed ? answered : [...answered, ['Content-Type', came.mediaType ?? '']],
    bytes: new TextEncoder().encode(came.text),
    startedAt: typeof at === 'number' ? at : 0,
    duration: typeof duration === 'number' ? duration : 0,
    caller: text('/client') ?? 'recorded traffic',
    ...(origin === undefined ? {} : { url: `${origin}${path}${query === '' ? '' : `?${query}`}` }),
    ...(sent.whole && came.whole ? {} : { unjudged: 'the journal does not keep its body' }),
  };
}

/** A journal stores paths only; the origin is the base that was given, or the host of the request. */
function originOf(base: string | undefined, headers: HeaderFields): string | undefined {
  if (base !== undefined) return base.replace(/\/+$/, '');
  const host = fieldValue(headers, 'host');
  return host === undefined ? undefined : `http://${host}`;
}

interface ExportedContent {
  readonly body: Body;
  readonly text: string;
  readonly mediaType?: string;
  readonly whole: boolean;
}

const NONE: ExportedContent = { body: { kind: 'none' }, text: '', whole: true };

function bodyOf(exported: Json | undefined): ExportedContent {
  if (exported === undefined || exported === null) return NONE;
  const mediaType = valueAt(exported, '/mediaType');
  if (typeof mediaType !== 'string') return { ...NONE, whole: false };
  const [value, items] = [valueAt(exported, '/value'), valueAt(exported, '/items')];
  if (isArray(items)) {
    const body: Body = { kind: 'stream', mediaType, items };
    return { body, text: encodeItems(items, mediaType), mediaType, whole: true };
  }
  if (value === undefined || !isJson(mediaType)) return { ...NONE, mediaType, whole: false };
  const text = stringifyJson(value);
  return { body: { kind: 'parsed', mediaType, value, text }, text, mediaType, whole: true };
}

function fieldsOf(list: Json | undefined): HeaderFields {
  if (!isArray(list ?? null)) return [];
  return (list as readonly Json[]).flatMap((pair) => {
    const [name, value] = isArray(pair) ? pair : [];
    return typeof name === 'string' && typeof value === 'string' ? [[name, value] as const] : [];
  });
}
