import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const upload = {
  requestBody: {
    content: { 'multipart/form-data': { schema: object({ file: { type: 'string', format: 'binary' } }, ['file']) } },
  },
};
const both = { parameters: [...path('videoId').parameters, ...path('language').parameters] };
const gone = { 404: { description: 'unknown' } };
const mock = await createMock({
  document: api(
    {
      '/videos': {
        get: answer(array(ref('Video'))),
        post: { ...sending(object({ title: text })), ...answer(ref('Video'), '201') },
      },
      '/videos/{videoId}': { ...path('videoId'), get: answer(ref('Video'), '200', gone) },
      '/videos/{videoId}/source': { ...path('videoId'), post: { ...upload, ...answer(ref('Video'), '201') } },
      '/videos/{videoId}/copy': { ...path('videoId'), post: answer(ref('Video'), '201') },
      '/videos/{videoId}/captions': { ...path('videoId'), get: answer(array(ref('Caption'))) },
      '/videos/{videoId}/captions/{language}': {
        ...both,
        get: answer(ref('Caption'), '200', gone),
        post: { ...upload, ...answer(ref('Caption'), '200', gone) },
        delete: { responses: { 204: { description: 'gone' }, ...gone } },
      },
    },
    {
      Video: object({ videoId: text, title: text, stream_key: { ...text, example: 'k-1' } }, ['videoId', 'stream_key']),
      Caption: object({ language: text, uri: text }, ['language', 'uri']),
    },
  ),
});

async function ask(method: string, at: string, body?: FormData | string): Promise<{ status: number; body: never }> {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const response = await mock.fetch(new Request(`http://mock${at}`, { method, headers, ...(body ? { body } : {}) }));
  const read = await response.text();
  return { status: response.status, body: (read === '' ? null : JSON.parse(read)) as never };
}

function file(): FormData {
  const form = new FormData();
  form.set('file', new File(['12345'], 'a.bin'));
  return form;
}

const made = async (): Promise<{ videoId: string; stream_key: string }> =>
  (await ask('POST', '/videos', '{"title":"Maths"}')).body;

test('a file that an item receives makes no other item, and a copy is another one', async () => {
  const { videoId } = await made();
  const answered = await ask('POST', `/videos/${videoId}/source`, file());
  expect(answered).toMatchObject({ status: 201, body: { videoId, title: 'Maths' } });
  const { videoId: copy } = (await ask('POST', `/videos/${videoId}/copy`)).body as { videoId: string };
  expect(copy).not.toBe(videoId);
});

test('a POST on the path of an item makes it, where nothing else does', async () => {
  const { videoId } = await made();
  const at = `/videos/${videoId}/captions/en`;
  expect((await ask('GET', at)).status).toBe(404);
  expect(await ask('POST', at, file())).toMatchObject({ status: 200, body: { language: 'en' } });
  expect(await ask('GET', at)).toMatchObject({ status: 200, body: { language: 'en' } });
  expect((await ask('DELETE', at)).status).toBe(204);
  expect((await ask('GET', at)).status).toBe(404);
});

test('each new record has a key of its own', async () => {
  const keys = [(await made()).stream_key, (await made()).stream_key];
  expect(new Set([...keys, 'k-1']).size).toBe(3);
});

test('a file that was uploaded is the text of an answer in JSON', async () => {
  const Log = object({ id: text, name: text }, ['id']);
  const logs = await createMock({
    document: api(
      {
        '/logs': { get: answer(array(ref('Log'))), post: { ...upload, ...answer(ref('Log'), '201') } },
        '/logs/{id}': { ...path('id'), get: answer(ref('Log')) },
        '/logs/{id}/content': { ...path('id'), get: answer(text) },
        '/logs/{id}/title': { ...path('id'), get: answer(text) },
      },
      { Log },
    ),
  });
  const made = await logs.fetch(new Request('http://mock/logs', { method: 'POST', body: file() }));
  const { id: log } = (await made.json()) as { id: string };
  const read = async (part: string): Promise<unknown> =>
    (await logs.fetch(new Request(`http://mock/logs/${log}/${part}`))).json();
  expect(await read('content')).toBe('12345');
  expect(await read('title')).not.toBe('12345');
});
