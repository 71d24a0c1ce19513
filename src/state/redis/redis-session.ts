import * as states from '../model/collection-state.ts';
import { tooManyEntities } from '../model/limits.ts';
import type { Collection, Entity, Transaction } from '../model/store.ts';
import { integerStored, storedName, storedValue } from '../model/stored-text.ts';
import {
  ask,
  CONFLICT,
  draftIn,
  draftSizeOf,
  draftStateOf,
  expectedId,
  getInDraft,
  open,
  type RedisDraft,
  record,
  reserveUnasked,
  spent,
  versionOf,
  viewOf,
} from './redis-draft.ts';
import type { RedisReply } from './redis-link.ts';
import type { Replicas } from './redis-replicas.ts';
import * as scripts from './redis-scripts.ts';
import type { WorldAnswer, WorldCalls } from './redis-world.ts';

/** One attempt at a transaction: it reads what is committed, remembers which versions that were, and keeps its writes to itself. */
export interface Attempt {
  readonly tx: Transaction;
  /** Writes, if everything read is still so. `write` false: only looks whether it is. Throws `CONFLICT`, `state.full`. */
  commit(write: boolean): Promise<void>;
  /** From here on every use of `tx` throws. */
  end(): void;
  /** Sees to it that ids which an attempt has given that failed are not given again, without waiting for it. */
  giveUp(): void;
}

export interface AttemptOptions {
  readonly world: WorldCalls;
  readonly replicas: Replicas;
  readonly seen: () => number;
  readonly entities: number;
  /** A number that is another each time. */
  readonly serial: () => number;
  /** Takes what this process remembers for granted until the commit. */
  readonly trusting: boolean;
}

/** More words than this are sent ahead in parts, and the commit is given more time. */
const LONG = 10_000;
/** Characters that take a deadline to send, surely. */
const LONG_TEXT = 10_000_000;

export function attempt({ world, replicas, seen, entities, serial, trusting }: AttemptOptions): Attempt {
  const draft = draftIn(world, replicas, trusting);
  return {
    tx: {
      collection: (name) => collectionOf(draft, name, serial),
      record: (name) => record(draft, name),
      async setRecord(name, value) {
        open(draft);
        draft.records.set(name, { value, written: true });
      },
    },
    async commit(write) {
      const writes = [...(write ? writesOf(draft) : []), ...idsOf(draft)];
      // A single read is of one moment anyway.
      if (writes.length === 0 && draft.reads.size < 2 && !draft.trusted) return;
      if (draft.gen === undefined) draft.gen = (await world.look(['meta'])).gen;
      const long = writes.length + draft.reads.size > LONG;
      const list = long ? await world.setAside(writes) : '';
      const reads = [...[...draft.reads.values()].flat(), ...expectedIds(draft)];
      const values = [
        String(seen()),
        String(entities),
        list,
        String(reads.length / 4),
        ...reads,
        ...(long ? [] : writes),
      ];
      const length = writes.reduce((sum, word) => sum + word.length, 0);
      const patience = 1 + writes.length / LONG + length / LONG_TEXT;
      const told = await world.ask(scripts.COMMIT, [draft.gen, ...values], false, patience);
      if (told.status === 'full') throw tooManyEntities(entities);
      if (told.status !== 'ok') throw CONFLICT;
      learn(draft, told, write);
    },
    end() {
      draft.ended = true;
    },
    giveUp() {
      for (const [name, { ids }] of draft.views) {
        if (ids === undefined || ids.last === ids.before) continue;
        // Commands of one connection are done in their order: whoever comes next finds this done, or asks.
        world.memo.keepLastId(draft.gen ?? '', name, ids.last);
        world.ask(scripts.RESERVE, [storedName(name), String(ids.last)], false).catch(() => undefined);
      }
    },
  };
}

function collectionOf(draft: RedisDraft, name: string, serial: () => number): Collection {
  const view = viewOf(draft, name);
  return {
    get: (key) => getInDraft(draft, name, key),
    async put(key, value) {
      const current = await getInDraft(draft, name, key);
      const before = view.writes.get(key);
      const entity: Entity = { key, value, version: (current?.version ?? 0) + 1 };
      const kind = before?.kind === 'delete' || before?.kind === 'new' ? 'new' : 'put';
      view.writes.set(key, { kind, entity, before: before?.before ?? current !== undefined });
      if (view.state !== undefined) states.put(view.state, key, value);
      return entity;
    },
    async delete(key) {
      const current = await getInDraft(draft, name, key);
      if (current === undefined) return false;
      view.writes.set(key, { kind: 'delete', entity: undefined, before: view.writes.get(key)?.before ?? true });
      if (view.state !== undefined) states.drop(view.state, key);
      return true;
    },
    async query(wanted) {
      return states.query(await draftStateOf(draft, name), wanted);
    },
    count: () => draftSizeOf(draft, name),
    async nextId() {
      const id = expectedId(draft, name) ?? (await askedId(draft, name));
      view.given.add(String(id));
      return id;
    },
    async reserve(id) {
      if (id <= 0n || reserveUnasked(draft, name, id)) return;
      const { gen, rest } = await ask(draft, scripts.RESERVE, [storedName(name), String(id)]);
      draft.world.memo.keepLastId(gen, name, integerStored(rest[0]));
    },
    get version() {
      return versionOf(draft, name, serial);
    },
  };
}

async function askedId(draft: RedisDraft, name: string): Promise<bigint> {
  const { status, gen, rest } = await ask(draft, scripts.NEXT_ID, [storedName(name)]);
  if (status === 'spent') throw spent(name);
  const id = integerStored(rest[0]);
  draft.world.memo.keepLastId(gen, name, id);
  return id;
}

function writesOf({ views, records }: RedisDraft): readonly string[] {
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

/** Ids that were given without asking: the commit writes them down even where it writes nothing else. */
function idsOf({ views }: RedisDraft): readonly string[] {
  return [...views].flatMap(([name, { ids }]) =>
    ids === undefined || ids.last === ids.before ? [] : ['id', storedName(name), '', '0', String(ids.last)],
  );
}

function expectedIds({ views }: RedisDraft): readonly string[] {
  return [...views].flatMap(([name, { ids }]) =>
    ids?.gave === true ? ['id', storedName(name), '', String(ids.before)] : [],
  );
}

/** What a commit has made so. */
function learn({ world: { memo }, views, records }: RedisDraft, { gen, rest }: WorldAnswer, wrote: boolean): void {
  const [version, placed] = rest;
  const places = placed as readonly RedisReply[];
  let written = 0;
  for (const [name, { writes, ids }] of views) {
    if (ids !== undefined) memo.keepLastId(gen, name, ids.last);
    if (!wrote) continue;
    for (const [key, { entity, before }] of writes) {
      if (entity === undefined) {
        if (before) memo.keepEntity(gen, name, key, { stamp: '', value: undefined });
        continue;
      }
      const place = Number(places[written++]);
      memo.keepEntity(gen, name, key, { stamp: `${entity.version} ${place}`, value: { ...entity, place } });
    }
  }
  if (!wrote) return;
  for (const [name, { value, written: isWritten }] of records)
    if (isWritten) memo.keepRecord(gen, name, { stamp: value === undefined ? '' : String(version), value });
}
