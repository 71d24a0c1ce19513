/** The visible rows of a long list, with some before and after. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
}

const SPARE = 8;

export function rowsInSight(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - SPARE);
  return { first, end: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + SPARE) };
}
