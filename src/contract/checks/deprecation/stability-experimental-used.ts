import { type Check, defineCheck } from '../../model/check.ts';

export const stabilityExperimentalUsed: Check = defineCheck({
  id: 'stability.experimental-used',
  tier: 2,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  needs: ['caller'],
  question: 'Does a client rely on an unstable operation?',
  guard: 'Only if the document marks the operation as experimental, alpha or beta.',
  judge({ purpose: { caller }, operation }) {
    const stability = operation?.lifecycle.stability;
    if (
      caller === undefined ||
      operation === undefined ||
      !/^(experimental|alpha|beta|preview|draft)$/.test(stability ?? '')
    )
      return [];
    return [
      {
        subject: caller,
        expected: 'a stable operation',
        actual: stability ?? '',
        message: `${caller} uses ${operation.id}, which is ${stability}.`,
      },
    ];
  },
});
