import type { Position } from '../spec/index.ts';

/**
 * The story that a run tells, as plain data: everything here survives `JSON.stringify`, and every secret has been
 * taken out before an event is made. Times are milliseconds; instants are milliseconds since the Unix epoch.
 * Text that came from the target is kept as it came: whoever prints it must escape it for the medium.
 */

/** The parts of a run, in the order in which they run. */
export const PHASES = [
  'examples',
  'coverage',
  'stateful',
  'protocol',
  'lifecycle',
  'scenarios',
  'traffic',
  'fuzz',
] as const;
export type Phase = (typeof PHASES)[number];

export type Severity = 'error' | 'warning' | 'info';

/** Whom a finding is about: the service that answers, the document that describes it, or those who use it. */
export type About = 'service' | 'document' | 'usage';

/** 1 is on by default and silent on a correct server, 2 comes with `strict`, 3 only informs. */
export type Tier = 1 | 2 | 3;

/** One thing to try, as planned. The same seed, document and options give the same cases with the same ids. */
export interface Case {
  /** Unique in a run and stable between runs: `coverage/createBook/body/title/maxLength-broken`. */
  readonly id: string;
  readonly phase: Phase;
  /** Absent where the case is about no single operation (a path that does not exist). */
  readonly operation?: string;
  /** One line for a person: `createBook: /body/title breaks maxLength`. */
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
  /** For a person: `201 with a Book`, `a refusal (4xx)`. */
  readonly text: string;
}

export type Verdict = CaseResult['verdict'];

/** How a case ended. `flaky`: the replay of a failure came out differently. */
export type CaseResult =
  | { readonly verdict: 'passed'; readonly flaky?: boolean }
  /** `fingerprints` of the findings that made it fail. */
  | { readonly verdict: 'failed'; readonly fingerprints: readonly string[]; readonly flaky?: boolean }
  /** Nothing can be said: 401/403 with our credential, missing data, 409, 429, a time-out of one try. */
  | { readonly verdict: 'inconclusive'; readonly reason: string }
  /** We could not do it: the target did not answer as HTTP, or a defect of ours. */
  | { readonly verdict: 'errored'; readonly reason: string }
  | { readonly verdict: 'skipped'; readonly reason: string };

/** A request and its answer as text, redacted and cut to a bounded size. */
export interface RecordedExchange {
  readonly request: {
    readonly method: string;
    /** Absolute. */
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: RecordedBody;
  };
  /** Absent where none came. */
  readonly response?: {
    readonly status: number;
    readonly reason?: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: RecordedBody;
  };
  /** Why no (whole) response came: `timeout`, `connection-reset`, `incomplete-body` … with a sentence. */
  readonly failure?: { readonly code: string; readonly message: string };
  readonly startedAt: number;
  readonly duration: number;
}

export interface RecordedBody {
  readonly text: string;
  /** `base64` where the bytes are no text. */
  readonly encoding: 'utf8' | 'base64';
  /** Size of the whole body in bytes; `text` holds less where it was cut. */
  readonly size: number;
  readonly truncated: boolean;
}

/** One way in which service, document or use break the contract. Repeats are merged by `fingerprint` and counted. */
export interface Finding {
  /** Id of the check: `schema.type`. */
  readonly check: string;
  readonly severity: Severity;
  readonly about: About;
  readonly tier: Tier;
  /** Id of the operation; absent where there is none. */
  readonly operation?: string;
  /** `METHOD /path` as in the document, for a person. */
  readonly endpoint?: string;
  /** JSON Pointer (RFC 6901) into the document where the broken rule stands. */
  readonly pointer?: string;
  readonly position?: Position;
  /** JSON Pointer into the message: `/body/0/name`, `/header/location`, `/status`. */
  readonly messagePointer?: string;
  /** JSON Schema keyword, where there is one. */
  readonly keyword?: string;
  readonly expected: string;
  readonly actual: string;
  /** One sentence: what is wrong, where. */
  readonly message: string;
  readonly exchange?: RecordedExchange;
  /** Command for a POSIX shell that sends the request again; secrets as `$STANDIN_BEARER` and siblings. */
  readonly curl?: string;
  /** 16 hexadecimal digits from check, operation, pointer and keyword; no value, order, seed or shard in it. */
  readonly fingerprint: string;
  /** How often it was seen; at least 1. */
  readonly count: number;
  /** The first case that showed it. */
  readonly case?: string;
  readonly phase?: Phase;
  /** Fault code of the Web Fuzzing Commons, where one exists: `F101`. */
  readonly wfc?: string;
  /** Who found it, where not we: `dredd`. */
  readonly source?: string;
  /** The replay on a fresh connection did not show it again. */
  readonly flaky?: boolean;
  /** Scenario, client or user agent that caused it (use of deprecated parts). */
  readonly caller?: string;
  /** Where `source` is a scenario or traffic: place in that file. */
  readonly input?: Position;
  /** Excused by the baseline: does not count for the exit status. */
  readonly known?: { readonly reason: string; readonly owner?: string; readonly expires?: string };
  /** Fingerprint of the finding of the same summary that this one follows from; reports for people fold it under that one. */
  readonly because?: string;
}

