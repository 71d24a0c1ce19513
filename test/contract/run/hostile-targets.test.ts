import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { muteReasons, unansweredReasons } from '../../../src/contract/run/unreachable.ts';
import { tell } from '../harness.ts';
import { things } from '../servers/things.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();

/** Answers every request on a connection with the same bytes, however hostile. */
async function listen(answer: (socket: Socket, request: string) => void): Promise<URL> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => answer(socket, chunk.toString('latin1')));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
}

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const body = (text: string, more = ''): string =>
  `${HEAD}${more}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
const deep = '['.repeat(200_000);
const bomb = gzipSync(Buffer.alloc(3_000_000));

/** What the target does, the check that must speak of it, and how the case ends. */
const TARGETS: readonly (readonly [
  string,
  (socket: Socket) => void,
  string | undefined,
  'failed' | 'errored' | 'inconclusive',
])[] = [
  ['R01 says nothing', () => {}, 'time.timeout', 'failed'],
  [
    'R05 sends a body without end',
    (socket) => socket.write(`${HEAD}\r\n${'[1,'.repeat(100_000)}`),
    undefined,
    'errored',
  ],
  [
    'R06 sends a bomb',
    (socket) =>
      socket.write(
        Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`), bomb]),
      ),
    undefined,
    'errored',
  ],
  [
    'R09 uses an unknown content coding',
    (socket) => socket.write(body('[]', 'Content-Encoding: exotic\r\n')),
    'transport.unknown-coding',
    'failed',
  ],
  [
    'R14 ends inside the body',
    (socket) => socket.end(`${HEAD}Content-Length: 99\r\n\r\n[`),
    'transport.broken',
    'failed',
  ],
  ['R15 sends more than it says', (socket) => socket.write(`${body('[]')}more`), 'transport.surplus-bytes', 'failed'],
  ['R17 ends without an answer', (socket) => socket.destroy(), 'transport.broken', 'failed'],
  ['R18 speaks no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'transport.broken', 'failed'],
  [
    'R22 has a status that is none',
    (socket) => socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
    'transport.broken',
    'failed',
  ],
  [
    'R25 sends a page to log in',
    (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<h1>Login</h1'),
    'content-type.undocumented',
    'failed',
  ],
  ['R27 sends JSON without bottom', (socket) => socket.write(body(deep)), 'body.invalid-json', 'failed'],
  [
    'R27 sends __proto__',
    (socket) => socket.write(body('[{"id":1,"name":"a","__proto__":{"id":"x"}}]')),
    undefined,
    'failed',
  ],
  [
    'R29 is wrong in a hundred thousand places',
    (socket) => socket.write(body(`[${'{},'.repeat(30_000)}{}]`)),
    'schema.required',
    'failed',
  ],
];

test.each(TARGETS)(
  'the run goes on and says what is the matter with a target that: %s',
  async (name, answer, check, verdict) => {
    const { summary, events } = await tell({
      ...things(),
      target: await listen(answer),
      phases: ['coverage'],
      operations: ['listThings'],
      timeout: name.startsWith('R01') ? 300 : 5_000,
      maxBytes: 250_000,
    });
    const found = summary.findings.filter(({ about }) => about === 'service').map((finding) => finding.check);
    if (name.includes('__proto__')) {
      // An own property of that name is a property like any other; nobody's prototype has changed.
      expect(found).toEqual([]);
      expect(Object.getPrototypeOf({})).toBe(Object.prototype);
      return;
    }
    expect(found).toEqual(check === undefined ? [] : [check]);
    expect(summary.counts[verdict]).toBe(2);
    expect(summary.exitStatus).toBe(1);
    expect(JSON.stringify(events).length).toBeLessThan(400_000);
  },
);

test('content in the answer to a HEAD is reported, and no other case suffers from it', async () => {
  const refused = 'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nContent-Length: 0\r\n\r\n';
  const { summary } = await tell({
    ...things(),
    target: await listen((socket, request) => socket.write(/^(GET|HEAD) /.test(request) ? body('[]') : refused)),
    phases: ['protocol'],
    operations: ['listThings'],
  });
  expect(summary.findings.map(({ check }) => check)).toEqual(['body.on-204-304']);
});

test('a target that takes connections and never answers is not asked to the end of the plan', async () => {
  const options = { ...things(), phases: ['coverage', 'stateful'] as const, timeout: 40 };
  const { summary } = await tell({ ...options, target: await listen(() => {}) });
  expect(summary.exitStatus).toBe(3);
  expect(summary.reasons).toEqual([
    expect.stringMatching(/^http\S+ accepts connections but does not answer: no request got an answer within 40 ms$/),
    'Is this its address? --timeout gives each answer more time.',
  ]);
  expect(Object.values(summary.counts).reduce((sum, count) => sum + count, 0)).toBeLessThan(30);
});

test.each([
  ['ends each connection', (socket: Socket) => socket.destroy(), 'the connection ended before an answer'],
  ['speaks another protocol', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'the answer is not HTTP'],
] as const)('a target that %s is not asked to the end of the plan', async (_, answer, what) => {
  const { summary } = await tell({ ...things(), phases: ['coverage', 'stateful'], target: await listen(answer) });
  expect(summary.exitStatus).toBe(3);
  expect(summary.reasons).toEqual([
    expect.stringContaining(`accepts connections and sends no HTTP answer: ${what}`),
    'Is its address one with https:, or its port another?',
  ]);
  expect(Object.values(summary.counts).reduce((sum, count) => sum + count, 0)).toBeLessThan(30);
});

test('a target that is asked over TLS and gives no HTTP answer is not said to need https:', () => {
  const failed = { code: 'not-http', message: 'the answer is not HTTP' } as const;
  const [, advice] = muteReasons('https://shop.test', failed, 40);
  expect(advice).toBe('Is this its address?');
});

test('a target that breaks off inside its answers has answered, and is asked to the end', async () => {
  const target = await listen((socket) => socket.end(`${HEAD}Content-Length: 99\r\n\r\n[`));
  const { summary } = await tell({ ...things(), phases: ['coverage', 'stateful'], target });
  expect(summary.exitStatus).toBe(1);
});

test('a target that is asked over TLS and speaks none is unreachable, and it is said why', async () => {
  const { port } = await listen((socket) => socket.end(body('[]')));
  const { summary } = await tell({ ...things(), target: new URL(`https://127.0.0.1:${port}`) });
  expect(summary.exitStatus).toBe(3);
  expect(summary.reasons).toEqual([
    expect.stringMatching(/^https:\S+ speaks no TLS: ERR_SSL_\w+: [a-z ]+$/),
    'Is its address one with http:?',
  ]);
});

test('a certificate that is not trusted is reported as such, with the option that accepts it', () => {
  const failed = { code: 'tls', message: 'DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate' } as const;
  const [what, advice] = unansweredReasons('https://shop.test', failed);
  expect(what).toBe(`https://shop.test has a certificate that is not trusted: ${failed.message}`);
  expect(advice).toContain('--insecure');
});

test('one answer is enough for a target to be asked to the end, however often it is silent', async () => {
  let asked = 0;
  const target = await listen((socket) => {
    asked += 1;
    if (asked === 2) socket.write(body('[]'));
  });
  const { summary } = await tell({
    ...things(),
    phases: ['coverage'],
    operations: ['listThings', 'readThing', 'deleteThing'],
    timeout: 250,
    target,
  });
  expect(summary.exitStatus).toBe(1);
});

test('R26 Retry-After is honoured within bounds, and counted', async () => {
  let asked = 0;
  const target = await listen((socket) => {
    asked += 1;
    const wait = asked <= 2 ? 'Retry-After: 0\r\n' : 'Retry-After: 3600\r\n';
    socket.write(`HTTP/1.1 503 Busy\r\n${wait}Content-Length: 0\r\n\r\n`);
  });
  const { summary } = await tell({
    ...things(),
    target,
    phases: ['coverage'],
    only: ['coverage/listThings/valid-all'],
  });
  expect(summary.retries).toBeGreaterThan(0);
  expect(summary.duration).toBeLessThan(30_000);
});

test('R34 control characters of the target stay in the data and out of nothing that is ours', async () => {
  const target = await listen((socket) => socket.write(body('{"\u001b[31mred":1}')));
  const { summary } = await tell({ ...things(), target, phases: ['coverage'], operations: ['listThings'] });
  expect(summary.findings[0]?.exchange?.response?.body?.text).toContain('\u001b[31m');
});
