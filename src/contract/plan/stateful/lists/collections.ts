import type { HttpRequest, Json } from '../../../../core/index.ts';
import { type Operation, sentencesIn, templateNames } from '../../../../spec/index.ts';
import { jsonEquals } from '../../../../wire/index.ts';
import { type CaseContext, type ExchangeResult, isSuccess } from '../../../model/case-context.ts';
import {
  type Act,
  type Flow,
  inconclusive,
  neverConclusive,
  PASSED,
  planCase,
  single,
  skipped,
} from '../../../model/flow.ts';
import type { PageFacts, Purpose, Stimulus } from '../../../model/purpose.ts';
import { openPurpose } from '../../../requests/draw-request.ts';
import { collectionOf, MOST_PAGES, type ReadCollection } from '../../../responses/collection.ts';
import type { PageWalk } from '../../../responses/list-walk.ts';
import {
  drawList,
  idsOf,
  idsOfPages,
  isAcross,
  itemsOf,
  type Listing,
  listOnce,
  statedPagesOf,
  statedTotalOf,
  walk,
} from '../../../responses/list-walk.ts';
import { texts } from '../../../responses/page-facts.ts';
import type { PlanContext } from '../../planner.ts';
import { shownAlike } from './equal-representations.ts';
import { filterings } from './filters.ts';
import { wrongEnd, wrongFlag } from './page-ends.ts';
import { filteredPages, pageLinks, underOf, unevenSize } from './page-links.ts';
import { searchAct } from './search.ts';
import { sortings } from './sorts.ts';

/** Pages, totals, filters and orders of every collection, while no other case changes the data. */
export function planCollections(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const { kind, resource, list } = context.model.roleOf(operation);
    if (kind !== 'list' || resource === undefined || list === undefined) return [];
    const create = context.options.safeOnly === true ? undefined : context.index.operation(resource, 'create');
    return ofCollection(context, collectionOf({ operation, resource, list }, create));
  });
}

function ofCollection(context: PlanContext, listing: ReadCollection): readonly Flow[] {
  const { list } = listing;
  const flows: Flow[] = [];
  if (list.page.limit !== undefined) {
    flows.push(plan(listing, 'limit', 'no more items than asked for', requestLimit(listing, list.page.limit)));
  }
  if (leadsOn(list.page))
    flows.push(plan(listing, 'pages', 'all pages together are the whole list', walkPages(listing)));
  if (list.page.limit !== undefined && list.filters.length > 0) {
    const act = filteredPages(listing);
    flows.push(plan(listing, 'filtered-pages', 'the second page of what is filtered is filtered, too', act));
  }
  const read = context.index.operation(listing.resource, 'read');
  if (read !== undefined && isPlain(listing, read))
    flows.push(plan(listing, 'shown', 'the list shows items as reading them does', shownAlike(listing, read)));
  flows.push(plan(listing, 'total', 'the total is the number of items', compareTotal(listing)));
  for (const { name, description, act } of filterings(context, listing))
    flows.push(plan(listing, name, description, act));
  if (list.page.cursor !== undefined)
    flows.push(plan(listing, 'cursor', 'a made-up cursor', strange(listing, list.page.cursor)));
  if (leadsBack(listing))
    flows.push(
      plan(listing, 'before', 'the page before an item ends with the one in front of it', pageBefore(listing)),
    );
  const place = list.page.offset ?? list.page.page;
  if (place !== undefined) flows.push(plan(listing, 'beyond', 'a page behind the last one', beyond(listing, place)));
  if (list.search !== undefined)
    flows.push(plan(listing, 'search', 'a search finds what is there', searchAct(listing, list.search)));
  for (const { name, description, act } of sortings(context.api, listing))
    flows.push(plan(listing, name, description, act));
  return flows;
}

/**
 * Whether a list has pages that can be read one after the other. With an offset and no limit, the size of a page
 * is unknown, so the next offset would be a guess.
 */
function leadsOn({ limit, cursor, page }: Listing['list']['page']): boolean {
  return limit !== undefined || cursor !== undefined || page !== undefined;
}

/** Whether the id alone leads from the list to the item. */
function isPlain({ operation, resource }: Listing, read: Operation): boolean {
  const names = templateNames(read.path);
  return !operation.path.includes('{') && names.length === 1 && names[0] === resource.id?.parameter;
}

function plan(listing: Listing, name: string, description: string, act: Act): Flow {
  const { operation, resource } = listing;
  const request = { method: operation.method, path: operation.path, query: '' };
  const expectation = { kind: 'valid', text: description } as const;
  const planned = planCase(
    {
      id: `stateful/${operation.id}/${name}`,
      phase: 'stateful',
      operation,
      description: `${operation.id}: ${description}`,
    },
    request,
    expectation,
  );
  return single(planned, resource.name, act, 'reading');
}

