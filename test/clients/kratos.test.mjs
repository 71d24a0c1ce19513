import { Configuration, FrontendApi, IdentityApi } from '@ory/kratos-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { failure } from './failure.mjs';
import { serve } from './serve.mjs';

const service = serve('kratos.json');
let admin;
let frontend;
beforeEach(() => {
  admin = new IdentityApi(
    new Configuration({ basePath: service.url, accessToken: 'ory_pat_secret', apiKey: 'ory_pat_secret' }),
  );
  frontend = new FrontendApi(new Configuration({ basePath: service.url }));
});

const body = (email = 'a@example.com', fields = {}) => ({ schema_id: 'default', traits: { email }, ...fields });
const newIdentity = async (email, fields) =>
  (await admin.createIdentity({ createIdentityBody: body(email, fields) })).data;
const register = async (email = 'a@example.com') => {
  const { data: flow } = await frontend.createNativeRegistrationFlow();
  const updateRegistrationFlowBody = { method: 'password', password: 'correct horse', traits: { email } };
  return (await frontend.updateRegistrationFlow({ flow: flow.id, updateRegistrationFlowBody })).data;
};
const login = async (email = 'a@example.com') => {
  const { data: flow } = await frontend.createNativeLoginFlow();
  const updateLoginFlowBody = { method: 'password', identifier: email, password: 'correct horse' };
  return (await frontend.updateLoginFlow({ flow: flow.id, updateLoginFlowBody })).data;
};

