import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SchemaObject } from '../../../src/spec/index.ts';
import { loadApi, parseApi } from '../../../src/spec/index.ts';
import { mayReferOut } from '../../../src/spec/source/references.ts';
import { codesOf, refusalOf, schemaOf } from '../documents.ts';

let folder = '';
const put = async (name: string, text: string): Promise<string> => {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
};
const referring = (reference: string): string =>
  `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /x:\n    get:\n      responses:\n        "200":\n          description: ok\n          content:\n            application/json:\n              schema: {$ref: ${JSON.stringify(reference)}}\n`;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'standin-spec-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('References to other files', () => {
  it('are followed inside the folder of the document, over several files and back', async () => {
    const file = await put('good/api.yaml', referring('schemas/pet.yaml#/Pet'));
    await put(
      'good/schemas/pet.yaml',
      'Pet:\n  type: object\n  properties:\n    owner: {$ref: "../people/owner.json"}\n    self: {$ref: "#/Pet"}\n',
    );
    await put('good/people/owner.json', '{"type":"string","maxLength":5}');
    const api = await loadApi(file);
    const given = api.operations[0]?.responses[0]?.content[0]?.schema as SchemaObject;
    expect(given.$ref).toBe('schemas/pet.yaml#/Pet');
    const pet = api.deref(given) as SchemaObject;
    expect(api.deref(pet.properties?.['owner'] ?? false)).toEqual({ type: 'string', maxLength: 5 });
    expect(api.deref(pet.properties?.['self'] ?? false)).toBe(pet);
    expect(api.pointerOf(pet)).toBe('schemas/pet.yaml#/Pet');
    expect(api.lineOf('schemas/pet.yaml#/Pet/properties/owner')).toEqual({
      file: file.replace('api.yaml', path.join('schemas', 'pet.yaml')),
      line: 4,
      column: 5,
    });
    expect(api.files.map((each) => each.name)).toEqual(['api.yaml', 'schemas/pet.yaml', 'people/owner.json']);
    expect(codesOf(api)).toEqual([]);
    expect(Object.keys(api.bundle(given, 'response')['$defs'] as object)).toEqual([
      'schemas/pet.yaml#/Pet',
      'people/owner.json#',
    ]);
  });

  it('may be whole path items and parameters', async () => {
    const file = await put('items/api.yaml', 'openapi: 3.1.0\npaths:\n  /a: {$ref: a.yaml}\n');
    await put(
      'items/a.yaml',
      'get:\n  operationId: readA\n  parameters: [{$ref: "p.yaml#/limit"}]\n  responses: {"200": {description: ok}}\n',
    );
    await put('items/p.yaml', 'limit: {name: limit, in: query, schema: {type: integer}}\n');
    const api = await loadApi(file);
    expect(api.operations[0]).toMatchObject({
      id: 'readA',
      pointer: 'a.yaml#/get',
      parameters: [{ name: 'limit', pointer: 'p.yaml#/limit' }],
    });
  });

  it('that lead to no file are diagnosed, and the rest is served', async () => {
    const file = await put('gone/api.yaml', referring('no-such.yaml'));
    const api = await loadApi(file);
    expect(codesOf(api)).toEqual(['unresolvable-reference']);
    expect(api.diagnostics[0]?.position).toEqual({ file, line: 11, column: 24 });
  });

  it('inside a file that is a schema with an `$id` are relative to that', async () => {
    await put(
      'id/s.json',
      JSON.stringify({
        $id: 'http://here.test/s/',
        $ref: 'n#a',
        $defs: { n: { $id: 'n', $defs: { b: { $anchor: 'a', type: 'integer' } } } },
      }),
    );
    const api = await loadApi(await put('id/api.yaml', referring('s.json')));
    const schema = api.deref(api.operations[0]?.responses[0]?.content[0]?.schema ?? false);
    expect(
      api.deref(typeof schema === 'object' && schema.$ref !== undefined ? { $ref: schema.$ref } : schema),
    ).toMatchObject({ type: 'integer' });
    expect(codesOf(api)).toEqual([]);
  });

  it('to the schema of schemas refuse no document: they are named, and not followed', async () => {
    for (const reference of [
      'https://json-schema.org/draft/2020-12/schema',
      'http://json-schema.org/draft-07/schema#',
    ]) {
      const api = await loadApi(await put('meta/api.yaml', referring(reference)));
      expect(codesOf(api)).toEqual(['unresolvable-reference']);
    }
  });

  it('to texts for readers are not read', async () => {
    await put('prose/intro.md', '# {no YAML\n');
    const text = referring('#/components/x').replace('{title: T', '{description: {$ref: intro.md}, title: T');
    const api = await loadApi(await put('prose/api.yaml', text));
    expect(api.files.map((each) => each.name)).toEqual(['api.yaml']);
  });

  it('in examples, defaults and extensions are data and are not read', async () => {
    const text = `${referring('#/components/x')}      x-note: {$ref: ../../secret.yaml}\ncomponents:\n  schemas:\n    S:\n      example: {$ref: /etc/passwd}\n      default: {$ref: "http://127.0.0.1/"}\n      properties: {example: {$ref: other.yaml}}\n`;
    await put('data/other.yaml', 'type: string\n');
    const api = await loadApi(await put('data/api.yaml', text));
    expect(api.files.map((each) => each.name)).toEqual(['api.yaml', 'other.yaml']);
  });

  it.each([
    ['an absolute path', () => '/etc/hostname'],
    ['a file URL', () => 'file:///etc/hostname'],
    ['a file URL of another host', () => 'file://server/share/x.yaml'],
    ['a folder above', () => '../secret.yaml'],
    ['a folder above, encoded', () => '%2e%2e/secret.yaml'],
    ['a folder beside with the same beginning', () => '../in-secret/x.yaml'],
    ['a link that leads out', () => 'link.yaml'],
    ['a folder link that leads out', () => 'folder/secret.yaml'],
    ['itself as folder', () => '.'],
    ['an encoded slash', () => 'a%2fb.yaml'],
    ['a data URL', () => 'data:application/json,{}'],
  ])('S11 to %s refuse the document without telling what is there', async (_, reference) => {
    await put('secret.yaml', 'type: CANARY\n');
    await put('in-secret/x.yaml', 'type: CANARY\n');
    await mkdir(path.join(folder, 'in'), { recursive: true });
    await symlink(path.join(folder, 'secret.yaml'), path.join(folder, 'in/link.yaml')).catch(() => {});
    await symlink(folder, path.join(folder, 'in/folder')).catch(() => {});
    const error = await refusalOf(async () => loadApi(await put('in/api.yaml', referring(reference()))));
    expect(error.code).toBe('document.refused');
    expect(error.message).toMatch(/^api\.yaml:11:24: the reference .* is not followed/);
    expect(error.message).not.toContain('CANARY');
  });

  it('S11 may be links that stay inside, and the document itself may be one', async () => {
    const file = await put('linked/api.yaml', referring('alias.yaml'));
    await put('linked/real.yaml', 'type: string\n');
    await symlink('real.yaml', path.join(folder, 'linked/alias.yaml'));
    await symlink(file, path.join(folder, 'api-link.yaml'));
    const api = await loadApi(path.join(folder, 'api-link.yaml'));
    expect(api.deref(api.operations[0]?.responses[0]?.content[0]?.schema ?? false)).toEqual({ type: 'string' });
  });

  it('S11 of a document in the root folder reach no deeper', async () => {
    const files: Record<string, string> = {
      '/api.yaml': referring('etc/x.yaml'),
      '/etc/x.yaml': 'type: string',
      '/ok.yaml': referring('y.yaml'),
      '/y.yaml': 'type: string',
    };
    const readFile = async (file: string) => new TextEncoder().encode(files[file]);
    expect((await refusalOf(() => loadApi('/api.yaml', { readFile }))).message).toContain('outside');
    expect(codesOf(await loadApi('/ok.yaml', { readFile }))).toEqual([]);
  });

  it.each(['http://127.0.0.1/x', 'https://example.com/x.yaml#/a', 'HTTP://example.com'])(
    'S12 to %s are refused unless they are switched on',
    async (reference) => {
      expect(
        (await refusalOf(async () => loadApi(await put('remote/api.yaml', referring(reference))))).message,
      ).toContain('switched off');
    },
  );

  it('S12 to other hosts are left alone in a component that is not used, with a diagnostic', async () => {
    const head = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\ncomponents:\n  schemas:\n';
    const far = '    Far:\n      $ref: https://example.com/x.yaml#/a\n';
    const api = await loadApi(await put('remote/unused.yaml', head + far));
    expect(api.diagnose()).toMatchObject([
      { code: 'unresolvable-reference', message: expect.stringContaining('is not followed') },
    ]);
    const used = put('remote/used.yaml', `${head}${far}    Near: {$ref: '#/components/schemas/Far'}\n`);
    expect((await refusalOf(async () => loadApi(await used))).message).toContain('switched off');
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost./',
    'http://0.0.0.0/',
    'http://169.254.169.254/',
    'http://10.1.2.3/',
    'http://private.example/',
    'http://[fd00::1]/',
  ])('S12 to %s are refused even then', async (reference) => {
    const asked: string[] = [];
    const fetch = async (url: unknown) => {
      asked.push(String(url));
      return new Response('type: string');
    };
    const addressesOf = async () => ['93.184.216.34', '192.168.1.1'];
    const file = await put('remote/api.yaml', referring(reference));
    const error = await refusalOf(() => loadApi(file, { fetch: fetch as typeof globalThis.fetch, addressesOf }));
    expect(error.message).toContain('not a public one');
    expect(asked).toEqual([]);
  });

  const remote = (answers: Record<string, () => Response>) => ({
    fetch: (async (url: unknown) =>
      (answers[String(url)] ?? (() => new Response('', { status: 404 })))()) as typeof globalThis.fetch,
    addressesOf: async () => ['93.184.216.34'],
  });

  it('S12 to public hosts are followed when they are switched on, and every redirect is looked at', async () => {
    const file = await put('remote/api.yaml', referring('https://example.com/a.yaml#/S'));
    const moved = (location: string) => () => new Response(null, { status: 302, headers: { location } });
    const good = remote({
      'https://example.com/a.yaml': moved('/b.yaml'),
      'https://example.com/b.yaml': () => new Response('S: {type: string}'),
    });
    const api = await loadApi(file, good);
    expect(api.deref(api.operations[0]?.responses[0]?.content[0]?.schema ?? false)).toEqual({ type: 'string' });
    const bad = remote({ 'https://example.com/a.yaml': moved('http://127.0.0.1/') });
    expect((await refusalOf(() => loadApi(file, bad))).message).toContain('not a public one');
    const endless = remote({ 'https://example.com/a.yaml': moved('https://example.com/a.yaml') });
    expect((await refusalOf(() => loadApi(file, endless))).message).toContain('redirects');
  });

  it('S13 are bounded in size, and named without their secrets', async () => {
    const file = await put('remote/api.yaml', referring('https://user:pass@example.com/a.yaml?token=t'));
    const large = remote({ 'https://user:pass@example.com/a.yaml?token=t': () => new Response('x'.repeat(2000)) });
    const error = await refusalOf(() => loadApi(file, { ...large, limits: { fileBytes: 1000 } }));
    expect(error.message).toContain('fileBytes');
    const failing = remote({ 'https://user:pass@example.com/a.yaml?token=t': () => new Response('', { status: 500 }) });
    const { code, message } = await refusalOf(() => loadApi(file, failing));
    expect(code).toBe('document.unreachable');
    expect(message).toContain('https://example.com/a.yaml');
    expect(message).not.toMatch(/pass|token/);
  });

  it('S42 of discriminator mappings follow the same rules', async () => {
    const text = `${referring('#/components/schemas/S')}components:\n  schemas:\n    S: {discriminator: {propertyName: k, mapping: {a: ../secret.yaml}}}\n`;
    expect((await refusalOf(async () => loadApi(await put('in/map.yaml', text)))).message).toContain('outside');
    await put('in/near.yaml', 'type: object\n');
    const api = await loadApi(await put('in/map.yaml', text.replace('../secret.yaml', 'near.yaml')));
    expect(codesOf(api)).toEqual([]);
  });

  it('are limited in number and size', async () => {
    const file = await put('many/api.yaml', referring('a.yaml'));
    await put('many/a.yaml', '{$ref: b.yaml}\n');
    await put('many/b.yaml', 'type: string\n');
    expect((await refusalOf(() => loadApi(file, { limits: { files: 2 } }))).message).toContain('limit files');
    expect((await refusalOf(() => loadApi(file, { limits: { totalBytes: 235 } }))).message).toContain(
      'limit totalBytes',
    );
    expect((await refusalOf(() => loadApi(file, { limits: { fileBytes: 50 } }))).message).toContain('limit fileBytes');
    expect(codesOf(await loadApi(file))).toEqual([]);
  });
});

