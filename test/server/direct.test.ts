import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { createMock, type StandinMock } from '../../src/library/index.ts';
import { PETSTORE } from '../system/harness.ts';
import { exchange } from '../system/raw.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const TARGETS = [
  '/pets',
  '/pets?limit=2',
  '/pets?status=av%61ilable&limit=3',
  '/pets?limit=none',
  '/pets/1',
  '/pets/%31',
  '/pets/7',
  '/pets/7/',
  '/pets/999999',
  '/pets/./7',
  '/orders/../pets/7',
  '/pets/7?x=/../y',
  '/pets//7',
  '/pets/7#part',
  '/pets/7?q="<>',
  '/p\u00e4ts',
  '/categories',
  '/categories/1',
  '/_standin/health',
  '/_standin',
  '/_standin-not',
  '/%5fstandin/health',
  '/',
  '/?x=1',
  'http://localhost/pets/7',
  '/\\pets',
];
const LINES = [
  'Accept: application/json',
  'Accept: text/html',
  'Accept: text/csv',
  'Content-Type: application/json',
  'Content-Type: application/json; charset=utf-8',
  'Content-Type: text/plain',
  'Origin: https://app.example',
  'Access-Control-Request-Method: PUT',
  'If-None-Match: *',
  'Prefer: code=404',
  'Prefer: dynamic=true',
  'Prefer: wait=never',
  'Standin-World: other',
  'Standin-World: no such name!',
  'X-Long: '.padEnd(300, 'x'),
];
/** What has an effect in company only. */
const TOGETHER = [
  ['Accept: text/html'],
  ['Origin: https://app.example', 'Access-Control-Request-Method: PUT'],
  ['Content-Type: text/plain'],
  ['Content-Type: application/json'],
];
const HOSTS = [
  'Host: localhost',
  'Host: 127.0.0.1:4010',
  'Host: LOCALHOST',
  'Host: [::1]:4010',
  'Host: a b',
  'Host: localhost:99999',
  'Host: localhost:0',
  'Host:',
];
const BODIES = [
  '{"name":"Rex","categoryId":1,"status":"available"}',
  '{"name":"Rex","categoryId":999,"status":"available"}',
  '{"name":7}',
  '{"name":',
  '{"name":"'.padEnd(400, 'é'),
];

interface Message {
  readonly method: string;
  readonly target: string;
  readonly hosts: readonly string[];
  readonly lines: readonly string[];
  readonly body: string | undefined;
  readonly framing: 'length' | 'chunks';
}

const message: fc.Arbitrary<Message> = fc.record({
  method: fc.constantFrom(...METHODS, 'GET', 'GET', 'POST', 'POST'),
  target: fc.oneof(fc.constantFrom('/', '/pets'), fc.constantFrom(...TARGETS)),
  hosts: fc.oneof(
    { weight: 4, arbitrary: fc.constant(['Host: localhost']) },
    fc.array(fc.constantFrom(...HOSTS), { maxLength: 2 }),
  ),
  lines: fc.oneof(fc.constantFrom(...TOGETHER), fc.array(fc.constantFrom(...LINES), { maxLength: 3 })),
  body: fc.option(fc.constantFrom(...BODIES), { nil: undefined }),
  framing: fc.constantFrom('length', 'length', 'chunks'),
});

function bytesOf({ method, target, hosts, lines, body, framing }: Message): Buffer {
  const content = Buffer.from(body ?? '');
  const head = [`${method} ${target} HTTP/1.1`, ...hosts, ...lines, 'Connection: close'];
  if (body === undefined) return Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  const framed = framing === 'length' ? [`Content-Length: ${content.length}`] : ['Transfer-Encoding: chunked'];
  const start = Buffer.from(`${[...head, ...framed].join('\r\n')}\r\n\r\n`, 'latin1');
  return framing === 'length'
    ? Buffer.concat([start, content])
    : Buffer.concat([start, Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n0\r\n\r\n')]);
}

/** Status, fields in the order of their names, and content, without what the clock and the connection say. */
function seen(answer: string): unknown {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [status, ...fields] = head.split('\r\n');
  const told = fields.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()));
  return {
    status,
    fields: told.filter((line) => !/^(date|connection|keep-alive):/.test(line)).sort(),
    content: rest.join('\r\n\r\n'),
  };
}

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function twin(): Promise<StandinMock> {
  const mock = await createMock({ ...PETSTORE, seed: 7 });
  open.push(mock);
  return mock;
}

/** The app alone, as anyone's adapter would serve it. */
async function plainly(mock: StandinMock): Promise<string> {
  const server: Server = createServer(
    getRequestListener((request, env) => mock.app.fetch(request, { incoming: env.incoming as never }), {
      hostname: 'localhost',
      errorHandler: () => new Response(null, { status: 400 }),
    }),
  );
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('what is answered on the socket itself is what the app answers, whatever is sent and in whatever order', async () => {
  const mock = await twin();
  const { url } = await mock.listen({ port: 0 });
  const other = await twin();
  const otherUrl = await plainly(other);
  await fc.assert(
    fc.asyncProperty(message, async (sent) => {
      const bytes = bytesOf(sent);
      const [ours, theirs] = await Promise.all([exchange(url, bytes), exchange(otherUrl, bytes)]);
      expect(seen(ours)).toEqual(seen(theirs));
    }),
    { numRuns: 400, seed: 20_261_121 },
  );
  const told = ({ journal }: StandinMock): unknown =>
    journal.entries().map((entry) => ({ ...(entry as JsonObject), at: 0, duration: 0 }));
  expect(told(mock)).toEqual(told(other));
  expect(mock.journal.recorded).toBeGreaterThan(100);
}, 60_000);
