import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const ask = await asking(
  api(
    {
      '/calls': { get: answer(array(ref('Call'))) },
      '/calls/{callId}': {
        ...path('callId'),
        get: answer(ref('Call')),
        post: {
          operationId: 'updateCall',
          ...sending(object({ to: text, redirectUrl: text, redirectMethod: text, username: text })),
          responses: { 200: { description: 'done' } },
        },
      },
      '/lookups/bulk': {
        post: {
          ...sending(object({ phoneNumbers: array(text) }, ['phoneNumbers'])),
          ...answer(object({ links: array(object({ href: text })), data: ref('Started') }), '202'),
        },
      },
      '/lookups/bulk/{requestId}': {
        ...path('requestId'),
        get: answer(object({ links: array(object({ href: text })), data: ref('Finished') })),
      },
      '/pools': {
        get: answer(array(ref('Pool'))),
        post: { ...sending(ref('Pool')), ...answer(ref('Pool')) },
      },
      '/pools/{pool_name}': {
        ...path('pool_name'),
        get: answer(object({ pool_name: text, ips: array(text) })),
        delete: { responses: { 204: { description: 'done' } } },
      },
    },
    {
      Call: object({ callId: text, state: text, to: text, duration: number }, ['callId', 'state', 'to']),
      Started: object({ requestId: text, status: text }, ['requestId', 'status']),
      Finished: object(
        { requestId: text, status: text, results: array(object({ phoneNumber: text }, ['phoneNumber'])) },
        ['requestId', 'status'],
      ),
      Pool: object({ name: text }, ['name']),
    },
  ),
);

test('a POST that is called an update changes its item, also where it answers nothing', async () => {
  const [{ callId }] = (await ask('GET', '/calls')).body;
  expect((await ask('POST', `/calls/${callId}`, { to: '+49', username: 'u' })).status).toBe(200);
  expect((await ask('GET', `/calls/${callId}`)).body).toMatchObject({ callId, to: '+49' });
});

test('a job in bulk is read by the id that its start answers, beside lists in the envelope', async () => {
  const { status, body } = await ask('POST', '/lookups/bulk', { phoneNumbers: ['+1'] });
  expect(status).toBe(202);
  const { requestId } = body.data;
  expect((await ask('GET', `/lookups/bulk/${requestId}`)).body).toMatchObject({ data: { requestId } });
  expect((await ask('POST', '/lookups/bulk', { phoneNumbers: ['+1'] })).body.data.requestId).not.toBe(requestId);
});

test('an item is shown under the name of the path, where its own form has another', async () => {
  await ask('POST', '/pools', { name: 'fast' });
  expect((await ask('GET', '/pools/fast')).body).toMatchObject({ pool_name: 'fast' });
  await ask('DELETE', '/pools/fast');
  expect((await ask('GET', '/pools/fast')).status).toBe(404);
});
