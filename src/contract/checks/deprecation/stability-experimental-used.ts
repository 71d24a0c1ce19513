import { type Check, defineCheck } from '../../model/check.ts';

export const stabilityExperimentalUsed: Check = defineCheck({
  id: 'stability.experimental-used',
  tier: 2,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  needs: ['caller'],
  question: 'Does anybody rely on what is not stable?',
  guard: 'Only where the document says experimental, alpha or beta of the operation.',
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
