import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { memberPath } from '../../model/member-path.ts';
import type { PageFacts, Stimulus } from '../../model/purpose.ts';
import { filtersOf, filtersText } from '../../responses/filter-rules.ts';
import { itemsOf, statedTotalOf } from '../../responses/list-walk.ts';
import { pageFactsOf } from '../../responses/page-facts.ts';

export const pageTotalInconsistent: Check = defineCheck({
  id: 'page.total-inconsistent',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['filter', 'page'],
  question: 'Is the total equal to the number of items, and the number of pages to what they need?',
  guard:
    'Only if the whole collection was read, or all matches of a filter are on one page, and no other request writes meanwhile.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind === 'filter') return ofFiltered(exchange, story);
    const facts = pageFactsOf(exchange, 'total');
    if (facts?.total === undefined || facts.count === undefined) return [];
    if (facts.total === facts.count) return ofPages(exchange, facts);
    const total = story.kind === 'page' ? story.list.envelope.total : undefined;
    const name = total === undefined ? 'the total' : `\`${memberPath(total)}\``;
    return [
      {
        // A list has one total.
        ...(total === undefined ? {} : { messagePointer: `/body${total}`, place: '' }),
        expected: String(facts.count),
        actual: String(facts.total),
        message: `${exchange.operation?.id} says that ${name} is ${facts.total}; there are ${facts.count} items.`,
      },
    ];
  },
});

/** The stated number of pages, if the total is right. A service that counts from 0 may state the number of its last page. */
function ofPages(
  exchange: Exchange,
  { count = 0, limit = 0, pageCount, zeroBased }: PageFacts,
): readonly FindingDraft[] {
  if (pageCount === undefined || limit === 0 || count === 0) return [];
  const pages = Math.ceil(count / limit);
  if (pageCount === pages || (zeroBased === true && pageCount === pages - 1)) return [];
  return [
    {
      keyword: 'pages',
      expected: String(pages),
      actual: String(pageCount),
      message: `${exchange.operation?.id} says that ${count} items with ${limit} to a page are ${pageCount} pages; they are ${pages}.`,
    },
  ];
}

/** The total of a filtered list, if all items that pass the filter are on this page. */
function ofFiltered(
  exchange: Exchange,
  story: Extract<Stimulus, { readonly kind: 'filter' }>,
): readonly FindingDraft[] {
  const items = itemsOf(exchange, story.list);
  const total = statedTotalOf(exchange, story.list);
  if (items === undefined || total === undefined || exchange.response.status > 299) return [];
  if (story.size === undefined || items.length >= story.size || items.length === total) return [];
  const { total: at } = story.list.envelope;
  const name = at === undefined ? 'the total' : `\`${memberPath(at)}\``;
  return [
    {
      ...(at === undefined ? {} : { messagePointer: `/body${at}`, place: '' }),
      keyword: 'filtered',
      expected: String(items.length),
      actual: String(total),
      message: `${exchange.operation?.id} with ${filtersText(filtersOf(story))} says that ${name} is ${total}; ${items.length === 1 ? '1 item fits' : `${items.length} items fit`}.`,
    },
  ];
}
