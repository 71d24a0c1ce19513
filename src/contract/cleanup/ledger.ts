import type { HttpRequest } from '../../core/index.ts';
import { inParallel } from '../concurrency/worker-pool.ts';
import type { LedgerChange, LedgerEntry } from '../model/events.ts';
import type { Redactor } from '../transport/redactor.ts';

export interface Ledger {
  /** Something was created. Twice the same path is one entry. */
  created(entry: LedgerEntry): void;
  /** Something is gone. Whether it was one of these. */
  gone(path: string): boolean;
  readonly entries: readonly LedgerEntry[];
}

/** `note` is called with every change before the run goes on, so that the record outlives this process. */
export function createLedger(note: (change: LedgerChange) => void = () => {}): Ledger {
  // By path, in the order in which they were made; what has no path cannot be named again and is a key of its own.
  const entries = new Map<string | symbol, LedgerEntry>();
  return {
    created(entry) {
      if (entry.path !== undefined && entries.has(entry.path)) return;
      entries.set(entry.path ?? Symbol('no path'), entry);
      note({ kind: 'created', entry });
    },
    gone(path) {
      const wasOurs = entries.delete(path);
      if (wasOurs) note({ kind: 'gone', path });
      return wasOurs;
    },
    get entries() {
      return [...entries.values()];
    },
  };
}

/** A path that holds a secret is not shown, at the price of a record that has to be found by hand. */
export function withoutSecretPath(entry: LedgerEntry, { text }: Pick<Redactor, 'text'>): LedgerEntry {
  const { path, ...rest } = entry;
  const { reason } = entry;
  if (path !== undefined && text(path) !== path) return { ...rest, reason: 'its path holds a secret' };
  return reason === undefined ? entry : { ...entry, reason: text(reason) };
}

/** Sends one DELETE; says why it did not work. */
export type Remove = (entry: LedgerEntry, request: HttpRequest) => Promise<string | undefined>;

/** Why an entry without a path stays, unless it says so itself. */
export const NO_DELETE = 'the document has no operation that removes it';

const PASSES = 3;

/** How much may be removed at a time. */
export interface Removal {
  readonly width: number;
  /** Names of the resources that an item of a resource may depend on, its own among them. */
  readonly hangsOn: (resource: string) => ReadonlySet<string>;
}

/** One at a time. */
export const IN_TURN: Removal = { width: 1, hangsOn: (resource) => new Set([resource]) };

/**
 * Removes what was created, newest first. An item that others still depend on is tried again after them, one at a time. Returns what is still
 * there, with the reason.
 */
export async function cleanUp(
  entries: readonly LedgerEntry[],
  remove: Remove,
  { width, hangsOn }: Removal,
): Promise<readonly LedgerEntry[]> {
  // Newer records are being removed already: they may depend on older ones, never the other way round.
  const mayMeet = (older: LedgerEntry, younger: LedgerEntry): boolean =>
    older.resource === younger.resource
      ? younger.path?.startsWith(`${older.path}/`) !== true
      : !hangsOn(younger.resource).has(older.resource);
  let left: readonly LedgerEntry[] = [...entries].reverse();
  for (let pass = 0; pass < PASSES && left.length > 0; pass += 1) {
    const many = pass === 0 ? width : 1;
    const reasons = new Map<LedgerEntry, string>();
    const removed = async (entry: LedgerEntry): Promise<void> => {
      const reason = entry.path === undefined ? (entry.reason ?? NO_DELETE) : await remove(entry, deletion(entry.path));
      if (reason !== undefined) reasons.set(entry, reason);
    };
    await inParallel(left, many, () => false, removed, mayMeet);
    const still = left.flatMap((entry) => {
      const reason = reasons.get(entry);
      return reason === undefined ? [] : [{ ...entry, reason }];
    });
    if (still.length === left.length && many === 1) return still.reverse();
    left = still;
  }
  return [...left].reverse();
}

function deletion(path: string): HttpRequest {
  return { method: 'DELETE', path, query: '', headers: [], body: { kind: 'none' } };
}
