import LaunchDarkly from 'launchdarkly-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { failure } from './failure.mjs';
import { serve } from './serve.mjs';

describe('launchdarkly-api', () => {
  const service = serve('launchdarkly.json');
  const apis = {};
  beforeAll(() => {
    const { instance } = LaunchDarkly.ApiClient;
    instance.basePath = `${service.url.replace(/\/$/, '')}/api/v2`;
    instance.authentications.Token.apiKey = 'api-key';
    for (const [name, Api] of Object.entries(LaunchDarkly)) if (name.endsWith('Api')) apis[name] = new Api();
  });
  /** Calls a method that answers with a callback. */
  const call = (api, method, ...values) =>
    new Promise((resolve, reject) => {
      apis[`${api}Api`][method](...values, (error, data) => (error ? reject(error) : resolve(data)));
    });
  const newProject = (key, environments) => call('Projects', 'postProject', { name: 'Shop', key, environments });
  const newEnvironment = (project, key) =>
    call('Environments', 'postEnvironment', project, { name: key, key, color: 'ffaa00' });
  const newFlag = (project, key, fields = {}) => {
    const variations = [{ value: { on: true } }, { value: { on: false } }];
    return call(
      'FeatureFlags',
      'postFeatureFlag',
      project,
      { name: key.toUpperCase(), key, variations, ...fields },
      {},
    );
  };
  const flag = (project, key) => call('FeatureFlags', 'getFeatureFlag', project, key, {});
  const flags = async (project, choice = {}) => {
    const { items } = await call('FeatureFlags', 'getFeatureFlags', project, choice);
    return items.map(({ key }) => key);
  };
  const members = (choice = {}) => call('TeamMembers', 'getMembers', choice);
  const missing = (promise) => expect(failure(promise)).resolves.toMatchObject({ status: 404 });

  test('a project is found by the key that was sent', async () => {
    const { id } = await newProject('shop');
    expect(await call('Projects', 'getProject', 'shop')).toMatchObject({ id, key: 'shop', name: 'Shop' });
    const { items } = await call('Projects', 'getProjects');
    expect(items.filter(({ key }) => key === 'shop')).toHaveLength(1);
  });

  test('a key that is taken is refused with 409', async () => {
    await newProject('shop');
    expect(await failure(newProject('shop'))).toMatchObject({ status: 409 });
  });

  test('environments that are sent with a project have paths of their own', async () => {
    const { environments } = await newProject('shop', [{ name: 'Dev', key: 'dev', color: '112233' }]);
    expect(environments).toMatchObject([{ key: 'dev', color: '112233' }]);
    expect(await call('Environments', 'getEnvironment', 'shop', 'dev')).toMatchObject({ key: 'dev', name: 'Dev' });
  });

  test('a project shows its environments until they are deleted', async () => {
    await newProject('shop');
    await newEnvironment('shop', 'qa');
    await newEnvironment('shop', 'live');
    const shown = async () => (await call('Projects', 'getProject', 'shop')).environments.map(({ key }) => key);
    expect(await shown()).toEqual(expect.arrayContaining(['qa', 'live']));
    await call('Environments', 'deleteEnvironment', 'shop', 'qa');
    expect(await shown()).not.toContain('qa');
    await missing(call('Environments', 'getEnvironment', 'shop', 'qa'));
  });

  test('an environment gets another SDK key', async () => {
    await newProject('shop');
    const before = await newEnvironment('shop', 'qa');
    const { key, apiKey } = await call('Environments', 'resetEnvironmentSDKKey', 'shop', 'qa', {});
    expect(key).toBe('qa');
    expect(apiKey).not.toBe(before.apiKey);
    expect(await call('Environments', 'getEnvironment', 'shop', 'qa')).toMatchObject({ apiKey });
  });

  test('a project is renamed by a JSON Patch', async () => {
    await newProject('shop');
    await call('Projects', 'patchProject', 'shop', [{ op: 'replace', path: '/name', value: 'Store' }]);
    expect(await call('Projects', 'getProject', 'shop')).toMatchObject({ key: 'shop', name: 'Store' });
  });

  test('a deleted project is gone', async () => {
    await newProject('shop');
    await call('Projects', 'deleteProject', 'shop');
    await missing(call('Projects', 'getProject', 'shop'));
  });

  test('a flag has what was sent, and the present time in milliseconds', async () => {
    await newProject('shop');
    const made = await newFlag('shop', 'dark', { temporary: true, description: 'Dark' });
    expect(made).toMatchObject({ key: 'dark', name: 'DARK', temporary: true, description: 'Dark' });
    expect(made.variations).toHaveLength(2);
    expect(Math.abs(Date.now() - made.creationDate)).toBeLessThan(60_000);
    expect(await flag('shop', 'dark')).toMatchObject({ key: 'dark', description: 'Dark' });
  });

  test('one key in two projects is two flags', async () => {
    await newProject('shop');
    await newProject('blog');
    await newFlag('shop', 'dark', { description: 'in the shop' });
    await newFlag('blog', 'dark', { description: 'in the blog' });
    expect(await flag('shop', 'dark')).toMatchObject({ description: 'in the shop' });
    expect(await flag('blog', 'dark')).toMatchObject({ description: 'in the blog' });
  });

  test('pages of flags have each once', async () => {
    await newProject('shop');
    for (const key of ['one', 'two', 'three', 'four', 'five']) await newFlag('shop', key);
    const all = await flags('shop');
    const seen = [];
    for (let offset = 0; offset < all.length; offset += 2) seen.push(...(await flags('shop', { limit: 2, offset })));
    expect(seen).toEqual(all);
  });

  test('flags are sorted, downwards with a minus', async () => {
    await newProject('shop');
    for (const key of ['m', 'z', 'b']) await newFlag('shop', key);
    const { items } = await call('FeatureFlags', 'getFeatureFlags', 'shop', { sort: '-name' });
    const names = items.map(({ name }) => name);
    expect(names).toEqual(names.toSorted().toReversed());
  });

  test('a flag is changed by a patch with a comment', async () => {
    await newProject('shop');
    await newFlag('shop', 'dark');
    const patch = [{ op: 'replace', path: '/name', value: 'Night' }];
    await call('FeatureFlags', 'patchFeatureFlag', 'shop', 'dark', { comment: 'nicer', patch });
    expect(await flag('shop', 'dark')).toMatchObject({ key: 'dark', name: 'Night' });
  });

  test('archived flags are only listed where they are asked for', async () => {
    await newProject('shop');
    await newFlag('shop', 'old');
    await newFlag('shop', 'new');
    const patch = [{ op: 'replace', path: '/archived', value: true }];
    await call('FeatureFlags', 'patchFeatureFlag', 'shop', 'old', { patch });
    expect(await flags('shop')).toContain('new');
    expect(await flags('shop')).not.toContain('old');
    expect(await flags('shop', { archived: true })).toContain('old');
    expect(await flags('shop', { archived: true })).not.toContain('new');
  });

  test('a deleted flag is gone', async () => {
    await newProject('shop');
    await newFlag('shop', 'dark');
    await call('FeatureFlags', 'deleteFeatureFlag', 'shop', 'dark');
    await missing(flag('shop', 'dark'));
    expect(await flags('shop')).not.toContain('dark');
  });

  // wrong today: a flag has other environments than its project.
  test.fails('a flag has a configuration for each environment of its project', async () => {
    await newProject('shop', [{ name: 'Dev', key: 'dev', color: '112233' }]);
    await newFlag('shop', 'dark');
    expect(Object.keys((await flag('shop', 'dark')).environments)).toEqual(['dev']);
  });

  // wrong today: a POST that ends in "copy" and answers 201 is taken for one that makes a copy.
  test.fails('a configuration that is copied belongs to the same flag', async () => {
    await newProject('shop');
    await newFlag('shop', 'dark');
    const copied = { source: { key: 'qa' }, target: { key: 'live' } };
    expect(await call('FeatureFlags', 'copyFeatureFlag', 'shop', 'dark', copied)).toMatchObject({ key: 'dark' });
  });

  test('members are invited together, and found by their role', async () => {
    const sent = [
      { email: 'ann@example.com', role: 'reader' },
      { email: 'bob@example.com', role: 'owner' },
    ];
    const { items } = await call('TeamMembers', 'postMembers', sent);
    expect(items).toMatchObject(sent);
    expect(await call('TeamMembers', 'getMember', items[0].id)).toMatchObject(sent[0]);
    const found = (await members({ filter: 'role:reader' })).items;
    expect(found.map(({ email }) => email)).toContain('ann@example.com');
    expect(found.every(({ role }) => role === 'reader')).toBe(true);
  });

  test('I am one of the members', async () => {
    const { id, email } = await call('TeamMembers', 'getMe');
    expect((await members()).items).toContainEqual(expect.objectContaining({ id, email }));
  });

  test('members are counted on every page', async () => {
    const { items, totalCount } = await members();
    expect(totalCount).toBe(items.length);
    const page = await members({ limit: 1, offset: 1 });
    expect(page.totalCount).toBe(totalCount);
    expect(page.items.map(({ id }) => id)).toEqual([items[1].id]);
  });

  test('a webhook is switched off, and deleted', async () => {
    const { id } = await call('Webhooks', 'postWebhook', { url: 'https://example.com/hook', sign: false, on: true });
    await call('Webhooks', 'patchWebhook', id, [{ op: 'replace', path: '/on', value: false }]);
    expect(await call('Webhooks', 'getWebhook', id)).toMatchObject({ on: false, url: 'https://example.com/hook' });
    await call('Webhooks', 'deleteWebhook', id);
    await missing(call('Webhooks', 'getWebhook', id));
  });

  test('a token that is reset has another secret', async () => {
    const made = await call('AccessTokens', 'postToken', { name: 'T', role: 'writer' });
    const { name, token } = await call('AccessTokens', 'resetToken', made.id, {});
    expect(name).toBe('T');
    expect(token).not.toBe(made.token);
  });

  test('a segment is in its environment only', async () => {
    await call('UserSegments', 'postUserSegment', 'shop', 'dev', { name: 'Beta', key: 'beta' });
    const inside = async (environment) =>
      (await call('UserSegments', 'getUserSegments', 'shop', environment, {})).items;
    expect(await inside('dev')).toContainEqual(expect.objectContaining({ key: 'beta' }));
    expect(await inside('live')).not.toContainEqual(expect.objectContaining({ key: 'beta' }));
  });

  test('users are added to a big segment, and removed from it', async () => {
    await call('UserSegments', 'postUserSegment', 'shop', 'dev', { name: 'Beta', key: 'beta', unbounded: true });
    const change = (changes) => call('UserSegments', 'updateBigSegmentTargets', 'shop', 'dev', 'beta', changes);
    await change({ included: { add: ['ann', 'bob'] }, excluded: { add: ['cid'] } });
    await change({ included: { remove: ['ann'] } });
    const { included, excluded } = await call('UserSegments', 'getUserSegment', 'shop', 'dev', 'beta');
    expect(included).toContain('bob');
    expect(included).not.toContain('ann');
    expect(excluded).toContain('cid');
  });

  test('a destination of an environment is listed among all', async () => {
    const sent = { name: 'Stream', kind: 'kinesis', config: { region: 'eu' } };
    const { id } = await call('DataExportDestinations', 'postDestination', 'shop', 'dev', sent);
    const { items } = await call('DataExportDestinations', 'getDestinations');
    expect(items).toContainEqual(expect.objectContaining({ id, name: 'Stream' }));
  });
});
