import { type Json, StandinError } from '../core/index.ts';
import type { CollectionState } from './collection-state.ts';
import * as states from './collection-state.ts';
import { tooManyEntities } from './limits.ts';
import type { Script } from './redis-link.ts';
import { namesIn, recordFrom, synced } from './redis-reader.ts';
import { placedFrom, type Replicas } from './redis-replicas.ts';
import * as scripts from './redis-scripts.ts';
import type { Told, WorldCalls } from './redis-world.ts';
import type { Collection, Entity, Transaction } from './store.ts';
import { storedName, storedValue } from './stored-text.ts';

/** Thrown through a transaction that has seen a world which has changed since; it is run again. */
export const CONFLICT: unique symbol = Symbol('conflict');

/** One attempt at a transaction: it reads what is committed, remembers which versions that were, and keeps its writes to itself. */
export interface Attempt {
  readonly tx: Transaction;
  /** Writes, if everything read is still so. `write` false: only looks whether it is. Throws `CONFLICT`, `state.full`. */
  commit(write: boolean): Promise<void>;
  /** From here on every use of `tx` throws. */
  end(): void;
}

interface Write {
  readonly kind: 'put' | 'new' | 'delete';
  readonly entity: Entity | undefined;
  /** Whether the key was there before this transaction. */
  readonly before: boolean;
}

interface Draft {
  readonly world: WorldCalls;
  readonly replicas: Replicas;
  gen: string | undefined;
  /** Versions that were read, by what they are of. */
  readonly reads: Map<string, readonly [kind: string, collection: string, key: string, version: string]>;
  readonly views: Map<string, View>;
  readonly records: Map<string, { readonly value: Json | undefined; readonly written: boolean }>;
  ended: boolean;
}

interface View {
  readonly known: Map<string, Entity | undefined>;
  readonly writes: Map<string, Write>;
  /** Keys of ids that were just given: nobody else can have used them. */
  readonly given: Set<string>;
  /** The whole collection with this transaction's writes, once it was asked for. */
  state: CollectionState | undefined;
  version: number | undefined;
  size: number | undefined;
}

export interface AttemptOptions {
  readonly world: WorldCalls;
  readonly replicas: Replicas;
  readonly seen: () => number;
  readonly entities: number;
  /** A number that is another each time. */
  readonly serial: () => number;
}

export function attempt({ world, replicas, seen, entities, serial }: AttemptOptions): Attempt {
  const draft: Draft = {
    world,
    replicas,
    gen: undefined,
    reads: new Map(),
    views: new Map(),
    records: new Map(),
    ended: false,
  };
  return {
    tx: {
      collection: (name) => collectionOf(draft, name, serial),
      collections: () => names(draft),
      record: (name) => record(draft, name),
      async setRecord(name, value) {
        open(draft);
        draft.records.set(name, { value, written: true });
      },
    },
    async commit(write) {
      const writes = write ? writesOf(draft) : [];
      // A single read is of one moment anyway.
      if (writes.length === 0 && draft.reads.size < 2) return;
      const reads = [...draft.reads.values()].flat();
      const values = [String(seen()), String(entities), String(draft.reads.size), ...reads, ...writes];
      if (draft.gen === undefined) draft.gen = (await world.ask(scripts.NAMES, [])).gen;
      const { status } = await world.ask(scripts.COMMIT, [draft.gen, ...values], false);
      if (status === 'full') throw tooManyEntities(entities);
      if (status !== 'ok') throw CONFLICT;
    },
    end() {
      draft.ended = true;
    },
  };
}

function open({ ended }: Draft): void {
  if (ended) throw new StandinError('internal', 'A transaction was used after its end.');
}

/** All that one attempt hears has to be of one generation. */
function heard(draft: Draft, told: Told): Told {
  if (told.status === 'gone') throw CONFLICT;
  draft.gen ??= told.gen;
  if (draft.gen !== told.gen) throw CONFLICT;
  return told;
}

async function ask(draft: Draft, script: Script, values: readonly string[]): Promise<Told> {
  open(draft);
  // The world may be made on the way only while nothing of it has been seen.
  return heard(draft, await draft.world.ask(script, values, draft.gen === undefined));
}

function noteRead(draft: Draft, kind: string, collection: string, key: string, version: string): void {
  const name = JSON.stringify([kind, collection, key]);
  const before = draft.reads.get(name);
  if (before !== undefined && before[3] !== version) throw CONFLICT;
  draft.reads.set(name, [kind, storedName(collection), storedName(key), version]);
}

async function record(draft: Draft, name: string): Promise<Json | undefined> {
  open(draft);
  const known = draft.records.get(name);
  if (known !== undefined) return known.value;
  const { rest } = await ask(draft, scripts.RECORD, [storedName(name)]);
  const found = recordFrom(rest[0]);
  noteRead(draft, 'record', '', name, found?.version ?? '');
  draft.records.set(name, { value: found?.value, written: false });
  return found?.value;
}

async function names(draft: Draft): Promise<readonly string[]> {
  const all = new Set(namesIn(await ask(draft, scripts.NAMES, [])));
  for (const [name, { writes }] of draft.views) {
    if (writes.size === 0) continue;
    if ((await sizeOf(draft, name)) > 0) all.add(name);
    else all.delete(name);
  }
  return [...all];
}

function viewOf(draft: Draft, name: string): View {
  let view = draft.views.get(name);
  if (view === undefined) {
    view = {
      known: new Map(),
      writes: new Map(),
      given: new Set(),
      state: undefined,
      version: undefined,
      size: undefined,
    };
    draft.views.set(name, view);
  }
  return view;
}

