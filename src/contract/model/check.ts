import type { HttpRequest, HttpResponse, Json, Violation } from '../../core/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import type { Api, Operation, ResponseSpec, Schema } from '../../spec/index.ts';
import type { About, Severity, Tier } from './events.ts';
import type { Need } from './needs.ts';
import type { Purpose, Story } from './purpose.ts';
import type { Failed, Timing, TransportNote } from '../transport/target.ts';

/**
 * The order in which checks speak about one exchange: once a layer has found an error, the later ones stay silent, so that
 * one cause gives one finding. `free` checks look at something that no other cause explains, and always speak.
 */
export const LAYERS = ['transport', 'purpose', 'status', 'media-type', 'parse', 'schema', 'value', 'free'] as const;
export type Layer = (typeof LAYERS)[number];

/** One question to an exchange. */
export interface Check {
  readonly id: string;
  readonly tier: Tier;
  readonly severity: Severity;
  readonly about: About;
  readonly layer: Layer;
  /** The stories that it is about, so that nobody asks it about another one. Default: all of them. */
  readonly stories?: readonly Story['kind'][];
  /** What an exchange must have, all of it, so that nobody asks it about one without. Default: nothing. */
  readonly needs?: readonly Need[];
  /** What it asks, for `--help` and reports. */
  readonly question: string;
  /** When it stays silent on purpose: what keeps it from crying wolf. */
  readonly guard?: string;
  /** Fault code of the Web Fuzzing Commons. */
  readonly wfc?: string;
  judge(seen: Seen): readonly Draft[];
}

/** A check of a whole run or of the document: it sees no exchange of its own. */
export interface Verdictless {
  readonly id: string;
  readonly tier: Tier;
  readonly severity: Severity;
  readonly about: About;
  readonly question: string;
  readonly guard?: string;
}

/** What a check has to say; `judge` makes a `Finding` of it. */
export interface Draft {
  readonly expected: string;
  readonly actual: string;
  readonly message: string;
  /** JSON Pointer into the document. Default: the operation's. */
  readonly pointer?: string;
  readonly messagePointer?: string;
  readonly keyword?: string;
  /** Where the document gives less reason than usual. */
  readonly severity?: Severity;
  readonly about?: About;
  /** Told apart from other findings of this check at this pointer. */
  readonly subject?: string;
}

/** One exchange with everything that a check may want to know. */
export interface Seen {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly operation: Operation | undefined;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly purpose: Purpose;
  /** The response that the document describes for this status: exact, then `4XX`, then `default` (OpenAPI 3.1 §4.8.16). */
  readonly documented: ResponseSpec | undefined;
  /** What the validator says of the answer; worked out when first read, at most 20. */
  readonly violations: () => readonly Violation[];
  /** Whether the document leaves room for this body in the place of the one that came. */
  readonly couldShow: (body: Json) => boolean;
  /** Whether an answer may show this value where it has that schema. */
  readonly mayBe: (schema: Schema, value: Json) => boolean;
  /** Whether a request may say this value where it has that schema. */
  readonly maySend: (schema: Schema, value: Json) => boolean;
  /** Whether another operation of the document takes the request, by its path and by what tells operations of one path apart. */
  readonly leadsElsewhere: () => boolean;
  /** … and it is a valid one there. */
  readonly isAnothers: () => boolean;
  /** Whether any value fits what the document says of a success: none does where a schema requires itself. */
  readonly answerable: () => boolean;
  readonly raw: RawAnswer;
  readonly timing: Timing;
  readonly settings: JudgeSettings;
  /** Absolute URL of the request. */
  readonly url: string;
  /** Whether this operation has given 2xx to data like this in this run. */
  readonly hasWorked: boolean;
  /** The credential that was sent has been taken (2xx) by another operation with the same security. */
  readonly credentialWorks: boolean;
}

export interface RawAnswer {
  readonly bytes: Uint8Array;
  readonly cut: boolean;
  readonly notes: readonly TransportNote[];
}

export interface JudgeSettings {
  /** Milliseconds since the Unix epoch, as the user wants it to be. */
  readonly now: number;
  readonly sunsetWarn: number;
  readonly sunsetFail: number | undefined;
  /** Milliseconds that an answer may take. */
  readonly timeBudget: number;
  /** Secret values, for leaks. */
  readonly secrets: readonly string[];
  readonly loopback: boolean;
}

/** An exchange that gave no whole answer. */
export interface Missed {
  readonly operation: Operation | undefined;
  readonly request: HttpRequest;
  readonly purpose: Purpose;
  readonly failure: Failed;
  readonly url: string;
}

/** Types a check and returns it. */
export function defineCheck(check: Check): Check {
  return check;
}
