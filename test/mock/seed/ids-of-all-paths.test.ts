import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, sending, text } from '../little.ts';

const short = { ...text, maxLength: 5 };
const inPath = (schema: object) => ({ parameters: [{ name: 'shopId', in: 'path', required: true, schema }] });
const Shop = object({ shopId: text, name: text });

test('an id fits what every operation on its path takes', async () => {
  const ask = await asking(
    api({
      '/shops': { get: answer(array(Shop)), post: { ...sending(object({ name: text })), ...answer(Shop, '201') } },
      '/shops/{shopId}': {
        get: { ...inPath(text), ...answer(Shop) },
        delete: { ...inPath(short), responses: { 204: { description: 'gone' } } },
      },
    }),
  );
  const made = (await ask('POST', '/shops', { name: 'A' })).body.shopId;
  expect((await ask('DELETE', `/shops/${made}`)).status).toBe(204);
  for (const { shopId } of (await ask('GET', '/shops')).body) expect(shopId.length).toBeLessThanOrEqual(5);
});
