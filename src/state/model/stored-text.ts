import { type Json, StandinError } from '../../core/index.ts';
import { parseJson, stringifyJson } from '../../wire/index.ts';

/**
 * A string in a form that survives UTF-8 and engines that end strings at NUL: keys and names may be any
 * JSON string.
 */
export const storedName = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that do not survive
  /[\u0000\u0001\p{Surrogate}]/u.test(name) ? `\u0001${JSON.stringify(name)}` : name;

export const nameStored = (text: string): string => (text.startsWith('\u0001') ? JSON.parse(text.slice(1)) : text);

export const storedValue = (value: Json): string => stringifyJson(value);

/** Throws `state.damaged`. */
export function valueStored(text: string): Json {
  const result = parseJson(text, { maxDepth: 100_000 });
  if (result.ok) return result.value;
  throw new StandinError('state.damaged', `A stored value is damaged: ${result.reason}.`);
}

/** Throws `state.damaged`. */
export function integerStored(text: unknown): bigint {
  if (/^-?\d+$/.test(String(text))) return BigInt(String(text));
  throw new StandinError('state.damaged', 'A stored value is damaged: a number was expected.');
}
