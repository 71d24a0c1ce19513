import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const errors = (...statuses: readonly string[]): object => ({
  responses: Object.fromEntries(statuses.map((status) => [status, { description: 'an error' }])),
});

const Hook = object({ id: text, url: text, enabled: { type: 'boolean' } });
const document = (...statuses: readonly string[]): object =>
  api(
    {
      '/hooks': { get: answer(array(ref('Hook'))), post: { ...sending(ref('Hook')), ...answer(ref('Hook'), '201') } },
      '/hooks/{id}': {
        ...path('id'),
        get: answer(ref('Hook'), '200', { 404: { description: 'none' } }),
        put: { ...sending(ref('Hook')), ...errors(...statuses) },
        delete: errors(...statuses),
      },
      '/hooks/{id}/enable': { ...path('id'), post: errors(...statuses) },
    },
    { Hook },
  );

test('a change whose errors alone are documented succeeds without content', async () => {
  const ask = await asking(document('400', '404', '500'));
  const { id } = (await ask('POST', '/hooks', { url: '/a', enabled: false })).body;
  expect(await ask('PUT', `/hooks/${id}`, { url: '/b', enabled: false })).toMatchObject({
    status: 204,
    body: undefined,
  });
  expect((await ask('POST', `/hooks/${id}/enable`)).status).toBe(204);
  expect((await ask('GET', `/hooks/${id}`)).body).toMatchObject({ url: '/b', enabled: true });
  expect((await ask('DELETE', `/hooks/${id}`)).status).toBe(204);
  expect((await ask('DELETE', `/hooks/${id}`)).status).toBe(404);
});

test.each(['405', '410', '501'])('an operation that is not offered (%s) answers so', async (status) => {
  const ask = await asking(document(status));
  const { id } = (await ask('POST', '/hooks', { url: '/a' })).body;
  expect((await ask('DELETE', `/hooks/${id}`)).status).toBe(Number(status));
});

test('without state, the lowest documented error is answered', async () => {
  const ask = await asking(document('400', '404'), { stateless: true });
  expect((await ask('DELETE', '/hooks/1')).status).toBe(400);
});
