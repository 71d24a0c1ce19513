import { type Check, defineCheck } from '../../model/check.ts';
import { shortJson } from '../../requests/request-rule.ts';
import { pageFactsOf } from '../../responses/page-facts.ts';

export const pageMoreInconsistent: Check = defineCheck({
  id: 'page.more-inconsistent',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['page'],
  question: 'Does a page say rightly whether there are more items?',
  guard:
    'Only if the whole collection was read page by page, and no other request writes meanwhile. A cursor on the last page counts only if the document says that the last page has none.',
  judge(exchange) {
    const more = pageFactsOf(exchange, 'more')?.more;
    if (more === undefined) return [];
    const { property, shown, follows } = more;
    const name = property.split('/').at(-1) ?? property;
    return [
      {
        messagePointer: `/body${property}`,
        subject: property,
        expected: follows ? 'more items' : 'no more items',
        actual: shortJson(shown),
        message: `A page of ${exchange.operation?.id} has \`${name}\` ${shortJson(shown)}, and ${follows ? 'the next page has items' : 'no items follow'}.`,
      },
    ];
  },
});
