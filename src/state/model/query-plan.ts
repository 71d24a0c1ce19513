import type { Json } from '../../core/index.ts';
import type { IndexColumn } from './indexes.ts';
import { compareJson } from './json-order.ts';
import type { Condition, Query } from './store.ts';

/** How a query goes through an index: as the stretches that start with the wanted values, in order, and a test for the rest. */
export interface QueryPlan {
  /** Columns of the index: first those that `prefixes` have values for, then the order. None: the insertion order will do. */
  readonly columns: readonly IndexColumn[];
  readonly prefixes: readonly (readonly Json[])[];
  readonly rest: readonly Condition[];
}

/** Lists of values longer than this are searched by looking at every entity. */
const MAX_RANGES = 256;

/** Everything, in insertion order. */
const WHOLE: QueryPlan = { columns: [], prefixes: [[]], rest: [] };

export function planOf(where: readonly Condition[], order: NonNullable<Query['order']>): QueryPlan {
  if (where.length === 0 && order.length === 0) return WHOLE;
  const equals = where.filter(
    (each, at) => each.op === 'equals' && where.findIndex((other) => sameColumn(other, each)) === at,
  );
  // One name for one set of pointers, whatever order a request names them in.
  equals.sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
  const list = where.find((each) => each.op === 'in' && Array.isArray(each.value) && each.value.length <= MAX_RANGES);
  const fixed = equals.map((each) => each.value);
  return {
    columns: [...[...equals, ...(list ? [list] : [])].map(ascending), ...order],
    prefixes: list ? distinct(list.value as readonly Json[]).map((value) => [...fixed, value]) : [fixed],
    rest: where.filter((each) => each !== list && !equals.includes(each)),
  };
}

const sameColumn = (a: Condition, b: Condition): boolean => a.op === 'equals' && a.pointer === b.pointer;

const ascending = ({ pointer }: Condition): IndexColumn => ({ pointer, descending: false });

function distinct(values: readonly Json[]): readonly Json[] {
  const sorted = [...values].sort(compareJson);
  return sorted.filter((value, at) => at === 0 || compareJson(value, sorted[at - 1]) !== 0);
}
