import type { Assembly } from './assemble.ts';

/** A stored record that no longer fits the document. */
export interface Misfit {
  readonly world: string;
  readonly resource: string;
  readonly key: string;
  readonly message: string;
}

/**
 * Copies the records of every world from one assembly into the next, and reports those that the new
 * document would refuse.
 */
export async function carriedOver(from: Assembly, to: Assembly): Promise<readonly Misfit[]> {
  const misfits: Misfit[] = [];
  for (const { name } of await from.mock.store.worlds()) {
    const snapshot = await from.mock.snapshot(name);
    // A persistent store already has its worlds.
    if (!to.mock.store.isLasting) await to.mock.restore(name, snapshot);
    for (const [collection, { entities }] of Object.entries(snapshot.collections)) {
      const resource = to.model.resource(collection.split('/', 1)[0] ?? collection);
      if (collection.startsWith('$')) continue;
      for (const [key, value] of entities) {
        const message =
          resource === undefined
            ? 'the document has no such resource any more'
            : to.validator.value(resource.schema, value, 'response')[0]?.message;
        if (message !== undefined) misfits.push({ world: name, resource: collection, key, message });
      }
    }
  }
  return misfits;
}
