import type { Json } from '../../core/index.ts';
import { decodePercent, isObject, parseJson } from '../../wire/index.ts';
import type { Finding } from '../model/events.ts';

/**
 * What an answer says of its fault, without the parts that vary: quoted strings, numbers, ids, times, paths
 * and values that the request sent. Of a stack trace, the error and the first frame. Undefined if the answer
 * has no text.
 */
export function failureSentence({ exchange, endpoint = '' }: Finding): string | undefined {
  const { request, response } = exchange ?? {};
  const { body } = response ?? {};
  if (request === undefined || body === undefined || body.encoding === 'base64') return undefined;
  const shown = withoutSent(beginningOf(textIn(body.text)), sentValues(request, endpoint));
  return withoutData(shown).replace(/\d+/g, '…');
}

/** Whether a sentence says more than that there is an error. */
export function describesFault(sentence: string): boolean {
  const rest = sentence.replace(/<[^>]*>/g, ' ').replace(GENERIC, ' ');
  return /\p{L}{3}/u.test(rest);
}

const GENERIC =
  /\b(?:internal server error|bad gateway|service (?:temporarily )?unavailable|gateway timeout|an? (?:unknown|unexpected|internal|unhandled) (?:server )?(?:error|exception)(?: (?:has )?occurr?ed)?|(?:internal|server|unhandled|unknown|unexpected) (?:error|exception)|(?:something|oops,? something) went wrong|http|error|null|true|false)\b/gi;

/** A text without parts that are data. Numbers remain, which may be statuses. */
export function withoutData(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')
    .replace(/(["'`“]).*?["'`”]/g, '…')
    .replace(/\/[\w./{}-]+/g, '…')
    .replace(/\b[0-9a-f]{12,}\b/gi, '…');
}

/** Of JSON its strings, else the text itself. */
function textIn(text: string): string {
  const read = parseJson(text);
  return read.ok && typeof read.value === 'object' ? stringsIn(read.value).join('\n') : text;
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((each: Json) => stringsIn(each));
}

/** The longest beginning that is compared (in characters). */
const MOST = 600;

/** A frame of a Python stack trace. */
const FRAME = /^\s*File \\?".+?", line \d+, /;

function beginningOf(text: string): string {
  const lines = text.split(/\\n|\n/);
  // Python names the error below its frames, the innermost of which is the last.
  if (lines.some((line) => line.includes('Traceback (most recent call last)'))) {
    const frame = lines.findLastIndex((line) => FRAME.test(line));
    const error = lines.slice(frame + 1).find((line) => /^[A-Z][\w.]+(?::|$)/.test(line));
    return [lines[frame]?.replace(FRAME, '') ?? '', error ?? ''].join(' ').slice(0, MOST);
  }
  const trace = lines.findIndex((line) => /^\s*at .+:\d+/.test(line));
  return (trace < 0 ? lines : lines.slice(0, trace + 1)).join(' ').slice(0, MOST);
}

/** Values of the request's path, query and JSON body, longest first; words of the documented path are none. */
function sentValues(request: NonNullable<Finding['exchange']>['request'], endpoint: string): readonly string[] {
  const words = new Set(endpoint.split(/[ /]/));
  const parts = request.url.replace(/^\w+:\/\/[^/]+/, '').split(/[/?&=#]/);
  const read = request.body === undefined ? undefined : parseJson(request.body.text);
  const values = [
    ...parts.map((part) => decodePercent(part) ?? part),
    ...(read?.ok === true && isObject(read.value) ? stringsIn(read.value) : []),
  ];
  return [...new Set(values)]
    .filter((value) => value.length >= 4 && !words.has(value))
    .sort((a, b) => b.length - a.length);
}

function withoutSent(text: string, sent: readonly string[]): string {
  return sent.reduce((rest, value) => rest.replaceAll(value, '…'), text);
}
