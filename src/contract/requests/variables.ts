import type { Json } from '../../core/index.ts';
import { isArray, setOwn, stringifyJson } from '../../wire/index.ts';

/** Captured values by name. */
export type Variables = ReadonlyMap<string, Json>;

/** `${name}` replaced, at any depth. A text that is nothing but one variable takes the type of its value. */
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

/** `${name}` replaced within a text; a name that is not known stays as it stands. */
export function fillText(text: string, variables: Variables): string {
  return text.replace(/\$\{([^}]+)\}/g, (match, name: string) => {
    const value = variables.get(name);
    if (value === undefined) return match;
    return typeof value === 'string' ? value : stringifyJson(value);
  });
}
