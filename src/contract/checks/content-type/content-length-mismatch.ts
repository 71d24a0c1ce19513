import { type Check, defineCheck } from '../../model/check.ts';

export const contentLengthMismatch: Check = defineCheck({
  id: 'content-length.mismatch',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  needs: ['notes'],
  question: 'Is Content-Length the length of the body?',
  guard: 'Only visible for a fetch function in this process; over a network such an answer is incomplete.',
  judge({ raw }) {
    return raw.notes
      .filter(({ kind }) => kind === 'content-length')
      .map(({ message }) => ({
        messagePointer: '/header/content-length',
        expected: 'the length',
        actual: message,
        message: `${message}.`,
      }));
  },
});
