import { isUntrusted } from '../../wire/index.ts';
import type { LastRequest } from '../transport/last-requests.ts';
import type { FailedOutcome } from '../transport/target.ts';

/** Reasons for a target that did not answer the first request, with what to do. */
export function unansweredReasons(base: string, { code, message }: Pick<FailedOutcome, 'code' | 'message'>): Reasons {
  if (code === 'tls' && isUntrusted(message))
    return [
      `${base} has a certificate that is not trusted: ${message}`,
      '--insecure accepts any certificate; NODE_EXTRA_CA_CERTS names a file of those to be trusted.',
    ];
  if (code === 'tls') return [`${base} speaks no TLS: ${message}`, 'Is its address one with http:?'];
  return [
    `${base} cannot be reached: ${message}`,
    'Is it running, and is this its address? --wait 30s waits for one that is starting.',
  ];
}

/** Reasons for a target that accepts connections and never answers. */
export function muteReasons(
  base: string,
  { code, message }: Pick<FailedOutcome, 'code' | 'message'>,
  timeout: number,
): Reasons {
  if (code === 'timeout')
    return [
      `${base} accepts connections but does not answer: no request got an answer within ${timeout} ms`,
      'Is this its address? --timeout gives each answer more time.',
    ];
  const advice = base.startsWith('http:')
    ? 'Is its address one with https:, or its port another?'
    : 'Is this its address?';
  return [`${base} accepts connections and sends no HTTP answer: ${message}`, advice];
}

/** A line about the requests after which a target stopped accepting connections: one of them may have ended it. */
export function lastRequestsLine(suspects: readonly LastRequest[]): string | undefined {
  if (suspects.length === 0) return undefined;
  const requests = suspects.map(
    ({ method, path, end }) => `${method} ${path} (${typeof end === 'number' ? `answered ${end}` : end})`,
  );
  return `The last ${requests.length === 1 ? 'request' : 'requests'} before that: ${requests.join(', ')}`;
}

export type Reasons = readonly [what: string, advice: string];
