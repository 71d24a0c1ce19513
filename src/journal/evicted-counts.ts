import type { Operation } from '../spec/index.ts';
import type { Expectation } from './journal.ts';
import type { RecordedEntry } from './ring.ts';

/** Counts of the entries that the ring has let go. */
export interface EvictedCounts {
  add(entry: RecordedEntry): void;
  /** How many surely met the expectation, and of how many that is not known any more. */
  count(expectation: Expectation): { readonly met: number; readonly unknown: number };
  clear(): void;
}

interface Cell {
  readonly operation: Operation | undefined;
  readonly method: string;
  /** Absent once there are too many cells to tell worlds apart. */
  readonly world: string | undefined;
  readonly status: number;
  count: number;
}

const MAX_CELLS = 10_000;
const ELSEWHERE = '\n'; // no name of a world: it cannot stand in a header

export function createEvictedCounts(): EvictedCounts {
  // By operation (or method, where there was none), world and status: three look-ups cost less than one name made of all.
  const cells = new Map<string, Map<string, Map<number, Cell>>>();
  let size = 0;

  const cellOf = ({ operation, request, response: { status }, world }: RecordedEntry): Cell => {
    const worlds = child(cells, operation?.id ?? `\n${request.method}`);
    const known = worlds.get(world)?.get(status);
    if (known !== undefined) return known;
    const full = size >= MAX_CELLS;
    const statuses = child(worlds, full ? ELSEWHERE : world);
    let cell = statuses.get(status);
    if (cell === undefined) {
      const { method } = operation ?? request;
      cell = { operation, method, world: full ? undefined : world, status, count: 0 };
      statuses.set(status, cell);
      size++;
    }
    return cell;
  };

  return {
    add(entry) {
      cellOf(entry).count++;
    },
    count(expectation) {
      let met = 0;
      let unknown = 0;
      for (const worlds of cells.values()) {
        for (const statuses of worlds.values()) {
          for (const cell of statuses.values()) {
            const verdict = judge(cell, expectation);
            if (verdict === true) met += cell.count;
            else if (verdict === undefined) unknown += cell.count;
          }
        }
      }
      return { met, unknown };
    },
    clear() {
      cells.clear();
      size = 0;
    },
  };
}

function child<K, V>(parent: Map<string, Map<K, V>>, name: string): Map<K, V> {
  let found = parent.get(name);
  if (found === undefined) {
    found = new Map();
    parent.set(name, found);
  }
  return found;
}

/** `undefined`: what is left does not say. */
function judge(cell: Cell, expectation: Expectation): boolean | undefined {
  const { operation, method, path, world, status, query, headers, body } = expectation;
  if (operation !== undefined && cell.operation?.id !== operation) return false;
  if (method !== undefined && cell.method !== method.toUpperCase()) return false;
  if (status !== undefined && cell.status !== status) return false;
  if (world !== undefined && cell.world !== undefined && cell.world !== world) return false;
  if (query !== undefined || headers !== undefined || body !== undefined) return undefined;
  if (path !== undefined && cell.operation?.path !== path) return undefined;
  return world === undefined || cell.world !== undefined ? true : undefined;
}
