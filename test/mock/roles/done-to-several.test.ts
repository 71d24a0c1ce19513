import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const done = { responses: { 204: { description: 'done' } } };
const ids = (property = 'ids'): object => sending(object({ [property]: array(number) }, [property]));
const notes = (paths: object, item: object, more: object = {}): object =>
  api(
    {
      '/notes': {
        get: answer(array(ref('Note'))),
        post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Note'), '201') },
      },
      '/notes/{id}': { ...path('id', number), get: answer(ref('Note')), ...more },
      ...paths,
    },
    { Note: object({ id: number, title: text, ...item }, ['id', 'title', ...Object.keys(item)]) },
  );

test.each([
  ['/notes/-/read', { unread: flag }, 'unread', false],
  ['/notes/-/unread', { unread: flag }, 'unread', true],
  ['/notes/read', { is_read: flag }, 'is_read', true],
  ['/notes/mark-as-read', { seen: flag }, 'seen', true],
  ['/notes/bulk/archive', { archived: flag }, 'archived', true],
  ['/notes/publish', { status: { ...text, enum: ['draft', 'published'] } }, 'status', 'published'],
])('%s does to each of the ids what its name says', async (at, item, property, value) => {
  const ask = await asking(notes({ [at]: { patch: { ...ids(), ...done } } }, item));
  const [one, other, third] = await Promise.all(
    ['a', 'b', 'c'].map(async (title) => (await ask('POST', '/notes', { title })).body),
  );
  expect((await ask('PATCH', at, { ids: [one.id, other.id] })).status).toBe(204);
  expect((await ask('GET', `/notes/${one.id}`)).body).toMatchObject({ title: 'a', [property]: value });
  expect((await ask('GET', `/notes/${other.id}`)).body).toMatchObject({ [property]: value });
  expect((await ask('GET', `/notes/${third.id}`)).body).toEqual(third);
});

test('a flag that says the contrary of an action is lowered by it', async () => {
  const ask = await asking(
    notes({ '/notes/{id}/read': { ...path('id', number), post: answer(ref('Note')) } }, { unread: flag }),
  );
  const seeded = (await ask('GET', '/notes')).body.find((each: { unread: boolean }) => each.unread);
  expect((await ask('POST', `/notes/${seeded.id}/read`)).body).toEqual({ ...seeded, unread: false });
});

test.each([
  ['at its top', (counts: object) => counts],
  ['in its only object', (counts: object) => object({ data: counts }, ['data'])],
])('an answer that only counts what was made counts it %s', async (_, around) => {
  const counts = object({ created: number, failed: number, errors: array(text) }, ['created', 'failed', 'errors']);
  const body = object({ notes: array(object({ title: text, place: text, colour: text }, ['title'])) }, ['notes']);
  const ask = await asking(
    notes({ '/notes/batch': { post: { ...sending(body), ...answer(around(counts)) } } }, { place: text, colour: text }),
  );
  const told = (await ask('POST', '/notes/batch', { notes: [{ title: 'x1' }, { title: 'x2' }, { title: 'x3' }] })).body;
  expect(told.data ?? told).toEqual({ created: 3, failed: 0, errors: [] });
  const titles = (await ask('GET', '/notes')).body.map((each: { title: string }) => each.title);
  expect(titles).toEqual(expect.arrayContaining(['x1', 'x2', 'x3']));
});

test('a change that needs a secret of the create and answers a message changes the item', async () => {
  const account = object({ username: text, password: text }, ['username', 'password']);
  const ask = await asking(
    api(
      {
        '/users': { get: answer(array(ref('User'))), post: { ...sending(account), ...answer(ref('User')) } },
        '/users/{id}': {
          ...path('id', number),
          get: answer(ref('User')),
          put: {
            ...sending(object({ username: text, password: text }, ['username'])),
            ...answer(object({ message: text })),
          },
        },
      },
      {
        User: object({ id: number, username: text, created_at: { ...text, format: 'date-time' } }, [
          'id',
          'username',
          'created_at',
        ]),
      },
    ),
  );
  const made = (await ask('POST', '/users', { username: 'ann', password: 'p' })).body;
  expect((await ask('PUT', `/users/${made.id}`, { username: 'bea' })).body).toEqual({ message: expect.any(String) });
  expect((await ask('GET', `/users/${made.id}`)).body).toEqual({ ...made, username: 'bea' });
});

test('pages go on at what is before the cursor, where the list has no other one', async () => {
  const before = {
    name: 'before',
    in: 'query',
    schema: text,
    description: 'Cursor of the next page, from `next_cursor`.',
  };
  const page = object({ data: array(ref('Note')), next_cursor: { type: ['string', 'null'] } }, ['data', 'next_cursor']);
  const list = { parameters: [...query('limit', number).parameters, before] };
  const ask = await asking(
    api(
      {
        '/notes': { get: { ...list, ...answer(page) } },
        '/notes/{id}': { ...path('id', number), get: answer(ref('Note')) },
      },
      { Note: object({ id: number, title: text }, ['id', 'title']) },
    ),
  );
  const all = (await ask('GET', '/notes?limit=100')).body;
  expect(all.next_cursor).toBeNull();
  const first = (await ask('GET', '/notes?limit=1')).body;
  const second = (await ask('GET', `/notes?limit=1&before=${first.next_cursor}`)).body;
  expect([...first.data, ...second.data]).toEqual(all.data.slice(0, 2));
});

test('a batch that shows what was made counts it as well', async () => {
  const shown = object({ notes: array(ref('Note')), count: number }, ['notes', 'count']);
  const body = object({ notes: array(object({ title: text, place: text }, ['title'])) }, ['notes']);
  const ask = await asking(
    notes({ '/notes/batch': { post: { ...sending(body), ...answer(shown, '201') } } }, { place: text }),
  );
  const told = (await ask('POST', '/notes/batch', { notes: [{ title: 'x1' }, { title: 'x2' }] })).body;
  expect([told.count, told.notes.length]).toEqual([2, 2]);
});

test.each([
  ['Reads several notes by their ids.', false],
  ['Marks several notes as read.', true],
])('a path that ends in `read` marks items as read only if a text says so: %s', async (summary, read) => {
  const several = { '/notes/batch/read': { post: { summary, ...ids(), ...answer(array(ref('Note'))) } } };
  const ask = await asking(notes(several, { read: flag }));
  const made = (await ask('POST', '/notes', { title: 'a' })).body;
  await ask('POST', '/notes/batch/read', { ids: [made.id] });
  expect((await ask('GET', `/notes/${made.id}`)).body).toEqual({ ...made, read });
});

test('an answer that shows what was changed counts it', async () => {
  const sent = object({ ids: array(number), changes: object({ colour: text }) }, ['ids', 'changes']);
  const numbers = { updated: number, created: number, total: number, failed: number };
  const shown = object({ notes: array(ref('Note')), ...numbers }, ['notes', ...Object.keys(numbers)]);
  const ask = await asking(
    notes({ '/notes/bulk_update': { post: { ...sending(sent), ...answer(shown) } } }, { colour: text }),
  );
  const { id } = (await ask('POST', '/notes', { title: 'a' })).body;
  const told = (await ask('POST', '/notes/bulk_update', { ids: [id], changes: { colour: 'red' } })).body;
  expect(told).toMatchObject({ notes: [{ id, colour: 'red' }], updated: 1, created: 0, total: 1, failed: 0 });
});
