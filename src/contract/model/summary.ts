import type { Json } from '../../core/index.ts';
import type { BaselineEntry, Severity, Tier } from '../../findings/index.ts';
import type { Position } from '../../spec/index.ts';
import type { Coverage } from './coverage-facts.ts';
import type { Finding } from './finding.ts';
import type { Phase } from './phase.ts';

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
  /** Ids of the operations whose cases have it. */
  readonly operations?: readonly string[];
}

/** The document that a run checked. */
export interface DocumentOfRun {
  readonly title: string;
  readonly version: string;
  /** The file or URL that it was read from. */
  readonly source: string;
  /** SHA-256 of the parsed document with all its files, in hexadecimal digits. */
  readonly digest?: string;
}

export interface Summary {
  readonly api: DocumentOfRun;
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
  /** One row for each operation, one entry for each phase, in document order. */
  readonly matrix: readonly {
    readonly operation: string;
    readonly endpoint: string;
    readonly phases: readonly { readonly phase: Phase; readonly counts: VerdictCounts }[];
  }[];
  /** Every deprecated part of the document, used or not. */
  readonly deprecated: readonly DeprecatedPart[];
  readonly leftOut: readonly LeftOut[];
  /** Records that the run created and could not remove. */
  readonly leftovers: readonly LedgerEntry[];
  /**
   * Records and settings that the run changed without having created them: `touchExisting` allowed it, or a
   * setting could not be put back.
   */
  readonly foreignWrites: readonly ForeignWrite[];
  readonly baseline?: BaselineOutcome;
  /** Notes about the run itself: `every probe was 404; the document names the base path /v1`. */
  readonly notes: readonly string[];
  readonly requests: number;
  readonly retries: number;
  readonly startedAt: number;
  /** The instant that lifecycle dates are compared with, if it is on another day than the run. */
  readonly judgedAt?: number;
  readonly duration: number;
  /** Cases that were not run because of the time limit. */
  readonly unrun?: number;
  /** Set if the run was interrupted. */
  readonly interrupted?: string;
  /** `2/3`; absent for a whole or merged run. */
  readonly shard?: string;
  /** In a merged run: the missing shards, such as `2/3`. */
  readonly missing?: readonly string[];
  /** In a shard: facts that can be judged only together with the other shards. */
  readonly part?: PartFacts;
  /**
   * 0 clean · 1 findings or a stale baseline · 2 an unknown fingerprint, a refused credential, or a wrong base path · 3 target unreachable · 130/143
   * interrupted · 70 a defect of standin.
   */
  readonly exitStatus: number;
  /** Why `exitStatus` is not 0, one sentence each. */
  readonly reasons: readonly string[];
}

/** Facts of a shard that are judged after all shards are merged. */
export interface PartFacts {
  /** Identifies the plan that the shard is a part of. */
  readonly plan?: string;
  /** Operations that refused a body because of its content. */
  readonly validating: readonly string[];
  /** Resources whose items were looked for after they were created, and whether any was found again. */
  readonly sought: readonly { readonly resource: string; readonly kept: boolean }[];
  /** Operations that succeeded with a valid request. */
  readonly succeeded: readonly string[];
  /** Operations that did not, with the statuses of all answers to valid requests. */
  readonly unsuccessful: readonly UnsuccessfulOperation[];
  /** Severities of the checks of the whole run. */
  readonly weights: readonly CheckWeight[];
  /** The first position of the document. */
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

/** Absent for a check that is off. */
export interface CheckWeight {
  readonly check: string;
  readonly severity: Severity;
  readonly tier: Tier;
}

/**
 * A deprecated operation, parameter, header or property: the document's facts, the fields that the target
 * sent, and the callers that used it.
 */
export interface DeprecatedPart {
  readonly kind: 'operation' | 'parameter' | 'property' | 'header';
  readonly operation: string;
  readonly endpoint: string;
  /** Such as `/query/limit` or `/body/name`; absent for an operation. */
  readonly messagePointer?: string;
  readonly pointer: string;
  readonly position?: Position;
  /** `YYYY-MM-DD`. */
  readonly since?: string;
  readonly sunset?: string;
  /** Whole days until the sunset; negative after it. */
  readonly daysLeft?: number;
  readonly successor?: string;
  readonly documentation?: string;
  /** The last values of these fields in answers of the operation. */
  readonly sent: {
    readonly deprecation?: string;
    readonly sunset?: string;
    readonly link?: string;
  };
  /** Uses by scenarios, recorded traffic and journals, not by the run's own requests. */
  readonly uses: readonly { readonly caller: string; readonly count: number }[];
}

/** A record that the run created at the target. */
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
  /**
   * Path for its deletion, relative to the target's base, with a query if that names the record. Absent if the document has no delete, or no
   * answer named the id.
   */
  readonly path?: string;
  /** Method of the request that removes it, if that is not DELETE. */
  readonly method?: string;
  /** What is sent to remove it where the document has no such path: a call that names the record in its body or query. */
  readonly call?: { readonly method: string; readonly path: string; readonly query?: string; readonly body?: Json };
  readonly createdAt: number;
  /** Why the record still exists. */
  readonly reason?: string;
}

/** A change of the ledger. */
export type LedgerChange =
  | { readonly kind: 'created'; readonly entry: LedgerEntry }
  | { readonly kind: 'gone'; readonly path: string };

export interface BaselineOutcome {
  readonly known: number;
  readonly fresh: number;
  readonly expired: readonly BaselineEntry[];
  /** Entries whose findings were not seen, to be removed. Judged only on complete or merged runs. */
  readonly stale: readonly BaselineEntry[];
  /** The new content of the baseline, if the run was asked to update it. */
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
  /** Counted in the other numbers as well. */
  readonly flaky: number;
}
