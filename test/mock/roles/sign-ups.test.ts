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
    '/plain/register': {
      post: { ...sending(account), ...answer(object({ message: text }), '201', refusing('409', '错误')) },
    },
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
  ['/plain/register', [201, 409, 201]],
])('an account signs up once where the document says so: %s', async (path, statuses) => {
  const ask = await asking(document);
  const seen: number[] = [];
  for (const body of [ada, ada, grace])
    seen.push((await ask('POST', path, path === '/signup' ? { email: body.email } : body)).status);
  expect(seen).toEqual(statuses);
});

test('an account in an envelope is who calls, is as old as its sign-up, and changes in its place', async () => {
  const stamp = { ...text, format: 'date-time' };
  const account = object({ id: text, email: text, name: text, createdAt: stamp }, ['id', 'email', 'createdAt']);
  const enveloped = object({ success: { type: 'boolean' }, data: account }, ['success', 'data']);
  const signUp = object({ email: text, password: text, name: text }, ['email', 'password']);
  const unauthorized = refusing('401', 'Invalid credentials');
  const ask = await asking(
    api({
      '/register': { post: { ...sending(signUp), ...answer(enveloped, '201', refusing('409', 'Exists')) } },
      '/login': {
        post: {
          ...sending(object({ email: text, password: text }, ['email', 'password'])),
          ...answer(object({ data: object({ token: text }, ['token']) }, ['data']), '200', unauthorized),
        },
      },
      '/profile': { get: answer(enveloped), put: { ...sending(object({ name: text })), ...answer(enveloped) } },
    }),
  );
  const made = await ask('POST', '/register', { ...ada, name: 'Ada' });
  const { data } = made.body;
  expect(Math.abs(Date.parse(data.createdAt) - Date.now())).toBeLessThan(60_000);
  expect((await ask('POST', '/login', { ...ada, password: 'another one' })).status).toBe(401);
  const signed = await ask('POST', '/login', ada);
  const headers = { authorization: `Bearer ${signed.body.data.token}` };
  expect((await ask('GET', '/profile', undefined, headers)).body).toEqual({ success: true, data });
  const changed = { success: true, data: { ...data, name: 'Ada L.' } };
  expect((await ask('PUT', '/profile', { name: 'Ada L.' }, headers)).body).toEqual(changed);
  expect((await ask('GET', '/profile', undefined, headers)).body).toEqual(changed);
});

test('an account whose password may have been set anew signs in with any', async () => {
  const account = object({ email: text, password: text }, ['email', 'password']);
  const token = object({ token: text }, ['token']);
  const ask = await asking(
    api({
      '/auth/register': { post: { ...sending(account), ...answer(token, '201') } },
      '/auth/login': { post: { ...sending(account), ...answer(token, '200', refusing('401', 'Invalid credentials')) } },
      '/auth/reset': { post: { ...sending(object({ token: text, new_password: text })), ...answer(token) } },
    }),
  );
  await ask('POST', '/auth/register', ada);
  expect((await ask('POST', '/auth/login', { ...ada, password: 'another one' })).status).toBe(200);
});

const user = object({ id: text, email: text, name: text }, ['id', 'email', 'name']);
const pair = {
  access_token: text,
  access_expires_at: { ...text, format: 'date-time' },
  refresh_token: text,
  refresh_expires_at: { ...text, format: 'date-time' },
};
const tokens = object(pair, Object.keys(pair));

test.each([
  ['an object of their own', { user, tokens }, ({ user: one, tokens: own }: Signed) => [one, own]],
  [
    'the data',
    { data: object({ user, ...pair }, ['user', ...Object.keys(pair)]) },
    ({ data }: Signed) => [data['user'], data],
  ],
  [
    'a session in the data',
    { data: object({ user, session: tokens }, ['user', 'session']) },
    ({ data }: Signed) => [data['user'], data['session']],
  ],
])('who signed up is who calls with a token that stands in %s', async (_, shown, read) => {
  const signed = answer(object(shown, Object.keys(shown)), '201');
  const ask = await asking(
    api(
      {
        '/auth/register': { post: { ...sending(account), ...signed } },
        '/auth/login': { post: { ...sending(account), ...signed } },
        '/me': { get: answer(ref('Me')) },
      },
      { Me: user },
    ),
  );
  const sent = { ...ada, name: 'Ada' };
  const [one, own] = read((await ask('POST', '/auth/register', sent)).body);
  expect(one).toMatchObject({ email: ada.email, name: 'Ada' });
  expect(Date.parse(own.refresh_expires_at)).toBeGreaterThan(Date.parse(own.access_expires_at));
  expect(Date.parse(own.access_expires_at)).toBeGreaterThan(Date.now());
  const [again, other] = read((await ask('POST', '/auth/login', ada)).body);
  expect(again).toEqual(one);
  expect(other.access_token).not.toBe(own.access_token);
  const [second, last] = read((await ask('POST', '/auth/register', grace)).body);
  expect(second.email).toBe(grace.email);
  for (const [token, who] of [
    [own, one],
    [other, one],
    [last, second],
  ])
    expect((await ask('GET', '/me', undefined, { authorization: `Bearer ${token.access_token}` })).body).toEqual(who);
});

// biome-ignore lint/suspicious/noExplicitAny: it is what each document of the test answers.
type Signed = Readonly<Record<string, any>>;
