import type { Json, JsonObject } from '../../core/index.ts';
import type { Filter, FilterPart, ListDetails } from '../../resources/index.ts';
import type { Operation, Schema } from '../../spec/index.ts';
import { isArray, isObject, stringifyJson, valueAt } from '../../wire/index.ts';
import { compare } from '../model/order.ts';
import type { FilterUse, Stimulus } from '../model/purpose.ts';

/** The filters of a request: the one that is judged, and those beside it. */
export function filtersOf(story: Extract<Stimulus, { readonly kind: 'filter' }>): readonly FilterUse[] {
  return [story, ...(story.beside ?? [])];
}

/** Such as `size=2&name="ron"`. */
export function filtersText(filters: readonly FilterUse[]): string {
  return filters.map(({ parameter, value }) => `${parameter}=${stringifyJson(value)}`).join('&');
}

/** Whether a filtered answer may hold an item. An item without the property may always be in it. */
export function mayFit(item: Json, filters: readonly FilterUse[]): boolean {
  return filters.every((filter) => letsThrough(filter, filteredAt(item, filter.pointer)));
}

/** Whether a filter lets through an item with this value at its pointer. */
export function letsThrough(filter: FilterUse, value: Json | undefined): boolean {
  return value === undefined || fits(value, filter);
}

/** Whether a filtered answer must hold an item: it has the property, and the rule is certain. */
export function mustFit(item: Json, filters: readonly FilterUse[]): boolean {
  return filters.every((filter) => {
    const value = filteredAt(item, filter.pointer);
    if (value === undefined || value === null || !fits(value, filter)) return false;
    if (isArray(value) && isArray(filter.value) && !filter.value.every((each) => has(value, each))) return false;
    const bound = filter.op === 'min' || filter.op === 'max';
    const includes = filter.inclusive === true || /(^|_|-)(min|max)/i.test(filter.parameter);
    return !bound || includes || compare(value, filter.value) !== 0;
  });
}

/**
 * The values of an item that a filter compares: one value, or those of all items of a list (`?tags=new`
 * beside `[{ name }]`).
 */
export function filteredAt(item: Json, pointer: string): Json | undefined {
  const [outer = '', inner] = pointer.split('/*');
  const value = valueAt(item, outer);
  return inner !== undefined && isArray(value) ? value.flatMap((each) => valueAt(each, inner) ?? []) : value;
}

/** A value of an item that can be sent as its filter. */
export function scalarIn(item: Json, { pointer, separator }: Filter): Json | undefined {
  const value = filteredAt(item, pointer);
  // A service that compares only the first value of a list would find it.
  const scalar = isArray(value) ? value.at(-1) : value;
  // An empty string may mean no filter as well as an empty value.
  if (scalar === undefined || scalar === null || scalar === '' || typeof scalar === 'object') return undefined;
  return separator !== undefined && String(scalar).includes(separator) ? undefined : scalar;
}

/** One value in the form that the parameter of a filter needs. */
export function asSent({ op, many, separator }: Filter, value: Json): Json {
  const isList = many === true || (op === 'in' && separator === undefined);
  return isList && !isArray(value) ? [value] : value;
}

/** A filter with a parameter of its own, or one inside a parameter that is an object. */
export type SentFilter = Filter | FilterPart;

/** The name of a filter as a query has it: `status`, `filter[status]`. */
export function filterName(filter: SentFilter): string {
  return (
    filter.parameter +
    pathOf(filter)
      .map((name) => `[${name}]`)
      .join('')
  );
}

/** The steps from the parameter of a filter to its value; none if the parameter is the value. */
export function pathOf(filter: SentFilter): readonly string[] {
  return 'path' in filter ? filter.path : [];
}

/** The query parameters that send filters with their values. Filters in the same object are sent in one parameter. */
export function filterParameters(
  sent: readonly (readonly [filter: SentFilter, value: Json])[],
): Readonly<Record<string, Json>> {
  let parameters: JsonObject = {};
  for (const [filter, value] of sent)
    parameters = withMember(parameters, [filter.parameter, ...pathOf(filter)], asSent(filter, value));
  return parameters;
}

