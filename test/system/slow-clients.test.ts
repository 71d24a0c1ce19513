import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type StandinMock } from '../../src/library/index.ts';
import { EVERYTHING } from './everything.ts';
import { PETSTORE } from './harness.ts';
import { exchange, statusOf } from './raw.ts';

let mock: StandinMock;
let url: string;
const defects: unknown[] = [];
beforeAll(async () => {
  mock = await createMock({
    ...PETSTORE,
    headersTimeout: 150,
    requestTimeout: 300,
    onDefect: (error) => defects.push(error),
  });
  url = (await mock.listen({ port: 0 })).url;
});
afterAll(() => mock.close());

const HEAD = 'POST /pets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

describe('a client that is too slow is answered 408 and let go, and nothing is written', () => {
  it.each([
    ['M23 in its header fields', 'GET /pets HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['M23 in its body', `${HEAD}Content-Length: 500\r\n\r\n{"name":`],
    ['M23 in its chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n`],
    ['M12 in what it was told to go on with', `${HEAD}Content-Length: 500\r\nExpect: 100-continue\r\n\r\n`],
  ])('%s', async (_, bytes) => {
    const before = JSON.stringify(await mock.world('default').snapshot());
    const answer = await exchange(url, bytes, 30_000);
    expect(statusOf(answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''))).toBe(408);
    expect(answer).toMatch(/connection: close/i);
    expect(JSON.stringify(await mock.world('default').snapshot())).toBe(before);
    expect(defects.splice(0)).toEqual([]);
  });

  it('M23 though it drips a byte at a time', async () => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.write(`${HEAD}Content-Length: 100000\r\n\r\n`);
    const dripping = setInterval(() => socket.writable && socket.write('a'), 20);
    await new Promise((closed) => socket.on('close', closed));
    clearInterval(dripping);
    expect(statusOf(answer)).toBe(408);
  });

  it('M23 and an answer that takes its time is none of the client’s slowness', async () => {
    const response = await fetch(`${url}/pets/1`, { headers: { prefer: 'delay=600' } });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });
});

describe('a client that goes away', () => {
  it('M25 while it sends, or before it has read, harms no other client', async () => {
    const { hostname, port } = new URL(url);
    const opened = async (bytes: string): Promise<Socket> => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => undefined);
      await new Promise((ready) => socket.once('connect', ready));
      await new Promise((sent) => socket.write(bytes, sent));
      return socket;
    };
    const before = JSON.stringify(await mock.world('default').snapshot());
    for (let round = 0; round < 10; round += 1) {
      (await opened(`${HEAD}Content-Length: 500\r\n\r\n{"name":`)).resetAndDestroy();
      (await opened('GET /pets?limit=100 HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50))).resetAndDestroy();
      (await opened('GET /pets/1 HTTP/1.1\r\nHost: a\r\nPrefer: delay=50\r\n\r\n')).destroy();
    }
    const half = await opened('GET /pets/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    half.end();
    await new Promise((closed) => half.resume().on('close', closed));
    const next = await fetch(`${url}/pets/1`);
    expect(next.status).toBe(200);
    await next.arrayBuffer();
    expect(JSON.stringify(await mock.world('default').snapshot())).toBe(before);
    expect(defects.splice(0)).toEqual([]);
  });

  it('M26 or stays idle by the hundred causes no harm', async () => {
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: 300 }, () => connect({ host: hostname, port: Number(port) }));
    await Promise.all(sockets.map((socket) => new Promise((ready) => socket.once('connect', ready))));
    expect((await fetch(`${url}/pets/1`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('M44 may send again with the same Idempotency-Key', async () => {
    const own = await createMock({ document: EVERYTHING });
    const { url: there } = await own.listen({ port: 0 });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k1' };
    const send = (body: string): Promise<Response> => fetch(`${there}/items`, { method: 'POST', headers, body });
    await exchange(
      there,
      'POST /items HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nIdempotency-Key: k1\r\nContent-Length: 500\r\n\r\n{"name":',
      50,
    );
    const answers = await Promise.all([send('{"name":"a"}'), send('{"name":"a"}'), send('{"name":"a"}')]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(await Promise.all(answers.map((each) => each.text()))).size).toBe(1);
    expect((await send('{"name":"b"}')).status).toBe(422);
    await own.close();
  });
});
