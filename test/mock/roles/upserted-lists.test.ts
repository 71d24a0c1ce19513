import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const sent = { email: text, name: text };
const Contact = object({ id: text, ...sent, list_ids: array(text), tags: array(text) }, ['id', 'email']);
const Address = object({ id: text, ip: text }, ['id', 'ip']);
const ask = await asking(
  api(
    {
      '/contacts': {
        get: answer(object({ result: array(ref('Contact')) })),
        put: {
          summary: 'Add or update contacts',
          ...sending(object({ contacts: array(object(sent, ['email'])), list_ids: array(text) }, ['contacts'])),
          ...answer(object({ job_id: text }), '202'),
        },
      },
      '/contacts/{id}': { ...path('id'), get: answer(ref('Contact')) },
      '/addresses': {
        get: answer(array(ref('Address'))),
        post: {
          ...sending(object({ addresses: array(object({ ip: text }, ['ip'])) }, ['addresses'])),
          ...answer(object({ result: array(ref('Address')) }), '201'),
        },
      },
      '/addresses/{id}': { ...path('id'), get: answer(ref('Address')) },
    },
    { Contact, Address },
  ),
);

test('a PUT of a list on a collection puts each in, or changes the one with its key, with what all share', async () => {
  await ask('PUT', '/contacts', { contacts: [{ email: 'a', name: 'Ada' }, { email: 'b' }], list_ids: ['1'] });
  await ask('PUT', '/contacts', { contacts: [{ email: 'a', name: 'Ann' }] });
  const contacts: readonly { readonly email: string }[] = (await ask('GET', '/contacts')).body.result;
  const mine = contacts.filter(({ email }) => email === 'a' || email === 'b');
  expect(mine).toMatchObject([
    { email: 'a', name: 'Ann', list_ids: ['1'] },
    { email: 'b', list_ids: ['1'] },
  ]);
});

test('a list of parts of new items makes as many, and the answer lists them', async () => {
  const { result } = (await ask('POST', '/addresses', { addresses: [{ ip: '192.0.2.1' }, { ip: '192.0.2.2' }] })).body;
  expect(result.map(({ ip }: { readonly ip: string }) => ip)).toEqual(['192.0.2.1', '192.0.2.2']);
  expect((await ask('GET', `/addresses/${result[1].id}`)).body).toEqual(result[1]);
});
