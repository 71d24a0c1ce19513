import type { HttpRequest } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { Failed } from '../transport/target.ts';
import type { About, Severity, Tier } from './events.ts';
import type { Exchange } from './exchange.ts';
import type { Need } from './needs.ts';
import type { Purpose, Stimulus } from './purpose.ts';

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
  /** The stimuli that the check is about; it is not called for others. Default: all of them. */
  readonly stories?: readonly Stimulus['kind'][];
  /** What an exchange must have, all of it; the check is not called for others. Default: nothing. */
  readonly needs?: readonly Need[];
  /** What it asks, for `--help` and reports. */
  readonly question: string;
  /** When it stays silent on purpose: what keeps it from crying wolf. */
  readonly guard?: string;
  /** Fault code of the Web Fuzzing Commons. */
  readonly wfc?: string;
  judge(seen: Exchange): readonly FindingDraft[];
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
export interface FindingDraft {
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
  /** Keeps this finding apart from others of the same check at the same pointer. */
  readonly subject?: string;
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
