import type { HttpRequest } from '../../core/index.ts';
import type { Severity, Tier } from '../../findings/index.ts';
import type { Operation, PlacedText } from '../../spec/index.ts';
import type { FailedOutcome } from '../transport/target.ts';
import type { About, UnkeptPart } from './events.ts';
import type { Exchange } from './exchange.ts';
import type { Need } from './needs.ts';
import type { Purpose, Stimulus } from './purpose.ts';

/**
 * The order in which checks judge an exchange. Once a layer has found an error, later layers are skipped, so that one cause gives one finding; an error of the schema layer only explains what is found of the same value. `free` checks always run, because no other cause explains what they find.
 */
export const LAYERS = ['transport', 'purpose', 'status', 'media-type', 'parse', 'schema', 'value', 'free'] as const;
export type Layer = (typeof LAYERS)[number];

/** One question about an exchange. */
export interface Check {
  readonly id: string;
  readonly tier: Tier;
  readonly severity: Severity;
  readonly about: About;
  readonly layer: Layer;
  /** The kinds of stimulus that the check is called for. Default: all. */
  readonly stories?: readonly Stimulus['kind'][];
  /** Everything that an exchange must have for the check to be called. Default: nothing. */
  readonly needs?: readonly Need[];
  /** What it asks, for `--help` and reports. */
  readonly question: string;
  /** When the check stays silent on purpose, so that it gives no false alarm. */
  readonly guard?: string;
  /** Fault code of the Web Fuzzing Commons. */
  readonly wfc?: string;
  /** The finding is reported under the write that caused it, although a read shows it. */
  readonly ofWrite?: true;
  judge(exchange: Exchange): readonly FindingDraft[];
}

/** A check of a whole run or of the document. It judges no exchange. */
export interface RunCheck {
  readonly id: string;
  readonly tier: Tier;
  readonly severity: Severity;
  readonly about: About;
  readonly question: string;
  readonly guard?: string;
}

/** The result of a check; `judge` turns it into a `Finding`. */
export interface FindingDraft {
  readonly expected: string;
  readonly actual: string;
  readonly message: string;
  /** JSON Pointer into the document. Default: the operation's. */
  readonly pointer?: string;
  /** JSON Pointer of the broken rule, where the place in the message names the finding. */
  readonly rule?: string;
  /** The sentence of the document that is the broken rule. Its place is that of the rule. */
  readonly sentence?: PlacedText;
  readonly messagePointer?: string;
  /** The place by which the finding is known again, where `messagePointer` may differ from run to run. */
  readonly place?: string;
  readonly keyword?: string;
  /** Lower than that of the check if the document is less clear. */
  readonly severity?: Severity;
  readonly about?: About;
  /** Keeps this finding apart from others of the same check at the same pointer. */
  readonly subject?: string;
  readonly unkept?: UnkeptPart;
  /** The finding is reported under the write that caused it, as those of a check with `ofWrite`. */
  readonly ofWrite?: true;
}

/** An exchange without a complete answer. */
export interface IncompleteExchange {
  readonly operation: Operation | undefined;
  readonly request: HttpRequest;
  readonly purpose: Purpose;
  readonly failure: FailedOutcome;
  readonly url: string;
}

/** Returns the check, with its type checked. */
export function defineCheck(check: Check): Check {
  return check;
}
