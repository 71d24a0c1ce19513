import type { HeaderFields, HttpRequest } from '../../core/index.ts';
import type { RecordedBody, RecordedExchange } from '../model/events.ts';
import { bodyBytes } from '../transport/body-bytes.ts';
import type { Redactor } from '../transport/redactor.ts';
import type { Outcome } from '../transport/target.ts';
import { wireExchange } from './wire-exchange.ts';

/** Maximum bytes of a body in a finding. */
const KEPT = 8_192;
/** Further bytes that are searched for secrets, because half of a secret may be at the end. */
const BEYOND = 4_096;

/** An exchange as strings, with secrets removed, as it went over the connection. */
export function recordExchange(
  planned: HttpRequest,
  plannedUrl: string,
  received: Outcome,
  redactor: Redactor,
): RecordedExchange {
  const { request, url, outcome } = wireExchange(planned, plannedUrl, received);
  const sent = bodyBytes(request.body);
  const { timing } = outcome;
  const came = outcome.kind === 'answered' ? outcome : outcome.partial;
  return {
    request: {
      method: request.method,
      url: redactor.sent(url),
      headers: redactor.headers(request.headers),
      ...(sent === undefined ? {} : { body: recordBody(sent, redactor) }),
    },
    ...(came === undefined ? {} : { response: recordResponse(came, redactor) }),
    ...(outcome.kind === 'answered'
      ? {}
      : { failure: { code: outcome.code, message: redactor.text(outcome.message) } }),
    startedAt: timing.startedAt,
    duration: timing.duration,
  };
}

function recordResponse(
  came: {
    readonly status: number;
    readonly reason?: string;
    readonly headers: HeaderFields;
    readonly bytes: Uint8Array;
  },
  redactor: Redactor,
): NonNullable<RecordedExchange['response']> {
  return {
    status: came.status,
    ...(came.reason === undefined || came.reason === '' ? {} : { reason: redactor.text(came.reason) }),
    headers: redactor.headers(came.headers),
    ...(came.bytes.length === 0 ? {} : { body: recordBody(came.bytes, redactor.ofOthers) }),
  };
}

function recordBody(bytes: Uint8Array, redactor: Redactor): RecordedBody {
  const kept = bytes.subarray(0, KEPT);
  const looked = bytes.subarray(0, KEPT + BEYOND);
  const size = bytes.length;
  const truncated = size > KEPT;
  const text = decode(kept);
  const binary = text.slice(0, -1).includes('\uFFFD') || text.includes('\0');
  if (binary) {
    const clean = redactor.bytes(looked).subarray(0, KEPT);
    return { text: Buffer.from(clean).toString('base64'), encoding: 'base64', size, truncated };
  }
  const whole = decode(looked);
  const clean = redactor.sent(whole);
  return { text: clean.slice(0, clean.length - (whole.length - text.length)), encoding: 'utf8', size, truncated };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
