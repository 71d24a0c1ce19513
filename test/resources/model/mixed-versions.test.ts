import { expect, test } from 'vitest';
import { asking } from '../../mock/ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../../mock/little.ts';
import { many, ref as of, see, object as shape, small, text as string } from '../documents.ts';

const Build = shape({ id: string, name: string, target: string });

test('operations of one thing may have different versions', async () => {
  const { role } = see(
    await small(
      {
        'GET /v6/builds': { answer: many(of('Build')) },
        'POST /v13/builds': { body: of('Build'), answer: of('Build') },
        'GET /v13/builds/{idOrName}': { answer: of('Build') },
        'DELETE /v2/builds/{id}': {},
        'GET /v4/users': { answer: many(shape({ id: string, email: string })) },
      },
      { Build },
    ),
  );
  const { resource } = role('GET /v6/builds');
  expect(resource).toMatchObject({ name: 'builds', collectionPath: '/v6/builds', itemPath: '/v13/builds/{idOrName}' });
  for (const line of ['POST /v13/builds', 'GET /v13/builds/{idOrName}', 'DELETE /v2/builds/{id}'])
    expect(role(line).resource, line).toBe(resource);
  expect(role('GET /v4/users').resource).not.toBe(resource);
});

test('a version may be a date', async () => {
  const { role } = see(
    await small(
      {
        'GET /2019-09-30/builds': { answer: many(of('Build')) },
        'POST /2017-10-31/builds': { body: of('Build'), answer: of('Build') },
        'GET /2015-03-31/builds/{id}': { answer: of('Build') },
        'GET /2019-09-30/builds/{id}/limit': { answer: shape({ most: string }) },
        'PUT /2017-10-31/builds/{id}/limit': { body: shape({ most: string }), answer: shape({ most: string }) },
      },
      { Build },
    ),
  );
  const { resource } = role('GET /2019-09-30/builds');
  for (const line of ['POST /2017-10-31/builds', 'GET /2015-03-31/builds/{id}'])
    expect(role(line).resource, line).toBe(resource);
  expect(role('PUT /2017-10-31/builds/{id}/limit').resource).toBe(role('GET /2019-09-30/builds/{id}/limit').resource);
});

test.each([
  ['/v1', '/v2'],
  ['/api/v1', '/api/v2'],
])('the same operation in two versions is of two things: %s and %s', async (one, two) => {
  const operations = (front: string) => ({
    [`GET ${front}/builds`]: { answer: many(of('Build')) },
    [`GET ${front}/builds/{id}`]: { answer: of('Build') },
  });
  const { role } = see(await small({ ...operations(one), ...operations(two) }, { Build }));
  expect(role(`GET ${one}/builds`).resource).not.toBe(role(`GET ${two}/builds`).resource);
  expect(role(`GET ${two}/builds/{id}`).resource).toBe(role(`GET ${two}/builds`).resource);
});

test('what is made in one version is listed, changed and deleted in the others', async () => {
  const ask = await asking(
    api(
      {
        '/api/v9/sites': { post: { ...sending(object({ name: text })), ...answer(ref('Site')) } },
        '/api/v8/sites': { get: answer(array(ref('Site'))) },
        '/api/v7/sites/{id}': { ...path('id'), get: answer(ref('Site')), delete: answer(object({})) },
        '/api/v10/sites/{siteId}/hooks': {
          ...path('siteId'),
          post: { ...sending(object({ url: text })), ...answer(ref('Hook')) },
        },
        '/api/v6/sites/{siteId}/hooks': { ...path('siteId'), get: answer(array(ref('Hook'))) },
      },
      { Site: object({ id: text, name: text }, ['id']), Hook: object({ id: text, url: text }, ['id']) },
    ),
  );
  const { id } = (await ask('POST', '/api/v9/sites', { name: 'a' })).body;
  expect((await ask('GET', `/api/v7/sites/${id}`)).body).toMatchObject({ id, name: 'a' });
  expect((await ask('GET', '/api/v8/sites')).body).toContainEqual(expect.objectContaining({ id, name: 'a' }));
  await ask('POST', `/api/v10/sites/${id}/hooks`, { url: 'u' });
  expect((await ask('GET', `/api/v6/sites/${id}/hooks`)).body).toEqual([expect.objectContaining({ url: 'u' })]);
  await ask('DELETE', `/api/v7/sites/${id}`);
  expect((await ask('GET', `/api/v7/sites/${id}`)).status).toBe(404);
  expect((await ask('GET', `/api/v6/sites/${id}/hooks`)).status).toBe(404);
});
