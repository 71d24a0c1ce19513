import type { Json } from '../../core/index.ts';
import { testOf } from './conditions.ts';
import {
  buildIndex,
  columnsOf,
  comparatorOf,
  comparePlaces,
  compareWith,
  type Index,
  type IndexColumn,
  nameOf,
  type PlacedEntity,
  sameIn,
} from './indexes.ts';
import { erase, find, GONE, type KeyLayer, layerOver, settle } from './key-layers.ts';
import { planOf, type QueryPlan } from './query-plan.ts';
import { insert, rankOf, remove, sizeOf, type Tree, treeOf, visit } from './ranked-tree.ts';
import type { Entity, Query, QueryResult } from './store.ts';

/** A collection in memory. A fork can be written without a change to the original. */
export interface CollectionState {
  keys: KeyLayer<PlacedEntity>;
  /** In insertion order. */
  tree: Tree<PlacedEntity>;
  /** Least recently used first. Computed from `tree`, so building one has no visible effect. */
  indexes: readonly Index[];
  /** The owner of the tree nodes that may be changed in place. */
  readonly owner: object;
  nextPlace: number;
  version: number;
}

const MAX_INDEXES = 16;
export function collectionStateOf(
  entities: readonly (readonly [key: string, value: Json, version: number])[],
  version: number,
): CollectionState {
  return mirrorOf(
    entities.map(([key, value, written], place): PlacedEntity => ({ key, value, version: written, place })),
    version,
  );
}

/** A collection of entities that have places already, in that order. */
export function mirrorOf(placed: readonly PlacedEntity[], version: number): CollectionState {
  const keys = layerOver<PlacedEntity>();
  for (const each of placed) keys.own.set(each.key, each);
  const tree = treeOf(comparePlaces, placed);
  return { keys, tree, indexes: [], owner: {}, nextPlace: (placed.at(-1)?.place ?? -1) + 1, version };
}

/** A state that continues from `state`, in O(1): everything but its own writes is shared. */
export const fork = (state: CollectionState): CollectionState => ({
  keys: layerOver(state.keys),
  tree: state.tree,
  indexes: state.indexes,
  owner: {},
  nextPlace: state.nextPlace,
  version: state.version,
});

/**
 * Makes the fork the committed state. `into` is the layer of keys that may be changed in place, if there is
 * one.
 */
export function commit(forked: CollectionState, into: KeyLayer<PlacedEntity> | undefined): CollectionState {
  return into === undefined ? forked : { ...forked, keys: settle(forked.keys, into) };
}

export const count = (state: CollectionState): number => sizeOf(state.tree);

export const get = (state: CollectionState, key: string): Entity | undefined => find(state.keys, key);

/** `version` is given if it is not the next one. */
export function put(state: CollectionState, key: string, value: Json, version?: number): Entity {
  const before = find(state.keys, key);
  const place = before === undefined ? state.nextPlace++ : before.place;
  const entity = { key, value, version: version ?? versionAfter(before), place };
  set(state, before, entity);
  return entity;
}

/** The version that follows that of an entity; 1 if there is none. */
export const versionAfter = (before: Entity | undefined): number => (before?.version ?? 0) + 1;

/**
 * Applies writes to a state, in place. `added`: the number of added minus removed entities. O(number of
 * writes).
 */
export function lay(state: CollectionState, written: KeyLayer<PlacedEntity>['own'], added: number): void {
  // Each write adds at most one entity. If all do, none existed before.
  const areNew = added === written.size;
  if (areNew && count(state) === 0) fill(state, written);
  else layEach(state, written, areNew);
}

/** The first entities of an empty collection: as many as a file of data has. */
function fill(state: CollectionState, written: KeyLayer<PlacedEntity>['own']): void {
  const placed = [...written.values()].filter((each) => each !== GONE);
  state.keys = { own: written, below: undefined };
  state.tree = treeOf(comparePlaces, placed);
  state.indexes = [];
  state.nextPlace = Math.max(state.nextPlace, (placed.at(-1)?.place ?? -1) + 1);
}

function layEach(state: CollectionState, written: KeyLayer<PlacedEntity>['own'], areNew: boolean): void {
  for (const [key, entity] of written) {
    if (entity === GONE) drop(state, key);
    else if (areNew) place(state, undefined, entity);
    else mirror(state, entity);
  }
}

