import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { formatXml, jsonEquals, parseXml, type XmlShape } from '../../../src/wire/index.ts';
import { integer } from '../values.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const xmlText = fc
  .string({ unit: 'binary' })
  .map((text) => text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));

/** A shape with a value that it describes. */
const shaped = fc.letrec<{ pair: { shape: XmlShape; value: Json } }>((tie) => {
  const elementName = fc.stringMatching(/^[a-z_][a-z0-9._-]{0,5}$/);
  const scalar = fc.oneof(
    xmlText.map((value) => ({ shape: { type: 'string' } as XmlShape, value: value as Json })),
    integer().map((value) => ({ shape: { type: ['integer', 'null'] }, value })),
    fc.boolean().map((value) => ({ shape: { type: 'boolean' }, value })),
    fc.constant({ shape: { type: ['string', 'null'] }, value: null }),
  );
  const list = fc
    .tuple(tie('pair'), fc.integer({ min: 1, max: 3 }), fc.boolean())
    .map(([{ shape, value }, length, wrapped]) => ({
      shape: { type: 'array', wrapped, items: () => ({ ...shape, attribute: false, wrapped: false }) },
      value: Array.from({ length }, () => value),
    }))
    // A list directly in a list needs wrapping to be told apart, which is the document's own affair.
    .map((pair) => (Array.isArray((pair.value as Json[])[0]) ? { shape: { type: 'string' }, value: 'x' } : pair));
  const record = fc
    .uniqueArray(fc.tuple(elementName, tie('pair'), fc.boolean(), fc.option(elementName, { nil: undefined })), {
      maxLength: 4,
      selector: ([key]) => key,
    })
    .map((members) => {
      const properties: Record<string, XmlShape> = {};
      const value: Record<string, Json> = {};
      for (const [at, [key, pair, attribute, rename]] of members.entries()) {
        const plain = typeof pair.value !== 'object';
        properties[key] = {
          ...pair.shape,
          attribute: attribute && plain,
          ...(rename === undefined || pair.shape.type === 'array' ? {} : { name: `${rename}X${at}` }),
          ...(at % 2 === 0 ? { prefix: 'p', namespace: 'urn:p' } : {}),
        };
        value[key] = pair.value;
      }
      return { shape: { type: 'object', properties } as XmlShape, value: value as Json };
    });
  return { pair: fc.oneof({ maxDepth: 3 }, scalar, record, list) as fc.Arbitrary<{ shape: XmlShape; value: Json }> };
}).pair;