function withMember(object: JsonObject, [name = '', ...path]: readonly string[], value: Json): JsonObject {
  const inner = Object.hasOwn(object, name) ? object[name] : undefined;
  return { ...object, [name]: path.length === 0 ? value : withMember(isObject(inner) ? inner : {}, path, value) };
}

function has(list: readonly Json[], wanted: Json): boolean {
  return list.some((each) => String(each) === String(wanted));
}

/** Digits as the number that they are: an int64 is written as text, and `"9"` is less than `"67"`. */
function asNumber(value: Json): Json {
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : value;
}

function fits(value: Json, { value: wanted, op, exclusive }: FilterUse): boolean {
  const least = exclusive === true ? 1 : 0;
  if (isArray(wanted) && isArray(value)) return wanted.some((each) => has(value, each));
  if (isArray(wanted)) return wanted.some((each) => String(each) === String(value));
  switch (op) {
    case 'contains':
      return isArray(value)
        ? value.some((each) => String(each) === String(wanted))
        : String(value).toLowerCase().includes(String(wanted).toLowerCase());
    case 'min':
      return [value].flat().some((each) => compare(asNumber(each), asNumber(wanted)) >= least);
    case 'max':
      return [value].flat().some((each) => compare(asNumber(each), asNumber(wanted)) <= -least);
    default:
      return isArray(value) ? value.some((each) => String(each) === String(wanted)) : String(value) === String(wanted);
  }
}

/** Parameters that every request of an API has. */
const OF_THE_API = /^(api[-_.]?)?version$/i;

/** Whether a parameter may have a value: it is among the listed ones, or none are listed. */
function isListed(schema: Schema | undefined, value: Json): boolean {
  const listed = typeof schema === 'object' ? schema.enum : undefined;
  return listed === undefined || has(listed, value);
}

/** Whether a list that is filtered by its default leaves out an item with another value. */
function hides({ op, off = [] }: Filter, usual: Json, value: Json): boolean {
  if (op !== 'equals' && op !== 'in') return false;
  const values = [usual].flat();
  return !values.some((each) => String(each) === String(value) || off.includes(String(each)));
}

/** Whether a flag makes a list show all items, and some otherwise: `all`, `show_all`. */
function isForAll(name: string, schema: Schema | undefined): boolean {
  const isFlag = typeof schema === 'object' && schema.type === 'boolean' && schema.default !== true;
  return isFlag && /^(?:(?:show|list|include|get)[_-]?)?all$/i.test(name);
}

/** Whether an item has a flag or a date. */
function isSet(item: Json | undefined, pointer: string): boolean {
  const value = item === undefined ? undefined : valueAt(item, pointer);
  return value !== undefined && value !== null && value !== false;
}

/**
 * Values that let a list show the item: of all required filters, of those whose default would hide it (`state=closed`
 * where `state` is `open` by default), and of those that add what is hidden (`include_archived`). Undefined if the item does not show what a required filter asks for.
 */
export function filtersToShow(
  { operation, list }: { readonly operation: Operation; readonly list: ListDetails },
  entity: Json | undefined,
): Readonly<Record<string, Json>> | undefined {
  const values: Record<string, Json> = Object.create(null);
  const { page, sort, sorts = [] } = list;
  const orders = [sort?.parameter, sort?.order, ...sorts.map(({ parameter }) => parameter)];
  const harmless = [page.limit, page.offset, page.page, page.cursor, page.before, ...orders];
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place !== 'query' || harmless.includes(name) || OF_THE_API.test(name)) continue;
    const usual = typeof schema === 'object' ? schema.default : undefined;
    if (isForAll(name, schema)) {
      values[name] = true;
      continue;
    }
    if (list.hidden?.some(({ parameter, pointer }) => parameter === name && isSet(entity, pointer)) === true) {
      values[name] = true;
      continue;
    }
    if (!required && usual === undefined) continue;
    const filter = list.filters.find(({ parameter }) => parameter === name);
    const value = filter === undefined || entity === undefined ? undefined : scalarIn(entity, filter);
    if (!required && (filter === undefined || value === undefined || !hides(filter, usual ?? null, value))) continue;
    if (filter === undefined || value === undefined) return undefined;
    const shown = isListed(schema, value) ? value : filter.off?.[0];
    if (shown === undefined) return undefined;
    values[name] = asSent(filter, shown);
  }
  return values;
}
