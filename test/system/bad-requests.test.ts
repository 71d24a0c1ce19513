import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type StandinMock } from '../../src/library/index.ts';
import { PETSTORE } from './harness.ts';
import { exchange, statusOf } from './raw.ts';

let mock: StandinMock;
let url: string;
let before: string;
const defects: unknown[] = [];

beforeAll(async () => {
  mock = await createMock({ ...PETSTORE, onDefect: (error) => defects.push(error) });
  url = (await mock.listen({ port: 0 })).url;
  before = await state();
});
afterAll(() => mock.close());

async function state(): Promise<string> {
  return JSON.stringify(await mock.world('default').snapshot());
}

/** After every case: alive, unchanged, nothing ours went wrong, nothing leaked. */
async function unharmed(answer: string): Promise<void> {
  expect(answer).not.toMatch(/node_modules|\/src\/|\.ts:\d|at .*\(.*:\d+:\d+\)/);
  const next = await fetch(`${url}/pets/1`);
  expect(next.status).toBe(200);
  await next.arrayBuffer();
  expect(await state()).toBe(before);
  expect(defects.splice(0)).toEqual([]);
}

const HOST = 'Host: localhost\r\n';
const CLOSE = 'Connection: close\r\n';
const get = (path: string, fields = ''): string => `GET ${path} HTTP/1.1\r\n${HOST}${fields}Connection: close\r\n\r\n`;
const post = (path: string, body: string, fields = 'Content-Type: application/json\r\n'): string =>
  `POST ${path} HTTP/1.1\r\n${HOST}${fields}Content-Length: ${Buffer.byteLength(body, 'latin1')}\r\nConnection: close\r\n\r\n${body}`;
const PET = '{"name":"x","categoryId":1';

