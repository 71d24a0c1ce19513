/** Big-endian integers, as most file formats write them. */
export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** Little-endian integers of 2 and 4 bytes, one after another: `[[2, 1], [4, 8000]]`. */
export function littleEndian(fields: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value >>> 0, 0, size);
      return bytes;
    }),
  );
}
