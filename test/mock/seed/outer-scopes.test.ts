import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, text } from '../little.ts';

const both = {
  parameters: [...path('accountId').parameters, ...path('callId').parameters],
};
const ask = await asking(
  api(
    {
      '/accounts/{accountId}/calls': { ...path('accountId'), get: answer(array(ref('Call'))) },
      '/accounts/{accountId}/calls/{callId}': { ...both, get: answer(ref('Call')) },
      '/accounts/{accountId}/calls/{callId}/recordings': { ...both, get: answer(array(ref('Recording'))) },
      '/accounts/{accountId}/calls/{callId}/recordings/{recordingId}': {
        parameters: [...both.parameters, ...path('recordingId').parameters],
        get: answer(ref('Recording')),
      },
      '/accounts/{accountId}/recordings': { ...path('accountId'), get: answer(array(ref('Recording'))) },
    },
    {
      Call: object({ accountId: text, callId: text, to: { ...text, example: '+19195551234' } }, [
        'accountId',
        'callId',
        'to',
      ]),
      Recording: object({ accountId: text, callId: text, recordingId: text }, ['accountId', 'callId', 'recordingId']),
    },
  ),
);

test('a list over all parents shows the records of the parents of the account in its path', async () => {
  const recordings = (await ask('GET', '/accounts/7/recordings')).body;
  expect(recordings.length).toBeGreaterThan(1);
  const calls = (await ask('GET', '/accounts/7/calls')).body.map(({ callId }: { callId: string }) => callId);
  for (const { accountId, callId, recordingId } of recordings) {
    expect(accountId).toBe('7');
    expect(calls).toContain(callId);
    expect((await ask('GET', `/accounts/7/calls/${callId}/recordings/${recordingId}`)).body).toMatchObject({ callId });
  }
});

test('a phone number has the form of its example', async () => {
  for (const { to } of (await ask('GET', '/accounts/7/calls')).body) expect(to).toMatch(/^\+1919\d{7}$/);
});
