import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, object, ref, sending, text } from '../little.ts';

const account = object({ name: text, email: text, password: text }, ['email', 'password']);
const refusing = (status: string, description: string): object => ({ [status]: { description } });
const document = api(
  {
    '/auth/register': {
      post: {
        ...sending(account),
        ...answer(object({ message: text }), '201', refusing('409', 'Email already exists')),
      },
    },
    '/signup': {
      post: {
        ...sending(object({ email: text }, ['email'])),
        ...answer(ref('User'), '200', refusing('400', 'The user already exists')),
      },
    },
    '/token/register': {
      post: { ...sending(account), ...answer(object({ token: text }), '201', refusing('409', 'Already registered')) },
    },
    '/auth/login': {
      post: { ...sending(account), ...answer(object({ token: text }), '200', refusing('409', 'Email already exists')) },
    },
    '/free/register': { post: { ...sending(account), ...answer(object({ message: text }), '201') } },
  },
  { User: object({ id: text, email: text }, ['id', 'email']) },
);

const ada = { email: 'ada@example.com', password: 'a long one' };
const grace = { email: 'grace@example.com', password: 'a long one' };

test.each([
  ['/auth/register', [201, 409, 201]],
  ['/signup', [200, 400, 200]],
  ['/token/register', [201, 409, 201]],
  ['/auth/login', [200, 200, 200]],
  ['/free/register', [201, 201, 201]],
])('an account signs up once where the document says so: %s', async (path, statuses) => {
  const ask = await asking(document);
  const seen: number[] = [];
  for (const body of [ada, ada, grace])
    seen.push((await ask('POST', path, path === '/signup' ? { email: body.email } : body)).status);
  expect(seen).toEqual(statuses);
});
