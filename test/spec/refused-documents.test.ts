import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { loadApi, parseApi } from '../../src/spec/index.ts';
import { apiOf, refusalOf, withHead, yaml } from './documents.ts';

const refuses = async (text: string, name = 'api.yaml') => refusalOf(() => parseApi({ name, text }));

describe('A document is refused, with file, line and column, where', () => {
  it('S01 aliases stand for more values than the budget', async () => {
    let text = withHead('x-a: &a [1,1,1,1,1,1,1,1,1]\n');
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi'].map((pair) => [...pair]))
      text += `x-${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]\n`;
    const error = await refuses(text);
    expect(error.code).toBe('document.refused');
    expect(error.message).toContain('yaml-alias-limit');
  });

  it('S03 merges take over more keys than the limit', async () => {
    const keys = Array.from({ length: 4000 }, (_, index) => `k${index}: 1`).join(', ');
    const error = await refuses(withHead(`x-a: &a {${keys}}\nx-b:\n  <<: [${Array(4000).fill('*a').join(', ')}]\n`));
    expect(error.message).toMatch(/limit mergeKeys|alias/);
  });

  it('S04 an alias holds itself', async () => {
    expect((await refuses(withHead('x-a: &a [*a]\n'))).message).toMatch(/:\d+:11: cyclic alias/);
    expect((await refuses(withHead('x-b: &b 1\nx-c: *b\nx-a: &a {k: [1, *a]}\n'))).message).toMatch(
      /:18: cyclic alias/,
    );
  });

  it('S05 an alias is defined nowhere', async () => {
    expect((await refuses(withHead('x-a: *b\n'))).message).toMatch(/^api\.yaml:4:7: .*alias/);
  });

  it.each([
    ['YAML', 'api.yaml', 'openapi: 3.1.0\npaths: {}\npaths: {}\n', 'api.yaml:3:1'],
    ['JSON', 'api.json', '{"openapi": "3.1.0",\n "paths": {"/a": {}, "/a": {}}}', 'api.json:2'],
  ])('S06 a key stands twice in %s', async (_, name, text, place) => {
    const { message } = await refuses(text, name);
    expect(message.startsWith(place)).toBe(true);
    expect(message).toMatch(/duplicate|more than once/i);
  });

  it.each([
    ['flow YAML', 'api.yaml', (depth: number) => withHead(`x-a: ${'['.repeat(depth)}${']'.repeat(depth)}`)],
    ['block YAML', 'api.yaml', (depth: number) => withHead(`x-a:\n  ${'- '.repeat(depth)}1\n`)],
    ['JSON', 'api.json', (depth: number) => `{"a": ${'['.repeat(depth)}${']'.repeat(depth)}}`],
  ])('S07 values nest too deeply in %s', async (_, name, make) => {
    for (const depth of [5_000, 100_000]) expect((await refuses(make(depth), name)).message).toMatch(/depth|nest/i);
  });

  it('S08 references of components only point at each other', async () => {
    const { message } = await refusalOf(() =>
      apiOf({
        components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } },
      }),
    );
    expect(message).toContain('#/components/schemas/B → #/components/schemas/A');
  });

  it.each([
    ['UTF-16 LE', new Uint8Array([0xff, 0xfe, 0x6f, 0x00]), 'byte 0'],
    ['UTF-16 BE', new Uint8Array([0xfe, 0xff, 0x00, 0x6f]), 'byte 0'],
    ['Latin-1', Buffer.from('openapi: 3.1.0 # caf\xe9\n', 'latin1'), 'byte 20'],
    ['a cut character', Buffer.from([0x61, 0x3a, 0x20, 0xe2, 0x82]), 'byte 3'],
  ])('S27 the bytes are %s', async (_, bytes, place) => {
    const { loadApi } = await import('../../src/spec/index.ts');
    const { message } = await refusalOf(() => loadApi('/d/api.yaml', { readFile: async () => bytes }));
    expect(message).toContain(`not UTF-8 at ${place}`);
  });

  it.each([
    ['a lone surrogate escape in JSON', 'api.json', '{"openapi":"3.1.0","info":{"title":"\\ud800"},"paths":{}}'],
    ['a lone low surrogate escape', 'api.json', '{"openapi":"3.1.0","info":{"title":"\\udc00x"},"paths":{}}'],
    ['a lone surrogate escape in YAML', 'api.yaml', withHead('x-a: "\\ud83d"\n')],
    ['a NUL character', 'api.yaml', withHead('x-a: \0\n')],
  ])('S27 there is %s', async (_, name, text) => {
    expect((await refuses(text, name)).message).toMatch(/:\d+:\d+: .*(surrogate|NUL)/);
  });

  it('S27 a pair of surrogate escapes is a character like any other', () => {
    const api = parseApi({
      name: 'a.json',
      text: '{"openapi":"3.1.0","info":{"title":"\\ud83d\\ude00 \\\\ud800"},"paths":{}}',
    });
    expect(api.title).toBe('😀 \\ud800');
  });

  it.each([
    ['an empty file', ''],
    ['only comments', '# nothing\n# here\n'],
    ['a scalar', 'hello\n'],
    ['a list', '- 1\n- 2\n'],
    ['two documents', `${withHead('')}---\n${withHead('')}`],
    ['null paths', 'openapi: 3.1.0\npaths:\n'],
    ['paths that are a list', 'openapi: 3.0.0\npaths: []\n'],
    ['no paths at all', 'openapi: 3.0.0\ninfo: {}\n'],
    ['blank JSON', ' \n'],
  ])('S28 it holds %s', async (_, text) => {
    expect((await refuses(text)).code).toBe('document.refused');
    expect((await refuses(text, 'api.json')).code).toBe('document.refused');
  });

  it.each([
    '!!js/function "x"',
    '!include other.yaml',
    '!!binary aGk=',
    '!!set {a}',
    '!custom [1]',
    '!!python/object:x {}',
  ])('S31 it uses the tag %s', async (value) => {
    expect((await refuses(withHead(`x-a: ${value}\n`))).message).toMatch(/^api\.yaml:4:\d+: /);
  });

  it.each(['.inf', '-.inf', '.nan', '.NaN'])('S32 a number is %s', async (value) => {
    expect((await refuses(withHead(`x-a: ${value}\n`))).message).toMatch(/:\d+:6: \S+ is not a JSON number/);
  });

  it.each([
    ['4.0.0', '4.0.0'],
    ['"3"', '3'],
    ['3.9.0', '3.9.0'],
    ['[]', ''],
  ])('S26 its version is %s', async (version, shown) => {
    const { message } = await refuses(`openapi: ${version}\npaths: {}\n`);
    expect(message).toContain('version');
    expect(message).toContain(shown);
  });

  it('it is not an object', async () => {
    expect((await refuses('just a text\n')).message).toBe('api.yaml:1:1: an OpenAPI document is an object');
  });

  it.each([
    ['3.0.3', '`paths`'],
    ['3.1.0', '`paths`, `components` or `webhooks`'],
  ])('it describes nothing at all, with whatever else is wrong (%s)', async (version, all) => {
    const { message } = await refuses(`openapi: ${version}\ninfo:\n  title: 1\n  version: 1.0.0\n`);
    expect(message.split('\n')).toEqual([
      `api.yaml:1:1: an OpenAPI document must have ${all}`,
      'api.yaml:3:3: invalid-field: `title` must be a string',
    ]);
  });

  it('its paths are not an object', async () => {
    const { message } = await refuses('openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: []\n');
    expect(message).toBe('api.yaml:3:1: `paths` must be an object');
  });

  it('S26 it names no version, or two', async () => {
    expect((await refuses('paths: {}\n')).message).toContain('version');
    expect((await refuses('swagger: "2.0"\nopenapi: 3.0.0\npaths: {}\n')).message).toContain('both');
  });
});

