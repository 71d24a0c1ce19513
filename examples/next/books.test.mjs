import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import next from 'next';
import { createClient } from '../client.mjs';

test('a route of Next answers the API, and its pages read the same mock', async (t) => {
  const app = next({ dev: true, dir: import.meta.dirname });
  await app.prepare();
  const server = createServer(app.getRequestHandler()).listen(0);
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await app.close();
  });
  const base = `http://localhost:${server.address().port}`;
  const client = createClient(`${base}/api`);
  const { id } = await client.add({ title: 'Middlemarch', genre: 'novel' });
  assert.equal((await client.get(id)).title, 'Middlemarch');
  assert.match(await (await fetch(base)).text(), /<li>Middlemarch<\/li>/);
});
