import { fieldValue } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';

export const headerWwwAuthenticate: Check = defineCheck({
  id: 'header.www-authenticate',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does a 401 carry a challenge?',
  guard:
    'Only 401, where RFC 9110 §11.6.1 says MUST; an error where the document declares the field, else a warning; a required one belongs to `header.required-missing`.',
  judge({ response, operation, documented }) {
    const value = fieldValue(response.headers, 'www-authenticate');
    if (response.status !== 401 || (value !== undefined && value.trim() !== '')) return [];
    const declared = documented?.headers.find(({ name }) => name.toLowerCase() === 'www-authenticate');
    if (declared?.required === true) return [];
    return [
      {
        ...(declared === undefined ? { severity: 'warning' as const } : { pointer: declared.pointer }),
        messagePointer: '/header/www-authenticate',
        expected: 'WWW-Authenticate (RFC 9110 §11.6.1)',
        actual: value === undefined ? 'no WWW-Authenticate' : 'an empty one',
        message: `${operation?.id ?? 'The service'} answers 401 without a challenge.`,
      },
    ];
  },
});
