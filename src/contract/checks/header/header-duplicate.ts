import { fieldValues } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const headerDuplicate: Check = defineCheck({
  id: 'header.duplicate',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  question: 'Do fields with a single value occur once?',
  guard: 'Only fields that can have one value (RFC 9110 §5.3).',
  judge({ response }) {
    return SINGLE.filter((name) => fieldValues(response.headers, name).length > 1).map((name) => ({
      messagePointer: `/header/${name}`,
      subject: name,
      expected: 'one field',
      actual: fieldValues(response.headers, name).join(' | '),
      message: `The answer has the header field ${name} ${fieldValues(response.headers, name).length} times.`,
    }));
  },
});

const SINGLE = [
  'content-type',
  'content-length',
  'location',
  'etag',
  'retry-after',
  'deprecation',
  'sunset',
  'date',
  'last-modified',
];
