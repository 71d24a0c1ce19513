import type { HttpRequest, Json } from '../../core/index.ts';
import type { ListDetails, Resource } from '../../resources/index.ts';
import { type Operation, templateNames } from '../../spec/index.ts';
import { fieldValue, isArray, parseLink, stringifyJson, valueAt } from '../../wire/index.ts';
import { type CaseContext, type Exchanged, isSuccess, jsonOf } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Purpose } from '../model/purpose.ts';
import { drawRequest, validPurpose } from '../requests/draw-request.ts';
import { compositeKey, idIn } from './created-id.ts';

/** A list operation of a resource. */
export interface Listing {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly list: ListDetails;
}

export interface PageWalk {
  readonly items: readonly Json[];
  /** Items of each page. */
  readonly pages: readonly (readonly Json[])[];
  /** The last page was read. */
  readonly complete: boolean;
  /** A page came twice. */
  readonly looped: boolean;
  readonly last: Exchanged | undefined;
  /** The first page. */
  readonly first?: Exchange;
  /** The answer with the last items that came. */
  readonly ending?: Exchange;
  /** What the path names was seen to exist. */
  readonly proven: boolean;
  readonly reason?: string;
  /** Nothing that a client may know leads on. */
  readonly unguided?: true;
}

export function itemsOf(seen: Pick<Exchange, 'response'>, list: ListDetails): readonly Json[] | undefined {
  const items = valueAt(jsonOf(seen) ?? null, list.items);
  return isArray(items) ? items : undefined;
}

function hasItems(exchanged: Exchanged, list: ListDetails): boolean {
  return isSuccess(exchanged) && (itemsOf(exchanged.seen, list)?.length ?? 0) > 0;
}

/** Ids that tell the items of a list apart: none where it takes more than one place of the path to name one. */
export function idsOf(resource: Resource, items: readonly Json[]): readonly Json[] {
  if (compositeKey(resource).length > 0) return [];
  return items.flatMap((item) => idIn(resource, item) ?? []);
}

/** Whether a list shows the items of several places, each of which may have the same names (`/pods` beside `/namespaces/{namespace}/pods`). */
export function isAcross({ operation, resource: { collectionPath, itemPath, id } }: Listing): boolean {
  const home = templateNames(itemPath ?? collectionPath ?? '').filter((name) => name !== id?.parameter);
  return templateNames(operation.path).length < home.length;
}

/** How many items there are in all, as the answer says. */
export function statedTotalOf(seen: Pick<Exchange, 'response'>, { envelope }: ListDetails): number | undefined {
  const inBody = envelope.total === undefined ? undefined : valueAt(jsonOf(seen) ?? null, envelope.total);
  if (typeof inBody === 'number') return inBody;
  const { headers } = seen.response;
  const field = fieldValue(headers, 'x-total-count') ?? fieldValue(headers, 'x-total');
  return field !== undefined && /^\d+$/.test(field) ? Number(field) : undefined;
}

/** How many pages there are, as the answer says. */
export function statedPagesOf(seen: Pick<Exchange, 'response'>, { envelope }: ListDetails): number | undefined {
  const told = envelope.pages === undefined ? undefined : valueAt(jsonOf(seen) ?? null, envelope.pages);
  return typeof told === 'number' ? told : undefined;
}

/** A list request that has not been sent yet. */
export interface DrawnListing {
  readonly request: HttpRequest;
  readonly purpose: Purpose;
  /** What the path names was seen to exist. */
  readonly proven: boolean;
  /** What the path names. */
  readonly path: Readonly<Record<string, Json>>;
}

export interface Listed extends DrawnListing {
  readonly exchanged: Exchanged;
}

