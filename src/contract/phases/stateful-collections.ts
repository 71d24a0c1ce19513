import type { Json } from '../../core/index.ts';
import type { Filter } from '../../resources/index.ts';
import { fieldValue, valueAt } from '../../wire/index.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../flow.ts';
import { idsOf, itemsOf, type Listing, linkTo, listOnce, walk } from '../listing.ts';
import type { PlanContext } from '../planner.ts';
import type { PageFacts, Purpose, Story } from '../purpose.ts';
import { isSuccess, jsonOf, type Stage } from '../stage.ts';

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
  flows.push(plan(listing, 'total', 'the total is the number of items', totalling(listing, grow)));
  for (const filter of list.filters) {
    flows.push(
      plan(listing, `filter-${filter.parameter}`, `${filter.parameter} filters`, filtering(listing, filter, grow)),
    );
  }
  if (list.sort !== undefined) flows.push(...sorting(listing, list.sort.parameter, grow));
  return flows;
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

const judged = (story: Story): Purpose => ({ expect: 'valid', proven: true, relational: false, story });

function limiting(listing: Listing, parameter: string, grow: (stage: Stage) => Promise<void>): Act {
  return async (stage) => {
    await grow(stage);
    const limit = 2;
    const got = await listOnce(stage, listing, { [parameter]: limit }, undefined);
    if (typeof got === 'string') return inconclusive(got);
    const facts: PageFacts = { probe: 'limit', limit };
    return (
      await stage.exchange(got.request, {
        operation: listing.operation,
        purpose: judged({ kind: 'page', list: listing.list, facts }),
      })
    ).end;
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
    const purpose = judged({ kind: 'page', list: listing.list, facts });
    const answer = await stage.exchange(small.last.seen.request, { operation: listing.operation, purpose, bare: true });
    return small.complete || answer.end.kind !== 'passed' || small.looped
      ? answer.end
      : inconclusive('the collection is too large to be read whole');
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
  const hasLinks = fieldValue(got.exchanged.seen.response.headers, 'link') !== undefined;
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
    purpose: judged({ kind: 'plain' }),
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
    const total = totalOf(
      got.exchanged.seen.response.headers,
      jsonOf(got.exchanged.seen) ?? null,
      listing.list.envelope.total,
    );
    if (total === undefined) return skipped('the answer names no total');
    if (!whole.complete) return inconclusive(whole.reason ?? 'the collection could not be read whole');
    const facts: PageFacts = { probe: 'total', total, count: whole.items.length };
    const purpose = judged({ kind: 'page', list: listing.list, facts });
    return (await stage.exchange(got.exchanged.seen.request, { operation: listing.operation, purpose, bare: true }))
      .end;
  };
}

function totalOf(
  headers: Parameters<typeof fieldValue>[0],
  body: Json,
  pointer: string | undefined,
): number | undefined {
  const inBody = pointer === undefined ? undefined : valueAt(body, pointer);
  if (typeof inBody === 'number') return inBody;
  const field = fieldValue(headers, 'x-total-count') ?? fieldValue(headers, 'x-total');
  return field !== undefined && /^\d+$/.test(field) ? Number(field) : undefined;
}

/** Takes a value from an item that is there, so that something must come and something else must not. */
function filtering(listing: Listing, filter: Filter, grow: (stage: Stage) => Promise<void>): Act {
  return async (stage) => {
    await grow(stage);
    const whole = await walk(stage, listing, { most: 3 });
    const values = whole.items.flatMap((item) => {
      const value = valueAt(item, filter.pointer);
      return value === undefined || value === null || typeof value === 'object' ? [] : [value];
    });
    const value = values[0];
    if (value === undefined) return inconclusive('no item has a value to filter by');
    const wanted = filter.op === 'in' ? [value] : value;
    const got = await listOnce(stage, listing, { [filter.parameter]: wanted }, undefined);
    if (typeof got === 'string') return inconclusive(got);
    const story: Story = {
      kind: 'filter',
      parameter: filter.parameter,
      pointer: filter.pointer,
      value,
      op: filter.op,
      list: listing.list,
    };
    return (await stage.exchange(got.request, { operation: listing.operation, purpose: judged(story) })).end;
  };
}

/** One case for each order that the document lists. */
function sorting(listing: Listing, parameter: string, grow: (stage: Stage) => Promise<void>): readonly Flow[] {
  const { sort } = listing.list;
  const schema = listing.operation.parameters.find((each) => each.in === 'query' && each.name === parameter)?.schema;
  const listed = typeof schema === 'object' && schema.enum !== undefined ? schema.enum : [];
  return listed
    .filter((value): value is string => typeof value === 'string')
    .map((value) => {
      const descending = value.startsWith('-') || /[:_ ]desc$/i.test(value);
      const field = value.replace(/^[-+]/, '').replace(/[:_ ](asc|desc)$/i, '');
      const extra = sort?.order === undefined || !descending ? {} : { [sort.order]: sort.descending ?? 'desc' };
      const act: Act = async (stage) => {
        await grow(stage);
        const got = await listOnce(stage, listing, { [parameter]: value, ...extra }, undefined);
        if (typeof got === 'string') return inconclusive(got);
        const story: Story = { kind: 'sort', parameter, pointer: `/${field}`, descending, list: listing.list };
        return (await stage.exchange(got.request, { operation: listing.operation, purpose: judged(story) })).end;
      };
      return plan(listing, `sort-${value}`, `sorted by ${value}`, act);
    });
}
