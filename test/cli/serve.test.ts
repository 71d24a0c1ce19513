import { EventEmitter } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mockCommand } from '../../src/cli/commands/mock.ts';
import { flagsOfEnvironment, unknownVariables } from '../../src/cli/options/environment.ts';
import { listenToKeys } from '../../src/cli/serve/keys.ts';
import { lanUrls } from '../../src/cli/serve/lan-urls.ts';
import { createTerminal } from '../../src/cli/terminal.ts';
import { finish, type Running, start } from '../system/command.ts';

const running: Running[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

const documentOf = (name: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: name, version: '1' },
    paths: {
      [`/${name}`]: {
        get: {
          responses: {
            200: {
              description: 'ok',
              content: { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } },
            },
          },
        },
      },
    },
  });

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'standin-serve-'));
  for (const name of ['users', 'orders']) writeFileSync(join(made, `${name}.json`), documentOf(name));
  return made;
}

describe('several documents', () => {
  it('stand on one port, each with its page, document and control routes, and what the banner prints works', async () => {
    const mock = start(['mock', 'users.json@/users', 'orders.json@/v1/orders', '--port', '0'], folder());
    running.push(mock);
    const banner = await mock.until(/Stop:[\s\S]*Stop:/);
    const tries = [...banner.matchAll(/Try: +curl (\S+)/g)].map(([, url = '']) => url);
    expect(tries.map((url) => new URL(url).pathname)).toEqual(
      expect.arrayContaining(['/users/users', '/v1/orders/orders']),
    );
    for (const url of tries) expect((await fetch(url)).status).toBe(200);
    const [, page = ''] = /Page: +(\S+\/v1\/orders\/)/.exec(banner) ?? [];
    expect(await (await fetch(page, { headers: { accept: 'text/html' } })).text()).toContain('<title>orders');
    expect(await (await fetch(`${page}openapi.json`)).json()).toMatchObject({ info: { title: 'orders' } });
    expect(await (await fetch(`${page}_standin/health`)).json()).toMatchObject({ title: 'orders' });
    const moved = await fetch(`${page}_standin`, { redirect: 'manual' });
    expect([moved.status, new URL(moved.headers.get('location') ?? '', `${page}_standin`).pathname]).toEqual([
      308,
      '/v1/orders/_standin/',
    ]);
    const lost = await fetch(new URL('/nothing', page));
    expect(lost.status).toBe(404);
    expect(await lost.json()).toMatchObject({ detail: expect.stringContaining('/users, /v1/orders') });
  });

  it('need a path each, and options that belong to one document are refused', async () => {
    const here = folder();
    expect((await finish(['mock', 'users.json', 'orders.json'], here)).err).toContain('users.yaml@/users');
    expect((await finish(['mock', 'users.json@/a', 'orders.json@/a'], here)).err).toContain(
      'Two documents have the path /a',
    );
    const { status, err } = await finish(['mock', 'users.json@/a', 'orders.json@/b', '--data', 'x.json'], here);
    expect(status).toBe(2);
    expect(err).toContain('`data` works with one document');
  });

  it('name a free port when theirs is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    const { port } = other.address() as { port: number };
    const { status, err } = await finish(['mock', 'users.json@/a', 'orders.json@/b', '--port', String(port)], folder());
    other.close();
    expect(status).toBe(2);
    expect(err).toMatch(/Port \d+ is free: --port \d+/);
  });
});

it('--open starts the browser of the user with the page', async () => {
  const here = folder();
  writeFileSync(join(here, 'browser.sh'), '#!/bin/sh\necho "$1" > opened.txt\n');
  chmodSync(join(here, 'browser.sh'), 0o755);
  const mock = start(['mock', 'users.json', '--port', '0', '--open'], here, { BROWSER: join(here, 'browser.sh') });
  running.push(mock);
  const [, page] = /Page: +(\S+)/.exec(await mock.until(/Stop:/)) ?? [];
  await vi.waitFor(() => expect(readFileSync(join(here, 'opened.txt'), 'utf8')).toBe(`${page}\n`), 10_000);
});

it('addresses of the network are those that other machines reach', () => {
  expect(lanUrls(undefined, 4010)).toEqual([]);
  expect(lanUrls('127.0.0.1', 4010)).toEqual([]);
  for (const url of lanUrls('0.0.0.0', 4010)) expect(url).toMatch(/^http:\/\/(?!127\.)\d+\.\d+\.\d+\.\d+:4010$/);
});

it('keys call what they stand for, until the listener is released', () => {
  const raw: boolean[] = [];
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (on: boolean) => raw.push(on),
    resume: () => undefined,
    pause: () => undefined,
  });
  const pressed: string[] = [];
  const release = listenToKeys(input, { r: { text: 'reset', press: () => pressed.push('r') } });
  input.emit('data', 'rxr');
  release();
  input.emit('data', 'r');
  expect(pressed).toEqual(['r', 'r']);
  expect(raw).toEqual([true, false]);
});

describe('environment variables', () => {
  const { options } = mockCommand(createTerminal());
  const read = (env: Record<string, string>) => flagsOfEnvironment(env, options);

  it('give options of mock, and what an orchestrator sets for a service of that name is not one', () => {
    expect(
      read({ STANDIN_LOG: 'true', STANDIN_CORS: '0', STANDIN_API_KEYS: 'a, b', STANDIN_DOCUMENT: 'x.yaml' }),
    ).toEqual({
      log: true,
      cors: false,
      apiKeys: ['a', 'b'],
      document: 'x.yaml',
    });
    expect(read({ STANDIN_PORT: 'tcp://10.0.0.1:4010' })).toEqual({});
    const others = { STANDIN_SERVICE_HOST: '10.0.0.1', STANDIN_PORT_4010_TCP: 'x', STANDIN_BEARER: 'x' };
    expect(unknownVariables(others)).toEqual([]);
  });

  it('are named when they are misspelt or wrong; a flag wins', async () => {
    expect(unknownVariables({ STANDIN_DELY: '1' })).toEqual([
      'The environment variable STANDIN_DELY has no effect. Did you mean `STANDIN_DELAY`?',
    ]);
    const wrong = await finish(['mock', '--petstore'], undefined, { STANDIN_DELAY: 'fast' });
    expect(wrong.status).toBe(2);
    expect(wrong.err).toContain('STANDIN_DELAY has a wrong value');
    const mock = start(['mock', '--port', '0'], folder(), {
      STANDIN_DOCUMENT: 'users.json',
      STANDIN_PORT: '1',
      STANDIN_SEED: '7',
    });
    running.push(mock);
    expect(await mock.until(/Stop:/)).toMatch(/users 1[\s\S]*seed 7/);
  });
});
