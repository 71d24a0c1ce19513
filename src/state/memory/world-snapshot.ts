import type { Json } from '../../core/index.ts';
import { collectionStateOf, count } from '../model/collection-state.ts';
import { visit } from '../model/ranked-tree.ts';
import type { Snapshot } from '../model/store.ts';
import { type Content, contentOver, counterOf, namesOf, stateOf } from './world-content.ts';

/** The content of a world in memory as plain data. */
export function snapshotOf(content: Content): Snapshot {
  // No prototype: a collection may be named `__proto__`.
  const collections: Record<string, Snapshot['collections'][string]> = Object.create(null);
  for (const name of new Set([...namesOf(content, 'collections'), ...namesOf(content, 'counters')])) {
    const state = stateOf(content, name);
    const entities: [string, Json, number][] = [];
    if (state !== undefined) {
      visit(state.tree, 0, count(state), ({ key, value, version }) => entities.push([key, value, version]));
    }
    collections[name] = { nextId: String(counterOf(content, name) + 1n), entities };
  }
  return { collections, records: recordsOf(content) };
}

function recordsOf(content: Content): Record<string, Json> {
  const records: Record<string, Json> = Object.create(null);
  for (const name of namesOf(content, 'records')) {
    const value = content.records.has(name) ? content.records.get(name) : content.base?.records.get(name);
    if (value !== undefined) records[name] = value;
  }
  return records;
}

/** The content that a snapshot was taken of. */
export function contentFrom(snapshot: Snapshot, since: number): Content {
  const content = contentOver(undefined, since);
  for (const [name, { nextId, entities }] of Object.entries(snapshot.collections)) {
    content.collections.set(name, collectionStateOf(entities, since));
    content.counters.set(name, BigInt(nextId) - 1n);
    content.entities += entities.length;
  }
  for (const [name, value] of Object.entries(snapshot.records ?? {})) content.records.set(name, value);
  return content;
}
