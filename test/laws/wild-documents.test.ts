import { describe, expect, test } from 'vitest';
import { createMock, inspectDocument, runContract } from '../../src/library/index.ts';

/** A mock of the document, checked by the document: what is said against the service, by check and operation. */
async function checked(document: object): Promise<{ readonly errors: readonly string[]; readonly passed: number }> {
  const mock = await createMock({ document, apiKeys: ['a-key'], now: '2026-12-01' });
  const run = await runContract({
    target: mock,
    document,
    now: '2026-12-01',
    allowWrites: true,
    timeout: 60_000,
    timeBudget: 60_000,
    credentials: { bearer: 'a-key' },
  });
  const { counts, findings } = await run.summary;
  await mock.close();
  const errors = findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return { errors: errors.map((each) => `${each.check} ${each.operation}: ${each.message}`), passed: counts.passed };
}

function openapi(paths: object, schemas: object = {}): object {
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas } };
}

const json = (schema: object): object => ({ description: '', content: { 'application/json': { schema } } });
const pathId = (schema: object = { type: 'string' }): object => ({ name: 'id', in: 'path', required: true, schema });
const PET = { type: 'object', required: ['name'], properties: { id: { type: 'integer' }, name: { type: 'string' } } };

function nested(depth: number): object {
  const inner = depth === 0 ? { type: 'integer' } : nested(depth - 1);
  return { type: 'object', required: ['n'], properties: { n: inner } };
}

