import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import {
  decodeParameter,
  decodePercent,
  type EncodedPair,
  encodeParameter,
  encodePathSegment,
  encodeQuery,
  type ParameterShape,
  type ParameterSpec,
  type ParameterStyle,
  parseCookies,
  parseQuery,
  parseScalar,
} from '../../../src/wire/index.ts';

const array = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200 };
const join = (encoded: string | readonly EncodedPair[]): string =>
  typeof encoded === 'string' ? encoded : encoded.map((pair) => `${pair.name}=${pair.value}`).join('&');

// OpenAPI 3.1 §4.8.12.4, with RFC 6570's answers where its table has none.
const EXAMPLES: readonly (readonly [ParameterStyle, boolean, string, string, string])[] = [
  ['matrix', false, ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200'],
  ['matrix', true, ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200'],
  ['label', false, '.blue', '.blue,black,brown', '.R,100,G,200'],
  ['label', true, '.blue', '.blue.black.brown', '.R=100.G=200'],
  ['simple', false, 'blue', 'blue,black,brown', 'R,100,G,200'],
  ['simple', true, 'blue', 'blue,black,brown', 'R=100,G=200'],
  ['form', false, 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200'],
  ['form', true, 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200'],
  ['spaceDelimited', false, 'color=blue', 'color=blue%20black%20brown', 'color=R%20100%20G%20200'],
  ['pipeDelimited', false, 'color=blue', 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200'],
  ['tabDelimited', false, 'color=blue', 'color=blue%09black%09brown', 'color=R%09100%09G%09200'],
  [
    'deepObject',
    true,
    'color=blue',
    'color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown',
    'color%5BR%5D=100&color%5BG%5D=200',
  ],
  ['cookie', true, 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200'],
];

const rawOf = (spec: ParameterSpec, encoded: string | readonly EncodedPair[]) => {
  if (typeof encoded === 'string') return encoded;
  if (spec.in === 'cookie')
    return parseCookies([['cookie', encoded.map((pair) => `${pair.name}=${pair.value}`).join('; ')]]);
  const query = parseQuery(join(encoded));
  if (!query.ok) throw new Error(query.reason);
  return query.pairs;
};

const shapeOf = (value: Json): ParameterShape =>
  Array.isArray(value) ? 'array' : typeof value === 'object' && value !== null ? 'object' : 'scalar';

describe('parameter styles', () => {
  it.each(EXAMPLES)('%s, explode %j', (style, explode, scalar, list, record) => {
    const spec = { name: 'color', style, explode };
    expect(join(encodeParameter(spec, 'blue'))).toBe(scalar);
    expect(join(encodeParameter(spec, array))).toBe(list);
    expect(join(encodeParameter(spec, object))).toBe(record);
    for (const [value, encoded] of [
      ['blue', scalar],
      [array, list],
      [{ R: '100', G: '200' }, record],
    ] as const) {
      const raw = encodeParameter(spec, value);
      expect(join(raw)).toBe(encoded);
      expect(decodeParameter(spec, rawOf(spec, raw), shapeOf(value))).toEqual({ kind: 'value', value });
    }
  });

  // Any text but lone surrogates, which UTF-8 cannot carry.
  const anyText = fc.string({ unit: 'binary', maxLength: 8 });
  const filled = anyText.filter((text) => text !== '');
  const record = (text: fc.Arbitrary<string>) => fc.dictionary(filled, text, { minKeys: 1, maxKeys: 4 });
  const law = (specs: readonly ParameterSpec[], value: fc.Arbitrary<Json>) =>
    fc.assert(
      fc.property(fc.constantFrom(...specs), fc.boolean(), value, (base, allowReserved, wanted) => {
        const spec = { ...base, allowReserved };
        const raw = rawOf(spec, encodeParameter(spec, wanted));
        expect(decodeParameter(spec, raw, shapeOf(wanted))).toEqual({ kind: 'value', value: wanted });
      }),
      { numRuns: 400 },
    );
  const specs = (styles: readonly ParameterStyle[], place: 'path' | 'query', explode: readonly boolean[]) =>
    styles.flatMap((style) =>
      explode.map((exploded): ParameterSpec => ({ name: 'p q', style, explode: exploded, in: place })),
    );
  const PATH = specs(['simple', 'label', 'matrix'], 'path', [true, false]).map((spec) => ({ ...spec, name: 'p' }));
  const FORM = specs(['form'], 'query', [true, false]);
  const DELIMITED = specs(['spaceDelimited', 'pipeDelimited', 'tabDelimited'], 'query', [false]);
  const DEEP = specs(['deepObject'], 'query', [true]);

  it('give back every text', () => {
    law([...PATH, ...FORM, ...DELIMITED, ...DEEP], anyText);
  });

  it('give back every list and object whose values do not contain their delimiters', () => {
    law(
      [...PATH, ...FORM],
      fc.oneof(fc.array(anyText, { minLength: 2, maxLength: 4 }), fc.array(filled, { minLength: 1, maxLength: 1 })),
    );
    law([...PATH, ...FORM], record(filled));
  });

  it('read an unencoded equals sign as part of the value', () => {
    const spec: ParameterSpec = { name: 'f', style: 'form', explode: false };
    expect(decodeParameter(spec, [{ name: 'f', raw: 'eq,a=b' }], 'object')).toEqual({
      kind: 'value',
      value: { eq: 'a=b' },
    });
  });

  it('give back lists and objects without the delimiter itself in them', () => {
    const free = anyText.map((text) => text.replace(/[ |\t]/g, ''));
    law(DELIMITED, fc.array(free, { minLength: 2, maxLength: 4 }));
    law(
      DELIMITED,
      fc.dictionary(
        free.map((key) => `k${key}`),
        free,
        { minKeys: 1, maxKeys: 3 },
      ),
    );
  });

  it('give back nested objects and lists in brackets', () => {
    const key = anyText.map((text) => `k${text.replace(/[[\]]/g, '')}`);
    const nested = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        anyText,
        fc.array(tie('value'), { minLength: 2, maxLength: 3 }),
        fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 3 }),
      ),
    })).value;
    law(DEEP, fc.dictionary(key, nested, { minKeys: 1, maxKeys: 3 }));
  });

  it('give back header text as it is, and cookies', () => {
    const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,8}$/);
    const header: ParameterSpec = { name: 'x', style: 'simple', explode: false, in: 'header' };
    const cookies: readonly ParameterSpec[] = [
      { name: 'x', style: 'cookie', explode: true, in: 'cookie' },
      { name: 'x', style: 'form', explode: true, in: 'cookie' },
      { name: 'x', style: 'form', explode: false, in: 'cookie' },
    ];
    law([header, ...cookies], token);
    law([header, ...cookies], fc.array(token, { minLength: 1, maxLength: 3 }));
    expect(encodeParameter(header, 'a b%20')).toBe('a b%20');
    expect(decodeParameter(header, 'a, b', 'array')).toEqual({ kind: 'value', value: ['a', 'b'] });
  });

  it('tell a dot in an exploded label from the dot between labels', () => {
    const spec: ParameterSpec = { name: 'v', style: 'label', explode: true, in: 'path' };
    expect(encodeParameter(spec, ['1.0', '2.0'])).toBe('.1%2E0.2%2E0');
    expect(decodeParameter(spec, '.1%2E0.2%2E0', 'array')).toEqual({ kind: 'value', value: ['1.0', '2.0'] });
  });

  it.each([
    ['.3.4.5', 'array', ['3', '4', '5']],
    ['.R.100.G.200', 'object', { R: '100', G: '200' }],
    ['.1.5,2', 'array', ['1.5', '2']],
    ['.1.5', 'scalar', '1.5'],
    ['.1%2E5', 'array', ['1.5']],
  ] as const)(
    'read the label %s that is not exploded, with the dots of earlier versions, as %s',
    (raw, shape, value) => {
      const spec: ParameterSpec = { name: 'v', style: 'label', explode: false, in: 'path' };
      expect(decodeParameter(spec, raw, shape)).toEqual({ kind: 'value', value });
    },
  );

  it('keep reserved characters only where they are allowed and harmless', () => {
    expect(encodeQuery('/?:@$,;=&#+[]%', { allowReserved: true })).toBe('/?:@$,;=%26%23%2B%5B%5D%25');
    expect(encodeQuery('/?:@')).toBe('%2F%3F%3A%40');
    expect(
      join(encodeParameter({ name: 'l', style: 'form', explode: false, allowReserved: true }, ['a,b', 'c/d'])),
    ).toBe('l=a%2Cb,c/d');
  });

  const query = (text: string) => {
    const result = parseQuery(text);
    return result.ok ? result.pairs : [];
  };

  it('tell an absent parameter from an empty one', () => {
    const spec: ParameterSpec = { name: 'a', style: 'form', explode: true, in: 'query' };
    expect(decodeParameter(spec, query('b=1'), 'scalar')).toEqual({ kind: 'absent' });
    expect(decodeParameter(spec, query('a'), 'scalar')).toEqual({ kind: 'value', value: '' });
    expect(decodeParameter(spec, query('a='), 'array')).toEqual({ kind: 'value', value: [''] });
    expect(encodeParameter(spec, [])).toEqual([]);
  });

  it.each([
    [{ name: 'a', style: 'form', explode: true }, query('a=1&a=2'), 'scalar', 'is given 2 times'],
    [{ name: 'a', style: 'form', explode: false }, query('a=R,1,G'), 'object', 'has a name without a value'],
    [{ name: 'a', style: 'deepObject', explode: true }, query('a[b=1'), 'object', 'has malformed brackets in "a[b"'],
    [
      { name: 'a', style: 'deepObject', explode: true },
      query(`a${'[x]'.repeat(33)}=1`),
      'object',
      expect.stringContaining('has malformed brackets'),
    ],
    [{ name: 'a', style: 'label', explode: false }, 'x', 'scalar', 'does not start with "." (style label)'],
    [{ name: 'a', style: 'matrix', explode: true }, ';b=1', 'scalar', 'does not name "a" (style matrix)'],
    [{ name: 'a', style: 'simple', explode: false }, '%zz', 'scalar', 'has bad percent-encoding'],
    [{ name: 'a', style: 'simple', explode: false }, 'a,%c0%ae', 'array', 'has bad percent-encoding'],
  ] as const)('%j: %j as %s %s', (spec, raw, shape, reason) => {
    expect(decodeParameter(spec, raw, shape)).toEqual({ kind: 'malformed', reason });
  });

  it('take no name for anything but a name', () => {
    const decoded = decodeParameter(
      { name: 'a', style: 'deepObject', explode: true },
      query('a[__proto__][x]=1&a[constructor]=2'),
      'object',
    );
    expect(decoded.kind === 'value' && Object.keys(decoded.value)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    const spread = decodeParameter(
      { name: 'a', style: 'form', explode: true },
      query('__proto__=1&__proto__=2'),
      'object',
    );
    expect(spread.kind === 'value' && Object.getPrototypeOf(spread.value)).toBeNull();
  });

  it('take `[]`, counted and repeated brackets for lists', () => {
    const spec = { name: 'a', style: 'deepObject', explode: true } as const;
    for (const text of ['a[]=x&a[]=y', 'a[0]=x&a[1]=y', 'a=x&a=y'])
      expect(decodeParameter(spec, query(text), 'array')).toEqual({ kind: 'value', value: ['x', 'y'] });
    expect(decodeParameter(spec, query('a[1]=x&a[9]=y'), 'object')).toEqual({
      kind: 'value',
      value: { 1: 'x', 9: 'y' },
    });
  });
});

