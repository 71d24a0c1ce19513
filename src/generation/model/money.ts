import type { Json, JsonObject } from '../../core/index.ts';
import { isArray, isObject } from '../../wire/index.ts';

const AMOUNT = /^(?:amount|value|units)$/i;
const CURRENCY = /^(?:currency|currency_?code)$/i;
const LINE_TOTAL = /^(?:line_?(?:total|amount|price)|sub_?total|total(?:_?(?:price|amount))?|amount)$/i;
const PRICE = /^(?:unit_?(?:price|amount|cost)|price|price_?per_?unit)$/i;
const TOTAL = /^(?:total|sub_?total|total_?(?:price|amount)|amount_?total|grand_?total)$/i;
const QUANTITY = /^(?:quantity|qty|count)$/i;
const PRICED = /price|amount|total|cost/i;

/** Whether a property may be an amount, by its name. */
export function isPriced(name: string): boolean {
  return PRICED.test(name);
}

/** An amount: a number, or an object such as `{ amount: 12.5, currency: "EUR" }`. */
export function amountOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (!isObject(value) || memberOf(value, CURRENCY) === undefined) return undefined;
  const amount = value[memberOf(value, AMOUNT) ?? ''];
  return typeof amount === 'number' ? amount : undefined;
}

/** The value with another amount, in cents at most, in the same form. */
function withAmount(value: Json, amount: number): Json {
  const rounded = Math.round(amount * 100) / 100;
  return isObject(value) ? { ...value, [memberOf(value, AMOUNT) ?? 'amount']: rounded } : rounded;
}

/** The currency of an amount with one, or of an object with one beside its amounts. */
export function currencyOf(value: Json | undefined): string | undefined {
  const currency = isObject(value) ? value[memberOf(value, CURRENCY) ?? ''] : undefined;
  return typeof currency === 'string' ? currency : undefined;
}

/** The value with all its amounts in one currency, in nested objects and lists as well. */
export function inCurrency(value: Json, currency: string): Json {
  if (isArray(value)) return value.map((each) => inCurrency(each, currency));
  if (!isObject(value)) return value;
  const own = hasAmount(value) ? memberOf(value, CURRENCY) : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === own ? currency : inCurrency(each, currency)]),
  );
}

/** Whether an object has an amount of its own, which its currency is about. */
function hasAmount(value: JsonObject): boolean {
  return Object.entries(value).some(
    ([name, each]) => typeof each === 'number' && (AMOUNT.test(name) || isPriced(name)),
  );
}

/** A property and its computed value. */
export type ComputedProperty = readonly [name: string, value: Json];

/** The total of a line, from its price and quantity: `lineTotal` = `unitPrice` × `quantity`. Empty if one of the three is absent. */
export function lineTotalOf(line: JsonObject): readonly ComputedProperty[] {
  const [total, price, quantity] = [memberOf(line, LINE_TOTAL), memberOf(line, PRICE), memberOf(line, QUANTITY)];
  const [each, count] = [amountOf(line[price ?? '']), line[quantity ?? '']];
  return total === undefined || each === undefined || typeof count !== 'number'
    ? []
    : withTotal(line, total, each * count);
}

/** The totals of a record, from the only one of its lists that has prices. Empty if it has several, or none. */
export function totalsOf(record: JsonObject, lists: readonly (readonly Json[])[]): readonly ComputedProperty[] {
  const [sum, ...others] = lists.map(sumOfLines).filter((each) => each !== undefined);
  if (sum === undefined || others.length > 0) return [];
  return Object.keys(record).flatMap((name) => (TOTAL.test(name) ? withTotal(record, name, sum) : []));
}

function withTotal(record: JsonObject, name: string, total: number): readonly ComputedProperty[] {
  const before = record[name];
  return before === undefined || amountOf(before) === undefined ? [] : [[name, withAmount(before, total)]];
}

/** The price of one line: its total, else its price times its quantity. */
function lineAmount(line: Json): number | undefined {
  if (!isObject(line)) return undefined;
  const whole = amountOf(line[memberOf(line, LINE_TOTAL) ?? '']);
  const price = amountOf(line[memberOf(line, PRICE) ?? '']);
  const quantity = line[memberOf(line, QUANTITY) ?? ''];
  return whole ?? (price === undefined ? undefined : price * (typeof quantity === 'number' ? quantity : 1));
}

/** The sum of a list of lines, 0 for an empty list; `undefined` if one of them has no price. */
function sumOfLines(lines: readonly Json[]): number | undefined {
  const amounts = lines.map(lineAmount);
  return amounts.every((amount) => amount !== undefined)
    ? amounts.reduce((sum, amount) => sum + (amount ?? 0), 0)
    : undefined;
}

function memberOf(value: JsonObject, form: RegExp): string | undefined {
  return Object.keys(value).find((name) => form.test(name));
}
