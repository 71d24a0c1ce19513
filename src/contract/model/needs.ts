import type { Exchange } from './exchange.ts';

/**
 * Facts about an exchange that checks may need, one bit each. A check is called only for exchanges with all
 * its facts, because calling every check for every exchange is slow.
 */
const BITS = {
  /** The exchange has a client whose use of deprecated parts is reported. */
  caller: 1,
  /** The connection had irregularities. */
  notes: 2,
  /** The answer has the field Deprecation. */
  deprecation: 4,
  /** The answer has the field Sunset. */
  sunset: 8,
  /** The answer has the field ETag. */
  etag: 16,
  /** The document marks the operation as deprecated. */
  deprecated: 32,
  /** The document has a sunset date for the operation. */
  expiry: 64,
  /** The request was meant to be accepted. */
  valid: 128,
  /** The status is 2xx. */
  success: 256,
  /** The status is 4xx. */
  refusal: 512,
  /** The status is 4xx or 5xx. */
  failure: 1_024,
  /** The answer has a body. */
  content: 2_048,
  /** The validator found violations in the answer. */
  violations: 4_096,
  /** The document or the answer has a sunset date. */
  end: 8_192,
} as const;

export type Need = keyof typeof BITS;

/** The parts of an exchange that decide its facts. */
type ExchangeFacts = Pick<Exchange, 'purpose' | 'raw' | 'response' | 'operation' | 'violations'>;

/** All needs of a check as one number. */
export function bitsOf(needs: readonly Need[] = []): number {
  return needs.reduce<number>((bits, need) => bits | BITS[need], 0);
}

/** All facts of an exchange as one number. A check whose bits are all set in it is called. */
export function factsOf({ purpose, raw, response, operation, violations }: ExchangeFacts): number {
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
