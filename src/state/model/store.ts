import type { Json, JsonObject, SharedLog } from '../../core/index.ts';
import type { Eventually } from './eventually.ts';

/** Remembers entities in isolated worlds. Two stores share nothing, unless they are of one file or one namespace of a Redis. */
export interface Store {
  /** For people: what `health` shows. Code asks for the properties below. */
  readonly name: 'memory' | 'sqlite' | 'redis';
  /** A read may wait for another process: questions are asked together, and answers are not kept here. */
  readonly isRemote: boolean;
  /** Only this process changes the worlds, so that an answer holds until this process changes what it shows. */
  readonly isExclusive: boolean;
  /** The worlds are still there after the store was closed. */
  readonly isLasting: boolean;
  /** The world of that name; it is made from the base snapshot on first use. Throws `state.full` past the bound (503). */
  world(name: string): Eventually<World>;
  worlds(): Eventually<readonly WorldInfo[]>;
  drop(name: string): Eventually<boolean>;
  /** Where the processes that share this store tell each other what they answered; absent where there is only this one. */
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
  /** Grows with each reset and restore; caches keyed by it die with it. As last heard, where other processes write to the world over a wire. */
  readonly epoch: number;
  /**
   * Runs `fn` as one atomic step. It commits when `fn` returns, unless `keep(result)` is false or `fn` throws: then nothing has changed.
   * Writers of one world queue; one that takes too long is undone, and `state.unavailable` is thrown.
   * `fn` has no effect outside `tx`: an engine runs it again when something that it reads has to be fetched first or has changed meanwhile.
   */
  transaction<T>(fn: (tx: Transaction) => Eventually<T>, keep?: (result: T) => boolean): Eventually<T>;
  /** Gives what `fn` reads of the last committed state. `fn` may be run again, as that of a transaction. */
  read<T>(fn: (tx: Transaction) => T): Eventually<T>;
  /** Back to the base snapshot. */
  reset(): Eventually<void>;
  snapshot(): Eventually<Snapshot>;
  /** Throws `state.full` when the snapshot holds more entities than a world may. */
  restore(snapshot: Snapshot): Eventually<void>;
}

export interface Transaction {
  collection(name: string): Collection;
  /** A record of a world that is not an entity: the overrides, the starting state in force. Reset and restored with the world. */
  record(name: string): Json | undefined;
  /** `undefined` takes the record away. */
  setRecord(name: string, value: Json | undefined): void;
}

/** One entity as stored. `value` is never changed in place. `version` counts its writes from 1. */
export interface Entity {
  /** Canonical text of the id. */
  readonly key: string;
  readonly value: Json;
  readonly version: number;
}

export interface Collection {
  get(key: string): Entity | undefined;
  /** Throws `state.full` when the world holds as many entities as it may (507). */
  put(key: string, value: Json): Entity;
  delete(key: string): boolean;
  /** Insertion order unless `order` says otherwise. */
  query(query: Query): QueryResult;
  count(): number;
  /** Next integer of the collection's counter from 1, never given twice until a reset, not even after a delete, nor after a rollback by the same process. */
  nextId(): bigint;
  /** Tells the counter about an id from elsewhere, so that it is not given again. */
  reserve(id: bigint): void;
  /** Grows with every write to the collection and with every epoch, so it never names two states: what caches of lists are keyed by. */
  readonly version: number;
}

export interface Query {
  readonly where?: readonly Condition[];
  readonly order?: readonly { readonly pointer: string; readonly descending: boolean }[];
  readonly offset?: number;
  readonly limit?: number;
}

export interface Condition {
  /** JSON Pointer inside the entity; a step `*` in the path of `contains` means each item of an array. */
  readonly pointer: string;
  readonly op: 'equals' | 'in' | 'contains' | 'min' | 'max';
  /** `in`: an array. `contains` is case-insensitive on text, membership on arrays; of an array of values, any will do. */
  readonly value: Json;
}

export interface QueryResult {
  readonly entities: readonly Entity[];
  /** How many match `where`, before `offset` and `limit`. */
  readonly total: number;
}

/** All of a world as plain data, id counters too. */
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
