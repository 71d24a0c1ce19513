import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type Json, StandinError } from '../../src/core/index.ts';
import {
  type Collection,
  type Eventually,
  isPromise,
  type StateLimits,
  type Store,
  type Transaction,
  type World,
} from '../../src/state/index.ts';
import { commandsFor, type Ending, emptyModel, plain, type Real, seed, sorted } from './commands.ts';
import { isLinearizable, type Operation } from './linearizable.ts';

export interface StoreOptions {
  readonly seed?: (tx: Transaction) => Eventually<void>;
  readonly now?: () => number;
  readonly limits?: Partial<StateLimits>;
}

export interface Engine {
  readonly name: string;
  /** An empty store of its own. */
  open(options: StoreOptions): Eventually<Store>;
  /** Opens again what `store` has kept, which ends in that way; the reason where the engine keeps nothing. */
  readonly reopen: ((store: Store, options: StoreOptions, how: Ending) => Eventually<Store>) | string;
  /** Runs of the model; an engine on disk or behind a socket affords fewer. */
  readonly runs: number;
}

/** The contract of `Store`, said as tests. Every engine passes the same. */
export function conformance({ name, open, reopen, runs }: Engine): void {
  describe(`a ${name} store`, () => {
    const opened: Store[] = [];
    const make = async (options: StoreOptions = {}): Promise<Store> => {
      const store = await open({ now: () => 0, ...options });
      opened.push(store);
      return store;
    };
    const inWorld = async (options: StoreOptions = {}): Promise<World> => (await make(options)).world('default');
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });

    const endings: readonly Ending[] = typeof reopen === 'string' ? [] : ['restart', 'crash'];
    const outlives = typeof reopen === 'string' ? ` (not after its end: ${reopen})` : ', and after its end';
    it(`does what the plainest model does, whatever it is told${outlives}`, async () => {
      const property = fc.asyncProperty(commandsFor(endings), async (list) => {
        const options = { seed, now: () => 0 };
        const real = lasting(await open(options), (store, how) =>
          typeof reopen === 'string' ? store : reopen(store, options, how),
        );
        try {
          await fc.asyncModelRun(() => ({ model: emptyModel(), real }), list);
        } finally {
          await real.close();
        }
      });
      await fc.assert(property, { numRuns: runs, seed: 7, endOnFailure: false });
    });

    it('states whether it is remote and whether it lasts', async () => {
      const store = await make();
      const world = await store.world('default');
      const read = world.read((tx) => tx.record('overrides'));
      expect(store.isRemote).toBe(isPromise(read));
      await read;
      expect(store.isLasting).toBe(typeof reopen !== 'string');
    });

    it('gives every digit of an int64 back', async () => {
      const world = await inWorld();
      const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
      await fc.assert(
        fc.asyncProperty(int64, async (id) => {
          const value = { id: exact(id), nested: [exact(id)] };
          await world.transaction((tx) => tx.collection('pets').put(String(id), value));
          const pets = <T>(look: (there: Collection) => T) => world.read((tx) => look(tx.collection('pets')));
          expect((await pets((there) => there.get(String(id))))?.value).toStrictEqual(value);
          const found = await pets((there) =>
            there.query({ where: [{ pointer: '/id', op: 'equals', value: exact(id) }] }),
          );
          expect(found.entities.map(({ key }) => key)).toEqual([String(id)]);
        }),
        { numRuns: 30, seed: 7, examples: [[2n ** 53n], [2n ** 53n + 1n], [2n ** 63n - 1n], [-(2n ** 63n)]] },
      );
    });

    it('seeds its base once, and every world starts from it', async () => {
      let times = 0;
      const store = await make({
        seed: async (tx) => {
          times++;
          await tx.collection('pets').put('1', { name: 'Rex' });
        },
      });
      const [one, two] = await Promise.all([store.world('one'), store.world('two')]);
      await one.transaction((tx) => tx.collection('pets').put('1', { name: 'Ada' }));
      await one.transaction((tx) => tx.collection('pets').put('2', { name: 'Tom' }));
      expect(await names(one)).toEqual(['Ada', 'Tom']);
      expect(await names(two)).toEqual(['Rex']);
      expect(await names(await store.world('three'))).toEqual(['Rex']);
      expect(times).toBe(1);
    });

    it('seeds anew after a seed that failed', async () => {
      let times = 0;
      const store = await make({
        seed: async (tx) => {
          await tx.collection('pets').put(String(++times), { name: 'Rex' });
          if (times === 1) throw new Error('no');
        },
      });
      await expect((async () => store.world('default'))()).rejects.toThrow('no');
      expect(await names(await store.world('default'))).toEqual(['Rex']);
    });

    it('keeps the whole order when items leave and come back', async () => {
      const world = await inWorld();
      await world.transaction(async (tx) => {
        for (let id = 1; id <= 300; id++) await tx.collection('pets').put(String(id), { id, kind: id % 3 });
      });
      await world.transaction(async (tx) => {
        for (let id = 2; id <= 300; id += 2) await tx.collection('pets').delete(String(id));
        await tx.collection('pets').put('2', { id: 2, kind: 0 });
      });
      const page = await world.read((tx) => tx.collection('pets').query({ offset: 149, limit: 5 }));
      expect(page.entities.map(({ key }) => key)).toEqual(['299', '2']);
      const kind = { where: [{ pointer: '/kind', op: 'equals' as const, value: 0 }], offset: 49 };
      const filtered = await world.read((tx) => tx.collection('pets').query(kind));
      expect(filtered.entities.map(({ key }) => key)).toEqual(['297', '2']);
      expect(filtered.total).toBe(51);
    });

    it('shows readers nothing of a transaction that is not done', async () => {
      const world = await inWorld({ seed });
      const pets = <T>(look: (there: Collection) => T) => world.read((tx) => look(tx.collection('pets')));
      let seen: unknown;
      await world.transaction(async (tx) => {
        await tx.collection('pets').put('1', { name: 'changed' });
        await tx.collection('pets').delete('2');
        await tx.collection('pets').put('9', { name: 'new' });
        seen = [
          (await pets((there) => there.query({}))).entities.map(({ key }) => key),
          (await pets((there) => there.get('1')))?.version,
          await pets((there) => there.get('9')),
        ];
      });
      expect(seen).toEqual([['1', '2', '3'], 1, undefined]);
      expect((await pets((there) => there.query({}))).entities.map(({ key }) => key)).toEqual(['1', '3', '9']);
    });

    it('loses no update of writers that come together', async () => {
      const world = await inWorld();
      await world.transaction((tx) => tx.collection('counters').put('c', 0));
      const add = async (): Promise<void> => {
        await world.transaction(async (tx) => {
          const { value } = (await tx.collection('counters').get('c')) ?? { value: 0 };
          await tx.collection('counters').put('c', (value as number) + 1);
        });
      };
      await Promise.all(Array.from({ length: 25 }, add));
      expect(plain(await world.read((tx) => tx.collection('counters').get('c')))).toEqual({
        key: 'c',
        value: 25,
        version: 26,
      });
    });

    it('lets only one of two writers take the last one that a query finds', async () => {
      const world = await inWorld();
      await world.transaction((tx) => tx.collection('pets').put('1', { status: 'available' }));
      const buy = async (who: string) =>
        world.transaction(async (tx) => {
          const free = { where: [{ pointer: '/status', op: 'equals' as const, value: 'available' }] };
          const [pet] = (await tx.collection('pets').query(free)).entities;
          if (pet === undefined) return 409;
          await tx.collection('pets').put(pet.key, { status: 'sold', who });
          await tx.collection('orders').put(who, { pet: pet.key });
          return 201;
        });
      expect((await Promise.all([buy('a'), buy('b'), buy('c')])).sort()).toEqual([201, 409, 409]);
      expect(await world.read((tx) => tx.collection('orders').count())).toBe(1);
    });

    it('never gives an id twice, whoever asks, whatever is undone', async () => {
      const world = await inWorld();
      const take = async (keep: boolean) =>
        world.transaction(
          async (tx) => [await tx.collection('pets').nextId(), await tx.collection('pets').nextId()],
          () => keep,
        );
      const ids = (await Promise.all([take(true), take(false), take(true), take(false)])).flat();
      expect(new Set(ids).size).toBe(8);
      await world.transaction((tx) => tx.collection('pets').reserve(2n ** 62n));
      expect(await take(true)).toEqual([2n ** 62n + 1n, 2n ** 62n + 2n]);
    });

    it('is linearizable for a single key', async () => {
      const delays = fc.array(fc.record({ write: fc.boolean(), before: fc.nat(3) }), { minLength: 4, maxLength: 7 });
      await fc.assert(
        fc.asyncProperty(delays, async (operations) => {
          const world = await inWorld();
          let clock = 0;
          const run = async ({ write, before }: { write: boolean; before: number }, id: number): Promise<Operation> => {
            for (let i = 0; i < before; i++) await turn();
            const start = clock++;
            const value = write ? await writeTo(world, `w${id}`) : await readFrom(world);
            return { start, end: clock++, kind: write ? 'write' : 'read', value };
          };
          expect(isLinearizable(await Promise.all(operations.map(run)))).toBe(true);
        }),
        { numRuns: 15, seed: 7 },
      );
    });

    it('refuses a world past the bound, and has room again when one is dropped or idle', async () => {
      let now = 0;
      const limits = { worlds: 2, idleMs: 1_000, permanent: ['default'] };
      const store = await make({ now: () => now, limits });
      await store.world('default');
      await store.world('one');
      await expect((async () => store.world('two'))()).rejects.toMatchObject({ code: 'state.full' });
      expect(await store.drop('one')).toBe(true);
      await store.world('two');
      now = 1_500;
      await store.world('three');
      expect((await store.worlds()).map((world) => world.name).sort()).toEqual(['default', 'three']);
    });

    it('keeps a permanent world however long nobody asks for it, and forgets others', async () => {
      let now = 0;
      const store = await make({ now: () => now, limits: { idleMs: 1_000, permanent: ['default'] } });
      for (const name of ['default', 'mine']) {
        await (await store.world(name)).transaction((tx) => tx.collection('pets').put('1', { name: 'Rex' }));
      }
      now = 5_000;
      expect(await names(await store.world('default'))).toEqual(['Rex']);
      expect(await names(await store.world('mine'))).toEqual([]);
    });

    it('refuses an entity past the bound, and still reads, replaces and deletes', async () => {
      const world = await inWorld({ limits: { entities: 2 } });
      const put = async (key: string) => world.transaction((tx) => tx.collection('pets').put(key, { key }));
      await put('1');
      await put('2');
      await expect(put('3')).rejects.toMatchObject({ code: 'state.full' });
      await put('2');
      expect(await world.read((tx) => tx.collection('pets').count())).toBe(2);
      expect(await world.transaction((tx) => tx.collection('pets').delete('1'))).toBe(true);
      await put('3');
    });

    it('says of its worlds how much they hold and when they were last used', async () => {
      let now = 10;
      const store = await make({ seed, now: () => now });
      await (await store.world('default')).transaction((tx) => tx.collection('pets').delete('1'));
      now = 20;
      await store.world('other');
      expect([...(await store.worlds())].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
        { name: 'default', entities: 2, lastUsed: 10 },
        { name: 'other', entities: 3, lastUsed: 20 },
      ]);
    });

    it('restores in one store what was snapshot in another', async () => {
      const source = await inWorld({ seed });
      await source.transaction(async (tx) => {
        await tx.collection('pets').put('9007199254740993', { id: 9007199254740993n });
        await tx.collection('pets').nextId();
        await tx.setRecord('overrides', [{ status: 500 }]);
      });
      const snapshot = await source.snapshot();
      const target = await inWorld();
      await target.restore(snapshot);
      expect(sorted(await target.snapshot())).toEqual(sorted(snapshot));
      expect(await target.transaction((tx) => tx.collection('pets').nextId())).toBe(5n);
    });

    it('refuses a snapshot of more entities than a world may hold, and leaves the world as it is', async () => {
      const snapshot = await (await inWorld({ seed })).snapshot();
      const small = await inWorld({ limits: { entities: 2 } });
      await small.transaction((tx) => tx.collection('pets').put('mine', {}));
      await expect((async () => small.restore(snapshot))()).rejects.toMatchObject({ code: 'state.full' });
      expect(await small.read((tx) => tx.collection('pets').count())).toBe(1);
    });

    it('undoes a transaction that never ends, so that the next writer has its turn', async () => {
      const world = await inWorld({ limits: { transactionMs: 60 } });
      let late: Transaction | undefined;
      const endless = (async () =>
        world.transaction(async (tx) => {
          late = tx;
          await tx.collection('pets').put('1', {});
          await new Promise(() => undefined);
        }))();
      const next = (async () => world.transaction((tx) => tx.collection('pets').put('2', {})))();
      await expect(endless).rejects.toMatchObject({ code: 'state.unavailable' });
      await next;
      expect((await world.read((tx) => tx.collection('pets').query({}))).entities.map(({ key }) => key)).toEqual(['2']);
      await expect((async () => late?.collection('pets').put('3', {}))()).rejects.toBeInstanceOf(StandinError);
    });

    it('refuses the use of a transaction after its end, and writing without one', async () => {
      const world = await inWorld();
      let kept: Transaction | undefined;
      await world.transaction((tx) => {
        kept = tx;
      });
      const late = async () => kept?.collection('pets').put('1', {});
      await expect(late()).rejects.toBeInstanceOf(StandinError);
      const outside = async () => world.read((tx) => tx.collection('pets').put('1', {}));
      await expect(outside()).rejects.toBeInstanceOf(StandinError);
      expect(await world.read((tx) => tx.collection('pets').count())).toBe(0);
    });
  });
}

/** One store after the other in the same place. */
function lasting(first: Store, next: (store: Store, how: Ending) => Eventually<Store>): Real {
  let store = first;
  return {
    name: first.name,
    isRemote: first.isRemote,
    isExclusive: first.isExclusive,
    isLasting: first.isLasting,
    world: (name) => store.world(name),
    worlds: () => store.worlds(),
    drop: (name) => store.drop(name),
    close: () => store.close(),
    async reopen(how) {
      store = await next(store, how);
    },
  };
}

/** As `parseJson` gives it: a bigint only where a double would lose digits. */
const exact = (id: bigint): Json => (Number.isSafeInteger(Number(id)) ? Number(id) : id);

async function names(world: World): Promise<readonly Json[]> {
  const { entities } = await world.read((tx) => tx.collection('pets').query({}));
  return entities.map(({ value }) => (value as { name: Json }).name);
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function writeTo(world: World, text: string): Promise<string> {
  return world.transaction(async (tx) => {
    await turn();
    await tx.collection('r').put('x', text);
    await turn();
    return text;
  });
}

async function readFrom(world: World): Promise<string | undefined> {
  return (await world.read((tx) => tx.collection('r').get('x')))?.value as string | undefined;
}
