import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, Json } from '../../src/core/index.ts';
import {
  type BodyOptions,
  decodeBody,
  decodeText,
  type EncodedBody,
  encodeBody,
  jsonEquals,
  textToBytes,
} from '../../src/wire/index.ts';
import { json, name, text } from './values.ts';

const utf8 = (content: string): Uint8Array => new TextEncoder().encode(content);
const bytesOf = (encoded: EncodedBody): Uint8Array => encoded.bytes ?? utf8(encoded.text);

function roundTrip(value: Json, mediaType: string, options: BodyOptions = {}): Body {
  const encoded = encodeBody(value, mediaType, options);
  return decodeBody(bytesOf(encoded), encoded.mediaType, options);
}

describe('content by its media type', () => {
  it('comes back as the value it was, in JSON', () => {
    fc.assert(
      fc.property(
        json(),
        fc.constantFrom('application/json', 'application/problem+json; charset=utf-8'),
        (value, mediaType) => {
          const body = roundTrip(value, mediaType);
          expect(body.kind === 'parsed' && jsonEquals(body.value, value)).toBe(true);
        },
      ),
    );
  });

  it('keeps the exact text beside the value', () => {
    expect(decodeBody(utf8(' {"id": 1.0e0} '), 'application/json')).toEqual({
      kind: 'parsed',
      mediaType: 'application/json',
      value: { id: 1 },
      text: ' {"id": 1.0e0} ',
    });
  });

  it('is text, bytes or nothing', () => {
    expect(decodeBody(new Uint8Array(), 'application/json')).toEqual({ kind: 'none' });
    expect(decodeBody(utf8('Zoë'), 'text/csv')).toEqual({
      kind: 'parsed',
      mediaType: 'text/csv',
      value: 'Zoë',
      text: 'Zoë',
    });
    expect(decodeBody(utf8('x'), undefined)).toEqual({ kind: 'bytes', mediaType: '', bytes: utf8('x') });
    expect(decodeBody(Uint8Array.of(0, 255), 'image/png')).toEqual({
      kind: 'bytes',
      mediaType: 'image/png',
      bytes: Uint8Array.of(0, 255),
    });
  });

  it.each([
    ['{"a":1,}', 'application/json', 'not JSON: unexpected "}" at offset 7'],
    ['{"a":1,"a":2}', 'application/json', 'not JSON: the name "a" stands more than once at offset 7'],
    [`${'['.repeat(1000)}`, 'application/json', 'not JSON: nested deeper than 256 levels at offset 256'],
    [' ', 'application/json', 'not JSON: the content is empty at offset 1'],
    ['{}', 'application/json; charset=utf-16', 'the charset "utf-16" is not UTF-8'],
    ['{}', 'application/json; charset=bogus', 'the charset "bogus" is not UTF-8'],
    ['{}', 'application/json, application/json', 'the media type is malformed'],
    ['a=%zz', 'application/x-www-form-urlencoded', 'bad percent-encoding in the value of "a"'],
    ['<a>', 'application/xml', 'not XML: unclosed tag: a at offset 3'],
    ['{}\n{', 'application/x-ndjson', 'item 2: the content ends too early (offset 1)'],
    ['--b\r\n', 'multipart/form-data', 'the media type has no usable boundary'],
  ])('%j as %s is unreadable: %s', (content, mediaType, reason) => {
    expect(decodeBody(utf8(content), mediaType)).toEqual({ kind: 'unreadable', mediaType, text: content, reason });
  });

  it('is unreadable where its bytes are not UTF-8', () => {
    for (const mediaType of [
      'application/json',
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'text/event-stream',
    ])
      for (const bytes of [Uint8Array.of(0xff), Uint8Array.of(0xc0, 0xae), Uint8Array.of(0xed, 0xa0, 0x80)])
        expect(decodeBody(bytes, mediaType)).toMatchObject({ kind: 'unreadable', reason: 'not UTF-8' });
  });

  it('can be anything at all without breaking the reader', () => {
    const mediaType = fc.constantFrom(
      'application/json',
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'text/event-stream',
      'application/json-seq',
      'multipart/form-data; boundary=b',
      'multipart/mixed; boundary=b',
      'x/y',
      'nonsense',
    );
    const piece = fc.constantFrom(
      '--b',
      '\r\n',
      '--',
      'Content-Disposition: form-data; name="a"',
      '\r\n\r\n',
      '<a',
      '>',
      '</a>',
      '&lt;',
      '&',
      '=',
      '[',
      ']',
      '{',
      '"',
      ':',
      'data:',
      '\u001e',
      '%41',
      '<![CDATA[',
      ']]>',
      '<!--',
      "'",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.array(piece).map((parts) => utf8(parts.join(''))),
        ),
        mediaType,
        (bytes, type) => {
          expect(decodeBody(bytes, type).kind).toBeTypeOf('string');
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('of an unknown type takes text as its bytes', () => {
    expect(encodeBody('\u0000ÿ', 'image/png')).toEqual({ bytes: Buffer.from([0, 255]), mediaType: 'image/png' });
    expect(bytesOf(encodeBody('€', 'image/png'))).toEqual(Buffer.from('€'));
    expect(encodeBody({ a: 1n }, 'application/foo')).toEqual({ text: '{"a":1}', mediaType: 'application/foo' });
    expect(encodeBody(12n, 'text/plain')).toEqual({ text: '12', mediaType: 'text/plain' });
  });

  it('is read the same from text that was decoded before', () => {
    for (const [content, mediaType] of [
      ['{"a":1}', 'application/json'],
      ['a=1', 'application/x-www-form-urlencoded'],
      ['<a/>', 'text/xml'],
      ['x', 'text/plain'],
    ] as const)
      expect(decodeText(content, mediaType)).toEqual(decodeBody(utf8(content), mediaType));
    const { bytes = new Uint8Array(), mediaType } = encodeBody({ a: 'b' }, 'multipart/form-data');
    expect(decodeText(Buffer.from(bytes).toString('latin1'), mediaType)).toEqual(decodeBody(bytes, mediaType));
  });
});

describe('forms', () => {
  const form = 'application/x-www-form-urlencoded';
  const fields = fc.dictionary(
    fc.string({ unit: 'binary' }),
    fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' }), { minLength: 2 })),
  );

  it('come back, with lists for fields that stand more than once', () => {
    fc.assert(
      fc.property(
        fields.filter((value) => Object.keys(value).length > 0),
        (value) => {
          expect(roundTrip(value, form)).toMatchObject({ kind: 'parsed', value });
        },
      ),
    );
  });

  it('keep names that could pollute as plain properties', () => {
    const body = decodeBody(utf8('__proto__=1&__proto__=2&constructor=3'), form);
    expect(body.kind === 'parsed' && Object.entries(body.value ?? {})).toEqual([
      ['__proto__', ['1', '2']],
      ['constructor', '3'],
    ]);
    expect(body.kind === 'parsed' && Object.getPrototypeOf(body.value)).toBe(Object.prototype);
  });

  it('have as many fields as a query may', () => {
    expect(decodeBody(utf8('a&'.repeat(10_001)), form)).toMatchObject({
      kind: 'unreadable',
      reason: 'more than 10000 pairs',
    });
  });

  it('follow the Encoding Object: lists, JSON fields, styles and brackets', () => {
    const formShape = {
      tags: { shape: 'array' },
      owner: { shape: 'object' },
      ids: { shape: 'array', style: 'form', explode: false },
      meta: { shape: 'object', style: 'deepObject', explode: true },
      list: { shape: 'array', contentType: 'application/json' },
    } as const;
    const value = {
      name: 'a b',
      tags: ['one'],
      owner: { x: 1 },
      ids: ['1', '2'],
      meta: { k: 'v', deep: { l: ['1', '2'] } },
      list: [1],
    };
    const encoded = encodeBody(value, form, { formShape });
    expect(encoded.text).toBe(
      'name=a%20b&tags=one&owner=%7B%22x%22%3A1%7D&ids=1,2&meta%5Bk%5D=v&meta%5Bdeep%5D%5Bl%5D%5B0%5D=1&meta%5Bdeep%5D%5Bl%5D%5B1%5D=2&list=%5B1%5D',
    );
    expect(roundTrip(value, form, { formShape })).toMatchObject({ kind: 'parsed', value });
  });

  it('leave text that is not the JSON it should be to the validator', () => {
    expect(decodeBody(utf8('owner=nope'), form, { formShape: { owner: { shape: 'object' } } })).toMatchObject({
      value: { owner: 'nope' },
    });
  });

  it('say which field breaks its style', () => {
    expect(decodeBody(utf8('a=1&a=2'), form, { formShape: { a: { shape: 'scalar', style: 'form' } } })).toMatchObject({
      kind: 'unreadable',
      reason: 'the field "a" is given 2 times',
    });
  });
});

describe('multipart content', () => {
  const multipart = 'multipart/form-data';

  it('comes back, text as text and binary as one character for each byte', () => {
    const binary = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
    const plain = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(
        fc.dictionary(
          name().filter((key) => !/\ud800/.test(key)),
          fc.oneof(plain, fc.array(plain, { minLength: 2, maxLength: 3 })),
        ),
        binary,
        (fields, file) => {
          const value: Record<string, Json> = { ...fields, 'my file': file };
          const formShape = { 'my file': { shape: 'scalar', contentType: 'image/png' } } as const;
          const body = roundTrip(value, multipart, { formShape });
          expect(body.kind === 'parsed' && jsonEquals(body.value, value)).toBe(true);
        },
      ),
    );
  });

  it('is read by another reader to the same parts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.stringMatching(/^[a-z"é ]{1,6}$/), fc.string({ unit: 'grapheme' }), { minKeys: 1 }),
        async (value) => {
          const encoded = encodeBody(value, multipart);
          const theirs = await new Response(bytesOf(encoded), {
            headers: { 'content-type': encoded.mediaType },
          }).formData();
          expect(Object.fromEntries(theirs)).toEqual(value);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is read as the platform writes it', async () => {
    const form = new FormData();
    form.append('name', 'Zoë');
    form.append('tags', 'a');
    form.append('tags', 'b');
    form.append('meta', '{"id":9007199254740993}');
    form.append('typed', new Blob(['{"x":1}'], { type: 'application/json' }), 'x.json');
    form.append('photo', new Blob([Uint8Array.of(0, 200, 255)], { type: 'image/png' }), '../../etc/passwd');
    form.append('quo"ted', '1');
    const response = new Response(form);
    const body = decodeBody(new Uint8Array(await response.arrayBuffer()), response.headers.get('content-type') ?? '', {
      formShape: { meta: { shape: 'object' }, name: { shape: 'scalar' } },
    });
    expect(body).toMatchObject({
      kind: 'parsed',
      value: {
        name: 'Zoë',
        tags: ['a', 'b'],
        meta: { id: 9007199254740993n },
        typed: { x: 1 },
        photo: '\u0000Èÿ',
        'quo"ted': '1',
      },
    });
  });

  it('chooses a boundary that its content does not hold, always the same', () => {
    const value = { a: 'standin-part', b: 'x--standin-part-1--' };
    const encoded = encodeBody(value, multipart);
    expect(encoded.mediaType).toBe('multipart/form-data; boundary=standin-part-2');
    expect(roundTrip(value, multipart)).toMatchObject({ value });
  });

  it('is an array of parts where it is not form data', () => {
    expect(roundTrip([{ a: 1 }, 'two'], 'multipart/mixed')).toMatchObject({ kind: 'parsed', value: [{ a: 1 }, 'two'] });
  });

  const part = (head: string, content = '1') => `--b\r\n${head}\r\n\r\n${content}\r\n`;
  const named = (name: string) => part(`Content-Disposition: form-data; name="${name}"`);

  it.each([
    ['no boundary line', 'hello', 'the boundary of the media type does not occur'],
    ['no final boundary', named('a'), 'the final boundary is missing'],
    [
      'no blank line',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n--b--',
      'part 1 has no blank line after its header fields',
    ],
    ['a malformed header field', `${part('nonsense')}--b--`, 'part 1 has a malformed header field'],
    ['a huge header', `${part(`X: ${'x'.repeat(9000)}`)}--b--`, 'part 1 has more than 8192 bytes of header fields'],
    ['a part without a name', `${part('Content-Disposition: form-data')}--b--`, 'part 1 has no name'],
    ['a control character', `${named('a\0b')}--b--`, 'part 1 has a malformed header field'],
    ['a folded header field', `${part('X: 1\r\n 2')}--b--`, 'part 1 has a malformed header field'],
    [
      'more than a hundred header fields',
      `${part('X: 1\r\n'.repeat(102).trim())}--b--`,
      'part 1 has too many header fields',
    ],
    ['a boundary that stands twice', `${named('a')}--b\r\n--b--`, 'part 2 has no blank line after its header fields'],
    ['header fields that never end', `--b\r\n${'x'.repeat(1_000_000)}`, 'the final boundary is missing'],
    ['two documents in one', `${named('a')}--bad`, 'the final boundary is missing'],
    ['too many parts', `${named('a').repeat(1001)}--b--`, 'more than 1000 parts'],
  ])('with %s is unreadable', (_, content, reason) => {
    expect(decodeBody(utf8(content), 'multipart/form-data; boundary=b')).toMatchObject({ kind: 'unreadable', reason });
  });

  it('may have a preamble, an epilogue, padding, empty parts and lines that only look like a boundary', () => {
    const content = `preamble\r\n--b \t\r\nContent-Disposition: form-data; name="a"\r\n\r\n--bc\r\n --b\r\n--b\r\nContent-Disposition: form-data; name="e"\r\n\r\n\r\n--b--\r\nepilogue`;
    expect(decodeBody(utf8(content), 'multipart/form-data; boundary="b"')).toMatchObject({
      kind: 'parsed',
      value: { a: '--bc\r\n --b', e: '' },
    });
  });

  it('is the same wherever the reader pauses, and shares its bytes', () => {
    for (let size = 65_400; size < 65_545; size++) {
      const content = `${named('a')}${part('Content-Disposition: form-data; name="f"; filename=x', '-'.repeat(size))}${named('z')}--b--`;
      const body = decodeBody(utf8(content), 'multipart/form-data; boundary=b');
      expect(body.kind === 'parsed' && jsonEquals(body.value, { a: '1', f: '-'.repeat(size), z: '1' }), `${size}`).toBe(
        true,
      );
    }
  });

  it('has parts of any length, with line breaks and dashes in them', () => {
    const piece = fc.constantFrom('\r\n', '--', '\r\n--', '-', 'b', '\r', '\n', 'x'.repeat(65_000), ' ');
    fc.assert(
      fc.property(
        fc.array(fc.array(piece), { minLength: 1, maxLength: 4 }),
        fc.stringMatching(/^-{0,4}[a-z]{4,8}$/),
        (contents, boundary) => {
          const texts = contents.map((pieces) => pieces.join('')).filter((text) => !text.includes(boundary));
          const body = texts.map((text) => `--${boundary}\r\n\r\n${text}\r\n`).join('');
          const read = decodeBody(utf8(`${body}--${boundary}--`), `multipart/mixed; boundary=${boundary}`);
          expect(read).toMatchObject({ kind: 'parsed', value: texts });
        },
      ),
    );
  });

  it('tells a file by its name, plain or extended', () => {
    for (const name of ['filename="a.bin"', "filename*=UTF-8''%e2%82%ac.bin", 'filename=""'])
      expect(
        decodeBody(
          utf8(`${part(`Content-Disposition: form-data; name="f"; ${name}`, 'é')}--b--`),
          'multipart/form-data; boundary=b',
        ),
      ).toMatchObject({ value: { f: 'Ã©' } });
    const broken = part('Content-Disposition: form-data; name="f"; filename*=UTF-8\'\'%zz', '1');
    expect(decodeBody(utf8(`${broken}--b--`), 'multipart/form-data; boundary=b')).toMatchObject({ value: { f: '1' } });
  });

  it('may have no part at all', () => {
    expect(decodeBody(utf8('--b--'), 'multipart/form-data; boundary=b')).toMatchObject({ kind: 'parsed', value: {} });
    expect(roundTrip({}, multipart)).toMatchObject({ kind: 'parsed', value: {} });
  });
});

describe('sequential content', () => {
  it.each(['application/x-ndjson', 'application/jsonl', 'application/json-seq'])(
    'comes back item by item as %s',
    (mediaType) => {
      fc.assert(
        fc.property(fc.array(json(), { minLength: 1 }), (items) => {
          const body = roundTrip(items, mediaType);
          expect(body.kind === 'stream' && jsonEquals(body.items, items)).toBe(true);
        }),
      );
    },
  );

  it('comes back event by event as server-sent events', () => {
    const line = fc.string({ unit: 'grapheme' });
    const event = fc.record(
      {
        data: fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
        event: line,
        id: line,
        retry: fc.nat(),
      },
      { requiredKeys: ['data'] },
    );
    fc.assert(
      fc.property(fc.array(event, { minLength: 1 }), (items) => {
        expect(roundTrip(items, 'text/event-stream')).toMatchObject({ kind: 'stream', items });
      }),
    );
  });

  it('reads events with comments, any line end, and drops one that is cut off', () => {
    const content = '\ufeff: hello\r\nevent: a\rdata: 1\ndata:2\nid\nretry: x\n\nevent: lonely\n\ndata: cut\n';
    expect(decodeBody(utf8(content), 'text/event-stream')).toMatchObject({
      items: [{ event: 'a', id: '', data: '1\n2' }],
    });
  });

  it('sends any other item as the data of an event', () => {
    expect(encodeBody([{ id: 1 }], 'text/event-stream').text).toBe('data: {"id":1}\n\n');
    expect(encodeBody([{ data: { a: 1n } }], 'text/event-stream').text).toBe('data: {"a":1}\n\n');
  });
});

describe('binary text', () => {
  it('keeps all text, and all bytes', () => {
    fc.assert(
      fc.property(
        text(),
        (value) =>
          Buffer.from(textToBytes(value)).toString(/[\u0100-\uffff]/.test(value) ? 'utf8' : 'latin1') === value,
      ),
    );
  });
});