describe('The Ory Kratos client', () => {
  test('an identity has the schema and the traits that were sent', async () => {
    const { status, data } = await admin.createIdentity({ createIdentityBody: body('a@example.com') });
    expect(status).toBe(201);
    expect(data).toMatchObject({ schema_id: 'default', traits: { email: 'a@example.com' } });
    expect(data.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a created identity is read as it was created', async () => {
    const made = await newIdentity();
    expect((await admin.getIdentity({ id: made.id })).data).toMatchObject(made);
  });

  test('a created identity has the same fields as one that was there before', async () => {
    const { data } = await admin.listIdentities();
    expect(Object.keys(await newIdentity())).toEqual(expect.arrayContaining(Object.keys(data[0])));
  });

  test('a new identity is active, and made now', async () => {
    const made = await newIdentity();
    expect(made.state).toBe('active');
    expect(Math.abs(Date.parse(made.created_at) - Date.now())).toBeLessThan(120_000);
  });

  test('a created identity is listed once', async () => {
    const { id } = await newIdentity();
    expect((await admin.listIdentities()).data.filter((each) => each.id === id)).toHaveLength(1);
  });

  test('`pageSize` bounds a page', async () => {
    expect((await admin.listIdentities({ pageSize: 2 })).data).toHaveLength(2);
  });

  test('pages follow the Link header, give every identity once and end', async () => {
    for (let count = 0; count < 5; count++) await newIdentity(`a${count}@example.com`);
    const all = (await admin.listIdentities()).data.map(({ id }) => id).sort();
    const seen = [];
    let pageToken;
    let pages = 0;
    do {
      const { data, headers } = await admin.listIdentities({ pageSize: 3, pageToken });
      seen.push(...data.map(({ id }) => id));
      const next = /<([^>]+)>;\s*rel="next"/.exec(headers.link ?? '')?.[1];
      pageToken = next && (new URL(next, service.url).searchParams.get('page_token') ?? undefined);
      pages += 1;
    } while (pageToken && pages < 30);
    expect(pages).toBeGreaterThan(1);
    expect(seen.sort()).toEqual(all);
  });

  test('identities are listed by their ids', async () => {
    const one = await newIdentity('one@example.com');
    await newIdentity('two@example.com');
    expect((await admin.listIdentities({ ids: [one.id] })).data.map(({ id }) => id)).toEqual([one.id]);
  });

  test('an identity is found by its external id', async () => {
    const made = await newIdentity('a@example.com', { external_id: 'crm-17' });
    expect((await admin.getIdentityByExternalID({ externalID: 'crm-17' })).data.id).toBe(made.id);
  });

  test('a JSON Patch changes one trait', async () => {
    const { id } = await newIdentity();
    const jsonPatch = [{ op: 'replace', path: '/traits/email', value: 'b@example.com' }];
    expect((await admin.patchIdentity({ id, jsonPatch })).data.traits).toEqual({ email: 'b@example.com' });
    expect((await admin.getIdentity({ id })).data.traits).toEqual({ email: 'b@example.com' });
  });

  test('an update replaces the traits', async () => {
    const { id } = await newIdentity();
    const updateIdentityBody = { schema_id: 'default', state: 'inactive', traits: { email: 'c@example.com' } };
    const { data } = await admin.updateIdentity({ id, updateIdentityBody });
    expect(data).toMatchObject({ id, state: 'inactive', traits: { email: 'c@example.com' } });
  });

  test('public and admin metadata come back as they were sent', async () => {
    const metadata = { metadata_public: { plan: 'gold' }, metadata_admin: { note: 'vip' } };
    const { id } = await newIdentity('a@example.com', metadata);
    expect((await admin.getIdentity({ id })).data).toMatchObject(metadata);
  });

  test('a deleted identity is an AxiosError with status 404 in the shape of Ory', async () => {
    const { id } = await newIdentity();
    expect((await admin.deleteIdentity({ id })).status).toBe(204);
    const error = await failure(admin.getIdentity({ id }));
    expect(error.isAxiosError).toBe(true);
    expect(error.response.status).toBe(404);
    expect(typeof error.response.data.error.message).toBe('string');
  });

  test('the code in an error is the status of the answer', async () => {
    const error = await failure(admin.getIdentity({ id: '00000000-0000-4000-8000-000000000000' }));
    expect(error.response.data.error.code).toBe(404);
  });

  test('an identity without traits is refused with 400', async () => {
    const error = await failure(admin.createIdentity({ createIdentityBody: { schema_id: 'default' } }));
    expect(error.response.status).toBe(400);
  });

  // wrong today: PATCH on a collection with a list of creations creates nothing.
  test.fails('a batch makes an identity for each entry', async () => {
    const identities = ['one@example.com', 'two@example.com'].map((email) => ({ create: body(email) }));
    const { data } = await admin.batchPatchIdentities({ patchIdentitiesBody: { identities } });
    expect(data.identities).toHaveLength(2);
    for (const { action, identity } of data.identities) {
      expect(action).toBe('create');
      expect((await admin.getIdentity({ id: identity })).status).toBe(200);
    }
  });

  test('a recovery code is a code and a link', async () => {
    const { id: identity_id } = await newIdentity();
    const { status, data } = await admin.createRecoveryCodeForIdentity({
      createRecoveryCodeForIdentityBody: { identity_id },
    });
    expect(status).toBe(201);
    expect(data.recovery_code.length).toBeGreaterThan(3);
    expect(data.recovery_link).toMatch(/^https?:\/\//);
  });

  test('a login flow is read by its id', async () => {
    const { data: flow } = await frontend.createNativeLoginFlow();
    const { data } = await frontend.getLoginFlow({ id: flow.id });
    expect(data.id).toBe(flow.id);
  });

  test('a login flow ends after it began', async () => {
    const { data: flow } = await frontend.createNativeLoginFlow();
    expect(Date.parse(flow.expires_at)).toBeGreaterThan(Date.parse(flow.issued_at));
    expect(Math.abs(Date.parse(flow.issued_at) - Date.now())).toBeLessThan(120_000);
  });

  test('registering with a password makes an identity with the traits that were sent', async () => {
    const { identity } = await register('new@example.com');
    expect(identity.traits).toEqual({ email: 'new@example.com' });
    expect((await admin.getIdentity({ id: identity.id })).data.traits).toEqual({ email: 'new@example.com' });
  });

  test('logging in with a password is taken: the method decides the form of the body', async () => {
    await newIdentity('a@example.com', { credentials: { password: { config: { password: 'correct horse' } } } });
    expect((await login()).session.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('logging in gives the identity that logs in, a token and an active session', async () => {
    const { identity } = await register();
    const { session, session_token } = await login();
    expect(session.active).toBe(true);
    expect(session.identity.id).toBe(identity.id);
    expect(session_token.length).toBeGreaterThan(0);
  });

  test('a session token says who is signed in', async () => {
    const { identity } = await register();
    const { session_token: xSessionToken } = await login();
    expect((await frontend.toSession({ xSessionToken })).data.identity.id).toBe(identity.id);
  });

  test('a session expires after it was issued', async () => {
    const { data } = await admin.listSessions();
    expect(data.length).toBeGreaterThan(0);
    for (const session of data) expect(Date.parse(session.expires_at)).toBeGreaterThan(Date.parse(session.issued_at));
  });

  test('a session that was disabled is no longer active', async () => {
    const { data } = await admin.listSessions();
    expect((await admin.disableSession({ id: data[0].id })).status).toBe(204);
    const after = await admin.getSession({ id: data[0].id }).then(
      ({ data: session }) => session.active,
      (error) => error.response.status,
    );
    expect([false, 404]).toContain(after);
  });
});
