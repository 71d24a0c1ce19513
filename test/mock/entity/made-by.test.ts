import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const Ticket = object(
  {
    id: number,
    summary: text,
    opened_by: { ...text, readOnly: true, example: 'somebody' },
    username: { ...text, readOnly: true, description: 'The User who created the ticket.' },
    author: { ...text, format: 'email' },
  },
  ['id', 'summary', 'opened_by', 'username', 'author'],
);
const serving = (profile: object): object =>
  api(
    {
      '/profile': { get: answer(ref('Profile')), put: { ...sending(ref('Profile')), ...answer(ref('Profile')) } },
      '/tickets': {
        get: answer(array(ref('Ticket'))),
        post: { ...sending(object({ summary: text, opened_by: text }, ['summary'])), ...answer(ref('Ticket'), '201') },
      },
      '/tickets/{id}': { ...path('id', number), get: answer(ref('Ticket')) },
    },
    { Ticket, Profile: profile },
  );

test('a new record tells who made it by the login of the profile', async () => {
  const ask = await asking(serving(object({ username: text, email: text }, ['username'])));
  const { username } = (await ask('GET', '/profile')).body;
  const made = (await ask('POST', '/tickets', { summary: 'a' })).body;
  expect(made).toMatchObject({ opened_by: username, username });
  expect(made.author).toContain('@');
  await ask('PUT', '/profile', { username: 'ann' });
  expect((await ask('POST', '/tickets', { summary: 'b' })).body).toMatchObject({ opened_by: 'ann', username: 'ann' });
  expect((await ask('POST', '/tickets', { summary: 'c', opened_by: 'bob' })).body.opened_by).toBe('bob');
});

test('and keeps what it has where the profile shows no login', async () => {
  const ask = await asking(serving(object({ email: text }, ['email'])));
  const { email } = (await ask('GET', '/profile')).body;
  const made = (await ask('POST', '/tickets', { summary: 'a' })).body;
  expect([made.opened_by, made.username]).not.toContain(email);
});
