import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMock, type MockChoices, type StandinMock } from '../../src/library/index.ts';
import { createTokens } from '../../src/mock/model/tokens.ts';
import { FROM_LOOPBACK } from './harness.ts';

const flow = (scopes: readonly string[]): object => ({
  clientCredentials: { tokenUrl: '/oauth/token', scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])) },
});
const answers = { '200': { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } };
const things = { type: 'array', items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } };
const listing = { '200': { description: 'ok', content: { 'application/json': { schema: things } } } };

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Scopes', version: '1' },
  security: [{ oauth: ['read'] }],
  paths: {
    '/things': {
      get: { responses: listing },
      post: { security: [{ oauth: ['read', 'write'] }, { key: [] }], responses: answers },
    },
    '/undeclared': { get: { security: [{ oauth: ['odd'] }], responses: answers } },
    '/open': { get: { security: [{}, { oauth: ['write'] }], responses: answers } },
    '/oauth/token': { post: { security: [], responses: { '200': { description: 'the service itself' } } } },
  },
  components: {
    securitySchemes: {
      oauth: { type: 'oauth2', flows: flow(['read', 'write', 'say "x"']) },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
};

const OPENID = {
  ...DOCUMENT,
  components: { securitySchemes: { oauth: { type: 'openIdConnect', openIdConnectUrl: 'https://id.test' } } },
};
const OPEN = { ...DOCUMENT, components: {}, security: [], paths: {} };

interface Asked {
  readonly mock: StandinMock;
  token(fields: string | object, headers?: Record<string, string>): Promise<Response>;
  bearer(scope?: string): Promise<string>;
  call(line: string, token?: string): Promise<Response>;
}

async function serving(document: object = DOCUMENT, choices: MockChoices = {}): Promise<Asked> {
  const mock = await createMock({ document: document as never, now: '2026-01-01T00:00:00Z', ...choices });
  const token = (fields: string | object, headers: Record<string, string> = {}): Promise<Response> =>
    mock.fetch(
      new Request('http://localhost/_standin/token', {
        method: 'POST',
        body: typeof fields === 'string' ? fields : JSON.stringify(fields),
        headers: {
          'content-type': typeof fields === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
          ...headers,
        },
      }),
      FROM_LOOPBACK,
    );
  return {
    mock,
    token,
    async bearer(scope) {
      const answer = await token({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) });
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    call(line, given) {
      const [method = '', path = ''] = line.split(' ');
      return mock.fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers: given === undefined ? {} : { authorization: `Bearer ${given}` },
        }),
      );
    },
  };
}

describe('the local token route', () => {
  it('issues a bearer token as RFC 6749 says, from a form or from JSON', async () => {
    const { token, mock } = await serving();
    const answer = await token('grant_type=client_credentials&scope=read+write&client_id=me');
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual([
      200,
      'no-store',
      'no-cache',
    ]);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w.~+/-]+=*$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read write',
    });
    const json = (await (await token({ grant_type: 'client_credentials', scope: 'read write' })).json()) as typeof body;
    expect(json).toMatchObject({ scope: 'read write' });
    expect(json['access_token']).not.toBe(body['access_token']);
    await mock.close();
  });

  it('issues the same tokens in the same order for the same seed, and others for another', async () => {
    const drawn = async (seed: number): Promise<readonly string[]> => {
      const { bearer, mock } = await serving(DOCUMENT, { seed });
      const tokens = [await bearer('read'), await bearer('read')];
      await mock.close();
      return tokens;
    };
    expect(await drawn(1)).toEqual(await drawn(1));
    expect(await drawn(1)).not.toEqual(await drawn(2));
  });

  it.each<readonly [string | object, string]>([
    ['', 'invalid_request'],
    ['scope=read', 'invalid_request'],
    ['grant_type=client_credentials&grant_type=client_credentials', 'invalid_request'],
    ['grant_type=%zz', 'invalid_request'],
    [['client_credentials'], 'invalid_request'],
    [{ grant_type: 1 }, 'invalid_request'],
    ['grant_type=password&username=a&password=b', 'unsupported_grant_type'],
    ['grant_type=client_credentials&scope=fly', 'invalid_scope'],
    ['grant_type=client_credentials&scope=say+%22x%22', 'invalid_scope'],
    [{ grant_type: 'client_credentials', scope: 'é' }, 'invalid_scope'],
    [{ grant_type: 'client_credentials', scope: 'read '.repeat(2_000) }, 'invalid_scope'],
  ])('refuses %j with %s', async (fields, error) => {
    const { token, mock } = await serving();
    const answer = await token(fields);
    const body = (await answer.json()) as { error: string; error_description: string };
    expect([answer.status, body.error]).toEqual([400, error]);
    expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    await mock.close();
  });

  it('is for documents that ask for such a token, and for callers that may use the control routes', async () => {
    const open = await serving(OPEN);
    expect((await open.token('grant_type=client_credentials')).status).toBe(404);
    await open.mock.close();
    const { token, mock } = await serving();
    const foreign = await token('grant_type=client_credentials', { origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
    await mock.close();
  });

  it('stands beside the documented token endpoint, not in its place', async () => {
    const { call, mock } = await serving();
    const own = await call('POST /oauth/token');
    expect([own.status, await own.text()]).toEqual([200, '']);
    await mock.close();
  });

  it('takes the scopes of operations that no flow names, and any for an OpenID provider', async () => {
    const { bearer, call, mock } = await serving();
    expect((await call('GET /undeclared', await bearer('odd'))).status).toBe(200);
    await mock.close();
    const openId = await serving(OPENID);
    expect((await openId.call('GET /things', await openId.bearer('profile'))).status).toBe(403);
    expect((await openId.call('GET /things', await openId.bearer('profile read'))).status).toBe(200);
    await openId.mock.close();
  });
});

