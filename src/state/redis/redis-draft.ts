import { type Json, StandinError } from '../../core/index.ts';
import type { CollectionState } from '../model/collection-state.ts';
import * as states from '../model/collection-state.ts';
import type { Entity } from '../model/store.ts';
import type { RememberedValue } from './redis-memo.ts';
import {
  CONFLICT,
  loadedEntity,
  noMoreIds,
  type ReadTarget,
  remembers,
  replicaIn,
  type Source,
  targetName,
} from './redis-source.ts';

/** Thrown when a step reads what is not loaded. It is then loaded, and the step runs again. */
export const NOT_LOADED: unique symbol = Symbol('not loaded');

/** How many entities of one collection are loaded one by one. */
const MANY = 64;

export interface Write {
  readonly kind: 'put' | 'new' | 'delete';
  readonly entity: Entity | undefined;
  /** Whether the key existed before this transaction. */
  readonly before: boolean;
}

/** A value that was read, with its stamp at that time. */
export interface Read {
  readonly need: ReadTarget;
  readonly stamp: string;
  /** It was not loaded but remembered or assumed. */
  readonly isTrusted: boolean;
}

/** One run of a step: what it has read, in which versions, and what it will write. */
export interface RedisDraft {
  readonly source: Source;
  /**
   * A read of what is not loaded finds nothing, and the run continues, so that one round trip loads
   * everything it needs.
   */
  readonly isSpeculative: boolean;
  /** What was not loaded. The result of such a run is discarded. */
  readonly missing: Map<string, ReadTarget>;
  readonly reads: Map<string, Read>;
  readonly views: Map<string, DraftView>;
  readonly records: Map<string, { readonly value: Json | undefined; readonly written: boolean }>;
  ended: boolean;
}

export interface DraftView {
  readonly known: Map<string, Entity | undefined>;
  readonly writes: Map<string, Write>;
  /** Ids that were just given, as strings: no other process can have used them, alone or after a prefix. */
  readonly given: Set<string>;
  /** The whole collection with this run's writes, once it was read. */
  state: CollectionState | undefined;
  /** Ids from the server that this run has used. */
  taken: number;
  /**
   * The last id before this run and now, if it gives or reserves ids without a round trip; `gave` if the
   * former must be verified.
   */
  ids: { readonly before: bigint; readonly last: bigint; readonly gave: boolean } | undefined;
}

export const draftIn = (source: Source, isSpeculative: boolean): RedisDraft => ({
  source,
  isSpeculative,
  missing: new Map(),
  reads: new Map(),
  views: new Map(),
  records: new Map(),
  ended: false,
});

export function open({ ended }: RedisDraft): void {
  if (ended) throw new StandinError('internal', 'A transaction was used after its end.');
}

function miss(draft: RedisDraft, need: ReadTarget): undefined {
  draft.missing.set(targetName(need), need);
  if (!draft.isSpeculative) throw NOT_LOADED;
}

function noteRead(draft: RedisDraft, need: ReadTarget, stamp: string, isTrusted: boolean): void {
  const name = targetName(need);
  const before = draft.reads.get(name);
  if (before !== undefined && before.stamp !== stamp) throw CONFLICT;
  draft.reads.set(name, { need, stamp, isTrusted });
}

/** A loaded value, else a remembered one; `undefined` if there is none. */
function knownValue<T>(
  draft: RedisDraft,
  need: ReadTarget,
  loaded: RememberedValue<T> | undefined,
  memory: () => RememberedValue<T> | undefined,
): RememberedValue<T> | undefined {
  const found = loaded ?? (remembers(draft.source) ? memory() : undefined);
  if (found !== undefined) noteRead(draft, need, found.stamp, loaded === undefined);
  return found;
}

export function record(draft: RedisDraft, name: string): Json | undefined {
  open(draft);
  const before = draft.records.get(name);
  if (before !== undefined) return before.value;
  const { source } = draft;
  const need: ReadTarget = { kind: 'record', collection: '', key: name };
  const found = knownValue(draft, need, source.records.get(name), () => source.world.memo.record(name));
  if (found === undefined) return miss(draft, need);
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
      taken: 0,
      ids: undefined,
    };
    draft.views.set(name, view);
  }
  return view;
}

