import type { Body, Json } from '../../core/index.ts';
import { isArray, isObject, withoutSeparators } from '../../wire/index.ts';
import type { Exchange } from '../model/exchange.ts';

/** How many characters of a message are shown. */
const MOST_CHARACTERS = 160;

/** Names of properties with messages, the most informative first. */
const NAMES = [
  'detail',
  'message',
  'errordescription',
  'errormessage',
  'description',
  'msg',
  'reason',
  'error',
  'title',
  'errors',
  'details',
  'violations',
  'issues',
];

/** The status and the message of a refusal: `422: name: is required`. */
export function withWords(status: number, { response }: Pick<Exchange, 'response'>): string {
  const words = refusalWords(response.body);
  return words === undefined ? String(status) : `${status}: ${words}`;
}

/** The message in the body of a refusal; `undefined` if it has none. */
export function refusalWords(body: Body): string | undefined {
  const message = body.kind === 'parsed' ? wordsIn(body.value, 0) : body.kind === 'bytes' ? textOf(body) : undefined;
  const line = message
    ?.replace(/<(style|script)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === undefined || line === '') return undefined;
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line;
}

function textOf({ mediaType, bytes }: Extract<Body, { kind: 'bytes' }>): string | undefined {
  return /^text\//i.test(mediaType) ? Buffer.from(bytes.subarray(0, 4 * MOST_CHARACTERS)).toString('utf8') : undefined;
}

/** Sentences of an error body, the deepest first: `errors[0].message` is more specific than `title`. */
function wordsIn(value: Json, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (depth > 4) return undefined;
  if (isArray(value)) {
    const all = value.slice(0, 3).flatMap((each) => wordsIn(each, depth + 1) ?? []);
    return all.length === 0 ? undefined : all.join('; ');
  }
  if (!isObject(value)) return undefined;
  const members = new Map(Object.entries(value).map(([name, member]) => [withoutSeparators(name), member]));
  const lists = ['errors', 'details', 'violations', 'issues'].flatMap(
    (name) => wordsIn(members.get(name) ?? null, depth + 1) ?? [],
  );
  const own = NAMES.flatMap((name) => wordsIn(members.get(name) ?? null, depth + 1) ?? []);
  const messages = [...new Set([...own.slice(0, 1), ...lists.slice(0, 1)])];
  const place = placeOf(members);
  if (messages.length === 0) return messagesByField(value, depth);
  return place === undefined || messages[0]?.includes(place) === true
    ? messages.join(': ')
    : `${place}: ${messages.join(': ')}`;
}

/** Messages by field: `{ "name": ["is required"] }`. */
function messagesByField(value: { readonly [name: string]: Json }, depth: number): string | undefined {
  const all = Object.entries(value).flatMap(([name, member]) => {
    const message =
      isArray(member) || (depth > 0 && typeof member === 'string') ? wordsIn(member, depth + 1) : undefined;
    return message === undefined || message === '' ? [] : [`${name}: ${message}`];
  });
  return all.length === 0 ? undefined : all.slice(0, 3).join('; ');
}

/** The place that an entry of a list of errors is about. */
function placeOf(members: ReadonlyMap<string, Json>): string | undefined {
  for (const name of ['field', 'path', 'loc', 'pointer', 'instancepath', 'param', 'property', 'attribute']) {
    const place = members.get(name);
    if (typeof place === 'string' && place !== '') return place;
    if (isArray(place) && place.length > 0) return place.map(String).join('.');
  }
  return undefined;
}
