import { StandinError } from '../core/index.ts';
import * as states from './collection-state.ts';
import { tooManyEntities } from './limits.ts';
import {
  ask,
  CONFLICT,
  type Draft,
  draftIn,
  get,
  names,
  open,
  record,
  sizeOf,
  stateOf,
  versionOf,
  viewOf,
} from './redis-draft.ts';
import type { Replicas } from './redis-replicas.ts';
import * as scripts from './redis-scripts.ts';
import type { WorldCalls } from './redis-world.ts';
import type { Collection, Entity, Transaction } from './store.ts';
import { storedName, storedValue } from './stored-text.ts';

/** One attempt at a transaction: it reads what is committed, remembers which versions that were, and keeps its writes to itself. */
export interface Attempt {
  readonly tx: Transaction;
  /** Writes, if everything read is still so. `write` false: only looks whether it is. Throws `CONFLICT`, `state.full`. */
  commit(write: boolean): Promise<void>;
  /** From here on every use of `tx` throws. */
  end(): void;
}

export interface AttemptOptions {
  readonly world: WorldCalls;
  readonly replicas: Replicas;
  readonly seen: () => number;
  readonly entities: number;
  /** A number that is another each time. */
  readonly serial: () => number;
}

/** More words than this are sent ahead in parts, and the commit is given more time. */
const LONG = 10_000;

export function attempt({ world, replicas, seen, entities, serial }: AttemptOptions): Attempt {
  const draft = draftIn(world, replicas);
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
      if (draft.gen === undefined) draft.gen = (await world.ask(scripts.NAMES, [])).gen;
      const long = writes.length + draft.reads.size > LONG;
      const list = long ? await world.setAside(writes) : '';
      const reads = [...draft.reads.values()].flat();
      const values = [
        String(seen()),
        String(entities),
        list,
        String(draft.reads.size),
        ...reads,
        ...(long ? [] : writes),
      ];
      const patience = 1 + writes.length / LONG;
      const { status } = await world.ask(scripts.COMMIT, [draft.gen, ...values], false, patience);
      if (status === 'full') throw tooManyEntities(entities);
      if (status !== 'ok') throw CONFLICT;
    },
    end() {
      draft.ended = true;
    },
  };
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
