import type { Json } from '../../core/index.ts';
import type { PlacedEntity } from '../model/indexes.ts';

/** The last known value of one entity or record, with its stamp. */
export interface RememberedValue<T> {
  /** Empty if it does not exist. */
  readonly stamp: string;
  readonly value: T | undefined;
}

/**
 * What a process remembers of a world in Redis. It may be outdated: transactions use it, and their commit
 * verifies it.
 */
export interface Memo {
  /** The last known generation of the world. */
  readonly gen: string | undefined;
  /** Forgets everything of other generations. */
  hear(gen: string | undefined): void;
  entity(collection: string, key: string): RememberedValue<PlacedEntity> | undefined;
  keepEntity(gen: string, collection: string, key: string, known: RememberedValue<PlacedEntity>): void;
  record(name: string): RememberedValue<Json> | undefined;
  keepRecord(gen: string, name: string, known: RememberedValue<Json>): void;
  /** The last id of a collection. */
  lastId(collection: string): bigint | undefined;
  keepLastId(gen: string, collection: string, id: bigint | undefined): void;
}

const MOST = 2_000;

export function createMemo(): Memo {
  let gen: string | undefined;
  const entities = new Map<string, RememberedValue<PlacedEntity>>();
  const records = new Map<string, RememberedValue<Json>>();
  const ids = new Map<string, bigint>();
  const nameOf = (collection: string, key: string): string => `${collection.length} ${collection}${key}`;
  const keep = <T>(from: string, all: Map<string, T>, name: string, value: T | undefined): void => {
    if (from !== gen) return;
    all.delete(name);
    if (value !== undefined) all.set(name, value);
    if (all.size <= MOST) return;
    for (const oldest of all.keys()) {
      all.delete(oldest);
      return;
    }
  };
  return {
    get gen() {
      return gen;
    },
    hear(now) {
      if (now === gen) return;
      gen = now;
      for (const all of [entities, records, ids]) all.clear();
    },
    entity: (collection, key) => entities.get(nameOf(collection, key)),
    keepEntity: (from, collection, key, known) => keep(from, entities, nameOf(collection, key), known),
    record: (name) => records.get(name),
    keepRecord: (from, name, known) => keep(from, records, name, known),
    lastId: (collection) => ids.get(collection),
    keepLastId: (from, collection, id) => keep(from, ids, collection, id),
  };
}
