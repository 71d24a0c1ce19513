import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const key = (name: string) => ({ type: 'apiKey', in: 'header', name });

const document = {
  openapi: '3.1.0',
  info: { title: 'a', version: '1' },
  security: [{ first: [], second: [] }, { third: [] }],
  paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } },
  components: { securitySchemes: { first: key('X-First'), second: key('X-Second'), third: key('X-Third') } },
};

test('where credentials are missing, the alternative that lacks least is named', async () => {
  const mock = await createMock({ document, auth: 'document' });
  const lacking = async (headers: Record<string, string>): Promise<unknown> => {
    const response = await mock.fetch(new Request('http://mock/a', { headers }));
    if (response.status === 200) return 200;
    const { violations } = (await response.json()) as { violations: readonly { readonly pointer: string }[] };
    return violations.map(({ pointer }) => pointer);
  };
  expect(await lacking({})).toEqual(['/header/x-third']);
  expect(await lacking({ 'X-Third': 'c' })).toBe(200);
  expect(await lacking({ 'X-First': 'a', 'X-Second': 'b' })).toBe(200);
  await mock.close();
});

const locked = {
  openapi: '3.1.0',
  info: { title: 'Locked', version: '1' },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } },
};

test.each([
  [{}, {}, 200],
  [{ auth: 'document' }, {}, 401],
  [{ auth: 'off' }, {}, 200],
  [{ auth: 'off', apiKeys: ['right'] }, { 'x-key': 'right' }, 200],
  [{ auth: 'off', apiKeys: ['right'] }, { 'x-key': 'wrong' }, 401],
] as const)('with %j a request with %j is answered %i', async (choices, headers, status) => {
  const mock = await createMock({ document: locked, ...choices });
  const response = await mock.fetch(new Request('http://localhost/a', { headers }));
  expect(response.status).toBe(status);
  if (Object.keys(headers).length === 0 && status === 401) expect(await response.text()).toContain('--auth off');
  await mock.close();
});

test.each([
  ['basic', /^Basic realm="[^"]+"$/],
  ['digest', /^Digest realm="[^"]+", .*nonce="[^"]+"$/],
  ['negotiate', /^Negotiate /],
  ['hoba', /^hoba /],
])(
  'a challenge of %s has the registered name of its scheme, and what a client needs to answer it',
  async (scheme, form) => {
    const securitySchemes = { own: { type: 'http', scheme } };
    const asking = { ...locked, security: [{ own: [] }], components: { securitySchemes } };
    const mock = await createMock({ document: asking, auth: 'document' });
    const response = await mock.fetch(new Request('http://localhost/a'));
    expect(response.headers.get('www-authenticate')).toMatch(form);
    await mock.close();
  },
);

test.each([
  ['Digest username="a", realm="standin", nonce="n", uri="/a", response="0f"', 200, ''],
  ['Digest username*=UTF-8\'\'a, realm=standin, nonce=n, uri="/a", response=0f', 200, ''],
  ['Digest username="a"', 401, 'lacks realm, nonce, uri, response'],
  ['Digest response="nonce=1", uri="realm=2"', 401, 'lacks username, realm, nonce'],
  [undefined, 401, 'such as --digest -u demo:demo'],
] as const)(
  'a digest credential has all parameters of RFC 7616: %s is answered %i',
  async (credential, status, reason) => {
    const securitySchemes = { own: { type: 'http', scheme: 'digest' } };
    const asking = { ...locked, security: [{ own: [] }], components: { securitySchemes } };
    const mock = await createMock({ document: asking, auth: 'document' });
    const headers: Record<string, string> = credential === undefined ? {} : { authorization: credential };
    const response = await mock.fetch(new Request('http://localhost/a', { headers }));
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(reason);
    await mock.close();
  },
);

test('a key that is to be accepted is one in the place of a digest credential as well', async () => {
  const securitySchemes = { own: { type: 'http', scheme: 'digest' } };
  const asking = { ...locked, security: [{ own: [] }], components: { securitySchemes } };
  const mock = await createMock({ document: asking, auth: 'document', apiKeys: ['right'] });
  const statusOf = async (key: string): Promise<number> =>
    (await mock.fetch(new Request('http://localhost/a', { headers: { authorization: `Digest ${key}` } }))).status;
  expect([await statusOf('right'), await statusOf('wrong')]).toEqual([200, 401]);
  await mock.close();
});
