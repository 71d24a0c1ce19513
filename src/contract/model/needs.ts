import type { Exchange } from './exchange.ts';

/**
 * What an exchange must have for a check to have anything to say of it, a bit for each. Calling a check costs more than all that most of
 * them do, and most have nothing to say of most exchanges.
 */
const BITS = {
  /** A client whose use of deprecated parts is reported. */
  caller: 1,
  /** Something that the connection showed beside the answer. */
  notes: 2,
  /** The field of an answer. */
  deprecation: 4,
  /** The field of an answer. */
  sunset: 8,
  /** The field of an answer. */
  etag: 16,
  /** The document calls the operation deprecated. */
  deprecated: 32,
  /** The document says when the operation goes. */
  expiry: 64,
  /** The request was to be taken. */
  valid: 128,
  /** 2xx. */
  success: 256,
  /** 4xx. */
  refusal: 512,
  /** 4xx or 5xx. */
  failure: 1_024,
  /** Bytes of a body. */
  content: 2_048,
  /** Something that the validator says of the answer. */
  violations: 4_096,
  /** The document or the answer says when the operation goes. */
  end: 8_192,
} as const;

export type Need = keyof typeof BITS;

/** As much of an exchange as it takes to know. */
type Met = Pick<Exchange, 'purpose' | 'raw' | 'response' | 'operation' | 'violations'>;

/** All needs of a check as one number. */
export function bitsOf(needs: readonly Need[] = []): number {
  return needs.reduce<number>((bits, need) => bits | BITS[need], 0);
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
  if ((facts & (BITS.expiry | BITS.sunset)) !== 0) facts |= BITS.end;
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
