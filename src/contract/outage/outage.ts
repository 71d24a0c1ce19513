import type { Api, Operation } from '../../spec/index.ts';
import type { OutageClock } from '../model/outage-clock.ts';
import type { Outcome } from '../transport/target.ts';
import type { Canary } from './canaries.ts';
import type { Disruption } from './disruptive-operations.ts';
import type { PutBackTools } from './put-back.ts';
import type { Suspect } from './suspects.ts';

/** The answer of an outage in which connections are refused or closed. */
export const NO_CONNECTION = 'no connection';

/** A period in which the target no longer answers as before. */
export interface Outage {
  /** The answer during the outage: `503`, `no connection`. */
  readonly answer: string;
  /** The run's request that caused it, or the most likely ones. Empty if there is no hint. */
  readonly suspects: readonly Suspect[];
  /** The only suspect is the request that lost its answer when the process of the target ended. */
  readonly unanswered?: true;
  /** `undone`: undoing the suspect ended it. `over`: it ended by itself. `lasting`: it did not end. */
  readonly end: 'undone' | 'over' | 'lasting';
  /** Number of cases that were running. */
  readonly cases: number;
}

/** What the handling of outages needs of a run. */
export interface OutageTools extends PutBackTools {
  /** Sends a canary. Items that it creates are removed at once. */
  readonly probe: (canary: Canary) => Promise<Outcome>;
  readonly isRemovable: (operation: Operation) => boolean;
  readonly hasWorked: (operation: Operation) => boolean;
}

export interface OutageOptions {
  readonly api: Api;
  readonly disruptive: ReadonlyMap<Operation, Disruption>;
  readonly tools: OutageTools;
  readonly clock: OutageClock;
  /** Milliseconds to wait for the target. */
  readonly wait: number;
  readonly signal: AbortSignal;
}
