import { type Check, defineCheck } from '../check.ts';

export const statusServerError: Check = defineCheck({
  id: 'status.server-error',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'status',
  question: 'Does the service fail (5xx)?',
  guard:
    '501 to a method that the document does not name is an answer (RFC 9110 §9.1), and 503 with Retry-After is patience. A documented 5xx is still a failure of a request that we made on purpose.',
  wfc: 'F100',
  judge({ response, purpose, operation }) {
    const { status } = response;
    if (status < 500) return [];
    if (status === 501 && (purpose.story.kind === 'method' || operation === undefined)) return [];
    if (status === 501 || status === 503) return [];
    return [
      {
        keyword: String(status),
        messagePointer: '/status',
        expected: purpose.expect === 'refused' ? 'a refusal (4xx)' : 'no server error',
        actual: String(status),
        message: `${operation === undefined ? 'The service' : `${operation.method} ${operation.path}`} failed: it answered ${status} to ${purpose.expect === 'refused' || purpose.story.kind === 'unknown-reference' ? 'a request that it should refuse' : 'a request that should not trouble it'}.`,
      },
    ];
  },
});
