import type { Json } from '../../core/index.ts';

/**
 * `read`: shared, never changed. `write`: shared among cases that write. `spoil`: shared among cases that send what must be refused, and thrown
 * away once a request was not refused. `fresh`: created for one case. `spare`: for one case; an earlier case may have changed it as the document
 * allows.
 */
export type FixtureUse = 'read' | 'write' | 'spoil' | 'fresh' | 'spare';

/** Something that exists at the target, or the reason why we know of nothing. */
export interface Fixture {
  /** Path parameters of the item's path. */
  readonly path: Readonly<Record<string, Json>>;
  readonly id?: Json;
  readonly entity?: Json;
  /** Seen to exist. */
  readonly proven: boolean;
  /** Created by us. */
  readonly ours: boolean;
  readonly why?: string;
}

export interface Prepared {
  readonly known: KnownValues;
  readonly proven: boolean;
  /** Has references to other records in its body, or acts on a state. */
  readonly relational: boolean;
  readonly target?: Fixture;
}

/** What the asker knows better. */
export interface GivenPath {
  readonly path?: Readonly<Record<string, Json>> | undefined;
  /** The item at this path, as it was last seen. */
  readonly item?: Pick<Fixture, 'id' | 'entity'> | undefined;
  /** The operation is to make an item, so that its own path is that of what the item is to stand under. */
  readonly making?: boolean;
}

export const NO_FIXTURE: Fixture = { path: {}, proven: false, ours: false };

/** How deep in the data of others something is asked for, and for which shared record. */
export interface From {
  readonly depth: number;
  readonly within: string | undefined;
}

export const OUTSIDE: From = { depth: 0, within: undefined };

export function below({ depth, within }: From): From {
  return { depth: depth + 1, within };
}

/** Records that need each other without end are not asked for any deeper. */
export function isTooDeep({ depth }: From): boolean {
  return depth > DEEPEST;
}

const DEEPEST = 6;

export interface Created {
  readonly path: Readonly<Record<string, Json>>;
  /** Path parameters that it was created with, under the names of the create's own path. */
  readonly scope: Readonly<Record<string, Json>>;
  readonly id?: Json;
  readonly entity?: Json;
}

/** Values that exist, for places of a request: path parameters by name, places in the body by pointer. */
export interface KnownValues {
  readonly path: Readonly<Record<string, Json>>;
  /** `undefined` takes the place out. */
  readonly body: Readonly<Record<string, Json | undefined>>;
  /** Query parameters to be left out, because only the service can know their values. */
  readonly without?: readonly string[];
}
