import type { HttpRequest, Json } from '../../../../core/index.ts';
import { stringifyJson } from '../../../../wire/index.ts';
import { type CaseContext, isSuccess } from '../../../model/case-context.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { type Act, inconclusive, PASSED, skipped } from '../../../model/flow.ts';
import { type FilterUse, type LinkFacts, PLAIN, type Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { placeOnTarget } from '../../../requests/locations.ts';
import type { ReadCollection } from '../../../responses/collection.ts';
import { asSent, mayFit, mustFit } from '../../../responses/filter-rules.ts';
import {
  hasPageLinks,
  idsOf,
  idsOfPages,
  itemsOf,
  type Listing,
  listOnce,
  type PageWalk,
  pageLink,
  statedTotalOf,
  walk,
} from '../../../responses/list-walk.ts';
import { texts } from '../../../responses/page-facts.ts';
import { filterFor, partsOf } from './filters.ts';
import { lacksLink } from './page-ends.ts';

/**
 * The targets of the first page's links (RFC 8288), and the links of the last page, which should have no
 * next one.
 */
export async function pageLinks(caseContext: CaseContext, listing: Listing, small: PageWalk): Promise<LinkFacts> {
  const { page } = listing.list;
  const exchange = small.first;
  if (page.limit === undefined || exchange === undefined || small.pages.length < 2) return {};
  const next = await followLink(caseContext, listing, exchange, 'next');
  const last = small.complete
    ? await followLink(caseContext, listing, await uneven(caseContext, listing, small, exchange), 'last')
    : undefined;
  const more = await beyond(caseContext, listing, small);
  return {
    hasLinks: hasPageLinks(exchange) || next !== undefined,
    lacksLink: lacksLink(small),
    ...placeOf(next ?? last ?? more),
    ...(next === undefined ? {} : { linkNext: next.link, linked: idsOf(listing.resource, next.items) }),
    ...(last === undefined ? {} : { linkLast: last.link, lastLinked: idsOf(listing.resource, last.items) }),
    ...(more === undefined ? {} : { linkBeyond: more.link }),
  };
}

/**
 * The first page of a size with which the last page is not full, because a link to the last page is often wrong only then;
 * the given first page if there is no such size.
 */
async function uneven(
  caseContext: CaseContext,
  listing: Listing,
  { items, pages }: PageWalk,
  first: Exchange,
): Promise<Exchange> {
  const { limit, maxLimit } = listing.list.page;
  const isUneven = items.length % (pages[0]?.length ?? 1) !== 0;
  if (limit === undefined || isUneven || pageLink(first, listing.list, 'last') === undefined) return first;
  const got = await listOnce(caseContext, listing, { [limit]: unevenSize(items.length, maxLimit) });
  return typeof got !== 'string' && isSuccess(got.result) ? got.result.exchange : first;
}

/** Items to a page so that the last page is not full, where there is such a number. */
export function unevenSize(items: number, most: number = Number.MAX_SAFE_INTEGER): number {
  return [2, 3, 4, 5, 7].find((size) => size <= most && items > size && items % size !== 0) ?? Math.min(2, most);
}

/** The next link of a page after which the total says that nothing follows. */
async function beyond(
  caseContext: CaseContext,
  listing: Listing,
  { ending, items, complete }: PageWalk,
): Promise<LinkedPage | undefined> {
  if (ending === undefined || !complete || statedTotalOf(ending, listing.list) !== items.length) return undefined;
  return followLink(caseContext, listing, ending, 'next');
}

interface LinkedPage {
  readonly link: string;
  /** The place of the answer that has the link. */
  readonly at: string;
  readonly items: readonly Json[];
}

const placeOf = (page: LinkedPage | undefined): Pick<LinkFacts, 'linkAt'> =>
  page === undefined || page.at === '/header/link' ? {} : { linkAt: page.at };

/**
 * The page that a link leads to; undefined if there is no link, or it leads elsewhere. An address in a body may be one that
 * is served under another prefix, so it counts only where it answers.
 */
async function followLink(
  caseContext: CaseContext,
  listing: Listing,
  exchange: Exchange,
  rel: 'next' | 'last',
): Promise<LinkedPage | undefined> {
  const found = pageLink(exchange, listing.list, rel);
  const place = placeOnTarget(exchange, found?.uri);
  if (found === undefined || place === undefined) return undefined;
  const { uri: link, at } = found;
  const request: HttpRequest = { ...exchange.request, ...place };
  const answer = await caseContext.exchange(request, { operation: listing.operation, purpose: PLAIN, quiet: true });
  const items = isSuccess(answer) ? itemsOf(answer.exchange, listing.list) : undefined;
  return items === undefined && at !== '/header/link' ? undefined : { link, at, items: items ?? [] };
}

/** Filtered pages that are read: two of matching items, and one after them. */
const MOST_FILTERED = 4;

/** Query parameters as `name=value` pairs. */
export function underOf(sent: Readonly<Record<string, Json>>): string {
  return Object.entries(sent)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : stringifyJson(value)}`)
    .join('&');
}

/**
 * The pages that were read, and the items that they must have; undefined if they were not read completely.
 */
export function partsRead(
  { list, resource }: Listing,
  { pages, complete, looped }: Pick<PageWalk, 'pages' | 'complete' | 'looped'>,
  must: readonly Json[],
  { limit, under }: { readonly limit: number; readonly under: string },
): Stimulus | undefined {
  if (!complete || looped || must.length === 0 || pages.length < 2) return undefined;
  const ids = idsOfPages(resource, pages);
  const facts = { probe: 'walk', limit, pages: ids, whole: idsOf(resource, must), under } as const;
  return { kind: 'page', list, facts };
}

/** A filtered list must continue on its next page. */
export function filteredPages(listing: ReadCollection): Act {
  const { page, filters } = listing.list;
  return async (caseContext) => {
    const whole = await listing.whole(caseContext);
    const chosen = filterFor(whole.items, filters, partsOf(caseContext, listing));
    if (chosen === undefined || page.limit === undefined)
      return inconclusive('no filter lets two items through and leaves one out');
    const { filter, use, fitting } = chosen;
    const sent = { [filter.parameter]: asSent(filter, use.value) };
    const limit = Math.min(Math.ceil(fitting / 2), page.maxLimit ?? fitting);
    const walked = await walk(caseContext, listing, { limit, most: MOST_FILTERED, filters: sent });
    const { pages, first, ending, proven } = walked;
    if (first === undefined || ending === undefined || pages.length < 2) return skipped('there is no second page');
    const story: Stimulus = { kind: 'filter', ...use, list: listing.list, resource: listing.resource };
    const end = judgePage(caseContext, listing, { exchange: ending, proven }, story);
    if (end.kind !== 'passed' || !pages.flat().every((item) => mayFit(item, [use]))) return end;
    // Items that no page of the filtered list shows are excluded by the filter, not by paging.
    const unpaged = await walk(caseContext, listing, { most: MOST_FILTERED, filters: sent });
    const listedIds = new Set(texts(idsOf(listing.resource, unpaged.items)));
    const must = whole.items.filter(
      (item) => mustFit(item, [use]) && texts(idsOf(listing.resource, [item])).every((id) => listedIds.has(id)),
    );
    const stimulus = partsRead(listing, walked, whole.complete ? must : [], { limit, under: underOf(sent) });
    const gap =
      stimulus === undefined ? PASSED : judgePage(caseContext, listing, { exchange: ending, proven }, stimulus);
    const short = await shortPage(caseContext, listing, pages, limit);
    if (gap.kind === 'passed' && short !== undefined) {
      const facts = {
        probe: 'walk',
        limit,
        pages: idsOfPages(listing.resource, pages),
        under: underOf(sent),
        short,
      } as const;
      const shortened = judgePage(
        caseContext,
        listing,
        { exchange: ending, proven },
        { kind: 'page', list: listing.list, facts },
      );
      if (shortened.kind !== 'passed') return shortened;
    }
    return gap.kind === 'passed' ? linkFacts(caseContext, listing, use, { exchange: first, proven }) : gap;
  };
}

/**
 * The position of a page of a filtered list that is not full although a later one has items. Undefined with cursors, and where
 * pages are not full without a filter either: some services leave out what the caller may not see.
 */
async function shortPage(
  caseContext: CaseContext,
  listing: ReadCollection,
  pages: readonly (readonly Json[])[],
  limit: number,
): Promise<number | undefined> {
  const { page } = listing.list;
  if ((page.page ?? page.offset) === undefined || page.cursor !== undefined) return undefined;
  const last = pages.findLastIndex((each) => each.length > 0);
  const short = pages.findIndex((each, index) => index < last && each.length < limit);
  if (short < 0) return undefined;
  const plain = await walk(caseContext, listing, { limit, most: MOST_FILTERED });
  const end = plain.pages.findLastIndex((each) => each.length > 0);
  return end > 0 && plain.pages.slice(0, end).every((each) => each.length === limit) ? short : undefined;
}

/** A page, and whether its request is known to be valid. */
interface SeenPage {
  readonly exchange: Exchange;
  readonly proven: boolean;
}

/** The next link must lead to that page. */
async function linkFacts(
  caseContext: CaseContext,
  listing: Listing,
  use: FilterUse,
  { exchange, proven }: SeenPage,
): Promise<StepEnd> {
  const next = await followLink(caseContext, listing, exchange, 'next');
  if (next === undefined) return PASSED;
  const strangers = idsOf(
    listing.resource,
    next.items.filter((item) => !mayFit(item, [use])),
  );
  const facts = { probe: 'filtered', linkNext: next.link, strangers, ...placeOf(next) } as const;
  return judgePage(caseContext, listing, { exchange, proven }, { kind: 'page', list: listing.list, facts });
}

function judgePage(
  caseContext: CaseContext,
  { operation }: Listing,
  { exchange, proven }: SeenPage,
  story: Stimulus,
): StepEnd {
  return caseContext.again(exchange, { operation, purpose: { ...PLAIN, proven, story } }).end;
}
