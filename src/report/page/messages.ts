import type { Finding, RecordedExchange } from '../../contract/index.ts';
import { content, type Markup, markup, markupIf } from '../../look/index.ts';
import { escapeRegExp } from '../../wire/index.ts';
import { placeInJson, type Stretch } from '../json-place.ts';
import { bodyText, duration } from '../words.ts';

type Message = Pick<RecordedExchange['request'], 'headers' | 'body'>;

/** How an exchange is shown. */
interface ExchangeView {
  /** Maximum characters of a body. */
  readonly limit: number;
  /** The wrong place, if it is in this exchange. */
  readonly place?: string | undefined;
  readonly inRequest?: boolean;
}

/** Both messages of an exchange, with the wrong place marked. */
export function exchangePanel(
  { request, response, failure, duration: took }: RecordedExchange,
  shown: ExchangeView,
): Markup {
  const first = `${request.method} ${request.url}`;
  const last =
    response === undefined ? (failure?.message ?? 'no response') : `${response.status} ${response.reason ?? ''}`;
  const place = (isRequest: boolean): string => (shown.inRequest === isRequest ? (shown.place ?? '') : '');
  return markup`<div class="messages"><div><div class="head"><h4>Request</h4></div><pre class="copy" tabindex="0">${messageMarkup(first, request, place(true), shown.limit)}</pre></div>
<div><div class="head"><h4>Response after ${duration(took)}</h4></div><pre class="copy" tabindex="0">${messageMarkup(last, response ?? { headers: [] }, place(false), shown.limit)}</pre>${markupIf(response === undefined ? undefined : failure, ({ message }) => markup`<p class="failed small">${message}</p>`)}</div></div>`;
}

/** Whether the place that a finding names is in the request. */
export function isInRequest({ check, messagePointer = '' }: Finding): boolean {
  if (/^\/(query|path|cookie)\//.test(messagePointer)) return true;
  return /^(accept|reject)\./.test(check) && !/^reject\.(error-shape|wrong-code|foreign-code)$/.test(check);
}

function messageMarkup(line: string, { headers, body }: Message, place: string, limit: number): Markup {
  const [, where = '', name = ''] = /^\/([^/]*)\/?([^/]*)/.exec(place) ?? [];
  const head: Markup[] = [firstLine(line, where, name)];
  for (const [field, value] of headers) {
    const text = content(`\n${field}: ${value}`);
    const isMarked = where === 'header' && field.toLowerCase() === name.toLowerCase();
    head.push(isMarked ? markup`<mark>${text}</mark>` : markup`${text}`);
  }
  if (body === undefined) return markup`${head}`;
  const text = bodyText(body);
  const mark =
    where === 'body' && body.encoding === 'utf8' ? placeInJson(body.text, place.slice('/body'.length)) : undefined;
  return markup`${head}\n\n${clippedBody(text, mark, limit)}`;
}

function firstLine(line: string, where: string, name: string): Markup {
  if (where === 'status') return markup`<mark>${line}</mark>`;
  const at = where === 'query' ? line.search(new RegExp(`[?&]${escapeRegExp(encodeURIComponent(name))}=`)) : -1;
  if (at < 0) return markup`${line}`;
  const end = line.slice(at + 1).search(/[&#]/);
  const stop = end < 0 ? line.length : at + 1 + end;
  return markup`${line.slice(0, at + 1)}<mark>${line.slice(at + 1, stop)}</mark>${line.slice(stop)}`;
}

/** At most `limit` characters of a body, around the mark if there is one. */
function clippedBody(text: string, mark: Stretch | undefined, limit: number): Markup {
  const from = mark === undefined || mark.end <= limit ? 0 : Math.max(0, mark.start - Math.floor(limit / 3));
  const to = Math.min(text.length, from + limit);
  const before = from === 0 ? '' : `… (${from} characters left out)\n`;
  const after = to === text.length ? '' : `\n… (${text.length - to} characters left out)`;
  if (mark === undefined || mark.start >= to) return markup`${before}${content(text.slice(from, to))}${after}`;
  const end = Math.min(mark.end, to);
  return markup`${before}${content(text.slice(from, mark.start))}<mark>${content(text.slice(mark.start, end))}</mark>${content(text.slice(end, to))}${after}`;
}
