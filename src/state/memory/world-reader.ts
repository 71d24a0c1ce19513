import { StandinError } from '../../core/index.ts';
import * as states from '../model/collection-state.ts';
import type { Collection, Transaction } from '../model/store.ts';
import { type Content, recordInContent, stateOf } from './world-content.ts';

/**
 * Reads the committed content of a world. It lives as long as the world, through resets. Separate from
 * `draftOf`, whose objects are many and short-lived, so that V8 can optimise both.
 */
export function memoryReaderOf(current: () => Content): Transaction {
  const handles = new Map<string, Collection>();
  return {
    collection(name) {
      let handle = handles.get(name);
      if (handle === undefined) {
        handle = handleOf(current, name);
        // Names may contain ids, so their number is bounded.
        if (handles.size >= MOST_HANDLES) handles.clear();
        handles.set(name, handle);
      }
      return handle;
    },
    record: (name) => recordInContent(current(), name),
    setRecord: refuse,
  };
}

const MOST_HANDLES = 1_000;

function handleOf(current: () => Content, name: string): Collection {
  return {
    get(key) {
      const state = stateOf(current(), name);
      return state === undefined ? undefined : states.get(state, key);
    },
    query(wanted) {
      const state = stateOf(current(), name);
      return state === undefined ? { entities: [], total: 0 } : states.query(state, wanted);
    },
    count: () => countOf(current(), name),
    get version() {
      const content = current();
      return Math.max(content.since, stateOf(content, name)?.version ?? 0);
    },
    put: refuse,
    delete: refuse,
    nextId: refuse,
    reserve: refuse,
  };
}

function countOf(content: Content, name: string): number {
  const state = stateOf(content, name);
  return state === undefined ? 0 : states.count(state);
}

function refuse(): never {
  throw new StandinError('internal', 'The state was written outside a transaction.');
}
