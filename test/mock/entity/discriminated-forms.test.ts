import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const content = (schema: object): object => ({ content: { 'application/json': { schema } } });
const Pet = { $ref: '#/components/schemas/Pet' };
const shown = { description: '', ...content(Pet) };
const form = (kind: string, required: readonly string[], properties: object): object => ({
  type: 'object',
  required: ['kind', ...required],
  properties: { id: { type: 'string', readOnly: true }, kind: { const: kind }, ...properties },
  additionalProperties: false,
});
const lives = { type: 'integer', readOnly: true };
const schemas = {
  Pet: { oneOf: ['Cat', 'Dog', 'Fish'].map((name) => ({ $ref: `#/components/schemas/${name}` })) },
  Cat: form('cat', ['meow', 'lives'], { meow: { type: 'string' }, lives }),
  Dog: form('dog', ['bark', 'rank'], { bark: { type: 'integer' }, rank: lives }),
  Fish: form('fish', [], { fins: { type: 'integer' } }),
};
const document = {
  openapi: '3.1.0',
  info: { title: 'pets', version: '1' },
  paths: {
    '/pets': { post: { requestBody: content(Pet), responses: { 201: shown } } },
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: shown } },
      put: { requestBody: content(Pet), responses: { 200: shown } },
      patch: {
        requestBody: {
          content: Object.fromEntries(
            ['application/json', 'application/merge-patch+json'].map((type) => [type, { schema: { type: 'object' } }]),
          ),
        },
        responses: { 200: shown },
      },
    },
  },
  components: { schemas },
};

const mock = await createMock({ document });
afterAll(() => mock.close());

interface Told {
  readonly status: number;
  readonly pet: Readonly<Record<string, unknown>>;
}

async function send(method: string, path: string, body: object, type = 'application/json'): Promise<Told> {
  const init = { method, headers: { 'content-type': type }, body: JSON.stringify(body) };
  const response = await mock.fetch(new Request(`http://mock${path}`, init));
  return { status: response.status, pet: (await response.json()) as Told['pet'] };
}

test('what is created has the form that its tag chooses, with what the server owns of it', async () => {
  const { status, pet } = await send('POST', '/pets', { kind: 'dog', bark: 4 });
  expect([status, pet]).toEqual([201, { id: pet['id'], kind: 'dog', bark: 4, rank: expect.any(Number) }]);
});

test('a replacement may have another form, and nothing of the old one stays', async () => {
  const { id } = (await send('POST', '/pets', { kind: 'cat', meow: 'm' })).pet;
  const other = await send('PUT', `/pets/${id}`, { kind: 'dog', bark: 1 });
  expect(other).toEqual({ status: 200, pet: { id, kind: 'dog', bark: 1, rank: expect.any(Number) } });
  expect(await send('PUT', `/pets/${id}`, { kind: 'fish' })).toEqual({ status: 200, pet: { id, kind: 'fish' } });
});

test('a patch that names another form takes away what only the old one had; a merge patch says itself what goes', async () => {
  const { id } = (await send('POST', '/pets', { kind: 'cat', meow: 'm' })).pet;
  const merging = await send('PATCH', `/pets/${id}`, { kind: 'fish', fins: 2 }, 'application/merge-patch+json');
  expect(merging.status).toBe(422);
  const plain = await send('PATCH', `/pets/${id}`, { kind: 'fish', fins: 2 });
  expect(plain).toEqual({ status: 200, pet: { id, kind: 'fish', fins: 2 } });
  expect((await send('PATCH', `/pets/${id}`, { bark: 3 })).status).toBe(422);
});

test('a patch that names another form brings what the server owns of that', async () => {
  const { id } = (await send('POST', '/pets', { kind: 'cat', meow: 'm' })).pet;
  const patched = await send('PATCH', `/pets/${id}`, { kind: 'dog', bark: 2 });
  expect(patched).toEqual({ status: 200, pet: { id, kind: 'dog', bark: 2, rank: expect.any(Number) } });
  expect((await send('PATCH', `/pets/${id}`, { kind: 'cat' })).status).toBe(422);
});

test('a change of the tag brings the objects of the new form, without members of the old one', async () => {
  const target = (name: string): object => ({
    type: 'object',
    required: [name],
    additionalProperties: false,
    properties: { [name]: { type: 'string' }, format: { type: 'string' } },
  });
  const rule = (kind: string, name: string): object =>
    form(kind, ['target'], { target: target(name), mode: { type: 'string' } });
  const Rule = { oneOf: [rule('queue', 'queueId'), rule('http', 'url')] };
  const rules = await createMock({
    document: {
      openapi: '3.1.0',
      info: { title: 'rules', version: '1' },
      paths: {
        '/rules': { post: { requestBody: content(Rule), responses: { 201: { description: '', ...content(Rule) } } } },
        '/rules/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          get: { responses: { 200: { description: '', ...content(Rule) } } },
          patch: {
            requestBody: content({ type: 'object' }),
            responses: { 200: { description: '', ...content(Rule) } },
          },
        },
      },
    },
  });
  const ask = async (
    method: string,
    path: string,
    body: object,
  ): Promise<readonly [number, { readonly id: string }]> => {
    const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await rules.fetch(new Request(`http://mock${path}`, init));
    return [response.status, (await response.json()) as { readonly id: string }];
  };
  const queue = { kind: 'queue', mode: 'one', target: { queueId: 'q-1', format: 'json' } };
  const [, { id }] = await ask('POST', '/rules', queue);
  expect(await ask('PATCH', `/rules/${id}`, { kind: 'http', target: { url: '' } })).toEqual([
    200,
    { id, kind: 'http', mode: 'one', target: { url: '' } },
  ]);
  expect(await ask('PATCH', `/rules/${id}`, { target: { format: 'text' } })).toEqual([
    200,
    { id, kind: 'http', mode: 'one', target: { url: '', format: 'text' } },
  ]);
  await rules.close();
});

test('what is sent in one form keeps the members that the same name has in that form alone', async () => {
  const of = (kind: string, values: object): object => object({ type: { enum: [kind] }, values });
  const ask = await asking(
    api(
      {
        '/variables': {
          get: answer(array(ref('Variable'))),
          post: { ...sending(ref('Variable')), ...answer(ref('Variable'), '201') },
        },
      },
      {
        Variable: object({ id: { ...text, readOnly: true }, arguments: ref('Arguments') }, ['arguments']),
        Arguments: {
          type: 'object',
          oneOf: [
            of('query', object({ language: text })),
            of('list', array(text)),
            of('map', { type: 'object', additionalProperties: text }),
          ],
        },
      },
    ),
  );
  for (const sent of [
    { type: 'map', values: { a: '1' } },
    { type: 'list', values: ['a'] },
  ])
    expect((await ask('POST', '/variables', { arguments: sent })).body.arguments).toEqual(sent);
});
