import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { StandinError } from '../core/index.ts';
import { systemChance } from '../server/index.ts';
import { type Api, nearestName } from '../spec/index.ts';
import {
  createMemoryStore,
  createRedisStore,
  createSqliteStore,
  type Eventually,
  type FileLock,
  loadState,
  lockFile,
  removeLeftovers,
  type SqliteStoreOptions,
  type StateLimits,
  type Store,
  saveState,
  type Transaction,
} from '../state/index.ts';

/**
 * Where a mock stores its state, as users write it: `memory`, `file:./state.json`, `sqlite:./state.db`,
 * `redis://host:6379/0?prefix=team`.
 */
export type StateChoice =
  | { readonly kind: 'memory' }
  /** In memory; read from the file at the start and written to it at the end. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'redis'; readonly url: string; readonly namespace: string };

/** Throws `usage`. Messages never repeat credentials of a URL. */
export function parseState(text: string, cwd: string): StateChoice {
  if (text === 'memory') return { kind: 'memory' };
  const [, kind, path] = /^(file|sqlite):(.+)$/s.exec(text) ?? [];
  if (path !== undefined) return { kind: kind === 'file' ? 'file' : 'sqlite', path: resolve(cwd, path) };
  if (/^rediss?:\/\//.test(text) && URL.canParse(text)) {
    const url = new URL(text);
    const namespace = url.searchParams.get('prefix') ?? 'standin';
    if (!/^[\w.:-]{1,64}$/.test(namespace))
      throw new StandinError('usage', 'The prefix of redis keys has 1 to 64 letters, digits and . _ : -.');
    url.search = '';
    return { kind: 'redis', url: url.href, namespace };
  }
  const near = nearestName(text.split(':', 1)[0] ?? '', ['memory', 'file', 'sqlite', 'redis']);
  throw new StandinError('usage', `\`${text.replace(/:(\/\/)?.*$/s, ':$1…')}\` is not a state engine.`, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}Write memory, file:./state.json, sqlite:./state.db, or redis://host:6379/0?prefix=team.`,
  });
}

type Seed = (tx: Transaction) => Eventually<void>;

/** A store that the mock gets before it can be opened, because the mock provides its initial content. */
export interface PendingStore {
  readonly create: (seed: Seed) => Store;
  /**
   * Opens the store before its first use. After a reload it takes over the lock of the previous store.
   * Resolves to the lock where only one process may use the store. Throws `state.unavailable`,
   * `state.damaged`.
   */
  open(held: FileLock | undefined): Promise<FileLock | undefined>;
}

/** The document that fills a store, and the folder from which engines are resolved. */
interface StoreOrigin {
  readonly api: Api;
  readonly cwd: string;
}

/** The store of a choice. */
export function pendingStore(
  choice: StateChoice,
  { api, cwd }: StoreOrigin,
  options: { readonly seed: number; readonly now: () => number },
  limits: Partial<StateLimits> = {},
): PendingStore {
  const { now } = options;
  switch (choice.kind) {
    case 'memory':
      return { create: (seed) => createMemoryStore({ seed, now, limits }), open: async () => undefined };
    case 'file':
      return inFile(choice.path, (seed) => createMemoryStore({ seed, now, limits }));
    case 'sqlite':
    case 'redis':
      return elsewhere(choice, (seed) => ({
        seed,
        now,
        limits,
        origin: originOf(api, options.seed),
        resolveFrom: cwd,
      }));
  }
}

/**
 * In memory; read from the file when opened and written to it when closed. No other process may use the
 * file meanwhile.
 */
function inFile(path: string, create: (seed: Seed) => Store): PendingStore {
  let store: Store | undefined;
  let lock: FileLock | undefined;
  return {
    create(seed) {
      const made = create(seed);
      store = made;
      return {
        ...made,
        async close() {
          const taken = lock;
          // Already closed: the records are in the file only.
          if (taken === undefined) return;
          lock = undefined;
          try {
            await saveState(made, path);
          } finally {
            await made.close();
            await taken.release();
          }
        },
      };
    },
    async open(held) {
      const made = present(store);
      const taken = held?.share() ?? (await lockFile(path));
      try {
        if (held === undefined) await removeLeftovers(path);
        await loadState(made, path);
        // Fails at the start if the file is not writable, before data can be lost.
        await saveState(made, path);
      } catch (error) {
        await taken.release();
        throw error;
      }
      lock = taken;
      return taken;
    },
  };
}

type DatabaseChoice = Extract<StateChoice, { kind: 'sqlite' | 'redis' }>;
type Common = Omit<SqliteStoreOptions, 'path'>;

/** A store whose opening takes time. */
function elsewhere(choice: DatabaseChoice, optionsFor: (seed: Seed) => Common): PendingStore {
  let seeding: Seed = () => undefined;
  let opened: Store | undefined;
  const later: Store = {
    name: choice.kind,
    isRemote: choice.kind === 'redis',
    isExclusive: false,
    isLasting: true,
    world: (name) => present(opened).world(name),
    worlds: () => present(opened).worlds(),
    drop: (name) => present(opened).drop(name),
    get log() {
      return present(opened).log;
    },
    close: () => present(opened).close(),
  };
  return {
    create(seed) {
      seeding = seed;
      return later;
    },
    async open() {
      const common = optionsFor(seeding);
      opened =
        choice.kind === 'sqlite'
          ? await createSqliteStore({ ...common, path: choice.path })
          : await createRedisStore({
              ...common,
              url: choice.url,
              namespace: choice.namespace,
              random: systemChance,
            });
      return undefined;
    },
  };
}

function present(store: Store | undefined): Store {
  if (store === undefined) throw new StandinError('internal', 'A store was used before it was opened.');
  return store;
}

/** The name of the base contains what it was generated from, so another document gets another base. */
function originOf(api: Api, seed: number): string {
  const hash = createHash('sha256').update(String(seed));
  for (const { name, text } of api.files) hash.update(`\0${name}\0${text}`);
  return hash.digest('hex').slice(0, 32);
}