async function get(draft: Draft, name: string, key: string): Promise<Entity | undefined> {
  open(draft);
  const view = viewOf(draft, name);
  const written = view.writes.get(key);
  if (written !== undefined) return written.entity;
  if (view.state !== undefined) return states.get(view.state, key);
  if (view.known.has(key)) return view.known.get(key);
  if (view.given.has(key)) return notThere(draft, name, key);
  const { rest } = await ask(draft, scripts.GET, [storedName(name), storedName(key)]);
  const found = typeof rest[0] === 'string' ? placedFrom(storedName(key), rest[0]) : undefined;
  noteRead(draft, 'entity', name, key, found === undefined ? '' : String(found.version));
  view.known.set(key, found);
  return found;
}

/** Taken for granted, and looked at in the commit. */
function notThere(draft: Draft, name: string, key: string): undefined {
  noteRead(draft, 'entity', name, key, '');
  viewOf(draft, name).known.set(key, undefined);
}

/** The collection as this transaction sees it. Its version covers what is not there, too: no other writer slips in. */
async function stateOf(draft: Draft, name: string): Promise<CollectionState> {
  open(draft);
  const view = viewOf(draft, name);
  if (view.state !== undefined) return view.state;
  const { told, replica } = await synced(draft.world, draft.replicas, name, draft.gen === undefined);
  heard(draft, told);
  if (replica === undefined) throw CONFLICT;
  // Another sync may have brought the copy further than this answer.
  noteRead(draft, 'collection', name, '', String(replica.version));
  const state = states.fork(replica.state);
  for (const [key, { kind, entity }] of view.writes) {
    if (kind !== 'put') states.drop(state, key);
    if (entity !== undefined) states.put(state, key, entity.value, entity.version);
  }
  view.state = state;
  view.version = Math.max(told.since, replica.version);
  return state;
}

async function meta(draft: Draft, name: string): Promise<{ readonly version: number; readonly size: number }> {
  const view = viewOf(draft, name);
  if (view.version !== undefined && view.size !== undefined) return { version: view.version, size: view.size };
  const { since, rest } = await ask(draft, scripts.META, [storedName(name)]);
  noteRead(draft, 'collection', name, '', String(rest[0]));
  view.version = Math.max(since, Number(rest[0]));
  view.size = Number(rest[1]);
  return { version: view.version, size: view.size };
}

async function sizeOf(draft: Draft, name: string): Promise<number> {
  open(draft);
  const { state, writes } = viewOf(draft, name);
  if (state !== undefined) return states.count(state);
  const { size } = await meta(draft, name);
  let now = size;
  for (const { before, entity } of writes.values()) now += Number(entity !== undefined) - Number(before);
  return now;
}

function collectionOf(draft: Draft, name: string, serial: () => number): Collection {
  const view = viewOf(draft, name);
  return {
    get: (key) => get(draft, name, key),
    async put(key, value) {
      const current = await get(draft, name, key);
      const before = view.writes.get(key);
      const entity: Entity = { key, value, version: (current?.version ?? 0) + 1 };
      const kind = before?.kind === 'delete' || before?.kind === 'new' ? 'new' : 'put';
      view.writes.set(key, { kind, entity, before: before?.before ?? current !== undefined });
      if (view.state !== undefined) states.put(view.state, key, value);
      return entity;
    },
    async delete(key) {
      const current = await get(draft, name, key);
      if (current === undefined) return false;
      view.writes.set(key, { kind: 'delete', entity: undefined, before: view.writes.get(key)?.before ?? true });
      if (view.state !== undefined) states.drop(view.state, key);
      return true;
    },
    async query(wanted) {
      return states.query(await stateOf(draft, name), wanted);
    },
    count: () => sizeOf(draft, name),
    async nextId() {
      const { status, rest } = await ask(draft, scripts.NEXT_ID, [storedName(name)]);
      if (status === 'spent') throw new StandinError('state.full', `The ids of ${name} are used up.`);
      view.given.add(String(rest[0]));
      return BigInt(String(rest[0]));
    },
    async reserve(id) {
      if (id > 0n) await ask(draft, scripts.RESERVE, [storedName(name), String(id)]);
    },
    get version() {
      return versionOf(draft, name, serial);
    },
  };
}

/** Committed versions are 1024 apart; what is not committed gets one between them that is not given again soon. */
async function versionOf(draft: Draft, name: string, serial: () => number): Promise<number> {
  open(draft);
  const view = viewOf(draft, name);
  const version = view.version ?? (await meta(draft, name)).version;
  return view.writes.size === 0 ? version : version + 1 + (serial() % 1023);
}

function writesOf({ views, records }: Draft): readonly string[] {
  const all: string[] = [];
  for (const [name, { writes }] of views) {
    for (const [key, { kind, entity, before }] of writes) {
      if (entity === undefined && !before) continue;
      const json = entity === undefined ? '' : storedValue(entity.value);
      all.push(
        entity === undefined ? 'delete' : kind,
        storedName(name),
        storedName(key),
        String(entity?.version ?? 0),
        json,
      );
    }
  }
  for (const [name, { value, written }] of records) {
    if (!written) continue;
    all.push(
      value === undefined ? 'unset' : 'set',
      '',
      storedName(name),
      '0',
      value === undefined ? '' : storedValue(value),
    );
  }
  return all;
}
