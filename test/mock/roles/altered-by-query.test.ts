import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending } from '../little.ts';

const channel = { name: 'channel', in: 'query', required: true, schema: { type: 'string' } };
const ask = await asking(
  api(
    {
      '/rules': {
        get: answer(array(ref('Rule'))),
        post: { ...sending(ref('Rule')), responses: { 201: { description: 'made' } } },
        put: {
          parameters: [channel],
          ...sending(ref('Rule')),
          responses: { 200: { description: 'done' }, 404: { description: 'none' } },
        },
        delete: { parameters: [channel], responses: { 204: { description: 'gone' } } },
      },
    },
    { Rule: object({ channel: { type: 'string' }, limit: number }, ['channel', 'limit']) },
  ),
);

test('a PUT on a collection changes what its required query names, and nothing else', async () => {
  await ask('POST', '/rules', { channel: 'a', limit: 1 });
  const before = (await ask('GET', '/rules')).body as readonly { readonly channel: string }[];
  expect((await ask('PUT', '/rules?channel=a', { channel: 'a', limit: 2 })).status).toBe(200);
  const expected = before.map((each) => (each.channel === 'a' ? { channel: 'a', limit: 2 } : each));
  expect((await ask('GET', '/rules')).body).toEqual(expected);
  expect((await ask('PUT', '/rules?channel=none', { channel: 'none', limit: 2 })).status).toBe(404);
});
