import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fieldValue,
  fieldValues,
  formatHttpDate,
  formatLink,
  formatStructuredDate,
  parseCookies,
  parseHttpDate,
  parseLink,
  parsePrefer,
  parseStructuredDate,
  safeFieldValue,
} from '../../../src/wire/index.ts';
import { text } from '../values.ts';

describe('header fields', () => {
  const headers = [
    ['Accept', 'a/b'],
    ['X-Trace', '1'],
    ['accept', 'c/d'],
    ['__proto__', 'x'],
    ['Set-Cookie', 'a=1, b'],
    ['Set-Cookie', 'c=2'],
    ['Cookie', 'a=1'],
    ['cookie', 'b=2'],
  ] as const;

  it('are found without case and joined in order', () => {
    expect(fieldValue(headers, 'ACCEPT')).toBe('a/b, c/d');
    expect(fieldValues(headers, 'Accept')).toEqual(['a/b', 'c/d']);
    expect(fieldValue(headers, 'x-trace')).toBe('1');
    expect(fieldValue(headers, '__proto__')).toBe('x');
    expect(fieldValue(headers, 'constructor')).toBeUndefined();
  });

  it('join cookies with semicolons and never join Set-Cookie', () => {
    expect(fieldValue(headers, 'cookie')).toBe('a=1; b=2');
    expect(fieldValue(headers, 'set-cookie')).toBe('a=1, b');
  });

  it('can carry any text after it is made safe', () => {
    fc.assert(
      fc.property(fc.oneof(text(), fc.string({ unit: 'grapheme' })), (value) => {
        const safe = safeFieldValue(value);
        expect(new Headers({ x: safe }).get('x')).toBe(safe);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
        expect(safe).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f]/);
      }),
      { numRuns: 500 },
    );
    expect(safeFieldValue('a\r\nSet-Cookie: x=1\0')).toBe('a Set-Cookie: x=1');
    expect(safeFieldValue('Zoë 🐶 \ud800!')).toBe('Zoë %F0%9F%90%B6 %EF%BF%BD!');
  });
});

describe('dates', () => {
  it('come back from both of their forms', () => {
    const second = fc.integer({ min: -62135596800, max: 253402300799 });
    fc.assert(
      fc.property(second, (at) => {
        expect(parseHttpDate(formatHttpDate(at * 1000))).toBe(at * 1000);
        expect(parseStructuredDate(formatStructuredDate(at * 1000))).toBe(at * 1000);
      }),
    );
  });

  it('are read in all three forms of RFC 9110', () => {
    for (const form of ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])
      expect(parseHttpDate(form)).toBe(784111777000);
    expect(parseHttpDate('Sunday, 06-Nov-50 08:49:37 GMT')).toBe(Date.UTC(2050, 10, 6, 8, 49, 37));
    expect(parseHttpDate('Wednesday, 06-Nov-69 08:49:37 GMT')).toBe(Date.UTC(2069, 10, 6, 8, 49, 37));
    expect(parseHttpDate('Friday, 06-Nov-70 08:49:37 GMT')).toBe(Date.UTC(1970, 10, 6, 8, 49, 37));
  });

  it('take a leap second for the second before it', () => {
    expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT')).toBe(Date.UTC(2016, 11, 31, 23, 59, 59));
    expect(parseHttpDate('Sat, 31 Dec 2016 23:59:61 GMT')).toBeUndefined();
  });

  it.each([
    '',
    'true',
    '2026-07-01',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 25:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 +0000',
    '1782864000',
  ])('%j is not an HTTP-date', (value) => {
    expect(parseHttpDate(value)).toBeUndefined();
  });

  it('are Structured Field Dates with an at sign only', () => {
    expect(formatStructuredDate(1782864000999)).toBe('@1782864000');
    expect(parseStructuredDate('@1782864000;a=1')).toBe(1782864000000);
    for (const value of ['1782864000', 'true', '?1', '@1.5', '@', '@1, @2', 'Sun, 06 Nov 1994 08:49:37 GMT'])
      expect(parseStructuredDate(value)).toBeUndefined();
  });
});

describe('Link', () => {
  it('comes back as it was written', () => {
    const uri = fc.webUrl({ withQueryParameters: true, withFragments: true });
    const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 10 });
    const link = fc.record({
      uri,
      rel: fc.constantFrom('next', 'successor-version', 'a b'),
      parameters: fc.record({ title: printable }),
    });
    fc.assert(
      fc.property(fc.array(link, { minLength: 1, maxLength: 3 }), (links) => {
        expect(parseLink(formatLink(links))).toEqual(links);
      }),
    );
  });

  it('cannot be broken out of by its own URI', () => {
    expect(formatLink([{ uri: '/a>; rel="x"\r\nb', rel: 'next"' }])).toBe(
      '<%2Fa%3E;%20rel=%22x%22%0D%0Ab>; rel="next\\""'.replace('%2Fa', '/a'),
    );
  });

  it('leaves out what is malformed or has no relation', () => {
    expect(parseLink('<a>; rel=next, b; rel=x, <c>, <d>; REL="a b"; title="x, y"')).toEqual([
      { uri: 'a', rel: 'next' },
      { uri: 'd', rel: 'a b', parameters: { title: 'x, y' } },
    ]);
  });
});

describe('Prefer', () => {
  it('is read from all its fields; the first of a name stands and unknown ones are kept', () => {
    const headers = [
      ['Prefer', 'code=404, Example="a, \\"b\\"" ; x=1, respond-async'],
      ['prefer', 'code=200, delay=100..400, foo = bar, =, "x"'],
    ] as const;
    expect({ ...parsePrefer(headers) }).toEqual({
      code: '404',
      example: 'a, "b"',
      'respond-async': '',
      delay: '100..400',
      foo: 'bar',
    });
  });

  it('gives a map that no name can pollute', () => {
    expect(Object.keys(parsePrefer([['prefer', '__proto__=1']]))).toEqual(['__proto__']);
    expect(parsePrefer([])['constructor']).toBeUndefined();
  });
});

describe('cookies', () => {
  it('are read in order, quotes taken off, malformed pairs left out', () => {
    expect(
      parseCookies([['Cookie', 'a=1; b="x y"; c; =d; a=2=3;;e=%zz']]).map(({ name, value }) => [name, value]),
    ).toEqual([
      ['a', '1'],
      ['b', 'x y'],
      ['a', '2=3'],
      ['e', '%zz'],
    ]);
  });
});
