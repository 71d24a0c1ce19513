import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';
import { type Caller, type ControlAccess, controlRefusal } from '../../../src/server/exchange/guard.ts';
import { FROM_LOOPBACK, PETSTORE } from '../../system/harness.ts';

const nobody: Caller = {
  address: '127.0.0.1',
  host: '127.0.0.1:4010',
  origin: null,
  site: null,
  authorization: null,
};
const closed: ControlAccess = { token: undefined, hosts: [] };
const withToken: ControlAccess = { token: 'right', hosts: ['mock.test'] };

describe('the guard of the control routes', () => {
  it.each<[string, Partial<Caller>]>([
    ['this machine', {}],
    ['this machine by name', { host: 'localhost:4010' }],
    ['this machine by IPv6', { address: '::1', host: '[::1]:4010' }],
    ['this machine by an IPv4 address inside IPv6', { address: '::ffff:127.0.0.1' }],
    ['a page of its own', { origin: 'http://127.0.0.1:4010' }],
    ['a page of its own that sends no origin', { site: 'same-origin' }],
    ['a person who types the address', { site: 'none' }],
  ])('lets %s in', (_, caller) => {
    expect(controlRefusal(closed, { ...nobody, ...caller })).toBeUndefined();
  });

  it.each<[string, Partial<Caller>]>([
    ['a caller without an address', { address: undefined }],
    ['a caller without an address that says it is this machine', { address: undefined, host: 'localhost' }],
    ['a page of another site that sends no origin', { site: 'cross-site' }],
    ['a page of another port that sends no origin', { site: 'same-site' }],
    ['another machine', { address: '192.168.1.7' }],
    ['another machine by IPv6', { address: 'fe80::1' }],
    ['another machine that says it is this one', { address: '10.0.0.1', host: 'localhost' }],
    ['a name that was made to point here', { host: 'evil.example' }],
    ['a name that begins as loopback does', { host: '127.0.0.1.evil.example' }],
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page of no origin', { origin: 'null' }],
    ['a page of another port', { origin: 'http://127.0.0.1:8080' }],
    ['a token where none is set', { address: '10.0.0.1', authorization: 'Bearer ' }],
    ['a token of undefined', { address: '10.0.0.1', authorization: 'Bearer undefined' }],
  ])('keeps %s out', (_, caller) => {
    expect(controlRefusal(closed, { ...nobody, ...caller })).toMatch(/\.$/);
  });

  it('opens to the token, and to nothing like it', () => {
    const from = (authorization: string | null) =>
      controlRefusal(withToken, { ...nobody, address: '10.0.0.1', host: 'anything', authorization });
    expect(from('Bearer right')).toBeUndefined();
    for (const wrong of [null, '', 'right', 'Bearer', 'Bearer righ', 'Bearer rightt', 'bearer right', 'Bearer RIGHT'])
      expect(from(wrong)).toBeDefined();
    expect(controlRefusal(withToken, { ...nobody, host: 'mock.test:4010' })).toBeUndefined();
  });
});

describe('every control route', () => {
  let mock: StandinMock;
  let routes: readonly (readonly [method: string, path: string])[];
  beforeAll(async () => {
    mock = await createMock(PETSTORE);
    const described = await mock.control(new Request('http://localhost/_standin/openapi.json'));
    const { paths } = (await described.json()) as { paths: Record<string, Record<string, unknown>> };
    routes = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => /^(get|put|post|delete|patch)$/.test(method))
        .map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/g, 'x')] as const),
    );
  });
  afterAll(() => mock.close());

  it('is closed to web pages, and tells no page anything', async () => {
    expect(routes.length).toBeGreaterThan(15);
    for (const [method, path] of routes) {
      const full = path.startsWith('/_standin') ? path : `/_standin${path}`;
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { host: 'evil.example' },
        // As a form of another site sends it, by a browser that leaves `Origin` out.
        { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
      ] as readonly Record<string, string>[]) {
        const answer = await mock.fetch(new Request(`http://localhost${full}`, { method, headers }), FROM_LOOPBACK);
        expect([method, full, answer.status]).toEqual([method, full, 403]);
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
      const preflight = new Request(`http://localhost${full}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': method },
      });
      const answer = await mock.fetch(preflight, FROM_LOOPBACK);
      expect(answer.status).toBe(403);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each !== undefined && !each.internal && each.family === 'IPv4')?.address;

  it.skipIf(outside === undefined)('is closed to callers from an address other than loopback', async () => {
    const server = await mock.listen({ host: '0.0.0.0', port: 0 });
    expect((await fetch(`http://${outside}:${server.port}/pets`)).status).toBe(200);
    expect((await fetch(`http://${outside}:${server.port}/_standin/health`)).status).toBe(403);
    expect((await fetch(`http://127.0.0.1:${server.port}/_standin/health`)).status).toBe(200);
  });
});