export function getInDraft(draft: RedisDraft, name: string, key: string): Entity | undefined {
  open(draft);
  const view = viewOf(draft, name);
  const written = view.writes.get(key);
  if (written !== undefined) return written.entity;
  if (view.state !== undefined) return states.get(view.state, key);
  if (view.known.has(key)) return view.known.get(key);
  const { source } = draft;
  const need: ReadTarget = { kind: 'entity', collection: name, key };
  // Verified in the commit.
  if (view.given.has(key.slice(key.lastIndexOf('/') + 1))) noteRead(draft, need, '', true);
  else {
    // A step that reads this many entities will read more: the whole collection is loaded at once.
    if (view.known.size >= MANY) return states.get(draftStateOf(draft, name), key);
    const memory = () => source.world.memo.entity(name, key);
    const found = knownValue(draft, need, loadedEntity(source, name, key), memory);
    if (found === undefined) return miss(draft, need);
    view.known.set(key, found.value);
    return found.value;
  }
  view.known.set(key, undefined);
  return undefined;
}

/**
 * The collection as this transaction sees it. Its version covers absent keys, so another writer's insert is
 * a conflict.
 */
export function draftStateOf(draft: RedisDraft, name: string): CollectionState {
  open(draft);
  const view = viewOf(draft, name);
  if (view.state !== undefined) return view.state;
  const { source } = draft;
  const need: ReadTarget = { kind: 'collection', collection: name, key: '' };
  const isLoaded = source.collections.has(name);
  const replica = isLoaded || remembers(source) ? replicaIn(source, name) : undefined;
  if (replica === undefined) {
    miss(draft, need);
    return states.collectionStateOf([], 0);
  }
  noteRead(draft, need, String(replica.version), !isLoaded);
  if (draft.isSpeculative) return replica.state;
  const state = states.fork(replica.state);
  for (const [key, { kind, entity }] of view.writes) {
    if (kind !== 'put') states.drop(state, key);
    if (entity !== undefined) states.put(state, key, entity.value, entity.version);
  }
  view.state = state;
  return state;
}

function metaOf(draft: RedisDraft, name: string): { readonly version: number; readonly size: number } {
  const need: ReadTarget = { kind: 'meta', collection: name, key: '' };
  const found = draft.source.metas.get(name);
  if (found === undefined) {
    miss(draft, need);
    return { version: 0, size: 0 };
  }
  noteRead(draft, { ...need, kind: 'collection' }, found.stamp, false);
  return found;
}

export function draftSizeOf(draft: RedisDraft, name: string): number {
  open(draft);
  const { state, writes } = viewOf(draft, name);
  if (state !== undefined) return states.count(state);
  let now = metaOf(draft, name).size;
  for (const { before, entity } of writes.values()) now += Number(entity !== undefined) - Number(before);
  return now;
}

/**
 * Committed versions are 1024 apart. An uncommitted state gets one between them that is not repeated soon.
 */
export function versionOf(draft: RedisDraft, name: string, serial: () => number): number {
  open(draft);
  const { version } = metaOf(draft, name);
  return viewOf(draft, name).writes.size === 0 ? version : version + 1 + (serial() % 1023);
}

const LAST_ID = 2n ** 63n - 1n;

/**
 * The next id: one from the server, else the one after the last, if that is remembered. Throws
 * `state.full`.
 */
export function nextIdIn(draft: RedisDraft, name: string): bigint {
  open(draft);
  const view = viewOf(draft, name);
  const id = draft.source.ids.get(name)?.[view.taken];
  if (id !== undefined) {
    view.taken += 1;
    return id;
  }
  const ids = idsOf(draft, name);
  if (ids === undefined) return miss(draft, { kind: 'nextId', collection: name, key: '' }) ?? 0n;
  if (ids.last >= LAST_ID) throw noMoreIds(name);
  view.ids = { before: ids.before, last: ids.last + 1n, gave: true };
  return ids.last + 1n;
}

export function reserveIn(draft: RedisDraft, name: string, id: bigint): void {
  open(draft);
  const { memo } = draft.source.world;
  // A counter never decreases, so a remembered value above the id is enough.
  if (memo.gen === draft.source.gen && (memo.lastId(name) ?? -1n) >= id) return;
  const ids = idsOf(draft, name);
  if (ids === undefined) miss(draft, { kind: 'reserve', collection: name, key: String(id) });
  else if (id > ids.last) viewOf(draft, name).ids = { ...ids, last: id > LAST_ID ? LAST_ID : id };
}

function idsOf(draft: RedisDraft, name: string): DraftView['ids'] {
  const { source } = draft;
  const before = viewOf(draft, name).ids;
  if (before !== undefined || !remembers(source)) return before;
  const last = source.world.memo.lastId(name);
  return last === undefined ? undefined : { before: last, last, gave: false };
}
