import type { Json } from '../../core/index.ts';
import type { CollectionState } from '../model/collection-state.ts';

/** What a world in memory holds. `base` is shared by all worlds and never written. */
export interface Content {
  readonly base: Content | undefined;
  readonly collections: Map<string, CollectionState>;
  /** The last integer that each collection's counter gave. Outside transactions: a rollback does not take one back. */
  readonly counters: Map<string, bigint>;
  readonly records: Map<string, Json | undefined>;
  entities: number;
  /** No collection is older than this, so that versions of a world do not come back after a reset. */
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

/** Of everything that was ever there, in the order in which it came. */
export function namesOf(content: Content, part: 'collections' | 'counters' | 'records'): readonly string[] {
  return [...new Set([...(content.base?.[part].keys() ?? []), ...content[part].keys()])];
}
