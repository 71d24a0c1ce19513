import { parsePointer } from '../../wire/index.ts';

/** A value in a text: its start (that of its name, for a property), and the start of its children. */
export interface NodePosition {
  readonly start: number;
  readonly at: number;
}

/** Children of the value at a place, by name or index; empty for a scalar. */
export type ChildrenOf = (at: number) => ReadonlyMap<string, NodePosition>;

/**
 * Finds the position of a JSON Pointer, or of its nearest existing ancestor. Each collection on the way is
 * read once.
 */
export function createLocator(root: NodePosition, childrenOf: ChildrenOf): (pointer: string) => number {
  const known = new Map<number, ReadonlyMap<string, NodePosition>>();
  const children = (at: number): ReadonlyMap<string, NodePosition> => {
    const before = known.get(at) ?? childrenOf(at);
    known.set(at, before);
    return before;
  };
  return (pointer) => {
    let spot = root;
    for (const token of parsePointer(pointer) ?? []) {
      const child = children(spot.at).get(token);
      if (child === undefined) break;
      spot = child;
    }
    return spot.start;
  };
}
