import type { Json } from '../../core/index.ts';
import { isArray } from '../../wire/index.ts';
import { type Agreement, putFree } from './agreement.ts';
import { amountOf, currencyOf, inCurrency, lineNames, sumOfLines, withAmount } from './money.ts';

/** Makes amounts consistent: one currency in an object, `lineTotal` = `unitPrice` × `quantity`, and `total` the sum of the only list of lines. */
export function agreeMoney(agreement: Agreement, totals: readonly string[]): void {
  const { draft } = agreement;
  const currency = currencyOf(draft) ?? firstCurrency(Object.values(draft));
  if (currency !== undefined)
    for (const [name, value] of Object.entries(draft))
      if (typeof value === 'object' && value !== null) putFree(agreement, name, inCurrency(value, currency));
  const line = lineNames(draft);
  const price = line === undefined ? undefined : amountOf(draft[line.price]);
  const quantity = line === undefined ? undefined : draft[line.quantity];
  if (line !== undefined && price !== undefined && typeof quantity === 'number')
    putAmount(agreement, line.total, price * quantity);
  const lists = Object.values(draft).filter(
    (value) => isArray(value) && value.length > 0 && sumOfLines(value) !== undefined,
  );
  const [only, ...others] = lists;
  const sum = only === undefined || others.length > 0 ? undefined : sumOfLines(only as readonly Json[]);
  if (sum !== undefined) for (const total of totals) putAmount(agreement, total, sum);
}

/** The currency of the first amount, or of the first amount in the lines of a list. */
function firstCurrency(values: readonly Json[]): string | undefined {
  const own = values.find((value) => amountOf(value) !== undefined && currencyOf(value) !== undefined);
  if (own !== undefined) return currencyOf(own);
  const lines = values.flatMap((value) => (isArray(value) ? (value as readonly Json[]) : []));
  const amounts = lines.flatMap((line) => (typeof line === 'object' && line !== null ? Object.values(line) : []));
  return currencyOf(amounts.find((value) => amountOf(value) !== undefined && currencyOf(value) !== undefined));
}

function putAmount(agreement: Agreement, name: string, amount: number): void {
  const before = agreement.draft[name];
  if (before !== undefined && amountOf(before) !== undefined) putFree(agreement, name, withAmount(before, amount));
}
