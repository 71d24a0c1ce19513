import type { Json } from '../../core/index.ts';

/**
 * `read`: shared, never changed. `write`: shared by cases that write. `spoil`: shared by cases that send
 * invalid requests, and discarded once such a request was accepted. `fresh`: created for one case. `spare`:
 * for one case; an earlier case may have changed it in a valid way.
 */
export type FixtureUse = 'read' | 'write' | 'spoil' | 'fresh' | 'spare';

/** A record at the target, or the reason why none is known. */
export interface Fixture {
  /** Parameters of the item's path. */
  readonly path: Readonly<Record<string, Json>>;
  readonly id?: Json;
  readonly entity?: Json;
  /** The record was seen to exist. */
  readonly proven: boolean;
  /** The run created the record. */
  readonly ours: boolean;
  /** Its create was only accepted (202), so the service may still work on it. */
  readonly accepted?: true;
  readonly why?: string;
}

export interface PreparedValues {
  readonly known: KnownValues;
  readonly proven: boolean;
  /** The body refers to other records, or the operation is an action on a state. */
  readonly relational: boolean;
  readonly target?: Fixture;
}

/** What the caller already knows of the path. */
export interface GivenPath {
  readonly path?: Readonly<Record<string, Json>> | undefined;
  /** The item at this path, as last seen. */
  readonly item?: Pick<Fixture, 'id' | 'entity'> | undefined;
  /** The operation creates an item, so its path is that of the parent. */
  readonly making?: boolean;
}

export const NO_FIXTURE: Fixture = { path: {}, proven: false, ours: false };

/** How deeply nested a lookup is, and for which shared record. */
export interface LookupOrigin {
  readonly depth: number;
  readonly within: string | undefined;
}

export const OUTSIDE: LookupOrigin = { depth: 0, within: undefined };

export function lookupBelow({ depth, within }: LookupOrigin): LookupOrigin {
  return { depth: depth + 1, within };
}

/** Stops lookups of records that need each other in a cycle. */
export function isTooDeep({ depth }: LookupOrigin): boolean {
  return depth > DEEPEST;
}

const DEEPEST = 6;

export interface CreatedItem {
  readonly path: Readonly<Record<string, Json>>;
  /** Path parameters of the request that created it, under the names of the create's path. */
  readonly scope: Readonly<Record<string, Json>>;
  readonly id?: Json;
  readonly entity?: Json;
}

/** Values that exist at the target: path parameters by name, places in the body by pointer. */
export interface KnownValues {
  readonly path: Readonly<Record<string, Json>>;
  /** `undefined` removes the place. */
  readonly body: Readonly<Record<string, Json | undefined>>;
  /** Query parameters that name what exists. They are sent although the document may not require them. */
  readonly query?: Readonly<Record<string, Json>>;
  /** Query parameters to leave out, because only the service knows their values. */
  readonly without?: readonly string[];
}
