import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/core/index.ts';
import { decodeText, encodeBody } from '../../src/wire/index.ts';

const read = (text: string): unknown => {
  const body = decodeText(text, 'application/yaml');
  return body.kind === 'parsed' ? body.value : body;
};
const written = (value: Json): string => encodeBody(value, 'application/yaml').text ?? '';

describe('content in YAML', () => {
  test('says what JSON says: whatever is written is read back, digits and all', () => {
    const integer = fc.bigInt().map((n) => (n >= -(2n ** 53n) && n <= 2n ** 53n ? Number(n) : n));
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constant(null),
        fc.boolean(),
        integer,
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(
          'yes',
          'no',
          'on',
          '~',
          '',
          '012',
          '1e3',
          '2024-01-01',
          '- a',
          'a: b',
          '# x',
          '\u2028',
          'a\n b\n',
        ),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.string({ minLength: 1 }), tie('tree'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(read(written(value))).toEqual(value);
      }),
    );
  });

  test('is YAML 1.2: `yes` is a text, and a mapping in JSON is a mapping', () => {
    expect(read('a: yes\nb: {"c": [1, 12345678901234567890]}\n')).toEqual({
      a: 'yes',
      b: { c: [1, 12345678901234567890n] },
    });
  });

  test('keeps a name such as __proto__ an ordinary one', () => {
    const value = read('__proto__: {polluted: true}\n') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each([
    ['an alias, which a bomb is made of', 'a: &a [1]\nb: *a\n', /aliases/],
    ['a name that stands twice', 'a: 1\na: 2\n', /duplicate/],
    ['a tag that runs something', 'a: !!js/function "x"\n', /tag/],
    ['two documents', '--- 1\n--- 2\n', /2 documents/],
    ['nesting without end', '['.repeat(5000), /depth|nesting/i],
    ['what is no YAML, with its place', 'a: [1\nb: 2\n', /line 2/],
  ])('refuses %s, and says why', (_, text, reason) => {
    expect(read(text)).toMatchObject({ kind: 'unreadable', reason: expect.stringMatching(reason) });
  });
});
