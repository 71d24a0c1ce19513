import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, number, object, path, ref, text } from '../little.ts';

const file = { type: 'string', format: 'binary' };
const form = (schema: object): object => ({ requestBody: { content: { 'multipart/form-data': { schema } } } });
const bytes = {
  responses: { 200: { description: 'the file', content: { 'application/octet-stream': { schema: file } } } },
};
const attributes = object({ name: text, parent: object({ id: text }) }, ['name']);
const File = object({ id: text, name: text, size: number, parent: object({ id: text }) }, ['id', 'name']);
const Attachment = object({ id: text, filename: text, size: number, author: text }, ['id']);

const mock = await createMock({
  document: api(
    {
      '/files/content': {
        post: {
          ...form(object({ attributes, file })),
          ...answer(object({ total: number, entries: array(ref('File')) })),
        },
      },
      '/files/{id}': { ...path('id'), get: answer(ref('File')) },
      '/files/{id}/content': {
        ...path('id'),
        get: bytes,
        post: {
          ...form(object({ attributes, file })),
          ...answer(object({ total: number, entries: array(ref('File')) })),
        },
      },
      '/tasks/{id}': { ...path('id'), get: answer(object({ id: text, title: text }, ['id'])) },
      '/tasks/{id}/attachments': { ...path('id'), post: { ...form(file), ...answer(array(ref('Attachment'))) } },
      '/attachment/{id}': { ...path('id'), get: answer(ref('Attachment')), delete: { responses: { 204: {} } } },
    },
    { File, Attachment },
  ),
});

// biome-ignore lint/suspicious/noExplicitAny: it is what the document says, and each expectation reads it as such.
const upload = async (at: string, name: string, content: string, described?: object): Promise<any> => {
  const body = new FormData();
  if (described !== undefined) body.append('attributes', JSON.stringify(described));
  body.append('file', new Blob([content]), name);
  return (await mock.fetch(new Request(`http://mock${at}`, { method: 'POST', body }))).json();
};
const get = (at: string) => mock.fetch(new Request(`http://mock${at}`));

test('an upload that answers with a list makes the file that the list shows', async () => {
  const made = await upload('/files/content', 'x.txt', 'hello', { name: 'a.txt', parent: { id: '7' } });
  expect(made.entries).toMatchObject([{ name: 'a.txt', size: 5, parent: { id: '7' } }]);
  const [{ id }] = made.entries;
  expect(await (await get(`/files/${id}`)).json()).toEqual(made.entries[0]);
  expect(await (await get(`/files/${id}/content`)).text()).toBe('hello');
});

test('an upload to a file replaces its content, and keeps its name and id', async () => {
  const [{ id }] = (await upload('/files/content', 'x.txt', 'one', { name: 'b.txt' })).entries;
  const changed = await upload(`/files/${id}/content`, 'y.txt', 'second');
  expect(changed.entries).toMatchObject([{ id, name: 'b.txt', size: 6 }]);
  expect(await (await get(`/files/${id}/content`)).text()).toBe('second');
});

test('an upload below another item makes a record that has a path of its own', async () => {
  const [made] = await upload('/tasks/3/attachments', 'log.txt', 'twelve bytes');
  expect(made).toMatchObject({ filename: 'log.txt', size: 12 });
  expect(await (await get(`/attachment/${made.id}`)).json()).toEqual(made);
});
