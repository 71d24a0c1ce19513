import type { Json } from '../../core/index.ts';
import type { IndexColumn } from './indexes.ts';
import { compareJson } from './json-order.ts';
import type { Condition, Query } from './store.ts';

/** How a query uses an index: the ranges that start with given values, in order, and a test for the rest. */
export interface QueryPlan {
  /**
   * Columns of the index: first those with values in `prefixes`, then the order. Empty for insertion order.
   */
  readonly columns: readonly IndexColumn[];
  readonly prefixes: readonly (readonly Json[])[];
  readonly rest: readonly Condition[];
}

/** For longer lists of values, every entity is tested. */
const MAX_RANGES = 256;

/** All entities in insertion order. */
const WHOLE: QueryPlan = { columns: [], prefixes: [[]], rest: [] };

export function planOf(where: readonly Condition[], order: NonNullable<Query['order']>): QueryPlan {
  if (where.length === 0 && order.length === 0) return WHOLE;
  const equals = where.filter(
    (each, at) => each.op === 'equals' && where.findIndex((other) => sameColumn(other, each)) === at,
  );
  // The same name for the same pointers in any order.
  equals.sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
  const list = where.find((each) => each.op === 'in' && Array.isArray(each.value) && each.value.length <= MAX_RANGES);
  const fixed = equals.map((each) => each.value);
  return {
    columns: [...[...equals, ...(list ? [list] : [])].map(ascendingOrder), ...order],
    prefixes: list ? distinct(list.value as readonly Json[]).map((value) => [...fixed, value]) : [fixed],
    rest: where.filter((each) => each !== list && !equals.includes(each)),
  };
}

const sameColumn = (a: Condition, b: Condition): boolean => a.op === 'equals' && a.pointer === b.pointer;

const ascendingOrder = ({ pointer }: Condition): IndexColumn => ({ pointer, descending: false });

function distinct(values: readonly Json[]): readonly Json[] {
  const sorted = [...values].sort(compareJson);
  return sorted.filter((value, at) => at === 0 || compareJson(value, sorted[at - 1]) !== 0);
}