describe('framing and request lines', () => {
  it.each<[string, string, readonly number[]]>([
    ['no Host', 'GET /pets HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
    ['two Host fields', `GET /pets HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`, [400]],
    ['a Host with a path', 'GET /pets HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n', [400]],
    ['a Host with user info', 'GET /pets HTTP/1.1\r\nHost: u:p@evil\r\nConnection: close\r\n\r\n', [400]],
    ['a Host with an impossible port', 'GET /pets HTTP/1.1\r\nHost: a:99999\r\nConnection: close\r\n\r\n', [400]],
    ['an absolute target', `GET http://evil.example/pets HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [200, 400]],
    ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 505, 0]],
    ['a TLS hello on the plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400, 0]],
    ['an unknown method', `FOO /pets HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [400, 501]],
    ['TRACE', `TRACE /pets HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [405, 501]],
    [
      'content-length beside transfer-encoding',
      `POST /pets HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      [400],
    ],
    ['two content-lengths', `POST /pets HTTP/1.1\r\n${HOST}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`, [400]],
    ['a negative content-length', `POST /pets HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`, [400]],
    ['an unknown transfer coding', `POST /pets HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n`, [400, 501]],
    ['a bad chunk size', `POST /pets HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, [400]],
    ['NUL in a field', `GET /pets HTTP/1.1\r\n${HOST}X-A: a\x00b\r\n\r\n`, [400]],
    ['an unknown expectation', get('/pets', 'Expect: x\r\n'), [417, 200]],
    ['a target of 20 000 characters', get(`/pets?name=${'a'.repeat(20_000)}`), [431, 414]],
    ['a raw non-ASCII path', get('/p\xe9ts'), [400, 404]],
    ['a space in the path', 'GET /pe ts HTTP/1.1\r\nHost: a\r\n\r\n', [400]],
    [
      'two content types',
      `POST /pets HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
      [400],
    ],
    ['two credentials', get('/pets', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'), [400]],
    ['a field named __proto__', get('/pets', '__proto__: x\r\n'), [200]],
  ])('%s', async (_, bytes, statuses) => {
    const answer = await exchange(url, bytes);
    expect(statuses).toContain(statusOf(answer));
    await unharmed(answer);
  });

  it('many small fields are accepted', async () => {
    const answer = await exchange(
      url,
      get('/pets', Array.from({ length: 500 }, (_, index) => `X-${index}: 1\r\n`).join('')),
    );
    expect([200, 431]).toContain(statusOf(answer));
    await unharmed(answer);
  });
});

describe('paths and queries', () => {
  it.each<[string, readonly number[]]>([
    ['//pets', [404]],
    ['///', [404]],
    ['/pets/', [404]],
    ['/./pets', [200]],
    ['/store/../pets', [200]],
    ['/store/%2e%2e/pets', [200]],
    ['/pets/%zz', [400]],
    ['/pets/%', [400]],
    ['/pets/%ff', [400]],
    ['/pets/%c0%ae', [400]],
    ['/pets/%00', [400, 422]],
    ['/pets/1%2F2', [422]],
    ['/pets/..%2f..%2fetc%2fpasswd', [422]],
    ['/pets/__proto__', [422]],
    ['/pets/constructor', [422]],
    [`/pets/${'9'.repeat(400)}`, [404, 422]],
    ['/pets/9223372036854775807', [404]],
    ['/pets/9223372036854775808', [422]],
    ['/pets/1.0', [422, 404]],
    ['/pets/0x10', [422]],
    ['/pets/1e3', [422]],
    ['/pets?limit=%zz', [400]],
    ['/pets?limit=1&limit=2', [400, 422]],
    ['/pets?__proto__=1&__proto__=2&constructor=1', [200]],
    ['/pets?limit=0x10', [422]],
    ['/pets?limit=%201', [422]],
    ['/pets?limit=', [422]],
    ['/pets?name=a+b%20c', [200]],
    [`/pets?${'a=1&'.repeat(3000)}`, [200, 400, 414]],
    ['/pets?a[][][]=1', [200]],
  ])('GET %s', async (path, statuses) => {
    const answer = await exchange(url, get(path));
    expect(statuses).toContain(statusOf(answer));
    await unharmed(answer);
  });
});

describe('bodies', () => {
  it.each<[string, string, readonly number[]]>([
    ['a trailing comma', post('/pets', `${PET},}`), [400]],
    ['NaN', post('/pets', `${PET},"x":NaN}`), [400]],
    ['single quotes', post('/pets', "{'name':'x'}"), [400]],
    ['a comment', post('/pets', `${PET} /* no */}`), [400]],
    ['two values', post('/pets', `${PET}}{}`), [400]],
    ['nothing', post('/pets', ''), [400, 422]],
    ['white space', post('/pets', '   '), [400, 422]],
    ['a byte that is not UTF-8', post('/pets', `${PET},"description":"\xff"}`), [400]],
    ['duplicate keys', post('/pets', `${PET},"name":"y"}`), [400]],
    ['depth 10 000', post('/pets', `${'['.repeat(10_000)}${']'.repeat(10_000)}`), [400]],
    ['an integer past int64', post('/pets', '{"name":"x","categoryId":9223372036854775808}'), [422]],
    ['1e400', post('/pets', '{"name":"x","categoryId":1e400}'), [422]],
    ['an integer of 400 digits', post('/pets', `{"name":"x","categoryId":${'9'.repeat(400)}}`), [422]],
    ['no content type', post('/pets', `${PET}}`, ''), [415]],
    [
      'a charset that is not UTF-8',
      post('/pets', `${PET}}`, 'Content-Type: application/json; charset=utf-16\r\n'),
      [415, 400],
    ],
    ['another +json type', post('/pets', `${PET}}`, 'Content-Type: application/vnd.api+json\r\n'), [415]],
    ['a malformed type', post('/pets', `${PET}}`, 'Content-Type: json\r\n'), [415]],
    [
      'a content coding',
      post('/pets', `${PET}}`, 'Content-Type: application/json\r\nContent-Encoding: gzip\r\n'),
      [415],
    ],
    ['multipart without boundary', post('/pets', 'x', 'Content-Type: multipart/form-data\r\n'), [415]],
    ['a form', post('/pets', 'name=%zz', 'Content-Type: application/x-www-form-urlencoded\r\n'), [415]],
    ['a body on GET', `GET /pets HTTP/1.1\r\n${HOST}Content-Length: 2\r\nConnection: close\r\n\r\n{}`, [200]],
  ])('%s', async (_, bytes, statuses) => {
    const answer = await exchange(url, bytes);
    expect(statuses).toContain(statusOf(answer));
    await unharmed(answer);
  });

  it('of 100 MB, announced or chunked, are refused without being kept', async () => {
    const announced = await exchange(
      url,
      `POST /pets HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 104857600\r\n\r\n{`,
    );
    expect(statusOf(announced)).toBe(413);
    const chunk = `${(65_536).toString(16)}\r\n${'a'.repeat(65_536)}\r\n`;
    const chunked = await exchange(
      url,
      `POST /pets HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(40)}`,
      1_500,
    );
    expect([413, 0]).toContain(statusOf(chunked));
    await unharmed(announced);
  });

  it('that stop half-way change nothing', async () => {
    await exchange(
      url,
      `POST /pets HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n${PET}`,
      100,
    );
    await unharmed('');
  });
});

it('answers a thousand pipelined requests in order', async () => {
  const ids = Array.from({ length: 1000 }, (_, index) => (index % 40) + 1);
  // The last one closes the connection: how long the answers take decides nothing.
  const bytes = ids.map((id, at) => `GET /pets/${id} HTTP/1.1\r\n${HOST}${at === 999 ? CLOSE : ''}\r\n`).join('');
  const answer = await exchange(url, bytes, 50_000);
  expect([...answer.matchAll(/\{"id":(\d+)/g)].map(([, id]) => Number(id))).toEqual(ids);
});

it('keeps names like __proto__ as data and pollutes nothing', async () => {
  const world = mock.world('pollution');
  const send = (body: string, type: string, method: string, path: string): Promise<Response> =>
    world.fetch(new Request(`http://localhost${path}`, { method, body, headers: { 'content-type': type } }));
  await send(
    '{"name":"x","categoryId":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    'application/json',
    'POST',
    '/pets',
  );
  await send('{"__proto__":{"polluted":1},"name":"y"}', 'application/merge-patch+json', 'PATCH', '/pets/1');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it('keeps the digits of an int64 from end to end', async () => {
  const world = mock.world('int64');
  const put = await mock.control(
    new Request('http://localhost/_standin/state?world=int64', {
      method: 'PUT',
      body: JSON.stringify({ collections: { categories: { nextId: '9007199254740993', entities: [] } } }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  expect(put.status).toBe(204);
  const created = await world.fetch(
    new Request('http://localhost/categories', {
      method: 'POST',
      body: '{"name":"big"}',
      headers: { 'content-type': 'application/json' },
    }),
  );
  expect(await created.text()).toContain('"id":9007199254740993');
  expect(created.headers.get('location')).toBe('/categories/9007199254740993');
  const read = await world.fetch(new Request('http://localhost/categories/9007199254740993'));
  expect(await read.text()).toContain('"id":9007199254740993');
});

it('tells a client that asks first to send what it takes, and refuses what is too long at once', async () => {
  const asks = (length: number, more = ''): string =>
    `POST /pets HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n${more}\r\n`;
  const refused = await exchange(url, asks(99_000_000));
  expect(refused).toMatch(/^HTTP\/1\.1 413 /);
  expect(refused).not.toContain('100 Continue');
  // What is left of the connection would be read as the content.
  expect(refused.toLowerCase()).toContain('\r\nconnection: close\r\n');
  const body = '{"name":7}';
  expect(await exchange(url, `${asks(body.length, 'Connection: close\r\n')}${body}`)).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /,
  );
  await unharmed('');
});

it('sends faults as a broken server would', async () => {
  for (const [fault, expected] of [
    ['reset', ''],
    ['empty', ''],
    ['hang', ''],
  ] as const) {
    const silence = fault === 'hang' ? 300 : 20_000;
    expect(await exchange(url, get('/pets', `Prefer: fault=${fault}\r\n`), silence)).toBe(expected);
  }
  expect(await exchange(url, get('/pets', 'Prefer: fault=garbage\r\n'), 20_000)).toContain('garbage');
  await unharmed('');
});
