import { expect, test } from 'vitest';
import { type Ask, asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const none = { responses: { 204: { description: '' } } };
const two = { parameters: ['listId', 'contactId'].flatMap((name) => [...path(name).parameters]) };
const document = api(
  {
    '/lists': {
      get: answer(array(ref('List'))),
      post: { ...sending(object({ name: text })), ...answer(ref('List'), '201') },
    },
    '/lists/{listId}': { ...path('listId'), get: answer(ref('List')) },
    '/lists/{listId}/contacts': { ...path('listId'), get: answer(array(ref('Contact'))) },
    '/lists/{listId}/contacts/{contactId}': { ...two, put: none, delete: none },
    '/contacts': {
      get: answer(array(ref('Contact'))),
      post: { ...sending(object({ email: text, listIds: array(text) })), ...answer(ref('Contact'), '201') },
    },
    '/contacts/{contactId}': { ...path('contactId'), get: answer(ref('Contact')) },
    '/types/contact': { get: answer(array(ref('Type'))) },
    '/types/contact/{typeId}': { ...path('typeId'), get: answer(ref('Type')) },
    '/contacts/{contactId}/lists': { ...path('contactId'), get: answer(array(ref('List'))) },
  },
  {
    List: object({ id: text, name: text }, ['id']),
    Type: object({ id: text, label: text }, ['id']),
    Contact: object({ id: text, email: text }, ['id']),
  },
);
const ids = async (ask: Ask, at: string): Promise<readonly string[]> =>
  (await ask('GET', at)).body.map(({ id }: { readonly id: string }) => id);

test('a record that is created with the ids of others is linked below them', async () => {
  const ask = await asking(document);
  const { id: list } = (await ask('POST', '/lists', { name: 'a' })).body;
  const { id: other } = (await ask('POST', '/lists', { name: 'b' })).body;
  const { id } = (await ask('POST', '/contacts', { email: 'a@example.com', listIds: [list, 'nothing'] })).body;
  expect(await ids(ask, `/lists/${list}/contacts`)).toEqual([id]);
  expect(await ids(ask, `/lists/${other}/contacts`)).toEqual([]);
  expect(await ids(ask, `/contacts/${id}/lists`)).toEqual([list]);
});

test('a record lists those that link it, as long as they do', async () => {
  const ask = await asking(document);
  const { id: list } = (await ask('POST', '/lists', { name: 'a' })).body;
  const { id } = (await ask('POST', '/contacts', { email: 'a@example.com' })).body;
  expect(await ids(ask, `/contacts/${id}/lists`)).toEqual([]);
  await ask('PUT', `/lists/${list}/contacts/${id}`);
  expect(await ids(ask, `/contacts/${id}/lists`)).toEqual([list]);
  await ask('DELETE', `/lists/${list}/contacts/${id}`);
  expect(await ids(ask, `/contacts/${id}/lists`)).toEqual([]);
});
