import type { StallWatch } from '../concurrency/stall-watch.ts';
import type { CoverageBook } from '../judge/coverage.ts';
import type { DeprecationBook } from '../judge/deprecations.ts';
import type { RunContext } from '../judge/run-context.ts';
import type { Tally } from '../judge/tally.ts';
import type { Case, RunEvent } from '../model/events.ts';
import type { Finding } from '../model/finding.ts';
import type { CaseEnd, Flow, FlowRunner } from '../model/flow.ts';
import type { ContractOptions } from '../model/options.ts';
import type { Phase } from '../model/phase.ts';
import type { ForeignWrite } from '../model/summary.ts';
import type { OutageTools } from '../outage/outage.ts';
import type { Outages } from '../outage/outages.ts';
import type { CasePlan } from '../plan/plan.ts';
import type { Sender } from '../transport/sender.ts';
import type { FailedOutcome, Target } from '../transport/target.ts';

/** A run that is ready to start, with all options and collaborators. */
export interface RunRecord {
  readonly options: ContractOptions;
  readonly signal: AbortSignal;
  readonly target: Target;
  readonly plan: Omit<CasePlan, 'flows'>;
  /** All planned cases, in the order in which they run. */
  readonly cases: readonly Case[];
  /** The flows of phases that have not begun. A flow is released when it has run, because its requests take memory. */
  waiting: readonly Flow[];
  readonly context: RunContext;
  readonly runner: FlowRunner;
  readonly stalls: StallWatch;
  readonly tally: Tally;
  readonly coverage: CoverageBook;
  readonly deprecations: DeprecationBook;
  readonly sender: Sender;
  readonly started: Extract<RunEvent, { type: 'run-started' }>;
  readonly notes: string[];
  readonly defects: string[];
  /** Settings that could not be put back. */
  readonly unrestored: ForeignWrite[];
  /** Requested fingerprints that were not seen yet. */
  readonly awaited: Set<string>;
  /** Findings that were not requested by their fingerprints. */
  readonly unselected: Map<string, Finding>;
  silence: CircuitBreaker;
  readonly outages: Outages;
  readonly tools: OutageTools;
  /** Settings have been put back. */
  restored: boolean;
  /** Set if the user limits the time. */
  timeLimit: TimeLimit | undefined;
  /** Why the target cannot be reached, if it cannot. */
  unreachable: readonly string[] | undefined;
  /** The status of the first answer, if the run waited for one. */
  greeting: number | undefined;
  /** Why nothing can be judged, if so: the target refuses the run everywhere, or has the API at another path; and what to give. */
  refused: readonly string[] | undefined;
  emit(event: RunEvent): void;
}

/** The time limit of a run. */
export interface TimeLimit {
  /** Starts a phase. `after` are the phases that still follow. */
  begin(phase: Phase | 'reach', after: readonly Phase[]): void;
  /** Milliseconds until the limit. */
  left(): number;
  /** Whether no further flow of the phase may start. */
  isOver(): boolean;
  /** Whether no failure may be repeated any more. */
  isSpent(): boolean;
}

/**
 * Detects a target that never answers: some accept connections and let every request time out, or speak
 * another protocol.
 */
export interface CircuitBreaker {
  /**
   * Records how a case ended. Returns the failure of the first request once so many cases had no answer
   * that none will come.
   */
  goesOn(end: CaseEnd): FailedOutcome | undefined;
}