describe('a query', () => {
  it('is a list of pairs in order, plus as space, values with their encoding beside', () => {
    expect(parseQuery('a=1&b=x+y%2Bz&&c&=d&e=1=2&a=%F0%9F%90%B6')).toEqual({
      ok: true,
      pairs: [
        { name: 'a', value: '1', raw: '1' },
        { name: 'b', value: 'x y+z', raw: 'x%20y%2Bz' },
        { name: 'c', value: '', raw: '' },
        { name: '', value: 'd', raw: 'd' },
        { name: 'e', value: '1=2', raw: '1=2' },
        { name: 'a', value: '🐶', raw: '%F0%9F%90%B6' },
      ],
    });
  });

  it.each(['a=%zz', 'a=%', 'a=%ff', 'a=%c0%ae', 'a=%ED%A0%80', '%zz=1'])('%j is malformed', (text) => {
    expect(parseQuery(text).ok).toBe(false);
  });

  it('has a bounded number of pairs', () => {
    expect(parseQuery('a&'.repeat(10_001))).toEqual({ ok: false, reason: 'more than 10000 pairs' });
    expect(parseQuery('a&b', { maxPairs: 1 }).ok).toBe(false);
  });

  it('is read as WHATWG reads it, where that does not guess', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))), (wanted) => {
        const text = new URLSearchParams(wanted).toString();
        const result = parseQuery(text);
        expect(result.ok && result.pairs.map(({ name, value }) => [name, value])).toEqual([
          ...new URLSearchParams(text),
        ]);
      }),
    );
  });
});