describe('A document is read from', () => {
  it('a path relative to a folder, a URL, text and an object', async () => {
    const file = await put('ways/api.yaml', referring('#/components/x'));
    expect((await loadApi('ways/api.yaml', { cwd: folder })).source).toBe('ways/api.yaml');
    expect((await loadApi(pathToFileURL(file))).title).toBe('T');
    expect((await loadApi(pathToFileURL(file).href)).title).toBe('T');
    expect((await loadApi({ openapi: '3.1.0', info: { title: 'O' }, paths: {} })).title).toBe('O');
    expect(
      parseApi({
        name: 'x/api.yaml',
        text: referring('y.yaml'),
        files: [{ name: 'x/y.yaml', text: 'type: string' }],
      }).diagnose(),
    ).toEqual([]);
  });

  it('an address, when it was asked for by name', async () => {
    const fetch = (async () =>
      new Response('openapi: 3.1.0\ninfo: {title: Remote}\npaths: {}')) as typeof globalThis.fetch;
    const api = await loadApi('https://user:secret@example.com/api.yaml?key=k', { fetch });
    expect(api).toMatchObject({ title: 'Remote', source: 'https://example.com/api.yaml' });
  });

  it.each([
    ['is no file', 'none.yaml', 'no such file'],
    ['is a folder', '.', 'a folder'],
  ])('nothing that %s', async (_, name, words) => {
    const error = await refusalOf(() => loadApi(name, { cwd: folder }));
    expect(error.code).toBe('document.unreadable');
    expect(error.message).toContain(words);
  });
});

