import type { Json, JsonObject } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Schema } from '../../spec/index.ts';
import { isArray, isObject, withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

/** A nested list in an envelope: `{ data: [], has_more, url }`. */
export interface EnvelopedList {
  /** Name of the array property, and the schema of its items. */
  readonly name: string;
  readonly items: Schema;
}

const MORE = /^(?:has|is)?(?:more|next|nextpage|truncated)$/;
const COUNT = /^(?:total|count|totalcount|totalitems|totalresults|size)$/;
const ADDRESS = /^(?:url|href|self|link)$/;
const MOST_MEMBERS = 8;

/** The list in an envelope: one array of objects, and besides it only properties about a list. */
export function envelopedListOf(mock: MockContext, schema: Schema): EnvelopedList | undefined {
  const fields = mock.fieldsOf(schema);
  if (fields.properties.size < 2 || fields.properties.size > MOST_MEMBERS) return undefined;
  const names = [...fields.properties.keys()];
  if (!names.some((name) => MORE.test(withoutSeparators(name)))) return undefined;
  const lists = [...fields.properties].flatMap(([name, property]): readonly EnvelopedList[] => {
    const { items } = mock.fieldsOf(property);
    return items !== undefined && mock.fieldsOf(items).properties.size > 0 ? [{ name, items }] : [];
  });
  const [only, ...others] = lists;
  return others.length > 0 ? undefined : only;
}

/** The record that contains the lists. */
interface Holder {
  readonly mock: MockContext;
  readonly resource: Resource;
  readonly id: Json | undefined;
}

/** The nested lists of a record, complete and counted, with their URL. Their items name the record. */
export function withWholeLists(holder: Holder, value: JsonObject): JsonObject {
  const { mock, resource } = holder;
  const whole: Record<string, Json> = {};
  for (const [name, property] of mock.fieldsOf(resource.schema).properties) {
    const list = Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    const nested = isObject(list) ? envelopedListOf(mock, property) : undefined;
    if (isObject(list) && nested !== undefined) whole[name] = withListFacts(holder, property, list, nested);
  }
  return Object.keys(whole).length === 0 ? value : { ...value, ...whole };
}

function withListFacts(holder: Holder, schema: Schema, list: JsonObject, nested: EnvelopedList): JsonObject {
  const { mock } = holder;
  const shown = list[nested.name] ?? null;
  const values: Record<string, Json> = {};
  for (const [each, property] of mock.fieldsOf(schema).properties) {
    const value = fieldValue(mock, withoutSeparators(each), nested, isArray(shown) ? shown.length : 0);
    if (value !== undefined && mock.validator.accepts(property, value, 'response')) values[each] = value;
  }
  if (isArray(shown)) values[nested.name] = shown.map((item) => withOwnerId(holder, nested.items, item));
  return { ...list, ...values };
}

function fieldValue(mock: MockContext, word: string, { items }: EnvelopedList, count: number): Json | undefined {
  if (MORE.test(word)) return false;
  if (COUNT.test(word)) return count;
  return ADDRESS.test(word) ? addressOf(mock, items) : undefined;
}

/**
 * An item with the id of its record under the record's name: `subscription` in the items of a subscription.
 */
function withOwnerId({ mock, resource, id }: Holder, items: Schema, item: Json): Json {
  const owner = withoutSeparators(resource.singular);
  if (!isObject(item) || id === undefined) return item;
  const name = Object.keys(item).find(
    (each) => withoutSeparators(each) === owner || withoutSeparators(each) === `${owner}id`,
  );
  const property = name === undefined ? undefined : mock.fieldsOf(items).properties.get(name);
  if (name === undefined || property === undefined) return item;
  return mock.validator.accepts(property, id, 'response') ? { ...item, [name]: id } : item;
}

/** The path of the collection of the items. */
function addressOf(mock: MockContext, items: Schema): string | undefined {
  const reference = typeof items === 'object' ? items.$ref : undefined;
  const word = reference?.slice(reference.lastIndexOf('/') + 1);
  const home = word === undefined ? undefined : mock.model.meant(word);
  return home?.collectionPath?.includes('{') === false ? home.collectionPath : undefined;
}