/** Makes one list request with the given query parameters, or says why there is none. */
export async function drawList(
  stage: CaseContext,
  listing: Listing,
  parameters: Readonly<Record<string, Json>>,
  path?: Readonly<Record<string, Json>>,
): Promise<DrawnListing | string> {
  const { page } = listing.list;
  // Where a document requires them, a drawn offset or page would lie behind all that there is.
  const starts = [page.offset, page.page].filter((name) => name !== undefined && isRequired(listing, name));
  const first = Object.entries(firstPage(listing)).filter(([name]) => starts.includes(name));
  const query = Object.fromEntries(
    [...first, ...Object.entries(parameters)].map(([name, value]) => [`query.${name}`, value]),
  );
  const at = `list/${listing.operation.id}`;
  const drawn = await drawRequest(stage, listing.operation, {
    at,
    use: 'read',
    parameters: query,
    ...(path ? { path } : {}),
  });
  if (typeof drawn === 'string') return drawn;
  const { request, prepared } = drawn;
  return { request, purpose: validPurpose(prepared), proven: prepared.proven, path: prepared.known.path };
}

/** Looks at a list once. */
export async function listOnce(
  stage: CaseContext,
  listing: Listing,
  parameters: Readonly<Record<string, Json>>,
  path?: Readonly<Record<string, Json>>,
): Promise<Listed | string> {
  const drawn = await drawList(stage, listing, parameters, path);
  if (typeof drawn === 'string') return drawn;
  const { request, purpose } = drawn;
  return { ...drawn, exchanged: await stage.exchange(request, { operation: listing.operation, purpose, quiet: true }) };
}

/** Reads page after page as the document's own parameters allow, until one is the last, comes twice, or `most` have been read. */
export async function walk(
  stage: CaseContext,
  listing: Listing,
  options: {
    readonly limit?: number;
    readonly most: number;
    readonly path?: Readonly<Record<string, Json>> | undefined;
    readonly filters?: Readonly<Record<string, Json>>;
  },
): Promise<PageWalk> {
  const { page } = listing.list;
  const limit = options.limit ?? page.maxLimit;
  const sized = page.limit === undefined || limit === undefined ? {} : { [page.limit]: limit };
  const pages: (readonly Json[])[] = [];
  const seenPages = new Set<string>();
  let last: Exchanged | undefined;
  let first: Exchange | undefined;
  let ending: Exchange | undefined;
  let isShort = false;
  let proven = false;
  let next: Readonly<Record<string, Json>> | undefined = firstPage(listing);
  const result = (
    rest: Pick<PageWalk, 'complete' | 'reason' | 'unguided'> & { readonly looped?: boolean },
  ): PageWalk => ({
    items: pages.flat(),
    pages,
    last,
    proven,
    looped: false,
    ...(first === undefined ? {} : { first }),
    ...(ending === undefined ? {} : { ending }),
    ...rest,
  });
  while (next !== undefined) {
    if (pages.length >= options.most) return result({ complete: false, reason: `more than ${options.most} pages` });
    const got = await listOnce(stage, listing, { ...options.filters, ...sized, ...next }, options.path);
    if (typeof got === 'string') return result({ complete: false, reason: got });
    // Behind a short page there need not be anything, not even an answer.
    if (isShort && !hasItems(got.exchanged, listing.list)) return result({ complete: true });
    last = got.exchanged;
    proven = got.proven;
    if (!isSuccess(last)) return result({ complete: false, reason: 'the list was not answered' });
    const items = itemsOf(last.seen, listing.list);
    if (items === undefined) return result({ complete: false, reason: 'the answer holds no list' });
    const ids = JSON.stringify(idsOf(listing.resource, items).map(String));
    const key = isAcross(listing) ? ids + stringifyJson(items) : ids;
    if (items.length > 0 && idsOf(listing.resource, items).length > 0 && seenPages.has(key)) {
      return result({ complete: false, looped: true });
    }
    seenPages.add(key);
    first ??= last.seen;
    pages.push(items);
    if (items.length > 0) ending = last.seen;
    isShort = page.cursor === undefined && items.length < (limit ?? page.defaultLimit);
    // A client that asks for so many items a page goes on after so many; a client that takes the default goes on after what came.
    const step =
      options.limit === undefined && isShort ? pages.flat().length : pages.length * (limit ?? page.defaultLimit);
    const following = nextPage(listing, last.seen, items, { count: pages.length, step, limit });
    if (following === 'unknown')
      return result({ complete: false, reason: 'the answer does not say where the next page is', unguided: true });
    next = following;
  }
  return result({ complete: true });
}

function isRequired({ operation }: Listing, parameter: string): boolean {
  return operation.parameters.some(
    ({ in: place, name, required }) => place === 'query' && name === parameter && required,
  );
}

