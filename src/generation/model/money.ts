import type { Json, JsonObject } from '../../core/index.ts';
import { isArray, isObject } from '../../wire/index.ts';

const AMOUNT = /^(?:amount|value|units)$/i;
const CURRENCY = /^(?:currency|currency_?code)$/i;
const LINE_TOTAL = /^(?:line_?(?:total|amount|price)|sub_?total|total(?:_?(?:price|amount|money))?|amount)$/i;
const PRICE = /^(?:unit_?(?:price|amount|cost)(?:_?money)?|(?:base_?)?price(?:_?money)?|price_?per_?unit)$/i;
const TOTAL = /^(?:total|sub_?total|total_?(?:price|amount|money)|amount_?total|grand_?total)$/i;
const SUBTOTAL = /^sub_?total(?:_?(?:price|amount|money))?$/i;
const ADDED = /^(?:(?:sales_?)?tax|vat|shipping|delivery)(?:_?(?:total|amount|fee|cost|price))?$/i;
const TAKEN = /^discount(?:_?(?:total|amount))?$/i;
/** The amount of a payment, and what is paid with it. */
const OWN_AMOUNT = /^amount(?:_?money)?$/i;
const TIP = /^(?:tip|gratuity)(?:_?(?:amount|money))?$/i;
const QUANTITY = /^(?:quantity|qty|count)$/i;
const PRICED = /price|amount|total|cost/i;

/** Whether a property may be an amount, by its name. */
export function isPriced(name: string): boolean {
  return PRICED.test(name);
}

/** Whether a property says how many of something there are, by its name. */
export function isQuantity(name: string): boolean {
  return QUANTITY.test(name);
}

/** Whether a property is the price of one piece, by its name: `price`, `unit_price`. */
export function isUnitPrice(name: string): boolean {
  return PRICE.test(name);
}

/** Whether a property is the price of one night, by its name: `price_per_night`, `nightlyRate`. */
export function isNightlyPrice(name: string): boolean {
  return /^(?:price|rate|cost)_?per_?night$|^nightly_?(?:price|rate|cost)$/i.test(name);
}

/** The property with the whole price of a record, by its name. */
export function totalIn(names: readonly string[]): string | undefined {
  return names.find((name) => TOTAL.test(name));
}

/** An amount: a number, or an object such as `{ amount: 12.5, currency: "EUR" }`. */
export function amountOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (!isObject(value) || memberOf(value, CURRENCY) === undefined) return undefined;
  const amount = value[memberOf(value, AMOUNT) ?? ''];
  return typeof amount === 'number' ? amount : undefined;
}

/** The value with another amount, in cents at most, in the same form, and in that currency if it has one. */
function withAmount(value: Json, amount: number, currency: string | undefined): Json {
  const rounded = Math.round(amount * 100) / 100;
  if (!isObject(value)) return rounded;
  const unit = currency === undefined ? undefined : memberOf(value, CURRENCY);
  return {
    ...value,
    [memberOf(value, AMOUNT) ?? 'amount']: rounded,
    ...(unit === undefined ? {} : { [unit]: currency ?? null }),
  };
}

/** Whether an object with these members is an amount with its currency. */
export function isMoney(names: readonly string[]): boolean {
  return names.length === 2 && names.some((name) => AMOUNT.test(name)) && names.some((name) => CURRENCY.test(name));
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

/** A sum, and the currency of what it is the sum of. */
interface Sum {
  readonly amount: number;
  readonly currency: string | undefined;
}

/** A property and its computed value. */
export type ComputedProperty = readonly [name: string, value: Json];

/** The total of a line, from its price and quantity: `lineTotal` = `unitPrice` × `quantity`. Empty if one of the three is absent. */
export function lineTotalOf(line: JsonObject): readonly ComputedProperty[] {
  const [total, price, quantity] = [memberOf(line, LINE_TOTAL), memberOf(line, PRICE), memberOf(line, QUANTITY)];
  const [each, count] = [amountOf(line[price ?? '']), countIn(line[quantity ?? ''])];
  return total === undefined || each === undefined || count === undefined
    ? []
    : withTotal(line, total, { amount: each * count, currency: currencyOf(line[price ?? '']) });
}

/**
 * The totals of a record: from the only one of its lists that has prices, or without one from its amount and what is added to it. Empty if several lists
 * have prices.
 */
export function totalsOf(record: JsonObject, lists: readonly (readonly Json[])[]): readonly ComputedProperty[] {
  const [listed, ...others] = lists.map(sumOfLines).filter((each) => each !== undefined);
  const sum = others.length > 0 ? undefined : (listed ?? sumOfParts(record));
  if (sum === undefined) return [];
  const names = Object.keys(record);
  const isBeside = names.some((name) => SUBTOTAL.test(name));
  const extras = isBeside ? extrasOf(record) : 0;
  return names.flatMap((name) => {
    if (!TOTAL.test(name)) return [];
    return withTotal(record, name, SUBTOTAL.test(name) ? sum : { ...sum, amount: sum.amount + extras });
  });
}

/** What is added to the sum of the lines, and taken from it: tax and shipping, discounts. */
function extrasOf(record: JsonObject): number {
  return Object.entries(record).reduce((sum, [name, value]) => {
    const sign = ADDED.test(name) ? 1 : TAKEN.test(name) ? -1 : 0;
    return sum + sign * (amountOf(value) ?? 0);
  }, 0);
}

/** An amount with a currency, and its tip: a payment without lines. */
function sumOfParts(record: JsonObject): Sum | undefined {
  const amount = record[memberOf(record, OWN_AMOUNT) ?? ''];
  const tip = record[memberOf(record, TIP) ?? ''];
  const own = isObject(amount) ? amountOf(amount) : undefined;
  return own === undefined ? undefined : { amount: own + (amountOf(tip) ?? 0), currency: currencyOf(amount) };
}

function withTotal(record: JsonObject, name: string, { amount, currency }: Sum): readonly ComputedProperty[] {
  const before = record[name];
  return before === undefined || amountOf(before) === undefined ? [] : [[name, withAmount(before, amount, currency)]];
}

/** The price of one line: its total, else its price times its quantity. */
function lineAmount(line: Json): number | undefined {
  if (!isObject(line)) return undefined;
  const whole = amountOf(line[memberOf(line, LINE_TOTAL) ?? '']);
  const price = amountOf(line[memberOf(line, PRICE) ?? '']);
  const quantity = line[memberOf(line, QUANTITY) ?? ''];
  return whole ?? (price === undefined ? undefined : price * (countIn(quantity) ?? 1));
}

/** A quantity: a number, or the text of one. */
function countIn(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,9}(?:\.\d{1,5})?$/.test(value) ? Number(value) : undefined;
}

/** The sum of a list of lines, 0 for an empty list; `undefined` if one of them has no price. */
function sumOfLines(lines: readonly Json[]): Sum | undefined {
  const amounts = lines.map(lineAmount);
  if (!amounts.every((amount) => amount !== undefined)) return undefined;
  const [first] = lines;
  const currency = isObject(first ?? null)
    ? Object.values(first as JsonObject)
        .map(currencyOf)
        .find((each) => each !== undefined)
    : undefined;
  return { amount: amounts.reduce((sum, amount) => sum + (amount ?? 0), 0), currency };
}

function memberOf(value: JsonObject, form: RegExp): string | undefined {
  return Object.keys(value).find((name) => form.test(name));
}