describe('percent-encoding', () => {
  it('comes back for any text that UTF-8 can carry', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.boolean(),
        (text, allowReserved) =>
          decodePercent(encodePathSegment(text)) === text &&
          decodePercent(encodeQuery(text, { allowReserved })) === text,
      ),
    );
  });

  it('of lone surrogates is the replacement character', () => {
    expect(encodePathSegment('a\ud800b')).toBe('a%EF%BF%BDb');
  });
});

describe('text as a scalar', () => {
  it.each([
    ['5', ['integer'], 5],
    ['9007199254740993', ['integer'], 9007199254740993n],
    ['9007199254740993', ['number'], 9007199254740993n],
    ['5.0', ['integer'], '5.0'],
    ['5.5', ['integer'], '5.5'],
    ['5.5', ['number'], 5.5],
    ['1e3', ['number'], 1000],
    ['1e3', ['integer'], '1e3'],
    ['0x10', ['integer'], '0x10'],
    [' 1', ['integer'], ' 1'],
    ['01', ['integer'], '01'],
    ['+1', ['number'], '+1'],
    ['', ['integer'], ''],
    ['', ['null', 'integer'], null],
    ['', ['null', 'string'], ''],
    ['null', ['string', 'null'], null],
    ['true', ['boolean'], true],
    ['True', ['boolean'], 'True'],
    ['1', ['boolean'], '1'],
    ['1', ['string'], '1'],
    ['1', [], '1'],
  ] as const)('%s as %s is %s', (text, types, expected) => {
    expect(parseScalar(text, types)).toEqual(expected);
  });
});
