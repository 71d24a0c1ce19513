import type { HeaderFields } from '../../core/index.ts';
import type { QueryPair } from './query.ts';

/** Every value of a field, in order; names compare without case (RFC 9110 §5.1). */
export function fieldValues(headers: HeaderFields, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (const [key, value] of headers)
    if (key.length === wanted.length && key.toLowerCase() === wanted) values.push(value);
  return values;
}

/**
 * A field's value, several lines of it joined by `, ` (RFC 9110 §5.3) and of `Cookie` by `; ` (RFC 6265 §5.4).
 * `Set-Cookie` cannot be joined (RFC 9110 §5.3): its first line is returned, `fieldValues` has them all.
 */
export function fieldValue(headers: HeaderFields, name: string): string | undefined {
  const wanted = name.toLowerCase();
  let found: string | undefined;
  for (const [key, value] of headers) {
    if (key.length !== wanted.length || key.toLowerCase() !== wanted) continue;
    if (found !== undefined) return joinValues(fieldValues(headers, name), wanted);
    found = value;
  }
  return found;
}

function joinValues(values: readonly string[], name: string): string | undefined {
  return name === 'set-cookie' ? values[0] : values.join(name === 'cookie' ? '; ' : ', ');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what may never stand in a field value (RFC 9110 §5.5).
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f]+/g;

/** The form of nearly all values: visible ASCII, with spaces only inside. */
const PLAIN = /^[!-~]+(?: +[!-~]+)*$/;

/**
 * Makes any string a valid field value (RFC 9110 §5.5): control characters, including CR and LF, become one
 * space; characters beyond Latin-1 become percent-encoded UTF-8, as in RFC 8187.
 */
export function safeFieldValue(text: string): string {
  if (PLAIN.test(text)) return text;
  const clean = text.replace(CONTROLS, ' ').trim();
  return clean.replace(/[^\t\u0020-\u007e\u00a0-\u00ff]/gu, (character) =>
    encodeURIComponent(/\p{Surrogate}/u.test(character) ? '\ufffd' : character),
  );
}

/**
 * Readable `name=value` pairs of the `Cookie` fields (RFC 6265 §4.2.1), in order. Values are as sent,
 * without their quotes: `value` and `raw` are equal.
 */
export function parseCookies(headers: HeaderFields): readonly QueryPair[] {
  const cookies: QueryPair[] = [];
  for (const line of fieldValues(headers, 'cookie')) {
    for (const pair of line.split(';')) {
      const equals = pair.indexOf('=');
      const name = pair.slice(0, Math.max(equals, 0)).trim();
      const value = pair.slice(equals + 1).trim();
      const bare = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
      if (name !== '') cookies.push({ name, value: bare, raw: bare });
    }
  }
  return cookies;
}
