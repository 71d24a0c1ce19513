import type { Operation } from '../spec/index.ts';
import type { Expectation } from './journal.ts';
import type { Recorded } from './ring.ts';

/** Counts of the entries that the ring has let go. */
export interface Forgotten {
  add(entry: Recorded): void;
  /** How many surely met the expectation, and of how many that is not known any more. */
  count(expectation: Expectation): { readonly met: number; readonly unknown: number };
  readonly total: number;
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

export function createForgotten(): Forgotten {
  const cells = new Map<string, Cell>();
  let total = 0;
  return {
    add({ operation, request, response, world }) {
      const kind = `${operation?.id ?? ''}\n${operation === undefined ? request.method : ''}\n${response.status}`;
      const name = `${kind}\n${world}`;
      let cell = cells.get(name) ?? (cells.size < MAX_CELLS ? undefined : cells.get(kind));
      if (cell === undefined) {
        const full = cells.size >= MAX_CELLS;
        const { method } = operation ?? request;
        cell = { operation, method, world: full ? undefined : world, status: response.status, count: 0 };
        cells.set(full ? kind : name, cell);
      }
      cell.count++;
      total++;
    },
    count(expectation) {
      let met = 0;
      let unknown = 0;
      for (const cell of cells.values()) {
        const verdict = judge(cell, expectation);
        if (verdict === true) met += cell.count;
        else if (verdict === undefined) unknown += cell.count;
      }
      return { met, unknown };
    },
    get total() {
      return total;
    },
    clear() {
      cells.clear();
      total = 0;
    },
  };
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
