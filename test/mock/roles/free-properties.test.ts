import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const sent = object({ data: { type: 'object' }, read: array(text) }, ['data']);
const ask = await asking(
  api(
    {
      '/documents': {
        get: answer(array(ref('Document'))),
        post: { ...sending(sent), ...answer(ref('Document'), '201') },
      },
      '/documents/{documentId}': {
        ...path('documentId'),
        get: answer(ref('Document')),
        patch: { ...sending(sent), ...answer(ref('Document')) },
      },
    },
    {
      Document: {
        ...object({ $id: { ...text, readOnly: true }, $permissions: { type: 'object' } }, ['$id', '$permissions']),
        additionalProperties: true,
      },
    },
  ),
);

test('a PATCH sets the properties that its client chooses for an item of any properties', async () => {
  const { $id } = (await ask('POST', '/documents', { data: { title: 'Alien', year: 1979 } })).body;
  expect((await ask('PATCH', `/documents/${$id}`, { data: { title: 'Aliens' } })).status).toBe(200);
  expect((await ask('GET', `/documents/${$id}`)).body).toMatchObject({ title: 'Aliens', year: 1979 });
});
