import { expect, test } from 'standin/vitest';
import { createClient } from '../client.mjs';

test.override({ standin: { document: '../openapi.yaml', url: 'https://api.example.com' } });

test('adds a book', async ({ api }) => {
  const client = createClient();
  const { id } = await client.add({ title: 'Middlemarch', genre: 'novel' });
  expect(await client.get(id)).toEqual({ id, title: 'Middlemarch', genre: 'novel' });
  expect(api).toHaveReceived('createBook', { body: { title: 'Middlemarch' } }, { times: 1 });
  expect(api).toHaveReceived('getBook');
  expect(api).toHaveReceivedNothingElse();
});

test('starts with the seeded books: each test has a world of its own', async ({ api }) => {
  await api.create('books', 2, { genre: 'poetry' });
  const books = await createClient().list();
  expect(books.map(({ title }) => title)).not.toContain('Middlemarch');
  expect(books.filter(({ genre }) => genre === 'poetry').length).toBeGreaterThanOrEqual(2);
});

test('tells that the service is busy', async ({ api }) => {
  await api.override({ operation: 'createBook', times: 1, status: 429 });
  await expect(createClient().add({ title: 'Emma', genre: 'novel' })).rejects.toMatchObject({ status: 429 });
});
