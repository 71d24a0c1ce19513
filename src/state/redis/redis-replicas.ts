import {
  type CollectionState,
  collectionStateOf,
  commit,
  drop,
  fork,
  mirror,
  mirrorOf,
} from '../model/collection-state.ts';
import { comparePlaces, type Placed } from '../model/indexes.ts';
import { nameStored, valueStored } from '../model/stored-text.ts';
import type { RedisReply } from './redis-link.ts';

/** A copy of a collection as it was at a version; queries are answered from it, and only what changed since is fetched. */
export interface Replica {
  readonly gen: string;
  readonly version: number;
  readonly state: CollectionState;
}

/** Gives a part of a collection and the cursor of the next; `undefined` when the collection is gone. */
type Part = (cursor: string) => Promise<readonly [next: string, pairs: readonly RedisReply[]] | undefined>;

export interface Replicas {
  find(world: string, collection: string): Replica | undefined;
  /** Updates the copy with the answer of a `sync`. */
  learn(
    world: string,
    collection: string,
    gen: string,
    version: number,
    all: boolean,
    news: readonly RedisReply[],
  ): Replica;
  /** Copies a large collection part by part, once for all who wait. What changed meanwhile is news since `version`. */
  copy(world: string, collection: string, gen: string, version: number, part: Part): Promise<void>;
}

const MOST = 1_000;

export function createReplicas(): Replicas {
  const replicas = new Map<string, Replica>();
  const copying = new Map<string, Promise<void>>();
  const nameOf = (world: string, collection: string): string => JSON.stringify([world, collection]);
  const keep = (name: string, replica: Replica): Replica => {
    // Last used last: the copy that is used least is the first to go.
    replicas.delete(name);
    replicas.set(name, replica);
    for (const oldest of replicas.keys()) {
      if (replicas.size <= MOST) break;
      replicas.delete(oldest);
    }
    return replica;
  };
  return {
    find: (world, collection) => replicas.get(nameOf(world, collection)),
    learn(world, collection, gen, version, all, news) {
      const name = nameOf(world, collection);
      const known = replicas.get(name);
      if (all) return keep(name, { gen, version, state: mirrorOf(placedIn(news), version) });
      if (known === undefined || known.gen !== gen) return { gen, version, state: collectionStateOf([], version) };
      if (news.length === 0) return keep(name, known);
      return keep(name, { gen, version: Math.max(version, known.version), state: updated(known.state, news) });
    },
    copy(world, collection, gen, version, part) {
      const name = nameOf(world, collection);
      let copy = copying.get(name);
      if (copy === undefined) {
        copy = copied(part, version)
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

async function copied(part: Part, version: number): Promise<CollectionState | undefined> {
  // A key may come twice, and what is written meanwhile may come or not.
  const all = new Map<string, Placed>();
  for (let cursor = '0', begun = false; cursor !== '0' || !begun; begun = true) {
    const found = await part(cursor);
    if (found === undefined) return undefined;
    for (const placed of placedIn(found[1])) all.set(placed.key, placed);
    cursor = found[0];
  }
  return mirrorOf([...all.values()].sort(comparePlaces), version);
}

/** "<version> <place> <json>" under a key. */
export function placedFrom(key: string, stored: string): Placed {
  const first = stored.indexOf(' ');
  const second = stored.indexOf(' ', first + 1);
  return {
    key: nameStored(key),
    value: valueStored(stored.slice(second + 1)),
    version: Number(stored.slice(0, first)),
    place: Number(stored.slice(first + 1, second)),
  };
}

/** What no other state of an entity has: a version counts from 1 again when a key comes back, a place does not. */
export const stampOf = ({ version, place }: Placed): string => `${version} ${place}`;

/** Of a list of keys, each followed by what it holds, in insertion order. */
export function placedIn(pairs: readonly RedisReply[]): readonly Placed[] {
  const placed: Placed[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const stored = pairs[i + 1];
    if (typeof stored === 'string') placed.push(placedFrom(String(pairs[i]), stored));
  }
  return placed.sort(comparePlaces);
}

function updated(known: CollectionState, pairs: readonly RedisReply[]): CollectionState {
  const state = fork(known);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    if (pairs[i + 1] === null) drop(state, nameStored(String(pairs[i])));
  }
  for (const placed of placedIn(pairs)) mirror(state, placed);
  return commit(state, known.keys);
}
