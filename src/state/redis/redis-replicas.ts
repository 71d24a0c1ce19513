import {
  type CollectionState,
  collectionStateOf,
  commit,
  drop,
  fork,
  mirror,
  mirrorOf,
} from '../model/collection-state.ts';
import { comparePlaces, type PlacedEntity } from '../model/indexes.ts';
import { nameStored, valueStored } from '../model/stored-text.ts';
import type { RedisReply } from './redis-link.ts';

/** A copy of a collection at a version. Queries use it, and only later changes are fetched. */
export interface Replica {
  readonly gen: string;
  readonly version: number;
  readonly state: CollectionState;
}

/** Returns a part of a collection and the cursor of the next; `undefined` if the collection is gone. */
type Part = (cursor: string) => Promise<readonly [next: string, pairs: readonly RedisReply[]] | undefined>;

/** A collection of a world. */
interface CollectionName {
  readonly world: string;
  readonly collection: string;
}

/** What a collection is at: its generation changes when it is replaced, its version with each write. */
type State = Pick<Replica, 'gen' | 'version'>;

/** The answer of a `sync`. */
interface News extends State {
  /** Keys and stored values that changed; null for a deleted one. */
  readonly pairs: readonly RedisReply[];
  /** Whether these are all entities. */
  readonly all: boolean;
}

export interface Replicas {
  find(name: CollectionName): Replica | undefined;
  /** Updates the copy with the answer of a `sync`. */
  learn(name: CollectionName, news: News): Replica;
  /**
   * Copies a large collection in parts, once for all waiting callers. Changes in the meantime are fetched
   * later, as changes since `version`.
   */
  copy(name: CollectionName, state: State, part: Part): Promise<void>;
}

const MOST = 1_000;

export function createReplicas(): Replicas {
  const replicas = new Map<string, Replica>();
  const copying = new Map<string, Promise<void>>();
  const nameOf = ({ world, collection }: CollectionName): string => JSON.stringify([world, collection]);
  const keep = (name: string, replica: Replica): Replica => {
    // Moved to the end, because the least recently used copy is dropped first.
    replicas.delete(name);
    replicas.set(name, replica);
    for (const oldest of replicas.keys()) {
      if (replicas.size <= MOST) break;
      replicas.delete(oldest);
    }
    return replica;
  };
  return {
    find: (name) => replicas.get(nameOf(name)),
    learn(collection, { gen, version, all, pairs }) {
      const name = nameOf(collection);
      const known = replicas.get(name);
      if (all) return keep(name, { gen, version, state: mirrorOf(placedIn(pairs), version) });
      if (known === undefined || known.gen !== gen) return { gen, version, state: collectionStateOf([], version) };
      if (pairs.length === 0) return keep(name, known);
      return keep(name, { gen, version: Math.max(version, known.version), state: applyUpdates(known.state, pairs) });
    },
    copy(collection, { gen, version }, part) {
      const name = nameOf(collection);
      let copy = copying.get(name);
      if (copy === undefined) {
        copy = copyCollection(part, version)
          .then((state) => {
            if (state !== undefined) keep(name, { gen, version, state });
          })
          .finally(() => copying.delete(name));
        copying.set(name, copy);
      }
      return copy;
    },
  };
}

async function copyCollection(part: Part, version: number): Promise<CollectionState | undefined> {
  // A key may be returned twice, and writes in the meantime may be missing.
  const all = new Map<string, PlacedEntity>();
  for (let cursor = '0', begun = false; cursor !== '0' || !begun; begun = true) {
    const found = await part(cursor);
    if (found === undefined) return undefined;
    for (const placed of placedIn(found[1])) all.set(placed.key, placed);
    cursor = found[0];
  }
  return mirrorOf([...all.values()].sort(comparePlaces), version);
}

/** "<version> <place> <json>" under a key. */
export function placedFrom(key: string, stored: string): PlacedEntity {
  const first = stored.indexOf(' ');
  const second = stored.indexOf(' ', first + 1);
  return {
    key: nameStored(key),
    value: valueStored(stored.slice(second + 1)),
    version: Number(stored.slice(0, first)),
    place: Number(stored.slice(first + 1, second)),
  };
}

/**
 * Unique for each state of an entity: its version restarts at 1 when a key is created again, its place does
 * not.
 */
export const stampOf = ({ version, place }: PlacedEntity): string => `${version} ${place}`;

/** Entities from a list of keys and stored values, in insertion order. */
export function placedIn(pairs: readonly RedisReply[]): readonly PlacedEntity[] {
  const placed: PlacedEntity[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const stored = pairs[i + 1];
    if (typeof stored === 'string') placed.push(placedFrom(String(pairs[i]), stored));
  }
  return placed.sort(comparePlaces);
}

function applyUpdates(known: CollectionState, pairs: readonly RedisReply[]): CollectionState {
  const state = fork(known);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    if (pairs[i + 1] === null) drop(state, nameStored(String(pairs[i])));
  }
  for (const placed of placedIn(pairs)) mirror(state, placed);
  return commit(state, known.keys);
}
