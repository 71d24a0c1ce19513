import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { tell } from '../harness.ts';
import { things } from '../servers/things.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(
  answer: (request: IncomingMessage) => readonly [number, Record<string, string>, string?],
): Promise<string> {
  const server = createServer((request, response) => {
    const [status, headers, body = ''] = answer(request);
    response.writeHead(status, headers).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const options = {
  phases: ['coverage'],
  operations: ['listThings'],
  credentials: { headers: [['X-Key', 'canary-key']] },
} as const;

test('a redirect is judged as an answer unless following is asked for', async () => {
  const url = await listen(() => [302, { Location: '/elsewhere' }]);
  const { summary } = await tell({ ...things(), ...options, target: new URL(url) });
  expect(summary.findings.map(({ check }) => check)).toContain('status.undocumented');
});

test('R10 a loop of redirects is followed five times, and no more', async () => {
  let asked = 0;
  const url = await listen(() => {
    asked += 1;
    return [302, { Location: '/again' }];
  });
  await tell({ ...things(), ...options, target: new URL(url), follow: true, only: ['coverage/listThings/valid-all'] });
  // One request that asks whether anybody is there; the read that tries the credential, the case and its replay with five redirects each.
  expect(asked).toBe(1 + 3 * 6);
});

test('a 303 is followed with GET, and nothing is said of content that is no longer sent', async () => {
  const seen: IncomingMessage[] = [];
  const url = await listen((request) => {
    if (request.url !== '/there')
      return request.method === 'POST' ? [303, { Location: '/there' }] : [200, JSON_TYPE, '[]'];
    seen.push(request);
    return [200, JSON_TYPE, '{}'];
  });
  const target = new URL(url);
  await tell({ ...things(), ...options, operations: ['createThing'], target, allowWrites: true, follow: true });
  expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(['GET']));
  const names = seen.flatMap(({ headers }) => Object.keys(headers));
  expect(names.filter((name) => name.startsWith('content-'))).toEqual([]);
});

test('R11 a credential does not go to another origin', async () => {
  const seen: IncomingMessage['headers'][] = [];
  const other = await listen((request) => {
    seen.push(request.headers);
    return [200, JSON_TYPE, '[]'];
  });
  const url = await listen(() => [307, { Location: `${other}/things` }]);
  const { summary } = await tell({ ...things(), ...options, target: new URL(url), follow: true });
  expect(seen.length).toBeGreaterThan(0);
  expect(JSON.stringify(seen)).not.toContain('canary-key');
  expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test.each(['file:///etc/passwd', 'data:application/json,[]', 'javascript:1', 'http://[bad'])(
  'R12 a redirect to %s is not followed',
  async (location) => {
    const url = await listen(() => [302, { Location: location }]);
    const { summary } = await tell({ ...things(), ...options, target: new URL(url), follow: true });
    expect(summary.findings.map(({ check }) => check)).toContain('status.undocumented');
  },
);
