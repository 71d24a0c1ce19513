import type { HttpRequest, HttpResponse, Json, Violation } from '../core/index.ts';
import type { Operation } from '../spec/index.ts';

/** What is remembered of one exchange. References only: nothing is copied or serialised while recording. */
export interface Entry {
  /** Counts from 1, never reused. */
  readonly sequence: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly duration: number;
  readonly world: string;
  readonly operation?: Operation;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  /** What answered; `control` for a record that was written over a control route: no expectation counts it. */
  readonly origin: string;
  readonly violations: readonly Violation[];
  /** Who called: the `User-Agent`, or the `Standin-Client` header where it is sent. */
  readonly client: string;
}

/** One exchange in short, secrets redacted: what a person follows on a screen. */
export interface ExchangeNote {
  /** Number of the entry in the journal. */
  readonly sequence: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** Raw query text, without its question mark. */
  readonly query: string;
  readonly status: number;
  readonly origin: string;
  readonly operation?: string;
  readonly world: string;
  /** Milliseconds. */
  readonly duration: number;
  readonly violations: readonly Violation[];
  /** Why the request is refused, if no violation says so. */
  readonly reason?: string;
}

export interface EntryFilter {
  readonly operation?: string;
  readonly method?: string;
  readonly path?: string;
  /** `200`, `4XX`. */
  readonly status?: string;
  readonly world?: string;
  /** Sequence number or instant in ms: only later entries. */
  readonly since?: number;
  readonly limit?: number;
  /** Only the entry of this number. */
  readonly sequence?: number;
}

/** Called with the number of an exchange, and with what makes its note: a listener that needs none pays for none. */
export type JournalListener = (sequence: number, note: () => ExchangeNote) => void;

/** A bounded ring of the newest exchanges with counters that do not forget. */
export interface Journal {
  record(entry: Omit<Entry, 'sequence'>): void;
  /** Newest last; secrets redacted; plain data ready for JSON. */
  entries(filter?: EntryFilter): readonly Json[];
  /** One entry as it was recorded, secrets included; `undefined` where the journal no longer has it. */
  entry(sequence: number): Entry | undefined;
  /** One entry in short, secrets redacted. */
  note(sequence: number): ExchangeNote | undefined;
  /** Calls `listener` with each exchange that this process records, until the function that is returned is called. */
  subscribe(listener: JournalListener): () => void;
  /** Number of the newest entry; 0 before the first. */
  readonly newest: number;
  /** Throws `usage` for a name that no expectation or no operation has. */
  verify(expectation: Expectation): Verification;
  deprecatedUse(now: number): readonly DeprecatedUse[];
  /** Takes in what other processes of the fleet have recorded, where there are any: what is shown, verified and counted from then on. Throws `state.unavailable`. */
  gather(): Promise<void>;
  clear(): void;
  /** For the whole fleet. Throws `state.unavailable`. */
  clearAll(): Promise<void>;
  /** Recorded since the start or the last clear, those that the ring has let go too. */
  readonly recorded: number;
  readonly capacity: number;
}

export interface Expectation {
  readonly operation?: string;
  readonly method?: string;
  /** Exact path or a template of the document. */
  readonly path?: string;
  readonly world?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Subset of the body: every property named here must be there and equal. */
  readonly body?: Json;
  readonly status?: number;
  readonly exactly?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Verification {
  readonly satisfied: boolean;
  readonly count: number;
  readonly expected: string;
  /**
   * Exchanges that the ring has let go and of which only counts are left, too coarse to tell whether they meet the expectation.
   * They are counted against it: satisfied means surely satisfied.
   */
  readonly forgotten: number;
  /** Requests that missed the expectation narrowly, best first, each with what differs. */
  readonly nearMisses: readonly {
    readonly sequence: number;
    readonly request: string;
    readonly differs: readonly string[];
  }[];
}

export interface DeprecatedUse {
  readonly kind: 'operation' | 'parameter' | 'property';
  readonly operation: string;
  /** Parameter or property, as a pointer into the message; absent for an operation. */
  readonly pointer?: string;
  readonly count: number;
  readonly clients: readonly { readonly client: string; readonly count: number }[];
  readonly since?: string;
  readonly sunset?: string;
  /** Negative once it has passed. */
  readonly daysToSunset?: number;
  readonly successor?: string;
}
