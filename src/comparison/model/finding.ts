import type { HeaderFields, Json } from '../../core/index.ts';
import type { Excuse, Severity } from '../../findings/index.ts';
import type { Position } from '../../spec/index.ts';

export type ChangeSubject = 'change' | 'lifecycle' | 'release' | 'document' | 'undecided';

/** A place in one of the two documents. */
export interface ChangePlace {
  readonly document: 'base' | 'revision';
  /** JSON Pointer into that document. */
  readonly pointer: string;
  readonly position?: Position;
}

/** A message that was valid before the change and is not valid after it. */
export interface ChangeWitness {
  /** `request`: the revision refuses it; `response`: the revision may send it, and the base excludes it. */
  readonly kind: 'request' | 'response';
  /** The value at the compared place: a body, a parameter, a header. */
  readonly value: Json;
  /** Command for a POSIX shell; `$BASE` stands for the base URL of the service. */
  readonly curl?: string;
  /** The same request. */
  readonly request?: WitnessRequest;
  /** The error of the side that refuses the message. */
  readonly refusal?: string;
  /** Statuses that mocks of the two documents answered, where that was asked for. */
  readonly answers?: { readonly base: number; readonly revision: number };
}

/** What a running service answered to the request of a finding, and what that says of the change. */
export interface ServiceAnswer {
  /**
   * `refuses`: the service refuses the request already; `takes`: it still takes it; `unknown`: its answer does
   * not tell; `not-sent`: the request was not sent.
   */
  readonly verdict: 'refuses' | 'takes' | 'unknown' | 'not-sent';
  readonly status?: number;
  /** Why the answer does not tell, or why nothing was sent. */
  readonly reason?: string;
}

/** A request as it is sent. */
export interface WitnessRequest {
  readonly method: string;
  readonly path: string;
  /** Without its `?`. */
  readonly query: string;
  readonly headers: HeaderFields;
  readonly body?: string;
}

/** One cause, with all operations that it affects. */
export interface ChangeFinding {
  /** Id of the rule: `request.max-length`. */
  readonly check: string;
  readonly severity: Severity;
  readonly about: ChangeSubject;
  /** One sentence. */
  readonly message: string;
  /** `METHOD /path` of the first affected operation; absent for a finding about the whole document. */
  readonly operation?: string;
  /** All affected operations. */
  readonly reaches: readonly string[];
  readonly place: ChangePlace;
  /** The same place in the other document. */
  readonly counterpart?: ChangePlace;
  readonly keyword?: string;
  /** The property, value or parameter concerned. */
  readonly subject?: string;
  /** Evidence for an error: a value, or a promise of the base that no value can show. */
  readonly proof?: 'witness' | 'promise' | 'recording';
  readonly witness?: ChangeWitness;
  /** 16 hexadecimal digits from check, place, keyword and direction. */
  readonly fingerprint: string;
  /** Clients that call the affected operations; absent where no uses were given. */
  readonly uses?: readonly FindingUse[];
  /** Why recorded uses changed the severity. */
  readonly weighed?: string;
  /** What a running service answered, where one was asked; absent for notes. */
  readonly service?: ServiceAnswer;
  /** Accepted by an entry of the baseline. */
  readonly known?: Excuse;
}

/** What a change means for one client. */
export interface FindingUse {
  readonly client: string;
  /** Calls of the affected operations. */
  readonly calls: number;
  /** Calls that break. */
  readonly breaks: number;
  /** Calls whose answers contained the changed part; whether the client reads it is not known. */
  readonly mayBreak: number;
  /** Milliseconds since the Unix epoch. */
  readonly lastSeen?: number;
  /** A call that breaks or may break. */
  readonly input?: { readonly file: string; readonly pointer: string };
}

/** The recorded uses that a comparison took into account. */
export interface ComparedUsage {
  readonly clients: readonly string[];
  /** Clients with at least one call that certainly breaks. */
  readonly broken: readonly string[];
  readonly calls: number;
  /** Milliseconds since the Unix epoch; absent where no file has dates. */
  readonly firstSeen?: number;
  readonly lastSeen?: number;
}

export type ReleaseAdvice = 'major' | 'minor' | 'patch' | 'none';

export interface ComparedDocument {
  readonly title: string;
  readonly version: string;
  readonly source: string;
  readonly operations: number;
}

export interface ComparisonSummary {
  readonly base: ComparedDocument;
  readonly revision: ComparedDocument;
  /** Errors first, then by operation and check. */
  readonly findings: readonly ChangeFinding[];
  readonly counts: {
    readonly breaking: number;
    readonly risky: number;
    readonly notes: number;
    readonly undecided: number;
    readonly known: number;
  };
  /** What the changes mean for the next version number. */
  readonly release: { readonly advice: ReleaseAdvice; readonly version?: string };
  readonly baseline?: {
    readonly stale: readonly string[];
    readonly expired: readonly string[];
  };
  readonly usage?: ComparedUsage;
  readonly notes: readonly string[];
  /** 0: no finding counts. 1: findings count, or the baseline has stale or expired entries. */
  readonly exitStatus: 0 | 1;
  readonly reasons: readonly string[];
}

/** Events of a comparison, for reports: one `comparison-started`, the findings, one `comparison-finished`. */
export type ComparisonEvent =
  | { readonly type: 'comparison-started'; readonly base: ComparedDocument; readonly revision: ComparedDocument }
  | { readonly type: 'finding'; readonly finding: ChangeFinding }
  | { readonly type: 'comparison-finished'; readonly summary: ComparisonSummary };
