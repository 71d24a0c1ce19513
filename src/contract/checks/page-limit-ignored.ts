import { type Check, defineCheck } from '../check.ts';
import { itemsOf } from '../listing.ts';
import { factsOf } from '../page-facts.ts';

export const pageLimitIgnored: Check = defineCheck({
  id: 'page.limit-ignored',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Do no more items come than were asked for?',
  guard: 'Fewer items than asked for are always fine.',
  judge(seen) {
    const { story } = seen.purpose;
    const facts = factsOf(seen, 'limit');
    if (story.kind !== 'page' || facts?.limit === undefined || seen.response.status > 299) return [];
    const items = itemsOf(seen, story.list);
    if (items === undefined || items.length <= facts.limit) return [];
    return [
      {
        expected: `at most ${facts.limit} items`,
        actual: `${items.length} items`,
        message: `${seen.operation?.id} gave ${items.length} items when asked for ${facts.limit}.`,
      },
    ];
  },
});
