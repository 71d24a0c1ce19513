import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const text = { type: 'string' };
const object = (properties: object): object => ({ type: 'object', properties, required: Object.keys(properties) });
const answers = (status: number, schema: object): object => ({
  [status]: { description: '', content: { 'application/json': { schema } } },
});
const address = object({ street: text, city: text });
const stop = object({ at: text });
const shop = object({ id: text, address, stops: { type: 'array', items: stop } });
/** The same, with something more in each part: a place on the map, a number. */
const larger = object({
  id: text,
  address: object({ street: text, city: text, place: object({ x: { type: 'number' } }) }),
  stops: { type: 'array', items: object({ at: text, number: { type: 'integer' } }) },
  // What is a text where it is sent is a number where it is shown.
  code: { type: 'integer' },
});
const ID = [{ name: 'id', in: 'path', required: true, schema: text }];

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'shops', version: '1' },
  paths: {
    '/shops': {
      get: { responses: answers(200, { type: 'array', items: shop }) },
      post: { requestBody: { content: { 'application/json': { schema: shop } } }, responses: answers(201, larger) },
    },
    '/shops/{id}': { parameters: ID, get: { responses: answers(200, shop) } },
  },
};

test('an answer that shows more of a part has the rest of it as it was sent', async () => {
  const ask = await asking(DOCUMENT);
  const sent = {
    id: 'corner',
    address: { street: 'High Street 1', city: 'Ely' },
    stops: [{ at: 'Station' }, { at: 'Market' }],
    code: 'seven',
  };
  const { status, body } = await ask('POST', '/shops', sent);
  expect(status).toBe(201);
  expect(body).toMatchObject({ id: 'corner', address: sent.address, stops: sent.stops });
  expect([typeof body.address.place.x, typeof body.stops[1].number, typeof body.code]).toEqual([
    'number',
    'number',
    'number',
  ]);
});
