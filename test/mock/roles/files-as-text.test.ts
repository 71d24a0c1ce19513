import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const documents = (file: object, sent = 'file_data') =>
  asking(
    api(
      {
        '/files': {
          get: answer(array(ref('File'))),
          post: { ...sending(object({ name: text, [sent]: file }, ['name'])), ...answer(ref('File'), '201') },
        },
        '/files/{id}': { ...path('id'), get: answer(ref('File')) },
      },
      {
        File: object({
          id: text,
          name: text,
          size: number,
          sha256: text,
          type: { type: 'string', enum: ['image', 'file'] },
        }),
      },
    ),
  );
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

test.each([
  ['a description', { ...(text as object), description: 'The base64-encoded contents of the file.' }],
  ['a format', { type: 'string', format: 'byte' }],
])('A file in a text that is base64 by %s gives its size, digest and kind to the record', async (_, file) => {
  const ask = await documents(file);
  const made = (await ask('POST', '/files', { name: 'a.png', file_data: PNG.toString('base64') })).body;
  const sha256 = createHash('sha256').update(PNG).digest('hex');
  expect(made).toMatchObject({ name: 'a.png', size: 8, type: 'image', sha256 });
  expect((await ask('GET', `/files/${made.id}`)).body).toEqual(made);
});

test('A text that is not a file says nothing of a size', async () => {
  const ask = await documents({ type: 'string', format: 'byte' }, 'signature');
  const made = (await ask('POST', '/files', { name: 'a.png', signature: PNG.toString('base64') })).body;
  expect(made.size).not.toBe(8);
});

test('The size of a key is not that of its text', async () => {
  const ask = await documents({ type: 'string', description: 'Base64 of the public key.' }, 'data');
  expect((await ask('POST', '/files', { name: 'a', data: PNG.toString('base64') })).body.size).not.toBe(8);
});

test('A record counts what was sent and is not shown', async () => {
  const sum = { type: 'number', description: 'Sum of the prices' };
  const Batch = object({ id: text, total_operations: number, total_items: sum }, [
    'id',
    'total_operations',
    'total_items',
  ]);
  const ask = await asking(
    api(
      {
        '/batches': {
          get: answer(array(ref('Batch'))),
          post: {
            ...sending(
              object({ operations: array(object({ method: text })), items: array(object({ price: number })) }),
            ),
            ...answer(ref('Batch'), '201'),
          },
        },
        '/batches/{id}': { ...path('id'), get: answer(ref('Batch')) },
      },
      { Batch },
    ),
  );
  const sent = { operations: [{ method: 'GET' }, { method: 'PUT' }], items: [{ price: 40 }, { price: 50 }] };
  const { id } = (await ask('POST', '/batches', sent)).body;
  const { total_operations, total_items } = (await ask('GET', `/batches/${id}`)).body;
  expect(total_operations).toBe(2);
  expect(total_items).not.toBe(2);
});
