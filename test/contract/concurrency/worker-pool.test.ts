import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanUp, IN_TURN, type Removal } from '../../../src/contract/cleanup/ledger.ts';
import { inParallel } from '../../../src/contract/concurrency/worker-pool.ts';
import type { LedgerEntry } from '../../../src/contract/index.ts';

test('each item is worked on once, no more of them at a time than are wished, and none beside one that it may not meet (law)', async () => {
  const items = fc.array(fc.record({ family: fc.nat(3), turns: fc.integer({ min: 1, max: 4 }) }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(items, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (all, width, choosy) => {
      const underWay = new Set<(typeof all)[number]>();
      const done: (typeof all)[number][] = [];
      let most = 0;
      const queue = [...all];
      const work = async (item: (typeof all)[number]): Promise<void> => {
        expect(queue).not.toContain(item);
        if (choosy) for (const other of underWay) expect(other.family).not.toBe(item.family);
        underWay.add(item);
        most = Math.max(most, underWay.size);
        for (let count = 0; count < item.turns; count += 1) await turn();
        underWay.delete(item);
        done.push(item);
      };
      const mayMeet = (one: { family: number }, other: { family: number }) => one.family !== other.family;
      await inParallel(queue, { width, stopped: () => false, ...(choosy ? { mayMeet } : {}) }, work);
      expect(new Set(done)).toEqual(new Set(all));
      expect(done).toHaveLength(all.length);
      expect(most).toBeLessThanOrEqual(width);
      if (!choosy) expect(most).toBe(Math.min(width, all.length));
    }),
    { seed: 20_261_122, numRuns: 200 },
  );
});

test('a task that has to wait is passed, and no task is started once the run is over', async () => {
  const begun: string[] = [];
  const work = async (item: string): Promise<void> => {
    begun.push(item);
    await turn();
  };
  const mayMeet = (one: string, other: string): boolean => one[0] !== other[0];
  await inParallel(['a1', 'a2', 'a3', 'b1', 'c1'], { width: 2, stopped: () => false, mayMeet }, work);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
  await inParallel(['d1', 'd2', 'd3'], { width: 1, stopped: () => begun.includes('d2') }, work);
  expect(begun.slice(5)).toEqual(['d1', 'd2']);
});

test('as many at a time as there may be at the moment, one at least', async () => {
  let underWay = 0;
  const most: number[] = [];
  const allowed = (): number => (most.length < 8 ? 2 : most.length < 24 ? 5 : 0);
  const work = async (): Promise<void> => {
    underWay += 1;
    most.push(underWay);
    await turn();
    underWay -= 1;
  };
  const items = Array.from({ length: 40 }, (_, item) => item);
  await inParallel(items, { width: { most: 6, now: allowed }, stopped: () => false }, work);
  expect(most).toHaveLength(40);
  expect(Math.max(...most.slice(0, 8))).toBe(2);
  expect(Math.max(...most.slice(8, 24))).toBe(5);
  expect(new Set(most.slice(30))).toEqual(new Set([1]));
});

test('a task that may not run at the moment does not wait for ever once the run is over', async () => {
  let begun = 0;
  const work = async (): Promise<void> => {
    begun += 1;
    await turn();
  };
  await inParallel([1, 2, 3, 4, 5, 6], { width: { most: 4, now: () => 1 }, stopped: () => begun === 3 }, work);
  expect(begun).toBe(3);
});

const entry = (path: string, resource: string): LedgerEntry => ({ operation: 'create', resource, path, createdAt: 0 });

/** An order hangs on a pet, which hangs on its owner. */
const HANGS: Record<string, readonly string[]> = { order: ['order', 'pet', 'owner'], pet: ['pet', 'owner'] };
const dependsOn: Removal['dependsOn'] = (resource) => new Set(HANGS[resource] ?? [resource]);

const ON: Record<string, readonly string[]> = { '/orders/1': ['/pets/1'], '/pets/1': ['/owners/1'] };

/** Removes from a service that does not let go of what something hangs on, and tells how many were asked for at most at a time. */
async function removing(entries: readonly LedgerEntry[], removal: Removal, one = false) {
  const there = new Set(entries.map(({ path }) => path));
  const refused: string[] = [];
  const underWay = new Set<string>();
  const crowded = new Set<string>();
  let most = 0;
  const left = await cleanUp(
    entries,
    async ({ path = '' }) => {
      const hanging = entries.some(
        (each) =>
          there.has(each.path) && (each.path?.startsWith(`${path}/`) || ON[each.path ?? '']?.includes(path) === true),
      );
      crowded.delete(path);
      underWay.add(path);
      most = Math.max(most, underWay.size);
      if (underWay.size > 1) for (const each of underWay) crowded.add(each);
      await turn();
      underWay.delete(path);
      const crowd = crowded.has(path);
      if (hanging || (one && crowd)) {
        refused.push(path);
        return 'DELETE gave 409';
      }
      there.delete(path);
      return undefined;
    },
    removal,
  );
  return { left, refused, most };
}

const MADE = [
  entry('/owners/1', 'owner'),
  entry('/pets/1', 'pet'),
  entry('/orders/1', 'order'),
  entry('/folders/1', 'folder'),
  entry('/folders/1/folders/2', 'folder'),
  ...Array.from({ length: 20 }, (_, at) => entry(`/pets/${at + 2}`, 'pet')),
];

test('created records are removed several at a time, and never before those that depend on them', async () => {
  const { left, refused, most } = await removing(MADE, { width: 8, dependsOn });
  expect([left, refused, most]).toEqual([[], [], 8]);
  expect((await removing(MADE, IN_TURN)).most).toBe(1);
});

test('what does not go beside others is tried again by itself, be it all there is', async () => {
  const pets = MADE.filter(({ resource }) => resource === 'pet').slice(1);
  const { left, refused } = await removing(pets, { width: 8, dependsOn }, true);
  expect(left).toEqual([]);
  expect(refused).toHaveLength(pets.length);
});

test('what does not go at all is given back as it was made, with the reason', async () => {
  const kept = await cleanUp(MADE, async ({ resource }) => (resource === 'pet' ? 'DELETE gave 403' : undefined), {
    width: 8,
    dependsOn,
  });
  expect(kept).toEqual(
    MADE.filter(({ resource }) => resource === 'pet').map((each) => ({ ...each, reason: 'DELETE gave 403' })),
  );
});
