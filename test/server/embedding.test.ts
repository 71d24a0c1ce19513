import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallerEnv, createMock, type StandinMock } from '../../src/library/index.ts';
import { PETSTORE } from '../system/harness.ts';
import { exchange } from '../system/raw.ts';

const STRANGER = '192.0.2.7';
/** What a caller may claim about itself. */
const FORGED = {
  host: 'localhost',
  'x-forwarded-for': '127.0.0.1',
  forwarded: 'for=127.0.0.1',
  'x-real-ip': '127.0.0.1',
};

let mock: StandinMock;
let guarded: StandinMock;
beforeAll(async () => {
  [mock, guarded] = await Promise.all([createMock(PETSTORE), createMock({ ...PETSTORE, controlToken: 'sesame' })]);
});
afterAll(() => Promise.all([mock.close(), guarded.close()]));

type Send = (path: string, init: RequestInit, address: string | undefined) => Response | Promise<Response>;

/** Servers that a mock is mounted in, each with the address of the caller as the server sees it. */
const HOSTS: readonly (readonly [name: string, of: (mounted: StandinMock) => Send])[] = [
  [
    'app.mount of Hono',
    (mounted) => (path, init, address) =>
      new Hono().mount('/api', mounted.fetch).request(`/api${path}`, init, env(address)),
  ],
  [
    'app.route of Hono',
    (mounted) => (path, init, address) =>
      new Hono().route('/api', mounted.app).request(`/api${path}`, init, env(address)),
  ],
  ['mock.app by itself', (mounted) => (path, init, address) => mounted.app.request(path, init, env(address))],
  [
    'mock.fetch in a route',
    (mounted) => (path, init, address) => mounted.fetch(new Request(`http://localhost${path}`, init), env(address)),
  ],
  [
    'mock.fetch of a world in a route',
    (mounted) => (path, init) => mounted.world('mine').fetch(new Request(`http://localhost${path}`, init)),
  ],
];

/** As `@hono/node-server` hands it on; nothing where the server hands nothing on. */
function env(address: string | undefined): { readonly incoming?: object } {
  return address === undefined ? {} : { incoming: incoming(address) };
}

function incoming(remoteAddress: string): object {
  return { socket: { remoteAddress }, rawHeaders: ['Host', 'localhost'], headers: {} };
}

describe.each(HOSTS)('a mock mounted by %s', (name, of) => {
  const control = ['GET /_standin/state', 'GET /_standin/journal', 'GET /_standin/model', 'POST /_standin/reset'];

  it.each([undefined, STRANGER])(
    'answers no control route to a caller at %s, whatever the request claims',
    async (address) => {
      const send = of(mock);
      for (const line of control) {
        const [method = '', path = ''] = line.split(' ');
        for (const headers of [{}, FORGED, { ...FORGED, authorization: 'Bearer guess' }]) {
          const answer = await send(path, { method, headers }, address);
          expect([line, answer.status]).toEqual([line, 403]);
          expect(await answer.json()).toMatchObject({ title: 'Forbidden' });
        }
      }
    },
  );

  it('says what to do where the address of the caller is missing', async () => {
    const answer = await of(mock)('/_standin/health', {}, undefined);
    expect(await answer.text()).toMatch(/mock\.fetch\(request, \{ incoming \}\).*mock\.control\(request\)/);
  });

  it.skipIf(name.includes('world'))('answers control routes to a caller on this machine', async () => {
    const answer = await of(mock)('/_standin/health', { headers: { host: 'localhost' } }, '127.0.0.1');
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ title: 'Petstore' })]);
    const foreign = await of(mock)('/_standin/health', { headers: { host: 'evil.example' } }, '127.0.0.1');
    expect(foreign.status).toBe(403);
  });

  it('answers control routes to the token', async () => {
    const send = of(guarded);
    const asked = (token: string) =>
      send('/_standin/health', { headers: { authorization: `Bearer ${token}` } }, STRANGER);
    expect((await asked('sesame')).status).toBe(200);
    expect((await asked('sesam')).status).toBe(403);
  });
});

describe('a mock mounted in a server on a socket', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });
  type Handle = (request: Request, env: CallerEnv) => Response | Promise<Response>;
  async function served(handle: Handle, host = '127.0.0.1'): Promise<string> {
    const listener = getRequestListener((request, bindings) => handle(request, bindings as CallerEnv), {
      overrideGlobalObjects: false,
    });
    const server = createServer((...args) => void listener(...args)).listen(0, host);
    servers.push(server);
    await new Promise((resolve) => server.once('listening', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each !== undefined && !each.internal && each.family === 'IPv4')?.address;

  it.skipIf(outside === undefined)('answers no control route over the address of the network', async () => {
    const app = new Hono().mount('/api', mock.fetch);
    const url = await served((request, bindings) => app.fetch(request, bindings), '0.0.0.0');
    const { port } = new URL(url);
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    expect((await fetch(`http://${outside}:${port}/api/pets/1`)).status).toBe(200);
    expect((await fetch(`http://${outside}:${port}/api/_standin/state`, { headers })).status).toBe(403);
    expect((await fetch(`${url}/api/_standin/state`)).status).toBe(200);
    const forged = `GET /api/_standin/state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    expect(await exchange(`http://${outside}:${port}`, Buffer.from(forged))).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('judges the host of the URL where the server drops the field', async () => {
    const url = await served((request, bindings) => {
      const headers = new Headers(request.headers);
      headers.delete('host');
      const { pathname } = new URL(request.url);
      const bare = new Request(`http://evil.example${pathname}`, { method: request.method, headers });
      return mock.fetch(bare, bindings);
    });
    expect((await fetch(`${url}/_standin/health`)).status).toBe(403);
  });

  it('is controlled from this machine where the server hands its request on', async () => {
    const url = await served((request, bindings) => mock.fetch(request, bindings));
    expect((await fetch(`${url}/_standin/health`)).status).toBe(200);
    expect((await fetch(`${url}/pets/1`)).status).toBe(200);
    expect((await fetch(`${url}/_standin/health`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  });
});

describe('mock.control', () => {
  const control = (line: string, init: RequestInit = {}) => {
    const [method = '', path = ''] = line.split(' ');
    return mock.control(new Request(`http://localhost${path}`, { method, ...init }));
  };

  it('answers code in the same process, whatever host its requests name', async () => {
    await mock.fetch(new Request('http://localhost/pets/40', { method: 'DELETE' }));
    expect((await control('POST /_standin/reset')).status).toBe(204);
    expect((await mock.fetch(new Request('http://localhost/pets/40'))).status).toBe(200);
    expect((await mock.control(new Request('http://mock.test/api/_standin/health'))).status).toBe(200);
  });

  it('answers nothing but control routes', async () => {
    const answer = await control('GET /pets');
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('are under /_standin/')]);
  });
});