/** Documents as people write them: nothing that standin makes of one is held against it by standin. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  'operations that document nothing but errors': openapi({
    '/pets': { post: { requestBody: json(PET), responses: { 405: { description: 'Invalid input' } } } },
    '/teapot': { get: { responses: { 418: { description: '' } } } },
    '/down': { get: { responses: { 503: { description: '' }, 500: { description: '' } } } },
    '/early': { get: { responses: { 103: { description: '' } } } },
  }),
  'objects in media types that nobody can write them in': openapi({
    '/pets': {
      get: {
        responses: {
          200: {
            description: '',
            content: Object.fromEntries(
              ['application/json', 'text/html', 'text/csv'].map((mediaType) => [
                mediaType,
                { schema: { type: 'array', items: PET } },
              ]),
            ),
          },
        },
      },
    },
  }),
  'a list with a limit and no way to what lies behind it': openapi({
    '/pets': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', format: 'int32' } }],
        responses: { 200: json({ type: 'array', items: PET }) },
      },
      post: { requestBody: json(PET), responses: { 201: json(PET) } },
    },
    '/pets/{id}': { get: { parameters: [pathId()], responses: { 200: json(PET) } } },
  }),
  'errors in XML without a schema': openapi({
    '/pets': {
      post: {
        requestBody: json(PET),
        responses: { 200: json(PET), 400: { description: '', content: { 'application/xml': {} } } },
      },
    },
  }),
  'items that can be asked for, and neither listed nor created': openapi({
    '/places/{id}': { get: { parameters: [pathId()], responses: { 200: json(PET), 404: { description: '' } } } },
  }),
  'operations that know 422 and no 400': openapi({
    '/pets': {
      post: { requestBody: { required: true, ...json(PET) }, responses: { 201: json(PET), 422: { description: '' } } },
    },
  }),
  'a Location that has to be a whole URL': openapi({
    '/pets': {
      post: {
        requestBody: json(PET),
        responses: {
          201: { ...json(PET), headers: { Location: { required: true, schema: { type: 'string', format: 'uri' } } } },
        },
      },
    },
    '/pets/{id}': { get: { parameters: [pathId()], responses: { 200: json(PET) } } },
  }),
  'items that live under somebody and are found by their id alone': openapi(
    {
      '/users/{user}/pets': {
        parameters: [{ name: 'user', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: json({ type: 'array', items: { $ref: '#/components/schemas/Pet' } }) } },
        post: { requestBody: json(PET), responses: { 201: json({ $ref: '#/components/schemas/Pet' }) } },
      },
      '/pets/{id}': {
        parameters: [pathId({ type: 'integer' })],
        get: { responses: { 200: json({ $ref: '#/components/schemas/Pet' }), 404: { description: '' } } },
        delete: { responses: { 204: { description: '' } } },
      },
    },
    { Pet: PET },
  ),
  'answers that nothing fits': openapi(
    {
      '/dead': { get: { responses: { 200: json({ $ref: '#/components/schemas/Dead' }) } } },
      '/alive': { get: { responses: { 200: json(PET) } } },
    },
    { Dead: { type: 'object', required: ['d'], properties: { d: { $ref: '#/components/schemas/Dead' } } } },
  ),
  'objects within eighty objects that all have to be there': openapi({
    '/deep': {
      get: { responses: { 200: json(nested(80)) } },
      post: { requestBody: json(nested(80)), responses: { 200: json(nested(80)) } },
    },
  }),
  'entities that repeat what the path says, deep inside': openapi(
    {
      '/namespaces/{namespace}/tabs': {
        parameters: [{ name: 'namespace', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          responses: {
            200: json({
              type: 'object',
              properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Tab' } } },
            }),
          },
        },
        post: {
          requestBody: json({ $ref: '#/components/schemas/Tab' }),
          responses: { 201: json({ $ref: '#/components/schemas/Tab' }), 409: { description: '' } },
        },
      },
      '/namespaces/{namespace}/tabs/{name}': {
        parameters: ['namespace', 'name'].map((name) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
        get: { responses: { 200: json({ $ref: '#/components/schemas/Tab' }) } },
      },
    },
    {
      Tab: {
        type: 'object',
        properties: {
          metadata: { type: 'object', properties: { name: { type: 'string' }, namespace: { type: 'string' } } },
        },
      },
    },
  ),
  'properties that several schemas describe, in XML': openapi({
    '/pets': {
      get: {
        responses: {
          200: {
            description: '',
            content: {
              'application/xml': {
                schema: {
                  allOf: [
                    { type: 'object', properties: { data: { type: 'array', items: { type: 'object' } } } },
                    { properties: { data: { type: 'array', items: PET } } },
                  ],
                  required: ['data'],
                },
              },
            },
          },
        },
      },
    },
  }),
};

describe('a mock passes the check of its own document', () => {
  test.each(Object.entries(DOCUMENTS))('%s', async (_, document) => {
    const { errors, passed } = await checked(document);
    expect(errors).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  });
});

describe('what a document leaves out or cannot mean is named', () => {
  const codes = async (document: object | undefined): Promise<readonly string[]> =>
    (await inspectDocument({ document: document ?? {} })).diagnostics.map(({ code }) => code);

  test('an operation that documents nothing but errors', async () => {
    const found = await codes(DOCUMENTS['operations that document nothing but errors']);
    expect(found).toEqual(['no-success', 'no-success', 'no-success', 'no-success']);
  });

  test('an object in plain text', async () => {
    const found = await codes(DOCUMENTS['objects in media types that nobody can write them in']);
    expect(found).toEqual(['unsupported-media-type', 'unsupported-media-type']);
  });
});

describe('a collection with few ids', () => {
  const few = { type: 'integer', minimum: 1, maximum: 4 };
  const document = openapi({
    '/pets': {
      get: { responses: { 200: json({ type: 'array', items: PET }) } },
      post: { requestBody: json(PET), responses: { 201: json(PET) } },
    },
    '/pets/{id}': {
      get: { parameters: [pathId(few)], responses: { 200: json(PET), 404: { description: '' } } },
    },
  });

  test('leaves half of them to those who create, and then goes on where the entity can show more', async () => {
    const mock = await createMock({ document });
    const post = async (): Promise<unknown> => {
      const request = new Request('http://mock/pets', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"Rex"}',
      });
      const response = await mock.fetch(request);
      return response.status === 201 ? ((await response.json()) as { readonly id: unknown }).id : response.status;
    };
    const ids = [await post(), await post(), await post()];
    expect(ids.slice(0, 2)).toEqual([3, 4]);
    expect(ids[2]).toBeGreaterThan(4);
    await mock.close();
  });
});

test('a documented 405 names the methods of its path', async () => {
  const document = openapi({ '/pets': { get: { responses: { 405: { description: '' } } } } });
  const mock = await createMock({ document });
  const response = await mock.fetch(new Request('http://mock/pets'));
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  await mock.close();
});

test('what is written as plain text and as JSON by one schema is sent as JSON to whoever takes both', async () => {
  const schema = { type: 'array', items: { $ref: '#/components/schemas/Pet' } };
  const content = Object.fromEntries(['text/plain', 'application/json', 'text/json'].map((type) => [type, { schema }]));
  const document = openapi({ '/pets': { get: { responses: { 200: { description: '', content } } } } }, { Pet: PET });
  const mock = await createMock({ document });
  const typeOf = async (accept: string): Promise<string | null> =>
    (await mock.fetch(new Request('http://mock/pets', { headers: { accept } }))).headers.get('content-type');
  expect([await typeOf('*/*'), await typeOf('text/plain')]).toEqual(['application/json', 'text/plain']);
  await mock.close();
});
