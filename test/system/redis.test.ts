import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MockChoices } from '../../src/library/index.ts';
import { missingRedis, type OwnRedis, startRedis } from '../state/redis-here.ts';
import { finish } from './command.ts';
import { inMemory, type Server } from './harness.ts';
import { SHOP } from './shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-shop-'));
const document = join(folder, 'shop.json');
writeFileSync(document, SHOP);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let redis: OwnRedis;
let namespaces = 0;
const opened: Server[] = [];

/** A mock of the shop on the Redis; one of the same namespace is its twin. */
async function open(namespace = `shop${++namespaces}`, more: MockChoices = {}): Promise<Server> {
  const defects: unknown[] = [];
  const server = await inMemory({
    ...more,
    document,
    state: `${redis.url}?prefix=${namespace}`,
    onDefect: (error) => void defects.push(error),
  });
  opened.push(server);
  return server;
}

/** How many scripts the Redis has run meanwhile. */
async function trips(work: () => Promise<unknown>): Promise<number> {
  const count = async (): Promise<number> => {
    const stats = await redis.tell('INFO', 'commandstats');
    return ['eval', 'evalsha'].reduce(
      (sum, name) => sum + Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0),
      0,
    );
  };
  const before = await count();
  await work();
  return (await count()) - before;
}

const rex = { name: 'Rex' };

/** An animal is sold once. */
const SELLING: MockChoices = {
  mocks: {
    behaviours: {
      async placeOrder(call, records) {
        const { animalId } = call.body as { animalId: number };
        const animal = await records('animals').get(animalId);
        if (animal === undefined || animal['status'] === 'sold')
          return call.refuse(409, 'taken', 'The animal is sold.');
        const id = await records('orders').nextId();
        await records('animals').put(animalId, { ...animal, status: 'sold' });
        await records('orders').put(id, { id, animalId });
        return call.reply(201, { id, animalId });
      },
    },
  },
};