const listPurpose = (story: Stimulus, proven: boolean): Purpose => ({
  expect: 'valid',
  proven,
  relational: false,
  story,
});

function requestLimit(listing: ReadCollection, parameter: string): Act {
  return async (caseContext) => {
    await listing.grow(caseContext);
    const limit = 2;
    const got = await drawList(caseContext, listing, { [parameter]: limit });
    if (typeof got === 'string') return inconclusive(got);
    const ask = (request: HttpRequest, size: Pick<PageFacts, 'limit' | 'least'>): Promise<ExchangeResult> => {
      const facts: PageFacts = { probe: 'limit', ...size };
      const purpose = listPurpose({ kind: 'page', list: listing.list, facts }, got.proven);
      return caseContext.exchange(request, { operation: listing.operation, purpose });
    };
    const answer = await ask(got.request, { limit });
    const usual = defaultOf(caseContext, listing, parameter);
    const unlimited = usual === undefined || answer.failed ? undefined : await drawList(caseContext, listing, {});
    if (unlimited === undefined || typeof unlimited === 'string' || usual === undefined) return answer.end;
    if (new URLSearchParams(unlimited.request.query).has(parameter)) return answer.end;
    const explicit = await listOnce(caseContext, listing, { [parameter]: usual });
    const least = typeof explicit === 'string' ? 0 : sizeOf(explicit.result, listing);
    return (await ask(unlimited.request, { limit: usual, least })).end;
  };
}

function sizeOf(result: ExchangeResult, { list }: Listing): number {
  return isSuccess(result) ? (itemsOf(result.exchange, list)?.length ?? 0) : 0;
}

/** The documented default page size; -1 is not a size. */
function defaultOf(caseContext: CaseContext, { operation }: Listing, name: string): number | undefined {
  const schema = operation.parameters.find((each) => each.in === 'query' && each.name === name)?.schema;
  const rule = schema === undefined ? true : caseContext.api.deref(schema);
  const usual = typeof rule === 'object' ? rule.default : undefined;
  return typeof usual === 'number' && usual > 0 ? usual : undefined;
}

/** Whether a list has a parameter that is described as the id of an item behind the page. */
function leadsBack({ operation, list: { page } }: Listing): boolean {
  if (page.before === undefined || page.limit === undefined) return false;
  const described = operation.parameters.find(({ in: place, name }) => place === 'query' && name === page.before);
  const text = described?.description ?? '';
  return /\b(ids?|identifiers?)\b/i.test(text) && /\b(cursor|pagina\w+|place in the list|pages?)\b/i.test(text);
}

const BEFORE_SIZE = 2;
/** The position of the item before which a page is read: there are two pages in front of it, and two items behind it. */
const BEFORE_AT = 4;

/** Reads the page before an item. It has the items right in front of it; in a list by time they may stand behind it. */
function pageBefore(listing: ReadCollection): Act {
  const { before = '', limit = '' } = listing.list.page;
  return async (caseContext) => {
    const whole = await listing.whole(caseContext);
    const ids = texts(namesIn(listing, whole.items));
    const own = ids[BEFORE_AT];
    const isTelling = ids.length === whole.items.length && new Set(ids).size === ids.length;
    if (!isTelling || own === undefined) return inconclusive('the list has too few items with ids');
    const got = await listOnce(caseContext, listing, { [limit]: BEFORE_SIZE, [before]: own });
    if (typeof got === 'string') return inconclusive(got);
    if (!isSuccess(got.result)) return got.result.end;
    const found = texts(namesIn(listing, itemsOf(got.result.exchange, listing.list) ?? []));
    const behind = ids.slice(BEFORE_AT + 1, BEFORE_AT + 1 + BEFORE_SIZE);
    if (found.length > 0 && found.every((id) => behind.includes(id))) return PASSED;
    const facts: PageFacts = {
      probe: 'walk',
      limit: BEFORE_SIZE,
      pages: [found],
      whole: ids.slice(BEFORE_AT - BEFORE_SIZE, BEFORE_AT),
      under: underOf({ [before]: own }),
    };
    const purpose = listPurpose({ kind: 'page', list: listing.list, facts }, got.proven);
    return caseContext.again(got.result.exchange, { operation: listing.operation, purpose }).end;
  };
}

/** Sends a cursor that the service did not issue: it must be refused or ignored. */
function strange(listing: ReadCollection, parameter: string): Act {
  const { operation, list } = listing;
  const status = refusalOfCursor(operation, parameter);
  return async (caseContext) => {
    // An empty list may ignore any cursor.
    if (status !== undefined) await listing.grow(caseContext);
    const got = await drawList(caseContext, listing, { [parameter]: 'standin-unknown-cursor' });
    if (typeof got === 'string') return inconclusive(got);
    const forged: Stimulus | undefined =
      status === undefined ? undefined : { kind: 'forged-cursor', parameter, status, list };
    return (await caseContext.exchange(got.request, { operation, purpose: openPurpose(forged) })).end;
  };
}

