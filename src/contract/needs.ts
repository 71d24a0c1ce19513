import type { HttpResponse } from '../core/index.ts';
import type { Operation } from '../spec/index.ts';
import type { Purpose } from './purpose.ts';
import type { TransportNote } from './target/target.ts';

/**
 * What an exchange must have for a check to have anything to say of it. Calling a check costs more than all that most of them do, and
 * nearly no exchange has any of these.
 */
export interface Needs {
  /** Somebody of whom it is told which deprecated things they use. */
  readonly caller: boolean;
  /** Something that the connection showed beside the answer. */
  readonly notes: boolean;
  /** The field of an answer. */
  readonly deprecation: boolean;
  /** The field of an answer. */
  readonly sunset: boolean;
  /** The document calls the operation deprecated. */
  readonly deprecated: boolean;
  /** The document says when the operation goes. */
  readonly expiry: boolean;
}

export type Need = keyof Needs;

/** As much of an exchange as it takes to know. */
interface Met {
  readonly purpose: Purpose;
  readonly raw: { readonly notes: readonly TransportNote[] };
  readonly response: HttpResponse;
  readonly operation: Operation | undefined;
}

export function needsMet({ purpose, raw, response, operation }: Met): Needs {
  let deprecation = false;
  let sunset = false;
  for (const [name] of response.headers) {
    if (name.length === 11) deprecation ||= name.toLowerCase() === 'deprecation';
    else if (name.length === 6) sunset ||= name.toLowerCase() === 'sunset';
  }
  return {
    caller: purpose.caller !== undefined,
    notes: raw.notes.length > 0,
    deprecation,
    sunset,
    deprecated: operation?.lifecycle.deprecated === true,
    expiry: operation?.lifecycle.sunset !== undefined,
  };
}
