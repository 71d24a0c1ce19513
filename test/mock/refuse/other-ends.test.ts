import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const mock = await createMock({
  document: api(
    {
      '/notes': {
        get: answer(array(ref('Note'))),
        post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Note'), '201') },
      },
      '/notes/{id}': { ...path('id'), get: answer(ref('Note')) },
      '/tags/list.json': { post: answer(array(text)) },
      '/days/': { get: answer(array(text)) },
      '/nights/': { get: answer(array(ref('Note'))) },
      '/nights': { post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Note'), '201') } },
    },
    { Note: object({ id: text, title: text }, ['id', 'title']) },
  ),
});
afterAll(() => mock.close());

const ask = (method: string, at: string, prefer = ''): Promise<Response> =>
  mock.fetch(
    new Request(`http://mock${at}`, {
      method,
      headers: { 'content-type': 'application/json', ...(prefer === '' ? {} : { prefer }) },
      ...(method === 'POST' ? { body: '{"title":"a"}' } : {}),
    }),
  );

test('a path is found with a slash at its end and without one, and the journal names the documented path', async () => {
  expect((await ask('POST', '/notes/')).status).toBe(201);
  expect((await ask('GET', '/days')).status).toBe(200);
  expect((await ask('GET', '/days')).headers.get('standin-violations')).toBe('1');
  const [entry] = mock.journal.entries().slice(-1);
  expect(entry).toMatchObject({
    violations: [{ code: 'path.undocumented', message: expect.stringContaining('/days/') }],
  });
});

test('a path is found with the format at its end and without it', async () => {
  expect((await ask('POST', '/tags/list')).status).toBe(200);
  expect((await ask('GET', '/notes.json')).status).toBe(200);
  expect((await ask('POST', '/tags/list', 'handling=strict')).status).toBe(404);
  expect((await ask('POST', '/tags/lists')).status).toBe(404);
});

test('a path that is documented in both forms has the methods of both', async () => {
  expect((await ask('GET', '/nights')).status).toBe(200);
  expect((await ask('POST', '/nights/')).status).toBe(201);
  expect((await ask('DELETE', '/nights')).status).toBe(405);
});

test('a slash that may stand before an empty id is an unknown path', async () => {
  expect((await ask('GET', '/notes/')).status).toBe(404);
});

test('a strict request is refused', async () => {
  expect((await ask('POST', '/notes/', 'handling=strict')).status).toBe(404);
  expect((await ask('GET', '/mornings/')).status).toBe(404);
  expect((await ask('GET', '/nights', 'handling=strict')).status).toBe(405);
});

test('no ending makes a value with slashes of what is documented with another method', async () => {
  const shown = 'Format: `shelves/{shelf}/books/{book}`';
  const long = { parameters: [{ name: 'name', in: 'path', required: true, schema: text, description: shown }] };
  const library = await createMock({
    document: api({
      '/v1/{name}': {
        ...long,
        get: answer(object({ name: text })),
        delete: { responses: { 204: { description: 'gone' } } },
      },
      '/v1/{name}/reviews': { ...long, get: answer(array(object({ stars: text }))) },
    }),
  });
  const at = 'http://mock/v1/shelves/a/books/b';
  expect((await library.fetch(new Request(at))).status).toBe(200);
  expect((await library.fetch(new Request('http://mock/v1/a/reviews', { method: 'DELETE' }))).status).toBe(405);
  await library.close();
});
