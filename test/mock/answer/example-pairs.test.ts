import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const json = (schema: object, examples: Record<string, unknown>) => ({
  'application/json': {
    schema,
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  },
});
const named = (place: string, name: string, values: Record<string, unknown>) => ({
  in: place,
  name,
  schema: { type: 'string' },
  examples: Object.fromEntries(Object.entries(values).map(([each, value]) => [each, { value }])),
});
const city = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } };
const price = { type: 'object', properties: { price: { type: 'integer' } } };
const reason = { type: 'object', properties: { reason: { type: 'string' } } };
const weather = { type: 'object', properties: { degrees: { type: 'integer' } } };

const document = {
  openapi: '3.1.0',
  info: { title: 'Travel', version: '1' },
  paths: {
    '/quote': {
      post: {
        requestBody: {
          content: json(city, {
            far: { city: 'Lima', days: 3 },
            near: { days: 2, city: 'Rome' },
            sea: { city: 'Atlantis' },
          }),
        },
        responses: {
          200: { description: 'a price', content: json(price, { far: { price: 900 }, near: { price: 90 } }) },
          404: { description: 'no such city', content: json(reason, { sea: { reason: 'under water' } }) },
        },
      },
    },
    '/weather': {
      get: {
        parameters: [
          named('query', 'city', { cold: 'Oslo', hot: 'Cairo', windy: 'Cairo' }),
          named('header', 'X-Season', { windy: 'spring' }),
        ],
        responses: {
          200: {
            description: 'the weather',
            headers: {
              'X-Sky': { schema: { type: 'string' }, examples: { cold: { value: 'grey' }, hot: { value: 'blue' } } },
            },
            content: json(weather, { cold: { degrees: 3 }, hot: { degrees: 33 }, windy: { degrees: 21 } }),
          },
        },
      },
    },
    '/order': {
      post: {
        requestBody: {
          content: {
            'application/xml': {
              schema: { type: 'object', xml: { name: 'order' }, properties: { count: { type: 'integer' } } },
              examples: {
                one: { value: '<order><count>1</count></order>' },
                two: { value: '<order><count>2</count></order>' },
              },
            },
          },
        },
        responses: { 200: { description: 'a price', content: json(price, { one: { price: 5 }, two: { price: 10 } }) } },
      },
    },
    '/alike': {
      post: {
        requestBody: { content: json(city, { basic: { city: 'Rome' } }) },
        responses: {
          200: { description: 'a price', content: json(price, {}) },
          400: { description: 'wrong', content: json(reason, { basic: { reason: 'wrong' } }) },
        },
      },
    },
  },
};

const ask = async (path: string, body?: object, headers: Record<string, string> = {}): Promise<unknown> => {
  const mock = await createMock({ document });
  const sent =
    body === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await mock.fetch(new Request(`http://mock${path}`, sent));
  const found = [response.status, await response.json()];
  await mock.close();
  return found;
};

test('a request that repeats an example gets the answer of the same name', async () => {
  expect(await ask('/quote', { city: 'Rome', days: 2 })).toEqual([200, { price: 90 }]);
  expect(await ask('/quote', { city: 'Lima', days: 3 })).toEqual([200, { price: 900 }]);
  expect(await ask('/weather?city=Cairo')).toEqual([200, { degrees: 33 }]);
  expect(await ask('/weather?city=Oslo')).toEqual([200, { degrees: 3 }]);
});

test('the name that more of the request repeats decides', async () => {
  expect(await ask('/weather?city=Cairo', undefined, { 'X-Season': 'spring' })).toEqual([200, { degrees: 21 }]);
});

test('a request that repeats none gets the first example', async () => {
  expect(await ask('/quote', { city: 'Rome', days: 3 })).toEqual([200, { price: 900 }]);
  expect(await ask('/weather?city=Bern')).toEqual([200, { degrees: 3 }]);
});

test('an error is answered only where other names belong to successes', async () => {
  expect(await ask('/quote', { city: 'Atlantis' })).toEqual([404, { reason: 'under water' }]);
  expect(await ask('/alike', { city: 'Rome' })).toEqual([200, { price: expect.any(Number) }]);
});

test('what the client prefers comes first', async () => {
  const wish = { prefer: 'example=far' };
  expect(await ask('/quote', { city: 'Rome', days: 2 }, wish)).toEqual([200, { price: 900 }]);
});

test('fields of the answer that have an example of the same name have its value', async () => {
  const mock = await createMock({ document });
  const skyOf = async (city: string, headers: Record<string, string> = {}) =>
    (await mock.fetch(new Request(`http://mock/weather?city=${city}`, { headers }))).headers.get('x-sky');
  expect([await skyOf('Cairo'), await skyOf('Oslo')]).toEqual(['blue', 'grey']);
  expect(await skyOf('Oslo', { prefer: 'example=hot' })).toBe('blue');
  await mock.close();
});

test('an example that is written as XML is repeated by its values', async () => {
  const mock = await createMock({ document });
  const body = '<?xml version="1.0"?>\n<order>\n  <count>2</count>\n</order>';
  const headers = { 'content-type': 'application/xml' };
  const response = await mock.fetch(new Request('http://mock/order', { method: 'POST', headers, body }));
  expect(await response.json()).toEqual({ price: 10 });
  await mock.close();
});
