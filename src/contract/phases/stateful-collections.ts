import type { HttpRequest, Json } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import { templateNames } from '../../spec/index.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../flow.ts';
import { hasPageLinks, idsOf, itemsOf, type Listing, linkTo, listOnce, totalOf, walk } from '../listing.ts';
import type { PlanContext } from '../planner.ts';
import type { PageFacts, Purpose, Story } from '../purpose.ts';
import { openPurpose } from '../requests.ts';
import { type Exchanged, isSuccess, type Stage } from '../stage.ts';
import { filterings } from './stateful-filters.ts';
import { searching } from './stateful-search.ts';
import { shownAlike } from './stateful-shown.ts';

/** Items that a collection should have before its pages say anything. */
const ENOUGH = 5;
const MOST_PAGES = 30;

/** Pages, totals, filters and orders of every collection, on data that nobody changes meanwhile. */
export function planCollections(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const { kind, resource, list } = context.model.roleOf(operation);
    if (kind !== 'list' || resource === undefined || list === undefined) return [];
    return ofListing(context, { operation, resource, list });
  });
}

function ofListing(context: PlanContext, listing: Listing): readonly Flow[] {
  const { list } = listing;
  const mayCreate =
    context.index.operation(listing.resource, 'create') !== undefined && context.options.safeOnly !== true;
  const grow = (stage: Stage): Promise<void> => (mayCreate ? grown(stage, listing) : Promise.resolve());
  const flows: Flow[] = [];
  if (list.page.limit !== undefined) {
    flows.push(plan(listing, 'limit', 'no more items than asked for', limiting(listing, list.page.limit, grow)));
    flows.push(plan(listing, 'pages', 'all pages together are the whole', paging(listing, grow)));
  }
  const read = context.index.operation(listing.resource, 'read');
  if (read !== undefined && isPlain(listing, read))
    flows.push(plan(listing, 'shown', 'the list shows items as reading them does', shownAlike(listing, read)));
  flows.push(plan(listing, 'total', 'the total is the number of items', totalling(listing, grow)));
  for (const { name, description, act } of filterings(listing, grow)) flows.push(plan(listing, name, description, act));
  if (list.page.cursor !== undefined)
    flows.push(plan(listing, 'cursor', 'a cursor that nobody gave out', strange(listing, list.page.cursor)));
  if (list.page.offset !== undefined)
    flows.push(plan(listing, 'beyond', 'a page behind the last one', beyond(listing, list.page.offset)));
  if (list.search !== undefined)
    flows.push(plan(listing, 'search', 'a search finds what is there', searching(listing, list.search, grow)));
  if (list.sort !== undefined) flows.push(...sorting(listing, list.sort.parameter, grow));
  return flows;
}

/** The id alone leads from the list to the item. */
function isPlain({ operation, resource }: Listing, read: Operation): boolean {
  const names = templateNames(read.path);
  return !operation.path.includes('{') && names.length === 1 && names[0] === resource.id?.parameter;
}

function plan(listing: Listing, name: string, description: string, act: Act): Flow {
  const { operation, resource } = listing;
  const request = { method: operation.method, path: operation.path, query: '' };
  const expectation = { kind: 'valid', text: description } as const;
  const planned = planCase(
    `stateful/${operation.id}/${name}`,
    'stateful',
    operation,
    `${operation.id}: ${description}`,
    request,
    expectation,
  );
  return single(planned, resource.name, act, 'alone');
}

/** Adds items until there are enough to tell pages apart. */
async function grown(stage: Stage, listing: Listing): Promise<void> {
  const first = await listOnce(stage, listing, {}, undefined);
  if (typeof first === 'string' || !isSuccess(first.exchanged)) return;
  const there = itemsOf(first.exchanged.seen, listing.list)?.length ?? ENOUGH;
  for (let count = there; count < ENOUGH; count += 1) await stage.fixtures.create(stage, listing.resource, 'all');
}

const judged = (story: Story, proven: boolean): Purpose => ({ expect: 'valid', proven, relational: false, story });

