import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type StandinMock } from '../../src/library/index.ts';
import { EVERYTHING } from './everything.ts';
import { exchange, statusOf } from './raw.ts';

let mock: StandinMock;
let url: string;
let before: string;
const defects: unknown[] = [];

beforeAll(async () => {
  mock = await createMock({ document: EVERYTHING, onDefect: (error) => defects.push(error) });
  url = (await mock.listen({ port: 0 })).url;
  // A resource is seeded when it is first asked for.
  await mock.fetch(new Request('http://localhost/items'));
  before = await state();
});
afterAll(() => mock.close());

async function state(): Promise<string> {
  return JSON.stringify(await mock.world('default').snapshot());
}

/** After every case: alive, unchanged, nothing ours went wrong, nothing leaked. */
async function answered(bytes: string | Uint8Array): Promise<string> {
  const answer = await exchange(url, bytes);
  expect(answer).not.toMatch(/node_modules|\/src\/|\.ts:\d|at .*\(.*:\d+:\d+\)/);
  const next = await fetch(`${url}/both`);
  expect(next.status).toBe(200);
  await next.arrayBuffer();
  expect(await state()).toBe(before);
  expect(defects.splice(0)).toEqual([]);
  return answer;
}

const HOST = 'Host: localhost\r\n';
const ask = (line: string, fields = '', body = ''): string =>
  `${line} HTTP/1.1\r\n${HOST}${fields}${body === '' ? '' : `Content-Length: ${Buffer.byteLength(body, 'latin1')}\r\n`}Connection: close\r\n\r\n${body}`;
