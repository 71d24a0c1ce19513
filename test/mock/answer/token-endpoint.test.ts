import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, object, text } from '../little.ts';

/** A document whose things need a token from this URL. */
const secured = (tokenUrl: string, others: object = {}): object => ({
  ...api({
    '/things': { get: { security: [{ oauth: ['read'] }], ...answer(array(object({ id: text }))) } },
    ...others,
  }),
  servers: [{ url: 'https://api.example.com/v1' }],
  components: {
    securitySchemes: {
      oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: { read: 'reads' } } } },
    },
  },
});

const asked = async (
  document: object,
  path: string,
  form: string,
): Promise<readonly [status: number, body: object]> => {
  const mock = await createMock({ document });
  const init = { method: 'POST', body: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const response = await mock.fetch(new Request(`http://localhost${path}`, init));
  const body = (await response.json()) as { readonly access_token?: string };
  const token = `Bearer ${body.access_token}`;
  const { status } = await mock.fetch(new Request('http://localhost/things', { headers: { authorization: token } }));
  if (response.status === 200) expect(status).toBe(200);
  await mock.close();
  return [response.status, body];
};

const CLIENT = 'grant_type=client_credentials&client_id=a&client_secret=b&scope=read';

test.each([
  ['/oauth/token', '/oauth/token'],
  ['/oauth/token', '/v1/oauth/token'],
  ['https://api.example.com/v1/oauth/token', '/oauth/token'],
  ['https://api.example.com/oauth/token', '/oauth/token'],
])('a token URL %s of the own server answers a token at %s', async (url, path) => {
  const [status, body] = await asked(secured(url), path, CLIENT);
  expect(status).toBe(200);
  expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope: 'read' });
});

test('a user gets a token to refresh it with', async () => {
  const [, body] = await asked(secured('/oauth/token'), '/oauth/token', 'grant_type=password&username=a&password=b');
  expect(body).toMatchObject({ refresh_token: expect.any(String) });
});

test('a request without a grant is invalid', async () => {
  expect(await asked(secured('/oauth/token'), '/oauth/token', 'a=b')).toMatchObject([
    400,
    { error: 'invalid_request' },
  ]);
});

test('a token URL of another server, and a documented path, are left alone', async () => {
  expect((await asked(secured('https://login.example.org/oauth/token'), '/oauth/token', CLIENT))[0]).toBe(404);
  const documented = { '/oauth/token': { post: answer(object({ own: text }, ['own'])) } };
  const [, body] = await asked(secured('/oauth/token', documented), '/oauth/token', CLIENT);
  expect(body).toHaveProperty('own');
});
