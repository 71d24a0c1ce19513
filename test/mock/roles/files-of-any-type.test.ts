import { afterAll, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';
import { answer, api, array, object, path, text } from '../little.ts';

const bytes = { schema: { type: 'string', format: 'binary' } };
const missing = { 404: { description: 'missing' } };
const document = api({
  '/media': { get: answer(array(object({ mediaName: text, length: { type: 'integer' } }))) },
  '/media/{mediaId}': {
    ...path('mediaId'),
    get: { responses: { 200: { description: 'a file', content: { 'application/octet-stream': bytes } }, ...missing } },
    put: {
      requestBody: { content: { 'application/json': bytes, 'application/xml': bytes, 'image/png': bytes } },
      responses: { 204: { description: 'kept' } },
    },
    delete: { responses: { 204: { description: 'gone' }, ...missing } },
  },
});
const mock: StandinMock = await createMock({ document });
afterAll(() => mock.close());
const send = (method: string, name: string, sent: { readonly type?: string; readonly body?: string } = {}) =>
  mock.fetch(
    new Request(`http://localhost/media/${name}`, {
      method,
      ...(sent.body === undefined ? {} : { body: sent.body }),
      headers: sent.type === undefined ? {} : { 'content-type': sent.type },
    }),
  );

test('a file is kept whatever its type is, where the document describes each type as bytes', async () => {
  expect((await send('PUT', 'a.png', { type: 'image/png', body: 'PNG' })).status).toBe(204);
  expect(await (await send('GET', 'a.png')).text()).toBe('PNG');
  await send('PUT', 'a.png', { type: 'application/xml', body: '<a/>' });
  expect(await (await send('GET', 'a.png')).text()).toBe('<a/>');
});

test('a file is gone after its deletion, and may be kept again', async () => {
  await send('PUT', 'b.png', { type: 'image/png', body: 'B' });
  expect((await send('DELETE', 'b.png')).status).toBe(204);
  expect((await send('GET', 'b.png')).status).toBe(404);
  await send('PUT', 'b.png', { type: 'image/png', body: 'again' });
  expect(await (await send('GET', 'b.png')).text()).toBe('again');
});
