import { CELLS, identiconOf, SIDE } from './identicon.ts';

/** How many codes of each length 1 to 16 the table of Annex K.3 has for DC values. */
const DC_LENGTHS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const DC_VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
/** The one code of the AC table: the end of a block. */
const AC_LENGTHS = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/** A picture of 64 by 64 pixels in two greys (ITU-T T.81, baseline), one block of the format for each cell. */
export function jpeg(name: string): Uint8Array {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    segment(0xc0, [8, 0, SIDE, 0, SIDE, 1, 1, 0x11, 0]),
    segment(0xc4, [0x00, ...DC_LENGTHS, ...DC_VALUES]),
    segment(0xc4, [0x10, ...AC_LENGTHS, 0]),
    segment(0xda, [1, 1, 0x00, 0, 63, 0]),
    scan(name),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...content]);
}

/** The blocks in order: the difference to the brightness before, then the end of the block. */
function scan(name: string): Buffer {
  const { isSet } = identiconOf(name);
  let bits = '';
  let before = 0;
  for (let cell = 0; cell < CELLS * CELLS; cell += 1) {
    const level = isSet(cell % CELLS, Math.floor(cell / CELLS)) ? -40 : 100;
    bits += `${differenceBits(level - before)}0`;
    before = level;
  }
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const bytes = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}

function differenceBits(difference: number): string {
  const size = Math.abs(difference) === 0 ? 0 : Math.abs(difference).toString(2).length;
  const code = DC_CODES[size] ?? '';
  if (size === 0) return code;
  return code + (difference > 0 ? difference : difference + 2 ** size - 1).toString(2).padStart(size, '0');
}

/** Codes in the order of their lengths, by T.81 Annex C. */
const DC_CODES: readonly string[] = codesOf(DC_LENGTHS);

function codesOf(lengths: readonly number[]): readonly string[] {
  const codes: string[] = [];
  let code = 0;
  lengths.forEach((count, index) => {
    for (let nth = 0; nth < count; nth += 1) {
      codes.push(code.toString(2).padStart(index + 1, '0'));
      code += 1;
    }
    code *= 2;
  });
  return codes;
}
