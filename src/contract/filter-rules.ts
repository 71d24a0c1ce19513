import type { Json } from '../core/index.ts';
import { isArray, valueAt } from '../wire/index.ts';
import { compare } from './order.ts';
import type { Filtered } from './purpose.ts';

/** Whether an item may be in an answer that was filtered so; an item without the property says nothing. */
export function mayFit(item: Json, filters: readonly Filtered[]): boolean {
  return filters.every((filter) => {
    const value = valueAt(item, filter.pointer);
    return value === undefined || fits(value, filter);
  });
}

/** Whether an item must be in it: it has the property, and the rule leaves no doubt. */
export function mustFit(item: Json, filters: readonly Filtered[]): boolean {
  return filters.every((filter) => {
    const value = valueAt(item, filter.pointer);
    if (value === undefined || value === null || !fits(value, filter)) return false;
    const bound = filter.op === 'min' || filter.op === 'max';
    return !bound || /(^|_|-)(min|max)/i.test(filter.parameter) || compare(value, filter.value) !== 0;
  });
}

function fits(value: Json, { value: wanted, op }: Filtered): boolean {
  if (isArray(wanted)) return wanted.some((each) => String(each) === String(value));
  switch (op) {
    case 'contains':
      return isArray(value)
        ? value.some((each) => String(each) === String(wanted))
        : String(value).toLowerCase().includes(String(wanted).toLowerCase());
    case 'min':
      return compare(value, wanted) >= 0;
    case 'max':
      return compare(value, wanted) <= 0;
    default:
      return isArray(value) ? value.some((each) => String(each) === String(wanted)) : String(value) === String(wanted);
  }
}
