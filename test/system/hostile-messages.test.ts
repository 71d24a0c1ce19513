import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Running, start, urlIn } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-hostile-'));
const started: Running[] = [];
afterAll(() => {
  for (const { child } of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Only a hang takes so long. */
const DEADLINE = 30_000;
const TAGS = ['add', 'sub', 'mul'];
const expression = { $ref: '#/components/schemas/Expr' };
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const answers = { 200: { description: 'done', ...json(expression) } };

/** Expressions within expressions; some of their parts are deprecated, so that they are looked for in every message. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Expressions', version: '1' },
  paths: {
    '/eval': {
      get: { operationId: 'show', responses: answers },
      post: { operationId: 'eval', requestBody: { required: true, ...json(expression) }, responses: answers },
    },
    '/names': {
      post: {
        operationId: 'name',
        requestBody: json({ type: 'array', items: { type: 'string', pattern: '^(?=(a+)+$)a+b$' } }),
        responses: { 200: { description: 'done' } },
      },
    },
  },
  components: {
    schemas: {
      Expr: { oneOf: [...TAGS.map((tag) => ({ $ref: `#/components/schemas/${tag}` })), { type: 'number' }] },
      ...Object.fromEntries(
        TAGS.map((tag) => [
          tag,
          {
            type: 'object',
            required: ['op', 'left', 'right'],
            properties: { op: { const: tag }, left: expression, right: expression, hint: { deprecated: true } },
          },
        ]),
      ),
    },
  },
};
const file = join(folder, 'expressions.json');
writeFileSync(file, JSON.stringify(document));

function nested(depth: number, leaf: unknown): unknown {
  let value = leaf;
  for (let level = 0; level < depth; level += 1) value = { op: TAGS[level % 3], left: value, right: 2, hint: 'x' };
  return value;
}

function begun(args: readonly string[]): Running {
  const running = start(args, folder);
  started.push(running);
  return running;
}

const within = <T>(promise: Promise<T>): Promise<T | 'never'> =>
  Promise.race([promise, new Promise<'never'>((late) => setTimeout(() => late('never'), DEADLINE).unref())]);

describe('a mock', () => {
  test('answers messages that are deep, or that no pattern can be held to in time, and ends on a signal', async () => {
    const mock = begun(['mock', file, '--port', '0']);
    const url = urlIn(await mock.until(/Stop: +Ctrl-C/));
    const post = async (path: string, body: unknown): Promise<readonly [number, string]> => {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(DEADLINE),
      });
      return [answer.status, await answer.text()];
    };
    for (const depth of [9, 12, 60]) {
      const [status, text] = await post('/eval', nested(depth, 'oops'));
      expect([status, text]).toEqual([422, expect.stringContaining(`"pointer":"/body${'/left'.repeat(depth)}"`)]);
      expect((await post('/eval', nested(depth, 1)))[0]).toBe(200);
    }
    const names = Array.from({ length: 300 }, (_, index) => `${'a'.repeat(40)}${index}`);
    const [status, text] = await post('/names', names);
    expect([status, text]).toEqual([422, expect.stringContaining('could not be matched against its pattern')]);
    expect(await within(mock.stop('SIGTERM'))).toMatchObject({ status: 0 });
  });
});

describe('a check', () => {
  test.each([
    ['an answer that breaks the document in its depth', nested(60, 'oops'), 1],
    ['a deep answer', nested(60, 1), 0],
  ])('comes to its end over %s', async (_, answer, status) => {
    const server = createServer((request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const run = begun(['check', target, file, '--operation', 'show', '--phase', 'coverage', '--phase', 'examples']);
    expect(await within(run.finished)).toMatchObject({ status });
    server.close();
  });
});
