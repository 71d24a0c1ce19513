import { type Check, defineCheck } from '../../model/check.ts';

export const transportUnknownCoding: Check = defineCheck({
  id: 'transport.unknown-coding',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'transport',
  needs: ['notes'],
  question: 'Was the content coding requested?',
  guard: 'A content coding that was not asked for and that the client cannot decode.',
  judge({ raw }) {
    const unknown = raw.notes.find(({ kind }) => kind === 'unknown-coding');
    if (unknown === undefined) return [];
    return [
      {
        messagePointer: '/header/content-encoding',
        expected: 'gzip, deflate, br or none',
        actual: unknown.message,
        message: `${unknown.message}.`,
      },
    ];
  },
});
