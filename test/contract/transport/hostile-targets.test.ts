import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createSender } from '../../../src/contract/transport/sender.ts';
import type { Outcome } from '../../../src/contract/transport/target.ts';
import { createUrlTarget } from '../../../src/contract/transport/undici.ts';
import type { HttpRequest } from '../../../src/core/index.ts';

/** What a hostile target does with a connection once a request has come in; `nth` counts from 1 on that connection. */
type Behaviour = (socket: Socket, nth: number) => void;

const servers: Server[] = [];
const sockets = new Set<Socket>();

async function listen(behaviour: Behaviour): Promise<URL> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let nth = 0;
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      while (text.includes('\r\n\r\n')) {
        text = text.slice(text.indexOf('\r\n\r\n') + 4);
        nth += 1;
        behaviour(socket, nth);
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return new URL(`http://127.0.0.1:${address.port}/base/`);
}

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

const GET: HttpRequest = { method: 'GET', path: '/x', query: '', headers: [], body: { kind: 'none' } };

async function ask(
  behaviour: Behaviour,
  options: { readonly request?: HttpRequest; readonly timeout?: number; readonly maxBytes?: number } = {},
): Promise<Outcome> {
  const target = createUrlTarget(await listen(behaviour), { now: () => 0 });
  const outcome = await target.send(options.request ?? GET, {
    timeout: options.timeout ?? 2_000,
    maxBytes: options.maxBytes ?? 100_000,
  });
  await target.close();
  return outcome;
}

const codeOf = (outcome: Outcome): string => (outcome.kind === 'failed' ? outcome.code : String(outcome.status));
const textOf = (outcome: Outcome): string => (outcome.kind === 'answered' ? Buffer.from(outcome.bytes).toString() : '');
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Writes a little every few milliseconds until the connection is gone. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

test('R01 a target that says nothing is given up at the deadline', async () => {
  expect(codeOf(await ask(() => {}, { timeout: 150 }))).toBe('timeout');
});

test('R02 a target that stops after the headers is given up at the deadline', async () => {
  const outcome = await ask((socket) => socket.write(`${OK}Content-Length: 5\r\n\r\n`), { timeout: 150 });
  expect(codeOf(outcome)).toBe('timeout');
  expect(outcome).toMatchObject({ partial: { status: 200 } });
});

test('R03 the deadline is for the whole exchange: a body that drips does not push it back', async () => {
  const outcome = await ask(
    (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
      drip(socket, '1\r\na\r\n');
    },
    { timeout: 200 },
  );
  expect(codeOf(outcome)).toBe('timeout');
});

test('R04 nor do headers that drip', async () => {
  const outcome = await ask(
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'a: b\r\n');
    },
    { timeout: 200 },
  );
  expect(codeOf(outcome)).toBe('timeout');
});

test('R05 a body without end is read up to the bound, and its beginning is kept', async () => {
  const outcome = await ask(
    (socket) => {
      socket.write(`${OK}\r\n`);
      const timer = setInterval(() => socket.write('x'.repeat(60_000)), 1);
      socket.on('close', () => clearInterval(timer));
    },
    { maxBytes: 100_000 },
  );
  expect(codeOf(outcome)).toBe('body-too-large');
  expect(outcome.kind === 'failed' && outcome.partial?.bytes.length).toBe(100_000);
});

test('R06 a gzip bomb is unpacked up to the bound only', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000));
  const outcome = await ask((socket) => {
    socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'body-too-large', message: expect.stringContaining('unpack') });
});

test('R06 gzip within gzip is unpacked', async () => {
  const twice = gzipSync(gzipSync('{"a":1}'));
  const outcome = await ask((socket) => {
    socket.write(`${OK}Content-Encoding: gzip, gzip\r\nContent-Length: ${twice.length}\r\n\r\n`);
    socket.write(twice);
  });
  expect(textOf(outcome)).toBe('{"a":1}');
});

test('R07 a thousand content codings are refused', async () => {
  const outcome = await ask((socket) => {
    socket.write(`${OK}Content-Encoding: ${Array(1_000).fill('gzip').join(',')}\r\nContent-Length: 2\r\n\r\n{}`);
  });
  expect(codeOf(outcome)).toBe('bad-content-coding');
});

