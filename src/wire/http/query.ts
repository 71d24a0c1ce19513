import { decodePercent } from './percent.ts';

/** One `name=value` of a query, form or cookie. */
export interface QueryPair {
  /** Decoded. */
  readonly name: string;
  /** Decoded. */
  readonly value: string;
  /**
   * The percent-encoded value (`+` as `%20`), in which styles distinguish a delimiter from an encoded
   * character.
   */
  readonly raw: string;
}

export type ParsedQuery =
  | { readonly ok: true; readonly pairs: readonly QueryPair[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the pairs of a query (without its `?`) or of `application/x-www-form-urlencoded` content (WHATWG URL §5.1), in order; `+` is a space.
 * Unlike WHATWG it refuses bad percent-encoding and bytes that are not UTF-8, and more than `maxPairs` (10 000) pairs.
 */
export function parseQuery(query: string, options: { readonly maxPairs?: number } = {}): ParsedQuery {
  const pairs: QueryPair[] = [];
  const maxPairs = options.maxPairs ?? 10_000;
  if (query === '') return { ok: true, pairs };
  const spaced = query.includes('+') ? query.replaceAll('+', '%20') : query;
  let start = 0;
  while (start <= spaced.length) {
    const ampersand = spaced.indexOf('&', start);
    const end = ampersand < 0 ? spaced.length : ampersand;
    if (end > start) {
      const pair = parsePair(spaced.slice(start, end));
      if (typeof pair === 'string') return { ok: false, reason: pair };
      if (pairs.push(pair) > maxPairs) return { ok: false, reason: `more than ${maxPairs} pairs` };
    }
    start = end + 1;
  }
  return { ok: true, pairs };
}

function parsePair(text: string): QueryPair | string {
  const equals = text.indexOf('=');
  const rawName = equals < 0 ? text : text.slice(0, equals);
  const raw = equals < 0 ? '' : text.slice(equals + 1);
  const name = decodePercent(rawName);
  if (name === undefined) return `bad percent-encoding in the name "${rawName.slice(0, 60)}"`;
  const value = decodePercent(raw);
  if (value === undefined) return `bad percent-encoding in the value of "${name.slice(0, 60)}"`;
  return { name, value, raw };
}
