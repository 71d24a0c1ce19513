import { StandinError } from '../../core/index.ts';
import * as states from '../model/collection-state.ts';
import { type Eventually, isPromise } from '../model/eventually.ts';
import { inTime, tooManyEntities } from '../model/limits.ts';
import type { Collection, Entity, Transaction } from '../model/store.ts';
import { storedName, storedValue } from '../model/stored-text.ts';
import {
  draftIn,
  draftSizeOf,
  draftStateOf,
  getInDraft,
  nextIdIn,
  open,
  type Read,
  type RedisDraft,
  record,
  reserveIn,
  versionOf,
  viewOf,
} from './redis-draft.ts';
import type { RedisReply } from './redis-link.ts';
import * as scripts from './redis-scripts.ts';
import { CONFLICT, load, loadedEntity, type ReadTarget, replicaIn, type Source } from './redis-source.ts';
import type { RedisCalls, WorldAnswer } from './redis-world.ts';

/** What the steps of one store share. */
export interface StepContext {
  readonly calls: RedisCalls;
  /** A different number on each call. */
  readonly serial: () => number;
}

/** A commit with more words is sent in parts, and gets more time. */
const LONG = 10_000;
/** Characters that can certainly be sent within one deadline. */
const LONG_TEXT = 10_000_000;
/** A step must read the same each time it runs. One that needs more loads than this does not. */
const MOST_LOADS = 10_000;

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Runs a step that only reads. Remembered values are assumed to be current, and verified together with the
 * missing ones: one round trip if nothing is missing, or nothing depends on what is missing.
 */
export async function readStep<T>(context: StepContext, source: Source, fn: (tx: Transaction) => T): Promise<T> {
  for (let loads = 0; loads < MOST_LOADS; loads += 1) {
    const draft = draftIn(source, true);
    const outcome = outcomeOf(() => fn(readerOf(draft, context)));
    draft.ended = true;
    if ('error' in outcome && outcome.error === CONFLICT) throw CONFLICT;
    const trusted = [...draft.reads.values()].filter(({ isTrusted }) => isTrusted);
    await load(source, [...draft.missing.values(), ...trusted.map(({ need }) => need)]);
    if (draft.missing.size === 0 && trusted.every((read) => isStill(source, read))) return valueOfOutcome(outcome);
  }
  throw endless();
}

/** Whether a remembered value was current. */
function isStill(source: Source, { need, stamp }: Read): boolean {
  const { kind, collection, key } = need;
  if (kind === 'entity') return loadedEntity(source, collection, key)?.stamp === stamp;
  if (kind === 'record') return source.records.get(key)?.stamp === stamp;
  return String(replicaIn(source, collection)?.version) === stamp;
}

/** A run of a transaction in which everything was loaded. */
export interface LoadedRun<T> {
  readonly draft: RedisDraft;
  readonly outcome: Outcome<T>;
}

/** Runs a transaction until everything it reads is loaded. */
export async function trialOf<T>(
  context: StepContext,
  source: Source,
  fn: (tx: Transaction) => Eventually<T>,
): Promise<LoadedRun<T>> {
  for (let loads = 0; loads < MOST_LOADS; loads += 1) {
    const draft = draftIn(source, false);
    const pending = outcomeOf(() => fn(writerOf(draft, context)));
    const outcome =
      'value' in pending && isPromise(pending.value)
        ? await inTime(pending.value, context.calls.limits).then(
            (value): Outcome<T> => ({ value }),
            (error: unknown): Outcome<T> => ({ error }),
          )
        : (pending as Outcome<T>);
    draft.ended = true;
    if ('error' in outcome && outcome.error === CONFLICT) throw CONFLICT;
    if (draft.missing.size === 0) return { draft, outcome };
    await load(source, [...draft.missing.values()]);
  }
  throw endless();
}

const endless = (): StandinError =>
  new StandinError('state.unavailable', 'A transaction reads something else each time that it is run.');

function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

export function valueOfOutcome<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

/** Everything that a run has read. */
export const targetsOf = ({ reads }: RedisDraft): readonly ReadTarget[] => [...reads.values()].map(({ need }) => need);

/**
 * Commits the writes if everything that was read is unchanged. `write` false: only verifies that. Throws
 * `CONFLICT`, `state.full`.
 */
