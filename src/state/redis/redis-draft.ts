import { type Json, StandinError } from '../../core/index.ts';
import type { CollectionState } from '../model/collection-state.ts';
import * as states from '../model/collection-state.ts';
import type { Entity } from '../model/store.ts';
import { storedName } from '../model/stored-text.ts';
import type { RedisReply, Script } from './redis-link.ts';
import type { RememberedCollection } from './redis-memo.ts';
import { entityIn, recordIn, synced } from './redis-reader.ts';
import type { Replicas } from './redis-replicas.ts';
import type { Question, QuestionAnswer, WorldAnswer, WorldCalls } from './redis-world.ts';

/** Thrown through a transaction that has seen a world which has changed since; it is run again. */
export const CONFLICT: unique symbol = Symbol('conflict');

/** Single entities of a collection that are asked for one by one. */
const MANY = 64;

export interface Write {
  readonly kind: 'put' | 'new' | 'delete';
  readonly entity: Entity | undefined;
  /** Whether the key was there before this transaction. */
  readonly before: boolean;
}

/** What one attempt at a transaction has read, of which versions, and what it means to write. */
export interface RedisDraft {
  readonly world: WorldCalls;
  readonly replicas: Replicas;
  /** Takes what is remembered for granted instead of asking, and asks in the commit whether it still was so. */
  readonly trusting: boolean;
  gen: string | undefined;
  /** Stamps that were read, by what they are of. */
  readonly reads: Map<string, readonly [kind: string, collection: string, key: string, stamp: string]>;
  /** Whether something was taken for granted. */
  trusted: boolean;
  readonly views: Map<string, DraftView>;
  readonly records: Map<string, { readonly value: Json | undefined; readonly written: boolean }>;
  ended: boolean;
}

export interface DraftView {
  readonly known: Map<string, Entity | undefined>;
  readonly writes: Map<string, Write>;
  /** Ids that were just given, as text: nobody else can have used them, alone or behind a prefix. */
  readonly given: Set<string>;
  /** The whole collection with this transaction's writes, once it was asked for. */
  state: CollectionState | undefined;
  version: number | undefined;
  size: number | undefined;
  /** The last id given, before this transaction and now, where it gives or tells of ids without asking; `gave` where the former has to be right. */
  ids: { readonly before: bigint; readonly last: bigint; readonly gave: boolean } | undefined;
}

/** An attempt that goes by the generation that the world was last heard to have. */
export const draftIn = (world: WorldCalls, replicas: Replicas, trusting: boolean): RedisDraft => ({
  world,
  replicas,
  trusting,
  gen: world.memo.gen,
  reads: new Map(),
  views: new Map(),
  records: new Map(),
  trusted: false,
  ended: false,
});

export function open({ ended }: RedisDraft): void {
  if (ended) throw new StandinError('internal', 'A transaction was used after its end.');
}

/** All that one attempt hears has to be of one generation. */
function heard<T extends WorldAnswer>(draft: RedisDraft, told: T): T {
  if (told.status === 'gone') throw CONFLICT;
  draft.gen ??= told.gen;
  if (draft.gen !== told.gen) throw CONFLICT;
  return told;
}

export async function ask(draft: RedisDraft, script: Script, values: readonly string[]): Promise<WorldAnswer> {
  open(draft);
  // The world may be made on the way only while nothing of it has been seen.
  return heard(draft, await draft.world.ask(script, values, draft.gen === undefined));
}

async function look(draft: RedisDraft, question: Question): Promise<QuestionAnswer> {
  open(draft);
  return heard(draft, await draft.world.look(question, draft.gen === undefined));
}

function noteRead(draft: RedisDraft, kind: string, collection: string, key: string, stamp: string): void {
  const name = JSON.stringify([kind, collection, key]);
  const before = draft.reads.get(name);
  if (before !== undefined && before[3] !== stamp) throw CONFLICT;
  draft.reads.set(name, [kind, storedName(collection), storedName(key), stamp]);
}

/** What is remembered of the generation that this attempt is about. */
function remembered<T>(
  draft: RedisDraft,
  known: RememberedCollection<T> | undefined,
): RememberedCollection<T> | undefined {
  if (!draft.trusting || known === undefined || draft.world.memo.gen !== draft.gen) return undefined;
  draft.trusted = true;
  return known;
}

export async function record(draft: RedisDraft, name: string): Promise<Json | undefined> {
  open(draft);
  const known = draft.records.get(name);
  if (known !== undefined) return known.value;
  const found =
    remembered(draft, draft.world.memo.record(name)) ??
    recordIn(draft.world, name, await look(draft, ['record', storedName(name)]));
  noteRead(draft, 'record', '', name, found.stamp);
  draft.records.set(name, { value: found.value, written: false });
  return found.value;
}

