import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const Book = object({ id: text, title: text, status: { type: 'string', enum: ['draft', 'published'] } }, ['id']);
const byId = object({ id: text }, ['id']);
const call = (sent: object, answered: object): object => ({ post: { ...sending(sent), ...answer(answered) } });
const document = api(
  {
    '/createBook': call(object({ title: text }), ref('Book')),
    '/getBook': call(byId, ref('Book')),
    '/listBooks': call(object({}), array(ref('Book'))),
    '/deleteBook': call(byId, object({ ok: { type: 'boolean' } })),
    '/publishBook': call(byId, ref('Book')),
    '/duplicateBook': call(byId, ref('Book')),
    '/relatedBook': call(byId, ref('Book')),
    '/removeBooks': call(byId, object({ ok: { type: 'boolean' } })),
  },
  { Book },
);

test('a copy has an id of its own, and the values of the record', async () => {
  const ask = await asking(document);
  const { body: book } = await ask('POST', '/createBook', { title: 'Stones' });
  const { status, body: copy } = await ask('POST', '/duplicateBook', { id: book.id });
  expect([status, copy.title]).toEqual([200, 'Stones']);
  expect(copy.id).not.toBe(book.id);
  expect((await ask('POST', '/getBook', { id: copy.id })).body.title).toBe('Stones');
});

test('a verb acts on the record, and an adjective names another one', async () => {
  const ask = await asking(document);
  const { body: book } = await ask('POST', '/createBook', { title: 'Stones' });
  expect((await ask('POST', '/publishBook', { id: book.id })).body).toEqual({ ...book, status: 'published' });
  expect((await ask('POST', '/publishBook', { id: 'none' })).status).toBe(404);
  expect((await ask('POST', '/relatedBook', { id: book.id })).body.title).not.toBe('Stones');
});

test('a known verb before a plural acts on many records', async () => {
  const ask = await asking(document);
  expect((await ask('POST', '/removeBooks', { id: 'shelf' })).status).toBe(200);
});
