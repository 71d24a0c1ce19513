import type { Json, JsonObject } from '../../core/index.ts';
import { type RecordTotal, type Statistic, shareOf } from '../../resources/index.ts';
import { templateNames } from '../../spec/index.ts';
import { isObject, setOwn, valueAt, withValueAt } from '../../wire/index.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { RoleCall } from '../model/context.ts';
import { keyOf, placeCounted } from '../model/place.ts';

/** The value with each number as the records give it. */
export function withStatistics(value: Json, numbers: readonly Statistic[], records: readonly Json[]): Json {
  return numbers.reduce((whole: Json, each) => withValueAt(whole, each.at, statisticOf(each, records)), value);
}

/** The value with the numbers that follow from the records of the item above. */
export function withTotalsBelow(call: RoleCall, value: Json): Json {
  return call.context.plan.totalsBelow.reduce((whole: Json, total) => {
    const number = totalBelow(call, total);
    return number === undefined ? whole : withValueAt(whole, total.at, number);
  }, value);
}

function totalBelow({ mock, context, tx }: RoleCall, total: RecordTotal): number | undefined {
  const { holder, reference, from } = total;
  const { path } = context.parameters;
  const place = placeCounted(mock, path, total);
  const id = path[templateNames(total.read.path).at(-1) ?? ''];
  if (place?.prefix === undefined || id === undefined || from !== undefined) return undefined;
  const named = idFromText(mock, holder, keyOf(id));
  const own = reference === undefined ? [] : [{ pointer: reference, op: 'equals', value: named } as const];
  const { entities } = tx.collection(place.collection).query({ where: [...place.where, ...own] });
  const records = entities.filter(({ key }) => reference !== undefined || key.startsWith(place.prefix ?? ''));
  return toHundredths(records.reduce((sum, record) => sum + (shareOf(total, record.value) ?? 0), 0));
}

function statisticOf({ of, property, where, by }: Statistic, records: readonly Json[]): Json {
  if (by !== undefined) return groupedBy(by, records);
  const meant =
    where === undefined ? records : records.filter((record) => valueAt(record, where.property) === where.value);
  if (of === 'count' || property === undefined) return meant.length;
  const values = meant.map((record) => Number(valueAt(record, property) ?? Number.NaN)).filter(Number.isFinite);
  if (values.length === 0) return 0;
  if (of === 'minimum') return Math.min(...values);
  if (of === 'maximum') return Math.max(...values);
  const sum = values.reduce((all, each) => all + each, 0);
  return toHundredths(of === 'sum' ? sum : sum / values.length);
}

/** Without what is left over by sums of decimal fractions. */
const toHundredths = (value: number): number => Math.round(value * 100) / 100;

function groupedBy({ property, values, row }: NonNullable<Statistic['by']>, records: readonly Json[]): Json {
  const counts = new Map<string, number>(values.map((value) => [value, 0]));
  for (const record of records) {
    const value = valueAt(record, property);
    if (value === undefined || value === null || isObject(value)) continue;
    counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  if (row !== undefined) return [...counts].map(([value, count]) => ({ [row.value]: value, [row.count]: count }));
  const whole: Record<string, Json> = {};
  for (const [value, count] of counts) setOwn(whole, value, count);
  return whole as JsonObject;
}