describe('a token that the mock issued', () => {
  it.each([{}, { requireAuth: true }, { apiKeys: ['k'] }])('is held to its scopes (%j)', async (choices) => {
    const { bearer, call, mock } = await serving(DOCUMENT, choices);
    const read = await bearer('read');
    expect((await call('GET /things', read)).status).toBe(200);
    const refused = await call('POST /things', read);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="standin", error="insufficient_scope", scope="read write"',
    ]);
    expect(await refused.json()).toMatchObject({
      detail: 'The token lacks the scope write.',
      violations: [{ code: 'security.scope', pointer: '/header/authorization' }],
    });
    expect((await call('POST /things', await bearer('write read'))).status).toBe(200);
    expect((await call('POST /things', await bearer())).status).toBe(200);
    expect((await call('GET /open', read)).status).toBe(403);
    expect((await call('GET /open')).status).toBe(choices.requireAuth === true ? 401 : 200);
    await mock.close();
  });

  it('is no more than any other where the scheme is not bearer, or its mark is not ours', async () => {
    const { bearer, call, mock } = await serving(DOCUMENT, { requireAuth: true });
    const read = await bearer('read');
    const [head, content = '', mark = ''] = read.split('.');
    const more = Buffer.from(Buffer.from(content, 'base64url').toString().replace('read', 'read write'));
    // Made up by hand it is a foreign token: taken as presented, as every foreign one is.
    expect((await call('POST /things', `${head}.${more.toString('base64url')}.${mark}`)).status).toBe(200);
    expect((await call('POST /things', 'anything')).status).toBe(200);
    await mock.close();
    const keyed = await serving(DOCUMENT, { apiKeys: ['k'] });
    expect((await keyed.call('POST /things', `${head}.${more.toString('base64url')}.${mark}`)).status).toBe(401);
    await keyed.mock.close();
  });

  it('ends when the clock says so, and outlives the process that issued it', async () => {
    const { bearer, mock } = await serving();
    const token = await bearer('read');
    await mock.close();
    for (const [now, status, challenge] of [
      ['2026-01-01T00:59:59Z', 200, null],
      ['2026-01-01T01:00:00Z', 401, 'Bearer realm="standin", error="invalid_token"'],
    ] as const) {
      const later = await serving(DOCUMENT, { now });
      const answer = await later.call('GET /things', token);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([status, challenge]);
      await later.mock.close();
    }
  });

  it('ends for a read that was answered before, too', async () => {
    let now = 1_767_225_600_000;
    const { bearer, mock } = await serving(DOCUMENT, { now: () => now });
    const { url } = await mock.listen();
    const headers = { authorization: `bearer  ${await bearer('read')}` };
    const asked = async (): Promise<number> => {
      const answer = await fetch(`${url}/things`, { headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect([await asked(), await asked(), await asked()]).toEqual([200, 200, 200]);
    now += 3_600_000;
    expect(await asked()).toBe(401);
    await mock.close();
  });
});

describe('tokens', () => {
  const scope = fc.stringMatching(/^[!#-[\]-~]{1,12}$/);

  it('say the scopes that they were issued for, and no text that is changed says any', () => {
    fc.assert(
      fc.property(
        fc.option(fc.uniqueArray(fc.oneof(scope, fc.constant('*')), { minLength: 1, maxLength: 5 }), {
          nil: undefined,
        }),
        fc.integer(),
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        (scopes, seed, at, other) => {
          const tokens = createTokens(seed, () => 5_000);
          const token = tokens.issue(scopes);
          expect(tokens.grantOf(token)).toEqual({ scopes, expires: 3_605_000 });
          expect(token).toMatch(/^[\w.~+/-]+=*$/);
          const place = at % token.length;
          const changed = `${token.slice(0, place)}${other}${token.slice(place + 1)}`;
          expect(tokens.grantOf(`${token}${other}`)).toBeUndefined();
          if (changed !== token) expect(tokens.grantOf(changed)).toBeUndefined();
        },
      ),
    );
  });

  it('are never the same twice', () => {
    const tokens = createTokens(1, () => 0);
    expect(new Set(Array.from({ length: 100 }, () => tokens.issue(['a']))).size).toBe(100);
  });
});
