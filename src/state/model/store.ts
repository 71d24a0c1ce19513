import type { Json, JsonObject, SharedLog } from '../../core/index.ts';
import type { Eventually } from './eventually.ts';

/**
 * Stores entities in isolated worlds. Two stores share nothing, unless they have the same file or Redis
 * namespace.
 */
export interface Store {
  /** For `health` and people. Code uses the properties below. */
  readonly name: 'memory' | 'sqlite' | 'redis';
  /** A read may wait for another machine: lookups are batched, and answers are not cached. */
  readonly isRemote: boolean;
  /**
   * Only this process changes the worlds, so a cached answer is valid until this process changes its data.
   */
  readonly isExclusive: boolean;
  /** The worlds survive the store. */
  readonly isLasting: boolean;
  /**
   * The world with this name, made from the base snapshot on first use. Throws `state.full` past the bound
   * (503).
   */
  world(name: string): Eventually<World>;
  worlds(): Eventually<readonly WorldInfo[]>;
  drop(name: string): Eventually<boolean>;
  /** A log that the processes with this store share; absent if there is only one. */
  readonly log?: SharedLog | undefined;
  close(): Eventually<void>;
}

export interface WorldInfo {
  readonly name: string;
  readonly entities: number;
  /** Milliseconds since the Unix epoch. */
  readonly lastUsed: number;
}

export interface World {
  readonly name: string;
  /**
   * Increases with each reset and restore, and invalidates caches that are keyed by it. For a remote store,
   * the last known value.
   */
  readonly epoch: number;
  /**
   * Runs `fn` as one transaction. It commits when `fn` returns, unless `keep(result)` is false or `fn`
   * throws: then nothing has changed. Writers of one world wait in a queue; one that takes too long is
   * undone, and `state.unavailable` is thrown. `fn` must have no effect outside `tx`: an engine runs it
   * again if it reads something that must be fetched first or has changed in the meantime.
   */
  transaction<T>(fn: (tx: Transaction) => Eventually<T>, keep?: (result: T) => boolean): Eventually<T>;
  /** Runs `fn` on the last committed state. `fn` may run again, as in a transaction. */
  read<T>(fn: (tx: Transaction) => T): Eventually<T>;
  /** Restores the base snapshot. */
  reset(): Eventually<void>;
  snapshot(): Eventually<Snapshot>;
  /** Throws `state.full` if the snapshot has more entities than a world may have. */
  restore(snapshot: Snapshot): Eventually<void>;
}

export interface Transaction {
  collection(name: string): Collection;
  /**
   * A record of a world that is not an entity: overrides, the current starting state. Reset and restored
   * with the world.
   */
  record(name: string): Json | undefined;
  /** `undefined` removes the record. */
  setRecord(name: string, value: Json | undefined): void;
}

/** One stored entity. `value` is never changed in place. `version` counts its writes from 1. */
export interface Entity {
  /** Canonical string of the id. */
  readonly key: string;
  readonly value: Json;
  readonly version: number;
}

export interface Collection {
  get(key: string): Entity | undefined;
  /** Throws `state.full` if the world has its maximum of entities (507). */
  put(key: string, value: Json): Entity;
  delete(key: string): boolean;
  /** Insertion order, unless `order` is given. */
  query(query: Query): QueryResult;
  count(): number;
  /**
   * Next integer of the collection's counter, from 1. Never repeated until a reset, not even after a delete
   * or a rollback by the same process.
   */
  nextId(): bigint;
  /** Advances the counter past an id from a client, so that it is not given again. */
  reserve(id: bigint): void;
  /**
   * Increases with every write to the collection and with every epoch, so it identifies one state: the key
   * for caches of lists.
   */
  readonly version: number;
}

export interface Query {
  readonly where?: readonly Condition[];
  readonly order?: readonly { readonly pointer: string; readonly descending: boolean }[];
  readonly offset?: number;
  readonly limit?: number;
}

export interface Condition {
  /**
   * JSON Pointer inside the entity; a segment `*` in the path of `contains` stands for each item of an
   * array.
   */
  readonly pointer: string;
  readonly op: 'equals' | 'in' | 'contains' | 'min' | 'max' | 'above' | 'below';
  /**
   * `min` and `max` include their value, `above` and `below` do not. `in`: an array. `contains`: a substring, ignoring case, or an item of an array; of an array of values,
   * any one.
   */
  readonly value: Json;
}

export interface QueryResult {
  readonly entities: readonly Entity[];
  /** The number of matches for `where`, before `offset` and `limit`. */
  readonly total: number;
}

/** The content of a world as plain data, id counters included. */
export interface Snapshot {
  readonly collections: Readonly<
    Record<
      string,
      { readonly nextId: string; readonly entities: readonly (readonly [key: string, value: Json, version: number])[] }
    >
  >;
  /** World records that are not entities: overrides, starting state, … */
  readonly records?: JsonObject;
}
