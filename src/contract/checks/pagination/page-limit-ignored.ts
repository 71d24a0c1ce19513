import type { ListDetails } from '../../../resources/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { PageFacts } from '../../model/purpose.ts';
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
  judge(exchange) {
    const { story } = exchange.purpose;
    const walked = pageFactsOf(exchange, 'walk');
    if (walked !== undefined && story.kind === 'page')
      return onLaterPage(exchange, walked).map((draft) => ({ ...draft, ...limitRule(exchange, story.list) }));
    const facts = pageFactsOf(exchange, 'limit');
    if (story.kind !== 'page' || facts?.limit === undefined || exchange.response.status > 299) return [];
    const count = itemsOf(exchange, story.list)?.length;
    if (count === undefined) return [];
    const { limit, least = 0 } = facts;
    const actual = `${count} items`;
    const rule = limitRule(exchange, story.list);
    if (count > limit) {
      const hasLimit = new URLSearchParams(exchange.request.query).has(story.list.page.limit ?? '');
      const wanted = hasLimit ? `when asked for ${limit}` : `when not asked for a number; the default is ${limit}`;
      const message = `${exchange.operation?.id} gave ${count} items ${wanted}.`;
      return [{ ...rule, expected: `at most ${limit} items`, actual, message }];
    }
    if (count >= least) return [];
    const message = `${exchange.operation?.id} gave ${count} items when not asked for a number, and ${least} when asked for ${limit}, which is the default.`;
    return [{ ...rule, keyword: 'default', expected: `${least} items`, actual, message }];
  },
});

/** A later page with more items than requested, although the first one has as many as requested. */
function onLaterPage({ operation }: Exchange, { limit, pages = [] }: PageFacts): readonly FindingDraft[] {
  const [first = [], ...others] = pages;
  if (limit === undefined || first.length > limit) return [];
  const at = others.findIndex((page) => page.length > limit);
  if (at === -1) return [];
  const actual = `${others[at]?.length} items`;
  const message = `${operation?.id} gave ${actual} on page ${at + 2} when asked for ${limit} a page.`;
  return [{ expected: `at most ${limit} items`, actual, message }];
}

/** The place in the document of the parameter for the number of items. */
function limitRule({ operation }: Exchange, { page }: ListDetails): Pick<FindingDraft, 'rule'> {
  const found = operation?.parameters.find((each) => each.in === 'query' && each.name === page.limit);
  return found === undefined ? {} : { rule: found.pointer };
}
