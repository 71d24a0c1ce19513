import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { allowsAnonymous } from '../../responses/anonymous-access.ts';

export const authWrongStatus: Check = defineCheck({
  id: 'auth.wrong-status',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['credential'],
  question: 'Is a missing or invalid credential refused with 401 or 403?',
  guard:
    'A refusal other than 401 counts only if the same request has a success with the credential of the run: else it may be about the request. A 403 is wrong only if the document has 401 and no 403 for it. If anonymous use is allowed, nothing else is wrong. A 404 may hide an item, but not a path without ids that worked with a credential. A redirect may lead to a login form. Where the key is a required parameter as well, a request without it may be refused as invalid. 5xx has its own check.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const { status } = exchange.response;
    if (story.kind !== 'credential' || story.given === 'valid' || isFine(exchange, story.given)) return [];
    if (allowsAnonymous(exchange) && !(status === 403 && story.shaped === true)) return [];
    const credential = story.given === 'none' ? 'a missing' : 'an invalid';
    return [
      {
        messagePointer: '/status',
        keyword: story.given,
        expected: '401 (RFC 9110 §15.5.2)',
        actual: String(status),
        message: `${exchange.operation?.id} refuses ${credential} credential with ${status}${documents(exchange, '401') ? ', where the document says 401' : ''}.`,
      },
    ];
  },
});

function isFine(exchange: Exchange, credential: 'none' | 'invalid'): boolean {
  const { status } = exchange.response;
  if (status < 400 || status >= 500) return true;
  // If the operation never succeeded, the refusal may be about the request itself: an empty body, a
  // made-up token, an unknown item, a service that is not set up.
  if (status !== 401 && !exchange.hasWorked) return true;
  if (status === 403) return !documents(exchange, '401') || documents(exchange, '403') || documents(exchange, '4XX');
  if (status === 404) return !documents(exchange, '401') || exchange.operation?.path.includes('{') !== false;
  if (credential === 'none' && (status === 400 || status === 422) && isRequiredParameter(exchange)) return true;
  return status === 401 || status === 407 || status === 429 || (credential === 'invalid' && status === 400);
}

/** Whether the document has a key of its security also as a required parameter: without it the request is invalid. */
function isRequiredParameter({ api, operation }: Exchange): boolean {
  const keys = Object.values(api.securitySchemes).flatMap((scheme) =>
    scheme.kind === 'apiKey' ? [`${scheme.in} ${scheme.name.toLowerCase()}`] : [],
  );
  return (operation?.parameters ?? []).some(
    ({ in: place, name, required }) => required && keys.includes(`${place} ${name.toLowerCase()}`),
  );
}

function documents({ operation }: Exchange, status: string): boolean {
  return operation?.responses.some((each) => each.status === status) === true;
}
