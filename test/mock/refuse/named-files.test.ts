import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, object, path, ref, text } from '../little.ts';

const file = { type: 'string', format: 'binary' };
const sending = (schema: object): object => ({
  requestBody: { required: true, content: { 'multipart/form-data': { schema } } },
});
const mock = await createMock({
  document: api(
    {
      '/clips': {
        get: answer(array(ref('Clip'))),
        post: { ...sending(object({ file, note: text }, ['file'])), ...answer(ref('Clip'), '201') },
      },
      '/clips/{id}': { ...path('id'), get: answer(ref('Clip')) },
      '/pairs': { post: { ...sending(object({ left: file, right: file }, ['left', 'right'])), ...answer(text) } },
    },
    { Clip: object({ id: text, filename: text, bytes: { type: 'integer' }, note: text }, ['id']) },
  ),
});

async function upload(to: string, parts: Readonly<Record<string, File | string>>): Promise<Response> {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.append(name, part);
  return mock.fetch(new Request(`http://localhost${to}`, { method: 'POST', body: form }));
}

const clip = (name: string): File => new File(['12345'], name, { type: 'video/mp4' });

test('a file that a client names after itself is the one file of the document', async () => {
  const made = await upload('/clips', { 'sea.mp4': clip('sea.mp4'), note: 'n' });
  expect(made.status).toBe(201);
  expect(await made.json()).toMatchObject({ filename: 'sea.mp4', bytes: 5, note: 'n' });
});

test('two such files, or two files of the document, are not guessed', async () => {
  expect((await upload('/clips', { a: clip('a'), b: clip('b') })).status).toBe(422);
  expect((await upload('/pairs', { a: clip('a') })).status).toBe(422);
});

test('a text does not count as a file', async () => {
  expect((await upload('/clips', { sea: 'text' })).status).toBe(422);
});
