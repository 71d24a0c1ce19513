import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const Trunk = object({ sid: text, account_sid: text, name: text }, ['sid', 'account_sid', 'name']);
const Call = object({ id: text, account_id: text, to: text }, ['id', 'account_id', 'to']);
const collection = (name: string, sent: Readonly<Record<string, unknown>>) => ({
  [`/${name}s`]: {
    get: answer(array(ref(name === 'trunk' ? 'Trunk' : 'Call'))),
    post: { ...sending(object(sent)), ...answer(ref(name === 'trunk' ? 'Trunk' : 'Call'), '201') },
  },
  [`/${name}s/{id}`]: { ...path('id'), get: answer(ref(name === 'trunk' ? 'Trunk' : 'Call')) },
});
const ask = await asking(
  api(
    { ...collection('trunk', { name: text }), ...collection('call', { to: text, account_id: text }) },
    { Trunk, Call },
  ),
);

test('all records belong to the account of the credential, where no request names another one', async () => {
  const { body: made } = await ask('POST', '/trunks', { name: 'main' });
  const { body: all } = await ask('GET', '/trunks');
  expect(all.length).toBeGreaterThan(2);
  expect(new Set(all.map((each: { readonly account_sid: string }) => each.account_sid))).toEqual(
    new Set([made.account_sid]),
  );
});

test('an account that a client may choose is that of each record', async () => {
  const { body: made } = await ask('POST', '/calls', { to: '+15550100', account_id: 'mine' });
  expect(made.account_id).toBe('mine');
  const { body: all } = await ask('GET', '/calls');
  expect(new Set(all.map((each: { readonly account_id: string }) => each.account_id)).size).toBeGreaterThan(1);
});