function firstPage({ list: { page } }: Listing): Readonly<Record<string, Json>> {
  if (page.offset !== undefined) return { [page.offset]: 0 };
  return page.page === undefined ? {} : { [page.page]: page.firstPage ?? 1 };
}

function nextPage(
  { list, resource }: Listing,
  seen: Exchange,
  items: readonly Json[],
  walked: { readonly count: number; readonly step: number; readonly limit: number | undefined },
): Readonly<Record<string, Json>> | 'unknown' | undefined {
  const { page, envelope } = list;
  if (items.length === 0) return undefined;
  const body = jsonOf(seen) ?? null;
  if (page.cursor !== undefined) {
    const cursor = envelope.nextCursor === undefined ? undefined : valueAt(body, envelope.nextCursor);
    if (cursor !== undefined) return cursor === null || cursor === '' ? undefined : { [page.cursor]: cursor };
    const named = envelope.next === undefined ? undefined : valueAt(body, envelope.next);
    if (named === null || named === '') return undefined;
    if (typeof named === 'string') return fromNext(named, page.cursor, [page.cursor, page.page, page.offset]);
    const more = envelope.hasMore === undefined ? undefined : valueAt(body, envelope.hasMore);
    if (more === false) return undefined;
    if (more !== true) {
      if (fieldValue(seen.response.headers, 'link') !== undefined)
        return fromLink(seen, [page.cursor, page.page, page.offset]);
      // A cursor that was left out of the envelope is the last page's; without either a full page may have a next one.
      return envelope.nextCursor !== undefined || items.length < (walked.limit ?? page.defaultLimit)
        ? undefined
        : 'unknown';
    }
    const id = idsOf(resource, items).at(-1);
    return id === undefined ? undefined : { [page.cursor]: id };
  }
  if (page.limit === undefined && page.offset === undefined && page.page === undefined) return undefined;
  // A short page need not be the last one: the document may not say how many items come by default, or at most.
  if (page.offset !== undefined) return { [page.offset]: walked.step };
  if (page.page !== undefined) return { [page.page]: (page.firstPage ?? 1) + walked.count };
  // A limit alone shows the beginning: nothing asks for what comes behind it.
  return walked.limit !== undefined && items.length >= walked.limit ? 'unknown' : undefined;
}

/** What the next link changes: the first of the parameters that lead on which it names. */
function fromLink(
  seen: Exchange,
  parameters: readonly (string | undefined)[],
): Readonly<Record<string, Json>> | undefined {
  const next = linkTo(seen, 'next');
  return next === undefined ? undefined : fromUrl(next, parameters);
}

function fromUrl(url: string, parameters: readonly (string | undefined)[]): Readonly<Record<string, Json>> | undefined {
  const query = URL.canParse(url, 'http://any') ? new URL(url, 'http://any').searchParams : undefined;
  for (const parameter of parameters) {
    const value = parameter === undefined ? null : (query?.get(parameter) ?? null);
    if (parameter !== undefined && value !== null) return { [parameter]: value };
  }
  return undefined;
}

/** What a body calls `next`: the place of the next page, or the cursor itself where it is not a place. */
function fromNext(
  next: string,
  cursor: string,
  parameters: readonly (string | undefined)[],
): Readonly<Record<string, Json>> | 'unknown' {
  return fromUrl(next, parameters) ?? (/:\/\/|\?/.test(next) ? 'unknown' : { [cursor]: next });
}

const OF_PAGES = ['next', 'prev', 'previous', 'first', 'last'];

/** Whether the service says in `Link` where pages are; it may speak of other things only (a deprecation). */
export function hasPageLinks(seen: Pick<Exchange, 'response'>): boolean {
  return OF_PAGES.some((rel) => linkTo(seen, rel) !== undefined);
}

/** Target of the first link with a relation (RFC 8288). */
export function linkTo(seen: Pick<Exchange, 'response'>, rel: string): string | undefined {
  const value = fieldValue(seen.response.headers, 'link');
  if (value === undefined) return undefined;
  return parseLink(value).find((link) => link.rel.split(/\s+/).includes(rel))?.uri;
}
