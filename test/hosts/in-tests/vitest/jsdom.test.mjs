// @vitest-environment jsdom
import { createMock } from 'standin';
import { afterAll, expect, test } from 'vitest';
import { OPTIONS } from '../own-answers.mjs';

const mock = await createMock({ document: OPTIONS.document });
afterAll(() => mock.close());
const json = { 'content-type': 'application/json' };

test('the Request of jsdom keeps its method and its body on the way to the API and to the control routes', async () => {
  const post = (path, body) =>
    new Request(`http://localhost${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) });
  expect((await mock.fetch(post('/books', { title: 'Emma', genre: 'novel' }))).status).toBe(201);
  expect((await mock.control(post('/_standin/overrides', { operation: 'listBooks', status: 500 }))).status).toBe(201);
  expect((await mock.fetch('/books')).status).toBe(500);
  expect((await mock.control(post('/_standin/reset', {}))).status).toBe(204);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  const waiting = mock.fetch('/books', { headers: { prefer: 'delay=20000' }, signal: controller.signal });
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

test('`fetch` of the mock can stand for the platform’s', async () => {
  const request = new Request('http://localhost/books', { headers: { accept: 'application/json' } });
  expect(
    (await mock.fetch(request, { method: 'POST', headers: json, body: '{"title":"Odes","genre":"poetry"}' })).status,
  ).toBe(201);
  expect((await mock.fetch(new URL('http://localhost/books'))).status).toBe(200);
});
