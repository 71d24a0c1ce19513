import type { Json, JsonObject, Violation } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Condition, Query } from '../../state/index.ts';

/** A record as it is stored. */
export interface StoredRecord {
  /**
   * Identifies it within its resource: its id, with the parent's id before it if ids are unique per parent
   * only.
   */
  readonly address: string;
  /** Counts its writes from 1. */
  readonly version: number;
  readonly value: Json;
}

export interface RecordQuery {
  readonly where?: readonly Condition[];
  readonly order?: NonNullable<Query['order']>;
  /** Words that a string of the record contains, ignoring case. */
  readonly search?: string;
  /** How many records are searched at most; all where it is absent. */
  readonly within?: number;
  readonly offset: number;
  readonly limit: number;
}

export interface RecordPage {
  readonly records: readonly StoredRecord[];
  /** The number of matching records, before `offset` and `limit`. */
  readonly total: number;
  /** Of a search: how many records were searched, of how many. */
  readonly searched?: number;
  readonly searchable?: number;
}

export interface NewRecord {
  /** The given properties. */
  readonly known: JsonObject;
  /** Path parameters of its parents, if its properties do not repeat them. */
  readonly path?: JsonObject;
  /** The generator adds missing properties. */
  readonly fill: boolean;
  /** A record that breaks its schema is stored as well. */
  readonly force: boolean;
}

export interface RecordChange {
  readonly value: Json;
  /** A JSON Merge Patch (RFC 7396) instead of the whole record. */
  readonly isPatch: boolean;
  readonly force: boolean;
  /** Applies only if the record has this version. */
  readonly version?: number;
}

/** The result of a change. Nothing is stored unless it is `done`. */
export type RecordOutcome =
  | { readonly kind: 'done'; readonly record: StoredRecord; readonly violations: readonly Violation[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[]; readonly value: Json }
  | { readonly kind: 'taken'; readonly address: string }
  | { readonly kind: 'stale'; readonly record: StoredRecord }
  /** The id, or a reference to the parent, cannot change. */
  | { readonly kind: 'moved'; readonly pointer: string }
  /** Path parameters of the parents are missing. */
  | { readonly kind: 'unplaced'; readonly missing: readonly string[] }
  | { readonly kind: 'full' };

/** Records of other resources that this one refers to, or that refer to this one. */
export interface RecordLinks {
  /** Records that this one refers to. */
  readonly names: readonly {
    readonly pointer: string;
    readonly resource: string;
    readonly address: string;
    readonly exists: boolean;
  }[];
  /** Resources whose records refer to this one. `total` counts them, `records` has the first ones. */
  readonly namedBy: readonly {
    readonly resource: string;
    readonly pointer: string;
    readonly total: number;
    readonly records: readonly StoredRecord[];
  }[];
  /** Resources nested in this record. */
  readonly contains: readonly {
    readonly resource: string;
    readonly total: number;
    readonly records: readonly StoredRecord[];
  }[];
}

/** Reads and changes records of a world from outside the documented API. Each change is one atomic step. */
export interface RecordEditor {
  list(world: string, resource: Resource, query: RecordQuery): Promise<RecordPage>;
  read(world: string, resource: Resource, address: string): Promise<StoredRecord | undefined>;
  create(world: string, resource: Resource, record: NewRecord): Promise<RecordOutcome>;
  change(world: string, resource: Resource, address: string, change: RecordChange): Promise<RecordOutcome>;
  /** Also removes the records nested in it. */
  remove(world: string, resource: Resource, address: string, version?: number): Promise<RecordOutcome>;
  links(world: string, resource: Resource, address: string): Promise<RecordLinks | undefined>;
}
