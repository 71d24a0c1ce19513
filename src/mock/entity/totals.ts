import type { Json, JsonObject } from '../../core/index.ts';
import { amountOf, lineNames, sumOfLines, withAmount } from '../../generation/index.ts';
import type { Schema } from '../../spec/index.ts';
import { isArray } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

const TOTAL = /^(?:total|sub_?total|total_?(?:price|amount)|amount_?total|grand_?total)$/i;
const PRICED = /price|amount|total|cost/i;

/**
 * A record with its sums computed: `lineTotal` = `unitPrice` × `quantity`, and `total` the sum of its only list of priced lines. `fixed` names properties
 * that keep their values. Unchanged if the result would not fit the schema.
 */
export function withTotals(
  parts: MockContext,
  schema: Schema,
  value: JsonObject,
  fixed: (name: string) => boolean,
): JsonObject {
  const said = [...lineTotal(value), ...sums(parts, schema, value)].filter(([name]) => !fixed(name));
  if (said.length === 0) return value;
  const after = { ...value, ...Object.fromEntries(said) };
  return parts.validator.accepts(schema, after, 'response') ? after : value;
}

type Member = readonly [name: string, value: Json];

function lineTotal(value: JsonObject): readonly Member[] {
  const names = lineNames(value);
  if (names === undefined) return [];
  const [price, quantity] = [amountOf(value[names.price]), value[names.quantity]];
  return price === undefined || typeof quantity !== 'number' ? [] : amount(value, names.total, price * quantity);
}

function sums(parts: MockContext, schema: Schema, value: JsonObject): readonly Member[] {
  const totals = Object.keys(value).filter((name) => TOTAL.test(name));
  if (totals.length === 0) return [];
  const { properties } = parts.fieldsOf(schema);
  const lists = [...properties].flatMap(([name, property]): readonly (readonly Json[])[] => {
    const list = value[name];
    const { items } = parts.fieldsOf(property);
    const isPriced =
      items !== undefined && [...parts.fieldsOf(items).properties.keys()].some((each) => PRICED.test(each));
    return isPriced && list !== undefined && isArray(list) ? [list] : [];
  });
  const [only, ...others] = lists;
  const sum = only === undefined || others.length > 0 ? undefined : sumOfLines(only);
  return sum === undefined ? [] : totals.flatMap((name) => amount(value, name, sum));
}

function amount(value: JsonObject, name: string, said: number): readonly Member[] {
  const before = value[name];
  return before === undefined || amountOf(before) === undefined ? [] : [[name, withAmount(before, said)]];
}
