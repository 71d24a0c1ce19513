import type { HeaderFields } from '../../core/index.ts';
import { fieldValue, fieldValues } from '../../wire/index.ts';
import { decodeContent } from './codings.ts';
import type { AnsweredOutcome, Outcome, Timing, TransportNote } from './target.ts';

interface Raw {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderFields;
  readonly bytes: Uint8Array;
  readonly cut: boolean;
  readonly notes: readonly TransportNote[];
}

/**
 * Turns a raw response into an outcome: decodes content codings, which is asynchronous, and refuses
 * impossible statuses.
 */
export function finishAnswer(raw: Raw, maxBytes: number, timing: Timing): Outcome | Promise<Outcome> {
  const { status, reason, headers, bytes, cut, notes } = raw;
  const partial = { status, headers, bytes };
  if (!Number.isInteger(raw.status) || raw.status < 100 || raw.status > 599) {
    const message = `the status ${raw.status} is not valid (RFC 9110 §15: three digits, 1xx to 5xx)`;
    return { kind: 'failed', code: 'not-http', message, partial, timing };
  }
  // Every answer passes here, so fields are copied by name: copying objects of varying shape is
  // slow.
  const answered = { kind: 'answered', status, reason, headers, bytes, cut, notes, timing } as const;
  const coding = fieldValues(raw.headers, 'content-encoding').join(',');
  if (coding.trim() === '' || raw.bytes.length === 0 || raw.cut) return answered;
  return withoutCoding(answered, coding, maxBytes);
}

async function withoutCoding(answered: AnsweredOutcome, coding: string, maxBytes: number): Promise<Outcome> {
  const { status, headers, bytes, timing } = answered;
  const partial = { status, headers, bytes };
  const decoded = await decodeContent(bytes, coding, maxBytes);
  switch (decoded.kind) {
    case 'decoded':
      return { ...answered, bytes: decoded.bytes };
    case 'unknown': {
      const message = `Content-Encoding "${decoded.coding}" is not known and was not asked for`;
      return { ...answered, notes: [...answered.notes, { kind: 'unknown-coding', message }] };
    }
    case 'too-large':
      return { kind: 'failed', code: 'body-too-large', message: decoded.message, partial, timing };
    case 'bad':
      return { kind: 'failed', code: 'bad-content-coding', message: decoded.message, partial, timing };
  }
}

/** The difference between Content-Length and the received bytes (RFC 9110 §8.6). */
export function contentLengthNote(
  headers: HeaderFields,
  received: number,
  bodiless: boolean,
): TransportNote | undefined {
  const declared = fieldValue(headers, 'content-length');
  if (declared === undefined || bodiless || Number(declared) === received) return undefined;
  return { kind: 'content-length', message: `Content-Length says ${declared}, ${received} bytes came` };
}
