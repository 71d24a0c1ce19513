import type { Json } from '../../core/index.ts';
import { isArray, isObject, stringifyJson } from '../../wire/index.ts';

/** JSON text of entities in lists, reused because most entities of a changed list are unchanged. */
export type Texts = WeakMap<object, string>;

/**
 * JSON text of an answer with a list of entities, as a whole or in one property. Each entity is serialised
 * once.
 */
export function listText(texts: Texts, whole: Json, list: readonly Json[]): string {
  if (whole === list) return itemsText(texts, list);
  if (!isObject(whole)) return stringifyJson(whole);
  const members: string[] = [];
  for (const name of Object.keys(whole)) {
    const value = whole[name] ?? null;
    members.push(`${JSON.stringify(name)}:${value === list ? itemsText(texts, list) : stringifyJson(value)}`);
  }
  return `{${members.join(',')}}`;
}

function itemsText(texts: Texts, list: readonly Json[]): string {
  let text = '';
  for (const item of list) text += (text === '' ? '[' : ',') + itemText(texts, item);
  return text === '' ? '[]' : `${text}]`;
}

function itemText(texts: Texts, item: Json): string {
  if (!isObject(item) && !isArray(item)) return stringifyJson(item);
  let text = texts.get(item);
  if (text === undefined) {
    text = stringifyJson(item);
    texts.set(item, text);
  }
  return text;
}
