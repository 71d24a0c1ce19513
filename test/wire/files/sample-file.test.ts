import { crc32, gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sampleFile } from '../../../src/wire/index.ts';

const bytesOf = (mediaType: string, name = 'pets/1'): Buffer => Buffer.from(sampleFile(mediaType, name) ?? []);
const OFFICE = 'application/vnd.openxmlformats-officedocument';

test.each([
  ['image/png', '89504e47'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '474946383961'],
  ['image/webp', '52494646'],
  ['image/x-icon', '00000100'],
  ['image/svg+xml', Buffer.from('<svg').toString('hex')],
  ['application/pdf', Buffer.from('%PDF-').toString('hex')],
  ['application/zip', '504b0304'],
  [`${OFFICE}.spreadsheetml.sheet`, '504b0304'],
  [`${OFFICE}.wordprocessingml.document`, '504b0304'],
  ['application/gzip', '1f8b'],
  ['audio/wav', '52494646'],
  ['audio/vnd.wave', '52494646'],
  ['audio/mpeg', 'fffb'],
  ['text/csv; charset=utf-8', Buffer.from('id,').toString('hex')],
])('a file of the type %s begins as one and is the same for the same name', (mediaType, start) => {
  expect(bytesOf(mediaType).toString('hex').startsWith(start)).toBe(true);
  expect(bytesOf(mediaType).equals(bytesOf(mediaType))).toBe(true);
});

test('there is no file of a type that has no format', () => {
  for (const mediaType of ['application/json', 'application/octet-stream', 'text/plain', 'constructor', ''])
    expect(sampleFile(mediaType, 'a'), mediaType).toBeUndefined();
});

test.each(['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml', 'application/pdf', 'text/csv', 'audio/wav'])(
  'another name makes another file of the type %s',
  (mediaType) => {
    expect(bytesOf(mediaType, 'pets/1').equals(bytesOf(mediaType, 'pets/2'))).toBe(false);
  },
);

describe('a PNG picture', () => {
  test('has chunks whose checksums are right and a row of pixels for each line', () => {
    const bytes = bytesOf('image/png');
    const chunks = new Map<string, Buffer>();
    for (let at = 8; at < bytes.length; ) {
      const length = bytes.readUInt32BE(at);
      const body = bytes.subarray(at + 4, at + 8 + length);
      expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body));
      chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
      at += 12 + length;
    }
    expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
    expect(inflateSync(chunks.get('IDAT') ?? '').length).toBe(64 * 65);
  });
});

describe('a PDF', () => {
  test('names the place of each object, also where the name has brackets and other scripts', () => {
    const text = bytesOf('application/pdf', 'a(b)\\ü').toString('latin1');
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(start, start + 4)).toBe('xref');
    const places = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
    expect(places).toHaveLength(5);
    places.forEach((place, index) => {
      expect(text.slice(place).startsWith(`${index + 1} 0 obj`)).toBe(true);
    });
    expect(text).toContain('(a\\(b\\)\\\\?) Tj');
  });
});

describe('an archive', () => {
  test('holds its files with their checksums, and a directory that leads to them', () => {
    const bytes = bytesOf('application/zip');
    const end = bytes.length - 22;
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
    const entry = bytes.readUInt32LE(end + 16);
    expect(bytes.readUInt32LE(entry)).toBe(0x02014b50);
    const at = bytes.readUInt32LE(entry + 42);
    const nameLength = bytes.readUInt16LE(at + 26);
    const data = bytes.subarray(at + 30 + nameLength, at + 30 + nameLength + bytes.readUInt32LE(at + 18));
    expect(data.toString()).toBe('pets/1\n');
    expect(bytes.readUInt32LE(at + 14)).toBe(crc32(data));
    expect(gunzipSync(bytesOf('application/gzip')).toString()).toBe('pets/1\n');
  });
});

describe('sound', () => {
  test('has the lengths that its head says', () => {
    const wave = bytesOf('audio/wav');
    expect(wave.readUInt32LE(4)).toBe(wave.length - 8);
    expect(wave.readUInt32LE(40)).toBe(wave.length - 44);
    expect(bytesOf('audio/mpeg').length % 417).toBe(0);
  });
});
