import type { Json } from '../../core/index.ts';
import { isArray, setOwn, stringifyJson } from '../../wire/index.ts';

/** Captured values by name. */
export type Variables = ReadonlyMap<string, Json>;

/**
 * Replaces `${name}` at any depth. A string that consists of one variable becomes its value, with its type.
 */
export function fill(value: Json, variables: Variables): Json {
  if (typeof value === 'string') {
    const [, only] = /^\$\{([^}]+)\}$/.exec(value) ?? [];
    const found = only === undefined ? undefined : variables.get(only);
    return found === undefined ? fillText(value, variables) : found;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map((item) => fill(item, variables));
  const filled: Record<string, Json> = {};
  for (const [key, member] of Object.entries(value))
    if (member !== undefined) setOwn(filled, key, fill(member, variables));
  return filled;
}

/** Replaces `${name}` in a string. Unknown names stay. */
export function fillText(text: string, variables: Variables): string {
  return text.replace(/\$\{([^}]+)\}/g, (match, name: string) => {
    const value = variables.get(name);
    if (value === undefined) return match;
    return typeof value === 'string' ? value : stringifyJson(value);
  });
}
