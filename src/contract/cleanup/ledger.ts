import type { HttpRequest } from '../../core/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import { inParallel } from '../concurrency/worker-pool.ts';
import type { LedgerChange, LedgerEntry } from '../model/events.ts';
import type { Redactor } from '../transport/redactor.ts';

export interface Ledger {
  /** Records a created item. A path that is already known adds no entry. */
  created(entry: LedgerEntry): void;
  /** Records that an item is gone. Returns whether the ledger had it. */
  gone(path: string): boolean;
  /** Records that an item that was gone is there again. */
  back(path: string): void;
  readonly entries: readonly LedgerEntry[];
}

/** `note` is called with every change before the run goes on, so that the record survives a crash. */
export function createLedger(note: (change: LedgerChange) => void = () => {}): Ledger {
  // In order of creation, by path. An entry without a path has a symbol as its key.
  const entries = new Map<string | symbol, LedgerEntry>();
  const removed = new Map<string, LedgerEntry>();
  return {
    created(entry) {
      if (entry.path !== undefined && entries.has(entry.path)) return;
      entries.set(entry.path ?? Symbol('no path'), entry);
      note({ kind: 'created', entry });
    },
    gone(path) {
      const entry = entries.get(path);
      if (entry === undefined) return false;
      entries.delete(path);
      removed.set(path, entry);
      note({ kind: 'gone', path });
      return true;
    },
    back(path) {
      const entry = removed.get(path);
      if (entry === undefined) return;
      entries.set(path, entry);
      note({ kind: 'created', entry });
    },
    get entries() {
      return [...entries.values()];
    },
  };
}

/** Leaves out a path that holds a secret. Such a record must be found by hand. */
export function withoutSecretPath(entry: LedgerEntry, { text }: Pick<Redactor, 'text'>): LedgerEntry {
  const { path, call: _, ...rest } = entry;
  const { reason } = entry;
  if (path !== undefined && text(path) !== path) return { ...rest, reason: 'its path holds a secret' };
  return reason === undefined ? entry : { ...entry, reason: text(reason) };
}

/** Sends one removal. Returns why it failed; undefined if it worked. */
export type Remove = (entry: LedgerEntry, request: HttpRequest) => Promise<string | undefined>;

/** Why an entry without a path remains, unless it has its own reason. */
export const NO_DELETE = 'the document has no operation that removes it';

const PASSES = 3;

/** How many entries may be removed in parallel. */
export interface Removal {
  readonly width: number;
  /** Names of the resources that an item of a resource may depend on, itself included. */
  readonly dependsOn: (resource: string) => ReadonlySet<string>;
}

/** Removes one entry at a time. */
export const IN_TURN: Removal = { width: 1, dependsOn: (resource) => new Set([resource]) };

/**
 * Removes created items, newest first. An item that other items still depend on is tried again after them,
 * one at a time. Returns the entries that remain, each with the reason.
 */
export async function cleanUp(
  entries: readonly LedgerEntry[],
  remove: Remove,
  { width, dependsOn }: Removal,
): Promise<readonly LedgerEntry[]> {
  // Newer records are removed first: they may depend on older ones, never the reverse.
  const mayMeet = (older: LedgerEntry, younger: LedgerEntry): boolean =>
    older.resource === younger.resource
      ? younger.path?.startsWith(`${older.path}/`) !== true
      : !dependsOn(younger.resource).has(older.resource);
  let left: readonly LedgerEntry[] = [...entries].reverse();
  for (let pass = 0; pass < PASSES && left.length > 0; pass += 1) {
    const many = pass === 0 ? width : 1;
    const reasons = new Map<LedgerEntry, string>();
    const removed = async (entry: LedgerEntry): Promise<void> => {
      const reason =
        entry.path === undefined ? (entry.reason ?? NO_DELETE) : await remove(entry, removalOf(entry.path, entry));
      if (reason !== undefined) reasons.set(entry, reason);
    };
    await inParallel([...left], { width: many, stopped: () => false, mayMeet }, removed);
    const still = left.flatMap((entry) => {
      const reason = reasons.get(entry);
      return reason === undefined ? [] : [{ ...entry, reason }];
    });
    if (still.length === left.length && many === 1) return still.reverse();
    left = still;
  }
  return [...left].reverse();
}

function removalOf(whole: string, { method = 'DELETE', call }: LedgerEntry): HttpRequest {
  if (call !== undefined) return callRequest(call);
  const [path = '', query = ''] = method === 'DELETE' ? [whole] : whole.split('?');
  return { method, path, query, headers: [], body: { kind: 'none' } };
}

function callRequest({ method, path, query = '', body }: NonNullable<LedgerEntry['call']>): HttpRequest {
  if (body === undefined) return { method, path, query, headers: [], body: { kind: 'none' } };
  const mediaType = 'application/json';
  const sent = { kind: 'parsed', mediaType, value: body, text: stringifyJson(body) } as const;
  return { method, path, query, headers: [['Content-Type', mediaType]], body: sent };
}
