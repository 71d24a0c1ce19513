import type { Finding, RecordedExchange } from './finding.ts';
import type { Phase } from './phase.ts';
import type { DocumentOfRun, LeftOut, Summary, VerdictCounts } from './summary.ts';

export type * from './coverage-facts.ts';
export type * from './finding.ts';
export type * from './summary.ts';

/** One planned case. The same seed, document and options give the same cases with the same ids. */
export interface Case {
  /** Unique in a run and stable between runs: `coverage/createBook/body/title/maxLength-broken`. */
  readonly id: string;
  readonly phase: Phase;
  /** Absent if the case is not about one operation (a path that does not exist). */
  readonly operation?: string;
  /** One line for people: `createBook: /body/title breaks maxLength`. */
  readonly description: string;
  readonly request: CaseRequest;
  readonly expectation: CaseExpectation;
}

/** `path` keeps `{bookId}` where the value comes from an earlier answer and is not known before the run. */
export interface CaseRequest {
  readonly method: string;
  readonly path: string;
  /** Without its `?`. */
  readonly query: string;
  readonly mediaType?: string;
}

export interface CaseExpectation {
  /**
   * `valid`: the request keeps the contract and must be answered as documented; `refused`: it breaks the contract in one
   * place and must be refused; `absent`: it asks for what does not exist (any more); `any`: only general rules apply.
   */
  readonly kind: 'valid' | 'refused' | 'absent' | 'any';
  /** The expectation in words: `201 with a Book`, `a refusal (4xx)`. */
  readonly text: string;
}

export type Verdict = CaseResult['verdict'];

/** How a case ended. `flaky`: the replay of a failure had another result. */
export type CaseResult =
  | { readonly verdict: 'passed'; readonly flaky?: boolean }
  /** `fingerprints` of the findings that made the case fail. */
  | { readonly verdict: 'failed'; readonly fingerprints: readonly string[]; readonly flaky?: boolean }
  /** No verdict is possible: 401 or 403 with the credential of the run, missing data, 409, 429, a timeout of one attempt. */
  | { readonly verdict: 'inconclusive'; readonly reason: string }
  /** The case could not be run: the target did not answer in HTTP, or standin has a defect. */
  | { readonly verdict: 'errored'; readonly reason: string }
  | { readonly verdict: 'skipped'; readonly reason: string };

/** The options of a run, without secrets. */
export interface RunSettings {
  readonly phases: readonly Phase[];
  readonly strict: boolean;
  readonly seed: number;
  /** At most this many requests in flight. */
  readonly concurrency: number;
  /** Requests per second. */
  readonly rate?: number;
  readonly timeout: number;
  /** Milliseconds for all cases. */
  readonly timeLimit?: number;
  readonly allowWrites: boolean;
  readonly follow: boolean;
  readonly insecure: boolean;
  /** The part of the plan that runs: `2/3` is the second of three. */
  readonly shard?: string;
  readonly only?: readonly string[];
  readonly operations?: readonly string[];
  readonly tags?: readonly string[];
  readonly exclude?: readonly string[];
  /** Names of configured secrets (`bearer`, `header X-Key`), never their values. */
  readonly secrets: readonly string[];
  readonly fuzz?: number;
}

export interface PlanCounts {
  readonly cases: number;
  readonly operations: number;
  readonly phases: readonly { readonly phase: Phase; readonly cases: number }[];
  /** What the plan leaves out, and why. */
  readonly leftOut: readonly LeftOut[];
}

/** Exactly one `run-started` first and exactly one `run-finished` last, also after an abort. */
export type RunEvent =
  | {
      readonly type: 'run-started';
      readonly at: number;
      /** The instant that lifecycle dates are compared with, if it is on another day than the run. */
      readonly judgedAt?: number;
      readonly api: DocumentOfRun;
      /** The target's base URL without user info, or `in-process`. */
      readonly target: string;
      readonly settings: RunSettings;
      readonly plan: PlanCounts;
    }
  /**
   * One request as it was sent, retries and followed redirects included, before its case has finished.
   * Emitted only if asked for.
   */
  | { readonly type: 'exchange'; readonly case: string; readonly exchange: RecordedExchange }
  | { readonly type: 'phase-started'; readonly phase: Phase; readonly cases: number }
  | {
      readonly type: 'case-finished';
      readonly case: Case;
      readonly result: CaseResult;
      readonly duration: number;
      /** Requests that were sent for the case, retries and replays included. */
      readonly requests: number;
    }
  /** Emitted once for each case that shows the finding (`count` 1). `Summary.findings` has them merged. */
  | { readonly type: 'finding'; readonly finding: Finding }
  | {
      readonly type: 'phase-finished';
      readonly phase: Phase;
      readonly counts: VerdictCounts;
      readonly duration: number;
    }
  | { readonly type: 'run-finished'; readonly at: number; readonly summary: Summary };
