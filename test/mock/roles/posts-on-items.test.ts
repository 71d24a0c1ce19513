import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const only = (status: string): object => ({ [status]: { description: 'so it is' } });
const Group = object({ id: number, name: text, notes: text });
const Link = object({ id: number, uri: text }, ['id', 'uri']);
const Basket = object({ capacity: number, forward_url: text, public: { type: 'boolean' } });
const ask = await asking(
  api(
    {
      '/groups': { get: answer(array(ref('Link'))), post: { ...sending(ref('Group')), ...answer(ref('Link')) } },
      '/groups/{id}': {
        ...path('id', number),
        get: answer(ref('Group')),
        post: { ...sending(ref('Group')), ...answer(ref('Link')) },
        delete: answer(ref('Link')),
      },
      '/groups/{id}/notes': {
        ...path('id', number),
        put: { ...sending(object({ content: text })), ...answer(ref('Link')) },
      },
      '/baskets/{name}': {
        ...path('name'),
        get: answer(ref('Basket'), '200', only('404')),
        post: { ...sending(ref('Basket')), ...answer(object({ token: text }, ['token']), '201', only('409')) },
        put: { ...sending(ref('Basket')), responses: { ...only('204'), ...only('404') } },
        delete: { responses: { ...only('204'), ...only('404') } },
      },
    },
    { Group, Link, Basket },
  ),
);

test('a POST of the whole entity on its own path changes it, where no other operation does', async () => {
  const { id } = (await ask('POST', '/groups', { name: 'a', notes: 'n' })).body;
  expect((await ask('POST', `/groups/${id}`, { name: 'b' })).body.id).toBe(id);
  expect((await ask('GET', `/groups/${id}`)).body).toMatchObject({ name: 'b', notes: 'n' });
});

test('a path called after a property sets it to the only value of the body, under any name', async () => {
  const { id } = (await ask('POST', '/groups', { name: 'a', notes: 'n' })).body;
  await ask('PUT', `/groups/${id}/notes`, { content: 'new' });
  expect((await ask('GET', `/groups/${id}`)).body).toMatchObject({ name: 'a', notes: 'new' });
});

test('a POST on the path of an item creates it, where no other operation does', async () => {
  const made = await ask('POST', '/baskets/mine', { capacity: 7 });
  expect(made).toMatchObject({ status: 201, body: { token: expect.any(String) } });
  expect((await ask('GET', '/baskets/mine')).body).toMatchObject({ capacity: 7 });
});

test('a second POST on the path of that item is the documented conflict and changes nothing', async () => {
  await ask('POST', '/baskets/twice', { capacity: 7 });
  expect((await ask('POST', '/baskets/twice', { capacity: 8 })).status).toBe(409);
  expect((await ask('GET', '/baskets/twice')).body.capacity).toBe(7);
});

test('an item that a POST on its own path creates does not exist before', async () => {
  expect((await ask('GET', '/baskets/none')).status).toBe(404);
  expect((await ask('PUT', '/baskets/none', { capacity: 7 })).status).toBe(404);
});
