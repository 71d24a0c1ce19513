import { AuthClient, isAuthApiError } from '@supabase/auth-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { serve } from './serve.mjs';

// The client sends `null` and empty parameters that the document does not allow: its users start the mock with `--lenient`.
const service = serve('supabase-auth.yaml', { lenient: true });
let auth;
let admin;
const connect = (headers) =>
  new AuthClient({ url: service.url, headers, autoRefreshToken: false, persistSession: false });
beforeEach(() => {
  auth = connect({ apikey: 'anon' });
  admin = connect({ apikey: 'service', Authorization: 'Bearer service-role' }).admin;
});

const credentials = { email: 'ann@example.com', password: 'correct horse' };
const signUp = () => auth.signUp(credentials);
const signIn = () => auth.signInWithPassword(credentials);
const invite = async (email = 'bob@example.com', data = {}) =>
  (await admin.inviteUserByEmail(email, { data })).data.user;
const newClient = async (name = 'Shop') =>
  (await admin.oauth.createClient({ client_name: name, redirect_uris: ['https://shop.example.com/back'] })).data;

describe('The Supabase auth client', () => {
  test('signing up is taken as the client sends it, with an empty code challenge', async () => {
    expect((await signUp()).error).toBeNull();
  });

  test('signing up gives the user that signed up', async () => {
    expect((await signUp()).data.user?.email).toBe('ann@example.com');
  });

  test('what was said at the sign-up is in the metadata of the user', async () => {
    const { data } = await auth.signUp({ ...credentials, options: { data: { name: 'Ann' } } });
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ann' });
  });

  test('signing in gives the user that signs in', async () => {
    const { data, error } = await signIn();
    expect(error).toBeNull();
    expect(data.user.email).toBe('ann@example.com');
  });

  test('a session has a bearer token that ends in the future', async () => {
    const { session } = (await signIn()).data;
    expect(session.token_type).toBe('bearer');
    expect(session.expires_in).toBeGreaterThan(0);
    expect(session.expires_at).toBeGreaterThan(Date.now() / 1000);
  });

  test('an access token is a JWT of three parts', async () => {
    expect((await signIn()).data.session.access_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('the user of a token is the one that signed in', async () => {
    const { data } = await signIn();
    const read = await auth.getUser(data.session.access_token);
    expect(read.error).toBeNull();
    expect(read.data.user).toMatchObject({ id: data.user.id, email: 'ann@example.com' });
  });

  test('an update of the user is read afterwards', async () => {
    const { data } = await signIn();
    const updated = await auth.updateUser({ data: { colour: 'blue' } });
    expect(updated.error).toBeNull();
    expect(updated.data.user.id).toBe(data.user.id);
    expect((await auth.getUser()).data.user.user_metadata).toMatchObject({ colour: 'blue' });
  });

  test('a refreshed session has another token and the same user', async () => {
    const { data } = await signIn();
    const refreshed = await auth.refreshSession({ refresh_token: data.session.refresh_token });
    expect(refreshed.error).toBeNull();
    expect(refreshed.data.user.id).toBe(data.user.id);
    expect(refreshed.data.session.access_token).not.toBe(data.session.access_token);
  });

  test('signing out ends the session', async () => {
    await signIn();
    expect((await auth.signOut()).error).toBeNull();
    expect((await auth.getSession()).data.session).toBeNull();
  });

  test('a token that was signed out is refused', async () => {
    const { session } = (await signIn()).data;
    await auth.signOut();
    const { error } = await auth.getUser(session.access_token);
    expect(isAuthApiError(error)).toBe(true);
    expect([401, 403]).toContain(error.status);
  });

  test('asking for a one-time password is taken as the client sends it', async () => {
    expect((await auth.signInWithOtp({ email: 'ann@example.com' })).error).toBeNull();
  });

  test('asking for a new password is taken as the client sends it', async () => {
    expect((await auth.resetPasswordForEmail('ann@example.com')).error).toBeNull();
  });

  test('a one-time password that is right gives a session of its user', async () => {
    const { data, error } = await auth.verifyOtp({ email: 'ann@example.com', token: '123456', type: 'email' });
    expect(error).toBeNull();
    expect(data.user.email).toBe('ann@example.com');
  });

  test('without an API key the client is refused with an AuthApiError of status 401', async () => {
    const { error } = await connect({}).signInWithPassword(credentials);
    expect(isAuthApiError(error)).toBe(true);
    expect(error.status).toBe(401);
  });

  test('an invited user has the e-mail and the data that were sent', async () => {
    const user = await invite('bob@example.com', { team: 'red' });
    expect(user.email).toBe('bob@example.com');
    expect(user.user_metadata).toMatchObject({ team: 'red' });
  });

  test('an invited user is listed once and read by id', async () => {
    const user = await invite();
    const { data } = await admin.listUsers({ perPage: 100 });
    expect(data.users.filter(({ id }) => id === user.id)).toHaveLength(1);
    expect((await admin.getUserById(user.id)).data.user.email).toBe('bob@example.com');
  });

  // wrong today: an optional number in the query that is empty (`page=`) is refused.
  test.fails('an invited user has the same fields as one that was there before', async () => {
    const { data } = await admin.listUsers();
    expect(Object.keys(await invite())).toEqual(expect.arrayContaining(Object.keys(data.users[0])));
  });

  test('pages of users give every user once and end', async () => {
    const all = (await admin.listUsers({ perPage: 100 })).data.users.map(({ id }) => id);
    const seen = [];
    for (let page = 1; page < 30; page++) {
      const { users } = (await admin.listUsers({ page, perPage: 4 })).data;
      if (users.length === 0) break;
      seen.push(...users.map(({ id }) => id));
    }
    expect(all.length).toBeGreaterThan(4);
    expect(seen.sort()).toEqual(all.sort());
  });

  test('an administrator changes a user', async () => {
    const { id } = await invite();
    const { data, error } = await admin.updateUserById(id, { email: 'new@example.com' });
    expect(error).toBeNull();
    expect(data.user.email).toBe('new@example.com');
    expect((await admin.getUserById(id)).data.user.email).toBe('new@example.com');
  });

  test('a deleted user is an AuthApiError of status 404', async () => {
    const { id } = await invite();
    expect((await admin.deleteUser(id)).error).toBeNull();
    const { error } = await admin.getUserById(id);
    expect(isAuthApiError(error)).toBe(true);
    expect(error.status).toBe(404);
  });

  // wrong today: the answer has link and user in one object; only what is documented of the link is drawn.
  test.fails('a generated link is for the user that was named', async () => {
    const { data, error } = await admin.generateLink({ type: 'magiclink', email: 'ann@example.com' });
    expect(error).toBeNull();
    expect(data.user.email).toBe('ann@example.com');
    expect(data.properties.action_link).toMatch(/^https?:\/\//);
  });

  // wrong today: a created record has no optional field that the request leaves out, and loses `factor_type` and `friendly_name`.
  test.fails('an enrolled factor has a secret and the name that was sent', async () => {
    await signIn();
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    expect(data.totp.secret.length).toBeGreaterThan(0);
  });

  // wrong today: the answer of an action does not follow the kind of its factor.
  test.fails('a factor is challenged: the challenge ends in the future', async () => {
    await signIn();
    const { data: factor } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    const { data, error } = await auth.mfa.challenge({ factorId: factor.id });
    expect(error).toBeNull();
    expect(data.type).toBe('totp');
    expect(data.expires_at).toBeGreaterThan(Date.now() / 1000);
  });

  test('a factor that was taken away answers with its id', async () => {
    await signIn();
    const { data: factor } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    const { data, error } = await auth.mfa.unenroll({ factorId: factor.id });
    expect(error).toBeNull();
    expect(data.id).toBe(factor.id);
  });

  test('an OAuth client has what was sent, an id and a secret', async () => {
    const client = await newClient();
    expect(client).toMatchObject({ client_name: 'Shop', redirect_uris: ['https://shop.example.com/back'] });
    expect(client.client_id.length).toBeGreaterThan(0);
    expect(client.client_secret.length).toBeGreaterThan(0);
  });

  test('an OAuth client is read by its id and listed', async () => {
    const { client_id } = await newClient();
    expect((await admin.oauth.getClient(client_id)).data.client_name).toBe('Shop');
    const { data } = await admin.oauth.listClients();
    expect(data.clients.map((each) => each.client_id)).toContain(client_id);
  });

  test('an OAuth client is changed and deleted', async () => {
    const { client_id } = await newClient();
    await admin.oauth.updateClient(client_id, { client_name: 'Store' });
    expect((await admin.oauth.getClient(client_id)).data.client_name).toBe('Store');
    expect((await admin.oauth.deleteClient(client_id)).error).toBeNull();
    expect((await admin.oauth.getClient(client_id)).error.status).toBe(404);
  });

  test('a new secret of an OAuth client is another one', async () => {
    const { client_id, client_secret } = await newClient();
    const { data } = await admin.oauth.regenerateClientSecret(client_id);
    expect(data.client_id).toBe(client_id);
    expect(data.client_secret).not.toBe(client_secret);
  });
});
