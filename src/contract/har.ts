import type { HeaderFields, Json } from '../core/index.ts';
import { decodeText, isArray, valueAt } from '../wire/index.ts';
import type { RecordedTraffic } from './options.ts';

/** One entry of a HAR 1.2 file; undefined where it has no answer. */
export function harEntry(entry: Json, base: string | undefined): RecordedTraffic | undefined {
  const text = (pointer: string): string | undefined => {
    const value = valueAt(entry, pointer);
    return typeof value === 'string' ? value : undefined;
  };
  const url = text('/request/url');
  const status = valueAt(entry, '/response/status');
  if (url === undefined || typeof status !== 'number' || status < 100) return undefined;
  const { path, query } = split(url, base);
  const headers = fieldsAt(entry, '/request/headers');
  const type = valueOfField(headers, 'content-type') ?? text('/request/postData/mimeType');
  const sent = text('/request/postData/text');
  const bytes = bytesOf(text('/response/content/text') ?? '', text('/response/content/encoding'));
  const answered = fieldsAt(entry, '/response/headers');
  const duration = valueAt(entry, '/time');
  return {
    request: {
      method: text('/request/method')?.toUpperCase() ?? 'GET',
      path,
      query,
      headers,
      body:
        sent === undefined || sent === ''
          ? { kind: 'none' }
          : decodeText(sent, type ?? 'text/plain', { duplicateKeys: 'keep-last' }),
    },
    status,
    headers: answered.filter(([name]) => !/^content-(encoding|length)$/i.test(name)),
    bytes,
    startedAt: Date.parse(text('/startedDateTime') ?? '') || 0,
    duration: typeof duration === 'number' ? duration : 0,
    caller: valueOfField(headers, 'user-agent') ?? 'recorded traffic',
  };
}

function split(url: string, base: string | undefined): { readonly path: string; readonly query: string } {
  const rest =
    base !== undefined && url.startsWith(base)
      ? url.slice(base.length)
      : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const [path = '', query = ''] = rest.replace(/#.*$/s, '').split(/\?(.*)/s);
  return { path: path === '' ? '/' : path, query };
}

function fieldsAt(entry: Json, pointer: string): HeaderFields {
  const list = valueAt(entry, pointer);
  if (!isArray(list)) return [];
  return list.flatMap((each) => {
    const [name, value] = [valueAt(each, '/name'), valueAt(each, '/value')];
    // HTTP/2 pseudo fields are no header fields.
    return typeof name === 'string' && typeof value === 'string' && !name.startsWith(':')
      ? [[name, value] as const]
      : [];
  });
}

function valueOfField(headers: HeaderFields, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

function bytesOf(text: string, encoding: string | undefined): Uint8Array {
  return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
}
