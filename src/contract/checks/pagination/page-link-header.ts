import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { PageFacts } from '../../model/purpose.ts';
import { isIgnored, pageFactsOf, texts } from '../../responses/page-facts.ts';

export const pageLinkHeader: Check = defineCheck({
  id: 'page.link-header',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['page'],
  question: 'Do the links of a page lead to the next and the last page?',
  guard:
    'Only if the service sends page links in the `Link` field or in the envelope of the list, or the document describes that field, and there is a second page. An address in a body counts only if it answers. A next link on the last page is wrong only if the total says that nothing is left. The page behind a filtered one must not contain items that do not match.',
  judge(exchange) {
    const name = `${exchange.operation?.id}`;
    const filtered = pageFactsOf(exchange, 'filtered');
    if (filtered !== undefined) return filterDrafts(filtered, name);
    const facts = pageFactsOf(exchange, 'walk');
    if (facts === undefined || (facts.hasLinks !== true && facts.lacksLink !== true) || isIgnored(facts)) return [];
    const found = [...next(facts, name), ...last(facts, name), ...beyond(facts, name)];
    return found.slice(0, 1);
  },
});

const FIELD = '/header/link';

function next({ pages, linked: items, linkNext, linkAt = FIELD }: PageFacts, name: string): readonly FindingDraft[] {
  const second = texts(pages?.[1] ?? []);
  if (second.length === 0) return [];
  const linked = items === undefined ? undefined : texts(items);
  if (linked !== undefined && linked.join() === second.join()) return [];
  const actual = linkNext === undefined ? 'no next link' : `${linkNext}: ${(linked ?? []).join(', ')}`;
  const message = `The next link of ${name} does not lead to the next page.`;
  return [{ messagePointer: linkAt, expected: `next: ${second.join(', ')}`, actual, message }];
}

function last({ pages, linkLast, lastLinked, linkAt = FIELD }: PageFacts, name: string): readonly FindingDraft[] {
  const end = texts(pages?.flat() ?? []).at(-1);
  if (end === undefined || linkLast === undefined || lastLinked === undefined || texts(lastLinked).includes(end))
    return [];
  const actual = `${linkLast}: ${texts(lastLinked).join(', ') || 'nothing'}`;
  const message = `The last link of ${name} does not lead to the page with the last item.`;
  return [{ messagePointer: linkAt, keyword: 'last', expected: `last: … ${end}`, actual, message }];
}

function beyond({ linkBeyond, linkAt = FIELD }: PageFacts, name: string): readonly FindingDraft[] {
  if (linkBeyond === undefined) return [];
  const message = `The last page of ${name} has a next link, where the total says that there is nothing more.`;
  return [{ messagePointer: linkAt, keyword: 'next', expected: 'no next link', actual: linkBeyond, message }];
}

function filterDrafts(
  { linkNext = '', strangers = [], linkAt = FIELD }: PageFacts,
  name: string,
): readonly FindingDraft[] {
  if (strangers.length === 0) return [];
  const actual = `${linkNext}: ${texts(strangers).join(', ')}`;
  const message = `The next link of a filtered page of ${name} leads to what does not fit the filter.`;
  const expected = 'next: items that fit the filter';
  return [{ messagePointer: linkAt, keyword: 'filter', expected, actual, message }];
}
