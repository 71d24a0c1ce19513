import { crc32 } from 'node:zlib';
import { littleEndian } from './bytes.ts';

/** 1 January 1980, the first day in this format. */
const DATE = 0x0021;

/** An archive of text files, stored as they are (APPNOTE.TXT 4.3). */
export function zip(files: Readonly<Record<string, string>>): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, data] = [Buffer.from(path, 'utf8'), Buffer.from(text, 'utf8')];
    const facts = [
      [2, 0x0800],
      [2, 0],
      [2, 0],
      [2, DATE],
      [4, crc32(data)],
      [4, data.length],
      [4, data.length],
      [2, name.length],
      [2, 0],
    ] as const;
    const body = Buffer.concat([littleEndian([[4, 0x04034b50], [2, 20], ...facts]), name, data]);
    const attributes = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const;
    directory.push(littleEndian([[4, 0x02014b50], [2, 20], [2, 20], ...facts, ...attributes]), name);
    bodies.push(body);
    offset += body.length;
  }
  const central = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = littleEndian([
    [4, 0x06054b50],
    [4, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...bodies, central, end]);
}
