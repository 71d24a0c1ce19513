import * as linode from '@linode/api-v4';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failure } from './failure.mjs';
import { serve } from './serve.mjs';

const service = serve('linode.json');
// The client knows the address of its service only.
beforeAll(() => {
  linode.baseRequest.interceptors.request.use((config) => ({
    ...config,
    url: config.url.replace('https://api.linode.com', service.url),
  }));
});
beforeEach(() => linode.setToken('secret'));

const isNow = (time) => Math.abs(Date.parse(time.endsWith('Z') ? time : `${time}Z`) - Date.now()) < 120_000;
const domainNamed = (domain) => linode.createDomain({ domain, type: 'master', soa_email: 'a@example.org' });
const ticket = () => linode.createSupportTicket({ summary: 'It breaks', description: 'As soon as I start it.' });
const volume = () => linode.createVolume({ label: 'disk', size: 20, region: 'us-east' });
/** The list of the service's reasons, in what the client throws. */
const reasons = async (promise) => (await failure(promise)).response.data.errors;

describe('The Linode client', () => {
  test('a domain has an id and what was sent, and is active', async () => {
    const domain = await domainNamed('one.example.org');
    expect(domain).toMatchObject({ domain: 'one.example.org', type: 'master', soa_email: 'a@example.org' });
    expect(typeof domain.id).toBe('number');
    expect(domain.status).toBe('active');
  });

  test('a created domain is read as it was created', async () => {
    const domain = await domainNamed('one.example.org');
    expect(await linode.getDomain(domain.id)).toEqual(domain);
  });

  test('a created domain has the same fields as one that was there before', async () => {
    const [seeded] = (await linode.getDomains()).data;
    expect(Object.keys(await domainNamed('one.example.org'))).toEqual(expect.arrayContaining(Object.keys(seeded)));
  });

  test('a created domain is listed once', async () => {
    const { id } = await domainNamed('one.example.org');
    const { data } = await linode.getDomains({ page_size: 500 });
    expect(data.filter((each) => each.id === id)).toHaveLength(1);
  });

  test('pages give every domain once and say how many there are', async () => {
    for (const name of ['a', 'b', 'c']) await domainNamed(`${name}.example.org`);
    const all = await linode.getDomains({ page_size: 500 });
    const first = await linode.getDomains({ page: 1, page_size: 25 });
    expect(first).toMatchObject({ page: 1, results: all.data.length, pages: Math.ceil(all.data.length / 25) });
    const ids = [];
    for (let page = 1; page <= first.pages; page++)
      ids.push(...(await linode.getDomains({ page, page_size: 25 })).data.map(({ id }) => id));
    expect(ids.sort()).toEqual(all.data.map(({ id }) => id).sort());
  });

  test('an update changes what it names and keeps the rest', async () => {
    const { id } = await domainNamed('one.example.org');
    await linode.updateDomain(id, { description: 'Mine', ttl_sec: 300 });
    expect(await linode.getDomain(id)).toMatchObject({
      domain: 'one.example.org',
      soa_email: 'a@example.org',
      description: 'Mine',
      ttl_sec: 300,
    });
  });

  test('a deleted domain is gone, and the client is told the reason', async () => {
    const { id } = await domainNamed('one.example.org');
    await linode.deleteDomain(id);
    const [{ reason }] = await reasons(linode.getDomain(id));
    expect(typeof reason).toBe('string');
    expect((await linode.getDomains({ page_size: 500 })).data.map((each) => each.id)).not.toContain(id);
  });

  test('a domain without its type is refused, and the reason names the field', async () => {
    const send = linode.baseRequest.post('https://api.linode.com/v4/domains', { domain: 'one.example.org' });
    const errors = (await reasons(send)).map(({ field, reason }) => `${field} ${reason}`);
    expect(errors.join(' ')).toContain('type');
  });

  test('records stand in their own domain, are changed and deleted', async () => {
    const [one, two] = [await domainNamed('one.example.org'), await domainNamed('two.example.org')];
    const record = await linode.createDomainRecord(one.id, { type: 'A', name: 'www', target: '192.0.2.1' });
    expect(record).toMatchObject({ type: 'A', name: 'www', target: '192.0.2.1' });
    await linode.updateDomainRecord(one.id, record.id, { name: 'www', target: '192.0.2.2' });
    expect(await linode.getDomainRecord(one.id, record.id)).toMatchObject({ name: 'www', target: '192.0.2.2' });
    const idsIn = async ({ id }) => (await linode.getDomainRecords(id)).data.map((each) => each.id);
    expect(await idsIn(one)).toEqual([record.id]);
    expect(await idsIn(two)).toEqual([]);
    await linode.deleteDomainRecord(one.id, record.id);
    expect(await idsIn(one)).toEqual([]);
  });

  test('records of a domain that is not there are refused', async () => {
    expect((await failure(linode.getDomainRecords(987_654_321))).response.status).toBe(404);
  });

  test('a volume is attached and resized', async () => {
    const { id } = await volume();
    const [{ id: linode_id }] = (await linode.getLinodes()).data;
    expect((await linode.attachVolume(id, { linode_id })).linode_id).toBe(linode_id);
    await linode.resizeVolume(id, { size: 30 });
    expect((await linode.getVolume(id)).size).toBe(30);
  });

  test('a detached volume is attached to nothing', async () => {
    const { id } = await volume();
    const [{ id: linode_id }] = (await linode.getLinodes()).data;
    await linode.attachVolume(id, { linode_id });
    await linode.detachVolume(id);
    expect((await linode.getVolume(id)).linode_id).toBeNull();
  });

  test('a new volume has its size, is attached to nothing and was made now', async () => {
    const made = await volume();
    expect(made).toMatchObject({ label: 'disk', size: 20, region: 'us-east', linode_id: null });
    expect(isNow(made.created)).toBe(true);
  });

  test('a new ticket is new and open, and closed when it is closed', async () => {
    const made = await ticket();
    expect(made).toMatchObject({ summary: 'It breaks', status: 'new' });
    expect(made.closed).toBeNull();
    await linode.closeSupportTicket(made.id);
    expect((await linode.getTicket(made.id)).status).toBe('closed');
  });

  test('a reply stands under its ticket', async () => {
    const { id } = await ticket();
    const reply = await linode.createReply({ ticket_id: id, description: 'Still so.' });
    expect(reply.description).toBe('Still so.');
    expect((await linode.getTicketReplies(id)).data.map((each) => each.id)).toEqual([reply.id]);
  });

  test('a tag is made, listed and deleted by its label', async () => {
    await linode.createTag({ label: 'shop' });
    const labels = async () => (await linode.getTags({ page_size: 500 })).data.map(({ label }) => label);
    expect(await labels()).toContain('shop');
    await linode.deleteTag('shop');
    expect(await labels()).not.toContain('shop');
  });

  test('an SSH key has what was sent, and is renamed', async () => {
    const key = await linode.createSSHKey({
      label: 'laptop',
      ssh_key: 'ssh-rsa AAAA_valid_public_ssh_key_123456785== a@b',
    });
    expect(key).toMatchObject({ label: 'laptop' });
    expect(isNow(key.created)).toBe(true);
    expect((await linode.updateSSHKey(key.id, { label: 'desk' })).label).toBe('desk');
  });

  test('a personal access token is shown when it is made', async () => {
    const made = await linode.createPersonalAccessToken({ label: 'ci', scopes: 'linodes:read_only' });
    expect(made).toMatchObject({ label: 'ci', scopes: 'linodes:read_only' });
    expect(made.token.length).toBeGreaterThan(8);
  });

  test('what I change of my profile is there afterwards', async () => {
    await linode.updateProfile({ timezone: 'Europe/Zurich' });
    expect((await linode.getProfile()).timezone).toBe('Europe/Zurich');
  });

  test('a server is booted and shut down', async () => {
    const [{ id }] = (await linode.getLinodes()).data;
    await linode.linodeShutdown(id);
    expect(['shutting_down', 'offline', 'stopped']).toContain((await linode.getLinode(id)).status);
    await linode.linodeBoot(id);
    expect(['booting', 'running']).toContain((await linode.getLinode(id)).status);
  });
});
