import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertReceived, assertReceivedNothingElse, useStandin } from 'standin/testing';
import { createClient } from '../client.mjs';

const api = useStandin({ document: '../openapi.yaml', url: 'https://api.example.com' });

test('adds a book', async () => {
  const client = createClient();
  const { id } = await client.add({ title: 'Middlemarch', genre: 'novel' });
  assert.deepEqual(await client.get(id), { id, title: 'Middlemarch', genre: 'novel' });
  assertReceived(api, 'createBook', { body: { title: 'Middlemarch' } }, { times: 1 });
  assertReceived(api, 'getBook');
  assertReceivedNothingElse(api);
});

test('starts with the seeded books: each test has a world of its own', async () => {
  const titles = (await createClient().list()).map(({ title }) => title);
  assert.ok(!titles.includes('Middlemarch'));
});
