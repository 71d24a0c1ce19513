import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Collection,
  createRedisStore,
  type RedisStoreOptions,
  type Store,
  type World,
} from '../../../src/state/index.ts';
import { openRedis, scriptOf } from '../../../src/state/redis/redis-link.ts';
import { conformance } from '../conformance.ts';
import { missingRedis, type OwnRedis, RESOLVE_REDIS, startRedis } from '../redis-here.ts';

let redis: OwnRedis;
let namespaces = 0;
/** For tests of what happens when a deadline is over; all others are patient, so that a busy machine fails none. */
const HASTY = { deadlineMs: 400 };
const open = (more: Partial<RedisStoreOptions> = {}) =>
  createRedisStore({
    url: redis.url,
    namespace: `n${++namespaces}`,
    now: () => 0,
    random: () => 0.5,
    deadlineMs: 30_000,
    ...RESOLVE_REDIS,
    ...more,
  });

const put = async (world: World, key: string, value = {}) =>
  world.transaction((tx) => tx.collection('pets').put(key, value));
const keysOf = async (world: World) =>
  (await world.read((tx) => tx.collection('pets').query({}))).entities.map(({ key }) => key);
const unavailable = expect.objectContaining({ code: 'state.unavailable' });

/** Asks until it is answered: a connection mends itself behind the scenes. */
async function eventually<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries >= 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** What answers as a Redis would, one reply to each command; it hangs up where there is none. */
async function imitation(reply: (command: string) => string | undefined) {
  let connected = 0;
  const server = createServer((socket) => {
    connected += 1;
    socket.on('close', () => {
      connected -= 1;
    });
    socket.on('data', (bytes) => {
      for (const [, command = ''] of String(bytes).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        const text = reply(command.toUpperCase());
        if (text === undefined) socket.destroy();
        else socket.write(text);
      }
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `redis://127.0.0.1:${port}`, connected: () => connected, close: () => void server.close() };
}

describe.skipIf(missingRedis !== undefined)(
  `with a Redis${missingRedis === undefined ? '' : ` (skipped: ${missingRedis})`}`,
  () => {
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(() => redis.kill());

    const places = new WeakMap<Store, string>();
    const at = async (namespace: string, options: Partial<RedisStoreOptions>): Promise<Store> => {
      const store = await open({ ...options, namespace });
      places.set(store, namespace);
      return store;
    };
    conformance({
      name: 'Redis',
      open: (options) => at(`conforming${++namespaces}`, options),
      async reopen(store, options, how) {
        if (how === 'restart') await store.close();
        const again = await at(places.get(store) ?? '', options);
        if (how === 'crash') await store.close();
        return again;
      },
      runs: 12,
    });

    describe('two processes of one namespace', () => {
      let stores: readonly [Store, Store];
      let left: World;
      let right: World;
      beforeEach(async () => {
        const namespace = `shared${++namespaces}`;
        const seed: RedisStoreOptions['seed'] = async (tx) =>
          void (await tx.collection('pets').put('1', { status: 'available' }));
        stores = await Promise.all([open({ namespace, seed }), open({ namespace, seed })]);
        left = await stores[0].world('default');
        right = await stores[1].world('default');
        return async () => {
          for (const store of stores) await store.close();
        };
      });

      it('lose no update', async () => {
        const add = async (world: World) =>
          world.transaction(async (tx) => {
            const value = ((await tx.collection('counters').get('c'))?.value ?? 0) as number;
            await tx.collection('counters').put('c', value + 1);
          });
        await Promise.all(Array.from({ length: 40 }, (_, i) => add(i % 2 === 0 ? left : right)));
        expect(await left.read((tx) => tx.collection('counters').get('c'))).toMatchObject({ value: 40 });
      });

      it('do not both take the last one that a query finds, nor both add the first', async () => {
        const free = { where: [{ pointer: '/status', op: 'equals' as const, value: 'available' }] };
        const buy = async (world: World) =>
          world.transaction(async (tx) => {
            const [pet] = (await tx.collection('pets').query(free)).entities;
            if (pet === undefined) return 409;
            await tx.collection('orders').put(pet.key, {});
            await tx.collection('pets').put(pet.key, { status: 'sold' });
            return 201;
          });
        expect((await Promise.all([buy(left), buy(right)])).sort()).toEqual([201, 409]);
        const first = async (world: World, key: string) =>
          world.transaction(async (tx) => {
            if ((await tx.collection('owners').count()) > 0) return 409;
            await tx.collection('owners').put(key, {});
            return 201;
          });
        expect((await Promise.all([first(left, 'a'), first(right, 'b')])).sort()).toEqual([201, 409]);
      });

      it('see what the other wrote and deleted, in their copies too', async () => {
        expect(await keysOf(right)).toEqual(['1']);
        await left.transaction(async (tx) => {
          for (let id = 2; id <= 1_200; id++) await tx.collection('pets').put(String(id), { id });
        });
        expect((await keysOf(right)).length).toBe(1_200);
        await left.transaction(async (tx) => {
          for (let id = 2; id < 1_200; id++) await tx.collection('pets').delete(String(id));
        });
        expect(await keysOf(right)).toEqual(['1', '1200']);
        await left.transaction(async (tx) => {
          await tx.collection('pets').delete('1');
          await tx.collection('pets').put('1', { again: true });
        });
        expect(await keysOf(right)).toEqual(['1200', '1']);
      });

      it('hear of a reset with the next answer', async () => {
        await put(left, '2');
        expect(await keysOf(right)).toEqual(['1', '2']);
        await left.reset();
        expect(await keysOf(right)).toEqual(['1']);
        expect(right.epoch).toBe(left.epoch);
      });

      it('make a world anew that the other has dropped', async () => {
        await put(left, '2');
        await stores[1].drop('default');
        expect(await keysOf(left)).toEqual(['1']);
        await put(left, '3');
        expect(await keysOf(await stores[1].world('default'))).toEqual(['1', '3']);
      });

      it('run a transaction again once what it read is loaded, with the same ids, and change once', async () => {
        await put(left, '2');
        await put(left, '3');
        const ids: bigint[] = [];
        const added = await right.transaction((tx) => {
          const id = tx.collection('orders').nextId();
          ids.push(id);
          for (const key of ['1', '2', '3']) tx.collection('pets').get(key);
          tx.collection('orders').put(String(id), { id });
          return tx.collection('orders').count();
        });
        expect(ids.length).toBeGreaterThan(1);
        expect(new Set(ids).size).toBe(1);
        expect(added).toBe(1);
        expect(await left.read((tx) => tx.collection('orders').count())).toBe(1);
      });

      it('run a transaction again that another came before, and give up after eight times', async () => {
        let runs = 0;
        const contended = (until: number) =>
          left.transaction(async (tx) => {
            const before = (await tx.collection('pets').get('1'))?.version ?? 0;
            if (++runs <= until) await put(right, '1', { runs });
            await tx.collection('orders').put('1', {});
            return before;
          });
        expect(await contended(3)).toBe(4);
        expect(runs).toBe(4);
        runs = 0;
        await expect(contended(100)).rejects.toEqual(unavailable);
        expect(runs).toBe(9);
        expect(await left.read((tx) => tx.collection('orders').get('1'))).toMatchObject({ version: 1 });
      });
    });

    it('asks once to read and once to write', async () => {
      const store = await open();
      const world = await store.world('default');
      const rounds = async (work: () => unknown): Promise<number> => {
        const count = async () =>
          Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.tell('INFO', 'commandstats'))?.[1]);
        const before = await count();
        await work();
        return (await count()) - before;
      };
      const all = async () => [
        await rounds(() => put(world, '1', { a: 1 })),
        await rounds(() => world.read((tx) => tx.collection('pets').get('1'))),
        await rounds(() =>
          world.read((tx) => tx.collection('pets').query({ where: [{ pointer: '/a', op: 'equals', value: 1 }] })),
        ),
        await rounds(() => world.read((tx) => tx.collection('pets').version)),
        await rounds(() => world.transaction((tx) => tx.collection('pets').get('1'))),
        await rounds(() =>
          world.transaction(async (tx) => {
            const id = await tx.collection('pets').nextId();
            await tx.collection('pets').put(String(id), {});
          }),
        ),
        await rounds(() =>
          Promise.all([
            world.read((tx) => tx.record('r')),
            world.read((tx) => tx.collection('pets').get('1')),
            world.read((tx) => tx.collection('pets').count()),
          ]),
        ),
        await rounds(() => store.world('default')),
      ];
      await all();
      expect(await all()).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);
      await store.close();
    });

    it('believes nothing that it remembers when it commits', async () => {
      const namespace = `memory${++namespaces}`;
      const [left, right] = await Promise.all([open({ namespace }), open({ namespace })]);
      const [mine, theirs] = [await left.world('default'), await right.world('default')];
      await put(mine, '1', { of: 'mine' });
      await theirs.transaction((tx) => tx.collection('pets').delete('1'));
      // A version of 1 again, but another entity.
      await put(theirs, '1', { of: 'theirs' });
      const seen = mine.transaction(async (tx) => {
        const found = await tx.collection('pets').get('1');
        await tx.collection('orders').put('1', found?.value ?? null);
        return found?.value;
      });
      expect(await seen).toEqual({ of: 'theirs' });
      await theirs.transaction((tx) => tx.setRecord('r', 'theirs'));
      await mine.transaction((tx) => tx.record('r'));
      await theirs.transaction((tx) => tx.setRecord('r', undefined));
      expect(await mine.transaction((tx) => tx.record('r'))).toBeUndefined();
      await theirs.reset();
      expect(await mine.transaction((tx) => tx.collection('pets').get('1'))).toBeUndefined();
      await Promise.all([left.close(), right.close()]);
    });

    it('gives no id twice, whichever process gives it and however its transaction ends', async () => {
      const namespace = `ids${++namespaces}`;
      const stores = await Promise.all([open({ namespace }), open({ namespace }), open({ namespace })]);
      const worlds = await Promise.all(stores.map((store) => store.world('default')));
      const given: bigint[] = [];
      const take = async (world: World, turn: number): Promise<void> => {
        const ids: bigint[] = [];
        const taken = world.transaction(
          async (tx) => {
            ids.splice(0, ids.length, await tx.collection('pets').nextId(), await tx.collection('pets').nextId());
            if (turn % 5 === 0) await tx.collection('pets').reserve((ids[1] ?? 0n) + 3n);
            if (turn % 4 === 0) throw new Error('wanted');
          },
          () => turn % 3 !== 0,
        );
        await Promise.resolve(taken).catch((error: Error) => expect(error.message).toBe('wanted'));
        given.push(...ids);
      };
      await Promise.all(Array.from({ length: 60 }, (_, turn) => take(worlds[turn % 3] as World, turn)));
      expect(given.length).toBe(120);
      expect(new Set(given).size).toBe(120);
      for (const store of stores) await store.close();
    });

    it('copies a collection of many thousands part by part, with what is written meanwhile', async () => {
      const namespace = `large${++namespaces}`;
      const seed: RedisStoreOptions['seed'] = async (tx) => {
        for (let id = 1; id <= 12_000; id++) await tx.collection('pets').put(String(id), { id });
      };
      const [left, right] = await Promise.all([open({ namespace, seed }), open({ namespace, seed })]);
      const [mine, theirs] = [await left.world('default'), await right.world('default')];
      const writing = (async () => {
        for (let id = 1; id <= 40; id++) {
          await theirs.transaction(async (tx) => {
            await tx.collection('pets').delete(String(id));
            await tx.collection('pets').put(String(id + 6_000), { id, again: true });
            await tx.collection('pets').put(String(id + 20_000), { id });
          });
        }
      })();
      const read = await mine.read((tx) => tx.collection('pets').query({ limit: 1 }));
      expect(read.total).toBe(12_000);
      await writing;
      const all = await mine.read((tx) => tx.collection('pets').query({}));
      expect(all).toEqual(await theirs.read((tx) => tx.collection('pets').query({})));
      expect(all.entities.slice(-1)).toMatchObject([{ key: '20040' }]);
      expect(all.entities.length).toBe(12_000);
      await Promise.all([left.close(), right.close()]);
    });

    it('does not take an answer for late that had come while the process itself was busy', async () => {
      const store = await open(HASTY);
      const world = await store.world('default');
      await put(world, '1');
      const asked = world.read((tx) => tx.collection('pets').get('1'));
      // Once the question is on its way, longer than its deadline.
      await new Promise((resolve) => setImmediate(resolve));
      const until = performance.now() + 600;
      while (performance.now() < until);
      expect(await asked).toMatchObject({ key: '1' });
      await store.close();
    });

    it('puts every key behind its namespace', async () => {
      await redis.tell('FLUSHALL');
      const store = await open({
        namespace: 'mine',
        seed: async (tx) => void (await tx.collection('pets').put('1', {})),
      });
      const world = await store.world('default');
      await put(world, '2');
      await world.transaction((tx) => tx.setRecord('r', 1));
      await world.restore(await world.snapshot());
      store.log?.append('a line');
      await store.log?.clear();
      await store.world('other');
      const keys = (await redis.tell('KEYS', '*')).match(/^[^$*\r\n].*$/gm) ?? [];
      expect(keys.length).toBeGreaterThan(8);
      for (const key of keys) expect(key.trim()).toMatch(/^\{mine\}:/);
      await store.close();
    });

    it('takes a transaction of many thousand writes as one', async () => {
      const store = await open();
      const world = await store.world('default');
      const write = async (keep: boolean) =>
        world.transaction(
          async (tx) => {
            const pets = tx.collection('pets');
            await pets.count();
            await pets.query({});
            for (let id = 1; id <= 4_000; id++) await pets.put(String(id), { id });
          },
          () => keep,
        );
      await write(false);
      expect(await world.read((tx) => tx.collection('pets').count())).toBe(0);
      await write(true);
      expect(await world.read((tx) => tx.collection('pets').count())).toBe(4_000);
      expect((await world.read((tx) => tx.collection('pets').query({ offset: 3_999 }))).entities).toMatchObject([
        { key: '4000' },
      ]);
      expect(await redis.tell('KEYS', '*aside*')).toBe('*0\r\n');
      await store.close();
    });

    describe('that is lost', () => {
      it('refuses to begin where there is none, or no access', async () => {
        await expect(open({ ...HASTY, url: 'http://nowhere' })).rejects.toEqual(unavailable);
        await expect(open({ ...HASTY, url: 'redis://127.0.0.1:1' })).rejects.toEqual(unavailable);
        await expect(open({ ...HASTY, url: redis.url.replace('://', '://:wrong@') })).rejects.toEqual(unavailable);
      });

      it('refuses a server that is too old, and says which one is needed', async () => {
        const info = 'redis_version:5.0.14';
        const old = await imitation((command) => (command === 'INFO' ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n'));
        await expect(open({ ...HASTY, url: old.url })).rejects.toMatchObject({
          code: 'state.unavailable',
          message: expect.stringContaining('5.0.14'),
          hint: expect.stringContaining('6.2'),
        });
        old.close();
      });

      it('refuses to begin where it is lost meanwhile, and leaves it alone from then on', async () => {
        const dying = await imitation((command) => (command.startsWith('EVAL') ? undefined : '+OK\r\n'));
        await expect(open({ ...HASTY, url: dying.url })).rejects.toEqual(unavailable);
        // By then it would be back, and stay: a busy server may only notice late that a connection is closed.
        await new Promise((resolve) => setTimeout(resolve, 300));
        await eventually(async () => expect(dying.connected()).toBe(0));
        dying.close();
      });

      it('fails in time while it is frozen, and goes on when it thaws', async () => {
        const store = await open(HASTY);
        const world = await store.world('default');
        await put(world, '1');
        redis.freeze();
        try {
          const all = [
            put(world, '2'),
            world.read((tx) => tx.collection('pets').get('1')),
            store.worlds(),
            world.read((tx) => tx.collection('pets').query({})),
          ];
          for (const result of await Promise.allSettled(all)) expect(result).toMatchObject({ reason: unavailable });
          await expect(put(world, '3')).rejects.toEqual(unavailable);
        } finally {
          redis.thaw();
        }
        await eventually(() => put(world, '4'));
        expect(await keysOf(world)).toContain('4');
        await store.close();
      });

      it('lets a call wait for one deadline at most beside a long one that is under way, and keeps that one', async () => {
        const link = await openRedis({ url: redis.url, deadlineMs: 400, resolveFrom: RESOLVE_REDIS.resolveFrom });
        const script = scriptOf('return ARGV[1]');
        await link.run(script, 'k', ['first']);
        redis.freeze();
        let isLongOver = false;
        const long = link.run(script, 'k', ['long'], 20).finally(() => {
          isLongOver = true;
        });
        try {
          // Eight seconds are twenty deadlines.
          for (let i = 0; i < 30; i++) await expect(link.run(script, 'k', ['short'])).rejects.toEqual(unavailable);
          expect(isLongOver).toBe(false);
        } finally {
          redis.thaw();
        }
        expect(await long).toBe('long');
        expect(await eventually(() => link.run(script, 'k', ['again']))).toBe('again');
        link.close();
      });

      it('fails at once while it is dead, and begins anew from the base when it comes back empty', async () => {
        let ids = 0;
        const store = await open({
          ...HASTY,
          seed: async (tx) => void (await tx.collection('pets').put(`base${++ids}`, {})),
        });
        const world = await store.world('default');
        await put(world, '1');
        const pets = <T>(look: (there: Collection) => T) => world.read((tx) => look(tx.collection('pets')));
        const version = await pets((there) => there.version);
        expect(await keysOf(world)).toEqual(['base1', '1']);
        await redis.kill();
        for (let i = 0; i < 3; i++) await expect(put(world, '2')).rejects.toEqual(unavailable);
        await redis.restart();
        await eventually(() => put(world, '3'));
        expect(await keysOf(world)).toEqual(['base2', '3']);
        expect(await pets((there) => there.version)).toBeGreaterThan(version);
        expect(world.epoch).toBe(2);
        await store.close();
      });

      it('says so when it is full, and can still be read', async () => {
        const store = await open(HASTY);
        const world = await store.world('default');
        await put(world, '1');
        await redis.tell('CONFIG', 'SET', 'maxmemory', '1');
        try {
          await expect(put(world, '2')).rejects.toMatchObject({ code: 'state.full' });
          expect(await keysOf(world)).toEqual(['1']);
        } finally {
          await redis.tell('CONFIG', 'SET', 'maxmemory', '0');
        }
        await put(world, '3');
        await store.close();
      });

      it('says so when it may only be read', async () => {
        const store = await open(HASTY);
        const world = await store.world('default');
        await put(world, '1');
        await redis.tell('CONFIG', 'SET', 'replica-serve-stale-data', 'yes');
        await redis.tell('REPLICAOF', '127.0.0.1', '1');
        try {
          await expect(put(world, '2')).rejects.toEqual(unavailable);
          expect(await keysOf(world)).toEqual(['1']);
        } finally {
          await redis.tell('REPLICAOF', 'NO', 'ONE');
        }
        await put(world, '3');
        await store.close();
      });
    });
  },
);
