import { fieldValue } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';

/** Guard: HEAD and OPTIONS are never tried as undocumented; a redirect is not an acceptance. */
export const methodUnsupportedAccepted: Check = defineCheck({
  id: 'method.unsupported-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is a method refused that the document does not name for the path?',
  judge({ purpose: { story }, request, response: { status } }) {
    if (story.kind !== 'method' || status < 200 || status > 299) return [];
    return [
      {
        keyword: request.method,
        expected: '405',
        actual: String(status),
        message: `${request.method} is not documented for ${story.path} and was accepted (${status}).`,
      },
    ];
  },
});

/** Guard: 401 and 403 may come before, 501 is for methods that nobody knows (RFC 9110 §9.1), and acceptance has its own check. */
export const methodNot405: Check = defineCheck({
  id: 'method.not-405',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is an undocumented method refused with 405?',
  judge({ purpose: { story }, request, response: { status } }) {
    if (story.kind !== 'method' || status < 300 || [401, 403, 405, 429, 501].includes(status) || status >= 500)
      return [];
    return [
      {
        keyword: request.method,
        expected: '405 (RFC 9110 §15.5.6)',
        actual: String(status),
        message: `${request.method} is not documented for ${story.path} and was refused with ${status} instead of 405.`,
      },
    ];
  },
});

/** Guard: only 405, where RFC 9110 §15.5.6 says MUST. */
export const headerAllowMissing: Check = defineCheck({
  id: 'header.allow-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does a 405 say which methods there are?',
  judge({ request, response, purpose }) {
    if (response.status !== 405 || fieldValue(response.headers, 'allow') !== undefined) return [];
    return [
      {
        messagePointer: '/header/allow',
        expected: 'Allow (RFC 9110 §15.5.6)',
        actual: 'no Allow',
        message: `405 to ${request.method} ${'path' in purpose.story ? purpose.story.path : request.path} has no Allow field.`,
      },
    ];
  },
});

/** Guard: methods that Allow names beyond the document are the service's business; only documented ones that it leaves out count. */
export const methodAllowMismatch: Check = defineCheck({
  id: 'method.allow-mismatch',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does Allow name every documented method?',
  judge({ purpose: { story }, response }) {
    if (story.kind !== 'method' && story.kind !== 'options') return [];
    const allow = fieldValue(response.headers, 'allow');
    if (allow === undefined || (response.status !== 405 && response.status > 299)) return [];
    const named = allow.split(',').map((method) => method.trim().toUpperCase());
    const missing = story.documented.filter((method) => !named.includes(method));
    if (missing.length === 0) return [];
    return [
      {
        messagePointer: '/header/allow',
        expected: story.documented.join(', '),
        actual: allow,
        message: `Allow of ${story.path} leaves out ${missing.join(', ')}.`,
      },
    ];
  },
});

/** Guard: 405 and 501 to HEAD are a choice; lengths and what only making the content shows may differ (RFC 9110 §9.3.2). */
export const methodHeadGetMismatch: Check = defineCheck({
  id: 'method.head-get-mismatch',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Does HEAD say the same as GET?',
  judge({ purpose: { story }, response }) {
    if (story.kind !== 'head' || response.status === 405 || response.status === 501) return [];
    const type = fieldValue(response.headers, 'content-type');
    const typeOfGet = fieldValue(story.get.headers, 'content-type');
    const sameStatus = response.status === story.get.status;
    if (sameStatus && (type === undefined || typeOfGet === undefined || type === typeOfGet)) return [];
    const [expected, actual] = sameStatus
      ? [typeOfGet ?? '', type ?? '']
      : [String(story.get.status), String(response.status)];
    return [
      {
        keyword: sameStatus ? 'content-type' : 'status',
        expected,
        actual,
        message: `HEAD ${story.path} gives ${actual}, GET gives ${expected}.`,
      },
    ];
  },
});
