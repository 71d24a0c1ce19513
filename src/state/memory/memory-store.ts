import { andThen, type Eventually, isPromise, whenSettled } from '../model/eventually.ts';
import { admitSnapshot, inTime, STATE_LIMITS, type StateLimits, tooManyWorlds } from '../model/limits.ts';
import type { Store, Transaction, World } from '../model/store.ts';
import { createWriterQueue } from '../model/writer-queue.ts';
import { type Content, contentOver } from './world-content.ts';
import { type Bounds, draftOf, type MemoryDraft } from './world-draft.ts';
import { memoryReaderOf } from './world-reader.ts';
import { contentFrom, snapshotOf } from './world-snapshot.ts';

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

/** A store in memory. It answers synchronously, except while a slow transaction runs. */
export function createMemoryStore({ seed, now, limits }: MemoryStoreOptions): Store {
  const bound: StateLimits = { ...STATE_LIMITS, ...limits };
  const worlds = new Map<string, MemoryWorld>();
  let version = 0;
  const bounds: Bounds = { entities: bound.entities, transactionMs: bound.transactionMs, tick: () => ++version };
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

  const isIdle = (world: MemoryWorld, at: number): boolean =>
    at - world.lastUsed >= bound.idleMs && !bound.permanent.includes(world.name);

  const expire = (): void => {
    const at = now();
    for (const [name, world] of worlds) if (isIdle(world, at)) worlds.delete(name);
  };

  const make = (name: string, content: Content): World => {
    const known = worlds.get(name);
    if (known !== undefined) return known;
    // Only when needed: to look at every world for each new one would be quadratic.
    if (worlds.size >= bound.worlds) expire();
    if (worlds.size >= bound.worlds) throw tooManyWorlds(bound.worlds);
    const world = createWorld(name, content, bounds, now);
    worlds.set(name, world);
    return world;
  };

  return {
    name: 'memory',
    isRemote: false,
    isExclusive: true,
    isLasting: false,
    world(name) {
      const known = worlds.get(name);
      const at = now();
      if (known !== undefined && !isIdle(known, at)) {
        known.lastUsed = at;
        return known;
      }
      worlds.delete(name);
      return andThen(seeded(), (content) => make(name, content));
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
  const draft = draftOf(content, bounds);
  return andThen(seed?.(draft.tx), () => {
    draft.apply();
    draft.end();
    return content;
  });
}

function createWorld(name: string, base: Content, bounds: Bounds, now: () => number): MemoryWorld {
  let content = contentOver(base, bounds.tick());
  const exclusively = createWriterQueue();
  let epoch = 1;
  const replace = (by: Content): void => {
    content = by;
    epoch++;
  };
  const reader = memoryReaderOf(() => content);
  const world: MemoryWorld = {
    name,
    lastUsed: now(),
    read: (fn) => fn(reader),
    get epoch() {
      return epoch;
    },
    get entities() {
      return content.entities;
    },
    transaction: (fn, keep) => exclusively(() => attempt(draftOf(content, bounds), bounds, fn, keep)),
    reset: () => exclusively(() => replace(contentOver(base, bounds.tick()))),
    snapshot: () => snapshotOf(content),
    restore(snapshot) {
      admitSnapshot(snapshot, bounds.entities);
      return exclusively(() => replace(contentFrom(snapshot, bounds.tick())));
    },
  };
  return world;
}

function attempt<T>(
  draft: MemoryDraft,
  bounds: Bounds,
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
    if (isPromise(result)) return whenSettled(inTime(result, bounds).then(finish), draft.end);
    finish(result);
  } catch (error) {
    draft.end();
    throw error;
  }
  draft.end();
  return result;
}
