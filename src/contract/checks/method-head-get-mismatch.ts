import { fieldValue } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';

export const methodHeadGetMismatch: Check = defineCheck({
  id: 'method.head-get-mismatch',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Does HEAD say the same as GET?',
  guard:
    '405 and 501 to HEAD are a choice; lengths and what only making the content shows may differ (RFC 9110 §9.3.2).',
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
