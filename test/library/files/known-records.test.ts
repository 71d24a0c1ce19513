import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runContract } from '../../../src/library/index.ts';

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};
const json = (schema: object): object => ({
  description: 'ok',
  content: { 'application/json': { schema } },
});
const none = { description: 'none' };
const path = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } });

/** Pets that no list shows, and letters to a pet that a query names. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{petId}': {
      parameters: [path('petId')],
      get: { operationId: 'readPet', responses: { 200: json(pet), 404: none } },
      put: {
        operationId: 'replacePet',
        requestBody: { required: true, content: { 'application/json': { schema: pet } } },
        responses: { 200: json(pet), 404: none },
      },
      delete: { operationId: 'removePet', responses: { 204: none, 404: none } },
    },
    '/letters': {
      get: {
        operationId: 'listLetters',
        parameters: [{ name: 'petName', in: 'query', required: true, schema: { type: 'string' } }],
        responses: { 200: json({ type: 'array', items: { type: 'object' } }), 422: json({ type: 'object' }) },
      },
    },
    '/owners/{ownerId}/pets/{petId}': {
      parameters: [path('ownerId'), path('petId')],
      get: { operationId: 'readPetOf', responses: { 200: json(pet), 404: none } },
    },
  },
};

function target(): { readonly fetch: (request: Request) => Promise<Response>; readonly asked: string[] } {
  const asked: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/letters')
      return searchParams.get('petName') === 'Rex'
        ? Response.json([])
        : Response.json({ error: 'petName is unknown' }, { status: 422 });
    asked.push(`${request.method} ${pathname}`);
    if (pathname !== '/pets/p-77') return new Response(null, { status: 404 });
    return request.method === 'GET'
      ? Response.json({ id: 'p-77', name: 'Rex' })
      : new Response(null, { status: 405, headers: { allow: 'GET' } });
  };
  return { fetch, asked };
}

const RECORDS = { pets: [{ id: 'p-77', name: 'Rex' }] };

test('the data of a mock names records that exist at a target: they are read, and never written to', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'standin-data-')), 'data.yaml');
  writeFileSync(file, 'pets:\n  - { id: p-77, name: Rex }\n');
  const reached = async (data: string | typeof RECORDS | undefined): Promise<readonly string[]> => {
    const { fetch, asked } = target();
    const run = await runContract({ document: DOCUMENT, target: fetch, ...(data === undefined ? {} : { data }) });
    const { coverage } = await run.summary;
    expect(asked.filter((each) => /^(PUT|PATCH|DELETE) \/pets\/p-77$/.test(each))).toEqual([]);
    return coverage.operations.flatMap(({ operation, reached }) => (reached ? [operation] : []));
  };
  expect(await reached(undefined)).toEqual([]);
  expect(await reached(RECORDS)).toEqual(['readPet', 'listLetters']);
  expect(await reached(file)).toEqual(['readPet', 'listLetters']);
});

test('data that does not fit the document is refused with every fault', async () => {
  const started = runContract({
    document: DOCUMENT,
    target: target().fetch,
    data: { pets: [{ id: 'p-77' }, { name: 'Rex' }], dogs: [] },
  });
  await expect(started).rejects.toMatchObject({ code: 'data.invalid' });
  const message: unknown = await started.catch((error: unknown) => (error instanceof Error ? error.message : ''));
  expect(message).toMatch(/pets\[0\].*\n.*pets\[1\][\s\S]*no resource `dogs`/);
});
