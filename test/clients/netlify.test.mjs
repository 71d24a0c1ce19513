import { Readable } from 'node:stream';
import { NetlifyAPI } from '@netlify/api';
import { beforeEach, describe, expect, test } from 'vitest';
import { failure } from './failure.mjs';
import { serve } from './serve.mjs';

const service = serve('netlify.yaml');
let netlify;
beforeEach(() => {
  netlify = new NetlifyAPI('access-token', { scheme: 'http', host: new URL(service.url).host });
});

const newSite = (fields = {}) => netlify.createSite({ body: { name: 'my-site', ...fields } });
const newDeploy = (site, fields = {}) =>
  netlify.createSiteDeploy({ site_id: site.id, body: { files: { '/index.html': 'da39a3ee' }, ...fields } });
const newHook = (site) =>
  netlify.createHookBySiteId({
    site_id: site.id,
    body: { type: 'url', event: 'deploy_created', data: { url: 'https://example.com' } },
  });

describe('The Netlify client', () => {
  test('a site has an id and the name that was sent', async () => {
    const site = await newSite({ custom_domain: 'www.example.com' });
    expect(typeof site.id).toBe('string');
    expect(site).toMatchObject({ name: 'my-site', custom_domain: 'www.example.com' });
  });

  test('a created site is read as it was created', async () => {
    const site = await newSite();
    expect(await netlify.getSite({ site_id: site.id })).toEqual(site);
  });

  // wrong today: a created record has no optional field that the request leaves out.
  test.fails('a created site has the same fields as one that was there before', async () => {
    const [seeded] = await netlify.listSites();
    expect(Object.keys(await newSite())).toEqual(expect.arrayContaining(Object.keys(seeded)));
  });

  test('a created site has an address and a state', async () => {
    const site = await newSite();
    expect(typeof site.state).toBe('string');
    for (const address of [site.url, site.ssl_url, site.admin_url]) expect(address).toMatch(/^https?:\/\//);
  });

  test('the times of a new site are now', async () => {
    const site = await newSite();
    for (const time of [site.created_at, site.updated_at])
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(120_000);
  });

  test('a created site is listed once', async () => {
    const site = await newSite();
    expect((await netlify.listSites()).filter(({ id }) => id === site.id)).toHaveLength(1);
  });

  test('sites are found by name', async () => {
    const site = await newSite({ name: 'only-this-one' });
    expect((await netlify.listSites({ name: 'only-this-one' })).map(({ id }) => id)).toEqual([site.id]);
  });

  test('`page` and `per_page` give every site once and end', async () => {
    for (let count = 0; count < 5; count++) await newSite({ name: `site-${count}` });
    const all = (await netlify.listSites({ per_page: 100 })).map(({ id }) => id);
    const seen = [];
    for (let page = 1; page < 30; page++) {
      const part = await netlify.listSites({ page, per_page: 4 });
      if (part.length === 0) break;
      seen.push(...part.map(({ id }) => id));
    }
    expect(seen.sort()).toEqual(all.sort());
  });

  test('an update changes what it names and keeps the rest', async () => {
    const site = await newSite({ custom_domain: 'www.example.com' });
    const updated = await netlify.updateSite({ site_id: site.id, body: { name: 'renamed' } });
    expect(updated).toMatchObject({ id: site.id, name: 'renamed', custom_domain: 'www.example.com' });
    expect(await netlify.getSite({ site_id: site.id })).toMatchObject({ name: 'renamed' });
  });

  test('a deleted site is an error with status 404', async () => {
    const site = await newSite();
    await netlify.deleteSite({ site_id: site.id });
    const error = await failure(netlify.getSite({ site_id: site.id }));
    expect(error).toBeInstanceOf(Error);
    expect(error.status).toBe(404);
    expect(typeof error.json.message).toBe('string');
  });

  test('a client without a token is refused with status 401', async () => {
    const stranger = new NetlifyAPI({ scheme: 'http', host: new URL(service.url).host });
    expect((await failure(stranger.listSites())).status).toBe(401);
  });

  test('a deploy belongs to its site', async () => {
    const site = await newSite();
    const deploy = await newDeploy(site);
    expect(deploy.site_id).toBe(site.id);
    expect((await netlify.listSiteDeploys({ site_id: site.id })).map(({ id }) => id)).toEqual([deploy.id]);
  });

  test('a deploy is read below its site and by itself', async () => {
    const site = await newSite();
    const deploy = await newDeploy(site, { branch: 'main' });
    expect(await netlify.getSiteDeploy({ site_id: site.id, deploy_id: deploy.id })).toMatchObject({ id: deploy.id });
    expect(await netlify.getDeploy({ deploy_id: deploy.id })).toMatchObject({ id: deploy.id, site_id: site.id });
  });

  test('the branch of a deploy is the one that was sent', async () => {
    expect((await newDeploy(await newSite(), { branch: 'release' })).branch).toBe('release');
  });

  test('a deploy is locked and unlocked', async () => {
    const { id: deploy_id } = await newDeploy(await newSite());
    expect(await netlify.lockDeploy({ deploy_id })).toMatchObject({ id: deploy_id, locked: true });
    expect((await netlify.getDeploy({ deploy_id })).locked).toBe(true);
    await netlify.unlockDeploy({ deploy_id });
    expect((await netlify.getDeploy({ deploy_id })).locked).toBe(false);
  });

  // wrong today: restoring has no effect on the site (nothing in the document says so).
  test.fails('a restored deploy is the published one of its site', async () => {
    const site = await newSite();
    const deploy = await newDeploy(site);
    expect((await netlify.restoreSiteDeploy({ site_id: site.id, deploy_id: deploy.id })).id).toBe(deploy.id);
    expect((await netlify.getSite({ site_id: site.id })).published_deploy?.id).toBe(deploy.id);
  });

  test('an uploaded file has its path and its size', async () => {
    const { id: deploy_id } = await newDeploy(await newSite());
    const body = () => Readable.from([Buffer.from('<h1>Hello</h1>')]);
    const file = await netlify.uploadDeployFile({ deploy_id, path: 'index.html', body });
    expect(file.path.replace(/^\//, '')).toBe('index.html');
    expect(file.size).toBe(14);
  });

  test('a deploy of a site that was deleted is 404', async () => {
    const site = await newSite();
    await netlify.deleteSite({ site_id: site.id });
    expect((await failure(netlify.listSiteDeploys({ site_id: site.id }))).status).toBe(404);
    expect((await failure(newDeploy(site))).status).toBe(404);
  });

  test('a hook is made for the site that the query names, and listed for it only', async () => {
    const [site, other] = [await newSite({ name: 'one' }), await newSite({ name: 'two' })];
    const hook = await newHook(site);
    expect(hook).toMatchObject({ type: 'url', event: 'deploy_created', data: { url: 'https://example.com' } });
    expect((await netlify.listHooksBySiteId({ site_id: site.id })).map(({ id }) => id)).toContain(hook.id);
    expect((await netlify.listHooksBySiteId({ site_id: other.id })).map(({ id }) => id)).not.toContain(hook.id);
  });

  test('a hook of a site names that site', async () => {
    const site = await newSite();
    expect((await newHook(site)).site_id).toBe(site.id);
  });

  test('a hook is changed, enabled and deleted', async () => {
    const { id: hook_id } = await newHook(await newSite());
    await netlify.updateHook({ hook_id, body: { event: 'deploy_failed' } });
    expect((await netlify.getHook({ hook_id })).event).toBe('deploy_failed');
    expect((await netlify.enableHook({ hook_id })).disabled).toBe(false);
    await netlify.deleteHook({ hook_id });
    expect((await failure(netlify.getHook({ hook_id }))).status).toBe(404);
  });

  test('environment variables are made from a list, read, changed and deleted by their key', async () => {
    const [{ id: account_id }] = await netlify.listAccountsForUser();
    const body = [{ key: 'TOKEN', values: [{ context: 'all', value: 'one' }] }];
    const made = await netlify.createEnvVars({ account_id, body });
    expect(made[0]).toMatchObject({ key: 'TOKEN', values: [{ context: 'all', value: 'one' }] });
    expect((await netlify.getEnvVar({ account_id, key: 'TOKEN' })).key).toBe('TOKEN');
    await netlify.deleteEnvVar({ account_id, key: 'TOKEN' });
    expect((await failure(netlify.getEnvVar({ account_id, key: 'TOKEN' }))).status).toBe(404);
  });

  test('a site that is made in a team stands in the list of that team', async () => {
    const [{ slug }] = await netlify.listAccountsForUser();
    const site = await netlify.createSiteInTeam({ account_slug: slug, body: { name: 'team-site' } });
    expect(site.account_slug).toBe(slug);
    const listed = await netlify.listSitesForAccount({ account_slug: slug });
    expect(listed.map(({ id }) => id)).toContain(site.id);
  });

  test('a site that is made in a team is read by its id', async () => {
    const [{ slug }] = await netlify.listAccountsForUser();
    const site = await netlify.createSiteInTeam({ account_slug: slug, body: { name: 'team-site' } });
    expect((await netlify.getSite({ site_id: site.id })).name).toBe('team-site');
  });

  test('a DNS record is created in its zone, read and deleted', async () => {
    const zone = await netlify.createDnsZone({ body: { name: 'example.com' } });
    const made = await netlify.createDnsRecord({
      zone_id: zone.id,
      body: { type: 'A', hostname: 'www.example.com', value: '192.0.2.1', ttl: 300 },
    });
    expect(made).toMatchObject({ type: 'A', hostname: 'www.example.com', value: '192.0.2.1', ttl: 300 });
    const at = { zone_id: zone.id, dns_record_id: made.id };
    expect(await netlify.getIndividualDnsRecord(at)).toMatchObject({ id: made.id });
    await netlify.deleteDnsRecord(at);
    expect((await failure(netlify.getIndividualDnsRecord(at))).status).toBe(404);
  });

  test('who is signed in is one user, the same each time', async () => {
    const me = await netlify.getCurrentUser();
    expect(typeof me.id).toBe('string');
    expect(await netlify.getCurrentUser()).toEqual(me);
  });
});
