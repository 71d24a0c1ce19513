import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../client.mjs';
import { createServer } from './server.mjs';

test('the API is at /api', async (t) => {
  const app = await createServer();
  t.after(() => app.close());
  const base = await app.listen({ port: 0 });
  const client = createClient(`${base}/api`);
  const { id } = await client.add({ title: 'Middlemarch', genre: 'novel' });
  assert.equal((await client.get(id)).title, 'Middlemarch');
  assert.equal(await (await fetch(base)).text(), 'The API is at /api.');
});