/** Puts an entity unchanged, at its own place, as a copy from another collection. */
export function mirror(state: CollectionState, entity: PlacedEntity): void {
  let before = find(state.keys, entity.key);
  if (before !== undefined && before.place !== entity.place) {
    drop(state, entity.key);
    before = undefined;
  }
  place(state, before, entity);
}

function place(state: CollectionState, before: PlacedEntity | undefined, entity: PlacedEntity): void {
  if (entity.place >= state.nextPlace) state.nextPlace = entity.place + 1;
  set(state, before, entity);
}

function set(state: CollectionState, before: PlacedEntity | undefined, entity: PlacedEntity): void {
  state.keys.own.set(entity.key, entity);
  state.tree = insert(state.tree, entity, state.owner);
  if (state.indexes.length > 0)
    state.indexes = state.indexes.map((index) => reindex(index, before, entity, state.owner));
}

export function drop(state: CollectionState, key: string): boolean {
  const before = find(state.keys, key);
  if (before === undefined) return false;
  erase(state.keys, key);
  state.tree = remove(state.tree, before, state.owner);
  state.indexes = state.indexes.map((index) => withTree(index, remove(index.tree, before, state.owner)));
  return true;
}

function reindex(index: Index, before: PlacedEntity | undefined, entity: PlacedEntity, owner: object): Index {
  const moves = before !== undefined && !sameIn(index, before.value, entity.value);
  const without = moves ? remove(index.tree, before, owner) : index.tree;
  return withTree(index, insert(without, entity, owner));
}

const withTree = (index: Index, tree: Tree<PlacedEntity>): Index =>
  tree === index.tree ? index : { name: index.name, columns: index.columns, tree };

/**
 * O(log n + page) for `equals` conditions and any order. Other conditions are tested for each remaining
 * entity.
 */
export function query(state: CollectionState, { where = [], order = [], offset = 0, limit }: Query): QueryResult {
  const plan = planOf(where, order);
  const { tree, ranges } = rangesOf(state, plan);
  const end = limit === undefined ? Number.POSITIVE_INFINITY : offset + limit;
  const [range] = ranges;
  if (range !== undefined && ranges.length === 1 && plan.rest.length === 0) {
    const entities: Entity[] = [];
    visit(tree, range.from + offset, Math.min(range.to, range.from + end), (entity) => entities.push(entity));
    return { entities, total: range.to - range.from };
  }
  const passes = testOf(plan.rest);
  const found: PlacedEntity[] = [];
  for (const { from, to } of ranges) {
    visit(tree, from, to, (entity) => {
      if (passes(entity.value)) found.push(entity);
    });
  }
  if (ranges.length > 1) found.sort(comparatorOf(columnsOf(order)));
  return { entities: found.slice(offset, end), total: found.length };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function rangesOf(state: CollectionState, plan: QueryPlan): { tree: Tree<PlacedEntity>; ranges: readonly Range[] } {
  if (plan.columns.length === 0) return { tree: state.tree, ranges: [{ from: 0, to: count(state) }] };
  const index = indexOf(state, plan.columns);
  const ranges = plan.prefixes.map((wanted) => ({
    from: rankOf(index.tree, (entity) => compareWith(index, wanted, entity)),
    to: rankOf(index.tree, (entity) => (compareWith(index, wanted, entity) <= 0 ? -1 : 1)),
  }));
  // One that holds something is read without a sort.
  const full = ranges.filter(({ from, to }) => to > from);
  return { tree: index.tree, ranges: full.length === 0 ? ranges.slice(0, 1) : full };
}

function indexOf(state: CollectionState, columns: readonly IndexColumn[]): Index {
  const name = nameOf(columns);
  const known = state.indexes.find((index) => index.name === name);
  if (known !== undefined && known === state.indexes.at(-1)) return known;
  const index = known ?? buildIndex(columns, all(state));
  state.indexes = [...state.indexes.filter((each) => each !== known), index].slice(-MAX_INDEXES);
  return index;
}

function all(state: CollectionState): readonly PlacedEntity[] {
  const entities: PlacedEntity[] = [];
  visit(state.tree, 0, count(state), (entity) => entities.push(entity));
  return entities;
}
