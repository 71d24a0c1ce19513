import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const answer = (schema: object): object => ({ description: '', ...json(schema) });
const Member = {
  type: 'object',
  required: ['id', 'email'],
  properties: {
    id: { type: 'integer', readOnly: true },
    email: { type: 'string', format: 'email' },
    nickname: { type: 'string' },
    password: { type: 'string', writeOnly: true },
  },
};
const Entry = {
  type: 'object',
  required: ['access_token', 'token_type'],
  properties: {
    access_token: { type: 'string' },
    token_type: { type: 'string' },
    refresh_token: { type: 'string' },
    expires_in: { type: 'integer' },
    member: { $ref: '#/components/schemas/Member' },
  },
};
const ref = { $ref: '#/components/schemas/Member' };
const credentials = { type: 'object', properties: { email: { type: 'string' }, password: { type: 'string' } } };
const renewal = { type: 'object', properties: { refresh_token: { type: 'string' } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'club', version: '1' },
  security: [{ bearer: [] }],
  paths: {
    '/members': {
      get: { responses: { 200: answer({ type: 'array', items: ref }) } },
      post: { security: [], requestBody: json(ref), responses: { 201: answer(ref) } },
    },
    '/members/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: answer(ref), 404: { description: '' } } },
    },
    '/login': { post: { security: [], requestBody: json(credentials), responses: { 200: answer(Entry) } } },
    '/refresh': { post: { security: [], requestBody: json(renewal), responses: { 200: answer(Entry) } } },
    '/logout': { post: { responses: { 204: { description: '' } } } },
    '/me': {
      get: { responses: { 200: answer(ref), 401: { description: '' } } },
      patch: { requestBody: json(ref), responses: { 200: answer(ref) } },
    },
  },
  components: {
    schemas: { Member },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  },
};

const mock: StandinMock = await createMock({ document });
beforeEach(() => mock.reset());
afterAll(() => mock.close());

async function ask(method: string, path: string, { token = 'any', body }: { token?: string; body?: unknown } = {}) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await mock.fetch(new Request(`http://mock${path}`, { method, headers, ...sent }));
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
const login = async (email: string) =>
  (await ask('POST', '/login', { body: { email, password: 'correct horse' } })).body;

describe('who is signed in', () => {
  test('is the member who was made with that e-mail', async () => {
    const { body: vera } = await ask('POST', '/members', { body: { email: 'vera@example.com', nickname: 'Vee' } });
    const entry = await login('vera@example.com');
    expect(entry.member).toMatchObject({ id: vera.id, nickname: 'Vee' });
    expect((await ask('GET', '/me', { token: entry.access_token })).body).toEqual(vera);
  });

  test('is the member who is there from the start, also where nothing has been listed before', async () => {
    const [first] = (await ask('GET', '/members')).body;
    await mock.world('default').drop();
    expect((await login(first.email)).member).toEqual(first);
  });

  test('becomes a member where none has that e-mail', async () => {
    const { member } = await login('new@example.com');
    expect(member.email).toBe('new@example.com');
    expect((await ask('GET', `/members/${member.id}`)).body).toEqual(member);
  });

  test('is another one for another token', async () => {
    const [ann, bob] = [await login('ann@example.com'), await login('bob@example.com')];
    expect((await ask('GET', '/me', { token: ann.access_token })).body.email).toBe('ann@example.com');
    expect((await ask('GET', '/me', { token: bob.access_token })).body.email).toBe('bob@example.com');
  });

  test('changes the same record', async () => {
    const { access_token: token, member } = await login('ann@example.com');
    await ask('PATCH', '/me', { token, body: { email: 'ann@example.com', nickname: 'Annie' } });
    expect((await ask('GET', `/members/${member.id}`)).body.nickname).toBe('Annie');
  });

  test('is the same after a refresh, with another token', async () => {
    const { access_token: before, refresh_token, member } = await login('ann@example.com');
    const { body: renewed } = await ask('POST', '/refresh', { body: { refresh_token } });
    expect(renewed.access_token).not.toBe(before);
    expect(renewed.member.id).toBe(member.id);
  });

  test('is not known any more after the logout', async () => {
    const { access_token: token } = await login('ann@example.com');
    expect((await ask('POST', '/logout', { token })).status).toBe(204);
    expect((await ask('GET', '/me', { token })).status).toBe(401);
    expect((await ask('GET', '/members', { token })).status).toBe(401);
    expect((await ask('GET', '/members')).status).toBe(200);
  });

  test('is told by a bearer token that is a JWT about that member', async () => {
    const { access_token, token_type, expires_in, member } = await login('ann@example.com');
    const [, claims] = access_token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).sub).toBe(String(member.id));
    expect({ token_type, expires_in }).toEqual({ token_type: 'bearer', expires_in: 3600 });
  });
});

test('a key that is kept in a list below `/auth` is a record, not a sign-in', async () => {
  const Key = {
    type: 'object',
    required: ['id', 'token'],
    properties: { id: { type: 'string' }, token: { type: 'string' } },
  };
  const keys = {
    openapi: '3.1.0',
    info: { title: 'keys', version: '1' },
    paths: {
      '/auth/api-keys': {
        get: { responses: { 200: answer({ type: 'array', items: Key }) } },
        post: { responses: { 201: answer(Key) } },
      },
      '/auth/api-keys/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: answer(Key) } },
      },
    },
  };
  const kept = await createMock({ document: keys });
  const made = await (await kept.fetch(new Request('http://mock/auth/api-keys', { method: 'POST' }))).json();
  const { id } = made as { readonly id: string };
  expect(await (await kept.fetch(new Request(`http://mock/auth/api-keys/${id}`))).json()).toEqual(made);
  await kept.close();
});
