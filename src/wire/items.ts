import type { Json } from '../core/index.ts';
import { parseMediaType } from './http/media-type.ts';
import { type JsonOptions, parseJson, stringifyJson } from './json/json.ts';
import { isObject } from './json/json-kinds.ts';

export type ItemsResult =
  | { readonly ok: true; readonly items: readonly Json[] }
  | { readonly ok: false; readonly reason: string };

type Framing = 'events' | 'sequence' | 'lines';

function framingOf(mediaType: string): Framing {
  const essence = parseMediaType(mediaType)?.essence ?? '';
  if (essence === 'text/event-stream') return 'events';
  return essence.endsWith('json-seq') ? 'sequence' : 'lines';
}

/** Writes one item of a sequential media type, to be sent by itself. */
export function encodeItem(item: Json, mediaType: string): string {
  const framing = framingOf(mediaType);
  if (framing === 'events') return encodeEvent(item);
  // RFC 7464 §2.2: a record separator before, a line feed after.
  return `${framing === 'sequence' ? '\u001e' : ''}${stringifyJson(item)}\n`;
}

/** Writes all items of a sequential media type: server-sent events, JSON lines or a JSON text sequence. */
export function encodeItems(items: readonly Json[], mediaType: string): string {
  return items.map((item) => encodeItem(item, mediaType)).join('');
}

/**
 * Reads a sequential media type. A server-sent event becomes `{ data, event?, id?, retry? }` (WHATWG HTML
 * §9.2, OpenAPI 3.2 §4.14.3), and an incomplete event at the end is dropped. In other types each item is
 * the value of its JSON text.
 */
export function decodeItems(text: string, mediaType: string, options: JsonOptions = {}): ItemsResult {
  const framing = framingOf(mediaType);
  if (framing === 'events') return { ok: true, items: decodeEvents(text) };
  const items: Json[] = [];
  for (const [at, piece] of text.split(framing === 'sequence' ? '\u001e' : /\r?\n/).entries()) {
    if (piece.trim() === '') continue;
    const parsed = parseJson(piece, options);
    if (!parsed.ok) return { ok: false, reason: `item ${at + 1}: ${parsed.reason} (offset ${parsed.offset})` };
    items.push(parsed.value);
  }
  return { ok: true, items };
}

/** An object with `data` is an event; any other item is the data of one. */
function encodeEvent(item: Json): string {
  const event = isObject(item) && 'data' in item ? item : { data: item };
  const lines: string[] = [];
  for (const field of ['id', 'event', 'retry', 'data']) {
    const value = event[field];
    if (value === undefined) continue;
    const text = typeof value === 'string' ? value : stringifyJson(value);
    for (const line of text.split(/\r\n|\n|\r/)) lines.push(`${field}: ${line}\n`);
  }
  return `${lines.join('')}\n`;
}

function decodeEvents(text: string): readonly Json[] {
  const events: Json[] = [];
  let fields: Record<string, Json> = {};
  let data: string[] = [];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  // The part after the last line break is not a complete line.
  lines.pop();
  for (const line of lines) {
    if (line === '') {
      if (data.length > 0) events.push({ ...fields, data: data.join('\n') });
      fields = {};
      data = [];
      continue;
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'event' || name === 'id') fields[name] = value;
    else if (name === 'retry' && /^\d{1,15}$/.test(value)) fields[name] = Number(value);
  }
  return events;
}
