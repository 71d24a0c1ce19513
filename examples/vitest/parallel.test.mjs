import { expect, test } from 'standin/vitest';
import { createClient } from '../client.mjs';

// Tests that run at the same time have no URL in common: each is given a base URL of its own.
test.override({ standin: { document: '../openapi.yaml' } });

test.concurrent.for(['novel', 'poetry'])('adds a %s', async (genre, { api, expect }) => {
  const client = createClient(await api.url());
  await client.add({ title: 'Middlemarch', genre });
  const added = (await client.list()).filter(({ title }) => title === 'Middlemarch');
  expect(added.map((book) => book.genre)).toEqual([genre]);
  expect(api).toHaveReceived('createBook', {}, { times: 1 });
});

test('the matchers are there beside those of vitest', ({ api }) => {
  expect(api).not.toHaveReceived('createBook');
  expect(api).toHaveKeptTheContract();
});
