import type { Json, JsonObject } from '../../core/index.ts';
import { isArray, isObject } from '../../wire/index.ts';

const AMOUNT = /^(?:amount|value|units)$/i;
const CURRENCY = /^(?:currency|currency_?code)$/i;
const LINE_TOTAL = /^(?:line_?(?:total|amount|price)|sub_?total|total(?:_?(?:price|amount))?|amount)$/i;
const PRICE = /^(?:unit_?(?:price|amount|cost)|price|price_?per_?unit)$/i;
const QUANTITY = /^(?:quantity|qty|count)$/i;

/** An amount: a number, or an object such as `{ amount: 12.5, currency: "EUR" }`. */
export function amountOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (!isObject(value) || memberOf(value, CURRENCY) === undefined) return undefined;
  const amount = value[memberOf(value, AMOUNT) ?? ''];
  return typeof amount === 'number' ? amount : undefined;
}

/** The value with another amount, in cents at most, in the same form. */
export function withAmount(value: Json, amount: number): Json {
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
  const own = currencyOf(value) === undefined ? undefined : memberOf(value, CURRENCY);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === own ? currency : inCurrency(each, currency)]),
  );
}

/** Names of the properties of a line whose values depend on each other: `lineTotal` = `unitPrice` × `quantity`. */
export function lineNames(
  line: JsonObject,
): { readonly total: string; readonly price: string; readonly quantity: string } | undefined {
  const [total, price, quantity] = [memberOf(line, LINE_TOTAL), memberOf(line, PRICE), memberOf(line, QUANTITY)];
  return total === undefined || price === undefined || quantity === undefined ? undefined : { total, price, quantity };
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
export function sumOfLines(lines: readonly Json[]): number | undefined {
  const amounts = lines.map(lineAmount);
  return amounts.every((amount) => amount !== undefined)
    ? amounts.reduce((sum, amount) => sum + (amount ?? 0), 0)
    : undefined;
}

function memberOf(value: JsonObject, form: RegExp): string | undefined {
  return Object.keys(value).find((name) => form.test(name));
}
