import { afterAll, describe, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

const whole = { type: 'integer' };
const yes = { type: 'boolean' };
const object = (properties: object): object => ({ type: 'object', properties });
const items = { type: 'array', items: object({ id: whole, amount: whole }) };
const link = object({ href: { type: 'string', format: 'uri' } });
const links = object({ self: link, first: link, prev: link, next: link, last: link });

async function page<T>(schema: object, query: string): Promise<T> {
  const mock = await paged(schema);
  const response = await mock.fetch(new Request(`http://localhost/orders${query}`));
  return (await response.json()) as T;
}

const BY_NUMBER = [
  { name: 'page', in: 'query', schema: { type: 'integer', minimum: 0, default: 0 } },
  { name: 'size', in: 'query', schema: { type: 'integer', default: 4 } },
  { name: 'sort', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
];

async function paged(schema: object, parameters: readonly object[] = BY_NUMBER): Promise<StandinMock> {
  const answer = { description: '', content: { 'application/json': { schema } } };
  const mock = await createMock({
    document: {
      openapi: '3.1.0',
      info: { title: 'orders', version: '1' },
      paths: { '/orders': { get: { parameters, responses: { 200: answer } } } },
    },
  });
  open.push(mock);
  return mock;
}

describe('A page', () => {
  test('in HAL links to itself and its neighbours, and to none that there is not', async () => {
    const hal = object({ _embedded: object({ orders: items }), _links: links });
    const first = await page<{ _links: object; _embedded: { orders: object[] } }>(hal, '?size=4');
    expect(first._embedded.orders).toHaveLength(4);
    const at = (query: string): object => ({ href: `http://localhost/orders?${query}` });
    expect(first._links).toEqual({
      self: at('size=4'),
      first: at('size=4&page=0'),
      next: at('size=4&page=1'),
      last: at('size=4&page=2'),
    });
    const last = await page<{ _links: object }>(hal, '?size=4&page=2');
    expect(last._links).toEqual({
      self: at('size=4&page=2'),
      first: at('size=4&page=0'),
      prev: at('size=4&page=1'),
      last: at('size=4&page=2'),
    });
  });

  test('says where it is in strings where the document has strings, and whether there is one before', async () => {
    const text = { type: 'string' };
    const schema = object({
      data: items,
      pagination: object({ current_page: text, page_count: text, has_prev_page: yes }),
    });
    const second = await page<{ pagination: object }>(schema, '?size=4&page=1');
    expect(second.pagination).toEqual({ current_page: '1', page_count: '3', has_prev_page: true });
    const first = await page<{ pagination: object }>(schema, '?size=4&page=0');
    expect(first.pagination).toMatchObject({ current_page: '0', has_prev_page: false });
  });

  test('says what to request next in an object, and null on the last page', async () => {
    const text = { type: 'string' };
    const next = { type: ['object', 'null'], properties: { page: text, path: text, uri: { ...text, format: 'uri' } } };
    const schema = object({ data: items, next_page: next });
    const first = await page<{ next_page: object; data: object[] }>(schema, '?size=6');
    expect(first.data).toHaveLength(6);
    const path = '/orders?size=6&page=1';
    expect(first.next_page).toEqual({ page: '1', path, uri: `http://localhost${path}` });
    const last = await page<{ next_page: unknown; data: object[] }>(schema, '?size=6&page=1');
    expect(last.data).not.toHaveLength(0);
    expect(last.next_page).toBeNull();
  });

  test('names the property of its list beside its links, and has no invented page before the first', async () => {
    const url = { type: 'string', format: 'uri' };
    const turn = { ...url, type: ['string', 'null'] };
    const meta = object({ key: { type: 'string' }, url, next_page_url: turn, previous_page_url: turn });
    const first = await page<{ meta: object }>(object({ orders: items, meta }), '?size=4');
    expect(first.meta).toEqual({
      key: 'orders',
      url: 'http://localhost/orders?size=4',
      next_page_url: 'http://localhost/orders?size=4&page=1',
      previous_page_url: null,
    });
  });

  test('links to the host by which it was asked for, whichever links it has', async () => {
    const mock = await paged(object({ orders: items, links: object({ first: { type: 'string', format: 'uri' } }) }));
    for (const host of ['one.example', 'two.example']) {
      const response = await mock.fetch(new Request('http://localhost/orders?size=4', { headers: { host } }));
      expect(await response.json()).toMatchObject({ links: { first: `http://${host}/orders?size=4&page=0` } });
    }
  });

  test('says where it stands', async () => {
    const counted = object({
      ...{ content: items, totalElements: whole, totalPages: whole, size: whole, number: whole },
      ...{ numberOfElements: whole, first: yes, last: yes, empty: yes },
    });
    const all = { totalElements: 10, totalPages: 3, size: 4 };
    expect(await page(counted, '?page=0')).toMatchObject({
      ...all,
      number: 0,
      numberOfElements: 4,
      first: true,
      last: false,
      empty: false,
    });
    expect(await page(counted, '?page=2')).toMatchObject({
      ...all,
      number: 2,
      numberOfElements: 2,
      first: false,
      last: true,
      empty: false,
    });
    expect(await page(counted, '?page=3')).toMatchObject({
      ...all,
      number: 3,
      numberOfElements: 0,
      first: false,
      last: true,
      empty: true,
    });
  });

  test.each([['amount,desc'], ['-amount'], ['amount:desc'], ['amount%20desc']])('is sorted by %s', async (sort) => {
    const rows = await page<readonly { amount: number }[]>(items, `?sort=${sort}&size=10`);
    const amounts = rows.map(({ amount }) => amount);
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    expect(new Set(amounts).size).toBeGreaterThan(1);
  });
});

test('No link repeats the key that a request carries in its query', async () => {
  const mock = await createMock({
    document: {
      openapi: '3.1.0',
      info: { title: 'orders', version: '1' },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'client key' } } },
      security: [{ key: [] }],
      paths: {
        '/orders': {
          get: {
            parameters: [
              { name: 'page', in: 'query', schema: { type: 'integer', minimum: 0, default: 0 } },
              { name: 'size', in: 'query', schema: { type: 'integer', default: 4 } },
            ],
            responses: {
              200: {
                description: '',
                content: {
                  'application/json': { schema: object({ _embedded: object({ orders: items }), _links: links }) },
                },
              },
            },
          },
        },
      },
    },
  });
  open.push(mock);
  const response = await mock.fetch(new Request('http://localhost/orders?client%20key=s3cret&page=1&size=2'));
  const { _links } = (await response.json()) as { _links: Record<string, { href: string }> };
  expect(_links['self']?.href).toMatch(/\/orders\?page=1&size=2$/);
  expect(_links['next']?.href).toMatch(/\/orders\?size=2&page=2$/);
  expect(JSON.stringify(_links)).not.toContain('s3cret');
});

test('A cursor that is called an iterator leads through a list that says when it is done', async () => {
  const parameters = ['iterator', 'limit'].map((name) => ({
    name,
    in: 'query',
    schema: { type: name === 'limit' ? 'integer' : ['string', 'null'] },
  }));
  const schema = object({ data: items, iterator: { type: ['string', 'null'] }, done: yes });
  const mock = await paged(schema, parameters);
  const ids: number[] = [];
  let next = '';
  for (let count = 0; count < 20; count += 1) {
    const response = await mock.fetch(new Request(`http://localhost/orders?limit=3${next}`));
    const { data, iterator, done } = (await response.json()) as {
      data: { id: number }[];
      iterator: string;
      done: boolean;
    };
    ids.push(...data.map(({ id }) => id));
    if (done) break;
    next = `&iterator=${encodeURIComponent(iterator)}`;
  }
  expect(ids).toHaveLength(10);
  expect(new Set(ids).size).toBe(10);
});
