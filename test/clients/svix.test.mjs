import { ApiException, Svix } from 'svix';
import { beforeAll, describe, expect, test } from 'vitest';
import { failure } from './failure.mjs';
import { serve } from './serve.mjs';

describe('svix', () => {
  const service = serve('svix.json');
  let svix;
  beforeAll(() => {
    svix = new Svix('testsk_token', { serverUrl: service.url });
  });
  const newApp = (fields = {}) => svix.application.create({ name: 'Shop', ...fields });
  const newEndpoint = (app, fields = {}) =>
    svix.endpoint.create(app.id, { url: 'https://example.com/hook', version: 1, ...fields });
  const idsOf = ({ data }) => data.map(({ id }) => id);
  const everyPage = async (page) => {
    const all = [];
    for (let iterator, last; last !== true; ) {
      const shown = await page(iterator);
      all.push(...shown.data);
      ({ iterator, done: last } = shown);
    }
    return all;
  };

  test('a new application has what was sent and the present times', async () => {
    const made = await newApp({ uid: 'shop', rateLimit: 10, metadata: { team: 'red' } });
    expect(made).toMatchObject({ name: 'Shop', uid: 'shop', rateLimit: 10, metadata: { team: 'red' } });
    expect(Math.abs(Date.now() - made.createdAt.getTime())).toBeLessThan(60_000);
  });

  test('an application is found by its id and by its own uid', async () => {
    const { id } = await newApp({ uid: 'by-uid' });
    expect(await svix.application.get(id)).toMatchObject({ id, uid: 'by-uid' });
    expect(await svix.application.get('by-uid')).toMatchObject({ id });
  });

  test('asking for an application that is there makes no other one', async () => {
    const { id } = await newApp({ uid: 'once' });
    expect((await svix.application.getOrCreate({ name: 'Shop', uid: 'once' })).id).toBe(id);
  });

  test('a taken uid is a conflict', async () => {
    await newApp({ uid: 'taken' });
    expect(await failure(newApp({ uid: 'taken' }))).toMatchObject({ code: 409 });
  });

  test('an update keeps the id and is read again', async () => {
    const { id } = await newApp();
    expect(await svix.application.update(id, { name: 'Store' })).toMatchObject({ id, name: 'Store' });
    expect(await svix.application.get(id)).toMatchObject({ name: 'Store' });
  });

  test('a deleted application is not found, as an error of the client with code and detail', async () => {
    const { id } = await newApp();
    await svix.application.delete(id);
    const gone = await failure(svix.application.get(id));
    expect(gone).toBeInstanceOf(ApiException);
    expect(gone).toMatchObject({ code: 404, body: { code: expect.any(String), detail: expect.stringContaining(id) } });
  });

  test('a wrong request is refused with what is wrong', async () => {
    const refused = await failure(svix.application.create({}));
    expect(refused).toMatchObject({ code: 422, body: { detail: [{ loc: ['body', 'name'] }] } });
  });

  test('the pages of a list give each application once and end', async () => {
    const made = [];
    for (let count = 0; count < 7; count++) made.push((await newApp()).id);
    const all = await everyPage((iterator) => svix.application.list({ limit: 3, iterator }));
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(made));
  });

  test('only the last page is done', async () => {
    await newApp();
    expect(await svix.application.list({ limit: 1 })).toMatchObject({ done: false, iterator: expect.any(String) });
    expect(await svix.application.list({ limit: 250 })).toMatchObject({ done: true });
  });

  test('a list runs in both directions', async () => {
    await newApp();
    const [up, down] = await Promise.all(
      ['ascending', 'descending'].map((order) => svix.application.list({ limit: 250, order })),
    );
    expect(idsOf(down)).toEqual(idsOf(up).toReversed());
  });

  test('a new endpoint has what was sent, is enabled, and stands below its application only', async () => {
    const [app, other] = [await newApp(), await newApp()];
    const made = await newEndpoint(app, { filterTypes: ['user.created'], channels: ['c1'] });
    expect(made).toMatchObject({ url: 'https://example.com/hook', filterTypes: ['user.created'], channels: ['c1'] });
    expect(made.disabled).toBe(false);
    expect(idsOf(await svix.endpoint.list(app.id))).toEqual([made.id]);
    expect(await failure(svix.endpoint.get(other.id, made.id))).toMatchObject({ code: 404 });
  });

  test('the secret of an endpoint is only shown where it is asked for', async () => {
    const app = await newApp();
    const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
    const made = await newEndpoint(app, { secret });
    expect(made.secret).toBeUndefined();
    expect((await svix.endpoint.getSecret(app.id, made.id)).key).toBe(secret);
  });

  // wrong today: rotating the secret changes nothing that is shown.
  test.fails('a rotated secret is the one that was sent', async () => {
    const app = await newApp();
    const { id } = await newEndpoint(app);
    await svix.endpoint.rotateSecret(app.id, id, { key: 'whsec_D2FVsBQIhrscChlQIMV+b5sSYspob7oD' });
    expect((await svix.endpoint.getSecret(app.id, id)).key).toBe('whsec_D2FVsBQIhrscChlQIMV+b5sSYspob7oD');
  });

  test('headers of an endpoint are set, and others are added to them', async () => {
    const app = await newApp();
    const { id } = await newEndpoint(app);
    await svix.endpoint.updateHeaders(app.id, id, { headers: { 'X-A': '1' } });
    await svix.endpoint.patchHeaders(app.id, id, { headers: { 'X-B': '2' } });
    expect((await svix.endpoint.getHeaders(app.id, id)).headers).toEqual({ 'X-A': '1', 'X-B': '2' });
  });

  test('the transformation of an endpoint is read as it was written', async () => {
    const app = await newApp();
    const { id } = await newEndpoint(app);
    const code = 'function handler(hook) { return hook }';
    await svix.endpoint.transformationPartialUpdate(app.id, id, { code, enabled: true });
    expect(await svix.endpoint.transformationGet(app.id, id)).toMatchObject({ code, enabled: true });
  });

  test('a message has its payload, and is found by type, channel and time', async () => {
    const { id } = await newApp();
    await svix.message.create(id, { eventType: 'one.a', payload: {} });
    const sent = { eventType: 'two.b', channels: ['new'], payload: { x: 1, y: { z: [1] } } };
    const made = await svix.message.create(id, sent);
    expect(await svix.message.get(id, made.id)).toMatchObject(sent);
    expect(idsOf(await svix.message.list(id, { eventTypes: ['two.b'] }))).toEqual([made.id]);
    expect(idsOf(await svix.message.list(id, { channel: 'new' }))).toEqual([made.id]);
    expect(idsOf(await svix.message.list(id, { before: new Date(Date.now() - 3_600_000) }))).toEqual([]);
    expect(idsOf(await svix.message.list(id, { after: new Date(Date.now() - 3_600_000) }))).toHaveLength(2);
  });

  test('an event type is called as the client calls it, once', async () => {
    const paid = { name: 'cart.paid', description: 'A cart is paid.' };
    expect(await svix.eventType.create(paid)).toMatchObject(paid);
    expect(await svix.eventType.update('cart.paid', { description: 'Paid.' })).toMatchObject({ name: 'cart.paid' });
    expect(await svix.eventType.get('cart.paid')).toMatchObject({ description: 'Paid.' });
    expect(await failure(svix.eventType.create(paid))).toMatchObject({ code: 409 });
  });

  test('an archived event type is only listed where it is asked for', async () => {
    await svix.eventType.create({ name: 'old.type', description: 'd', archived: true });
    const names = async (choice) => (await svix.eventType.list({ limit: 250, ...choice })).data.map(({ name }) => name);
    expect(await names({ includeArchived: true })).toContain('old.type');
    expect(await names({})).not.toContain('old.type');
  });

  test('access to the portal is an address with a token', async () => {
    const { id } = await newApp();
    const { url, token } = await svix.authentication.appPortalAccess(id, {});
    expect(new URL(url).protocol).toMatch(/^https?:$/);
    expect(token).not.toBe('');
  });
});
