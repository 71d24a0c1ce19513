import { useStandin } from 'standin/jest';
import { createClient } from '../client.mjs';

const api = useStandin({ document: '../openapi.yaml', url: 'https://api.example.com' });

test('adds a book', async () => {
  const client = createClient();
  const { id } = await client.add({ title: 'Middlemarch', genre: 'novel' });
  expect(await client.get(id)).toEqual({ id, title: 'Middlemarch', genre: 'novel' });
  expect(api).toHaveReceived('createBook', { body: { title: 'Middlemarch' } }, { times: 1 });
  expect(api).toHaveReceived('getBook');
  expect(api).toHaveReceivedNothingElse();
});

test('starts with the seeded books: each test has a world of its own', async () => {
  expect((await createClient().list()).map(({ title }) => title)).not.toContain('Middlemarch');
});

test('tells that the service is busy', async () => {
  await api.override({ operation: 'createBook', times: 1, status: 429 });
  await expect(createClient().add({ title: 'Emma', genre: 'novel' })).rejects.toMatchObject({ status: 429 });
});
