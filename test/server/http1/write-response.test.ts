import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';
import type { PreparedAnswer } from '../../../src/server/exchange/translate.ts';
import { createWriteBatch } from '../../../src/server/http1/write-batch.ts';
import { createSocketWriter } from '../../../src/server/http1/write-response.ts';
import { PETSTORE } from '../../system/harness.ts';
import { exchange } from '../../system/raw.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function served(fastSockets = true): Promise<{ readonly mock: StandinMock; readonly url: string }> {
  const mock = await createMock({ ...PETSTORE, seed: 7, fastSockets });
  open.push(mock);
  return { mock, url: (await mock.listen({ port: 0 })).url };
}

const CLOSE = 'Connection: close';
function get(path: string, ...lines: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
}
function post(name: string, ...more: readonly string[]): string {
  const body = JSON.stringify({ name, categoryId: 1, status: 'available' });
  const lines = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...more];
  return [`POST /pets HTTP/1.1`, 'Host: localhost', ...lines, '', body].join('\r\n');
}

describe.each([
  ['with the fast path', true],
  ['without the fast path', false],
])('one connection %s', (_, fastSockets) => {
  test('gives the answers in the order of the requests that came in one packet, by whichever path they are written', async () => {
    const { url } = await served(fastSockets);
    const asked = [
      get('/pets/1', 'Prefer: wait=0.05'),
      get('/pets/2'),
      post('Ada'),
      get('/_standin/health'),
      get('/pets/3'),
      post('Bo'),
      get('/pets/%34'),
      get('/pets/5', CLOSE),
    ];
    const answer = await exchange(url, asked.join(''));
    const told = [...answer.matchAll(/\r\n\r\n\{"(?:id":(\d+),"name":"(Ada|Bo)?|(ok|status))/g)];
    expect(answer.match(/HTTP\/1\.1 \d+ [^\r]*/g)?.map((line) => line.slice(9, 12))).toEqual([
      '200',
      '200',
      '201',
      '200',
      '200',
      '201',
      '200',
      '200',
    ]);
    expect(told.map(([, id, name]) => name ?? id)).toEqual(['1', '2', 'Ada', undefined, '3', 'Bo', '4', '5']);
  });

  test.each<[fault: string, ends: RegExp]>([
    ['reset', /^$/],
    ['empty', /^$/],
    ['garbage', /^\0garbage, not HTTP/],
  ])('carries out the fault %s of a pipelined request after the answers before it', async (fault, ends) => {
    const { url } = await served(fastSockets);
    const asked = [get('/pets/1'), get('/pets/2', 'Prefer: wait=0.02'), get('/pets/3', `Prefer: fault=${fault}`)];
    const began = performance.now();
    const answer = await exchange(url, asked.concat(get('/pets/4')).join(''), 20_000);
    // The connection ends by the fault, not by the silence of a client that waits.
    expect(performance.now() - began).toBeLessThan(15_000);
    const [first, second, ...rest] = answer.split(/(?=HTTP\/1\.1 |\0garbage)/);
    expect(first).toContain('"id":1,');
    expect(second).toContain('"id":2,');
    expect(rest.join('')).toMatch(ends);
    const again = await exchange(url, get('/pets/5', CLOSE));
    expect(again).toContain('"id":5,');
  });

  test('carries what is not ASCII whole, as often as it is asked for', async () => {
    const { url } = await served(fastSockets);
    const made = await fetch(`${url}/pets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Zoë 🐈', categoryId: 1, status: 'available' }),
    });
    const place = `${url}${new URL(made.headers.get('location') ?? '', url).pathname}`;
    for (let times = 0; times < 3; times += 1)
      expect(((await (await fetch(place)).json()) as { name: string }).name).toBe('Zoë 🐈');
  });

  test('of a client that sends and does not read is not read either, until it does', async () => {
    const { mock, url } = await served(fastSockets);
    const { hostname, port } = new URL(url);
    const asked = 6_000;
    let got = 0;
    const socket = connect({ host: hostname, port: Number(port) });
    open.push({ close: () => socket.destroy() });
    socket.pause();
    socket.write(get('/pets?limit=100').repeat(asked - 1) + get('/pets?limit=100', CLOSE));
    await settled(() => mock.journal.recorded);
    expect(mock.journal.recorded).toBeGreaterThan(0);
    expect(mock.journal.recorded).toBeLessThan(asked / 2);
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1').split('HTTP/1.1 200 OK').length - 1;
    });
    socket.resume();
    await new Promise((resolve) => socket.on('close', resolve));
    expect(mock.journal.recorded).toBe(asked);
    // A status line may be cut in two by the edge of a chunk.
    expect(got).toBeGreaterThan(asked * 0.98);
  }, 60_000);
});

/** Waits until a number has stood still for a while. */
async function settled(count: () => number): Promise<void> {
  for (let before = -1; before !== count() || before === 0; ) {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('connections that are answered in one turn are each answered what they asked', async () => {
  const { url } = await served();
  const names = Array.from({ length: 150 }, (_, index) => `${index} ${'abcdefg'[index % 7]?.repeat(1 + (index % 30))}`);
  const answers = await Promise.all(names.map((name) => exchange(url, post(name, CLOSE), 30_000)));
  const told = answers.map((answer) => JSON.parse(answer.split('\r\n\r\n')[1] ?? '{}') as { id: number; name: string });
  expect(told.map(({ name }) => name)).toEqual(names);
  expect(new Set(told.map(({ id }) => id)).size).toBe(names.length);
});

describe('what a socket’s writer leaves to the platform', () => {
  interface Told {
    readonly written: string[];
    readonly parts: unknown[];
  }
  function response(over: object = {}): ServerResponse & Told {
    const told: Told = { written: [], parts: [] };
    return {
      shouldKeepAlive: true,
      req: { httpVersionMinor: 1 },
      socket: { writable: true, writableLength: 0, write: (text: string) => told.written.push(text) },
      emit: () => true,
      setHeaders: (fields: Headers) => told.parts.push([...fields]),
      writeHead: (...head: unknown[]) => told.parts.push(...head),
      end: (content: unknown) => told.parts.push(content),
      ...told,
      ...over,
    } as unknown as ServerResponse & Told;
  }
  const PLAIN: PreparedAnswer = { content: 'ok', init: { status: 200, headers: { 'content-length': '2' } } };
  const write = createSocketWriter(() => 1_795_284_838_866, 5_000, createWriteBatch().send);

  test('is nothing where a connection is free and the answer is text', async () => {
    const free = response();
    write({ ...PLAIN }, free);
    await turn();
    expect(free.written).toEqual([
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nDate: Sat, 21 Nov 2026 18:13:58 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\nok',
    ]);
    expect(free.parts).toEqual([]);
  });

  test('does not end before the client has taken it', async () => {
    const taken: (() => void)[] = [];
    const ended: string[] = [];
    const slow = {
      writable: true,
      writableLength: 0,
      write(text: string, _: string, done?: () => void) {
        slow.writableLength += text.length;
        if (done !== undefined) taken.push(done);
      },
    };
    write({ ...PLAIN }, response({ socket: slow, emit: (name: string) => ended.push(name) }));
    await turn();
    expect(taken).toHaveLength(1);
    expect(ended).toEqual([]);
    for (const done of taken) done();
    expect(ended).toEqual(['finish']);
  });

  test.each<[string, object, Partial<PreparedAnswer>]>([
    ['a connection that ends', { shouldKeepAlive: false }, {}],
    ['HTTP/1.0', { req: { httpVersionMinor: 0 } }, {}],
    ['an answer whose turn has not come', { socket: null }, {}],
    ['a connection with more to take', { socket: { writable: true, writableLength: 1 } }, {}],
    ['a connection that is closed', { socket: { writable: false, writableLength: 0 } }, {}],
    ['fields that come more than once', {}, { init: { status: 200, headers: new Headers([['set-cookie', 'a=b']]) } }],
    ['bytes', {}, { content: new Uint8Array(2) }],
    ['fields beyond ASCII', {}, { init: { status: 200, headers: { link: 'é' } } }],
    ['fields that would be two', {}, { init: { status: 200, headers: { link: 'a\r\nx: b' } } }],
  ])('is %s', async (_, over, answer) => {
    const left = response(over);
    write({ ...PLAIN, ...answer }, left);
    await turn();
    expect(left.written).toEqual([]);
    expect(left.parts).toContain(answer.content ?? 'ok');
  });
});
