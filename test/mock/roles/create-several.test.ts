import { afterAll, describe, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const User = { $ref: '#/components/schemas/User' };
const users = { type: 'array', items: User };
const answers = (schema: object): object => ({ 201: { description: 'made', ...json(schema) } });

function documentOf(paths: Readonly<Record<string, object>>): object {
  return {
    openapi: '3.1.0',
    info: { title: 'users', version: '1' },
    paths: {
      '/users': {
        get: { responses: { 200: { description: '', ...json(users) } } },
        post: { requestBody: json(User), responses: answers(User) },
      },
      '/users/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: { description: '', ...json(User) }, 404: { description: 'not there' } } },
      },
      ...paths,
    },
    components: {
      schemas: {
        User: {
          type: 'object',
          required: ['id', 'name'],
          properties: {
            id: { type: 'integer', readOnly: true },
            name: { type: 'string', minLength: 2 },
            password: { type: 'string', writeOnly: true },
          },
        },
      },
    },
  };
}

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

async function serve(paths: Readonly<Record<string, object>>): Promise<StandinMock> {
  const mock = await createMock({ document: documentOf(paths) });
  open.push(mock);
  return mock;
}

async function ask(
  mock: StandinMock,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const sent =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await mock.fetch(new Request(`http://mock${path}`, { method, ...sent }));
  return { status: response.status, body: await response.json() };
}

const named = (body: unknown, names: readonly string[]): unknown =>
  (body as { name: string }[]).filter(({ name }) => names.includes(name)).map(({ name }) => name);

const TWO = [{ name: 'Ada' }, { name: 'Bea', password: 'secret' }];

describe('A body that is a list of what a collection holds', () => {
  test.each([
    ['/users/createWithList', users, TWO],
    ['/users/batch', { type: 'object', required: ['items'], properties: { items: users } }, { items: TWO }],
  ])('creates each of them by %s', async (path, schema, body) => {
    const mock = await serve({ [path]: { post: { requestBody: json(schema), responses: answers(users) } } });
    const made = await ask(mock, 'POST', path, body);
    const [first, second] = made.body as { id: number }[];
    expect(made).toEqual({
      status: 201,
      body: [
        { id: first?.id, name: 'Ada' },
        { id: second?.id, name: 'Bea' },
      ],
    });
    expect(await ask(mock, 'GET', `/users/${second?.id}`)).toEqual({
      status: 200,
      body: { id: second?.id, name: 'Bea' },
    });
    expect(named((await ask(mock, 'GET', '/users')).body, ['Ada', 'Bea'])).toEqual(['Ada', 'Bea']);
  });

  test('is answered with the first of them where the document shows one', async () => {
    const mock = await serve({
      '/users/createWithArray': { post: { requestBody: json(users), responses: answers(User) } },
    });
    const { body } = await ask(mock, 'POST', '/users/createWithArray', TWO);
    expect(body).toMatchObject({ name: 'Ada' });
    expect(await ask(mock, 'GET', `/users/${(body as { id: number }).id}`)).toMatchObject({ status: 200, body });
  });

  test('is remembered where the document shows something else', async () => {
    const count = { type: 'object', required: ['done'], properties: { done: { const: true } } };
    const mock = await serve({ '/users/import': { post: { requestBody: json(users), responses: answers(count) } } });
    expect(await ask(mock, 'POST', '/users/import', TWO)).toEqual({ status: 201, body: { done: true } });
    expect(named((await ask(mock, 'GET', '/users')).body, ['Ada', 'Bea'])).toEqual(['Ada', 'Bea']);
  });

  test('creates nothing where one of them is refused', async () => {
    const conflict = { 409: { description: 'A user with this name already exists.' } };
    const post = { requestBody: json(users), responses: { ...answers(users), ...conflict } };
    const mock = await serve({ '/users/batch': { post } });
    expect((await ask(mock, 'POST', '/users/batch', [{ name: 'Ada' }, { name: 'B' }])).status).toBe(422);
    expect(named((await ask(mock, 'GET', '/users')).body, ['Ada'])).toEqual([]);
  });

  test.each(['/users/validate', '/users/batchDelete', '/users/bulk-update', '/users/teams'])(
    'creates nothing by %s, which is something else',
    async (path) => {
      const mock = await serve({ [path]: { post: { requestBody: json(users), responses: answers(users) } } });
      await ask(mock, 'POST', path, TWO);
      expect(named((await ask(mock, 'GET', '/users')).body, ['Ada', 'Bea'])).toEqual([]);
    },
  );
});

