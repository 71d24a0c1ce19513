import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { type Running, start, urlIn } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-interrupts-'));
const started: Running[] = [];
afterAll(() => {
  for (const { child } of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** A busy machine may take longer than the two seconds that are promised. */
const LONGEST = 10_000;

const item = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const json = { content: { 'application/json': { schema: item } } };
const large = join(folder, 'large.json');
const paths = Object.fromEntries(
  Array.from({ length: 4_000 }, (_, index) => [
    `/things${index}`,
    {
      get: {
        parameters: ['a', 'b', 'c'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
        responses: { 200: { description: '', ...json } },
      },
      post: { requestBody: json, responses: { 201: { description: '', ...json } } },
    },
  ]),
);
writeFileSync(large, JSON.stringify({ openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths }));

function begun(args: readonly string[]): Running {
  const running = start(args, folder);
  started.push(running);
  return running;
}

async function endsAfter(running: Running, signal: NodeJS.Signals): Promise<number> {
  const begin = performance.now();
  await running.stop(signal);
  return performance.now() - begin;
}

describe('a signal ends a command soon', () => {
  test.each<[string, readonly string[], NodeJS.Signals]>([
    ['inspect', ['inspect', large], 'SIGINT'],
    ['check', ['check', 'http://127.0.0.1:1', large], 'SIGINT'],
    ['check', ['check', 'http://127.0.0.1:1', large], 'SIGTERM'],
    ['mock', ['mock', large, '--port', '0'], 'SIGINT'],
  ])('%s, while a large document is read: at once, since nothing has to be put in order', async (_, args, signal) => {
    const running = begun(args);
    // Long before a fast machine has read it.
    await sleep(200);
    expect(await endsAfter(running, signal)).toBeLessThan(LONGEST);
    expect(running.child.signalCode).toBe(signal);
  });

  test('mock, while an answer is delayed', async () => {
    const mock = begun(['mock', '--port', '0']);
    const url = urlIn(await mock.until(/Stop: +Ctrl-C/));
    const answer = fetch(`${url}/pets`, { headers: { prefer: 'delay=60000' } }).catch(() => undefined);
    await sleep(200);
    expect(await endsAfter(mock, 'SIGTERM')).toBeLessThan(LONGEST);
    await answer;
  });

  test('check, where the target keeps what was made and answers no removal', async () => {
    const document = join(folder, 'things.json');
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
    const things = {
      '/things': {
        post: { requestBody: { required: true, ...json }, responses: { 201: { description: '', ...json } } },
      },
      '/things/{id}': {
        parameters: [id],
        get: { responses: { 200: { description: '', ...json } } },
        delete: { responses: { 204: { description: '' } } },
      },
    };
    writeFileSync(
      document,
      JSON.stringify({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: things }),
    );
    let made = 0;
    let asked = (): void => {};
    const removal = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const server = createServer((request, response) => {
      request.resume();
      if (request.method === 'DELETE') return asked();
      made += request.method === 'POST' ? 1 : 0;
      response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: made, name: 'thing' }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const run = begun(['check', `http://127.0.0.1:${(server.address() as AddressInfo).port}`, document]);
    await removal;
    expect(await endsAfter(run, 'SIGINT')).toBeLessThan(LONGEST);
    server.closeAllConnections();
    server.close();
  });
});
