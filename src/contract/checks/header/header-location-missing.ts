import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const headerLocationMissing: Check = defineCheck({
  id: 'header.location-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['success'],
  question: 'Does a 201 have a Location field?',
  guard: 'An error only where the document declares the field; a required one belongs to `header.required-missing`.',
  judge({ response, documented, operation }) {
    if (response.status !== 201 || fieldValue(response.headers, 'location') !== undefined) return [];
    const declared = documented?.headers.find(({ name }) => name.toLowerCase() === 'location');
    if (declared?.required === true) return [];
    return [
      {
        severity: declared === undefined ? 'info' : 'error',
        ...(declared === undefined ? {} : { pointer: declared.pointer }),
        messagePointer: '/header/location',
        expected: 'Location (RFC 9110 §15.3.2)',
        actual: 'no Location',
        message: `${operation?.id ?? 'The operation'} answers 201 without saying where the created resource is.`,
      },
    ];
  },
});
