import type { Json } from '../../core/index.ts';
import type { Mock } from '../../mock/index.ts';

/**
 * Named snapshots, stored in a world that no client can name: every replica sees them, and they survive a
 * reload.
 */
export interface Snapshots {
  names(world: string): Promise<readonly string[]>;
  /** Returns the number of saved entities. */
  save(world: string, name: string): Promise<number>;
  find(world: string, name: string): Promise<Json | undefined>;
  restore(world: string, name: string): Promise<boolean>;
  drop(world: string, name: string): Promise<boolean>;
}

const SHELF = '$standin';

export function createSnapshots(mock: () => Mock): Snapshots {
  const shelf = async (world: string) => {
    const store = await mock().store.world(SHELF);
    return { store, name: `snapshots/${world}` };
  };
  const find = async (world: string, name: string): Promise<Json | undefined> => {
    const { store, name: collection } = await shelf(world);
    return (await store.read((tx) => tx.collection(collection).get(name)))?.value;
  };
  return {
    find,
    async names(world) {
      const { store, name } = await shelf(world);
      return (await store.read((tx) => tx.collection(name).query({}))).entities.map((entity) => entity.key);
    },
    async save(world, name) {
      const snapshot = await mock().snapshot(world);
      const { store, name: collection } = await shelf(world);
      // A snapshot is plain data.
      await store.transaction((tx) => tx.collection(collection).put(name, snapshot as unknown as Json));
      return Object.values(snapshot.collections).reduce((sum, each) => sum + each.entities.length, 0);
    },
    async restore(world, name) {
      const snapshot = await find(world, name);
      if (snapshot === undefined) return false;
      // Only `save` writes here.
      await mock().restore(world, snapshot as never);
      return true;
    },
    async drop(world, name) {
      const { store, name: collection } = await shelf(world);
      return store.transaction((tx) => tx.collection(collection).delete(name));
    },
  };
}
