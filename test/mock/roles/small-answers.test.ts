import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const Order = object({ id: number, kind: text }, ['id']);
const Person = object({ username: text, disabled: { type: 'boolean' } }, ['username']);
const Pool = object({ name: text }, ['name']);
const Text = object({ id: number, message: text, state: text });
const missing = { 404: { description: '' } };
const ask = await asking(
  api(
    {
      '/orders': { get: answer(array(ref('Order'))) },
      '/orders/{id}': { ...path('id', number), get: answer(ref('Order'), '200', missing) },
      '/orders/numbers': {
        post: { ...sending(object({ kind: text })), ...answer(object({ id: number }, ['id']), '201') },
      },
      '/orders/{id}/texts': {
        ...path('id', number),
        post: {
          ...sending(array(object({ message: text, phone: text }))),
          ...answer(object({ items: array(Text) }, ['items'])),
        },
      },
      '/people': {
        get: answer(array(ref('Person'))),
        post: {
          ...sending(object({ username: text, disabled: { type: 'boolean' } })),
          ...answer(ref('Person'), '201'),
        },
      },
      '/people/count': { get: answer(object({ people_count: number, billable_count: number })) },
      '/people/{subuser_name}': {
        ...path('subuser_name'),
        patch: { ...sending(object({ disabled: { type: 'boolean' } })), responses: { 204: { description: '' } } },
      },
      '/pools': {
        get: answer(array(ref('Pool'))),
        post: { ...sending(ref('Pool')), ...answer(ref('Pool'), '201') },
      },
      '/pools/{name}': {
        ...path('name'),
        get: answer(ref('Pool'), '200', missing),
        put: { ...sending(object({ name: text })), ...answer(ref('Pool'), '200', missing) },
      },
    },
    { Order, Person, Pool },
  ),
);

test('a POST below a collection that answers the id of something new makes it there', async () => {
  const { id } = (await ask('POST', '/orders/numbers', { kind: 'local' })).body;
  expect((await ask('GET', `/orders/${id}`)).body).toMatchObject({ id, kind: 'local' });
});

test('a list that is sent is answered by a list in an object with one entry for each', async () => {
  const { id } = (await ask('POST', '/orders/numbers', { kind: 'local' })).body;
  const sent = [{ message: 'a' }, { message: 'b' }, { message: 'c' }];
  const { items } = (await ask('POST', `/orders/${id}/texts`, sent)).body;
  expect(items.map(({ message }: { readonly message: string }) => message)).toEqual(['a', 'b', 'c']);
});

test('of several numbers, the one with the word of the collection counts it', async () => {
  const people = (await ask('GET', '/people')).body.length;
  expect((await ask('GET', '/people/count')).body.people_count).toBe(people);
  await ask('POST', '/people', { username: 'more' });
  expect((await ask('GET', '/people/count')).body.people_count).toBe(people + 1);
});

test('a path names an item by the name that its parameter ends with', async () => {
  await ask('POST', '/people', { username: 'ada', disabled: false });
  await ask('PATCH', '/people/ada', { disabled: true });
  expect((await ask('GET', '/people')).body).toContainEqual({ username: 'ada', disabled: true });
});

test('a PUT that can say nothing but the name renames', async () => {
  for (const name of ['a', 'b']) await ask('POST', '/pools', { name });
  expect((await ask('PUT', '/pools/a', { name: 'c' })).body).toEqual({ name: 'c' });
  expect((await ask('GET', '/pools/a')).status).toBe(404);
  expect((await ask('GET', '/pools/c')).status).toBe(200);
  expect((await ask('PUT', '/pools/c', { name: 'b' })).status).toBe(409);
  expect((await ask('PUT', '/pools/c', { name: 'c' })).status).toBe(200);
});

test('what is told of an item has the item in it, under its name', async () => {
  const Employee = object({ id: number, name: text });
  const balance = object({ message: text, employee: object({ id: number, name: text, taken: number }), days: number });
  const asks = await asking(
    api({
      '/employees': {
        get: answer(array(Employee)),
        post: { ...sending(object({ name: text })), ...answer(Employee, '201') },
      },
      '/employees/{id}': { ...path('id', number), get: answer(Employee) },
      '/employees/{id}/balance': { ...path('id', number), get: answer(balance) },
    }),
  );
  const { id } = (await asks('POST', '/employees', { name: 'Ada' })).body;
  expect((await asks('GET', `/employees/${id}/balance`)).body.employee).toMatchObject({ id, name: 'Ada' });
});
