import type { RecordTotal, Resource } from '../../resources/index.ts';

/** A resource that is nested in another one. */
export type Child = Resource & Required<Pick<Resource, 'parent'>>;

/**
 * The list in which an item shows its nested records, such as `items` of a cart with
 * `/carts/{cartId}/items`, or their number (`itemCount`).
 */
export interface ShownIn {
  readonly parent: Resource;
  readonly property?: string;
  /** The list has the ids of the records alone. */
  readonly idsAlone?: true;
  /** The list has objects of its own, which name the records by this property: `trackId` of `{ trackId, addedAt }`. */
  readonly namedBy?: string;
  readonly count?: string;
}

export interface ShownChild extends ShownIn {
  readonly child: Child;
}

/** The nested resources that a resource shows. */
export type ShownChildrenOf = (parent: Resource) => readonly ShownChild[];

/** A reference whose target counts the records that have it: `user_id` of keys, if users have `api_keys_count`. */
export interface CountedReference {
  /** Where the record names the one that counts. Absent: its path does. */
  readonly pointer?: string;
  readonly counting: Resource;
  readonly count: string;
  /** How much each record adds. Absent: one. */
  readonly total?: RecordTotal;
}
