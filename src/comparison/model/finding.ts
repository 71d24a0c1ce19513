import type { Json } from '../../core/index.ts';
import type { Position } from '../../spec/index.ts';

/** `breaking`, `risky` and `note` in reports for people. */
export type ChangeSeverity = 'error' | 'warning' | 'info';

export type ChangeSubject = 'change' | 'lifecycle' | 'release' | 'document' | 'undecided';

/** A place in one of the two documents. */
export interface ChangePlace {
  readonly document: 'base' | 'revision';
  /** JSON Pointer into that document. */
  readonly pointer: string;
  readonly position?: Position;
}

/** A message that worked before and does not now. */
export interface ChangeWitness {
  /** `request`: the revision refuses it; `response`: the revision may send it, and the base excludes it. */
  readonly kind: 'request' | 'response';
  /** The value at the compared place: a body, a parameter, a header. */
  readonly value: Json;
  /** Command for a POSIX shell; `$BASE` stands for the base URL of the service. */
  readonly curl?: string;
  /** What the side that refuses it says. */
  readonly refusal?: string;
}

/** One cause, with all operations that it reaches. */
export interface ChangeFinding {
  /** Id of the rule: `request.max-length`. */
  readonly check: string;
  readonly severity: ChangeSeverity;
  readonly about: ChangeSubject;
  /** One sentence. */
  readonly message: string;
  /** `METHOD /path` of the first operation that it reaches; absent where it is about the document. */
  readonly operation?: string;
  /** All operations that it reaches. */
  readonly reaches: readonly string[];
  readonly place: ChangePlace;
  /** The same place in the other document. */
  readonly counterpart?: ChangePlace;
  readonly keyword?: string;
  /** The property, value or parameter that it is about, beside its place. */
  readonly subject?: string;
  /** What an error rests on: a value, or a promise of the base that no value can show. */
  readonly proof?: 'witness' | 'promise' | 'recording';
  readonly witness?: ChangeWitness;
  /** 16 hexadecimal digits from check, place, keyword and direction. */
  readonly fingerprint: string;
  /** Clients that call the operations that it reaches; absent where nothing is known of clients. */
  readonly uses?: readonly FindingUse[];
  /** Why known uses change the severity. */
  readonly weighed?: string;
  /** Excused by the baseline. */
  readonly known?: { readonly reason: string; readonly owner?: string; readonly expires?: string };
}

/** What one client has to do with a change. */
export interface FindingUse {
  readonly client: string;
  /** Calls of the operations that the change reaches. */
  readonly calls: number;
  /** Calls that break. */
  readonly breaks: number;
  /** Calls that got what changes; whether the client reads it is not known. */
  readonly mayBreak: number;
  /** Milliseconds since the Unix epoch. */
  readonly lastSeen?: number;
  /** A call that breaks or may break. */
  readonly input?: { readonly file: string; readonly pointer: string };
}

/** What is known of the clients of a comparison. */
export interface ComparedUsage {
  readonly clients: readonly string[];
  /** Clients with a call that surely breaks. */
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
  /** What the changes say about the next version. */
  readonly release: { readonly advice: ReleaseAdvice; readonly version?: string };
  readonly baseline?: {
    readonly stale: readonly string[];
    readonly expired: readonly string[];
  };
  readonly usage?: ComparedUsage;
  readonly notes: readonly string[];
  /** 0 nothing counts · 1 findings count, or the baseline has stale or expired entries. */
  readonly exitStatus: 0 | 1;
  readonly reasons: readonly string[];
}

/** Events of a comparison, for reports: one `comparison-started`, the findings, one `comparison-finished`. */
export type ComparisonEvent =
  | { readonly type: 'comparison-started'; readonly base: ComparedDocument; readonly revision: ComparedDocument }
  | { readonly type: 'finding'; readonly finding: ChangeFinding }
  | { readonly type: 'comparison-finished'; readonly summary: ComparisonSummary };
