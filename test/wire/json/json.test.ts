import fc from 'fast-check';
import { parse as parseLossless } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { jsonEquals, parseJson, stringifyJson } from '../../../src/wire/index.ts';
import { json } from '../values.ts';

const read = (text: string) => {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.reason);
  return result.value;
};

describe('JSON', () => {
  it('comes back as it went out, whatever the size of its integers and the names of its properties', () => {
    fc.assert(
      fc.property(json(), (value) => jsonEquals(read(stringifyJson(value)), value)),
      { numRuns: 500 },
    );
  });

  it('comes back from indented text too', () => {
    fc.assert(fc.property(json(), (value) => jsonEquals(read(stringifyJson(value, 2)), value)));
  });

  it('is written as JSON.stringify writes it, where that can', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        // With a bigint beside it the other writer is at work; its text is then the same but for that element.
        const both = stringifyJson([value as never, 2n ** 64n], indent);
        expect(both).toBe(JSON.stringify([value, 'N'], null, indent).replace(/"N"(?=\n?\]$)/, '18446744073709551616'));
      }),
    );
  });

  it('keeps every digit of an int64', () => {
    for (const digits of ['9007199254740993', '-9223372036854775808', '18446744073709551615', '1'.repeat(400)])
      expect(stringifyJson(read(`{"id":${digits}}`))).toBe(`{"id":${digits}}`);
  });

  it('makes a bigint only of an integer that a number cannot hold', () => {
    expect(read('[9007199254740991,9007199254740992,-9007199254740993,1.0,-0,1234567890123456.5]')).toEqual([
      9007199254740991,
      9007199254740992n,
      -9007199254740993n,
      1,
      -0,
      1234567890123456.5,
    ]);
  });

  it('agrees with another exact reader about every number', () => {
    const number = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,20})?([eE][+-]?\d{1,2})?$/);
    fc.assert(
      fc.property(number, (literal) => {
        const theirs = parseLossless(literal, undefined, (digits) =>
          /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? BigInt(digits) : Number(digits),
        );
        expect(read(`[${literal}]`)).toEqual([theirs]);
      }),
    );
  });

  it('takes and refuses the same texts as JSON.parse, by either of its readers', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '"b"',
      '\\',
      '\\u00',
      '1',
      '-',
      '0',
      '.',
      'e',
      'true',
      'nul',
      'null',
      ' ',
      '\n',
      '\t',
      '\u0001',
      '\u00a0',
      '9007199254740993',
      '+',
      "'",
    );
    const mutated = fc
      .tuple(
        fc.jsonValue().map((value) => JSON.stringify(value)),
        fc.nat(),
        piece,
      )
      .map(([whole, at, extra]) => {
        const place = at % (whole.length + 1);
        return whole.slice(0, place) + extra + whole.slice(place);
      });
    const text = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
      mutated,
    );
    fc.assert(
      fc.property(text, fc.constantFrom('', ' '.repeat(3)), (candidate, padding) => {
        const ours = parseJson(padding + candidate, { duplicateKeys: 'keep-last' });
        let theirs = true;
        try {
          JSON.parse(candidate);
        } catch {
          theirs = false;
        }
        expect(ours.ok).toBe(theirs);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['{"a":1,}', 'unexpected "}"', 7],
    ['[1 2]', 'unexpected "2"', 3],
    ['', 'the content is empty', 0],
    [' \n ', 'the content is empty', 3],
    ['{"a":', 'the content ends too early', 5],
    ['\f1', 'unexpected "\\f"', 0],
    ['\u000b1', 'unexpected "\\u000b"', 0],
    ['\u00a01', 'unexpected "\u00a0"', 0],
    ['NaN', 'unexpected "N"', 0],
    ["{'a':1}", `unexpected "'"`, 1],
    ['// no\n1', 'unexpected comment: JSON has none', 0],
    ['1 2', 'something follows the value', 2],
    ['01', 'something follows the value', 1],
    ['"a\tb"', 'a control character in a string', 2],
    ['"\\x"', 'an unknown escape', 1],
    ['"\\u12g4"', 'a malformed \\u escape', 1],
    ['"abc', 'the content ends too early', 4],
    ['1'.repeat(5000), 'a number of more than 4096 digits', 0],
  ])('says what is wrong with %j and where', (text, reason, offset) => {
    expect(parseJson(text)).toEqual({ ok: false, reason, offset });
  });

  it('ignores a byte order mark', () => {
    expect(read('\ufeff{"a":1}')).toEqual({ a: 1 });
    expect(parseJson('\ufeff\ufeff1').ok).toBe(false);
  });

  it('refuses a name that stands twice, or lets the last one stand and tells where', () => {
    const text = '{"a":{"b":1,"b":[{"c/d":1,"c/d":2}]}}';
    expect(parseJson(text)).toEqual({ ok: false, reason: 'the name "b" stands more than once', offset: 12 });
    expect(parseJson(text, { duplicateKeys: 'keep-last' })).toEqual({
      ok: true,
      value: { a: { b: [{ 'c/d': 2 }] } },
      duplicateKeys: ['/a/b', '/a/b/0/c~1d'],
    });
    expect(parseJson('{"__proto__":1,"__proto__":2}').ok).toBe(false);
    expect(parseJson('{"a":1,"\\u0061":2}').ok).toBe(false);
  });

  it('does not take colons and brackets in text for structure', () => {
    expect(read('{"a":"{\\"b\\":1,:[[}","c":"\\\\"}')).toEqual({ a: '{"b":1,:[[}', c: '\\' });
  });

  it('refuses nesting beyond its limit and survives any depth', () => {
    expect(read('['.repeat(256) + ']'.repeat(256))).toBeDefined();
    expect(parseJson('['.repeat(257) + ']'.repeat(257))).toEqual({
      ok: false,
      reason: 'nested deeper than 256 levels',
      offset: 256,
    });
    expect(parseJson('[{"a":'.repeat(500_000)).ok).toBe(false);
    expect(parseJson('[[[1]]]', { maxDepth: 2 }).ok).toBe(false);
  });

  it('writes nesting that would exhaust the stack', () => {
    let value: never[] = [];
    for (let depth = 0; depth < 50_000; depth++) value = [value as never];
    expect(stringifyJson(value)).toBe('['.repeat(50_001) + ']'.repeat(50_001));
  });

  it('gives a property called __proto__ and changes no prototype', () => {
    for (const text of ['{"__proto__":{"polluted":true}}', '{"__proto__":{"polluted":true},"id":9007199254740993}']) {
      const value = read(text) as Record<string, unknown>;
      expect(Object.hasOwn(value, '__proto__')).toBe(true);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    }
  });

  it('keeps lone surrogates', () => {
    expect(stringifyJson(read('"\\ud800"'))).toBe('"\\ud800"');
  });
});

describe('equality of JSON values', () => {
  it('is by mathematical value for numbers', () => {
    expect(jsonEquals(2n ** 53n, 2 ** 53)).toBe(true);
    expect(jsonEquals(2n ** 53n + 1n, 2 ** 53)).toBe(false);
    expect(jsonEquals(0, -0)).toBe(true);
    expect(jsonEquals(1n, '1')).toBe(false);
    expect(jsonEquals(1n, true)).toBe(false);
    expect(jsonEquals(0n, null)).toBe(false);
    expect(jsonEquals(1n, [1])).toBe(false);
  });

  it('does not see the order of properties, and tells arrays from objects', () => {
    expect(jsonEquals({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
    expect(jsonEquals({}, [])).toBe(false);
    expect(jsonEquals({ 0: 1 }, [1])).toBe(false);
    expect(jsonEquals({ a: 1 }, { b: 1 })).toBe(false);
    expect(jsonEquals({ toString: 1 }, {})).toBe(false);
    expect(jsonEquals([1, 2], [2, 1])).toBe(false);
  });
});
