/**
 * A counted copy-on-write B+ tree: find, insert, remove, rank and select are O(log n). Nodes belong to an
 * owner. An operation changes its owner's nodes in place and copies others, so a kept root (the base
 * snapshot, the committed state) never changes while another owner continues from it.
 */
export interface Tree<T> {
  readonly root: Node<T>;
  /** A total order: no two items of one tree are equal under it. */
  readonly compare: (a: T, b: T) => number;
}

interface Node<T> {
  readonly owner: object;
  /** Items of a leaf; in a branch, a lower bound of each child. */
  readonly items: T[];
  readonly children: Node<T>[] | undefined;
  size: number;
}

/** Narrow, because a write copies one node of each level, and copies cost more than levels. */
const WIDTH = 16;
const NOBODY = {};

/** A tree of sorted items. */
export function treeOf<T>(compare: (a: T, b: T) => number, sorted: readonly T[] = []): Tree<T> {
  let level: Node<T>[] = [];
  for (let i = 0; i < sorted.length; i += WIDTH) level.push(leaf(sorted.slice(i, i + WIDTH)));
  while (level.length > 1) {
    const above: Node<T>[] = [];
    for (let i = 0; i < level.length; i += WIDTH) above.push(branch(level.slice(i, i + WIDTH)));
    level = above;
  }
  return { root: level[0] ?? leaf([]), compare };
}

const leaf = <T>(items: T[]): Node<T> => ({ owner: NOBODY, items, children: undefined, size: items.length });

function branch<T>(children: Node<T>[], owner: object = NOBODY): Node<T> {
  const size = children.reduce((sum, each) => sum + each.size, 0);
  return { owner, items: children.map((each) => nodeAt(each.items, 0)), children, size };
}

/** The tree with `item`, which replaces an equal one. */
export function insert<T>(tree: Tree<T>, item: T, owner: object): Tree<T> {
  const root = insertInto(tree.root, item, tree.compare, owner);
  if (root.items.length <= WIDTH) return root === tree.root ? tree : { root, compare: tree.compare };
  const right = split(root, item, owner);
  return { root: branch([root, right], owner), compare: tree.compare };
}

/** Without the item that is equal to `item`. */
export function remove<T>(tree: Tree<T>, item: T, owner: object): Tree<T> {
  let root = removeFrom(tree.root, item, tree.compare, owner) ?? leaf<T>([]);
  while (root.children?.length === 1) root = nodeAt(root.children, 0);
  return root === tree.root ? tree : { root, compare: tree.compare };
}

/**
 * The number of items before the first one for which `probe` is not negative; `probe` increases along the
 * tree.
 */
export function rankOf<T>(tree: Tree<T>, probe: (item: T) => number): number {
  let node = tree.root;
  let rank = 0;
  while (node.children !== undefined) {
    const next = Math.max(0, firstNotBefore(node.items, probe) - 1);
    for (let i = 0; i < next; i++) rank += nodeAt(node.children, i).size;
    node = nodeAt(node.children, next);
  }
  return rank + firstNotBefore(node.items, probe);
}

/** Calls `each` for the items of ranks `from` (inclusive) to `to` (exclusive), in order. */
export function visit<T>(tree: Tree<T>, from: number, to: number, each: (item: T) => void): void {
  visitIn(tree.root, from, to, each);
}

export const sizeOf = <T>(tree: Tree<T>): number => tree.root.size;

function visitIn<T>(node: Node<T>, from: number, to: number, each: (item: T) => void): void {
  if (node.children === undefined) {
    const end = Math.min(to, node.items.length);
    for (let i = Math.max(0, from); i < end; i++) each(nodeAt(node.items, i));
    return;
  }
  let start = 0;
  for (const next of node.children) {
    if (start >= to) return;
    if (start + next.size > from) visitIn(next, from - start, to - start, each);
    start += next.size;
  }
}

