import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'Not found' } };
const below = (first: string, second: string): object => ({
  parameters: [first, second].flatMap((name) => path(name).parameters),
});
const flag = { type: 'boolean' };

const flags = api(
  {
    '/environments': { get: answer(array(ref('Environment'))) },
    '/environments/{environmentKey}': { ...path('environmentKey'), get: answer(ref('Environment')) },
    '/flags': {
      get: answer(array(ref('Flag'))),
      post: { ...sending(object({ key: text }, ['key'])), ...answer(ref('Flag'), '201') },
    },
    '/flags/{flagKey}': { ...path('flagKey'), get: answer(ref('Flag')) },
    '/flags/{flagKey}/environments/{envKey}': {
      ...below('flagKey', 'envKey'),
      get: answer(ref('Config'), '200', missing),
      put: {
        ...sending(object({ enabled: flag, rollout: number }, ['enabled'])),
        ...answer(ref('Config'), '200', missing),
      },
    },
    '/flags/{flagKey}/environments/{envKey}/disable': {
      ...below('flagKey', 'envKey'),
      post: answer(ref('Config'), '200', missing),
    },
  },
  {
    Environment: object({ key: text, name: text }, ['key', 'name']),
    Config: object({ environment: text, enabled: flag, rollout: number }, ['environment', 'enabled', 'rollout']),
    Flag: object({ key: text, environments: array(ref('Config')) }, ['key', 'environments']),
  },
);

interface Config {
  readonly environment: string;
  readonly enabled: boolean;
  readonly rollout: number;
}

test('what a path below an item names is the object of its list, and names a record that exists', async () => {
  const ask = await asking(flags);
  const keys = (await ask('GET', '/environments')).body.map(({ key }: { key: string }) => key);
  const [seeded] = (await ask('GET', '/flags')).body as { key: string; environments: readonly Config[] }[];
  expect(seeded?.environments.length).toBeGreaterThan(0);
  for (const each of seeded?.environments ?? []) {
    expect(keys).toContain(each.environment);
    expect((await ask('GET', `/flags/${seeded?.key}/environments/${each.environment}`)).body).toEqual(each);
  }
  expect((await ask('GET', `/flags/${seeded?.key}/environments/nowhere`)).status).toBe(404);
});

test('a write of such an object, and an action on it, change the list of the item', async () => {
  const ask = await asking(flags);
  const [{ key }] = (await ask('GET', '/environments')).body;
  await ask('POST', '/flags', { key: 'dark' });
  const at = `/flags/dark/environments/${key}`;
  expect((await ask('GET', at)).body.environment).toBe(key);
  await ask('PUT', at, { enabled: true, rollout: 25 });
  const shown = async (): Promise<unknown> => (await ask('GET', '/flags/dark')).body.environments;
  expect(await shown()).toEqual([{ environment: key, enabled: true, rollout: 25 }]);
  expect((await ask('POST', `${at}/disable`)).body.enabled).toBe(false);
  expect(await shown()).toEqual([{ environment: key, enabled: false, rollout: 25 }]);
});

const documents = (missingText: string): object =>
  api(
    {
      '/documents': {
        get: answer(array(ref('Document'))),
        post: { ...sending(object({ title: text })), ...answer(ref('Document'), '201') },
      },
      '/documents/{id}': { ...path('id'), get: answer(ref('Document')) },
      '/documents/{id}/permissions': { ...path('id'), get: answer(array(ref('Permission'))) },
      '/documents/{id}/permissions/{principal}': {
        ...below('id', 'principal'),
        put: {
          ...sending(object({ level: text }, ['level'])),
          ...answer(ref('Permission'), '200', { 404: { description: missingText } }),
        },
        delete: { responses: { 204: { description: 'done' }, 404: { description: missingText } } },
      },
    },
    {
      Permission: object({ principal: text, level: text }, ['principal', 'level']),
      Document: object({ id: text, title: text, permissions: array(ref('Permission')) }, [
        'id',
        'title',
        'permissions',
      ]),
    },
  );

test('a PUT is the way into a list below an item where clients choose the key and nothing else creates it', async () => {
  const ask = await asking(documents('Not found'));
  const { id } = (await ask('POST', '/documents', { title: 'plan' })).body;
  const permission = { principal: 'zed', level: 'read' };
  expect((await ask('PUT', `/documents/${id}/permissions/zed`, { level: 'read' })).body).toEqual(permission);
  expect((await ask('GET', `/documents/${id}`)).body.permissions).toEqual([permission]);
  expect((await ask('PUT', '/documents/none/permissions/zed', { level: 'read' })).status).toBe(404);
  await ask('DELETE', `/documents/${id}/permissions/zed`);
  expect((await ask('GET', `/documents/${id}`)).body.permissions).toEqual([]);
});

test('a PUT creates nothing where the 404 is about the item itself', async () => {
  const ask = await asking(documents('There is no such permission'));
  const { id } = (await ask('POST', '/documents', { title: 'plan' })).body;
  expect((await ask('PUT', `/documents/${id}/permissions/zed`, { level: 'read' })).status).toBe(404);
});
