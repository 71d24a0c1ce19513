import type { Json, JsonObject } from '../../core/index.ts';
import { type ListDetails, pointerTo, type Resource } from '../../resources/index.ts';
import { type Schema, wordsOf } from '../../spec/index.ts';
import type { Condition } from '../../state/index.ts';
import { decodePercent, formatPointer, isObject, valueAt, withoutSeparators } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import type { EntityPlace } from '../model/place.ts';
import { eitherType } from './either-type.ts';

/** Whether any string in a value contains the searched words, ignoring case. */
export function mentions(value: Json, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text);
  if (typeof value !== 'object' || value === null) return false;
  for (const each of Object.values<Json>(value)) if (mentions(each, text)) return true;
  return false;
}

/** The conditions that a request's query sets with documented filters. */
export function filters(
  mock: MockContext,
  context: RequestContext,
  { schema }: Pick<Resource, 'schema'>,
  details: ListDetails,
): readonly Condition[] {
  const conditions: Condition[] = [];
  const { query } = context.parameters;
  const queried = [
    ...details.filters.map((filter) => ({ filter, value: query[filter.parameter] ?? filter.usual })),
    ...(details.parts ?? []).map((filter) => ({
      filter,
      value: valueAt(query[filter.parameter] ?? null, formatPointer(filter.path)),
    })),
  ];
  for (const { filter, value } of queried) {
    const { pointer, op, off, separator, exclusive } = filter;
    // Forms send an empty value if nothing was chosen.
    if (value === undefined || value === '' || off?.includes(String(value)) === true) continue;
    const property = comparedAt(mock, schema, pointer);
    const [, word = '', operand = ''] = (op === 'equals' && OPERATED.exec(String(value))) || [];
    const operator = OPERATORS.get(word);
    if (operator !== undefined && takesOperators(mock, context, schema, { details, property })) {
      conditions.push({ pointer, op: operator, value: typedAs(mock, property, operand) });
      continue;
    }
    const values = separator === undefined ? value : String(value).split(separator).map(trim);
    const typed = Array.isArray(values)
      ? (values as readonly Json[]).map((each) => typedAs(mock, property, each))
      : typedAs(mock, property, values);
    const bound =
      op === 'max' && exclusive !== true && typeof typed === 'string' && DAY.test(typed)
        ? endOfDay(mock, property, typed)
        : typed;
    const compared = exclusive === true && (op === 'min' || op === 'max') ? BEYOND[op] : op;
    conditions.push(
      Array.isArray(bound)
        ? { pointer, op: op === 'contains' ? op : 'in', value: bound }
        : { pointer, op: compared === 'in' ? 'equals' : compared, value: bound },
    );
  }
  for (const { parameter, pointer } of details.ranges ?? [])
    conditions.push(...boundsIn(mock, schema, pointer, context.parameters.query[parameter]));
  for (const { parameter, pointer, value } of details.states ?? [])
    if (String(query[parameter]) === 'true') conditions.push({ pointer, op: 'equals', value });
  const read = new Set([
    ...queried.map(({ filter }) => filter.parameter),
    ...(details.ranges ?? []).map((each) => each.parameter),
  ]);
  for (const [name, value] of Object.entries(query))
    if (!read.has(name) && isObject(value)) conditions.push(...pairsIn(mock, schema, name, value));
  return conditions;
}

/**
 * The conditions on keys and their values: `metadata[colour]=red` for records with a map `metadata`, or with a list of `{ key, value }`.
 */
