import type { Position } from '../../spec/index.ts';
import type { Coverage } from './coverage-facts.ts';
import type { Finding, Severity, Tier } from './finding.ts';
import type { Phase } from './phase.ts';

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

export interface Summary {
  readonly api: { readonly title: string; readonly version: string; readonly source: string };
  readonly target: string;
  readonly seed: number;
  readonly counts: VerdictCounts;
  /** Most frequent first. */
  readonly inconclusive: readonly ReasonCount[];
  readonly errored: readonly ReasonCount[];
  readonly skipped: readonly ReasonCount[];
  /** Merged by fingerprint; errors first, then by operation and check. */
  readonly findings: readonly Finding[];
  readonly coverage: Coverage;
  /** Operations × phases, in document order. */
  readonly matrix: readonly {
    readonly operation: string;
    readonly endpoint: string;
    readonly phases: readonly { readonly phase: Phase; readonly counts: VerdictCounts }[];
  }[];
  /** Every deprecated part of the document, used or not. */
  readonly deprecated: readonly DeprecatedPart[];
  readonly leftOut: readonly LeftOut[];
  /** What we created and could not remove. */
  readonly leftovers: readonly LedgerEntry[];
  /** Records and settings that the run did not create and changed, because `touchExisting` allowed it or a setting could not be put back. */
  readonly foreignWrites: readonly ForeignWrite[];
  readonly baseline?: BaselineOutcome;
  /** Things about the run itself that a person should know: `every probe was 404; the document names the base path /v1`. */
  readonly notes: readonly string[];
  readonly requests: number;
  readonly retries: number;
  readonly startedAt: number;
  /** The instant that lifecycle is judged by, where it is another day than that of the run. */
  readonly judgedAt?: number;
  readonly duration: number;
  /** Cases that the time limit left. */
  readonly unrun?: number;
  /** Set when the run did not come to its own end. */
  readonly interrupted?: string;
  /** `2/3`; absent for a whole or merged run. */
  readonly shard?: string;
  /** Of a merged run: the shards that are not in it, as `2/3`. */
  readonly missing?: readonly string[];
  /** Of a shard: what can be judged only together with the others. */
  readonly part?: PartFacts;
  /** 0 clean · 1 findings or a stale baseline · 2 a fingerprint that was mistyped · 3 target unreachable · 130/143 interrupted · 70 our own defect. */
  readonly exitStatus: number;
  /** Why `exitStatus` is not 0, a sentence each. */
  readonly reasons: readonly string[];
}

/** What a shard knows that says something only once it is known of all. */
export interface PartFacts {
  /** Tells the plan that the shard is a part of. */
  readonly plan?: string;
  /** Operations that refused a body for what it says. */
  readonly heeding: readonly string[];
  /** Resources whose items were looked for after they were created, and whether anything of them was found again. */
  readonly sought: readonly { readonly resource: string; readonly kept: boolean }[];
  /** Operations that a valid request had a success with. */
  readonly succeeded: readonly string[];
  /** Those that had none, with the statuses of all answers to valid requests. */
  readonly unsuccessful: readonly UnsuccessfulOperation[];
  /** How much findings about the run as a whole weigh. */
  readonly weights: readonly CheckWeight[];
  /** Where the document begins. */
  readonly position?: Position;
}

export interface UnsuccessfulOperation {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly position?: Position;
  readonly statuses: readonly number[];
  readonly weights: readonly CheckWeight[];
}

/** Absent for a check that is not asked. */
export interface CheckWeight {
  readonly check: string;
  readonly severity: Severity;
  readonly tier: Tier;
}

/** A deprecated operation, parameter, header or property, what the document says of it, what the target sent, who used it. */
export interface DeprecatedPart {
  readonly kind: 'operation' | 'parameter' | 'property' | 'header';
  readonly operation: string;
  readonly endpoint: string;
  /** `/query/limit`, `/body/name`; absent for an operation. */
  readonly messagePointer?: string;
  readonly pointer: string;
  readonly position?: Position;
  /** `YYYY-MM-DD`. */
  readonly since?: string;
  readonly sunset?: string;
  /** Whole days from now to the sunset; negative once it has passed. */
  readonly daysLeft?: number;
  readonly successor?: string;
  readonly documentation?: string;
  /** Last values of these fields that the target sent for the operation. */
  readonly sent: {
    readonly deprecation?: string;
    readonly sunset?: string;
    readonly link?: string;
  };
  /** Uses by scenarios, recorded traffic and journals; our own probes are not among them. */
  readonly uses: readonly { readonly caller: string; readonly count: number }[];
}

/** Something that we created at the target. */
/** A write to something that the run did not create. */
export interface ForeignWrite {
  readonly operation: string;
  readonly method: string;
  /** Path of the request, relative to the target's base. */
  readonly path: string;
  readonly reason: 'allowed' | 'not-put-back';
}

export interface LedgerEntry {
  readonly operation: string;
  readonly resource: string;
  /** Path to delete it by, relative to the target's base; absent where the document has no delete, or nothing said which one it is. */
  readonly path?: string;
  readonly createdAt: number;
  /** Why it is still there. */
  readonly reason?: string;
}

/** What happened to what we created. */
export type LedgerChange =
  | { readonly kind: 'created'; readonly entry: LedgerEntry }
  | { readonly kind: 'gone'; readonly path: string };

export interface BaselineEntry {
  readonly fingerprint: string;
  readonly check: string;
  readonly operation?: string;
  readonly message?: string;
  readonly reason: string;
  readonly owner?: string;
  /** `YYYY-MM-DD`, the last day on which it excuses. */
  readonly expires?: string;
}

export interface BaselineOutcome {
  readonly known: number;
  readonly fresh: number;
  readonly expired: readonly BaselineEntry[];
  /** No longer seen: to be taken out. Judged on complete or merged runs only. */
  readonly stale: readonly BaselineEntry[];
  /** What the baseline is to hold from now on, where the run was asked to update it. */
  readonly updated?: readonly BaselineEntry[];
}

export interface LeftOut {
  readonly operation?: string;
  readonly reason: string;
  readonly count: number;
}

export interface VerdictCounts {
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly errored: number;
  readonly skipped: number;
  /** Counted among the others too. */
  readonly flaky: number;
}
