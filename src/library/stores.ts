import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { StandinError } from '../core/index.ts';
import { systemChance } from '../server/index.ts';
import type { Api } from '../spec/index.ts';
import {
  createMemoryStore,
  createRedisStore,
  createSqliteStore,
  type Eventually,
  loadState,
  type StateLimits,
  type Store,
  saveState,
  type Transaction,
} from '../state/index.ts';

/** Where a mock remembers, as a user says it: `memory`, `file:./state.json`, `sqlite:./state.db`, `redis://host:6379/0?prefix=team`. */
export type StateChoice =
  | { readonly kind: 'memory' }
  /** In memory, from the file when it starts and into it when it stops. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'redis'; readonly url: string; readonly namespace: string };

/** Throws `usage`. Credentials in a URL are never repeated. */
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
  throw new StandinError('usage', `\`${text.split('://', 1)[0]}…\` names no state engine.`, {
    hint: 'Write memory, file:./state.json, sqlite:./state.db, or redis://host:6379/0?prefix=team.',
  });
}

type Seed = (tx: Transaction) => Eventually<void>;

/** A store that is handed to the mock before it can be opened, because what fills it comes from the mock. */
export interface PendingStore {
  readonly create: (seed: Seed) => Store;
  /** Opens it; nobody asks it for anything before. Throws `state.unavailable`, `state.damaged`. */
  open(): Promise<void>;
}

/** The store of a choice. What the base was made from is part of its name, so that another document gets another base. */
export function pendingStore(
  choice: StateChoice,
  api: Api,
  cwd: string,
  options: { readonly seed: number; readonly now: () => number },
  limits: Partial<StateLimits> = {},
): PendingStore {
  let seeding: Seed = () => undefined;
  let opened: Store | undefined;
  const store = (): Store => {
    if (opened === undefined) throw new StandinError('internal', 'A store was asked before it was opened.');
    return opened;
  };
  const later: Store = {
    kind: choice.kind === 'file' ? 'memory' : choice.kind,
    world: (name) => store().world(name),
    worlds: () => store().worlds(),
    drop: (name) => store().drop(name),
    get log() {
      return store().log;
    },
    close: () => store().close(),
  };
  return {
    create(seed) {
      seeding = seed;
      if (choice.kind !== 'memory' && choice.kind !== 'file') return later;
      const store = createMemoryStore({ seed, now: options.now, limits });
      if (choice.kind === 'memory') return store;
      opened = store;
      return { ...store, close: () => saveState(store, choice.path).finally(() => store.close()) };
    },
    async open() {
      if (choice.kind === 'memory') return;
      if (choice.kind === 'file') {
        await loadState(store(), choice.path);
        // A file that cannot be written is told of now, not when there is something to lose.
        await saveState(store(), choice.path);
        return;
      }
      const common = { seed: seeding, now: options.now, limits, origin: originOf(api, options.seed), resolveFrom: cwd };
      if (choice.kind === 'sqlite') opened = await createSqliteStore({ ...common, path: choice.path });
      if (choice.kind === 'redis')
        opened = await createRedisStore({
          ...common,
          url: choice.url,
          namespace: choice.namespace,
          random: systemChance,
        });
    },
  };
}

function originOf(api: Api, seed: number): string {
  const hash = createHash('sha256').update(String(seed));
  for (const { name, text } of api.files) hash.update(`\0${name}\0${text}`);
  return hash.digest('hex').slice(0, 32);
}