function limiting(listing: Listing, parameter: string, grow: (stage: Stage) => Promise<void>): Act {
  return async (stage) => {
    await grow(stage);
    const limit = 2;
    const got = await listOnce(stage, listing, { [parameter]: limit }, undefined);
    if (typeof got === 'string') return inconclusive(got);
    const ask = (request: HttpRequest, most: number): Promise<Exchanged> => {
      const facts: PageFacts = { probe: 'limit', limit: most };
      const purpose = judged({ kind: 'page', list: listing.list, facts }, got.proven);
      return stage.exchange(request, { operation: listing.operation, purpose });
    };
    const answer = await ask(got.request, limit);
    const usual = defaultOf(stage, listing, parameter);
    const untold = usual === undefined || answer.failed ? undefined : await listOnce(stage, listing, {}, undefined);
    if (untold === undefined || typeof untold === 'string' || usual === undefined) return answer.end;
    return new URLSearchParams(untold.request.query).has(parameter)
      ? answer.end
      : (await ask(untold.request, usual)).end;
  };
}

/** How many items a page has when nobody says, by the document. */
function defaultOf(stage: Stage, { operation }: Listing, name: string): number | undefined {
  const schema = operation.parameters.find((each) => each.in === 'query' && each.name === name)?.schema;
  const rule = schema === undefined ? true : stage.api.deref(schema);
  return typeof rule === 'object' && typeof rule.default === 'number' ? rule.default : undefined;
}

/** A cursor that nobody gave out is refused or ignored, and breaks nothing. */
function strange(listing: Listing, parameter: string): Act {
  return async (stage) => {
    const got = await listOnce(stage, listing, { [parameter]: 'standin-nobodys-cursor' }, undefined);
    if (typeof got === 'string') return inconclusive(got);
    return (await stage.exchange(got.request, { operation: listing.operation, purpose: openPurpose() })).end;
  };
}

const FAR = 1_000_000;

/** Where there is nothing any more the answer is as documented all the same. */
function beyond(listing: Listing, parameter: string): Act {
  return async (stage) => {
    const got = await listOnce(stage, listing, { [parameter]: FAR }, undefined);
    if (typeof got === 'string') return inconclusive(got);
    const purpose: Purpose = { expect: 'valid', proven: got.proven, relational: true, story: { kind: 'plain' } };
    return (await stage.exchange(got.request, { operation: listing.operation, purpose })).end;
  };
}

function paging(listing: Listing, grow: (stage: Stage) => Promise<void>): Act {
  return async (stage) => {
    await grow(stage);
    const whole = await walk(stage, listing, { most: MOST_PAGES });
    const limit = pageSize(whole.items.length, listing.list.page.maxLimit);
    const small = await walk(stage, listing, { limit, most: MOST_PAGES });
    if (small.last?.kind !== 'seen') return inconclusive(small.reason ?? 'the list was not answered');
    const ids = (pages: readonly (readonly Json[])[]): readonly (readonly Json[])[] =>
      pages.map((page) => idsOf(listing.resource, page));
    const first = small.pages.length > 1 ? await firstOf(stage, listing, limit) : undefined;
    const facts: PageFacts = {
      probe: 'walk',
      limit,
      pages: ids(small.pages),
      ...(whole.complete && small.complete ? { whole: ids(whole.pages).flat() } : {}),
      looped: small.looped,
      ...first,
    };
    const purpose = judged({ kind: 'page', list: listing.list, facts }, small.proven);
    const answer = await stage.exchange(small.last.seen.request, { operation: listing.operation, purpose, bare: true });
    return small.complete || answer.end.kind !== 'passed' || small.looped
      ? answer.end
      : inconclusive(small.reason ?? 'the collection is too large to be read whole');
  };
}

/** Small enough for several pages, large enough for not too many. */
function pageSize(items: number, most: number | undefined): number {
  return Math.min(Math.max(2, Math.ceil(items / 8)), most ?? 1_000);
}