/**
 * The documented refusal of a cursor: a 4xx whose description mentions the cursor, or a documented 4xx that the
 * description of the parameter gives for a cursor which is unknown.
 */
function refusalOfCursor({ responses, parameters }: Operation, parameter: string): string | undefined {
  const words = new RegExp(`\\b(cursor|(page|continuation)[ _-]?token|${escapeWords(parameter)})s?\\b`, 'i');
  const refusals = responses.filter(({ status }) => /^4/.test(status));
  const own = parameters.find(({ in: place, name }) => place === 'query' && name === parameter)?.description ?? '';
  const isNamed = (each: string): boolean => words.test(each) && WRONG.test(each) && !OTHER_FAULT.test(each);
  const named = refusals.find(({ description }) => sentencesIn(description).some(isNamed));
  if ([own, ...refusals.map(({ description }) => description)].some((each) => TAKEN_ANYWAY.test(each)))
    return undefined;
  if (named !== undefined) return named.status;
  const sentence = sentencesIn(own).find((each) => UNKNOWN_CURSOR.test(each) && /\b4\d\d\b/.test(each));
  const status = /\b4\d\d\b/.exec(sentence ?? '')?.[0];
  return refusals.find((each) => each.status === status)?.status;
}

/** What a refusal says of a cursor that is wrong in itself. */
const WRONG =
  /\b(?:invalid|unknown|unrecogni[sz]ed|malformed|wrong|bad|incorrect|broken|forged|made[- ]?up|foreign|altered|unreadable|undecodable|undecipherable|(?:not|never|cannot|isn['’]t|wasn['’]t)\b[^.;]*\b(?:valid|known|recogni[sz]ed|found|read|decoded|understood|parsed|given|issued|returned|produced|from|of))\b/i;
