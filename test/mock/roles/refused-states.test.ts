import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const status = { type: 'string', enum: ['pending', 'droppedOff', 'canceled'] };
const conflict = (description: string): object => ({ 409: { description } });
const document = api(
  {
    '/rides': {
      get: answer(array(ref('Ride'))),
      post: { ...sending(object({ to: text })), ...answer(ref('Ride'), '201') },
    },
    '/rides/{id}': {
      ...path('id'),
      get: answer(ref('Ride')),
      patch: {
        ...sending(object({ to: text, status })),
        ...answer(ref('Ride'), '200', conflict('The ride is canceled.')),
      },
      delete: { responses: { 204: { description: 'gone' }, 409: { description: 'Conflict' } } },
    },
    '/rides/{id}/rating': {
      ...path('id'),
      put: {
        ...sending(object({ stars: { type: 'integer' } })),
        responses: { 204: { description: 'rated' }, ...conflict('The ride is not yet in the droppedOff status') },
      },
    },
  },
  { Ride: object({ id: text, to: text, status }, ['id', 'status']) },
);

test('a write is refused in the states that the document names, and in no other', async () => {
  const ask = await asking(document);
  const { id } = (await ask('POST', '/rides', { to: 'Home' })).body;
  const statusOf = async (method: string, at: string, body?: object): Promise<number> =>
    (await ask(method, `/rides/${id}${at}`, body)).status;
  const become = (state: string): Promise<number> => statusOf('PATCH', '', { status: state });
  const rate = (): Promise<number> => statusOf('PUT', '/rating', { stars: 5 });

  expect(await become('pending')).toBe(200);
  expect(await rate()).toBe(409);
  expect(await become('droppedOff')).toBe(200);
  expect(await rate()).toBe(204);
  expect(await statusOf('PATCH', '', { to: 'Work' })).toBe(200);
  expect(await become('canceled')).toBe(200);
  expect(await statusOf('PATCH', '', { to: 'Home' })).toBe(409);
  // A conflict without an explanation refuses nothing.
  expect(await statusOf('DELETE', '')).toBe(204);
});