/** The second page as the `Link` of the first one names it (RFC 8288). */
async function firstOf(
  stage: Stage,
  listing: Listing,
  limit: number,
): Promise<Pick<PageFacts, 'linkNext' | 'linked' | 'hasLinks'>> {
  const { page } = listing.list;
  if (page.limit === undefined) return {};
  const got = await listOnce(stage, listing, { [page.limit]: limit }, undefined);
  if (typeof got === 'string' || !isSuccess(got.exchanged)) return {};
  const hasLinks = hasPageLinks(got.exchanged.seen);
  const next = linkTo(got.exchanged.seen, 'next');
  if (next === undefined) return { hasLinks };
  const url = new URL(next, got.exchanged.seen.url);
  const base = new URL(got.exchanged.seen.url);
  const prefix = base.pathname.slice(0, base.pathname.length - got.request.path.length);
  const request = {
    ...got.request,
    path: url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname,
    query: url.search.slice(1),
  };
  const followed = await stage.exchange(request, {
    operation: listing.operation,
    purpose: judged({ kind: 'plain' }, got.proven),
    quiet: true,
  });
  const items = isSuccess(followed) ? itemsOf(followed.seen, listing.list) : [];
  return { hasLinks, linkNext: next, linked: idsOf(listing.resource, items ?? []) };
}

function totalling(listing: Listing, grow: (stage: Stage) => Promise<void>): Act {
  return async (stage) => {
    await grow(stage);
    const whole = await walk(stage, listing, { most: MOST_PAGES });
    const sized = listing.list.page.limit === undefined ? {} : { [listing.list.page.limit]: 2 };
    const got = await listOnce(stage, listing, sized, undefined);
    if (typeof got === 'string') return inconclusive(got);
    if (!isSuccess(got.exchanged)) return got.exchanged.end;
    const total = totalOf(got.exchanged.seen, listing.list);
    if (total === undefined) return skipped('the answer names no total');
    if (!whole.complete) return inconclusive(whole.reason ?? 'the collection could not be read whole');
    const facts: PageFacts = { probe: 'total', total, count: countOf(listing, whole.items) };
    const purpose = judged({ kind: 'page', list: listing.list, facts }, got.proven);
    return (await stage.exchange(got.exchanged.seen.request, { operation: listing.operation, purpose, bare: true }))
      .end;
  };
}

/** What comes twice is a matter of pages, not of totals. */
function countOf({ resource }: Listing, items: readonly Json[]): number {
  const ids = idsOf(resource, items);
  return ids.length === items.length ? new Set(ids.map(String)).size : items.length;
}

/** One case for each order that the document lists. */
function sorting(listing: Listing, parameter: string, grow: (stage: Stage) => Promise<void>): readonly Flow[] {
  const { sort } = listing.list;
  const schema = listing.operation.parameters.find((each) => each.in === 'query' && each.name === parameter)?.schema;
  const listed = typeof schema === 'object' && schema.enum !== undefined ? schema.enum : [];
  const usual = typeof schema === 'object' ? schema.default : undefined;
  const asked = listed.map((value) => ({ value, said: true }));
  // An order that the document calls the default is that of a request that says nothing.
  const unsaid = sort?.order === undefined ? listed.filter((value) => value === usual) : [];
  return [...asked, ...unsaid.map((value) => ({ value, said: false }))]
    .filter((each): each is { readonly value: string; readonly said: boolean } => typeof each.value === 'string')
    .map(({ value, said }) => {
      const descending = value.startsWith('-') || /[:_ ]desc$/i.test(value);
      const field = value.replace(/^[-+]/, '').replace(/[:_ ](asc|desc)$/i, '');
      const extra = sort?.order === undefined || !descending ? {} : { [sort.order]: sort.descending ?? 'desc' };
      const act: Act = async (stage) => {
        await grow(stage);
        const got = await listOnce(stage, listing, said ? { [parameter]: value, ...extra } : {}, undefined);
        if (typeof got === 'string') return inconclusive(got);
        if (!said && new URLSearchParams(got.request.query).has(parameter)) return skipped('it has to be said');
        const story: Story = { kind: 'sort', parameter, pointer: `/${field}`, descending, list: listing.list };
        return (await stage.exchange(got.request, { operation: listing.operation, purpose: judged(story, got.proven) }))
          .end;
      };
      return said
        ? plan(listing, `sort-${value}`, `sorted by ${value}`, act)
        : plan(listing, 'sort-default', `sorted by ${value} where nothing is said`, act);
    });
}
