import type { Resource } from '../../resources/index.ts';

/** A resource that is nested in another one. */
export type Child = Resource & Required<Pick<Resource, 'parent'>>;

/** Where an item shows what is nested in it: `items` of a cart that has `/carts/{cartId}/items`, or how many there are (`itemCount`). */
export interface ShownIn {
  readonly parent: Resource;
  readonly property?: string;
  readonly count?: string;
}

export interface ShownChild extends ShownIn {
  readonly child: Child;
}

/** What is nested in a resource, where the resource shows it. */
export type ShownChildrenOf = (parent: Resource) => readonly ShownChild[];
