import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { missingRedis, type OwnRedis, startRedis } from '../state/redis-here.ts';
import { finish, start, urlIn } from './command.ts';

const root = resolve(import.meta.dirname, '../..');
const TOKEN = /\$\{STANDIN_CONTROL_TOKEN:\?[^}]*\}/;

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const compose = parse(readFileSync(resolve(root, 'compose.yaml'), 'utf8'), { merge: true }) as Compose;
const mocks = Object.keys(compose.services).filter((name) => name.startsWith('mock-'));
const commandOf = (name: string): readonly string[] => compose.services[name]?.command ?? [];

describe('compose.yaml', () => {
  it('has three mocks that share one state', () => {
    expect(mocks).toEqual(['mock-1', 'mock-2', 'mock-3']);
    expect(new Set(mocks.map((name) => commandOf(name).join(' '))).size).toBe(1);
    const state = commandOf('mock-1').find((word) => word.startsWith('--state='));
    expect(state).toMatch(/^--state=redis:\/\/valkey:6379\/\d+\?prefix=\w+$/);
    expect(compose.services['valkey']?.command).toEqual(expect.arrayContaining(['--appendonly', 'noeviction']));
  });

  it('names only services, configs and volumes that it has', () => {
    for (const { depends_on: needs = [] } of Object.values(compose.services))
      for (const name of Array.isArray(needs) ? needs : Object.keys(needs))
        expect(compose.services).toHaveProperty(name);
    const upstream = compose.configs['balancer']?.content ?? '';
    expect([...upstream.matchAll(/server (mock-\d):4010/g)].map(([, name]) => name)).toEqual(mocks);
    expect(compose.volumes).toHaveProperty('state');
  });

  it('opens one door, to this machine only, and no control route without a token', () => {
    const ports = Object.values(compose.services).flatMap((service) => service.ports ?? []);
    expect(ports).toEqual(['127.0.0.1:4010:80']);
    expect(commandOf('mock-1').join(' ')).toMatch(TOKEN);
  });

  it('uses only options that there are', async () => {
    const { out } = await finish(['mock', '--help']);
    for (const word of commandOf('mock-1').filter((each) => each.startsWith('--')))
      expect(out).toContain(`${word.split('=', 1)[0]} <`);
  });
});

describe.skipIf(missingRedis !== undefined)(
  `the command of compose.yaml${missingRedis === undefined ? '' : ` (SKIPPED: ${missingRedis})`}`,
  () => {
    let redis: OwnRedis;
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(() => redis.kill());

    it('starts a mock that is healthy while its state is there', async () => {
      const args = commandOf('mock-1')
        .slice(2)
        .map((word) =>
          word.replace('valkey:6379', `127.0.0.1:${redis.port}`).replace(TOKEN, 'secret').replace('4010', '0'),
        );
      const running = start(args, root);
      const url = urlIn(await running.until(/http:\/\//)).replace('0.0.0.0', '127.0.0.1');
      expect((await fetch(`${url}/pets`)).status).toBe(200);
      expect((await fetch(`${url}/_standin/health`)).status).toBe(200);
      await redis.kill();
      expect((await fetch(`${url}/_standin/health`)).status).toBe(503);
      await running.stop();
    });
  },
);