/** Faults that a cursor has only beside other values. */
const OTHER_FAULT = /\b(?:combin\w+|together|both|longer|length|with|differ\w*|match\w*)\b/i;
/** What is said where a cursor that the service does not know is not refused. */
const TAKEN_ANYWAY = /\b(?:ignor\w+|starts? over|restart\w*|first page instead|from the (?:start|beginning))\b/i;
/** What a text says of a cursor that the service did not give out. */
const UNKNOWN_CURSOR =
  /\b(unknown|invalid|made[- ]?up|forged|foreign|malformed|altered|unrecogni[sz]ed|any other|(anything|everything) else|(not|never|n't)\b[^.;]*\b(given?|issued?|returned?|produced?|known|valid|recogni[sz]ed))\b/i;

function escapeWords(text: string): string {
  return text.replace(/[^\w]/g, '.');
}

const FAR = 1_000_000;

/** Reads a page after the last one: its answer must be as documented. */
function beyond(listing: Listing, parameter: string): Act {
  return async (caseContext) => {
    const got = await drawList(caseContext, listing, { [parameter]: FAR });
    if (typeof got === 'string') return inconclusive(got);
    const purpose: Purpose = { expect: 'valid', proven: got.proven, relational: true, story: { kind: 'plain' } };
    return (await caseContext.exchange(got.request, { operation: listing.operation, purpose })).end;
  };
}

function walkPages(listing: ReadCollection): Act {
  const { page } = listing.list;
  return async (caseContext) => {
    const whole = await listing.whole(caseContext);
    const isSized = page.limit !== undefined;
    const limit = pageSize(whole.items.length, page.maxLimit);
    const small = isSized ? await walk(caseContext, listing, { limit, most: MOST_PAGES }) : whole;
    if (small.last?.kind !== 'answered') return inconclusive(small.reason ?? 'the list was not answered');
    const links = await pageLinks(caseContext, listing, small);
    const pages = namesOnPages(listing, small.pages);
    const facts: PageFacts = {
      probe: 'walk',
      ...(isSized ? { limit } : {}),
      pages:
        small.complete || small.looped ? pages : await asBefore(caseContext, listing, pages, isSized ? { limit } : {}),
      ...(whole.complete && small.complete ? { whole: namesOnPages(listing, whole.pages).flat() } : {}),
      looped: small.looped,
      ...links,
    };
    const purpose = listPurpose({ kind: 'page', list: listing.list, facts }, small.proven);
    const answer = caseContext.again(small.last.exchange, { operation: listing.operation, purpose });
    const wrong = answer.end.kind === 'passed' ? disagreement(listing, small, whole) : undefined;
    if (wrong !== undefined) {
      const purpose = listPurpose({ kind: 'page', list: listing.list, facts: wrong.facts }, small.proven);
      return caseContext.again(wrong.exchange, { operation: listing.operation, purpose }).end;
    }
    if (small.complete || answer.end.kind !== 'passed' || small.looped) return answer.end;
    // A list that takes a limit and nothing that leads on has no second page to ask for.
    if (small.unguided === true && page.cursor === undefined)
      return skipped('the document names no way to the next page');
    const unread = small.unguided === true ? neverConclusive : inconclusive;
    return unread(small.reason ?? 'the collection is too large to be read whole');
  };
}

/** What a page wrongly says of the pages that follow it. */
function disagreement(listing: ReadCollection, small: PageWalk, whole: PageWalk): ReturnType<typeof wrongEnd> {
  if (isWhole(whole, small)) return wrongEnd(listing, small);
  return small.unguided === true ? wrongFlag(listing, small, whole) : undefined;
}

/** Whether the pages hold as many items as the whole collection, which is read in larger pages. */
function isWhole(whole: PageWalk, small: PageWalk): boolean {
  return whole.complete && small.complete && whole.items.length === small.items.length;
}

/**
 * The pages up to the first one that repeats an item of an earlier page, if a second walk shows the same pages.
 * In a long list, another client may write between two reads, which moves items to other pages.
 */
async function asBefore(
  caseContext: CaseContext,
  listing: Listing,
  pages: readonly (readonly Json[])[],
  size: { readonly limit?: number },
): Promise<readonly (readonly Json[])[]> {
  const known = new Set<string>();
  const at = pages.findIndex((page) => {
    const repeats = texts(page).some((id) => known.has(id));
    for (const id of texts(page)) known.add(id);
    return repeats;
  });
  if (at === -1) return pages;
  const again = await walk(caseContext, listing, { ...size, most: at + 1 });
  const walked = pages.slice(0, at + 1);
  const isSame = jsonEquals(namesOnPages(listing, again.pages), walked);
  return isSame ? walked : pages.slice(0, at);
}

/** A page size that gives several pages, but not too many. */
function pageSize(items: number, most: number | undefined): number {
  return Math.min(Math.max(2, Math.ceil(items / 8)), most ?? 1_000);
}

function compareTotal(listing: ReadCollection): Act {
  return async (caseContext) => {
    const whole = await listing.whole(caseContext);
    const { page } = listing.list;
    const ids = texts(namesIn(listing, whole.items));
    if (whole.pages.length === 1 && whole.first !== undefined && new Set(ids).size < ids.length) {
      const facts: PageFacts = { probe: 'walk', pages: [namesIn(listing, whole.items)] };
      const purpose = listPurpose({ kind: 'page', list: listing.list, facts }, whole.proven);
      return caseContext.again(whole.first, { operation: listing.operation, purpose }).end;
    }
    const size = unevenSize(countOf(listing, whole.items), page.maxLimit);
    const sized = page.limit === undefined ? {} : { [page.limit]: size };
    const got = await listOnce(caseContext, listing, sized);
    if (typeof got === 'string') return inconclusive(got);
    if (!isSuccess(got.result)) return got.result.end;
    const total = statedTotalOf(got.result.exchange, listing.list);
    if (total === undefined) return skipped('the answer names no total');
    if (!whole.complete) return inconclusive(whole.reason ?? 'the collection could not be read whole');
    const items = itemsOf(got.result.exchange, listing.list) ?? [];
    const isSized = page.limit !== undefined && items.length <= size;
    const pages = isSized ? statedPagesOf(got.result.exchange, listing.list) : undefined;
    const facts: PageFacts = {
      probe: 'total',
      total,
      count: countOf(listing, whole.items),
      ...(pages === undefined ? {} : { limit: size, pageCount: pages, zeroBased: page.firstPage === 0 }),
    };
    const purpose = listPurpose({ kind: 'page', list: listing.list, facts }, got.proven);
    return caseContext.again(got.result.exchange, { operation: listing.operation, purpose }).end;
  };
}

/**
 * Ids that identify the items of a list; empty if the list covers several parents, whose items may share
 * ids.
 */
function namesIn(listing: Listing, items: readonly Json[]): readonly Json[] {
  return isAcross(listing) ? [] : idsOf(listing.resource, items);
}

function namesOnPages(listing: Listing, pages: readonly (readonly Json[])[]): readonly (readonly Json[])[] {
  return isAcross(listing) ? pages.map(() => []) : idsOfPages(listing.resource, pages);
}

/** The number of different items. Repeated items are a fault of paging, not of the total. */
function countOf(listing: Listing, items: readonly Json[]): number {
  const ids = namesIn(listing, items);
  return ids.length === items.length ? new Set(ids.map(String)).size : items.length;
}
