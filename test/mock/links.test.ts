import { describe, expect, test } from 'vitest';
import { asking } from './ask.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
});
const many = (items: object): object => ({ type: 'array', items });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const whole = { type: 'integer' };
const answer = (schema?: object, status = 200): object => ({
  responses: { [status]: { description: '', ...(schema && json(schema)) }, 404: { description: 'not there' } },
});
const taking = (schema: object): object => ({ requestBody: json(schema) });
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
});

const schemas = {
  Folder: object(
    {
      id: whole,
      name: text,
      parentId: { type: ['integer', 'null'] },
      archived: { type: 'boolean' },
      archivedAt: { type: ['string', 'null'], format: 'date-time' },
      state: { enum: ['active', 'archived'] },
    },
    ['id', 'name'],
  ),
  User: object({ id: whole, name: text }, ['id', 'name']),
  Member: object({ userId: whole, role: { enum: ['admin', 'viewer'] } }, ['userId', 'role']),
  Tag: object({ id: whole, name: text }, ['id', 'name']),
};
const paths = {
  '/folders': {
    get: answer(many(ref('Folder'))),
    post: { ...taking(object({ name: text, parentId: whole }, ['name'])), ...answer(ref('Folder'), 201) },
  },
  '/folders/{id}': { ...at('id'), get: answer(ref('Folder')) },
  '/folders/{id}/children': { ...at('id'), get: answer(many(ref('Folder'))) },
  '/folders/{id}/archive': { ...at('id'), post: answer(ref('Folder')) },
  '/folders/{id}/unarchive': { ...at('id'), post: answer(ref('Folder')) },
  '/folders/search': {
    post: { ...taking(object({ query: text, ids: many(whole), limit: whole })), ...answer(many(ref('Folder'))) },
  },
  '/users': {
    get: answer(many(ref('User'))),
    post: { ...taking(object({ name: text }, ['name'])), ...answer(ref('User'), 201) },
  },
  '/folders/{id}/members': { ...at('id'), get: answer(many(ref('Member'))) },
  '/folders/{id}/members/{userId}': {
    ...at('id', 'userId'),
    put: { ...taking(object({ role: { enum: ['admin', 'viewer'] } }, ['role'])), ...answer(undefined, 204) },
    delete: answer(undefined, 204),
  },
  '/tags': {
    get: answer(many(ref('Tag'))),
    post: { ...taking(object({ name: text }, ['name'])), ...answer(ref('Tag'), 201) },
  },
  '/folders/{id}/tags': { ...at('id'), get: answer(many(ref('Tag'))) },
  '/folders/{id}/tags/{tagId}': { ...at('id', 'tagId'), put: answer(undefined, 204), delete: answer(undefined, 204) },
};

const serve = (): ReturnType<typeof asking> =>
  asking({ openapi: '3.1.0', info: { title: 'folders', version: '1' }, paths, components: { schemas } });

describe('What belongs together by links', () => {
  test('is put in by a PUT alone, named after what is there, and taken out again', async () => {
    const ask = await serve();
    const { id: folder } = (await ask('POST', '/folders', { name: 'Mine' })).body as { id: number };
    const { id: user } = (await ask('POST', '/users', { name: 'Ann' })).body as { id: number };
    const members = `/folders/${folder}/members`;
    expect((await ask('GET', members)).body).toEqual([]);
    expect((await ask('PUT', `${members}/${user}`, { role: 'admin' })).status).toBe(204);
    expect((await ask('PUT', `${members}/${user}`, { role: 'viewer' })).status).toBe(204);
    expect((await ask('GET', members)).body).toEqual([{ userId: user, role: 'viewer' }]);
    expect((await ask('PUT', `${members}/987654`, { role: 'viewer' })).status).toBe(404);
    expect((await ask('DELETE', `${members}/${user}`)).status).toBe(204);
    expect((await ask('GET', members)).body).toEqual([]);
  });

  test('shows the thing itself where it is of the same kind', async () => {
    const ask = await serve();
    const { id: folder } = (await ask('POST', '/folders', { name: 'Mine' })).body as { id: number };
    const tag = (await ask('POST', '/tags', { name: 'red' })).body as { id: number };
    expect((await ask('PUT', `/folders/${folder}/tags/${tag.id}`)).status).toBe(204);
    expect((await ask('GET', `/folders/${folder}/tags`)).body).toEqual([tag]);
    expect((await ask('PUT', `/folders/${folder}/tags/none`)).status).toBe(404);
  });

  test('is a tree where one names its parent', async () => {
    const ask = await serve();
    const root = (await ask('POST', '/folders', { name: 'Root' })).body as { id: number };
    expect((await ask('GET', `/folders/${root.id}/children`)).body).toEqual([]);
    const kid = (await ask('POST', '/folders', { name: 'Kid', parentId: root.id })).body;
    expect((await ask('GET', `/folders/${root.id}/children`)).body).toEqual([kid]);
    expect((await ask('GET', '/folders/987654/children')).status).toBe(404);
  });
});

describe('A search by POST', () => {
  test('finds what is there by what its body says', async () => {
    const ask = await serve();
    const made = (await ask('POST', '/folders', { name: 'Zephyr' })).body as { id: number };
    expect((await ask('POST', '/folders/search', { query: 'zephyr' })).body).toEqual([made]);
    expect((await ask('POST', '/folders/search', { ids: [made.id] })).body).toEqual([made]);
    expect((await ask('POST', '/folders/search', { limit: 2 })).body).toHaveLength(2);
    expect((await ask('POST', '/folders/search', { query: 'nothing like it' })).body).toEqual([]);
  });
});

describe('What is undone', () => {
  test('is as before, and tells no time at which it was done', async () => {
    const ask = await serve();
    const { id } = (await ask('POST', '/folders', { name: 'Mine' })).body as { id: number };
    const done = (await ask('POST', `/folders/${id}/archive`)).body as { archivedAt: string };
    expect(done).toMatchObject({ archived: true, state: 'archived', archivedAt: expect.any(String) });
    expect((await ask('POST', `/folders/${id}/unarchive`)).body).toMatchObject({
      archived: false,
      state: 'active',
      archivedAt: null,
    });
  });
});
