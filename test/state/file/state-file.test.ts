import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryStore, loadState, type Store, saveState, type World } from '../../../src/state/index.ts';
import { expectWhole, ROUNDS, writeUntilKilled } from '../crash.ts';
import { canMount, onSmallDisk, readOnly } from '../full-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const fresh = (): string => join(mkdtempSync(join(folder, `${files++}-`)), 'state.json');
const memory = (): Store => createMemoryStore({ now: () => 0 });

async function filled(): Promise<Store> {
  const store = memory();
  for (const name of ['default', 'other']) {
    const world = await store.world(name);
    await world.transaction(async (tx) => {
      await tx.collection('pets').put('9007199254740993', { id: 9007199254740993n, name });
      await tx.collection('pets').put('a', { of: '\ud800' });
      await tx.collection('pets').nextId();
      await tx.setRecord('overrides', [1]);
    });
  }
  return store;
}

const snapshotOf = async (store: Store, name: string) => (await store.world(name)).snapshot();

describe('a state file', () => {
  it('brings every world back as it was', async () => {
    const path = fresh();
    const [before, after] = [await filled(), memory()];
    await saveState(before, path);
    expect(await loadState(after, path)).toBe(true);
    for (const name of ['default', 'other']) {
      expect(await snapshotOf(after, name)).toEqual(await snapshotOf(before, name));
    }
    expect(readdirSync(join(path, '..'))).toEqual(['state.json']);
  });

  it('is nothing to load where there is none', async () => {
    expect(await loadState(memory(), fresh())).toBe(false);
  });

  it('is whole when two save at once', async () => {
    const path = fresh();
    const store = await filled();
    await Promise.all(Array.from({ length: 5 }, () => saveState(store, path)));
    expect(await loadState(memory(), path)).toBe(true);
  });

  it('is refused wherever a byte of it is another or missing', async () => {
    const path = fresh();
    await saveState(await filled(), path);
    const good = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, by, cut) => {
        const bytes = Buffer.from(cut ? good.subarray(0, at) : good);
        if (!cut) bytes[at] = (bytes[at] ?? 0) ^ by;
        writeFileSync(path, bytes);
        await expect(loadState(memory(), path)).rejects.toMatchObject({
          code: expect.stringMatching(/^state\.(damaged|unavailable)$/),
          message: expect.stringContaining(path),
        });
      }),
      { numRuns: 80, seed: 7 },
    );
  });

  it('is refused when a newer standin wrote it', async () => {
    const path = fresh();
    await saveState(await filled(), path);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^standin-state 1/, 'standin-state 2'));
    await expect(loadState(memory(), path)).rejects.toMatchObject({
      code: 'state.unavailable',
      message: expect.stringMatching(/newer/),
    });
  });

  it('is not written, with the reason, where it cannot be', async () => {
    const store = await filled();
    await expect(saveState(store, join(folder, 'nowhere', 'state.json'))).rejects.toMatchObject({
      code: 'state.unavailable',
    });
    const path = fresh();
    mkdirSync(path);
    await expect(saveState(store, path)).rejects.toMatchObject({
      code: 'state.unavailable',
      message: expect.stringContaining(path),
    });
    expect(readdirSync(join(path, '..'))).toEqual(['state.json']);
    await expect(loadState(store, path)).rejects.toMatchObject({ code: 'state.unavailable' });
  });

  it.skipIf(!canMount)('stays as it was, with the reason, where it may not be written', async () => {
    await onSmallDisk(256, async (disk) => {
      const path = join(disk, 'state.json');
      const store = await filled();
      await saveState(store, path);
      readOnly(disk);
      await expect(saveState(store, path)).rejects.toMatchObject({
        code: 'state.unavailable',
        message: expect.stringContaining(path),
      });
      expect(await loadState(memory(), path)).toBe(true);
      expect(readdirSync(disk)).toEqual(['state.json']);
    });
  });

  it.skipIf(!canMount)('stays as it was when the disk is full', async () => {
    await onSmallDisk(256, async (disk) => {
      const path = join(disk, 'state.json');
      const store = await filled();
      await saveState(store, path);
      const before = readFileSync(path);
      const world = await store.world('default');
      await world.transaction((tx) => tx.collection('pets').put('big', { text: 'x'.repeat(300_000) }));
      await expect(saveState(store, path)).rejects.toMatchObject({ code: 'state.full' });
      expect(readFileSync(path)).toEqual(before);
      expect(readdirSync(disk)).toEqual(['state.json']);
      await world.transaction((tx) => tx.collection('pets').delete('big'));
      await saveState(store, path);
      expect(await loadState(memory(), path)).toBe(true);
    });
  });

  it(
    `has everything that it acknowledged after ${ROUNDS} times kill -9`,
    async () => {
      const path = fresh();
      for (let round = 0; round < ROUNDS; round++) {
        const told = await writeUntilKilled('file', path, (round * 37) % 90);
        const store = memory();
        await loadState(store, path);
        await expectWhole((await store.world('default')) as World, told);
      }
    },
    ROUNDS * 60_000,
  );
});
