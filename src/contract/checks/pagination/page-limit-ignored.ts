import { type Check, defineCheck } from '../../model/check.ts';
import { itemsOf } from '../../responses/list-walk.ts';
import { pageFactsOf } from '../../responses/page-facts.ts';

export const pageLimitIgnored: Check = defineCheck({
  id: 'page.limit-ignored',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['page'],
  question: 'Does a page have as many items as requested, or as the default says?',
  guard:
    'Fewer items than requested are always correct. Fewer than the default count only if an explicit request for the default returns more.',
  judge(seen) {
    const { story } = seen.purpose;
    const facts = pageFactsOf(seen, 'limit');
    if (story.kind !== 'page' || facts?.limit === undefined || seen.response.status > 299) return [];
    const count = itemsOf(seen, story.list)?.length;
    if (count === undefined) return [];
    const { limit, least = 0 } = facts;
    const actual = `${count} items`;
    if (count > limit) {
      const message = `${seen.operation?.id} gave ${count} items when asked for ${limit}.`;
      return [{ expected: `at most ${limit} items`, actual, message }];
    }
    if (count >= least) return [];
    const message = `${seen.operation?.id} gave ${count} items when not asked for a number, and ${least} when asked for ${limit}, which is the default.`;
    return [{ keyword: 'default', expected: `${least} items`, actual, message }];
  },
});
