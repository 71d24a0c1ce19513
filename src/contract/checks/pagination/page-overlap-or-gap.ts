import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isIgnored, pageFactsOf, texts } from '../../responses/page-facts.ts';

export const pageOverlapOrGap: Check = defineCheck({
  id: 'page.overlap-or-gap',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['page'],
  question: 'Do the pages together contain every item once, also in each order and under a filter?',
  guard:
    'Only if no other request writes meanwhile, items have ids, and pages are not ignored altogether (`page.limit-ignored`). Missing items count only if both walks reached the end. A page under a filter that is not full although more follow counts only without cursors, and if all pages are full without the filter. Items that come twice in a list that is too long to be read to its end count only if a second walk shows the same.',
  judge(exchange) {
    const facts = pageFactsOf(exchange, 'walk');
    if (facts?.pages === undefined || facts.looped === true || isIgnored(facts)) return [];
    // In a list over several parents, two items may have the same id.
    if (isOverScopes(exchange) && (facts.whole === undefined || new Set(texts(facts.whole)).size < facts.whole.length))
      return [];
    const walked = texts(facts.pages.flat());
    const whole = new Set(texts(facts.whole ?? []));
    const twice = walked.filter((id, index) => walked.indexOf(id) !== index);
    const missing = [...whole].filter((id) => !walked.includes(id));
    const { short, limit } = facts;
    if (twice.length === 0 && missing.length === 0 && short !== undefined)
      return [
        {
          keyword: 'short',
          expected: `${limit} items on page ${short + 1}, because more follow`,
          actual: `${facts.pages[short]?.length ?? 0}`,
          message: `Read page by page${facts.under === undefined ? '' : ` with ${facts.under}`}, ${exchange.operation?.id} shows ${facts.pages[short]?.length ?? 0} of ${limit} items on page ${short + 1}, and more on a later page: the filter is applied after the list was cut into pages.`,
        },
      ];
    if (twice.length === 0 && missing.length === 0) return [];
    const faults = [
      ...(twice.length > 0 ? [`${idsText([...new Set(twice)])} twice`] : []),
      ...(missing.length > 0 ? [`${idsText(missing)} not at all`] : []),
    ];
    return [
      {
        expected: facts.whole === undefined ? 'each item once' : `${whole.size} items, each once`,
        actual: faults.join('; '),
        message: `${facts.pages.length === 1 ? 'On one page' : 'Read page by page'}${facts.under === undefined ? '' : ` with ${facts.under}`}, ${exchange.operation?.id} gives ${faults.map((part) => `the ${part}`).join(' and ')}.`,
      },
    ];
  },
});

/** Such as `items 6, 7`. */
function idsText(ids: readonly string[]): string {
  return `${ids.length === 1 ? 'item' : 'items'} ${ids.slice(0, 5).join(', ')}`;
}

/** Whether a list holds the items of all parents. */
function isOverScopes({ operation, model }: Exchange): boolean {
  const parent = operation === undefined ? undefined : model.roleOf(operation).resource?.parent;
  return parent !== undefined && operation?.path.includes(`{${parent.parameter}}`) === false;
}
