import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'there is none' } };
const both = { parameters: [...path('personId').parameters, ...path('faceId').parameters] };
const ask = await asking(
  api(
    {
      '/persons': {
        get: answer(array(ref('Person'))),
        post: { ...sending(object({ name: text })), ...answer(object({ personId: text }), '201') },
      },
      '/persons/{personId}': { ...path('personId'), get: answer(ref('Person'), '200', missing) },
      '/persons/{personId}/faces': {
        ...path('personId'),
        post: { ...sending(object({ url: text })), ...answer(ref('Face'), '201', missing) },
      },
      '/persons/{personId}/faces/{faceId}': {
        ...both,
        get: answer(ref('Face'), '200', missing),
        patch: { ...sending(object({ note: text })), ...answer(ref('Face'), '200', missing) },
        delete: { responses: { 204: { description: 'gone' }, ...missing } },
      },
    },
    {
      Person: object({ personId: text, name: text, faceIds: array(text) }, ['personId']),
      Face: object({ faceId: text, note: text }, ['faceId']),
    },
  ),
);

test('an item shows the ids of what was made below it', async () => {
  const at = `/persons/${(await ask('POST', '/persons', { name: 'Ann' })).body.personId}`;
  const ids = async (): Promise<readonly string[]> => (await ask('GET', at)).body.faceIds;
  expect(await ids()).toEqual([]);
  const [one, two] = [await ask('POST', `${at}/faces`, {}), await ask('POST', `${at}/faces`, {})].map(
    ({ body }) => body.faceId,
  );
  expect(await ids()).toEqual([one, two]);
  await ask('PATCH', `${at}/faces/${one}`, { note: 'left' });
  expect(await ids()).toEqual([one, two]);
  await ask('DELETE', `${at}/faces/${one}`);
  expect(await ids()).toEqual([two]);
});
