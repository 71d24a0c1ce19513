import type { Json } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { isArray, isObject, setOwn } from '../../wire/index.ts';
import { squeezed } from '../facts/list-filter.ts';
import type { MockContext } from '../model/context.ts';

/** What was sent, under the names that the schema has: `FriendlyName` as `friendly_name`, at every depth. Other names stay as they are. */
export function inOwnNames(parts: MockContext, schema: Schema, sent: Json): Json {
  if (isArray(sent)) {
    const { items } = parts.fieldsOf(schema);
    return items === undefined ? sent : sent.map((each) => inOwnNames(parts, items, each));
  }
  if (!isObject(sent)) return sent;
  const { properties } = parts.fieldsOf(schema);
  if (properties.size === 0) return sent;
  const renamed: Record<string, Json> = {};
  for (const [name, value] of Object.entries(sent)) {
    const own = properties.has(name) ? name : (ownName(properties, sent, name) ?? name);
    setOwn(renamed, own, typeof value === 'object' ? inOwnNames(parts, properties.get(own) ?? true, value) : value);
  }
  return renamed;
}

/** The one property of that name in another spelling, unless what was sent names it too. */
function ownName(properties: ReadonlyMap<string, Schema>, sent: object, name: string): string | undefined {
  const plain = squeezed(name);
  const [only, ...others] = [...properties.keys()].filter((each) => squeezed(each) === plain);
  return only === undefined || others.length > 0 || Object.hasOwn(sent, only) ? undefined : only;
}
