import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
});
const Note = object({ id: text, title: text, state: text }, ['id', 'title']);
const id = object({ token: text, id: text }, ['token', 'id']);
const call = (body: object, answer: object): object => ({
  post: { requestBody: json(body), responses: { 200: { description: '', ...json(answer) } } },
});

const document = {
  openapi: '3.1.0',
  info: { title: 'notes', version: '1' },
  paths: {
    '/notes.list': call(
      object({ token: text, state: text, limit: { type: 'integer' } }),
      object({ notes: { type: 'array', items: Note }, total: { type: 'integer' } }),
    ),
    '/notes.add': call(object({ token: text, title: text, state: text }, ['title']), Note),
    '/notes.info': call(id, Note),
    '/notes.update': call(object({ token: text, id: text, title: text }, ['id']), Note),
    '/notes.remove': call(id, object({ ok: { type: 'boolean' } })),
    '/users/list': { get: { responses: { 200: { description: '', ...json({ type: 'array', items: Note }) } } } },
    '/users/info': {
      get: {
        parameters: [{ name: 'id', in: 'query', required: true, schema: text }],
        responses: { 200: { description: '', ...json(Note) }, 404: { description: '' } },
      },
    },
    '/users/create': call(object({ title: text }, ['title']), Note),
  },
};

/** Calls by name are POSTs, and reads without a body GETs. */
async function serve() {
  const ask = await asking(document);
  return (path: string, body?: object) => ask(body === undefined ? 'GET' : 'POST', path, body);
}

test('What a call by name adds is listed, shown, changed and removed by others, each named in the body', async () => {
  const ask = await serve();
  const { body: note, location } = await ask('/notes.add', { token: 't', title: 'milk', state: 'mine' });
  expect(note).toEqual({ id: note.id, title: 'milk', state: 'mine' });
  expect(location).toBeUndefined();
  const by = { token: 't', id: note.id };
  expect((await ask('/notes.info', by)).body).toEqual(note);
  expect((await ask('/notes.list', { state: 'mine' })).body).toEqual({ notes: [note], total: 1 });
  expect((await ask('/notes.list', { limit: 1 })).body.notes).toHaveLength(1);
  expect((await ask('/notes.update', { ...by, title: 'bread' })).body).toEqual({ ...note, title: 'bread' });
  expect((await ask('/notes.info', by)).body.title).toBe('bread');
  expect((await ask('/notes.remove', by)).body).toEqual({ ok: true });
  expect((await ask('/notes.info', by)).status).toBe(404);
  expect((await ask('/notes.list', { state: 'mine' })).body.notes).toEqual([]);
});

test('A call that is a GET names its item in the query', async () => {
  const ask = await serve();
  const [first] = (await ask('/users/list')).body;
  expect((await ask(`/users/info?id=${first.id}`)).body).toEqual(first);
  const { body: made } = await ask('/users/create', { title: 'x' });
  expect((await ask(`/users/info?id=${made.id}`)).body).toEqual(made);
  expect((await ask('/users/info?id=nobody')).status).toBe(404);
});

test('what is created by the word of the item has that name', async () => {
  const Pool = object({ name: text, size: { type: 'integer' } }, ['name']);
  const named = object({ token: text, pool: text });
  const ask = await asking({
    openapi: '3.1.0',
    info: { title: 'pools', version: '1' },
    paths: {
      '/ips/list-pools': call(object({ token: text }), { type: 'array', items: Pool }),
      '/ips/create-pool': call(named, Pool),
      '/ips/pool-info': call(named, Pool),
      '/ips/delete-pool': call(named, object({ deleted: { type: 'boolean' } })),
    },
  });
  const pool = (await ask('POST', '/ips/create-pool', { token: 't', pool: 'mine' })).body;
  expect(pool.name).toBe('mine');
  expect((await ask('POST', '/ips/pool-info', { token: 't', pool: 'mine' })).body).toEqual(pool);
  await ask('POST', '/ips/delete-pool', { token: 't', pool: 'mine' });
  expect((await ask('POST', '/ips/list-pools', { token: 't' })).body).not.toContainEqual(pool);
});
