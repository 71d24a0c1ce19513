import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, query, ref, sending, text } from '../little.ts';

const hash = {
  ...text,
  readOnly: true,
  description: "The MD5 hash of the lowercase version of the member's email address.",
};
const missing = { 404: { description: 'There is none.' } };
const member = object({ email_address: text, status: text }, ['email_address']);
const campaign = object({ title: text, recipients: object({ list_id: text }) }, ['title']);

const ask = await asking(
  api(
    {
      '/members': {
        get: answer(object({ members: array(ref('Member')) })),
        post: { ...sending(member), ...answer(ref('Member'), '200', { 400: { description: 'No.' } }) },
      },
      '/members/{member_hash}': {
        parameters: [{ name: 'member_hash', in: 'path', required: true, schema: text }],
        get: answer(ref('Member'), '200', missing),
        put: { summary: 'Add or update a member', ...sending(member), ...answer(ref('Member'), '200', missing) },
      },
      '/campaigns': {
        get: { ...query('list_id'), ...answer(array(ref('Campaign'))) },
        post: { ...sending(campaign), ...answer(ref('Campaign'), '201') },
      },
    },
    {
      Member: object({ id: hash, email_address: text, status: text }, ['id', 'email_address']),
      Campaign: object({ id: { ...text, readOnly: true }, title: text, recipients: object({ list_id: text }) }, ['id']),
    },
  ),
);
const md5 = (value: string) => createHash('md5').update(value).digest('hex');

test('an id that is described as the hash of a property is that hash', async () => {
  const { body } = await ask('POST', '/members', { email_address: 'Ann@example.com' });
  expect(body.id).toBe(md5('ann@example.com'));
  expect((await ask('GET', `/members/${md5('ann@example.com')}`)).body.email_address).toBe('Ann@example.com');
  expect((await ask('POST', '/members', { email_address: 'ann@example.com' })).status).toBe(400);
});

test('a PUT that is described as adding or updating adds what is missing', async () => {
  const id = md5('bob@example.com');
  expect((await ask('GET', `/members/${id}`)).status).toBe(404);
  expect((await ask('PUT', `/members/${id}`, { email_address: 'bob@example.com' })).body.id).toBe(id);
  await ask('PUT', `/members/${id}`, { email_address: 'bob@example.com', status: 'gone' });
  expect((await ask('GET', `/members/${id}`)).body.status).toBe('gone');
});

test('a filter for an id finds it in the only object of the items that has it', async () => {
  const { id } = (await ask('POST', '/campaigns', { title: 'C', recipients: { list_id: 'l-1' } })).body;
  expect((await ask('GET', '/campaigns?list_id=l-1')).body.map((each: { id: string }) => each.id)).toEqual([id]);
});