export async function commitDraft({ calls }: StepContext, draft: RedisDraft, write: boolean): Promise<void> {
  const { source, reads: read } = draft;
  const { world } = source;
  const writes = [...(write ? writesOf(draft) : []), ...idsOf(draft)];
  // A single read needs no check for consistency.
  if (writes.length === 0 && read.size < 2 && [...read.values()].every(({ isTrusted }) => !isTrusted)) return;
  source.gen ??= (await world.look(['meta'])).gen;
  const long = writes.length + read.size > LONG;
  const list = long ? await world.setAside(writes) : '';
  const reads = [...wordsOf(read.values()), ...expectedIds(draft)];
  const { entities } = calls.limits;
  const values = [
    String(calls.seen),
    String(entities),
    list,
    String(reads.length / 4),
    ...reads,
    ...(long ? [] : writes),
  ];
  const length = writes.reduce((sum, word) => sum + word.length, 0);
  const patience = 1 + writes.length / LONG + length / LONG_TEXT;
  const reply = await world.ask(scripts.COMMIT, [source.gen, ...values], false, patience);
  if (reply.status === 'full') throw tooManyEntities(entities);
  if (reply.status !== 'ok') throw CONFLICT;
  learn(draft, reply, write);
}

function wordsOf(reads: Iterable<Read>): readonly string[] {
  return [...reads].flatMap(({ need: { kind, collection, key }, stamp }) => [
    kind,
    storedName(collection),
    storedName(key),
    stamp,
  ]);
}

/** Prevents that ids of a failed run are given again, without waiting for it. */
export function giveUp({ source: { world, gen }, views }: RedisDraft): void {
  for (const [name, { ids }] of views) {
    if (ids === undefined || ids.last === ids.before) continue;
    // Commands of one connection run in order, so a later command sees this one.
    world.memo.keepLastId(gen ?? '', name, ids.last);
    world.ask(scripts.RESERVE, [storedName(name), String(ids.last)], false).catch(() => undefined);
  }
}

function readerOf(draft: RedisDraft, context: StepContext): Transaction {
  return {
    collection: (name) => ({
      ...collectionOf(draft, name, context),
      put: refuse,
      delete: refuse,
      nextId: refuse,
      reserve: refuse,
    }),
    record: (name) => record(draft, name),
    setRecord: refuse,
  };
}

function refuse(): never {
  throw new StandinError('internal', 'The state was written outside a transaction.');
}

function writerOf(draft: RedisDraft, context: StepContext): Transaction {
  return {
    collection: (name) => collectionOf(draft, name, context),
    record: (name) => record(draft, name),
    setRecord(name, value) {
      open(draft);
      draft.records.set(name, { value, written: true });
    },
  };
}

function collectionOf(draft: RedisDraft, name: string, { serial }: StepContext): Collection {
  const view = viewOf(draft, name);
  return {
    get: (key) => getInDraft(draft, name, key),
    put(key, value) {
      const current = getInDraft(draft, name, key);
      const before = view.writes.get(key);
      const entity: Entity = { key, value, version: (current?.version ?? 0) + 1 };
      const kind = before?.kind === 'delete' || before?.kind === 'new' ? 'new' : 'put';
      view.writes.set(key, { kind, entity, before: before?.before ?? current !== undefined });
      if (view.state !== undefined) states.put(view.state, key, value);
      return entity;
    },
    delete(key) {
      const current = getInDraft(draft, name, key);
      if (current === undefined) return false;
      view.writes.set(key, { kind: 'delete', entity: undefined, before: view.writes.get(key)?.before ?? true });
      if (view.state !== undefined) states.drop(view.state, key);
      return true;
    },
    query: (wanted) => states.query(draftStateOf(draft, name), wanted),
    count: () => draftSizeOf(draft, name),
    nextId() {
      const id = nextIdIn(draft, name);
      view.given.add(String(id));
      return id;
    },
    reserve(id) {
      if (id > 0n) reserveIn(draft, name, id);
    },
    get version() {
      return versionOf(draft, name, serial);
    },
  };
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

/**
 * Ids that were given without a round trip: the commit stores the counter, even if it writes nothing else.
 */
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

/** Remembers the results of a commit. */
function learn(
  {
    source: {
      world: { memo },
    },
    views,
    records,
  }: RedisDraft,
  { gen, rest }: WorldAnswer,
  wrote: boolean,
): void {
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
