import type { CoverageBook } from '../judge/coverage.ts';
import type { DeprecationBook } from '../judge/deprecations.ts';
import type { RunContext } from '../judge/run-context.ts';
import type { Tally } from '../judge/tally.ts';
import type { RunEvent } from '../model/events.ts';
import type { Finding } from '../model/finding.ts';
import type { CaseEnd, FlowRunner } from '../model/flow.ts';
import type { ContractOptions } from '../model/options.ts';
import type { Phase } from '../model/phase.ts';
import type { ForeignWrite } from '../model/summary.ts';
import type { OutageTools } from '../outage/outage.ts';
import type { Outages } from '../outage/outages.ts';
import type { CasePlan } from '../plan/plan.ts';
import type { Sender } from '../transport/sender.ts';
import type { Failed, Target } from '../transport/target.ts';

/** A run that is ready to start: every option settled, every collaborator made. */
export interface RunRecord {
  readonly options: ContractOptions;
  readonly signal: AbortSignal;
  readonly target: Target;
  readonly plan: CasePlan;
  readonly parts: RunContext;
  readonly runner: FlowRunner;
  readonly tally: Tally;
  readonly coverage: CoverageBook;
  readonly deprecations: DeprecationBook;
  readonly sender: Sender;
  readonly started: Extract<RunEvent, { type: 'run-started' }>;
  readonly notes: string[];
  readonly defects: string[];
  /** Settings that could not be put back. */
  readonly unrestored: ForeignWrite[];
  /** Fingerprints that were asked for again and have not been seen yet. */
  readonly awaited: Set<string>;
  /** Findings that were met while others were asked for again. */
  readonly unasked: Map<string, Finding>;
  silence: CircuitBreaker;
  readonly outages: Outages;
  readonly tools: OutageTools;
  /** Settings have been put back. */
  restored: boolean;
  /** Set where the user limits the time. */
  timeLimit: TimeLimit | undefined;
  /** Why the target cannot be reached, once it cannot. */
  unreachable: readonly string[] | undefined;
  /** The status of the first answer, where the target was greeted. */
  greeting: number | undefined;
  /** Why the target lets the run in nowhere, and what to give, where that is so. */
  refused: readonly string[] | undefined;
  emit(event: RunEvent): void;
}

/** The time that a run may take. */
export interface TimeLimit {
  /** Begins a phase, with those that come after it. */
  begin(phase: Phase, after: readonly Phase[]): void;
  /** Milliseconds until the limit. */
  left(): number;
  /** Whether no new flow of the phase is begun. */
  isOver(): boolean;
  /** Whether nothing is repeated any more. */
  isSpent(): boolean;
}

/**
 * Whether a target has anything to say at all: some take connections and leave every request waiting for its time to be over, or speak
 * another protocol.
 */
export interface CircuitBreaker {
  /** Takes in how a case ended; what the first request met, once so many had no answer, and none had one, that there will be none. */
  goesOn(end: CaseEnd): Failed | undefined;
}
