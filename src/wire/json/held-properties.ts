import type { JsonObject } from '../../core/index.ts';
import { isObject } from './json-kinds.ts';

/** An item with the properties of one of its objects among its own, instead of that object. Of two with one name, the outer one stays. */
export function withHeldProperties(item: JsonObject, holder: string | undefined): JsonObject {
  const held = holder === undefined ? undefined : item[holder];
  if (holder === undefined || held === undefined || !isObject(held)) return item;
  const { [holder]: _, ...own } = item;
  return { ...held, ...own };
}

/** The item of which `withHeldProperties` has made another one, with the properties that this one has. */
export function asHeldProperties(flat: JsonObject, item: JsonObject, holder: string | undefined): JsonObject {
  const held = holder === undefined ? undefined : item[holder];
  if (holder === undefined || held === undefined || !isObject(held)) return flat;
  const isOwn = ([name]: readonly [string, unknown]): boolean => name !== holder && Object.hasOwn(item, name);
  const hidden = Object.entries(held).filter(isOwn);
  const inner = Object.entries(flat).filter((each) => !isOwn(each));
  return {
    ...Object.fromEntries(Object.entries(flat).filter(isOwn)),
    [holder]: Object.fromEntries([...hidden, ...inner]),
  };
}