function pairsIn(mock: MockContext, schema: Schema, parameter: string, sent: JsonObject): readonly Condition[] {
  const { fieldsOf } = mock;
  const [name, property] =
    [...fieldsOf(schema).properties].find(([each]) => withoutSeparators(each) === withoutSeparators(parameter)) ?? [];
  if (name === undefined || property === undefined) return [];
  const { items, properties } = fieldsOf(property);
  const plain = Object.entries(sent).filter(([, value]) => value !== null && typeof value !== 'object');
  if (items === undefined)
    return properties.size > 0
      ? []
      : plain.map(([key, value]) => ({ pointer: formatPointer([name, key]), op: 'in', value: eitherType(value) }));
  const pair = [...fieldsOf(items).properties];
  const key = pair.find(([each]) => KEYS.test(each))?.[0];
  const holder = pair.find(([each]) => /^value$/i.test(each));
  if (key === undefined || holder === undefined || pair.length > 2) return [];
  return plain.map(([each, value]) => ({
    pointer: formatPointer([name]),
    op: 'contains',
    value: { [key]: each, [holder[0]]: typedAs(mock, holder[1], value) },
  }));
}

const KEYS = /^(?:key|name)$/i;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day as the last bound of times includes the whole day. */
function endOfDay({ api }: MockContext, property: Schema | undefined, day: string): string {
  const target = api.deref(property ?? true);
  return typeof target === 'object' && target.format === 'date-time' ? `${day}T23:59:59.999Z` : day;
}

/** A value with its operator: `gte.18`. */
const OPERATED = /^([a-z]+)\.(.+)$/s;
const OPERATORS: ReadonlyMap<string, Condition['op']> = new Map([
  ['eq', 'equals'],
  ['gte', 'min'],
  ['gt', 'above'],
  ['lte', 'max'],
  ['lt', 'below'],
]);

/**
 * Whether the filters of a list take values with operators: a filter of a number or of listed words is any text. A text such as `lt.dan` may be a value
 * of its own, unless that holds for the id, too.
 */
function takesOperators(
  mock: MockContext,
  context: RequestContext,
  schema: Schema,
  { details, property: of }: { readonly details: ListDetails; readonly property: Schema | undefined },
): boolean {
  const isText = mock.validator.accepts(of ?? true, 'eq.0', 'response');
  const id = pointerTo(context.role.resource?.id?.property ?? 'id');
  const isMeant = (pointer: string): boolean => !isText || pointer === id;
  return details.filters.some(({ parameter, pointer, op }) => {
    const own = context.operation.parameters.find(({ name, in: at }) => name === parameter && at === 'query')?.schema;
    const isAnyText = typeof own === 'object' && own.type === 'string' && own.enum === undefined;
    const property = comparedAt(mock, schema, pointer);
    return (
      op === 'equals' && isAnyText && isMeant(pointer) && !mock.validator.accepts(property ?? true, 'eq.0', 'response')
    );
  });
}

const AT_LEAST = /^(?:gte?|ge|min|from|start|after|since)$/i;
const LEAVES_OUT = /^(?:gt|lt)$/i;
/** The bounds that leave out their own value. */
const BEYOND = { min: 'above', max: 'below' } as const;

/** The bounds in an object: `{ gte: 7, lt: 9 }`. */
function boundsIn(mock: MockContext, schema: Schema, pointer: string, sent: Json | undefined): readonly Condition[] {
  const property = comparedAt(mock, schema, pointer);
  if (!isObject(sent))
    return sent === undefined || sent === '' ? [] : [{ pointer, op: 'equals', value: typedAs(mock, property, sent) }];
  return Object.entries(sent).map(([name, value]): Condition => {
    const op = AT_LEAST.test(name) ? 'min' : 'max';
    return { pointer, op: LEAVES_OUT.test(name) ? BEYOND[op] : op, value: typedAs(mock, property, value) };
  });
}

function trim(text: string): string {
  return text.trim();
}

/** Schema of the compared value; of each item if the property is a list. */
function comparedAt({ fieldsOf }: MockContext, schema: Schema, pointer: string): Schema | undefined {
  const [outer = '', inner] = pointer.split('/*');
  const here = schemaAt(fieldsOf, schema, outer);
  const items = here === undefined ? undefined : fieldsOf(here).items;
  if (items === undefined) return here;
  return inner === undefined ? items : schemaAt(fieldsOf, items, inner);
}

