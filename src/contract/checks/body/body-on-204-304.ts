import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const bodyOn204304: Check = defineCheck({
  id: 'body.on-204-304',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'transport',
  question: 'Do 204, 304 and HEAD come without a body?',
  guard:
    'Only statuses and methods that never have content (RFC 9110 §6.4.1). Over a network the bytes show as surplus.',
  judge({ request, response, raw }) {
    const bodiless = response.status === 204 || response.status === 304 || request.method === 'HEAD';
    if (!bodiless) return [];
    const surplus = raw.notes.some(({ kind }) => kind === 'surplus-bytes');
    const declared = response.status === 204 && Number(fieldValue(response.headers, 'content-length') ?? '0') > 0;
    if (raw.bytes.length === 0 && !surplus && !declared) return [];
    return [
      {
        messagePointer: '/body',
        keyword: String(response.status),
        expected: 'no content (RFC 9110 §6.4.1)',
        actual: declared ? 'a Content-Length above 0' : 'bytes',
        message: `${request.method} answered ${response.status} with a body, which such an answer cannot have.`,
      },
    ];
  },
});