describe('Schemas refer to each other by', () => {
  it('$id and $anchor, relative to the resource around them', () => {
    const { api, schema } = schemaOf(
      {
        properties: {
          byId: { $ref: 'https://example.com/tree' },
          byAnchor: { $ref: '#here' },
          leaf: { $ref: 'https://example.com/tree#leaf' },
        },
      },
      '3.1.0',
      {
        Tree: {
          $id: 'https://example.com/tree',
          properties: { deep: { $ref: '#/$defs/leaf' }, rel: { $ref: 'other' } },
          $defs: { leaf: { $anchor: 'leaf', type: 'string' } },
        },
        Other: { $id: 'https://example.com/other', type: 'null' },
        Here: { $anchor: 'here', type: 'integer' },
      },
    );
    const { properties = {} } = schema as SchemaObject;
    const tree = api.deref(properties['byId'] ?? false) as SchemaObject;
    expect(api.deref(properties['byAnchor'] ?? false)).toEqual({ type: 'integer' });
    expect(api.deref(properties['leaf'] ?? false)).toEqual({ type: 'string' });
    expect(api.deref(tree.properties?.['deep'] ?? false)).toEqual({ type: 'string' });
    expect(api.deref(tree.properties?.['rel'] ?? false)).toEqual({ type: 'null' });
    expect(codesOf(api)).toEqual([]);
  });

  it('$dynamicRef, which means what the outermost schema says', () => {
    const { api } = schemaOf({}, '3.1.0', {
      Page: {
        $id: 'page',
        type: 'object',
        properties: { items: { type: 'array', items: { $dynamicRef: '#item' } }, pet: { $ref: '/Pet' } },
        $defs: { any: { $dynamicAnchor: 'item', not: {} } },
      },
      Pet: { $id: '/Pet', type: 'object' },
      Pets: { $id: 'pets', $ref: 'page', $defs: { item: { $dynamicAnchor: 'item', $ref: '/Pet' } } },
      Names: { $id: 'names', $ref: 'page', $defs: { item: { $dynamicAnchor: 'item', type: 'string' } } },
    });
    const itemOf = (name: string) => {
      const page = api.deref({ $ref: `#/components/schemas/${name}` }) as SchemaObject;
      const list = page.properties?.['items'] as SchemaObject;
      return api.deref(list.items ?? false);
    };
    expect(itemOf('Names')).toEqual({ type: 'string' });
    expect(itemOf('Pets')).toBe(api.deref({ $ref: '#/components/schemas/Pet' }));
    expect(itemOf('Page')).toEqual({ not: {} });
    expect(codesOf(api)).toEqual([]);
  });
});

describe('A text', () => {
  it.each([
    ['{"$ref": "#/a"}', false],
    ['{"paths": {"/owners/$ref": {"get": {}}}}', false],
    ['{"properties": {"$ref": {"type": "string"}}}', false],
    ['{"discriminator": {"mapping": {"#a": "#/a"}}}', false],
    ['{"$ref":"other.json"}', true],
    ['{"discriminator": {"mapping": {"a": "other.json"}}}', true],
    ['a:\n  $ref: "#/a"', false],
    ['/owners/$ref:\n  get: {}', false],
    ['a:\n  $ref: other.yaml', true],
    ['a: {$ref: other.yaml}', true],
    ['a: [{x: 1,$ref: other.yaml}]', true],
    ["a:\n  '$ref': other.yaml", true],
  ])('is walked for references to other files only where it may have one: %s', (document, walked) => {
    expect(mayReferOut(document)).toBe(walked);
  });
});
