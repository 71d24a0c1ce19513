import type { Json, JsonObject } from '../../core/index.ts';
import { countsAmong, isPriced, lineTotalOf, spanLength, spansAmong, totalsOf } from '../../generation/index.ts';
import type { Schema } from '../../spec/index.ts';
import { isArray } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

/**
 * A record with its sums computed: `lineTotal` = `unitPrice` × `quantity`, `total` the sum of its only list of priced lines, `item_count` the length of `items`, and `nights` those between its dates. `fixed` names properties
 * that keep their values. Unchanged if the result would not fit the schema.
 */
export function withTotals(
  mock: MockContext,
  schema: Schema,
  value: JsonObject,
  fixed: (name: string) => boolean,
): JsonObject {
  const computed = [
    ...lineTotalOf(value),
    ...totalsOf(value, pricedLists(mock, schema, value)),
    ...countsOf(value),
    ...lengthsOf(value),
  ];
  const sums = computed.filter(([name]) => !fixed(name));
  if (sums.length === 0) return value;
  const after = { ...value, ...Object.fromEntries(sums) };
  return mock.validator.accepts(schema, after, 'response') ? after : value;
}

/** The lists of a record whose items have a price by their schema, so that an empty one counts as well. */
function pricedLists(mock: MockContext, schema: Schema, value: JsonObject): readonly (readonly Json[])[] {
  return [...mock.fieldsOf(schema).properties].flatMap(([name, property]): readonly (readonly Json[])[] => {
    const list = value[name];
    if (list === undefined || !isArray(list)) return [];
    const { items } = mock.fieldsOf(property);
    return items !== undefined && [...mock.fieldsOf(items).properties.keys()].some(isPriced) ? [list] : [];
  });
}

/** How many entries the lists have that a request sends and its record does not show: `total_operations` of `{ operations: [] }`. */
export function countsOfSent(mock: MockContext, schema: Schema, sent: JsonObject): JsonObject {
  const { properties } = mock.fieldsOf(schema);
  const lists = Object.keys(sent).filter((name) => isArray(sent[name] ?? null) && !properties.has(name));
  if (lists.length === 0) return {};
  const counts = countsOf({ ...Object.fromEntries([...properties.keys()].map((name) => [name, null])), ...sent });
  return Object.fromEntries(
    counts.filter(([name, count]) => {
      const property = properties.get(name) ?? false;
      const target = mock.api.deref(property);
      const isSum = typeof target === 'object' && SAYS_SUM.test(target.description ?? '');
      return !isSum && mock.validator.accepts(property, count, 'response');
    }),
  );
}

/** What a total may be other than a number of entries. */
const SAYS_SUM = /\b(?:sum|amounts?|prices?|costs?|charges?|duration|size)\b/i;

/** How long the spans of a record are: its `nights`, by its dates. */
function lengthsOf(value: JsonObject): readonly (readonly [string, Json])[] {
  return spansAmong(Object.keys(value)).flatMap((span): readonly (readonly [string, Json])[] => {
    const length = spanLength(span, value);
    return length === undefined ? [] : [[span.name, length]];
  });
}

function countsOf(value: JsonObject): readonly (readonly [string, Json])[] {
  return countsAmong(Object.keys(value)).flatMap(([count, list]): readonly (readonly [string, Json])[] => {
    const counted = value[list];
    return counted !== undefined && isArray(counted) ? [[count, counted.length]] : [];
  });
}
