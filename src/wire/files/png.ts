import { crc32, deflateSync } from 'node:zlib';
import { u32 } from './bytes.ts';
import { CELL, identiconOf, SIDE } from './identicon.ts';

/** A picture of 64 by 64 pixels in two colours (PNG, W3C Recommendation). */
export function png(name: string): Uint8Array {
  const { colours, isSet } = identiconOf(name);
  const rows = Array.from({ length: SIDE }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: SIDE }, (_, x) => Number(isSet(Math.floor(x / CELL), Math.floor(y / CELL)))),
    ]),
  );
  const palette = Buffer.concat(colours.map((colour) => u32(colour).subarray(1)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.concat([u32(SIDE), u32(SIDE), Buffer.from([8, 3, 0, 0, 0])])),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
}
