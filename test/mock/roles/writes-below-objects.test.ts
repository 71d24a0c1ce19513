import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const Account = object({ id: text, name: text, email: text, plan: text }, ['id', 'name', 'email', 'plan']);
const Domain = object({ id: number, domain: text, ips: array(text), owner: text }, ['id', 'domain', 'ips', 'owner']);
const ask = await asking(
  api(
    {
      '/account': { get: answer(ref('Account')) },
      '/account/name': { patch: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Account')) } },
      '/account/email': {
        put: { ...sending(object({ email: text, password: text }, ['email'])), ...answer(ref('Account')) },
      },
      '/account/plan': { patch: { ...sending(object({ coupon: text })), ...answer(object({ ok: text })) } },
      '/domains': {
        get: answer(array(ref('Domain'))),
        post: { ...sending(object({ domain: text })), ...answer(ref('Domain'), '201') },
      },
      '/domains/{id}': { ...path('id', number), get: answer(ref('Domain')) },
      '/domains/{id}/ips': {
        ...path('id', number),
        post: { ...sending(object({ ip: text }, ['ip'])), ...answer(ref('Domain')) },
      },
      '/domains/{id}/ips/{ip}': {
        parameters: [...path('id', number).parameters, ...path('ip').parameters],
        delete: answer(ref('Domain')),
      },
    },
    { Account, Domain },
  ),
);

test('a write below an object that answers with it changes it', async () => {
  const { body: before } = await ask('GET', '/account');
  expect((await ask('PATCH', '/account/name', { name: 'Ann' })).body).toEqual({ ...before, name: 'Ann' });
  const { body } = await ask('PUT', '/account/email', { email: 'ann@example.com', password: 'secret' });
  expect(body).toEqual({ ...before, name: 'Ann', email: 'ann@example.com' });
  expect((await ask('GET', '/account')).body).toEqual(body);
});

test('a write below an object that answers something else leaves it as it is', async () => {
  const { body: before } = await ask('GET', '/account');
  await ask('PATCH', '/account/plan', { coupon: 'x' });
  expect((await ask('GET', '/account')).body).toEqual(before);
});

test('a POST below an item that answers with it puts a value into its list of values', async () => {
  const { body: domain } = await ask('POST', '/domains', { domain: 'example.com' });
  const { body: added } = await ask('POST', `/domains/${domain.id}/ips`, { ip: '192.0.2.1' });
  expect(added).toMatchObject({ id: domain.id, domain: 'example.com' });
  expect(added.ips).toContain('192.0.2.1');
  const { body: left } = await ask('DELETE', `/domains/${domain.id}/ips/192.0.2.1`);
  expect(left.ips).not.toContain('192.0.2.1');
  expect((await ask('GET', `/domains/${domain.id}`)).body).toEqual(left);
});
