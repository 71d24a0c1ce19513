import { StandinError } from '../../core/index.ts';
import { createMemoryStore } from '../memory/memory-store.ts';
import type { Eventually } from '../model/eventually.ts';
import { admitSnapshot, STATE_LIMITS, type StateLimits } from '../model/limits.ts';
import type { Snapshot, Store, Transaction, World } from '../model/store.ts';
import { integerStored, nameStored, storedName } from '../model/stored-text.ts';
import { createWriterQueue } from '../model/writer-queue.ts';
import { recordFrom } from './redis-answers.ts';
import { openRedis, type RedisReply } from './redis-link.ts';
import { openLog } from './redis-log.ts';
import { createReplicas, placedIn, type Replicas } from './redis-replicas.ts';
import * as scripts from './redis-scripts.ts';
import {
  commitDraft,
  giveUp,
  type LoadedRun,
  readStep,
  type StepContext,
  targetsOf,
  trialOf,
  valueOfOutcome,
} from './redis-session.ts';
import { CONFLICT, load, type ReadTarget, sourceIn } from './redis-source.ts';
import { stage } from './redis-staging.ts';
import { patienceFor, type RedisCalls, type WorldCalls, worldCalls } from './redis-world.ts';

export interface RedisStoreOptions {
  /** `redis://user:password@host:6379`, `rediss://…` */
  readonly url: string;
  /** Stores of one namespace share their worlds. Each document needs its own. */
  readonly namespace: string;
  /**
   * Fills the base that every world starts from. Runs if the namespace has no base, or one of another
   * `origin`.
   */
  readonly seed?: (tx: Transaction) => Eventually<void>;
  /** Identifies what the seed is made from (document, seed number). */
  readonly origin?: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Numbers from 0 up to 1, which spread retries. */
  readonly random: () => number;
  readonly limits?: Partial<StateLimits>;
  /** Maximum milliseconds of one call. Default 700. */
  readonly deadlineMs?: number;
  /** Folder from which the client (`@redis/client`) is resolved first, before standin's own. */
  readonly resolveFrom?: string;
}

const DEADLINE = 700;
/**
 * How often a transaction is repeated after a conflict, and the maximum milliseconds of the pause before
 * that.
 */
const RERUNS = 8;
const LONGEST_PAUSE = 100;

/**
 * Keeps worlds in Redis 6.2 or later (or Valkey), shared by all processes of one namespace. Throws
 * `state.unavailable` at once if there is no server, and later whenever it does not answer in time.
 */
export async function createRedisStore(options: RedisStoreOptions): Promise<Store> {
  const { url, namespace, now, seed, random, deadlineMs = DEADLINE } = options;
  const link = await openRedis({ url, deadlineMs, resolveFrom: options.resolveFrom });
  const limits: StateLimits = { ...STATE_LIMITS, ...options.limits };
  const calls: RedisCalls = {
    link,
    prefix: `{${namespace}}:`,
    limits,
    now,
    origin: options.origin ?? '',
    seen: 0,
    largest: 0,
    layBase() {
      laying ??= layBase(calls, seed).finally(() => {
        laying = undefined;
      });
      return laying;
    },
  };
  let laying: Promise<void> | undefined;
  const log = await openLog(link, `${calls.prefix}journal`, `${now()}-${random()}`).catch((error: unknown) => {
    link.close();
    throw error;
  });
  const replicas = createReplicas();
  const handles = new Map<string, { readonly world: World; lastUsed: number }>();
  const permanent = limits.permanent.map(storedName);
  let count = 0;
  const serial = (): number => ++count;

  return {
    name: 'redis',
    isRemote: true,
    isExclusive: false,
    isLasting: true,
    log,
    world(name) {
      const known = handles.get(name);
      if (known !== undefined && now() - known.lastUsed < limits.idleMs) {
        known.lastUsed = now();
        // The first call to the world shows whether another process has dropped it.
        return known.world;
      }
      for (const [other, { lastUsed }] of handles) if (now() - lastUsed >= limits.idleMs) handles.delete(other);
      const world = worldCalls(calls, name);
      return world.make().then(() => {
        const made = handles.get(name)?.world ?? createWorld({ calls, world, replicas, serial, random });
        handles.set(name, { world: made, lastUsed: now() });
        return made;
      });
    },
    async worlds() {
      const values = [calls.prefix, String(now()), String(limits.idleMs), ...permanent];
      const reply = (await link.run(
        scripts.WORLDS,
        `${calls.prefix}worlds`,
        values,
      )) as readonly (readonly RedisReply[])[];
      return reply.map(([name, entities, used]) => ({
        name: nameStored(String(name)),
        entities: Number(entities),
        lastUsed: Number(used),
      }));
    },
    async drop(name) {
      handles.delete(name);
      const values = [calls.prefix, String(now()), storedName(name)];
      return (await link.run(scripts.DROP, `${calls.prefix}worlds`, values)) === 1;
    },
    close: () => link.close(),
  };
}