describe('A document is served', () => {
  it('S02 with thousands of aliases of one scalar', () => {
    const api = yaml(withHead(`x-a: &a 1\nx-b: [${Array(2000).fill('*a').join(', ')}]\n`));
    expect(api.extensions['x-b']).toHaveLength(2000);
  });

  it('S05 with an anchor that is given anew', () => {
    expect(yaml(withHead('x-a: &x 1\nx-b: &x 2\nx-c: *x\n')).extensions['x-c']).toBe(2);
  });

  it('with merge keys', () => {
    const { extensions } = yaml(withHead('x-a: &a {b: 1, c: 2}\nx-d:\n  <<: *a\n  c: 3\n'));
    expect(extensions['x-d']).toEqual({ b: 1, c: 3 });
  });

  it.each(['\uFEFF', ''])('S27 with and without a byte order mark (%j)', async (mark) => {
    const { loadApi } = await import('../../src/spec/index.ts');
    const read = (text: string) => ({ readFile: async () => new TextEncoder().encode(mark + text) });
    expect((await loadApi('/d/a.yaml', read(withHead('')))).title).toBe('T');
    expect((await loadApi('/d/a.json', read('{"openapi":"3.1.0","info":{"title":"J"},"paths":{}}'))).title).toBe('J');
  });

  it.each([
    ['CRLF', '\r\n'],
    ['CR alone', '\r'],
  ])('S29 with lines that end in %s', (_, end) => {
    expect(yaml(withHead('').replaceAll('\n', end)).title).toBe('T');
  });

  it('S29 as one very long line, or behind a very long comment', () => {
    expect(yaml(`# ${'x'.repeat(2_000_000)}\n${withHead('')}`).title).toBe('T');
    expect(yaml(withHead(`x-a: ${'x'.repeat(2_000_000)}\n`)).extensions['x-a']).toHaveLength(2_000_000);
  });

  it('S29 but a tab as indentation is an error with its line', async () => {
    expect((await refuses('openapi: 3.1.0\npaths:\n\t/a: {}\n')).message).toMatch(/^api\.yaml:3:/);
  });

  it('S30 by the rules of YAML 1.2, not 1.1', () => {
    const { extensions } = yaml(
      withHead('x-a: [no, on, 012, 1_000, 1:30, 2020-01-01, yes, ~]\nx-b: {2020-01-01: 1, no: 2}\n'),
    );
    expect(extensions['x-a']).toEqual(['no', 'on', 12, '1_000', '1:30', '2020-01-01', 'yes', null]);
    expect(extensions['x-b']).toEqual({ '2020-01-01': 1, no: 2 });
  });

  it('S30 with status keys that are numbers', () => {
    const api = yaml(
      'openapi: 3.1.0\npaths: {/x: {get: {responses: {200: {description: ok}, "404": {description: no}}}}}\n',
    );
    expect(api.operations[0]?.responses.map((each) => each.status)).toEqual(['200', '404']);
  });

  it.each([
    ['3.2.0', '3.2'],
    ['3.1.99', '3.1'],
    ['"3.0"', '3.0'],
    ['3.0.4-rc1', '3.0'],
  ])('S26 whose version is %s', (version, dialect) => {
    expect(yaml(`openapi: ${version}\npaths: {}\n`).dialect).toBe(dialect);
  });

  it('S26 whose version is a draft, which is reported', () => {
    const api = yaml('openapi: 3.3.0\npaths: {}\n');
    expect(api.dialect).toBe('3.2');
    expect(api.diagnostics[0]).toMatchObject({ code: 'draft-version', severity: 'warning', pointer: '/openapi' });
  });

  it.each([
    ['an end under its key', 'x-a: {\n  b: [1,\n  2\n]\n}\n', { b: [1, 2] }],
    ['an end after a comment', 'x-a: {\n  b: "# 1" # one\n}\n', { b: '# 1' }],
    ['an end after a line of comment', 'x-a: {\n  b: 1, # one\n# two\n\n}\n', { b: 1 }],
    ['a quoted text', 'x-a:\n  b: "one\n two"\n  c: d\n', { b: 'one two', c: 'd' }],
    ['a quoted text of several lines', "x-a:\n    b: 'one\n    two\n\n    three'\n", { b: 'one two\nthree' }],
    ['a quoted text among others', 'x-a: {\n  b: "one\ntwo"\n}\n', { b: 'one two' }],
    ['a list in a list', 'x-a:\n- - - - b: {\n  c: 1\n  }\n', [[[[{ b: { c: 1 } }]]]]],
  ])('with lines that stand no deeper than their key: %s', (_, text, expected) => {
    expect(yaml(withHead(text)).extensions['x-a']).toEqual(expected);
  });

  it('but not with a quoted text that never ends', async () => {
    const { message } = await refuses(withHead('x-a:\n  b: "one\n  c: two\n'));
    expect(message).toMatch(/^api\.yaml:7:1: /);
  });

  it('nor with more of such lines than any author writes', async () => {
    const { message } = await refuses(withHead(`x-a: "\n${'one\n'.repeat(70)}"\n`));
    expect(message).toMatch(/^api\.yaml:\d+:1: deficient indentation/);
  });

  it('with flow collections that end no deeper than their key, hundreds of them, beside texts that look like such ends', () => {
    const keys = Array.from({ length: 300 }, (_, index) => `  k${index}: {\n    b: [1, 2\n  ]\n  }\n`);
    const text = '  text: |\n    one # two\n    }\n    ]\n  quoted: "a\n    ]\n    b"\n';
    const read = yaml(withHead(`x-a:\n${keys.slice(150).join('')}${text}${keys.slice(0, 150).join('')}`)).extensions;
    const { text: kept, quoted, ...others } = read['x-a'] as JsonObject;
    expect(kept).toBe('one # two\n}\n]\n');
    expect(quoted).toBe('a ] b');
    expect(Object.values(others)).toEqual(keys.map(() => ({ b: [1, 2] })));
  });

  it('but with the fault that every reader finds, where there is one', () => {
    expect(() => yaml(withHead('x-a: {\n  b: 1\n}\nx-b: [1\nx-c: 2\n'))).toThrow(/missed comma/);
  });

  it('with places that are those of the text, whatever its indentation', () => {
    const api = yaml('openapi: 3.1.0\nx-a: "one\ntwo"\ninfo: {\n  version: "1\n\n", title: 1\n}\npaths: {\n}\n');
    const [title] = api.diagnose();
    expect(title).toMatchObject({ pointer: '/info/title', position: { line: 7, column: 4 } });
  });

  it('S26 whose version is a number, which is reported', () => {
    const api = yaml('openapi: 3.1\npaths: {}\n');
    expect(api.dialect).toBe('3.1');
    expect(api.diagnostics[0]).toMatchObject({
      code: 'version-number',
      severity: 'error',
      position: { line: 1, column: 1 },
    });
  });

  it('S14 with names that objects inherit', () => {
    const api = parseApi({
      name: 'a.json',
      text: '{"openapi":"3.0.0","info":{"title":"T","version":"1"},"paths":{"/x":{"get":{"responses":{"200":{"description":"","content":{"application/json":{"schema":{"$ref":"#/components/schemas/__proto__"}}}}}}}},"components":{"schemas":{"__proto__":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"toString":{"type":"boolean"}}}}}}',
    });
    const schema = api.deref(api.operations[0]?.responses[0]?.content[0]?.schema ?? false);
    expect(Object.keys((schema as { properties: object }).properties)).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ]);
    const bundle = api.bundle(schema, 'response') as { properties: object };
    expect(Object.keys(bundle.properties)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(api.diagnose()).toEqual([]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('S38 with markup and control characters kept as they are', () => {
    expect(yaml('openapi: 3.1.0\ninfo: {title: "<script>\\e[31m"}\npaths: {}\n').title).toBe('<script>\u001b[31m');
  });

  it('S41 of ten thousand operations', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`/r${index}/{id}`, { get: { operationId: `o${index}` } }]),
    );
    const api = apiOf({ paths });
    expect(api.operations).toHaveLength(10_000);
    expect(api.match({ method: 'GET', path: '/r9999/1' })).toMatchObject({ kind: 'found', pathParams: { id: '1' } });
  });
});

