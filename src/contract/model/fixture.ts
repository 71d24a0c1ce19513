import type { Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { Created } from '../responses/created-id.ts';
import type { Stage } from './case-context.ts';
import type { Known } from '../requests/substitute.ts';

/**
 * `read`: shared, nobody changes it. `write`: shared among writers. `spoil`: shared among those who send what must be refused, and thrown away
 * once it was not. `fresh`: made for the asker alone. `spare`: for the asker alone, and who had it before may have changed it as the document allows.
 */
export type Use = 'read' | 'write' | 'spoil' | 'fresh' | 'spare';

/** Something that exists at the target, or the reason why we know of nothing. */
export interface Found {
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
  readonly known: Known;
  readonly proven: boolean;
  /** Has references to other records in its body, or acts on a state. */
  readonly relational: boolean;
  readonly target?: Found;
}

/** What the asker knows better. */
export interface Given {
  readonly path?: Readonly<Record<string, Json>> | undefined;
  /** The operation is to make an item, so that its own path is that of what the item is to stand under. */
  readonly making?: boolean;
}

export interface Fixtures {
  /** Ids for the path of an operation and references for its body. */
  prepare(stage: Stage, operation: Operation, use: Use, given?: Given): Promise<Prepared>;
  /** An item of a resource. */
  item(stage: Stage, resource: Resource, use: Use): Promise<Found>;
  /** Removes an item that may be wrong now, so that nobody meets it. */
  discard(stage: Stage, operation: Operation, path: Readonly<Record<string, Json>>): Promise<void>;
  /** An item that is sound and that its owner has no more use for: who asks for a spare one next gets it. */
  handOn(resource: Resource, item: Found): void;
  /** The same with an item that a case has made. */
  adopt(resource: Resource, made: Created): void;
  /** Something that we had not made is gone: what only a path names, and may be it, is looked for anew. */
  forget(): void;
  /** Does once what is to be there for many, under a name; anew for who asks again because something was wrong. */
  once<T>(stage: Stage, name: string, act: () => Promise<T>): Promise<T>;
  /** Creates an item; `all` fills optional properties too. */
  create(stage: Stage, resource: Resource, optional: 'all' | 'required'): Promise<Found>;
}

export const NOTHING: Found = { path: {}, proven: false, ours: false };

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