function insertInto<T>(node: Node<T>, item: T, compare: (a: T, b: T) => number, owner: object): Node<T> {
  if (node.children === undefined) return insertIntoLeaf(node, item, compare, owner);
  const own = ownNode(node, owner);
  if (own.children === undefined) return own;
  const place = childFor(own.items, item, compare);
  const before = nodeAt(own.children, place);
  const sizeBefore = before.size;
  const child = insertInto(before, item, compare, owner);
  own.children[place] = child;
  own.size += child.size - sizeBefore;
  if (child.items.length > WIDTH) {
    const right = split(child, item, owner);
    own.children.splice(place + 1, 0, right);
    own.items.splice(place + 1, 0, nodeAt(right.items, 0));
  }
  return own;
}

function insertIntoLeaf<T>(node: Node<T>, item: T, compare: (a: T, b: T) => number, owner: object): Node<T> {
  const { items } = node;
  const place = firstNotBefore(items, (each) => compare(each, item));
  // A copy with the needed capacity: a copy that grows is copied again.
  if (place === items.length && node.owner !== owner)
    return { owner, items: items.concat([item]), children: undefined, size: place + 1 };
  const own = ownNode(node, owner);
  const replaces = place < items.length && compare(nodeAt(items, place), item) === 0;
  if (replaces) own.items[place] = item;
  else if (place === items.length) own.items.push(item);
  else own.items.splice(place, 0, item);
  own.size = own.items.length;
  return own;
}

/**
 * Splits off the right part. If `latest` is at the end, it is split off alone, so that appending leaves
 * full nodes.
 */
function split<T>(node: Node<T>, latest: T, owner: object): Node<T> {
  const cut = node.items.at(-1) === latest ? WIDTH : WIDTH / 2;
  const items = node.items.splice(cut);
  const children = node.children?.splice(cut);
  const size = children === undefined ? items.length : children.reduce((sum, each) => sum + each.size, 0);
  node.size -= size;
  return { owner, items, children, size };
}

function removeFrom<T>(node: Node<T>, item: T, compare: (a: T, b: T) => number, owner: object): Node<T> | undefined {
  if (node.children === undefined) {
    const place = firstNotBefore(node.items, (each) => compare(each, item));
    if (place === node.items.length || compare(nodeAt(node.items, place), item) !== 0) return node;
    if (node.items.length === 1) return undefined;
    const own = ownNode(node, owner);
    own.items.splice(place, 1);
    own.size--;
    return own;
  }
  const place = childFor(node.items, item, compare);
  const before = nodeAt(node.children, place);
  const sizeBefore = before.size;
  const after = removeFrom(before, item, compare, owner);
  const removed = sizeBefore - (after?.size ?? 0);
  if (removed === 0) return node;
  if (after === undefined && node.children.length === 1) return undefined;
  const own = ownNode(node, owner);
  own.size -= removed;
  if (after !== undefined && own.children !== undefined) own.children[place] = after;
  else {
    own.children?.splice(place, 1);
    own.items.splice(place, 1);
  }
  return own;
}

function ownNode<T>(node: Node<T>, owner: object): Node<T> {
  if (node.owner === owner) return node;
  return { owner, items: node.items.slice(), children: node.children?.slice(), size: node.size };
}

/** The child for an item: the last one that does not start after it. */
function childFor<T>(starts: readonly T[], item: T, compare: (a: T, b: T) => number): number {
  const after = firstNotBefore(starts, (each) => (compare(each, item) <= 0 ? -1 : 1));
  return Math.max(0, after - 1);
}

function firstNotBefore<T>(items: readonly T[], probe: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  // Most inserts are appends, so the end is tested first.
  if (high > 0 && probe(nodeAt(items, high - 1)) < 0) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (probe(nodeAt(items, middle)) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Callers stay within bounds.
const nodeAt = <T>(list: readonly T[], index: number): T => list[index] as T;
