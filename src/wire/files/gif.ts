import { littleEndian, u32 } from './bytes.ts';
import { CELL, identiconOf, SIDE } from './identicon.ts';

const CLEAR = 128;
const END = 129;
/** Codes stay eight bits wide if the table is cleared before it is full. */
const BETWEEN_CLEARS = 100;

/** A picture of 64 by 64 pixels in two colours (GIF89a), whose pixels are written as they are. */
export function gif(name: string): Uint8Array {
  const { colours, isSet } = identiconOf(name);
  const codes: number[] = [];
  for (let pixel = 0; pixel < SIDE * SIDE; pixel += 1) {
    if (pixel % BETWEEN_CLEARS === 0) codes.push(CLEAR);
    codes.push(Number(isSet(Math.floor((pixel % SIDE) / CELL), Math.floor(pixel / SIDE / CELL))));
  }
  codes.push(END);
  const table = Buffer.alloc(128 * 3);
  for (const [index, colour] of colours.entries()) u32(colour).copy(table, index * 3, 1);
  const size = littleEndian([
    [2, SIDE],
    [2, SIDE],
  ]);
  const blocks: Buffer[] = [];
  for (let start = 0; start < codes.length; start += 255) {
    const block = codes.slice(start, start + 255);
    blocks.push(Buffer.from([block.length, ...block]));
  }
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    size,
    Buffer.from([0xf6, 0, 0]),
    table,
    Buffer.from([0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 7]),
    ...blocks,
    Buffer.from([0, 0x3b]),
  ]);
}
