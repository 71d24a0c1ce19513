/**
 * The same memory as a Buffer. In its own file, because users' projects read the types of `bytes.ts`
 * without those of Node.
 */
export function asBuffer(bytes: Uint8Array): Buffer {
  if (bytes instanceof Buffer) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