/** A filter's string in the type of the compared property. */
function typedAs(mock: MockContext, property: Schema | undefined, value: Json): Json {
  if (property === undefined || mock.validator.accepts(property, value, 'response')) return value;
  const other =
    typeof value === 'string'
      ? value === 'true' || value === 'false'
        ? value === 'true'
        : /^-?\d{1,15}(\.\d+)?$/.test(value)
          ? Number(value)
          : value
      : String(value);
  return mock.validator.accepts(property, other, 'response') ? other : value;
}

export function requestedOrder(
  mock: MockContext,
  context: RequestContext,
  place: EntityPlace,
  details: ListDetails,
): readonly { pointer: string; descending: boolean }[] {
  const { sort, sorts = [] } = details;
  const { query } = context.parameters;
  const own = sorts.length === 0 ? [] : orderByProperties(context, sorts);
  if (own.length > 0) return own;
  const value = sort === undefined ? undefined : (query[sort.parameter] ?? sort.usual);
  if (sort === undefined || value === undefined) return [];
  const direction = sort.order === undefined ? undefined : query[sort.order];
  const down = (sort.descending ?? 'desc').toLowerCase();
  const reversed = direction === true || (direction !== undefined && String(direction).toLowerCase() === down);
  const { properties } = mock.fieldsOf(place.resource.schema);
  // JSON:API has an entity's properties in `attributes`.
  const attributes = [...mock.fieldsOf(properties.get('attributes') ?? false).properties.keys()];
  return sortKeys(value).flatMap(({ name, descending }) => {
    const own = propertyNamed([...properties.keys()], name);
    const inner = own === undefined ? propertyNamed(attributes, name) : undefined;
    const path = own !== undefined ? [own] : inner !== undefined ? ['attributes', inner] : undefined;
    return path === undefined ? [] : [{ pointer: formatPointer(path), descending: descending || reversed }];
  });
}

/** The order of a request with a parameter for each property, of which the first one in the request comes first. */
function orderByProperties(
  { parameters, request }: RequestContext,
  sorts: NonNullable<ListDetails['sorts']>,
): readonly { readonly pointer: string; readonly descending: boolean }[] {
  const names = request.query.split('&').map((pair) => decodePercent(pair.replace(/=.*$/s, '')));
  const found = sorts.flatMap(({ parameter, pointer }) => {
    const direction = parameters.query[parameter];
    const at = names.indexOf(parameter);
    return direction === undefined ? [] : [{ at, pointer, descending: /^desc/i.test(String(direction)) }];
  });
  return found.sort((one, other) => one.at - other.at);
}

/**
 * Names and directions in a sort value: `-name`, `name:desc`, `name desc`, `name.desc`, and `name,desc`, in which the
 * direction is a value of its own.
 */
function sortKeys(value: Json): readonly { readonly name: string; readonly descending: boolean }[] {
  const text = Array.isArray(value) ? (value as readonly Json[]).map(String).join(',') : String(value);
  const joined = text.replace(/,\s*(asc|desc)\s*(?=,|$)/gi, ':$1').split(',');
  return joined.map((each) => {
    const [, sign, name = '', suffix] =
      /^([+-]?)([^: ]+?)(?:[:. ]+(asc|desc)(?:\.nulls(?:first|last))?)?$/i.exec(each.trim()) ?? [];
    return { name, descending: sign === '-' || suffix?.toLowerCase() === 'desc' };
  });
}

/** The property of that name in any spelling, or the only one whose first words it is (`country` of `country_code`). */
function propertyNamed(properties: readonly string[], name: string): string | undefined {
  const own = withoutSeparators(name);
  const same =
    properties.find((each) => each === name) ??
    properties.find((each) => withoutSeparators(each) === own || withoutSeparators(each) === `${own}at`) ??
    properties.find((each) => own === `${withoutSeparators(each)}time` || own === `${withoutSeparators(each)}date`);
  const first = `${wordsOf(name).join(' ')} `;
  const longer = same === undefined ? properties.filter((each) => `${wordsOf(each).join(' ')} `.startsWith(first)) : [];
  return same ?? (longer.length === 1 ? longer[0] : undefined);
}
