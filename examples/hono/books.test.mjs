import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp } from './server.mjs';

test('the API is at /api', async (t) => {
  const { app, close } = await createApp();
  t.after(close);
  const body = JSON.stringify({ title: 'Middlemarch', genre: 'novel' });
  const made = await app.request('/api/books', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  assert.equal(made.status, 201);
  const location = made.headers.get('location');
  assert.match(location, /^\/api\/books\/\d+$/);
  assert.equal((await (await app.request(location)).json()).title, 'Middlemarch');
  assert.equal(await (await app.request('/')).text(), 'The API is at /api.');
});