test.each([
  ['as it is', users, (made: object) => [made]],
  ['in an envelope', { type: 'object', properties: { data: users } }, (made: object) => ({ data: [made] })],
])('a create whose answer is a list has one with what it made, %s', async (_, schema, whole) => {
  const mock = await serve({
    '/users': {
      get: { responses: { 200: { description: '', ...json(users) } } },
      post: { requestBody: json(User), responses: answers(schema) },
    },
  });
  const { status, body } = await ask(mock, 'POST', '/users', { name: 'Ada' });
  expect(status).toBe(201);
  expect(body).toEqual(whole({ id: expect.any(Number), name: 'Ada' }));
});

test('a list of ids alone is the list of what was made', async () => {
  const Id = { type: 'object', properties: { id: { type: 'integer' } } };
  const ids = { type: 'object', properties: { items: { type: 'array', items: Id } } };
  const mock = await serve({
    '/users': {
      get: { responses: { 200: { description: '', ...json(users) } } },
      post: { requestBody: json(users), responses: answers(ids) },
    },
  });
  const { body } = await ask(mock, 'POST', '/users', [{ name: 'Ada' }, { name: 'Bea' }]);
  const { items } = body as { items: { id: number }[] };
  const read = await Promise.all(items.map(({ id }) => ask(mock, 'GET', `/users/${id}`)));
  expect(read.map((each) => each.body)).toMatchObject([{ name: 'Ada' }, { name: 'Bea' }]);
});

test('each of what is sent makes one of the items that are answered, however little they have in common', async () => {
  const order = { type: 'object', properties: { email: { type: 'string' }, team: { type: 'string' } } };
  const mock = await serve({
    '/users': {
      get: { responses: { 200: { description: '', ...json(users) } } },
      post: { requestBody: json({ type: 'array', items: order }), responses: answers(users) },
    },
  });
  const { body } = await ask(mock, 'POST', '/users', [{ email: 'a@b.example' }, { email: 'c@d.example' }]);
  const made = (body as { id: number }[]).map(({ id }) => id);
  expect(new Set(made).size).toBe(2);
  expect(await Promise.all(made.map(async (id) => (await ask(mock, 'GET', `/users/${id}`)).status))).toEqual([
    200, 200,
  ]);
});

test('texts in a list are the names of new entities where an id can have no such value', async () => {
  const id = { type: 'string', format: 'uuid' };
  const Prebuilt = { type: 'object', properties: { id, name: { type: 'string' } }, required: ['id', 'name'] };
  const prebuilts = { type: 'array', items: Prebuilt };
  const mock = await serve({
    '/prebuilts': {
      get: { responses: { 200: { description: '', ...json(prebuilts) } } },
      post: { requestBody: json({ type: 'array', items: { type: 'string' } }), responses: answers(prebuilts) },
    },
    '/prebuilts/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
      get: { responses: { 200: { description: '', ...json(Prebuilt) }, 404: { description: '' } } },
    },
  });
  const { body } = await ask(mock, 'POST', '/prebuilts', ['number', 'email']);
  const made = body as { id: string; name: string }[];
  expect(made.map(({ name }) => name)).toEqual(['number', 'email']);
  const [first] = made;
  expect((await ask(mock, 'GET', `/prebuilts/${first?.id}`)).body).toEqual(first);
});
