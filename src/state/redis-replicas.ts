import { type CollectionState, collectionOf, commit, drop, fork, mirror } from './collection-state.ts';
import type { Placed } from './indexes.ts';
import type { Reply } from './redis-link.ts';
import { nameStored, valueStored } from './stored-text.ts';

/** A copy of a collection as it was at a version; queries are answered from it, and only what changed since is fetched. */
export interface Replica {
  readonly gen: string;
  readonly version: number;
  readonly state: CollectionState;
}

export interface Replicas {
  find(world: string, collection: string): Replica | undefined;
  /** Brings the copy to what a `SYNC` told. */
  learn(world: string, collection: string, gen: string, version: number, all: boolean, news: readonly Reply[]): Replica;
}

const MOST = 1_000;

export function createReplicas(): Replicas {
  const replicas = new Map<string, Replica>();
  const nameOf = (world: string, collection: string): string => JSON.stringify([world, collection]);
  return {
    find: (world, collection) => replicas.get(nameOf(world, collection)),
    learn(world, collection, gen, version, all, news) {
      const name = nameOf(world, collection);
      const known = replicas.get(name);
      let replica: Replica;
      if (all) replica = { gen, version, state: copyOf(news, version) };
      else if (known === undefined || known.gen !== gen) return { gen, version, state: collectionOf([], version) };
      else if (news.length === 0) replica = known;
      else replica = { gen, version: Math.max(version, known.version), state: updated(known.state, news) };
      // Last used last: the copy that nobody asks for is the first to go.
      replicas.delete(name);
      replicas.set(name, replica);
      for (const oldest of replicas.keys()) {
        if (replicas.size <= MOST) break;
        replicas.delete(oldest);
      }
      return replica;
    },
  };
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

/** Of a list of keys, each followed by what it holds, in insertion order. */
export function placedIn(pairs: readonly Reply[]): readonly Placed[] {
  const placed: Placed[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const stored = pairs[i + 1];
    if (typeof stored === 'string') placed.push(placedFrom(String(pairs[i]), stored));
  }
  return placed.sort((a, b) => a.place - b.place);
}

function copyOf(pairs: readonly Reply[], version: number): CollectionState {
  const state = collectionOf([], version);
  for (const placed of placedIn(pairs)) mirror(state, placed);
  return commit(state, undefined);
}

function updated(known: CollectionState, pairs: readonly Reply[]): CollectionState {
  const state = fork(known);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    if (pairs[i + 1] === null) drop(state, nameStored(String(pairs[i])));
  }
  for (const placed of placedIn(pairs)) mirror(state, placed);
  return commit(state, known.keys);
}
