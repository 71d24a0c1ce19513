import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isPromise, type SqliteStoreOptions, type Store, type World } from '../../../src/state/index.ts';
import { loadSqlite } from '../../../src/state/sqlite/sqlite-driver.ts';
import { createSqliteStore } from '../../../src/state/sqlite/sqlite-store.ts';
import { conformance } from '../conformance.ts';
import { expectWhole, ROUNDS, writeUntilKilled } from '../crash.ts';
import { canMount, onSmallDisk } from '../full-disk.ts';
import { hasSqlite, RESOLVE_FROM } from '../sqlite-here.ts';

// Where every test is skipped, nothing would remove it.
const folder = hasSqlite ? mkdtempSync(join(tmpdir(), 'standin-sqlite-')) : '';
if (hasSqlite) afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const fresh = (): string => join(folder, `${files++}.db`);
const open = (path: string, more: Partial<SqliteStoreOptions> = {}) =>
  createSqliteStore({ path, now: () => 0, ...RESOLVE_FROM, ...more });
const worldOf = async (store: ReturnType<typeof open>, name = 'default'): Promise<World> => store.world(name);
const put = (world: World, key: string, value = {}) => world.transaction((tx) => tx.collection('pets').put(key, value));

if (hasSqlite) {
  const places = new WeakMap<Store, string>();
  const at = (path: string, options: Partial<SqliteStoreOptions>): Store => {
    const store = open(path, options);
    places.set(store, path);
    return store;
  };
  conformance({
    name: 'SQLite',
    open: (options) => at(fresh(), options),
    async reopen(store, options, how) {
      const path = places.get(store) ?? '';
      if (how === 'restart') await store.close();
      const next = how === 'restart' ? path : fresh();
      // What a process that is killed leaves behind: its files as they are.
      if (how === 'crash')
        for (const part of ['', '-wal']) if (existsSync(path + part)) copyFileSync(path + part, next + part);
      const again = at(next, options);
      if (how === 'crash') await store.close();
      return again;
    },
    runs: 16,
  });
}

