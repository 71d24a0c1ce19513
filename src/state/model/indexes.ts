import type { Json } from '../../core/index.ts';
import { compareJson, type Getter, getterOf } from './json-order.ts';
import { type Tree, treeOf } from './ranked-tree.ts';
import type { Entity } from './store.ts';

/** An entity with its place in the insertion order of its collection. */
export interface PlacedEntity extends Entity {
  readonly place: number;
}

export interface IndexColumn {
  readonly pointer: string;
  readonly descending: boolean;
}

/** All entities of a collection in the order of some of their properties, then of insertion. */
export interface Index {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly tree: Tree<PlacedEntity>;
}

export interface Column {
  readonly get: Getter;
  readonly sign: 1 | -1;
}

export const comparePlaces = (a: PlacedEntity, b: PlacedEntity): number => a.place - b.place;

/** Equal specifications have equal names. */
export const nameOf = (columns: readonly IndexColumn[]): string =>
  columns.map(({ pointer, descending }) => `${descending ? '-' : '+'}${pointer}`).join('\n');

/** `sorted` is in insertion order. O(n), and O(d log d) for d distinct values. */
export function buildIndex(specification: readonly IndexColumn[], sorted: readonly PlacedEntity[]): Index {
  const columns = columnsOf(specification);
  return { name: nameOf(specification), columns, tree: treeOf(comparatorOf(columns), arrange(columns, 0, sorted)) };
}

/** Whether two values are equal in the index. */
export const sameIn = (index: Index, a: Json, b: Json): boolean =>
  index.columns.every(({ get }) => compareJson(get(a), get(b)) === 0);

/** Compares an entity's first columns, which are ascending, with wanted values. */
export function compareWith(index: Index, wanted: readonly Json[], entity: PlacedEntity): number {
  for (let i = 0; i < wanted.length; i++) {
    const column = index.columns[i];
    if (column === undefined) break;
    const difference = compareJson(column.get(entity.value), wanted[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

export const columnsOf = (specification: readonly IndexColumn[]): readonly Column[] =>
  specification.map(({ pointer, descending }) => ({ get: getterOf(pointer), sign: descending ? -1 : 1 }));

/** Compares by the columns, then by insertion order. */
export function comparatorOf(columns: readonly Column[]): (a: PlacedEntity, b: PlacedEntity) => number {
  const [only] = columns;
  if (only !== undefined && columns.length === 1) {
    const { get, sign } = only;
    return (a, b) => compareJson(get(a.value), get(b.value)) * sign || a.place - b.place;
  }
  return (a, b) => {
    for (const { get, sign } of columns) {
      const difference = compareJson(get(a.value), get(b.value));
      if (difference !== 0) return difference * sign;
    }
    return a.place - b.place;
  };
}

/** Sorts by one bucket for each distinct value, which is much faster than comparisons if values repeat. */
function arrange(
  columns: readonly Column[],
  level: number,
  entities: readonly PlacedEntity[],
): readonly PlacedEntity[] {
  const column = columns[level];
  if (column === undefined || entities.length < 2) return entities;
  const heaps = deal(entities, column.get).sort((a, b) => compareJson(a.value, b.value) * column.sign);
  return heaps.flatMap(({ heap }) => arrange(columns, level + 1, heap));
}

interface Heap {
  readonly value: Json | undefined;
  readonly heap: PlacedEntity[];
}

function deal(entities: readonly PlacedEntity[], get: Getter): Heap[] {
  const heaps = new Map<Json | undefined, PlacedEntity[]>();
  const composites: PlacedEntity[] = [];
  for (const entity of entities) {
    const value = get(entity.value);
    if (typeof value === 'object' && value !== null) {
      composites.push(entity);
      continue;
    }
    const key = typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
    const heap = heaps.get(key);
    if (heap === undefined) heaps.set(key, [entity]);
    else heap.push(entity);
  }
  return [...Array.from(heaps, ([value, heap]) => ({ value, heap })), ...dealComposites(composites, get)];
}

function dealComposites(entities: PlacedEntity[], get: Getter): Heap[] {
  const heaps: Heap[] = [];
  for (const entity of entities.sort((a, b) => compareJson(get(a.value), get(b.value)))) {
    const value = get(entity.value);
    const last = heaps.at(-1);
    if (last !== undefined && compareJson(last.value, value) === 0) last.heap.push(entity);
    else heaps.push({ value, heap: [entity] });
  }
  return heaps;
}
