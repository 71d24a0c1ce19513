import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { loadApi } from '../../../src/spec/index.ts';
import { parseYaml } from '../../../src/wire/yaml.ts';

const get = (path: string): Request =>
  new Request(`http://mock.example:81${path}`, { headers: { host: 'mock.example:81' } });

const answers = (schema: object) => ({ 200: { description: 'ok', content: { 'application/json': { schema } } } });
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://api.example.com/v2/' }],
  paths: { '/pets': { get: { responses: answers({ type: 'object' }) } } },
};

test('the document stands at /openapi.json and /openapi.yaml, with the mock as its server', async () => {
  const mock = await createMock({ document });
  const json = await mock.fetch(get('/openapi.json'));
  const wanted = { ...document, servers: [{ url: 'http://mock.example:81/v2' }] };
  expect(json.headers.get('content-type')).toBe('application/json');
  expect(await json.json()).toEqual(wanted);
  const yaml = parseYaml(await (await mock.fetch(get('/openapi.yaml'))).text());
  expect(yaml).toMatchObject({ ok: true, value: wanted });
  await mock.close();
});

test('host and scheme of a 2.0 document are those of the mock, also over a socket', async () => {
  const mock = await createMock({
    document: {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      host: 'api.example.com',
      schemes: ['https'],
      basePath: '/v1',
      paths: {},
    },
  });
  const { url } = await mock.listen({ port: 0 });
  const served = await (await fetch(`${url}/openapi.json`)).json();
  expect(served).toMatchObject({ host: new URL(url).host, schemes: ['http'], basePath: '/v1' });
  await mock.close();
});

test('a document with such a path of its own keeps it', async () => {
  const own = { ...document, paths: { '/openapi.json': { get: { responses: answers({ const: 'mine' }) } } } };
  const mock = await createMock({ document: own });
  expect(await (await mock.fetch(get('/openapi.json'))).json()).toBe('mine');
  await mock.close();
});

test('a document of several files is served as one that says the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-bundle-'));
  mkdirSync(join(folder, 'schemas'));
  const write = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));
  write('schemas/pet.json', {
    type: 'object',
    required: ['name', 'owner'],
    properties: { name: { $ref: '#/$defs/Name' }, owner: { $ref: 'owner.json#/Owner' } },
    $defs: { Name: { type: 'string', minLength: 3 } },
    examples: [{ $ref: 'not a reference' }],
  });
  write('schemas/owner.json', {
    Owner: { type: 'object', properties: { pets: { type: 'array', items: { $ref: 'pet.json' } } } },
  });
  write('openapi.json', {
    ...document,
    paths: { '/pets': { get: { responses: answers({ $ref: 'schemas/pet.json' }) } } },
  });
  const mock = await createMock({ document: join(folder, 'openapi.json') });
  const whole = (await (await mock.fetch(get('/openapi.json'))).json()) as object;
  await mock.close();
  const api = await loadApi(whole);
  expect(api.diagnose()).toEqual([]);
  expect(JSON.stringify(whole)).toContain('not a reference');
  const again = await createMock({ document: whole });
  const pet = await (await again.fetch(get('/pets'))).json();
  expect(pet).toMatchObject({ name: expect.any(String), owner: expect.any(Object) });
  await again.close();
});
