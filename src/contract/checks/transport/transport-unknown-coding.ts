import { type Check, defineCheck } from '../../model/check.ts';

export const transportUnknownCoding: Check = defineCheck({
  id: 'transport.unknown-coding',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'transport',
  needs: ['notes'],
  question: 'Is the content coding one that was asked for?',
  guard: 'A coding that was not asked for and that nobody can take off.',
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
