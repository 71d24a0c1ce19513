import type { Seen } from './check.ts';

/**
 * What an exchange must have for a check to have anything to say of it. Calling a check costs more than all that most of them do, and most
 * have nothing to say of most exchanges.
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
  /** The field of an answer. */
  readonly etag: boolean;
  /** The document calls the operation deprecated. */
  readonly deprecated: boolean;
  /** The document says when the operation goes. */
  readonly expiry: boolean;
  /** The request was to be taken. */
  readonly valid: boolean;
  /** 2xx. */
  readonly success: boolean;
  /** 4xx. */
  readonly refusal: boolean;
  /** 4xx or 5xx. */
  readonly failure: boolean;
  /** Bytes of a body. */
  readonly content: boolean;
  /** Something that the validator says of the answer. */
  readonly violations: boolean;
}

export type Need = keyof Needs;

/** As much of an exchange as it takes to know. */
type Met = Pick<Seen, 'purpose' | 'raw' | 'response' | 'operation' | 'violations'>;

const BITS: Readonly<Record<Need, number>> = {
  caller: 1,
  notes: 2,
  deprecation: 4,
  sunset: 8,
  etag: 16,
  deprecated: 32,
  expiry: 64,
  valid: 128,
  success: 256,
  refusal: 512,
  failure: 1_024,
  content: 2_048,
  violations: 4_096,
};

/** All that somebody needs, as one number. */
export function bitsOf(needs: readonly Need[] = []): number {
  return needs.reduce((bits, need) => bits | BITS[need], 0);
}

/** All that an exchange has, as one number: who needs nothing that is not in it may be asked. */
export function factsOf({ purpose, raw, response, operation, violations }: Met): number {
  const { status, headers } = response;
  let facts = 0;
  for (const [name] of headers)
    if (name.length === 4 || name.length === 6 || name.length === 11) facts |= ofField(name);
  if (purpose.caller !== undefined) facts |= BITS.caller;
  if (purpose.expect === 'valid') facts |= BITS.valid;
  if (raw.notes.length > 0) facts |= BITS.notes;
  if (raw.bytes.length > 0) facts |= BITS.content;
  if (operation?.lifecycle.deprecated === true) facts |= BITS.deprecated;
  if (operation?.lifecycle.sunset !== undefined) facts |= BITS.expiry;
  if (status >= 200 && status <= 299) facts |= BITS.success;
  if (status >= 400 && status <= 499) facts |= BITS.refusal;
  if (status >= 400) facts |= BITS.failure;
  if (violations().length > 0) facts |= BITS.violations;
  return facts;
}

function ofField(name: string): number {
  const field = name.toLowerCase();
  return field === 'etag' || field === 'sunset' || field === 'deprecation' ? BITS[field] : 0;
}
