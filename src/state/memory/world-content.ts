import type { Json } from '../../core/index.ts';
import type { CollectionState } from '../model/collection-state.ts';

/** The content of a world in memory. All worlds share `base`, which is never written. */
export interface Content {
  readonly base: Content | undefined;
  readonly collections: Map<string, CollectionState>;
  /** The last integer of each collection's counter. A rollback does not undo it. */
  readonly counters: Map<string, bigint>;
  readonly records: Map<string, Json | undefined>;
  entities: number;
  /** The minimum version of all collections, so that versions do not repeat after a reset. */
  readonly since: number;
}

export const contentOver = (base: Content | undefined, since: number): Content => ({
  base,
  collections: new Map(),
  counters: new Map(),
  records: new Map(),
  entities: base?.entities ?? 0,
  since,
});

export const stateOf = (content: Content, name: string): CollectionState | undefined =>
  content.collections.get(name) ?? content.base?.collections.get(name);

export const counterOf = (content: Content, name: string): bigint =>
  content.counters.get(name) ?? content.base?.counters.get(name) ?? 0n;

export const recordInContent = (content: Content, name: string): Json | undefined =>
  content.records.has(name) ? content.records.get(name) : content.base?.records.get(name);

/** Names of everything that ever existed, in order. */
export function namesOf(content: Content, part: 'collections' | 'counters' | 'records'): readonly string[] {
  return [...new Set([...(content.base?.[part].keys() ?? []), ...content[part].keys()])];
}