/** Asks until it is answered: a connection mends itself behind the scenes. */
async function untilAnswered(server: Server, line: string, body?: unknown): Promise<number> {
  for (let tries = 0; ; tries++) {
    const { status } = await server.call(line, body);
    if (status !== 503 || tries >= 200) return status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.skipIf(missingRedis !== undefined)(
  `a mock on a Redis${missingRedis === undefined ? '' : ` (SKIPPED: ${missingRedis})`}`,
  () => {
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterEach(async () => {
      for (const server of opened.splice(0)) await server.close();
    });
    afterAll(() => redis.kill());

    it.each<[string, string, unknown, number]>([
      ['one', 'GET /animals/1', undefined, 1],
      ['one that is not there', 'GET /animals/999', undefined, 1],
      ['a list', 'GET /animals?limit=2', undefined, 1],
      ['a filtered list', 'GET /animals?status=sold', undefined, 1],
      ['what is nested in another', 'GET /animals/1/visits', undefined, 1],
      ['a create', 'POST /animals', rex, 1],
      ['a nested create', 'POST /animals/1/visits', { note: 'well' }, 1],
      ['a replace', 'PUT /animals/1', rex, 1],
      ['a patch', 'PATCH /animals/1', rex, 1],
    ])('needs one round trip for %s', async (_, line, body, wanted) => {
      const server = await open();
      // The first time lays the seeds and hears of what is there.
      for (let i = 0; i < 2; i++) expect((await server.call(line, body)).status).not.toBe(503);
      expect(await trips(() => server.call(line, body))).toBe(wanted);
    });

    it('needs one round trip to delete what it has seen, two for what it has not, and one more to look for what is nested in it', async () => {
      const [left, right] = [await open('delete'), await open('delete')];
      const made = (await left.call('POST /orders', { animalId: 1 })).json;
      expect(await trips(() => left.call(`DELETE /orders/${made.id}`))).toBe(1);
      await right.call('GET /orders/1');
      const other = (await left.call('POST /orders', { animalId: 1 })).json;
      expect(await trips(() => right.call(`DELETE /orders/${other.id}`))).toBe(2);
      const animal = (await left.call('POST /animals', rex)).json;
      expect(await trips(() => left.call(`DELETE /animals/${animal.id}`))).toBe(2);
    });

    it('needs the reads of a behaviour and one commit, and only the commit where it remembers what it reads', async () => {
      const [left, right] = [await open('behaviour', SELLING), await open('behaviour', SELLING)];
      const make = async (): Promise<number> => (await left.call('POST /animals', rex)).json.id;
      const sell = (server: Server, animalId: number) => server.call('POST /orders', { animalId });
      for (const each of [right, left]) await sell(each, await make());
      const [mine, theirs] = [await make(), await make()];
      expect(await trips(async () => expect((await sell(left, mine)).status).toBe(201))).toBe(1);
      // The twin has to read the animal, and finds out with its first commit that ids were given elsewhere.
      expect(await trips(async () => expect((await sell(right, theirs)).status).toBe(201))).toBeLessThanOrEqual(7);
      const again = await make();
      expect(await trips(async () => expect((await sell(right, again)).status).toBe(201))).toBe(2);
      expect(await trips(async () => expect((await sell(left, again)).status).toBe(409))).toBeLessThanOrEqual(4);
    });

    it('keeps every digit of an int64 on every path', async () => {
      const [left, right] = [await open('digits'), await open('digits')];
      for (const digits of ['9007199254740993', '9223372036854775807', '-9223372036854775808']) {
        const made = await left.call('POST /orders', `{"animalId":${digits}}`);
        expect(made.text).toContain(digits);
        const { id } = made.json;
        expect((await right.call(`GET /orders/${id}`)).text).toContain(digits);
        expect((await right.call('GET /orders?limit=1000')).text).toContain(digits);
        await right.call(`POST /_standin/snapshots/${id}`);
        await left.call('POST /_standin/reset');
        await left.call(`POST /_standin/snapshots/${id}/restore`);
        expect((await left.call(`GET /orders/${id}`)).text).toContain(digits);
      }
    });

    it('shows what its twin received: overrides, resets, scenarios, snapshots', async () => {
      const [left, right] = [await open('twins'), await open('twins')];
      expect((await left.call('GET /animals/1')).text).toBe((await right.call('GET /animals/1')).text);
      expect((await left.call('POST /animals', rex)).status).toBe(201);
      await right.call('POST /_standin/overrides', { operation: 'getAnimal', status: 404 });
      await right.call('POST /_standin/overrides', {
        operation: 'createAnimal',
        status: 201,
        times: 1,
        body: { id: 77, name: 'x' },
      });
      expect((await left.call('GET /animals/1')).status).toBe(404);
      expect((await left.call('POST /animals', rex)).json).toMatchObject({ id: 77 });
      expect((await left.call('POST /animals', rex)).json.id).toBeLessThan(77);
      await right.call('DELETE /_standin/overrides');
      expect((await left.call('GET /animals/1')).status).toBe(200);

      await left.call('PATCH /animals/1', { name: 'Changed' });
      await left.call('POST /_standin/snapshots/changed');
      await right.call('POST /_standin/reset');
      // The first request after a reset that somebody else has told of: seeds are there, and ids begin anew.
      const fresh = await left.call('POST /animals', rex);
      const again = await (await open()).call('POST /animals', rex);
      expect(fresh.json.id).toBe(again.json.id);
      expect((await left.call('GET /animals/1')).json.name).not.toBe('Changed');
      await right.call('POST /_standin/snapshots/changed/restore');
      expect((await left.call('GET /animals/1')).json.name).toBe('Changed');
      await right.call('POST /_standin/starting-states/empty');
      expect((await left.call('GET /animals')).json).toEqual([]);
      expect((await left.call('GET /animals/1')).status).toBe(404);
    });

    it('ends where its port is taken', async () => {
      const { port } = new URL((await (await open()).mock.listen()).url);
      const second = await finish(['mock', document, '--state', `${redis.url}?prefix=taken`, '--port', port], folder);
      expect(second).toMatchObject({ status: 2, err: expect.stringContaining(`Port ${port}`) });
    });

    it('leaves nothing connected where a reload fails', async () => {
      const { mock } = await open();
      const connected = async (): Promise<number> => (await redis.tell('CLIENT', 'LIST')).match(/\bid=/g)?.length ?? 0;
      const before = await connected();
      await redis.tell('SET', `{shop${namespaces}}:worlds`, 'no such thing');
      await expect(mock.reload()).rejects.toThrow();
      await expect.poll(connected).toBe(before);
    });

    it('sees the reset of its twin in a read, too', async () => {
      const [left, right] = [await open('reset'), await open('reset')];
      await left.call('DELETE /animals/1');
      expect((await left.call('GET /animals/1')).status).toBe(404);
      for (let round = 0; round < 3; round++) {
        await right.call('POST /_standin/reset');
        expect((await left.call('GET /animals/1')).status).toBe(200);
        expect((await left.call('GET /animals')).json.length).toBeGreaterThan(1);
        await right.call('POST /_standin/reset');
        expect((await left.call('GET /animals')).json.length).toBeGreaterThan(1);
        await right.call('POST /_standin/reset');
        expect((await left.call('GET /animals/2/visits')).status).toBe(200);
      }
    });

    describe('that is lost', () => {
      it('answers 503 and when to come again in time while it is frozen, says so, and does not do a write twice', async () => {
        const server = await open();
        const key = { 'idempotency-key': 'a-key-of-mine' };
        const before = (await server.call('GET /animals')).json.length;
        expect((await server.call('POST /animals', rex)).status).toBe(201);
        redis.freeze();
        try {
          const began = performance.now();
          const all = await Promise.all([
            server.call('POST /animals', rex, key),
            server.call('GET /animals/1'),
            server.call('GET /animals'),
            server.call('PATCH /animals/2', rex),
            server.call('GET /_standin/health'),
            server.call('POST /_standin/reset?world=other'),
          ]);
          for (const { status, headers, text } of all) {
            expect(status).toBe(503);
            expect(headers.get('retry-after')).toBe('1');
            expect(text).toMatch(/did not answer in time|connection .* was lost|cannot be reached/);
          }
          // Seven tenths of a second, and what a busy machine adds.
          expect(performance.now() - began).toBeLessThan(5_000);
        } finally {
          redis.thaw();
        }
        expect(await untilAnswered(server, 'GET /animals/1')).toBe(200);
        // Whether the first was done nobody knows: both ways there is one of it.
        const again = await server.call('POST /animals', rex, key);
        expect(again.status).toBe(201);
        expect((await server.call('POST /animals', rex, key)).text).toBe(again.text);
        expect((await server.call('GET /animals')).json.length).toBe(before + 2);
        expect((await server.call('GET /_standin/health')).json).toMatchObject({ status: 'ok', state: 'redis' });
        const journal = await server.call('GET /_standin/journal?status=503');
        expect(journal.json.entries.length).toBeGreaterThanOrEqual(4);
        expect(journal.text).toMatch(/The (connection to the )?Redis at/);
      });

      it('answers every control route 503 while it is frozen, also those that tell nothing of the state', async () => {
        const server = await open();
        const { paths } = (await server.call('GET /_standin/openapi.json')).json as { paths: Record<string, object> };
        const routes = Object.entries(paths).flatMap(([path, item]) =>
          Object.keys(item)
            .filter((method) => method !== 'parameters')
            .map((method) => `${method.toUpperCase()} /_standin${path.replace(/\{\w+\}/, 'x')}`),
        );
        expect(routes).toEqual(expect.arrayContaining(['POST /_standin/verify', 'GET /_standin/model']));
        redis.freeze();
        try {
          for (const { line, status, headers } of await Promise.all(
            routes.map(async (line) => ({
              line,
              ...(await server.call(line, line.startsWith('GET') ? undefined : {})),
            })),
          ))
            expect([line, status, headers.get('retry-after')]).toEqual([line, 503, '1']);
        } finally {
          redis.thaw();
        }
        expect(await untilAnswered(server, 'GET /_standin/health')).toBe(200);
        expect((await server.call('POST /_standin/verify', { operation: 'getAnimal', exactly: 0 })).status).toBe(200);
      });

      it('lets no request wait for the deadlines of those before it while it is frozen', async () => {
        const server = await open();
        expect((await server.call('POST /animals', rex)).status).toBe(201);
        redis.freeze();
        try {
          const began = performance.now();
          // Writers of one world take turns: a deadline for each would add up to 14 seconds.
          const all = await Promise.all(Array.from({ length: 20 }, () => server.call('POST /animals', rex)));
          expect(all.map(({ status }) => status)).toEqual(all.map(() => 503));
          expect(performance.now() - began).toBeLessThan(5_000);
        } finally {
          redis.thaw();
        }
        expect(await untilAnswered(server, 'GET /animals/1')).toBe(200);
      });

      it('answers 503 at once while it is dead, and serves again when it is back, without a restart', async () => {
        const server = await open();
        await server.call('GET /animals/1');
        await redis.kill();
        try {
          for (const line of ['GET /animals/1', 'GET /animals', 'POST /animals', 'GET /_standin/health']) {
            const answer = await server.call(line, line.startsWith('POST') ? rex : undefined);
            expect([line, answer.status, answer.headers.get('retry-after')]).toEqual([line, 503, '1']);
          }
        } finally {
          await redis.restart();
        }
        expect(await untilAnswered(server, 'GET /animals/1')).toBe(200);
        expect((await server.call('POST /animals', rex)).status).toBe(201);
      });

      it('answers late but in time while it is slow', async () => {
        const server = await open();
        await server.call('GET /animals/1');
        const pause = setInterval(() => {
          redis.freeze();
          setTimeout(redis.thaw, 120);
        }, 200);
        try {
          for (let i = 0; i < 6; i++) expect((await server.call('POST /animals', rex)).status).toBe(201);
        } finally {
          clearInterval(pause);
          await new Promise((resolve) => setTimeout(resolve, 150));
          redis.thaw();
        }
      });

      it('answers 507 to writes while it is full, and still reads', async () => {
        const server = await open();
        await server.call('GET /animals/1');
        await redis.tell('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
        await redis.tell('CONFIG', 'SET', 'maxmemory', '1');
        try {
          expect((await server.call('POST /animals', rex)).status).toBe(507);
          expect((await server.call('GET /animals/1')).status).toBe(200);
          expect((await server.call('GET /animals')).status).toBe(200);
        } finally {
          await redis.tell('CONFIG', 'SET', 'maxmemory', '0');
        }
        expect((await server.call('POST /animals', rex)).status).toBe(201);
      });

      it('says that another program has written over its keys, and shows no stack of its own', async () => {
        const defects: unknown[] = [];
        const server = await inMemory({
          document,
          state: `${redis.url}?prefix=shared`,
          onDefect: (error) => void defects.push(error),
        });
        opened.push(server);
        const lines = [
          'GET /animals/1',
          'GET /animals',
          'POST /animals',
          'GET /_standin/state',
          'POST /_standin/reset',
        ];
        const keys = async () =>
          [...(await redis.tell('KEYS', '{shared}:*')).matchAll(/^\{shared\}:.*$/gm)].map(([key]) => key.trim());
        const ask = async () => {
          const answers = [];
          for (const line of lines) answers.push(await server.call(line, line.startsWith('POST /a') ? rex : undefined));
          return answers;
        };
        const spoil: readonly ((key: string) => Promise<unknown>)[] = [
          (key) => redis.tell('SET', key, 'not ours'),
          async (key) => {
            const fields = (await redis.tell('HKEYS', key)).split('\r\n').filter((text) => !/^[*$:+-]|^$/.test(text));
            for (const field of fields) await redis.tell('HSET', key, field, 'not} ours');
          },
        ];
        const told = new Set<string>();
        for (const each of spoil) {
          expect((await server.call('POST /animals', rex)).status).toBe(201);
          for (const key of await keys()) if (each === spoil[0] || key.includes(':e:')) await each(key);
          for (const { status, text } of await ask()) {
            if (status >= 500) told.add(`${status} ${text}`);
            expect(text).not.toMatch(/its log says what|\.ts:|at Object/);
          }
          for (const key of await keys()) await redis.tell('DEL', key);
        }
        expect([...told].join()).toMatch(/values of another program under keys of this state/);
        expect([...told].join()).toMatch(/A stored value is damaged/);
        for (const defect of defects) expect(defect).toMatchObject({ code: 'state.damaged' });
        expect((await server.call('GET /animals/1')).status).toBe(200);
      });

      it('answers 503 when its password is no longer right, and never says which it was', async () => {
        await redis.tell('ACL', 'SETUSER', 'team', 'on', '>correcthorse', '~*', '+@all');
        const inside = redis.url.replace('://', '://team:correcthorse@');
        const said: unknown[] = [];
        const server = await inMemory({
          document,
          state: `${inside}?prefix=secret`,
          onDefect: (error) => void said.push(error),
        });
        opened.push(server);
        expect((await server.call('GET /animals/1')).status).toBe(200);
        await redis.tell('ACL', 'SETUSER', 'team', 'resetpass', '>another');
        await redis.tell('CLIENT', 'KILL', 'TYPE', 'normal');
        let answer = await server.call('GET /animals/1');
        for (let i = 0; i < 20 && !answer.text.includes('WRONGPASS'); i++) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          answer = await server.call('GET /animals/1');
        }
        expect(answer.status).toBe(503);
        const all = answer.text + (await server.call('GET /_standin/health')).text + said.map(String).join();
        expect(all).not.toContain('correcthorse');
        await expect(inMemory({ document, state: inside, onDefect: () => undefined })).rejects.toThrow(
          expect.objectContaining({ message: expect.not.stringContaining('correcthorse') }),
        );
        await redis.tell('ACL', 'SETUSER', 'team', 'resetpass', '>correcthorse');
        expect(await untilAnswered(server, 'GET /animals/1')).toBe(200);
      });
    });
  },
);
