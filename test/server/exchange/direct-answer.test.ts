import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Body, JsonObject } from '../../../src/core/index.ts';
import { createMock, type StandinMock } from '../../../src/library/index.ts';
import { createDirectAnswer, type SocketRequest } from '../../../src/server/exchange/direct-answer.ts';
import { createLinesReader } from '../../../src/server/exchange/lines.ts';
import type { ServerOptions } from '../../../src/server/exchange/options.ts';
import type { ExchangeHandler } from '../../../src/server/exchange/serve-answer.ts';
import type { PreparedAnswer } from '../../../src/server/exchange/translate.ts';
import { PETSTORE } from '../../system/harness.ts';
import { exchange } from '../../system/raw.ts';

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
  'Connection: close',
  'Connection: keep-alive',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Trailer: x',
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
  readonly version: string;
  readonly hosts: readonly string[];
  readonly lines: readonly string[];
  readonly body: string | undefined;
  readonly framing: 'length' | 'chunks';
}

const message: fc.Arbitrary<Message> = fc.record({
  method: fc.constantFrom(...METHODS, 'GET', 'GET', 'POST', 'POST'),
  version: fc.constantFrom('1.1', '1.1', '1.1', '1.0'),
  target: fc.oneof(fc.constantFrom('/', '/pets'), fc.constantFrom(...TARGETS)),
  hosts: fc.oneof(
    { weight: 4, arbitrary: fc.constant(['Host: localhost']) },
    fc.array(fc.constantFrom(...HOSTS), { maxLength: 2 }),
  ),
  lines: fc.oneof(fc.constantFrom(...TOGETHER), fc.array(fc.constantFrom(...LINES), { maxLength: 3 })),
  body: fc.option(fc.constantFrom(...BODIES), { nil: undefined }),
  framing: fc.constantFrom('length', 'length', 'chunks'),
});

function bytesOf({ method, target, version, hosts, lines, body, framing }: Message): Buffer {
  const content = Buffer.from(body ?? '');
  const head = [`${method} ${target} HTTP/${version}`, ...hosts, ...lines];
  if (body === undefined) return Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  const framed = framing === 'length' ? [`Content-Length: ${content.length}`] : ['Transfer-Encoding: chunked'];
  const start = Buffer.from(`${[...head, ...framed].join('\r\n')}\r\n\r\n`, 'latin1');
  return framing === 'length'
    ? Buffer.concat([start, content])
    : Buffer.concat([start, Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n0\r\n\r\n')]);
}

/** Follows a message on its connection, so that this stays open for one answer and is closed by the next. */
const LAST = Buffer.from('HEAD /_standin/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');

function staysOpen({ version, lines }: Message): boolean {
  return !lines.includes('Connection: close') && (version === '1.1' || lines.includes('Connection: keep-alive'));
}

/** Status and fields of each answer in the order of their names, and content; of the clock only that it is one. */
function seen(text: string, methods: readonly string[]): readonly unknown[] {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return text === '' ? [] : [text];
  const [status = '', ...lines] = text.slice(0, end).split('\r\n');
  const fields = new Map(lines.map((line) => told(line)));
  const rest = text.slice(end + 4);
  const [method, ...next] = methods;
  const length = method === 'HEAD' || / (?:204|304) /.test(status) ? 0 : lengthIn(rest, fields);
  return [{ status, fields: [...fields].sort(), content: rest.slice(0, length) }, ...seen(rest.slice(length), next)];
}

function told(line: string): [name: string, value: string] {
  const [name = '', ...value] = line.split(': ');
  const text = value.join(': ');
  const isDate = new Date(text).toUTCString() === text;
  return [name.toLowerCase(), name.toLowerCase() === 'date' && isDate ? 'a moment' : text];
}

function lengthIn(rest: string, fields: ReadonlyMap<string, string>): number {
  const length = fields.get('content-length');
  if (length !== undefined) return Number(length);
  return fields.get('transfer-encoding') === 'chunked' ? rest.indexOf('0\r\n\r\n') + 5 : rest.length;
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
      errorHandler: () => new Response(null, { status: 400, headers: { connection: 'close' } }),
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
      const bytes = staysOpen(sent) ? Buffer.concat([bytesOf(sent), LAST]) : bytesOf(sent);
      const [ours, theirs] = await Promise.all([exchange(url, bytes, 20_000), exchange(otherUrl, bytes, 20_000)]);
      const methods = [sent.method, 'HEAD'];
      expect(seen(ours, methods)).toEqual(seen(theirs, methods));
    }),
    { numRuns: 400, seed: 20_261_121 },
  );
  const told = ({ journal }: StandinMock): unknown =>
    journal.entries().map((entry) => ({ ...(entry as JsonObject), at: 0, duration: 0 }));
  expect(told(mock)).toEqual(told(other));
  expect(mock.journal.recorded).toBeGreaterThan(100);
}, 240_000);

describe('of a request that has begun', () => {
  const asked = {
    method: 'GET',
    url: '/pets',
    rawHeaders: ['Host', 'localhost'],
    headers: {},
  } as unknown as SocketRequest;
  const options = { controlPrefix: '/_standin', now: () => 0 } as ServerOptions;
  /** What is written for a reply, or what is left of it to the app. */
  function given(begin: () => unknown): { readonly left: unknown; readonly written: readonly PreparedAnswer[] } {
    const written: PreparedAnswer[] = [];
    const answering = {
      begin: (request: unknown) => ({ reply: begin(), request, started: 0 }),
      conclude: () => ({ content: 'ok', init: { status: 200, headers: {} } }),
    } as unknown as ExchangeHandler;
    const left = createDirectAnswer(
      answering,
      createLinesReader(),
      options,
    )(asked, (outgoing) => written.push(outgoing));
    return { left, written };
  }
  const answer = (delay: number, body: Body): unknown => ({
    kind: 'answer',
    delay,
    response: { status: 200, headers: [], body },
  });
  const text: Body = { kind: 'parsed', mediaType: 'application/json', value: {}, text: '{}' } as never;

  test('what is there at once is written', () => {
    const { left, written } = given(() => answer(0, text));
    expect(left).toBe('answered');
    expect(written).toHaveLength(1);
  });

  test.each<[string, () => unknown]>([
    ['a reply that is waited for', () => Promise.resolve(answer(0, text))],
    ['a reply that is delayed', () => answer(1, text)],
    [
      'a reply that comes in parts',
      () => answer(0, { kind: 'stream', mediaType: 'text/event-stream', items: [] } as never),
    ],
    ['a fault that was asked for', () => ({ kind: 'fault', fault: 'reset', delay: 0 })],
  ])('%s is left to the app', (_, begin) => {
    const { left, written } = given(begin);
    expect(left).toMatchObject({ request: { method: 'GET', path: '/pets' }, started: 0 });
    expect(written).toEqual([]);
  });

  test('a defect is left to the app to report', async () => {
    const { left, written } = given(() => {
      throw new TypeError('a defect');
    });
    await expect((left as { readonly reply: Promise<unknown> }).reply).rejects.toThrow('a defect');
    expect(written).toEqual([]);
  });

  test('nothing is done twice: what was asked for with a delay is made once', async () => {
    const mock = await twin();
    const { url } = await mock.listen({ port: 0 });
    const total = async (): Promise<string | null> => (await fetch(`${url}/pets?limit=1`)).headers.get('x-total-count');
    const before = Number(await total());
    const made = await fetch(`${url}/pets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=0.02' },
      body: '{"name":"Rex","categoryId":1,"status":"available"}',
    });
    expect(made.status).toBe(201);
    expect(Number(await total())).toBe(before + 1);
  });
});