test.each([
  ['bad', Buffer.from('this is no gzip')],
  ['truncated', gzipSync('{"a":"abcdefghijklmnop"}').subarray(0, 25)],
])('R08 a %s gzip body is an error', async (_name, bytes) => {
  const outcome = await ask((socket) => {
    socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n`);
    socket.write(bytes);
  });
  expect(codeOf(outcome)).toBe('bad-content-coding');
});

test('R09 an unknown content coding is noted and the bytes are left alone', async () => {
  const outcome = await ask((socket) => socket.write(`${OK}Content-Encoding: exotic\r\nContent-Length: 2\r\n\r\n{}`));
  expect(outcome).toMatchObject({ kind: 'answered', notes: [{ kind: 'unknown-coding' }] });
});

test('R10 redirects are answers, not followed', async () => {
  const outcome = await ask((socket) =>
    socket.write('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
  );
  expect(codeOf(outcome)).toBe('302');
});

test('R14 a body shorter than its Content-Length is incomplete', async () => {
  const outcome = await ask((socket) => socket.end(`${OK}Content-Length: 50\r\n\r\n{}`));
  expect(codeOf(outcome)).toBe('incomplete-body');
});

test('R15 bytes behind the answer are noted, and that connection is not used again', async () => {
  let connections = 0;
  const url = await listen((socket, nth) => {
    if (nth === 1) connections += 1;
    socket.write(`${OK}Content-Length: 2\r\n\r\n{}surplus`);
  });
  const target = createUrlTarget(url, { now: () => 0 });
  const first = await target.send(GET, { timeout: 1_000, maxBytes: 1_000 });
  const second = await target.send(GET, { timeout: 1_000, maxBytes: 1_000 });
  await target.close();
  expect(first).toMatchObject({ kind: 'answered', status: 200, notes: [{ kind: 'surplus-bytes' }] });
  expect(textOf(second)).toBe('{}');
  expect(connections).toBe(2);
});

test('R16 Content-Length together with Transfer-Encoding, and two of them, are errors', async () => {
  const both = await ask((socket) =>
    socket.write(`${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  );
  const two = await ask((socket) => socket.write(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`));
  expect([codeOf(both), codeOf(two)]).toEqual(['incomplete-body', 'incomplete-body']);
});

test('R17 a connection that ends before the answer and one that ends inside it have different messages', async () => {
  const before = await ask((socket) => socket.destroy());
  const inside = await ask((socket) => {
    socket.write(`${OK}Content-Length: 500\r\n\r\n{`, () => setTimeout(() => socket.resetAndDestroy(), 30));
  });
  expect([codeOf(before), codeOf(inside)]).toEqual(['connection-reset', 'incomplete-body']);
});

test('R18 garbage is not HTTP, and its first bytes are shown escaped', async () => {
  const outcome = await ask((socket) => socket.end('\x16\x03\x01garbage\r\n\r\n'));
  expect(outcome).toMatchObject({ kind: 'failed', code: 'not-http', message: expect.stringContaining('\\x16\\x03') });
});

test('R19 HTTP/1.0 that ends with the connection is an answer', async () => {
  const outcome = await ask((socket) => socket.end('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{"a":1}'));
  expect(textOf(outcome)).toBe('{"a":1}');
});

test('R21 early hints are passed over, an endless row of them is not', async () => {
  const some = await ask((socket) => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${OK}Content-Length: 2\r\n\r\n{}`));
  const endless = await ask((socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5_000)));
  expect([codeOf(some), codeOf(endless)]).toEqual(['200', 'not-http']);
});

describe('an unrequested `100 Continue`', () => {
  const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
  const BODY = '{"a":"HTTP/1.1 100 Continue\\r\\n"}';
  const answer = `${OK}Content-Length: ${BODY.length}\r\n\r\n${BODY}`;

  test.each([
    ['one', CONTINUE],
    ['one with fields', 'HTTP/1.1 100 Continue\r\nX-Hop: 1\r\nDate: none\r\n\r\n'],
    ['one without a reason', 'HTTP/1.1 100 \r\n\r\n'],
    ['several among other interim answers', `${CONTINUE}HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${CONTINUE}`],
  ])('is passed over: %s, whole and byte by byte, before each answer of a connection', async (_, interim) => {
    const text = Buffer.from(`${interim}${answer}`);
    for (const isDrip of [false, true]) {
      const url = await listen(async (socket) => {
        socket.setNoDelay(true);
        if (!isDrip) return void socket.write(text);
        for (const byte of text) {
          socket.write(Buffer.from([byte]));
          await new Promise(setImmediate);
        }
      });
      const target = createUrlTarget(url, { now: () => 0 });
      for (let round = 0; round < 3; round += 1) {
        const outcome = await target.send(GET, { timeout: 20_000, maxBytes: 100_000 });
        expect([codeOf(outcome), textOf(outcome)]).toEqual(['200', BODY]);
      }
      expect(sockets.size).toBe(1);
      await target.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    }
  });

  test('is passed over where it comes well before the answer', async () => {
    const outcome = await ask((socket) => {
      socket.write(CONTINUE);
      setTimeout(() => socket.write(answer), 30);
    });
    expect([codeOf(outcome), textOf(outcome)]).toEqual(['200', BODY]);
  });

  test('is not an answer by itself, nor in an endless row', async () => {
    const alone = await ask((socket) => socket.end(CONTINUE));
    const endless = await ask((socket) => socket.write(CONTINUE.repeat(5_000)));
    expect([codeOf(alone), codeOf(endless)]).toEqual(['connection-reset', 'not-http']);
  });

  test('is surplus behind an answer', async () => {
    const outcome = await ask((socket) => socket.write(`${answer}${CONTINUE}`));
    expect(outcome).toMatchObject({ kind: 'answered', notes: [{ kind: 'surplus-bytes' }] });
  });
});

test('R21 an unrequested 101 is not an HTTP answer', async () => {
  const outcome = await ask((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  );
  expect(codeOf(outcome)).toBe('not-http');
});

test.each(['099', '600', '999', '2000'])('R22 a status of %s is none', async (status) => {
  expect(codeOf(await ask((socket) => socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`)))).toBe(
    'not-http',
  );
});

test('R23 field values in UTF-8 are read as such, and repeated fields are kept apart', async () => {
  const outcome = await ask((socket) =>
    socket.write('HTTP/1.1 200 OK\r\nX: café\r\nX: b\r\nContent-Length: 0\r\n\r\n'),
  );
  expect(outcome.kind === 'answered' && outcome.headers.filter(([name]) => name === 'X')).toEqual([
    ['X', 'café'],
    ['X', 'b'],
  ]);
});

test('R23 a header section of a hundred kilobytes is refused', async () => {
  const outcome = await ask((socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`));
  expect(codeOf(outcome)).toBe('not-http');
});

test('R24 a 204 with a body is noted', async () => {
  const outcome = await ask((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n{"a":1}'));
  expect(outcome).toMatchObject({ kind: 'answered', status: 204, notes: [{ kind: 'surplus-bytes' }] });
});

test('R24 content behind a 204 or 304 that names a length is noted, and a length alone is not', async () => {
  for (const status of [204, 304]) {
    const head = `HTTP/1.1 ${status} X\r\nContent-Length: 7\r\n\r\n`;
    const noted = await ask((socket) => socket.write(`${head}{"a":1}`));
    expect(noted).toMatchObject({ kind: 'answered', status, notes: [{ kind: 'surplus-bytes' }] });
    expect(await ask((socket) => socket.write(head))).toMatchObject({ kind: 'answered', status, notes: [] });
  }
});

describe('a HEAD', () => {
  const HEAD: HttpRequest = { ...GET, method: 'HEAD' };
  const limits = { timeout: 1_000, maxBytes: 1_000 };
  const SOUND = `${OK}Content-Length: 2\r\nConnection: keep-alive\r\n\r\n`;

  test('answered with content is noted', async () => {
    const outcome = await ask((socket) => socket.write(`${SOUND}{}`), { request: HEAD });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, notes: [{ kind: 'surplus-bytes' }] });
  });

  test('answered as it should be leaves its connection to the next HEAD, as does a DELETE with content to the next GET', async () => {
    const seen: number[] = [];
    let connections = 0;
    const url = await listen((socket, nth) => {
      if (nth === 1) connections += 1;
      seen.push(nth);
      socket.write(nth === 1 && connections === 1 ? SOUND : `${OK}Content-Length: 0\r\n\r\n`);
    });
    const target = createUrlTarget(url, { now: () => 0 });
    const content = { kind: 'bytes', mediaType: 'text/plain', bytes: Buffer.from('a') } as const;
    for (const request of [HEAD, HEAD, HEAD]) await target.send(request, limits);
    for (const request of [{ ...GET, method: 'DELETE', body: content }, GET]) await target.send(request, limits);
    await target.close();
    expect([connections, seen]).toEqual([2, [1, 2, 3, 1, 2]]);
  });

  test('whose content comes late spoils no other request', async () => {
    let first: Socket | undefined;
    const url = await listen((socket, nth) => {
      first ??= socket;
      const late = socket === first && nth > 1 ? '{}' : '';
      socket.write(`${late}${socket === first ? SOUND : `${SOUND}{}`}`);
    });
    const target = createUrlTarget(url, { now: () => 0 });
    expect(codeOf(await target.send(HEAD, limits))).toBe('200');
    for (let index = 0; index < 3; index += 1) expect(textOf(await target.send(GET, limits))).toBe('{}');
    expect(codeOf(await target.send(HEAD, limits))).toBe('not-http');
    await target.close();
  });
});

test('R32 two answers to one request: the second belongs to no request', async () => {
  const url = await listen((socket) => {
    socket.write(`${OK}Content-Length: 7\r\n\r\n{"a":1}${OK}Content-Length: 7\r\n\r\n{"b":2}`);
  });
  const target = createUrlTarget(url, { now: () => 0 });
  const texts = [];
  for (let index = 0; index < 3; index += 1)
    texts.push(textOf(await target.send(GET, { timeout: 1_000, maxBytes: 1_000 })));
  await target.close();
  expect(texts).toEqual(['{"a":1}', '{"a":1}', '{"a":1}']);
});

test('R45 methods and bodies that fetch refuses are sent', async () => {
  const trace = await ask((socket) => socket.write(`${OK}Content-Length: 2\r\n\r\n{}`), {
    request: { ...GET, method: 'TRACE' },
  });
  const withBody = await ask((socket) => socket.write(`${OK}Content-Length: 2\r\n\r\n{}`), {
    request: { ...GET, body: { kind: 'parsed', mediaType: 'application/json', value: {}, text: '{}' } },
  });
  expect([codeOf(trace), codeOf(withBody)]).toEqual(['200', '200']);
});

test('R46 a stream of events that never ends is read for a while, whole items only', async () => {
  const outcome = await ask((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n');
    const timer = setInterval(() => socket.write('fa0\r\n'.concat('{"n":1}\n'.repeat(500), '\r\n')), 1);
    socket.on('close', () => clearInterval(timer));
  });
  expect(outcome).toMatchObject({ kind: 'answered', cut: true });
});

test('a target that is not there is unreachable, and a request stopped from outside is aborted', async () => {
  const target = createUrlTarget(new URL('http://127.0.0.1:1/'), { now: () => 0 });
  const gone = await target.send(GET, { timeout: 1_000, maxBytes: 1_000 });
  const stop = new AbortController();
  const waiting = createUrlTarget(await listen(() => {}), { now: () => 0 });
  const sent = waiting.send(GET, { timeout: 5_000, maxBytes: 1_000, signal: stop.signal });
  stop.abort();
  expect([codeOf(gone), codeOf(await sent)]).toEqual(['unreachable', 'aborted']);
  await Promise.all([target.close(), waiting.close()]);
});

test('a write on a connection that was closed while it idled is sent once more on a fresh one; one that is reset there too is lost', async () => {
  const seen: string[] = [];
  const closing = (first: boolean): Behaviour => {
    const used = new Set<Socket>();
    return (socket) => {
      seen.push(used.has(socket) ? 'again' : 'first');
      if (used.has(socket) || !first) socket.destroy();
      else socket.write(`${OK}Content-Length: 2\r\n\r\n{}`);
      used.add(socket);
    };
  };
  const post: HttpRequest = { ...GET, method: 'POST' };
  const twice = async (first: boolean): Promise<readonly string[]> => {
    const target = createUrlTarget(await listen(closing(first)), { now: () => 0 });
    const { signal } = new AbortController();
    const sender = createSender({ target, timeout: 2_000, maxBytes: 1_000, rate: undefined, signal });
    const codes = [await sender.send(post, { fresh: false }), await sender.send(post, { fresh: false })].map(codeOf);
    await target.close();
    return codes;
  };
  expect(await twice(true)).toEqual(['200', '200']);
  expect(seen).toEqual(['first', 'again', 'first']);
  expect(await twice(false)).toEqual(['connection-reset', 'connection-reset']);
  expect(seen.slice(3)).toEqual(['first', 'first']);
});