describe('What is not an OpenAPI document is named by what it is', () => {
  it.each([
    ['{"asyncapi": "3.0.0", "info": {}}', 'AsyncAPI'],
    ['{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}}', 'Postman'],
    ['{"hello": 1}', 'It begins with a line such as'],
  ])('%s', async (text, hint) => {
    expect((await refuses(text, 'api.json')).hint).toContain(hint);
  });

  it('also where its text is given for its path', async () => {
    for (const text of ['{"openapi": "3.1.0"}', 'openapi: 3.1.0\ninfo: {}\n']) {
      const error = await refusalOf(() => loadApi(text));
      expect([error.code, error.message.includes('3.1.0'), error.hint]).toEqual([
        'document.unreadable',
        false,
        expect.stringContaining('as an object'),
      ]);
    }
  });

  it.each([
    ['ECONNREFUSED', 'nothing is listening there'],
    ['UND_ERR_SOCKET', 'the connection ended before an answer'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'the server does not use TLS'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
    [undefined, 'out of luck'],
  ])('and a host that does not answer by why: %s', async (code, why) => {
    const refused = Object.assign(new Error('out of luck'), code === undefined ? {} : { code });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: refused }));
    const error = await refusalOf(() => loadApi('http://api.example/openapi.json', { fetch }));
    expect(error.message).toBe(`http://api.example/openapi.json cannot be fetched: ${why}`);
    expect(error.code).toBe('document.unreachable');
  });

  it.each([
    [404, 'document.unreadable'],
    [401, 'document.unreadable'],
    [429, 'document.unreachable'],
    [503, 'document.unreachable'],
  ])('a host that answers %d as an address that is wrong, or one to be asked again: %s', async (status, code) => {
    const fetch = async () => new Response('', { status });
    const error = await refusalOf(() => loadApi('http://api.example/openapi.json', { fetch }));
    expect(error).toMatchObject({
      code,
      message: `http://api.example/openapi.json cannot be fetched: status ${status}`,
    });
  });

  it('an answer that ends early as no answer, and an address without a host as wrong', async () => {
    const cut = new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) });
    const early = await refusalOf(() => loadApi('http://api.example/', { fetch: async () => new Response(cut) }));
    expect(early).toMatchObject({ code: 'document.unreachable', message: expect.stringContaining('terminated') });
    expect(await refusalOf(() => loadApi('http://'))).toMatchObject({
      code: 'document.unreadable',
      message: 'http:// cannot be fetched: it is not a URL',
    });
  });

  it('and an address that is not fetched by what is wrong with it', async () => {
    for (const [address, why] of [
      ['http://127.0.0.1:6000/openapi.json', 'its port is blocked by fetch, because it belongs to another protocol'],
      ['ftp://user:secret@api.example/openapi.json', 'the scheme ftp is not supported.'],
    ] as const) {
      const error = await refusalOf(() => loadApi(address));
      expect(error.code).toBe('document.unreadable');
      expect(error.message).toBe(`${address.replace('user:secret@', '')} cannot be fetched: ${why}`);
    }
  });

  it.each([
    ['%PDF-1.7', 'this is a PDF', 'JSON or YAML'],
    ['PK\u0003\u0004', 'this is a ZIP archive', 'Unpack it'],
    ['\u001f\u008b\u0008', 'this is compressed with gzip', 'Unpack it'],
    ['\u00ff\u00feo\u0000', 'byte order mark of UTF-16', 'Save it as UTF-8'],
  ])('and a file of another kind by its kind: %j', async (begins, what, hint) => {
    const readFile = async () => Buffer.from(begins, 'latin1');
    const error = await refusalOf(() => loadApi('api.yaml', { readFile }));
    expect(error).toMatchObject({ code: 'document.refused', message: expect.stringContaining(what) });
    expect(error.hint).toContain(hint);
  });

  it('and an empty path, which a variable without value gives', async () => {
    for (const path of ['', ' '])
      expect(await refusalOf(() => loadApi(path))).toMatchObject({
        code: 'document.unreadable',
        message: 'The path of the document is empty.',
      });
  });

  it.each([
    ['<!DOCTYPE html>\n<html lang="en"><title>Docs: 1</title>', 'this is an HTML page', 'openapi.json'],
    ['\n <html><head></head></html>', 'this is an HTML page', 'openapi.json'],
    ['<?xml version="1.0"?><wsdl:definitions/>', 'this is XML', 'JSON or YAML'],
  ])('and what is markup by its kind: %j', async (text, what, hint) => {
    for (const name of ['docs', 'docs.json']) {
      const fetch = async () => new Response(text);
      const error = await refusalOf(() => loadApi(`http://api.example/${name}`, { fetch }));
      expect(error.message).toBe(`http://api.example/${name}: ${what}`);
      expect(error.hint).toContain(hint);
    }
  });
});
