import { describe, expect, it } from 'vitest';
import type { World } from '../../../src/state/index.ts';
import { createMemoryStore, isPromise } from '../../../src/state/index.ts';
import { conformance } from '../conformance.ts';

conformance({
  name: 'memory',
  open: ({ now = () => 0, ...rest }) => createMemoryStore({ now, ...rest }),
  reopen: 'what is in memory ends with its process; `saveState` keeps it',
  runs: 60,
});

describe('a memory store whose promises are not awaited', () => {
  const world = (): World => {
    const store = createMemoryStore({
      now: () => 0,
      seed: (tx) => void tx.collection('pets').put('1', { name: 'Rex' }),
    });
    return store.world('default') as World;
  };

  it('answers at once, without a promise', () => {
    const { read, transaction } = world();
    expect(isPromise(transaction((tx) => tx.collection('pets').put('2', {})))).toBe(false);
    expect(read((tx) => tx.collection('pets').get('1'))).toMatchObject({ value: { name: 'Rex' } });
    expect(read((tx) => tx.collection('pets').query({ limit: 1 }))).toMatchObject({ total: 2 });
    expect(read((tx) => tx.collection('pets').version)).toEqual(expect.any(Number));
  });

  it('rolls a synchronous transaction back when it throws', () => {
    const { read, transaction } = world();
    const failing = () =>
      transaction((tx) => {
        tx.collection('pets').put('1', {});
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(read((tx) => tx.collection('pets').get('1'))).toMatchObject({ value: { name: 'Rex' }, version: 1 });
    expect(transaction(() => 'next')).toBe('next');
  });

  it('lets a synchronous writer wait for a slow one, in order', async () => {
    const { transaction } = world();
    const order: string[] = [];
    const slow = transaction(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push('slow');
    });
    const rest = Array.from({ length: 20_000 }, () => transaction(() => void order.push('fast')));
    expect(rest.every(isPromise)).toBe(true);
    await Promise.all([slow, ...rest]);
    expect(order[0]).toBe('slow');
    expect(order.length).toBe(20_001);
  });

  it('refuses a transaction inside a transaction, which would wait for itself', () => {
    const { transaction } = world();
    expect(() => transaction(() => transaction(() => 1))).toThrow('inside');
    expect(transaction(() => 2)).toBe(2);
  });

  it('goes on after a slow transaction that fails', async () => {
    const { transaction } = world();
    await expect(transaction(async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(transaction(() => 2)).toBe(2);
  });

  it('leaves the base of a thousand worlds alone', async () => {
    const store = createMemoryStore({
      now: () => 0,
      limits: { worlds: 2_000 },
      seed: (tx) => {
        for (let id = 1; id <= 1_000; id++) tx.collection('pets').put(String(id), { id });
      },
    });
    for (let i = 0; i < 1_000; i++) {
      const each = (await store.world(`w${i}`)) as World;
      each.transaction((tx) => tx.collection('pets').delete(String(i + 1)));
      expect(each.read((tx) => tx.collection('pets').count())).toBe(999);
    }
    expect(((await store.world('last')) as World).read((tx) => tx.collection('pets').count())).toBe(1_000);
  });
});
