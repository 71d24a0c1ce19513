import { sequenceOf } from './sequence.ts';

/** Cells on a side of an identicon, and pixels on a side of a cell. */
export const CELLS = 8;
export const CELL = 8;
export const SIDE: number = CELLS * CELL;

/** A symmetrical pattern of two colours. Each name has its own. */
export interface Identicon {
  readonly colours: readonly [background: number, foreground: number];
  isSet(column: number, row: number): boolean;
}

/** Bits of `0xrrggbb`: a light background, a foreground of middle brightness. */
export function identiconOf(name: string): Identicon {
  const next = sequenceOf(name);
  const foreground = (0x303030 + (next() & 0x7f7f7f)) & 0xffffff;
  const rows = Array.from({ length: CELLS }, () => next() >>> 16);
  return {
    colours: [0xf0f0f0, foreground],
    isSet: (column, row) => (((rows[row] ?? 0) >> Math.min(column, CELLS - 1 - column)) & 1) === 1,
  };
}
