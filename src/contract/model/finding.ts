import type { Excuse, Severity, Tier } from '../../findings/index.ts';
import type { Position } from '../../spec/index.ts';
import type { Phase } from './phase.ts';

/** The subject of a finding: the service, its document, or its clients. */
export type About = 'service' | 'document' | 'usage';

/** A request and its answer as text, redacted and cut to a bounded size. */
export interface RecordedExchange {
  readonly request: {
    readonly method: string;
    /** Absolute. */
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: RecordedBody;
  };
  /** Absent if no response came. */
  readonly response?: {
    readonly status: number;
    readonly reason?: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: RecordedBody;
  };
  /** Why no complete response came: `timeout`, `connection-reset`, `incomplete-body` … with a sentence. */
  readonly failure?: { readonly code: string; readonly message: string };
  readonly startedAt: number;
  readonly duration: number;
}

export interface RecordedBody {
  readonly text: string;
  /** `base64` if the bytes are not valid UTF-8. */
  readonly encoding: 'utf8' | 'base64';
  /** Size of the whole body in bytes. `text` is shorter if it was cut. */
  readonly size: number;
  readonly truncated: boolean;
}

/** One exchange that leads to a finding. */
export interface Step {
  /** Such as `createPet, answered 201`. */
  readonly title: string;
  readonly exchange: RecordedExchange;
  /** Requests like this one, such as pages of the same list, that came directly before it and are left out. */
  readonly leftOut?: number;
}

/** Some lines of the document; `line` is the number of the first. */
export interface Excerpt {
  readonly line: number;
  /** Column of the rule in `lines[0]`, which is only a part of a long line. The first column is 1. */
  readonly column?: number;
  readonly lines: readonly string[];
}

/** What a write that was answered as a success did not store: one `property`, or nothing of the whole `write`. */
export type UnkeptPart = 'property' | 'write';

/** What several findings have in common. */
export interface Cause {
  /** 8 hexadecimal digits; the same in every run that has the same cause. */
  readonly id: string;
  /**
   * `component`: one rule of one component of the document. `answer`: the same failure answer.
   * `everywhere`: the same fault in three or more operations. `place`: one place in the answers of one
   * operation. `unvalidated`: a component or an operation that accepts many different invalid values.
   * `unkept`: writes that do not store what they are sent.
   */
  readonly kind: 'component' | 'place' | 'answer' | 'everywhere' | 'unvalidated' | 'unkept';
  /** The number of findings with this cause. */
  readonly findings: number;
}

/** One way in which service, document or use break the contract. Repeats are merged by `fingerprint` and counted. */
export interface Finding {
  /** Id of the check, such as `schema.type`. */
  readonly check: string;
  readonly severity: Severity;
  readonly about: About;
  readonly tier: Tier;
  /** Id of the operation, if the finding is about one. */
  readonly operation?: string;
  /** `METHOD /path` as in the document. */
  readonly endpoint?: string;
  /** JSON Pointer (RFC 6901) of the broken rule in the document. */
  readonly pointer?: string;
  readonly position?: Position;
  /** The sentence of the document at `position` that is the broken rule, if it is one. */
  readonly sentence?: string;
  /** The document around `position`; in summaries only. */
  readonly excerpt?: Excerpt;
  /** JSON Pointer into the message: `/body/0/name`, `/header/location`, `/status`. */
  readonly messagePointer?: string;
  /** The broken JSON Schema keyword, if there is one. */
  readonly keyword?: string;
  /** Only of a finding about values that were written. */
  readonly unkept?: UnkeptPart;
  readonly expected: string;
  readonly actual: string;
  /** One sentence: what is wrong, where. */
  readonly message: string;
  readonly exchange?: RecordedExchange;
  /**
   * Command for a POSIX shell that shows the finding again, if one request is enough. Secrets are variables
   * such as `$STANDIN_BEARER`.
   */
  readonly curl?: string;
  /**
   * The exchanges that lead to the finding, oldest first, if one is not enough. The last is `exchange`.
   * Only on the first finding of a fingerprint.
   */
  readonly steps?: readonly Step[];
  /**
   * Script for a POSIX shell that repeats these steps with new records. Absent if a step needs a value that
   * no answer contains.
   */
  readonly script?: string;
  /** 16 hexadecimal digits from check, operation, pointer and keyword; values, order, seed and shard do not change it. */
  readonly fingerprint: string;
  /** How often the finding was seen; at least 1. */
  readonly count: number;
  /** The first case that showed it. */
  readonly case?: string;
  readonly phase?: Phase;
  /** Fault code of the Web Fuzzing Commons, where one exists: `F101`. */
  readonly wfc?: string;
  /** The other tool that found it: `dredd`. */
  readonly source?: string;
  /** The replay on a fresh connection did not show the finding. */
  readonly flaky?: boolean;
  /** What the replay showed instead, in one or two sentences. Only of a flaky finding. */
  readonly replay?: string;
  /** Scenario, client or user agent that caused it (use of deprecated parts). */
  readonly caller?: string;
  /** If `source` is a scenario or traffic: the place in that file. */
  readonly input?: Position;
  /** Excused by the baseline, so it does not count for the exit status. */
  readonly known?: Excuse;
  /**
   * Fingerprint of the finding that causes this one, in the same summary. Reports for people fold it under
   * that one.
   */
  readonly because?: string;
  /** A cause that several findings of the summary have. */
  readonly cause?: Cause;
}
