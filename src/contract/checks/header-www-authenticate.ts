import { fieldValue } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';

export const headerWwwAuthenticate: Check = defineCheck({
  id: 'header.www-authenticate',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does a 401 carry a challenge?',
  guard: 'Only 401, where RFC 9110 §11.6.1 says MUST.',
  judge({ response, operation }) {
    const value = fieldValue(response.headers, 'www-authenticate');
    if (response.status !== 401 || (value !== undefined && value.trim() !== '')) return [];
    return [
      {
        messagePointer: '/header/www-authenticate',
        expected: 'WWW-Authenticate (RFC 9110 §11.6.1)',
        actual: value === undefined ? 'no WWW-Authenticate' : 'an empty one',
        message: `${operation?.id ?? 'The service'} answers 401 without a challenge.`,
      },
    ];
  },
});
