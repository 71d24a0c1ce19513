import { useStandin } from 'standin/jest';
import { createClient } from '../client.mjs';

const api = useStandin({ document: '../openapi.yaml', url: 'https://api.example.com' });

test('adds a book', async () => {
  const client = createClient();
  const { id } = await client.add({ title: 'Middlemarch', genre: 'novel' });
  expect(await client.get(id)).toEqual({ id, title: 'Middlemarch', genre: 'novel' });
  expect(api).toHaveReceived('createBook', { body: { title: 'Middlemarch' } });
});

test('starts with the seeded books: each test has a world of its own', async () => {
  expect((await createClient().list()).map(({ title }) => title)).not.toContain('Middlemarch');
});
