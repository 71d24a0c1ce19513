import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBody, encodeForm } from '../../src/wire/index.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const FORM = 'application/x-www-form-urlencoded';

test('a form that is announced as multipart without a boundary is read as the form that it is (law)', () => {
  const fields = fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { minKeys: 1 });
  fc.assert(
    fc.property(fields, (value) => {
      const text = encodeForm(value);
      fc.pre(!text.startsWith('-') && !text.startsWith('='));
      const plain = decodeBody(utf8(text), FORM);
      expect(decodeBody(utf8(text), 'multipart/form-data')).toEqual({ ...plain, mediaType: 'multipart/form-data' });
    }),
  );
});

test('a name alone is a form where it is the name of a documented field', () => {
  const formShape = { b: { shape: 'scalar' } } as const;
  expect(decodeBody(utf8('b'), 'multipart/form-data', { formShape })).toMatchObject({
    kind: 'parsed',
    value: { b: '' },
  });
  expect(decodeBody(utf8('c'), 'multipart/form-data', { formShape }).kind).toBe('unreadable');
});

test.each([
  ['multipart/form-data', '--a\r\nContent-Disposition: form-data; name="b"\r\n\r\nc\r\n--a--\r\n'],
  ['multipart/form-data', '\r\n--a\r\n'],
  ['multipart/form-data; boundary=a', 'b=c'],
  ['multipart/mixed', 'b=c'],
  ['multipart/form-data', 'b'],
])('%s with %j stays unreadable', (mediaType, text) => {
  expect(decodeBody(utf8(text), mediaType).kind).toBe('unreadable');
});
