import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const document = api(
  {
    '/hooks': {
      get: answer(array(ref('Hook'))),
      post: { ...sending(object({ url: text }, ['url'])), ...answer(ref('Hook'), '201') },
    },
    '/hooks/{id}': { ...path('id'), get: answer(ref('Hook')) },
    '/hooks/{id}/test': { ...path('id'), post: answer(ref('Delivery'), '202') },
    '/hooks/{id}/deliveries': { ...path('id'), get: answer(array(ref('Delivery'))) },
    '/hooks/{id}/deliveries/{deliveryId}': {
      parameters: ['id', 'deliveryId'].map((name) => ({ name, in: 'path', required: true, schema: text })),
      get: answer(ref('Delivery')),
    },
  },
  {
    Hook: object({ id: text, url: text }, ['id', 'url']),
    Delivery: object({ id: text, hookId: text, event: text }, ['id', 'hookId', 'event']),
  },
);

test('an action makes a record in the collection beside it, and that of a new item begins empty', async () => {
  const ask = await asking(document);
  const { body: hook } = await ask('POST', '/hooks', { url: 'https://a.example/' });
  const { status, body: made } = await ask('POST', `/hooks/${hook.id}/test`);
  expect([status, made.hookId]).toEqual([202, hook.id]);
  expect((await ask('GET', `/hooks/${hook.id}/deliveries`)).body).toEqual([made]);
  expect((await ask('GET', `/hooks/${hook.id}/deliveries/${made.id}`)).body).toEqual(made);
  const [first] = (await ask('GET', '/hooks')).body;
  expect((await ask('GET', `/hooks/${first.id}/deliveries`)).body.length).toBeGreaterThan(0);
  expect((await ask('POST', '/hooks/none/test')).status).toBe(404);
});
