import { parsePointer } from '../../wire/index.ts';

/** A value in a text: where a person finds it (its name, for a member), and where its own children begin. */
export interface NodePosition {
  readonly start: number;
  readonly at: number;
}

/** Children of the value at a place, by name or index; empty for what has none. */
export type ChildrenOf = (at: number) => ReadonlyMap<string, NodePosition>;

/** Finds where the value at a JSON Pointer stands; its nearest existing ancestor otherwise. Each collection on the way is read once. */
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
