import { type Json, StandinError } from '../core/index.ts';
import { query } from './collection-state.ts';
import type { Reply } from './redis-link.ts';
import { placedFrom, type Replica, type Replicas } from './redis-replicas.ts';
import * as scripts from './redis-scripts.ts';
import type { Told, WorldCalls } from './redis-world.ts';
import type { Collection, Transaction } from './store.ts';
import { nameStored, storedName, valueStored } from './stored-text.ts';

/** What is committed in a world; each question is one round trip. */
export function readerOf(world: WorldCalls, replicas: Replicas): Transaction {
  return {
    collection: (name) => collectionOf(world, replicas, name),
    collections: async () => namesIn(await world.ask(scripts.NAMES, [])),
    record: async (name) => {
      const { rest } = await world.ask(scripts.RECORD, [storedName(name)]);
      return recordFrom(rest[0])?.value;
    },
    setRecord: refuse,
  };
}

export const namesIn = ({ rest: [names] }: Told): readonly string[] =>
  (names as readonly Reply[]).map((name) => nameStored(String(name)));

/** "<version> <json>" */
export function recordFrom(stored: Reply | undefined): { readonly version: string; readonly value: Json } | undefined {
  if (typeof stored !== 'string') return undefined;
  const space = stored.indexOf(' ');
  return { version: stored.slice(0, space), value: valueStored(stored.slice(space + 1)) };
}

/** Brings the replica of a collection up to date; `told` says of which generation and version that is. */
export async function synced(
  world: WorldCalls,
  replicas: Replicas,
  name: string,
  again: boolean,
): Promise<{ readonly told: Told; readonly replica: Replica | undefined }> {
  const known = replicas.find(world.name, name);
  const told = await world.ask(scripts.SYNC, [storedName(name), known?.gen ?? '', String(known?.version ?? -1)], again);
  if (told.status !== 'ok') return { told, replica: undefined };
  const [version, extent, news] = told.rest;
  return {
    told,
    replica: replicas.learn(world.name, name, told.gen, Number(version), extent === 'all', news as readonly Reply[]),
  };
}

function collectionOf(world: WorldCalls, replicas: Replicas, name: string): Collection {
  const meta = async () => {
    const { since, rest } = await world.ask(scripts.META, [storedName(name)]);
    return { version: Math.max(since, Number(rest[0])), size: Number(rest[1]) };
  };
  return {
    async get(key) {
      const { rest } = await world.ask(scripts.GET, [storedName(name), storedName(key)]);
      return typeof rest[0] === 'string' ? placedFrom(storedName(key), rest[0]) : undefined;
    },
    async query(wanted) {
      const { replica } = await synced(world, replicas, name, true);
      return replica === undefined ? { entities: [], total: 0 } : query(replica.state, wanted);
    },
    count: async () => (await meta()).size,
    get version() {
      return meta().then(({ version }) => version);
    },
    put: refuse,
    delete: refuse,
    nextId: refuse,
    reserve: refuse,
  };
}

async function refuse(): Promise<never> {
  throw new StandinError('internal', 'The state was written outside a transaction.');
}
