import type { Api, Operation } from '../../spec/index.ts';
import type { OutageClock } from '../model/outage-clock.ts';
import type { Outcome } from '../transport/target.ts';
import type { Canary } from './canaries.ts';
import type { Disruption } from './disruptive-operations.ts';
import type { PutBackTools } from './put-back.ts';
import type { Suspect } from './suspects.ts';

/** A time in which the target answered nothing as it had before. */
export interface Outage {
  /** How it answered: `503`, `connection refused`. */
  readonly answer: string;
  /** The request of ours that caused it, or the likeliest of several. Empty: nothing points to one. */
  readonly suspects: readonly Suspect[];
  /** Undoing the suspect, or waiting, brought the target back. */
  readonly end: 'undone' | 'over' | 'lasting';
  /** Cases that were under way. */
  readonly cases: number;
}

/** What looking after a target needs of a run. */
export interface OutageTools extends PutBackTools {
  /** Sends a request that had a success once more; what a create makes is removed at once. */
  readonly probe: (canary: Canary) => Promise<Outcome>;
  readonly isRemovable: (operation: Operation) => boolean;
  readonly hasWorked: (operation: Operation) => boolean;
}

export interface OutageOptions {
  readonly api: Api;
  readonly disruptive: ReadonlyMap<Operation, Disruption>;
  readonly tools: OutageTools;
  readonly clock: OutageClock;
  /** Milliseconds that a target is waited for. */
  readonly wait: number;
  readonly signal: AbortSignal;
}
