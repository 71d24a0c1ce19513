import { parseMediaType } from '../../wire/index.ts';
import { bodyValue, type Deviation } from './deviation.ts';

export const textScalars: Deviation = {
  name: 'text-scalars',
  reason:
    'The content `42` of `text/plain` fits an integer schema: plain text has no types of its own. Prism compares it as a string.',
  withdraws: ({ about }, input) => {
    if (about !== 'body' || typeof bodyValue(input) !== 'string' || input.message.body.kind !== 'parsed') return false;
    return parseMediaType(input.message.body.mediaType)?.type === 'text';
  },
};
