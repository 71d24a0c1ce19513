import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const paths = {
  '/': {
    get: answer(object({ items: array(ref('App')) })),
    post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('App'), '201') },
  },
  '/{appId}': {
    ...path('appId'),
    get: answer(ref('App')),
    put: { ...sending(object({ name: text }, ['name'])), ...answer(ref('App')) },
    delete: { responses: { 204: { description: 'gone' }, 404: { description: 'not there' } } },
  },
  '/{appId}/archive': { ...path('appId'), post: answer(ref('App')) },
};
const App = object({ id: text, name: text, archived: { type: 'boolean' } }, ['id', 'name']);
const servers = [{ url: 'https://api.example.com/v2/applications' }];

test('a collection at the path of its server is called by the last word of that path', async () => {
  const ask = await asking({ ...api(paths, { App }), servers });
  const at = '/v2/applications';
  const { body: app } = await ask('POST', at, { name: 'Demo' });
  expect((await ask('GET', `${at}/${app.id}`)).body).toEqual(app);
  expect((await ask('GET', at)).body.items).toContainEqual(app);
  expect((await ask('PUT', `${at}/${app.id}`, { name: 'New' })).body.name).toBe('New');
  expect((await ask('POST', `${at}/${app.id}/archive`)).body).toMatchObject({ id: app.id, archived: true });
  expect((await ask('DELETE', `${at}/${app.id}`)).status).toBe(204);
  expect((await ask('GET', `${at}/${app.id}`)).status).toBe(404);
});

test('without a word in the path of its server it is called after the parameter of its items', async () => {
  const ask = await asking({ ...api(paths, { App }), servers: [{ url: 'https://api.example.com/v2' }] });
  const { body: app } = await ask('POST', '/v2/', { name: 'Demo' });
  expect((await ask('GET', `/v2/${app.id}`)).body).toEqual(app);
  expect((await ask('GET', '/v2/none')).status).toBe(404);
});

test('a collection without a word in its path stands below the parameter in front of it', async () => {
  const below = {
    '/{account}': {
      ...path('account'),
      get: answer(object({ results: array(ref('App')) })),
      post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('App'), '201') },
    },
    '/{account}/{appId}': {
      parameters: [...path('account').parameters, ...path('appId').parameters],
      get: answer(ref('App')),
      delete: { responses: { 204: { description: 'gone' } } },
    },
  };
  const ask = await asking({ ...api(below, { App }), servers: [{ url: 'https://api.example.com/apps' }] });
  const { body: app } = await ask('POST', '/apps/one', { name: 'Demo' });
  expect((await ask('GET', `/apps/one/${app.id}`)).body).toEqual(app);
  expect((await ask('GET', '/apps/one')).body.results).toContainEqual(app);
  expect((await ask('GET', '/apps/two')).body.results).not.toContainEqual(app);
  expect((await ask('DELETE', `/apps/one/${app.id}`)).status).toBe(204);
  expect((await ask('GET', `/apps/one/${app.id}`)).status).toBe(404);
});
