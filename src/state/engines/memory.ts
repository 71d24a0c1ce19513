import { STATE_LIMITS, type StateLimits, tooManyWorlds } from '../limits.ts';
import type { Eventually, Store, Transaction, World } from '../store.ts';
import { type Bounds, type Content, contentOver, draftOf } from '../world-content.ts';
import { contentFrom, snapshotOf } from '../world-snapshot.ts';
import { after, createWriterQueue, isPromise } from '../writer-queue.ts';

export interface MemoryStoreOptions {
  /** Fills the base that every world starts from. Runs once, when the first world is asked for. */
  readonly seed?: (tx: Transaction) => Eventually<void>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly limits?: Partial<StateLimits>;
}

interface MemoryWorld extends World {
  readonly entities: number;
  lastUsed: number;
}

/** Keeps everything in memory. Whatever is not waiting for a slow transaction answers at once, without a promise. */
export function createMemoryStore({ seed, now, limits }: MemoryStoreOptions): Store {
  const bound: StateLimits = { ...STATE_LIMITS, ...limits };
  const worlds = new Map<string, MemoryWorld>();
  let version = 0;
  const bounds: Bounds = { entities: bound.entities, tick: () => ++version };
  let base: Eventually<Content> | undefined;

  const seeded = (): Eventually<Content> => {
    if (base !== undefined) return base;
    base = seedBase(seed, bounds);
    if (!isPromise(base)) return base;
    return base.then(
      (content) => {
        base = content;
        return content;
      },
      (error) => {
        base = undefined;
        throw error;
      },
    );
  };

  const expire = (): void => {
    for (const [name, world] of worlds) {
      if (now() - world.lastUsed >= bound.idleMs && !bound.permanent.includes(name)) worlds.delete(name);
    }
  };

  const make = (name: string, content: Content): World => {
    const known = worlds.get(name);
    if (known !== undefined) {
      known.lastUsed = now();
      return known;
    }
    if (worlds.size >= bound.worlds) {
      throw tooManyWorlds(bound.worlds);
    }
    const world = createWorld(name, content, bounds, now);
    worlds.set(name, world);
    return world;
  };

  return {
    kind: 'memory',
    world(name) {
      const known = worlds.get(name);
      if (known !== undefined && now() - known.lastUsed < bound.idleMs) {
        known.lastUsed = now();
        return known;
      }
      expire();
      return after(seeded(), (content) => make(name, content));
    },
    worlds() {
      expire();
      return Array.from(worlds.values(), ({ name, entities, lastUsed }) => ({ name, entities, lastUsed }));
    },
    drop: (name) => worlds.delete(name),
    close: () => worlds.clear(),
  };
}

function seedBase(seed: MemoryStoreOptions['seed'], bounds: Bounds): Eventually<Content> {
  const content = contentOver(undefined, 0);
  const draft = draftOf({ content }, bounds);
  return after(seed?.(draft.tx), () => {
    draft.apply();
    draft.end();
    return content;
  });
}

function createWorld(name: string, base: Content, bounds: Bounds, now: () => number): MemoryWorld {
  const held = { content: contentOver(base, bounds.tick()) };
  const exclusively = createWriterQueue();
  let epoch = 1;
  const replace = (content: Content): void => {
    held.content = content;
    epoch++;
  };
  const world: MemoryWorld = {
    name,
    lastUsed: now(),
    read: draftOf(held).tx,
    get epoch() {
      return epoch;
    },
    get entities() {
      return held.content.entities;
    },
    transaction(fn, keep) {
      world.lastUsed = now();
      return exclusively(() => attempt(draftOf(held, bounds), fn, keep));
    },
    reset: () => exclusively(() => replace(contentOver(base, bounds.tick()))),
    snapshot: () => snapshotOf(held.content),
    restore: (snapshot) => exclusively(() => replace(contentFrom(snapshot, bounds.tick()))),
  };
  return world;
}

function attempt<T>(
  draft: ReturnType<typeof draftOf>,
  fn: (tx: Transaction) => Eventually<T>,
  keep: ((result: T) => boolean) | undefined,
): Eventually<T> {
  const finish = (result: T): T => {
    if (keep === undefined || keep(result)) draft.apply();
    return result;
  };
  let result: Eventually<T>;
  try {
    result = fn(draft.tx);
    if (isPromise(result)) return result.then(finish).finally(draft.end);
    finish(result);
  } catch (error) {
    draft.end();
    throw error;
  }
  draft.end();
  return result;
}
