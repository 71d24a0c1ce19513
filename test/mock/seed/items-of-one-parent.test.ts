import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, text } from '../little.ts';

const Capability = object({ id: text, account: { anyOf: [text, ref('Account')] }, requested: { type: 'boolean' } }, [
  'id',
  'account',
]);
const Account = object({ id: text, name: text }, ['id', 'name']);

test('a nested list of records that name their parent shows only records that can be read below it', async () => {
  const ask = await asking(
    api(
      {
        '/accounts': { get: answer(array(ref('Account'))) },
        '/accounts/{account}': { ...path('account'), get: answer(ref('Account')) },
        '/account/capabilities': { get: answer(array(ref('Capability'))) },
        '/account/capabilities/{capability}': { ...path('capability'), get: answer(ref('Capability')) },
        '/accounts/{account}/capabilities': { ...path('account'), get: answer(array(ref('Capability'))) },
        '/accounts/{account}/capabilities/{capability}': {
          parameters: ['account', 'capability'].map((name) => ({ name, in: 'path', required: true, schema: text })),
          get: answer(ref('Capability')),
        },
      },
      { Account, Capability },
    ),
  );
  const { body: accounts } = await ask('GET', '/accounts');
  const found: unknown[] = [];
  for (const { id } of accounts) {
    const { body: listed } = await ask('GET', `/accounts/${id}/capabilities`);
    for (const item of listed) {
      expect(item.account.id ?? item.account).toBe(id);
      found.push((await ask('GET', `/accounts/${id}/capabilities/${item.id}`)).status);
    }
  }
  expect(found.length).toBeGreaterThan(accounts.length);
  expect(new Set(found)).toEqual(new Set([200]));
});
