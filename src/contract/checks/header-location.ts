import { fieldValue } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';
import { isOver } from './sunset.ts';

/** Guard: an error only where the document declares the field; a required one belongs to `header.required-missing`. */
export const headerLocationMissing: Check = defineCheck({
  id: 'header.location-missing',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does a 201 say where the created resource is?',
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

/** Guard: only where the created resource can be read at all, and the location is on the target. */
export const headerLocationUnresolvable: Check = defineCheck({
  id: 'header.location-unresolvable',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is there something at the Location of a 201?',
  judge(seen) {
    const {
      purpose: { story },
      response: { status },
    } = seen;
    if (story.kind !== 'location' || (status !== 404 && status !== 410 && status !== 405) || isOver(seen)) return [];
    return [
      {
        messagePointer: '/header/location',
        expected: 'the created resource',
        actual: `${status} at ${story.location}`,
        message: `The Location of what was just created, ${story.location}, answers ${status}.`,
      },
    ];
  },
});