export function viewOf(draft: RedisDraft, name: string): DraftView {
  let view = draft.views.get(name);
  if (view === undefined) {
    view = {
      known: new Map(),
      writes: new Map(),
      given: new Set(),
      state: undefined,
      version: undefined,
      size: undefined,
      ids: undefined,
    };
    draft.views.set(name, view);
  }
  return view;
}

export async function getInDraft(draft: RedisDraft, name: string, key: string): Promise<Entity | undefined> {
  open(draft);
  const view = viewOf(draft, name);
  const written = view.writes.get(key);
  if (written !== undefined) return written.entity;
  if (view.state !== undefined) return states.get(view.state, key);
  if (view.known.has(key)) return view.known.get(key);
  if (view.given.has(key.slice(key.lastIndexOf('/') + 1))) return notThere(draft, name, key);
  // Whoever asks for so many will ask for more: the whole collection is one question.
  if (view.known.size >= MANY) return states.get(await draftStateOf(draft, name), key);
  const { stamp, value } =
    remembered(draft, draft.world.memo.entity(name, key)) ??
    entityIn(draft.world, name, key, await look(draft, ['entity', storedName(name), storedName(key)]));
  noteRead(draft, 'entity', name, key, stamp);
  view.known.set(key, value);
  return value;
}

/** Taken for granted, and looked at in the commit. */
function notThere(draft: RedisDraft, name: string, key: string): undefined {
  noteRead(draft, 'entity', name, key, '');
  viewOf(draft, name).known.set(key, undefined);
}

/** The collection as this transaction sees it. Its version covers what is not there, too: no other writer slips in. */
export async function draftStateOf(draft: RedisDraft, name: string): Promise<CollectionState> {
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

async function meta(draft: RedisDraft, name: string): Promise<{ readonly version: number; readonly size: number }> {
  const view = viewOf(draft, name);
  if (view.version !== undefined && view.size !== undefined) return { version: view.version, size: view.size };
  const { since, answer } = await look(draft, ['meta', storedName(name)]);
  const [version, size] = answer as readonly RedisReply[];
  noteRead(draft, 'collection', name, '', String(version));
  view.version = Math.max(since, Number(version));
  view.size = Number(size);
  return { version: view.version, size: view.size };
}

export async function draftSizeOf(draft: RedisDraft, name: string): Promise<number> {
  open(draft);
  const { state, writes } = viewOf(draft, name);
  if (state !== undefined) return states.count(state);
  const { size } = await meta(draft, name);
  let now = size;
  for (const { before, entity } of writes.values()) now += Number(entity !== undefined) - Number(before);
  return now;
}

/** Committed versions are 1024 apart; what is not committed gets one between them that is not given again soon. */
export async function versionOf(draft: RedisDraft, name: string, serial: () => number): Promise<number> {
  open(draft);
  const view = viewOf(draft, name);
  const version = view.version ?? (await meta(draft, name)).version;
  return view.writes.size === 0 ? version : version + 1 + (serial() % 1023);
}

const LAST_ID = 2n ** 63n - 1n;

/** The next id without asking, where the last one is remembered; `undefined` where it has to be asked for. Throws `state.full`. */
export function expectedId(draft: RedisDraft, name: string): bigint | undefined {
  const ids = idsOf(draft, name);
  if (ids === undefined) return undefined;
  if (ids.last >= LAST_ID) throw spent(name);
  viewOf(draft, name).ids = { before: ids.before, last: ids.last + 1n, gave: true };
  return ids.last + 1n;
}

/** Tells of an id without asking; says whether that could be done. */
export function reserveUnasked(draft: RedisDraft, name: string, id: bigint): boolean {
  open(draft);
  const { memo } = draft.world;
  // A counter never goes back: what it has passed, it has passed.
  if (memo.gen === draft.gen && (memo.lastId(name) ?? -1n) >= id) return true;
  const ids = idsOf(draft, name);
  if (ids === undefined) return false;
  if (id > ids.last) viewOf(draft, name).ids = { ...ids, last: id > LAST_ID ? LAST_ID : id };
  return true;
}

export const spent = (name: string): StandinError =>
  new StandinError('state.full', `No more ids are available for ${name}.`);

function idsOf(draft: RedisDraft, name: string): DraftView['ids'] {
  open(draft);
  const known = viewOf(draft, name).ids;
  if (known !== undefined || !draft.trusting || draft.world.memo.gen !== draft.gen) return known;
  const last = draft.world.memo.lastId(name);
  return last === undefined ? undefined : { before: last, last, gave: false };
}