describe.skipIf(!hasSqlite)(
  `a SQLite store${hasSqlite ? '' : ' (skipped: this Node has no SQLite and better-sqlite3@12 is not installed)'}`,
  () => {
    it('answers at once, without a promise', async () => {
      const store = open(fresh());
      const world = await worldOf(store);
      expect(isPromise(put(world, '1', { name: 'Rex' }))).toBe(false);
      expect(world.read((tx) => tx.collection('pets').get('1'))).toMatchObject({ value: { name: 'Rex' } });
      expect(
        isPromise(world.read((tx) => tx.collection('pets').query({ order: [{ pointer: '/name', descending: true }] }))),
      ).toBe(false);
      expect(store.world('default')).toBe(world);
      await store.close();
    });

    it('names the path of its file while it opens, and not in what it answers later', async () => {
      const path = fresh();
      const store = open(path);
      const world = await worldOf(store);
      await put(world, '1');
      // Another connection keeps the lock for longer than a writer waits.
      const other = loadSqlite(RESOLVE_FROM.resolveFrom).open(path, { readOnly: true, busyMs: 0 });
      expect(() => other.run('DROP TABLE entities')).toThrow(path);
      other.opened();
      expect(() => other.run('DROP TABLE entities')).toThrow('The state file cannot be written.');
      other.close();
      const tables = loadSqlite(RESOLVE_FROM.resolveFrom).open(path, { readOnly: false, busyMs: 50 });
      tables.run('BEGIN IMMEDIATE');
      await expect(Promise.resolve().then(() => put(world, '2'))).rejects.toThrow(
        'The state file is locked by another process.',
      );
      tables.run('ROLLBACK');
      tables.close();
      await store.close();
    });

    it('remembers everything when it is opened again', async () => {
      const path = fresh();
      const seed = (tx: Parameters<NonNullable<SqliteStoreOptions['seed']>>[0]) =>
        void tx.collection('pets').put('1', { name: 'Rex' });
      const first = open(path, { seed });
      const world = await worldOf(first);
      await world.transaction(async (tx) => {
        await tx.collection('pets').put('9007199254740993', { id: 9007199254740993n });
        await tx.collection('pets').nextId();
        await tx.setRecord('starting-state', 'sold-out');
      });
      const before = {
        snapshot: await world.snapshot(),
        version: await world.read((tx) => tx.collection('pets').version),
      };
      await first.close();

      const second = open(path, { seed: () => expect.fail('the base was seeded again') });
      const again = await worldOf(second);
      expect(await again.snapshot()).toEqual(before.snapshot);
      expect(await again.read((tx) => tx.collection('pets').version)).toBe(before.version);
      expect(await again.transaction((tx) => tx.collection('pets').nextId())).toBe(2n);
      await again.reset();
      expect(await again.read((tx) => tx.collection('pets').count())).toBe(1);
      await second.close();
    });

    it('seeds its base anew when what the seed depends on is another, and leaves the worlds alone', async () => {
      const path = fresh();
      for (const origin of ['one', 'two']) {
        const store = open(path, { origin, seed: (tx) => void tx.collection('pets').put(origin, {}) });
        const world = await worldOf(store);
        expect(await world.read((tx) => tx.collection('pets').get('one'))).toBeDefined();
        expect(
          await (await worldOf(store, `new-${origin}`)).read((tx) => tx.collection('pets').get(origin)),
        ).toBeDefined();
        await store.close();
      }
    });

    it('shares its file with other processes: no update is lost, and a reset is seen', async () => {
      const path = fresh();
      const [one, two] = [open(path), open(path)];
      const [left, right] = [await worldOf(one), await worldOf(two)];
      const add = async (world: World) =>
        world.transaction(async (tx) => {
          const value = ((await tx.collection('counters').get('c'))?.value ?? 0) as number;
          await new Promise((resolve) => setImmediate(resolve));
          await tx.collection('counters').put('c', value + 1);
          return tx.collection('counters').nextId();
        });
      const ids = await Promise.all(Array.from({ length: 30 }, (_, i) => add(i % 2 === 0 ? left : right)));
      expect(await left.read((tx) => tx.collection('counters').get('c'))).toMatchObject({ value: 30 });
      expect(new Set(ids).size).toBe(30);
      const epoch = right.epoch;
      await left.reset();
      expect(right.epoch).toBe(epoch + 1);
      expect(await right.read((tx) => tx.collection('counters').count())).toBe(0);
      expect(await two.drop('default')).toBe(true);
      await expect((async () => put(left, '1'))()).rejects.toMatchObject({ code: 'state.unavailable' });
      await put(await worldOf(one), '1');
      await one.close();
      await two.close();
    });

    it.each<[string, (path: string) => void, string, RegExp]>([
      [
        'a folder that is not there',
        (path) => rmSync(join(path, '..'), { recursive: true }),
        'state.unavailable',
        /does not exist/,
      ],
      ['a folder in its place', (path) => mkdirSync(path), 'state.unavailable', /is a folder/],
      [
        'a file that is no database',
        (path) => writeFileSync(path, 'hello '.repeat(1_000)),
        'state.damaged',
        /not a SQLite database/,
      ],
      [
        'a database of another program',
        (path) => raw(path, 'CREATE TABLE theirs (x)'),
        'state.unavailable',
        /another program/,
      ],
      [
        'a file of a newer standin',
        (path) => {
          make(path);
          raw(path, 'PRAGMA user_version = 99');
        },
        'state.unavailable',
        /newer standin/,
      ],
      [
        'a file that was cut off',
        (path) => {
          make(path);
          writeFileSync(path, readFileSync(path).subarray(0, 5_000));
        },
        'state.damaged',
        /damaged/,
      ],
      [
        'a page that was overwritten',
        (path) => {
          make(path);
          scribble(path);
        },
        'state.damaged',
        /damaged/,
      ],
    ])('refuses %s, and leaves it as it is', (_, prepare, code, words) => {
      const path = join(mkdtempSync(join(folder, 'refused-')), 'state.db');
      prepare(path);
      const before = existsSync(path) && !/folder/.test(words.source) ? readFileSync(path) : undefined;
      const opening = () => open(path);
      expect(opening).toThrow(words);
      expect(opening).toThrow(expect.objectContaining({ code, message: expect.stringContaining(path.slice(0, -9)) }));
      if (before !== undefined) expect(readFileSync(path)).toEqual(before);
    });

    it.skipIf(!canMount)(
      'says that the disk is full, loses nothing by it, and goes on when there is room',
      async () => {
        await onSmallDisk(2_048, async (disk) => {
          const ballast = join(disk, 'ballast');
          writeFileSync(ballast, Buffer.alloc(1_024 * 1_024));
          const store = open(join(disk, 'state.db'));
          const world = await worldOf(store);
          const text = 'x'.repeat(20_000);
          let written = 0;
          const fill = async () => {
            for (;;) {
              await put(world, String(written + 1), { text });
              written++;
            }
          };
          await expect(fill()).rejects.toMatchObject({
            code: 'state.full',
            message: expect.stringContaining('disk is full'),
          });
          expect(written).toBeGreaterThan(3);
          expect(await world.read((tx) => tx.collection('pets').count())).toBe(written);
          expect(await world.read((tx) => tx.collection('pets').get(String(written)))).toMatchObject({
            value: { text },
          });
          rmSync(ballast);
          await put(world, 'more', { text });
          expect(await world.read((tx) => tx.collection('pets').count())).toBe(written + 1);
          await store.close();
        });
      },
    );

    it(
      `has everything that it acknowledged after ${ROUNDS} times kill -9`,
      async () => {
        const path = fresh();
        let told = 0;
        for (let round = 0; round < ROUNDS; round++) {
          told = await writeUntilKilled('sqlite', path, (round * 37) % 90);
          const copy = `${path}.copy`;
          for (const part of ['', '-wal']) if (existsSync(path + part)) copyFileSync(path + part, copy + part);
          const store = open(copy);
          await expectWhole(await worldOf(store), told);
          await store.close();
        }
        expect(told).toBeGreaterThan(ROUNDS);
      },
      ROUNDS * 60_000,
    );
  },
);

function make(path: string): void {
  const store = open(path);
  const world = store.world('default') as World;
  world.transaction((tx) => {
    for (let id = 0; id < 150; id++) tx.collection('pets').put(String(id), { id, text: 'x'.repeat(400) });
  });
  store.close();
}

function raw(path: string, sql: string): void {
  const connection = loadSqlite(RESOLVE_FROM.resolveFrom).open(path, { readOnly: false, busyMs: 0 });
  connection.run(sql);
  connection.close();
}

/** As after a crash and a fault of the disk: the file says that it was not closed, and the middle of it is something else. */
function scribble(path: string): void {
  raw(path, `UPDATE meta SET value = 0 WHERE name = 'clean'`);
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4096 * 6, 4096 * 14);
  writeFileSync(path, bytes);
}
