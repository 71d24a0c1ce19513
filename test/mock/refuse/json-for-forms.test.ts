import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, object, path, ref, text } from '../little.ts';

const form = 'multipart/form-data';
const note = object({ title: text, picture: { anyOf: [{ type: 'string', format: 'binary' }, text] } }, ['title']);
const taking = (...types: readonly string[]): object => ({
  requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: note }])) },
  ...answer(ref('Note'), '201'),
});
const documentOf = (...beside: readonly string[]): object =>
  api(
    {
      '/notes': { get: answer(array(ref('Note'))), post: taking(form) },
      '/notes/{id}': { ...path('id'), get: answer(ref('Note')) },
      '/drafts': { post: taking(...beside) },
    },
    { Note: object({ id: text, title: text, picture: text }, ['id']) },
  );

async function send(document: object, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const mock = await createMock({ document });
  const request = new Request('http://localhost/notes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const response = await mock.fetch(request);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('where a document has JSON beside its forms, a form alone is also read as JSON', async () => {
  const document = documentOf('application/json', form);
  expect(await send(document, { title: 'a', picture: 'https://example.com/a.png' })).toMatchObject({
    status: 201,
    body: { title: 'a', picture: 'https://example.com/a.png' },
  });
  expect((await send(document, { picture: 'a' })).status).toBe(422);
});

test('and is not where the document has no such choice, or for content that is not an object', async () => {
  expect((await send(documentOf(form), { title: 'a' })).status).toBe(415);
  expect((await send(documentOf('application/json'), { title: 'a' })).status).toBe(415);
  expect((await send(documentOf('application/json', form), ['a'])).status).toBe(415);
});
