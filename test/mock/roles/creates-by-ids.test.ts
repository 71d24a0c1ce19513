import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const done = { responses: { 204: { description: 'done' } } };
const missing = { 404: { description: '' } };
const Block = object({ number: text, calls: flag, source: text }, ['number']);
const Contact = object({ id: text, name: text }, ['id']);
const both = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
});
const ask = await asking(
  api(
    {
      '/blocks': {
        get: answer(array(ref('Block'))),
        post: { ...sending(object({ numbers: array(text), calls: flag, source: text })), ...done },
      },
      '/blocks/{number}': { ...path('number'), get: answer(ref('Block'), '200', missing) },
      '/silences': { post: { ...sending(object({ recipient_emails: array(text) }, ['recipient_emails'])), ...done } },
      '/silences/{email}': {
        ...path('email'),
        get: answer(object({ recipient_email: text }, ['recipient_email']), '200', missing),
        delete: done,
      },
      '/contacts': {
        get: answer(array(ref('Contact'))),
        post: { ...sending(object({ name: text })), ...answer(ref('Contact'), '201') },
      },
      '/contacts/{id}': { ...path('id'), get: answer(ref('Contact'), '200', missing) },
      '/groups': {
        get: answer(array(object({ id: text, title: text }, ['id']))),
        post: { ...sending(object({ title: text })), ...answer(object({ id: text, title: text }, ['id']), '201') },
      },
      '/groups/{id}': { ...path('id'), get: answer(object({ id: text, title: text }, ['id']), '200', missing) },
      '/groups/{id}/items': {
        ...path('id'),
        get: answer(array(ref('Contact'))),
        post: { ...sending(object({ contactIds: array(text), contacts: array(ref('Contact')) })), ...done },
      },
      '/groups/{id}/items/{contactId}': { ...both('id', 'contactId'), delete: done },
    },
    { Block, Contact },
  ),
);

test('a body that names items by a list of their ids puts each in, with what it says of all', async () => {
  await ask('POST', '/blocks', { numbers: ['1', '2'], calls: true, source: 'me' });
  expect((await ask('GET', '/blocks/1')).body).toEqual({ number: '1', calls: true, source: 'me' });
  expect((await ask('GET', '/blocks/2')).body.source).toBe('me');
  expect((await ask('GET', '/blocks/3')).status).toBe(404);
});

test('an item that shows nothing but its id is found by it', async () => {
  await ask('POST', '/silences', { recipient_emails: ['a@example.com'] });
  expect((await ask('GET', '/silences/a@example.com')).body).toEqual({ recipient_email: 'a@example.com' });
});

test('a member is what its id names elsewhere, and a body may have new members beside the ids', async () => {
  const { id } = (await ask('POST', '/contacts', { name: 'Ada' })).body;
  const group = (await ask('POST', '/groups', { title: 'g' })).body.id;
  const members = async (): Promise<readonly { readonly id: string; readonly name: string }[]> =>
    (await ask('GET', `/groups/${group}/items`)).body;
  await ask('POST', `/groups/${group}/items`, { contactIds: [id] });
  expect(await members()).toContainEqual({ id, name: 'Ada' });
  await ask('POST', `/groups/${group}/items`, { contacts: [{ id: 'b', name: 'Bea' }] });
  expect((await members()).map(({ name }) => name)).toContain('Bea');
  await ask('DELETE', `/groups/${group}/items/${id}`);
  expect((await members()).some((each) => each.id === id)).toBe(false);
  expect((await ask('GET', `/contacts/${id}`)).body.name).toBe('Ada');
});
