import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMock } from 'standin';
import { standinHandlers } from 'standin/msw';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createClient } from '../client.mjs';

const mock = await createMock({ document: '../openapi.yaml' });
const server = setupServer(...standinHandlers(mock, { url: 'https://api.example.com' }));

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(async () => {
  server.resetHandlers();
  await mock.reset();
});
afterAll(async () => {
  server.close();
  await mock.close();
});

test('adds a book', async () => {
  const client = createClient();
  const { id } = await client.add({ title: 'Middlemarch', genre: 'novel' });
  expect((await client.list()).map((book) => book.id)).toContain(id);
});

test('a handler of your own wins', async () => {
  server.use(http.get('https://api.example.com/books', () => HttpResponse.json([])));
  expect(await createClient().list()).toEqual([]);
});
