import type { Json } from '../../core/index.ts';
import { isArray, isObject } from '../../wire/index.ts';
import { amountOf, currencyOf, inCurrency, lineTotalOf, totalsOf } from '../model/money.ts';
import { type Agreement, putFree } from './agreement.ts';

/** Makes amounts consistent: one currency in an object, `lineTotal` = `unitPrice` × `quantity`, and `total` the sum of the only list of lines. */
export function agreeMoney(agreement: Agreement): void {
  const { draft } = agreement;
  const currency = currencyOf(draft) ?? firstCurrency(Object.values(draft));
  if (currency !== undefined)
    for (const [name, value] of Object.entries(draft))
      if (typeof value === 'object' && value !== null) putFree(agreement, name, inCurrency(value, currency));
  for (const [name, value] of lineTotalOf(draft)) putFree(agreement, name, value);
  const lists = Object.values(draft).flatMap((value) => (isArray(value) && value.length > 0 ? [value] : []));
  for (const [name, value] of totalsOf(draft, lists)) putFree(agreement, name, value);
}

/** The currency of the first amount, or of the first amount in the lines of a list. */
function firstCurrency(values: readonly Json[]): string | undefined {
  const lines = values.flatMap((value) => (isArray(value) ? (value as readonly Json[]) : []));
  const inLines = lines.flatMap((line) => (isObject(line) ? Object.values(line) : []));
  return [...values, ...inLines]
    .map((value) => (amountOf(value) === undefined ? undefined : currencyOf(value)))
    .find((currency) => currency !== undefined);
}