/** What a run was asked to do, without any secret. */
export interface RunSettings {
  readonly phases: readonly Phase[];
  readonly strict: boolean;
  readonly seed: number;
  readonly concurrency: number;
  /** Requests per second. */
  readonly rate?: number;
  readonly timeout: number;
  readonly allowWrites: boolean;
  readonly follow: boolean;
  readonly insecure: boolean;
  /** `2/3`. */
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
  /** What the plan does not try, and why. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly operation?: string;
  readonly reason: string;
  readonly count: number;
}

/** Exactly one `run-started` first and exactly one `run-finished` last, also after an abort. */
export type RunEvent =
  | {
      readonly type: 'run-started';
      readonly at: number;
      /** Title and version of the API, and where its document was read from. */
      readonly api: { readonly title: string; readonly version: string; readonly source: string };
      /** The target's base URL without user info, or `in-process`. */
      readonly target: string;
      readonly settings: RunSettings;
      readonly plan: PlanCounts;
    }
  | { readonly type: 'phase-started'; readonly phase: Phase; readonly cases: number }
  | {
      readonly type: 'case-finished';
      readonly case: Case;
      readonly result: CaseResult;
      readonly duration: number;
      /** Requests sent for it, retries and replays among them. */
      readonly requests: number;
    }
  /** Comes once for each case that shows it (`count` 1); `Summary.findings` has them merged. */
  | { readonly type: 'finding'; readonly finding: Finding }
  | {
      readonly type: 'phase-finished';
      readonly phase: Phase;
      readonly counts: VerdictCounts;
      readonly duration: number;
    }
  | { readonly type: 'run-finished'; readonly at: number; readonly summary: Summary };

export interface VerdictCounts {
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly errored: number;
  readonly skipped: number;
  /** Counted among the others too. */
  readonly flaky: number;
}

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
  readonly baseline?: BaselineOutcome;
  /** Things about the run itself that a person should know: `every probe was 404; the document names the base path /v1`. */
  readonly notes: readonly string[];
  readonly requests: number;
  readonly retries: number;
  readonly startedAt: number;
  readonly duration: number;
  /** Set when the run did not come to its own end. */
  readonly interrupted?: string;
  /** `2/3`; absent for a whole or merged run. */
  readonly shard?: string;
  /** Of a shard: what can be judged only together with the others. */
  readonly part?: PartFacts;
  /** 0 clean · 1 findings or a stale baseline · 3 target unreachable · 130/143 interrupted · 70 our own defect. */
  readonly exitStatus: number;
  /** Why `exitStatus` is not 0, a sentence each. */
  readonly reasons: readonly string[];
}

/** What a shard knows that says something only once it is known of all. */
export interface PartFacts {
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

export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  /** Share of what could be seen that was seen. */
  readonly totals: {
    readonly operations: Ratio;
    readonly statuses: Ratio;
    readonly parameters: Ratio;
    readonly properties: Ratio;
    /** Keywords tried with a valid value, and broken alone. */
    readonly keywordsValid: Ratio;
    readonly keywordsBroken: Ratio;
  };
}

export interface Ratio {
  readonly covered: number;
  readonly total: number;
}

export interface OperationCoverage {
  readonly operation: string;
  readonly endpoint: string;
  readonly tags: readonly string[];
  readonly requests: number;
  /** A 2xx (or documented 3xx) answer came to a valid request. */
  readonly reached: boolean;
  readonly statuses: readonly { readonly status: string; readonly documented: boolean; readonly count: number }[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly sent: boolean }[];
  readonly properties: Ratio;
  readonly keywordsValid: Ratio;
  readonly keywordsBroken: Ratio;
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
export interface LedgerEntry {
  readonly operation: string;
  readonly resource: string;
  /** Path to delete it by, relative to the target's base; absent where the document has no delete. */
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
}
