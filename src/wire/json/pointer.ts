import type { Json } from '../../core/index.ts';
import { isArray, setOwn } from './json-kinds.ts';

/** Tokens of a JSON Pointer (RFC 6901 §4), unescaped; `undefined` if the string is not a pointer. */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  const tokens = pointer.slice(1).split('/');
  return pointer.includes('~') ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens;
}

/** Writes a JSON Pointer (RFC 6901 §3). Without tokens it is the whole value. */
export function formatPointer(tokens: readonly (string | number)[]): string {
  let pointer = '';
  for (const token of tokens) pointer += `/${escapeToken(String(token))}`;
  return pointer;
}

/** One token, escaped for use within a pointer. */
export function escapeToken(token: string): string {
  return token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

/** The value at a pointer: own properties and existing elements only; `undefined` if there is none. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  const tokens = parsePointer(pointer);
  if (tokens === undefined) return undefined;
  let current: Json | undefined = value;
  for (const token of tokens) {
    current = memberAt(current, token);
    if (current === undefined) return undefined;
  }
  return current;
}

/** The own member or item that one token of a pointer names. */
export function memberAt(value: Json | undefined, token: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isArray(value)) return INDEX.test(token) ? value[Number(token)] : undefined;
  return Object.hasOwn(value, token) ? value[token] : undefined;
}

const INDEX = /^(?:0|[1-9]\d*)$/;

/**
 * A copy with `replacement` at the pointer; the rest is shared. Missing parents become objects; `-` or the
 * length appends to an array. If the pointer cannot be followed (an index beyond the end, a child of a
 * scalar), the value is returned unchanged.
 */
export function withValueAt(value: Json, pointer: string, replacement: Json): Json {
  const tokens = parsePointer(pointer);
  return tokens === undefined ? value : edit(value, tokens, 0, replacement);
}

/** A copy without the property or element at the pointer; the rest is shared. */
export function withoutValueAt(value: Json, pointer: string): Json {
  const tokens = parsePointer(pointer);
  return tokens === undefined || tokens.length === 0 || valueAt(value, pointer) === undefined
    ? value
    : edit(value, tokens, 0, undefined);
}

function edit(value: Json | undefined, tokens: readonly string[], depth: number, replacement: Json | undefined): Json {
  const token = tokens[depth];
  if (token === undefined) return replacement ?? null;
  if (value === undefined) return edit({}, tokens, depth, replacement);
  if (typeof value !== 'object' || value === null) return value;
  const removing = replacement === undefined && depth === tokens.length - 1;
  if (isArray(value)) {
    const index = token === '-' ? value.length : Number(token);
    if ((token !== '-' && !INDEX.test(token)) || index > value.length) return value;
    return removing
      ? value.toSpliced(index, 1)
      : value.toSpliced(index, 1, edit(value[index], tokens, depth + 1, replacement));
  }
  const copy: Record<string, Json> = {};
  for (const [key, member] of Object.entries(value)) if (!removing || key !== token) setOwn(copy, key, member);
  if (!removing) setOwn(copy, token, edit(memberAt(value, token), tokens, depth + 1, replacement));
  return copy;
}
