import type { Json, JsonObject, Violation } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Condition, Query } from '../../state/index.ts';

/** A record as it is stored. */
export interface StoredRecord {
  /** Names it within its resource: its id; below a parent that its id does not say, with the parent's id before it. */
  readonly address: string;
  /** Counts its writes from 1. */
  readonly version: number;
  readonly value: Json;
}

export interface RecordQuery {
  readonly where?: readonly Condition[];
  readonly order?: NonNullable<Query['order']>;
  /** Words that a string of the record contains, in any case. */
  readonly search?: string;
  /** How many records are searched at most; all where it is absent. */
  readonly within?: number;
  readonly offset: number;
  readonly limit: number;
}

export interface RecordPage {
  readonly records: readonly StoredRecord[];
  /** How many fit, before `offset` and `limit`. */
  readonly total: number;
  /** Of a search: how many records were searched, of how many. */
  readonly searched?: number;
  readonly searchable?: number;
}

export interface NewRecord {
  /** What the record is to have. */
  readonly known: JsonObject;
  /** Values of the path parameters that it is to stand under, where it does not say them itself. */
  readonly path?: JsonObject;
  /** The generator adds what is missing. */
  readonly fill: boolean;
  /** A record that breaks its schema is stored all the same. */
  readonly force: boolean;
}

export interface RecordChange {
  readonly value: Json;
  /** A JSON Merge Patch (RFC 7396) instead of the whole record. */
  readonly isPatch: boolean;
  readonly force: boolean;
  /** Only if the record is still of this version. */
  readonly version?: number;
}

/** What became of a change. Nothing is stored unless it is `done`. */
export type RecordOutcome =
  | { readonly kind: 'done'; readonly record: StoredRecord; readonly violations: readonly Violation[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[]; readonly value: Json }
  | { readonly kind: 'taken'; readonly address: string }
  | { readonly kind: 'stale'; readonly record: StoredRecord }
  /** The id, or what says within what the record lives, cannot change. */
  | { readonly kind: 'moved'; readonly pointer: string }
  /** Path parameters that say where it belongs are missing. */
  | { readonly kind: 'unplaced'; readonly missing: readonly string[] }
  | { readonly kind: 'full' };

/** A record of another resource that this one names, or that names this one. */
export interface RecordLinks {
  /** What this record names. */
  readonly names: readonly {
    readonly pointer: string;
    readonly resource: string;
    readonly address: string;
    readonly exists: boolean;
  }[];
  /** Resources of which records name this one. `total` counts them, `records` holds the first. */
  readonly namedBy: readonly {
    readonly resource: string;
    readonly pointer: string;
    readonly total: number;
    readonly records: readonly StoredRecord[];
  }[];
  /** Resources that live below this record. */
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
  /** Removes what lives below the record too. */
  remove(world: string, resource: Resource, address: string, version?: number): Promise<RecordOutcome>;
  links(world: string, resource: Resource, address: string): Promise<RecordLinks | undefined>;
}
