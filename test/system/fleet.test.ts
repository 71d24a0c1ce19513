import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { missingRedis, type OwnRedis, startRedis } from '../state/redis-here.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Running, start, urlIn } from './command.ts';
import { SHOP, SHOP_MOCKS } from './shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-fleet-'));
const aof = mkdtempSync(join(tmpdir(), 'standin-aof-'));
writeFileSync(join(folder, 'shop.json'), SHOP);
writeFileSync(join(folder, 'mocks.mjs'), SHOP_MOCKS);
afterAll(() => {
  for (const each of [folder, aof]) rmSync(each, { recursive: true, force: true });
});

/** How many animals are created under load; more with the variable, for a night's run. */
const MANY = Number(process.env['STANDIN_FLEET_REQUESTS'] ?? 240);

interface Replica {
  readonly running: Running;
  readonly url: string;
}

let redis: OwnRedis;
const replicas: Replica[] = [];
const FRESH = { 'standin-world': 'fresh' };

async function startReplica(prefix: string, url = redis.url): Promise<Replica> {
  const args = ['mock', 'shop.json', '--mocks', 'mocks.mjs', '--state', `${url}?prefix=${prefix}`, '--port', '0'];
  const running = start(args, folder);
  const replica = { running, url: urlIn(await running.until(/http:\/\//)) };
  replicas.push(replica);
  return replica;
}

interface Answer {
  readonly status: number;
  // Tests read what they expect; a wrong guess fails them.
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  readonly json: any;
}

/** 0 for an answer that never came. */
async function call(url: string, line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const [method = 'GET', path = '/'] = line.split(' ');
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    return { status: response.status, json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw new Error(`${line} hangs.`);
    return { status: 0, json: undefined };
  }
}

describe.skipIf(missingRedis !== undefined)(
  `a fleet of mocks on one Redis${missingRedis === undefined ? '' : ` (SKIPPED: ${missingRedis})`}`,
  () => {
    let fleet: Replica[];
    beforeAll(async () => {
      redis = await startRedis(aof);
      fleet = await Promise.all([1, 2, 3].map(() => startReplica('fleet')));
    });
    afterAll(async () => {
      for (const { running } of replicas) await running.stop('SIGKILL');
      await redis.kill();
    });
    const member = (which: number): string => fleet[which]?.url ?? '';

    it('sells the last animal once: two processes, two orders, one 201 and one 409', async () => {
      const [left, right] = [member(0), member(1)];
      for (let round = 1; round <= 10; round++) {
        const { json: animal } = await call(left, 'POST /animals', { name: 'Last', status: 'available' });
        const orders = await Promise.all(
          [left, right].map((url) => call(url, 'POST /orders', { animalId: animal.id })),
        );
        expect(orders.map(({ status }) => status).sort()).toEqual([201, 409]);
        expect((await call(right, `GET /animals/${animal.id}`)).json.status).toBe('sold');
      }
      const ids = (await call(left, 'GET /orders?limit=1000')).json.map(({ id }: { id: number }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('lays its seeds once, and shows each process what the others received', async () => {
      const lists = await Promise.all(fleet.map(({ url }) => call(url, 'GET /animals', undefined, FRESH)));
      expect(new Set(lists.map(({ json }) => JSON.stringify(json))).size).toBe(1);
      await call(member(0), 'POST /_standin/overrides', { operation: 'getAnimal', status: 404 });
      expect((await call(member(1), 'GET /animals/1')).status).toBe(404);
      await call(member(2), 'POST /_standin/reset');
      expect((await call(member(1), 'GET /animals/1')).status).toBe(200);
    });

    it('loses nothing that it acknowledged, gives no id twice and never hangs while a member and the Redis are killed', async () => {
      const balancer = await startBalancer(fleet.map(({ url }) => url));
      const seeds = (await call(balancer.url, 'GET /animals')).json.length as number;
      const acknowledged = new Map<string, number>();
      let refused = 0;
      let slowest = 0;
      const events = happenings(balancer);
      const client = async (which: number): Promise<void> => {
        for (let turn = 0; turn < MANY / 8; turn++) {
          const name = `animal ${which}-${turn}`;
          for (;;) {
            const began = performance.now();
            const { status, json } = await call(balancer.url, 'POST /animals', { name }, { 'idempotency-key': name });
            slowest = Math.max(slowest, performance.now() - began);
            if (status === 201) {
              acknowledged.set(name, json.id);
              break;
            }
            expect([0, 502, 503]).toContain(status);
            refused++;
            await new Promise((done) => setTimeout(done, 50));
          }
          const { status, json } = await call(balancer.url, `GET /animals/${acknowledged.get(name)}`);
          if (status === 200) expect(json.name).toBe(name);
          else expect([0, 502, 503]).toContain(status);
          await events(acknowledged.size);
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, which) => client(which)));
      await balancer.close();
      expect(acknowledged.size).toBe(8 * Math.ceil(MANY / 8));
      expect(new Set(acknowledged.values()).size).toBe(acknowledged.size);
      const all = (await call(member(0), 'GET /animals?limit=100000')).json as { id: number; name: string }[];
      for (const [name, id] of acknowledged) expect(all).toContainEqual(expect.objectContaining({ id, name }));
      expect(all.length).toBe(seeds + acknowledged.size);
      console.info(
        `fleet: ${acknowledged.size} acknowledged, ${refused} refused and sent again, slowest answer ${Math.round(slowest)} ms, 0 lost`,
      );
    }, 180_000);

    it('tells through any member what all of them answered, and forgets it for all', async () => {
      const asked = async (which: number): Promise<Answer> =>
        call(member(which), 'POST /_standin/verify', { operation: 'getAnimal', world: 'journal', exactly: 6 });
      await call(member(1), 'DELETE /_standin/journal');
      const inWorld = { 'standin-world': 'journal', authorization: 'Bearer correcthorse' };
      for (let i = 0; i < 6; i++) await call(member(i % 3), `GET /animals/${i + 1}`, undefined, inWorld);
      for (let which = 0; which < 3; which++) {
        // A member tells the others after it has answered.
        await vi.waitFor(async () => expect((await asked(which)).json).toMatchObject({ satisfied: true, count: 6 }), {
          timeout: 20_000,
        });
        const { json } = await call(member(which), 'GET /_standin/journal?world=journal');
        expect(json.entries.map(({ request }: { request: { path: string } }) => request.path)).toEqual(
          [1, 2, 3, 4, 5, 6].map((id) => `/animals/${id}`),
        );
        expect(json.entries[which].response.body.value.id).toBe(which + 1);
      }
      expect(await redis.tell('XRANGE', '{fleet}:journal', '-', '+')).not.toContain('correcthorse');
      await call(member(2), 'DELETE /_standin/journal');
      expect((await asked(0)).json).toMatchObject({ satisfied: false, count: 0 });
    });

    it('loses nothing in a rolling restart', async () => {
      const names: string[] = [];
      for (let round = 0; round < 3; round++) {
        const name = `round ${round}`;
        expect((await call(member(0), 'POST /animals', { name })).status).toBe(201);
        names.push(name);
        const old = fleet.shift();
        expect((await old?.running.stop())?.status).toBe(0);
        fleet = [...fleet, await startReplica('fleet')];
        for (const { url } of fleet) {
          const all = (await call(url, 'GET /animals?limit=100000')).json.map((each: { name: string }) => each.name);
          expect(all).toEqual(expect.arrayContaining(names));
        }
      }
    });

    it('shows no credential to who looks at its processes or its output', async () => {
      await redis.tell('ACL', 'SETUSER', 'team', 'on', '>correcthorse', '~*', '+@all');
      const replica = await startReplica('title', redis.url.replace('://', '://team:correcthorse@'));
      const lines = `/proc/${replica.running.child.pid}/cmdline`;
      if (existsSync(lines)) expect(readFileSync(lines, 'utf8')).not.toContain('correcthorse');
      await redis.tell('ACL', 'SETUSER', 'team', 'resetpass', '>another');
      await redis.tell('CLIENT', 'KILL', 'TYPE', 'normal');
      expect((await call(replica.url, 'GET /animals/1')).status).toBe(503);
      const { out, err } = await replica.running.stop();
      expect(out + err).not.toContain('correcthorse');
      const refused = start(
        ['mock', 'shop.json', '--state', redis.url.replace('://', '://team:correcthorse@'), '--port', '0'],
        folder,
      );
      const end = await refused.finished;
      expect(end.status).toBe(2);
      expect(end.err).toContain('WRONGPASS');
      expect(end.out + end.err).not.toContain('correcthorse');
    });

    /** What befalls the fleet on the way, each once: a member is killed and replaced, the Redis is killed and comes back. */
    function happenings(balancer: Balancer): (acknowledged: number) => Promise<void> {
      const all: [at: number, what: () => Promise<void>][] = [
        [MANY * 0.25, async () => void (await fleet[2]?.running.stop('SIGKILL'))],
        [
          MANY * 0.5,
          async () => {
            const fresh = await startReplica('fleet');
            fleet[2] = fresh;
            balancer.replicas = fleet.map(({ url }) => url);
          },
        ],
        [
          MANY * 0.7,
          async () => {
            await redis.kill();
            await redis.restart();
          },
        ],
      ];
      let last = Promise.resolve();
      return async (acknowledged) => {
        const [next] = all;
        if (next === undefined || acknowledged < next[0]) return;
        all.shift();
        // One after the other: a member that begins while the Redis goes down may say so, and end.
        last = last.then(next[1]);
        await last;
      };
    }
  },
);
