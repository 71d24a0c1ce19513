import type { Json } from '../../core/index.ts';
import { isObject } from '../../wire/index.ts';
import { jsonOf } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';

/** Where an error says what is wrong, the most telling first (RFC 9457, OAuth, JSON:API, usual frameworks). */
const NAMES = ['detail', 'error_description', 'message', 'msg', 'reason', 'description', 'error', 'errors', 'title'];
const LONGEST = 160;

/** What a refusal says for itself, in few words: `: a body is one of application/json`; nothing where it says nothing. */
export function withWords(status: number, { response }: Pick<Exchange, 'response'>): string {
  const { body } = response;
  const plain = body.kind === 'parsed' && body.mediaType === 'text/plain' ? body.text.trim() : undefined;
  const words = plain ?? wordsIn(jsonOf({ response }), 3);
  if (words === undefined || words === '') return String(status);
  const line = words.replace(/\s+/g, ' ');
  return `${status}: ${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}`;
}

function wordsIn(value: Json | undefined, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (value === undefined || value === null || depth === 0 || typeof value !== 'object') return undefined;
  const inside: readonly (Json | undefined)[] = isObject(value)
    ? NAMES.map((name) => (Object.hasOwn(value, name) ? value[name] : undefined))
    : value.slice(0, 1);
  return inside.map((each) => wordsIn(each, depth - 1)).find((words) => words !== undefined && words !== '');
}