/** Whether an error is the store's own, so that it does not depend on what was read. */
const isTrouble = (error: unknown): boolean => error instanceof StandinError && error.code.startsWith('state.');

const rethrowOnly =
  (wanted: unknown) =>
  (error: unknown): void => {
    if (error === wanted) throw error;
  };

interface WorldDependencies {
  readonly calls: RedisCalls;
  readonly world: WorldCalls;
  readonly replicas: Replicas;
  readonly serial: () => number;
  readonly random: () => number;
}

function createWorld({ calls, world, replicas, serial, random }: WorldDependencies): World {
  // Transactions of one process run one after another, so that only other processes can conflict.
  const exclusively = createWriterQueue();
  const context: StepContext = { calls, serial };
  const once = async <T>({ draft, outcome }: LoadedRun<T>, keep: ((result: T) => boolean) | undefined): Promise<T> => {
    try {
      const result = valueOfOutcome(outcome);
      await commitDraft(context, draft, keep === undefined || keep(result));
      return result;
    } catch (error) {
      if (error === CONFLICT) throw error;
      if (isTrouble(error)) giveUp(draft);
      // Remembered data may have made it fail. If it was outdated, the transaction runs again.
      else await commitDraft(context, draft, false).catch(rethrowOnly(CONFLICT));
      throw error;
    }
  };
  const write = async <T>(fn: (tx: Transaction) => Eventually<T>, keep?: (result: T) => boolean): Promise<T> => {
    let read: readonly ReadTarget[] = [];
    return again(async (rerun) => {
      const source = sourceIn(world, replicas, rerun === 0);
      // Everything that was read before is loaded again in one round trip.
      await load(source, read);
      const trial = await trialOf(context, source, fn);
      read = targetsOf(trial.draft);
      return once(trial, keep);
    });
  };
  /** Runs `attempt` until there is no conflict. */
  const again = async <T>(attempt: (rerun: number) => Promise<T>): Promise<T> => {
    for (let rerun = 0; ; rerun++) {
      try {
        // A lost world is created before a step reads its epoch.
        if (rerun > 0 && world.memo.gen === undefined) await world.make();
        return await attempt(rerun);
      } catch (error) {
        if (error !== CONFLICT) throw error;
        if (rerun >= RERUNS)
          throw new StandinError('state.unavailable', 'Too many clients write to this world at the same time.');
        const pause = random() * Math.min(LONGEST_PAUSE, 2 ** rerun);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  };
  return {
    name: world.name,
    get epoch() {
      return world.epoch();
    },
    read: (fn) => again(() => readStep(context, sourceIn(world, replicas, true), fn)),
    transaction: (fn, keep) => exclusively(() => write(fn, keep)),
    reset: () =>
      exclusively(
        async () => void (await world.ask(scripts.RESET, [String(calls.seen)], true, patienceFor(calls.largest))),
      ),
    snapshot: () => snapshotOf(world, patienceFor(calls.largest)),
    restore: (snapshot) =>
      exclusively(async () => {
        admitSnapshot(snapshot, calls.limits.entities);
        const { gen, entities } = await stage(calls, snapshot);
        await world.ask(scripts.ADOPT, [String(calls.seen), gen, String(entities)], true, patienceFor(entities));
      }),
  };
}

async function snapshotOf(world: WorldCalls, patience: number): Promise<Snapshot> {
  const { rest } = await world.ask(scripts.DUMP, [], true, patience);
  const [all, stored] = rest as readonly [readonly (readonly RedisReply[])[], readonly RedisReply[]];
  const collections: Record<string, Snapshot['collections'][string]> = Object.create(null);
  const records: Record<string, NonNullable<Snapshot['records']>[string]> = Object.create(null);
  for (const [name, lastId, pairs] of all) {
    collections[nameStored(String(name))] = {
      nextId: String(integerStored(lastId) + 1n),
      entities: placedIn(pairs as readonly RedisReply[]).map(
        ({ key, value, version }) => [key, value, version] as const,
      ),
    };
  }
  for (let i = 0; i + 1 < stored.length; i += 2) {
    const { value } = recordFrom(stored[i + 1]);
    if (value !== undefined) records[nameStored(String(stored[i]))] = value;
  }
  return { collections, records };
}

/** Seeds in memory and sends the result: many entities need few round trips. */
async function layBase(calls: RedisCalls, seed: RedisStoreOptions['seed']): Promise<void> {
  const { now, limits } = calls;
  const memory = createMemoryStore({ now, limits, ...(seed === undefined ? {} : { seed }) });
  const { gen, entities } = await stage(calls, await (await memory.world('base')).snapshot());
  const values = [calls.prefix, String(now()), gen, String(entities), calls.origin];
  await calls.link.run(scripts.BASE, `${calls.prefix}base`, values);
}