const fieldOf = (answer: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(answer)?.[1];

describe('request lines and framing', () => {
  it('M06 OPTIONS of the server itself names what it knows', async () => {
    const answer = await answered(ask('OPTIONS *'));
    expect(statusOf(answer)).toBe(204);
    expect(fieldOf(answer, 'allow')).toContain('GET');
  });

  it.each<[string, string, readonly number[]]>([
    ['M04 an empty Host', 'GET /both HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n', [200, 400]],
    ['M05 HTTP/1.0 without a Host, as health probes speak', 'GET /both HTTP/1.0\r\n\r\n', [200]],
    ['M05 HTTP/0.9', 'GET /both\r\n\r\n', [400, 505, 0]],
    ['M05 HTTP/2.0 as text', `GET /both HTTP/2.0\r\n${HOST}\r\n`, [505]],
    ['M08 CONNECT', `CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n`, [400, 404, 405, 501, 0]],
    ['M10 a bare line feed', 'GET /both HTTP/1.1\nHost: a\nConnection: close\n\n', [400]],
    ['M10 a folded field', `GET /both HTTP/1.1\r\n${HOST}X-A: a\r\n b\r\nConnection: close\r\n\r\n`, [400]],
    [
      'M10 chunked and then gzip',
      `POST /items HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, gzip\r\n\r\n`,
      [400, 501],
    ],
    [
      'M11 a chunk extension of 20 KB',
      `POST /items HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
      [400, 413],
    ],
    ['M13 five thousand fields', ask('GET /both', 'X-A: 1\r\n'.repeat(5_000)), [431]],
    ['M18 an encoded NUL in a path', ask('GET /items/a%00b'), [400, 422]],
    ['M21 a query of 100 KB', ask(`GET /both?q=${'a'.repeat(100_000)}`), [414, 431]],
    ['M22 a field with eight-bit text', ask('GET /both', 'X-A: \xe9\xff\r\n'), [200, 400]],
    ['M27 content of a DELETE that documents none', ask('DELETE /items/none', '', '{}'), [404, 204, 400, 415]],
  ])('%s', async (_, bytes, statuses) => {
    expect(statuses).toContain(statusOf(await answered(bytes)));
  });

  it.each(['__proto__', 'constructor', '..%2F..%2Fetc%2Fpasswd', '%F0%9F%98%80', 'x'.repeat(7_000), '%25', 'a%2Fb'])(
    'M16 M19 an id (%#) is only an unknown name',
    async (id) => {
      expect(statusOf(await answered(ask(`GET /items/${id}`, 'Prefer: none\r\n')))).toBeLessThan(500);
    },
  );
});

describe('bodies that are not JSON', () => {
  const boundary = 'Content-Type: multipart/form-data; boundary=b\r\n';
  const part = (fields: string, text: string): string =>
    `--b\r\nContent-Disposition: form-data; ${fields}\r\n\r\n${text}\r\n`;
  it.each<[string, string, string, readonly number[]]>([
    ['M36 no boundary', 'Content-Type: multipart/form-data\r\n', 'x', [400, 415]],
    ['M36 no final boundary', boundary, part('name="file"', 'x'), [400, 422]],
    ['M36 ten thousand parts', boundary, `${part('name="a"', 'x').repeat(10_000)}--b--\r\n`, [400, 413, 422]],
    ['M36 a huge part header', boundary, `--b\r\nX-A: ${'a'.repeat(200_000)}\r\n\r\nx\r\n--b--\r\n`, [400, 413, 422]],
    ['M36 no part at all', boundary, '--b--\r\n', [400, 422]],
    ['M37 a malformed escape', 'Content-Type: application/x-www-form-urlencoded\r\n', 'note=%zz', [400]],
    [
      'M37 a million pairs',
      'Content-Type: application/x-www-form-urlencoded\r\n',
      'a&'.repeat(400_000),
      [400, 413, 422],
    ],
    ['M37 nested names', 'Content-Type: application/x-www-form-urlencoded\r\n', 'a[b][c][d]=1', [400, 422]],
    ['M35 a content coding', `${boundary}Content-Encoding: br\r\n`, 'x', [415]],
  ])('%s', async (_, fields, body, statuses) => {
    expect(statuses).toContain(statusOf(await answered(ask('POST /uploads', fields, body))));
  });

  it('M36 a file name is never a path', async () => {
    const body = `${part('name="file"; filename="../../../../tmp/standin-escaped"', 'x')}--b--\r\n`;
    expect(statusOf(await answered(ask('POST /uploads', boundary, body)))).toBe(204);
  });

  it('M30 M33 depth of a million and lone surrogates', async () => {
    const type = 'Content-Type: application/json\r\n';
    expect(statusOf(await answered(ask('POST /items', type, `${'['.repeat(500_000)}`)))).toBe(400);
    const mirror = await createMock({ document: EVERYTHING });
    const made = await mock.world('surrogates').fetch(
      new Request('http://localhost/items', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"a\\ud800b\\u0000"}',
      }),
    );
    expect([201, 400, 422]).toContain(made.status);
    if (made.status === 201) expect(JSON.parse(await made.text())).toMatchObject({ name: 'a\ud800b\u0000' });
    await mirror.close();
  });
});

describe('negotiation, methods and credentials', () => {
  it.each<[string, string, readonly number[]]>([
    ['application/xml', 'M38', [406]],
    ['*/*;q=0', 'M38', [406]],
    ['text/*', 'M38', [200]],
    [';;;,q=', 'M38', [200]],
    ['a/b,'.repeat(2_000), 'M38', [406, 200]],
  ])('M38 Accept (%#)', async (accept, _, statuses) => {
    const answer = await answered(ask('GET /both', `Accept: ${accept}\r\nPrefer: handling=strict\r\n`));
    expect(statuses).toContain(statusOf(answer));
    if (statusOf(answer) === 406) expect(answer).toContain('application/json');
  });

  it('M39 M40 HEAD is GET without a body, OPTIONS and 405 name the methods of the path', async () => {
    const head = await answered(ask('HEAD /both'));
    expect(statusOf(head)).toBe(200);
    expect(head.split('\r\n\r\n')[1]).toBe('');
    for (const method of ['OPTIONS', 'PATCH', 'TRACE']) {
      const answer = await answered(ask(`${method} /items/1`));
      expect(statusOf(answer)).toBe(method === 'OPTIONS' ? 204 : 405);
      for (const name of ['GET', 'HEAD', 'PUT', 'DELETE']) expect(fieldOf(answer, 'allow')).toContain(name);
    }
  });

  it.each<[string, string, string, readonly number[]]>([
    ['a scheme in capitals', '/secret', 'Authorization: BEARER x\r\n', [200]],
    ['an empty token', '/secret', 'Authorization: Bearer \r\n', [401, 400]],
    ['base64 that is none', '/secret', 'Authorization: Basic !!!\r\n', [401]],
    ['a token in two places', '/secret?access_token=x', 'Authorization: Bearer x\r\n', [400]],
    ['a key in the wrong place', '/secret', 'access_token: x\r\n', [401, 200]],
    ['a scheme that nobody asked for', '/secret', 'Authorization: Digest x\r\n', [401]],
  ])('M41 %s', async (_, path, fields, statuses) => {
    const answer = await answered(ask(`GET ${path}`, fields));
    expect(statuses).toContain(statusOf(answer));
    if (statusOf(answer) === 401) expect(fieldOf(answer, 'www-authenticate')).toMatch(/Bearer|Basic/);
  });

  it('M42 fields of the document that no field can carry are made safe, and never split', async () => {
    const answer = await answered(ask('GET /fields'));
    expect(statusOf(answer)).toBe(200);
    expect(answer).not.toMatch(/^X-Evil:/im);
    for (const name of ['x-split', 'x-emoji', 'x-nul']) expect(fieldOf(answer, name)).toBeDefined();
  });

  it.each(['Host: evil.example', `${HOST.trim()}\r\nOrigin: null`, `${HOST.trim()}\r\nOrigin: http://evil.example`])(
    'M55 a control request with %j is refused, and allows no page to read it',
    async (fields) => {
      const answer = await answered(`POST /_standin/reset HTTP/1.1\r\n${fields}\r\nConnection: close\r\n\r\n`);
      expect(statusOf(answer)).toBe(403);
      expect(fieldOf(answer, 'access-control-allow-origin')).toBeUndefined();
    },
  );
});

describe('writes at once', () => {
  it('M43 of a hundred, none is lost, and of those with the same If-Match exactly one succeeds', async () => {
    const world = mock.world('writers');
    const send = (method: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
      world.fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{"name":"x"}' }),
        }),
      );
    const made = await Promise.all(Array.from({ length: 100 }, () => send('POST', '/items')));
    const ids = await Promise.all(made.map(async (each) => ((await each.json()) as { id: string }).id));
    expect(new Set(ids).size).toBe(100);
    const read = await send('GET', `/items/${ids[0]}`);
    const etag = read.headers.get('etag') ?? '';
    const puts = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        world.fetch(
          new Request(`http://localhost/items/${ids[0]}`, {
            method: 'PUT',
            headers: { 'content-type': 'application/json', 'if-match': etag },
            body: JSON.stringify({ name: `n${index}` }),
          }),
        ),
      ),
    );
    expect(puts.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(puts.filter(({ status }) => status === 412)).toHaveLength(49);
    const ends = await Promise.all([
      send('DELETE', `/items/${ids[1]}`),
      send('PUT', `/items/${ids[1]}`),
      send('GET', '/items'),
    ]);
    for (const { status } of ends) expect(status).toBeLessThan(500);
  });
});

it('M54 the same seed gives the same bytes in any time zone and language', async () => {
  const { TZ, LANG } = process.env;
  const texts: string[] = [];
  for (const [zone, language] of [
    ['UTC', 'C'],
    ['Pacific/Kiritimati', 'tr_TR.UTF-8'],
  ] as const) {
    process.env['TZ'] = zone;
    process.env['LANG'] = language;
    const own = await createMock({ document: EVERYTHING, seed: 7, now: '2026-12-01' });
    texts.push(await (await own.fetch(new Request('http://localhost/items'))).text());
    await own.close();
  }
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
  if (LANG === undefined) delete process.env['LANG'];
  else process.env['LANG'] = LANG;
  expect(texts[0]).toBe(texts[1]);
});
