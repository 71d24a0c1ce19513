import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, number, object, path, ref, text } from '../little.ts';

// Nothing lists sketches; they are uploaded under a path of their own.
const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
const missing = { 404: { description: 'missing' } };
const form = object({ file: { type: 'string', format: 'binary' }, title: text }, ['file']);
const DOCUMENT = api(
  {
    '/sketches/content': {
      post: {
        summary: 'Upload sketch',
        requestBody: { content: { 'multipart/form-data': { schema: form } } },
        ...answer(ref('Sketch'), '201'),
      },
    },
    '/sketches/{sketch-id}': {
      ...path('sketch-id', number),
      get: answer(ref('Sketch'), '200', missing),
      delete: { responses: { 204: { description: 'gone' }, ...missing } },
    },
    '/sketches/{sketch-id}/content': {
      ...path('sketch-id', number),
      get: { responses: { 200: { description: 'it', content: bytes }, ...missing } },
    },
  },
  { Sketch: object({ id: number, title: text, size: number }, ['id']) },
);

test('the file of a deleted item is gone with it', async () => {
  const mock = await createMock({ document: DOCUMENT });
  const ask = (method: string, at: string, body?: FormData): Promise<Response> =>
    mock.fetch(new Request(`http://localhost/sketches/${at}`, { method, ...(body === undefined ? {} : { body }) }));
  const sent = new FormData();
  sent.set('file', new Blob(['a line']), 'a.txt');
  const { id } = (await (await ask('POST', 'content', sent)).json()) as { readonly id: number };
  expect(await (await ask('GET', `${id}/content`)).text()).toBe('a line');
  expect((await ask('DELETE', `${id}`)).status).toBe(204);
  expect((await ask('GET', `${id}`)).status).toBe(404);
  expect((await ask('GET', `${id}/content`)).status).toBe(404);
});
