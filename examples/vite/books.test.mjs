import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServer } from 'vite';
import { createClient } from '../client.mjs';

test('the dev server answers the API on its own origin', async (t) => {
  const server = await createServer({ root: import.meta.dirname, server: { port: 0 }, logLevel: 'silent' });
  await server.listen();
  t.after(() => server.close());
  const base = `http://localhost:${server.httpServer.address().port}`;
  const client = createClient(`${base}/api`);
  const { id } = await client.add({ title: 'Middlemarch', genre: 'novel' });
  assert.equal((await client.get(id)).title, 'Middlemarch');
  assert.match(await (await fetch(base)).text(), /<title>Books/);
});
