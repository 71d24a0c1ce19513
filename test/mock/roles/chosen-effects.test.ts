import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const choice = (...values: readonly string[]): object => ({ type: 'string', enum: values });
const document = api(
  {
    '/cars': { get: answer(array(ref('Car'))) },
    '/cars/{id}': { ...path('id'), get: answer(ref('Car'), '200', { 404: { description: 'missing' } }) },
    '/cars/{id}/charging': {
      ...path('id'),
      post: {
        ...sending(object({ action: choice('START', 'STOP') }, ['action'])),
        responses: { 204: { description: '' } },
      },
    },
    '/cars/{id}/lock': {
      ...path('id'),
      post: { ...sending(object({ mode: choice('lock', 'night') })), responses: { 204: { description: '' } } },
    },
    '/cars/{id}/disable': {
      ...path('id'),
      post: { ...sending(object({ type: choice('disable') })), responses: { 204: { description: '' } } },
    },
  },
  {
    Car: object({ id: text, isCharging: flag, locked: flag, disabled: flag }, [
      'id',
      'isCharging',
      'locked',
      'disabled',
    ]),
  },
);

test('an action that chooses between a beginning and an end leads to the one that was chosen', async () => {
  const ask = await asking(document);
  const [{ id }] = (await ask('GET', '/cars')).body;
  const car = async () => (await ask('GET', `/cars/${id}`)).body;
  await ask('POST', `/cars/${id}/charging`, { action: 'START' });
  expect(await car()).toMatchObject({ isCharging: true });
  await ask('POST', `/cars/${id}/charging`, { action: 'STOP' });
  expect(await car()).toMatchObject({ isCharging: false });
  await ask('POST', `/cars/${id}/lock`, { mode: 'night' });
  expect(await car()).toMatchObject({ locked: true });
  await ask('POST', `/cars/${id}/disable`, { type: 'disable' });
  expect(await car()).toMatchObject({ disabled: true });
});

test('an action reaches the value of a state that is an object, and ends what is alive', async () => {
  const value = { type: 'string', enum: ['draft', 'submitted', 'canceled'] };
  const done = { responses: { 200: { description: 'done' } } };
  const ask = await asking(
    api(
      {
        '/orders': { get: answer(array(ref('Order'))) },
        '/orders/{id}': { ...path('id'), get: answer(ref('Order')) },
        '/orders/{id}/cancel': { ...path('id'), post: done },
        '/orders/{id}/hangup': { ...path('id'), post: done },
      },
      { Order: object({ id: text, status: object({ value, details: text }), is_alive: flag }, ['id', 'is_alive']) },
    ),
  );
  const [{ id }] = (await ask('GET', '/orders')).body;
  await ask('POST', `/orders/${id}/cancel`);
  await ask('POST', `/orders/${id}/hangup`);
  expect((await ask('GET', `/orders/${id}`)).body).toMatchObject({ status: { value: 'canceled' }, is_alive: false });
});
