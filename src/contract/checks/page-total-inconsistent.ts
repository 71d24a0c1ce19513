import { type Check, defineCheck } from '../check.ts';
import { factsOf } from '../page-facts.ts';

export const pageTotalInconsistent: Check = defineCheck({
  id: 'page.total-inconsistent',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Is the total the number of items?',
  guard: 'Only where the collection was read whole and nobody writes meanwhile.',
  judge(seen) {
    const facts = factsOf(seen, 'total');
    if (facts?.total === undefined || facts.count === undefined || facts.total === facts.count) return [];
    return [
      {
        expected: String(facts.count),
        actual: String(facts.total),
        message: `${seen.operation?.id} says there are ${facts.total} items; there are ${facts.count}.`,
      },
    ];
  },
});
