import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createClient } from '../client.mjs';
import { createServer } from './server.mjs';

test('the API is at /api', async (t) => {
  const { app, close } = await createServer();
  const server = app.listen(0);
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await close();
  });
  const base = `http://localhost:${server.address().port}`;
  const client = createClient(`${base}/api`);
  const { id } = await client.add({ title: 'Middlemarch', genre: 'novel' });
  assert.equal((await client.get(id)).title, 'Middlemarch');
  assert.equal(await (await fetch(base)).text(), 'The API is at /api.');
});
