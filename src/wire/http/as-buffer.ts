/** The same memory as a Buffer. Apart from `bytes.ts`, whose types a user's project reads, with or without those of Node. */
export function asBuffer(bytes: Uint8Array): Buffer {
  if (bytes instanceof Buffer) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