describe('XML', () => {
  it('comes back as the value it was, in the same shape', () => {
    fc.assert(
      fc.property(shaped, ({ shape, value }) => {
        const written = formatXml(value, shape);
        const read = parseXml(written, shape);
        expect(read).toMatchObject({ ok: true });
        expect(
          read.ok && jsonEquals(read.value, value),
          `${written}\n${JSON.stringify(read, (_, v) => (typeof v === 'bigint' ? `${v}n` : v))}`,
        ).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is well-formed whatever is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, odd) => {
        const written = formatXml({ [odd]: value as Json, text: odd }, { name: odd });
        expect(XMLValidator.validate(written)).toBe(true);
        expect(parseXml(written)).toMatchObject({ ok: true });
      }),
    );
  });

  // OpenAPI 3.1 §4.8.26.2.
  it.each<readonly [string, Json, XmlShape, string]>([
    ['a plain property', { animals: 'x' }, { name: 'r', properties: { animals: {} } }, '<r><animals>x</animals></r>'],
    [
      'a list',
      { animals: ['a', 'b'] },
      { name: 'r', properties: { animals: { type: 'array', items: {} } } },
      '<r><animals>a</animals><animals>b</animals></r>',
    ],
    [
      'attribute, prefix and namespace',
      { id: 0, name: 's' },
      {
        name: 'Person',
        properties: {
          id: { type: 'integer', attribute: true },
          name: { namespace: 'https://example.com/schema/sample', prefix: 'sample' },
        },
      },
      '<Person id="0"><sample:name xmlns:sample="https://example.com/schema/sample">s</sample:name></Person>',
    ],
    [
      'renamed items',
      { animals: ['v'] },
      { name: 'r', properties: { animals: { type: 'array', items: { name: 'animal' } } } },
      '<r><animal>v</animal></r>',
    ],
    [
      'a list name without wrapping, which has no effect',
      { animals: ['v'] },
      { name: 'r', properties: { animals: { type: 'array', name: 'aliens', items: { name: 'animal' } } } },
      '<r><animal>v</animal></r>',
    ],
    [
      'a wrapped list',
      { animals: ['v'] },
      { name: 'r', properties: { animals: { type: 'array', wrapped: true, items: {} } } },
      '<r><animals><animals>v</animals></animals></r>',
    ],
    [
      'a wrapped list with both names',
      { animals: ['v'] },
      {
        name: 'r',
        properties: { animals: { type: 'array', name: 'aliens', wrapped: true, items: { name: 'animal' } } },
      },
      '<r><aliens><animal>v</animal></aliens></r>',
    ],
    [
      'a list as the whole',
      [{ id: 1 }],
      { name: 'pets', type: 'array', items: { name: 'pet', properties: { id: { type: 'integer' } } } },
      '<pets><pet><id>1</id></pet></pets>',
    ],
    [
      'the text beside an attribute, by the name that it has where nothing describes it',
      { id: 7, '#text': '12' },
      { properties: { id: { type: 'integer', attribute: true }, '#text': { type: 'string' } } },
      '<root id="7">12</root>',
    ],
    [
      'an attribute of what no text is, as JSON',
      { class: { kind: 'car' }, seats: [1, 2] },
      { properties: { class: { type: 'object', attribute: true }, seats: { type: 'array', attribute: true } } },
      '<root class="{&#34;kind&#34;:&#34;car&#34;}" seats="[1,2]"/>',
    ],
    [
      'an element that is called like that text',
      { '#text': 't' },
      { properties: { '#text': { type: 'string', name: 'text' } } },
      '<root><text>t</text></root>',
    ],
    [
      'names that neither elements nor attributes can have',
      { 'a b': 1, $: 'x', '3d': ['u', 'v'] },
      {
        properties: {
          'a b': { type: 'integer' },
          $: { type: 'string', attribute: true },
          '3d': { type: 'array', items: {} },
        },
      },
      '<root _="x"><a_b>1</a_b><_3d>u</_3d><_3d>v</_3d></root>',
    ],
    [
      'an empty object and an empty text',
      { o: {}, s: '' },
      { properties: { o: { type: 'object' }, s: { type: 'string' } } },
      '<root><o/><s/></root>',
    ],
  ])('writes and reads %s', (_, value, shape, expected) => {
    expect(formatXml(value, shape)).toBe(head + expected);
    expect(parseXml(head + expected, shape)).toEqual({ ok: true, value });
  });

  it('keeps carriage returns and line breaks, in elements and attributes', () => {
    const shape: XmlShape = { properties: { a: { attribute: true }, t: { type: 'string' } } };
    const value = { a: 'x\r\n\ty', t: 'x\r\n\ty' };
    expect(parseXml(formatXml(value, shape), shape)).toEqual({ ok: true, value });
    expect(parseXml('<r a="x\ny"><t>x\r\ny</t></r>', shape)).toEqual({ ok: true, value: { a: 'x y', t: 'x\ny' } });
  });

  it('follows a shape that holds itself', () => {
    const node: XmlShape = {
      name: 'node',
      type: 'object',
      properties: { id: { type: 'integer' }, next: () => ({ ...node, name: 'next' }) },
    };
    const value = { id: 1, next: { id: 2, next: { id: 3 } } };
    expect(parseXml(formatXml(value, node), node)).toEqual({ ok: true, value });
  });

  it('without a shape is text, lists and objects', () => {
    expect(parseXml('<a x:y="1" xmlns:x="u"><b>2</b><x:b/><c>t<d/></c><!-- no --><?no no?><![CDATA[<&]]></a>')).toEqual(
      { ok: true, value: { y: '1', b: ['2', ''], c: { d: '', '#text': 't' }, '#text': '<&' } },
    );
  });

  it('keeps what the shape does not name, and text that is not of its type', () => {
    const shape: XmlShape = { properties: { id: { type: 'integer' } } };
    expect(parseXml('<p extra="e"><id>x1</id><more>m</more></p>', shape)).toEqual({
      ok: true,
      value: { id: 'x1', extra: 'e', more: 'm' },
    });
    expect(parseXml('<p><id>1</id><id>2</id></p>', shape)).toEqual({ ok: true, value: { id: [1, 2] } });
  });

  it('reads character references, CDATA and entities', () => {
    expect(parseXml('<a>&#65;&#x1F436;&lt;&amp;&gt;&quot;&apos;<![CDATA[&lt;]]></a>')).toEqual({
      ok: true,
      value: 'A🐶<&>"\'&lt;',
    });
  });

  it.each([
    ['', 'document must contain a root element'],
    ['text', 'text data outside of root node'],
    ['<a/>junk', 'text data outside of root node'],
    ['<a/><b/>', 'documents may contain only one root'],
    ['<a><b></a></b>', 'unexpected close tag'],
    ['<a>', 'unclosed tag: a'],
    ['</a>', 'unmatched closing tag: a'],
    ['<a x=1/>', 'unquoted attribute value'],
    ['<a x="1" x="2"/>', 'duplicate attribute: x'],
    ['<a x="<"/>', 'disallowed character'],
    ['<1/>', 'disallowed character in tag name'],
    ['<a>&bomb;</a>', 'undefined entity'],
    ['<a>&</a>', 'unclosed tag: a'],
    ['<a>&#0;</a>', 'malformed character entity'],
    ['<a>&#x110000;</a>', 'malformed character entity'],
    ['<a b="&x;"/>', 'undefined entity'],
    ['<a>]]></a>', 'the string "]]>" is disallowed in char data'],
    ['<a>\u0001</a>', 'disallowed character'],
    ['<!-- x', 'document must contain a root element'],
    ['<?xml', 'document must contain a root element'],
    ['<a><![CDATA[x</a>', 'unclosed tag: a'],
    ['<![CDATA[x]]><a/>', 'text data outside of root node'],
    ['<!DOCTYPE lolz [<!ENTITY lol "lol">]><a>&lol;</a>', 'document type declarations are refused'],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'document type declarations are refused'],
    ['<a><!ENTITY x "y"></a>', 'incorrect syntax'],
    ['<a>'.repeat(257), 'nested deeper than 256 levels'],
    ['<a x="1"y="2"/>', 'no whitespace between attributes'],
    ['<a><!-- a -- b --></a>', 'malformed comment'],
    ['<a>\ufffe</a>', 'disallowed character'],
    ['<a>\ud800</a>', 'unclosed tag: a'],
    ['<a>&constructor;</a>', 'undefined entity'],
    [' <?xml version="1.0"?><a/>', 'an XML declaration must be at the start of the document'],
    ['<a><?xml?></a>', 'an XML declaration must be at the start of the document'],
  ])('refuses %j', (text, reason) => {
    const result = parseXml(text);
    expect(result.ok ? '' : result.reason.replace(/ at offset \d+$/, '')).toBe(`not XML: ${reason}`);
  });

  it('takes hostile sizes in its stride', () => {
    const sizes = parseXml(`<a>${'<b/>'.repeat(200_000)}</a>`);
    expect(sizes).toMatchObject({ ok: true, value: { b: { length: 200_000 } } });
    const attributes = Array.from({ length: 100_000 }, (_, n) => ` x${n}="1"`).join('');
    expect(parseXml(`<a${attributes}/>`)).toMatchObject({ ok: true, value: { x99999: '1' } });
    expect(parseXml('<a>'.repeat(1_000_000))).toMatchObject({ ok: false });
    expect(parseXml(`<a>${'&'.repeat(1_000_000)}`)).toMatchObject({ ok: false });
    const long = parseXml(`<${'a'.repeat(100_000)}>`);
    expect(long.ok ? 0 : long.reason.length).toBeLessThan(200);
  });

  it('is the same wherever the reader pauses', () => {
    for (const pad of [16_370, 16_378, 16_380, 16_381, 16_382, 16_383, 16_384])
      expect(parseXml(`<a>${'x'.repeat(pad)}🐶\r\n&amp;<![CDATA[&]]>]]&gt;</a>`)).toEqual({
        ok: true,
        value: `${'x'.repeat(pad)}🐶\n&&]]>`,
      });
  });

  it('takes no name for anything but a name', () => {
    const result = parseXml('<a __proto__="1"><constructor>2</constructor><hasOwnProperty/></a>');
    expect(result.ok && Object.entries(result.value ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['hasOwnProperty', ''],
    ]);
  });
});
