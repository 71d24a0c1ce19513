import type { HttpRequest, Json } from '../../core/index.ts';
import type { ListDetails, Resource } from '../../resources/index.ts';
import { type Operation, templateNames } from '../../spec/index.ts';
import { fieldValue, isArray, isXml, jsonEquals, parseLink, stringifyJson, valueAt } from '../../wire/index.ts';
import { type CaseContext, type ExchangeResult, isSuccess, jsonOf } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Purpose } from '../model/purpose.ts';
import { drawRequest, validPurpose } from '../requests/draw-request.ts';
import { compositeKey } from '../resource-index/paths.ts';
import { idIn } from './created-id.ts';

/** A list operation of a resource. */
export interface Listing {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly list: ListDetails;
}

/** The parameters of the largest page of a list, if the document says how large it may be. */
export function largestPage({ list: { page } }: Listing): Readonly<Record<string, Json>> {
  return page.limit === undefined || page.maxLimit === undefined ? {} : { [page.limit]: page.maxLimit };
}

export interface PageWalk {
  readonly items: readonly Json[];
  /** The items of each page. */
  readonly pages: readonly (readonly Json[])[];
  /** The last page was reached. */
  readonly complete: boolean;
  /** A page was returned twice. */
  readonly looped: boolean;
  readonly last: ExchangeResult | undefined;
  /** The first page. */
  readonly first?: Exchange;
  /** The last answer that had items. */
  readonly ending?: Exchange;
  /** The answers, one for each page. */
  readonly answers: readonly Exchange[];
  /** The records in the path were seen to exist. */
  readonly proven: boolean;
  readonly reason?: string;
  /** The document and the answers do not show how to get the next page. */
  readonly unguided?: true;
}

/** The items of a list. XML has no element for a list without items. */
export function itemsOf(exchange: Pick<Exchange, 'response'>, list: ListDetails): readonly Json[] | undefined {
  const { body, status } = exchange.response;
  const items = valueAt(jsonOf(exchange) ?? null, list.items);
  if (isArray(items)) return items;
  const isEmpty = items === undefined && status < 300 && body.kind === 'parsed' && isXml(body.mediaType);
  return isEmpty ? [] : undefined;
}

function hasItems(result: ExchangeResult, list: ListDetails): boolean {
  return isSuccess(result) && (itemsOf(result.exchange, list)?.length ?? 0) > 0;
}

/**
 * Ids that identify the items of a list; empty if several path parameters identify one, or if different items have the
 * same value there: events are not identified by the name of what they are about.
 */
export function idsOf(resource: Resource, items: readonly Json[]): readonly Json[] {
  if (compositeKey(resource).length > 0) return [];
  const known = new Map<string, Json>();
  const ids: Json[] = [];
  for (const item of items) {
    const id = idIn(resource, item);
    if (id === undefined) continue;
    const other = known.get(String(id));
    if (other !== undefined && !jsonEquals(other, item)) return [];
    known.set(String(id), item);
    ids.push(id);
  }
  return ids;
}

/** The ids on each page; none if they do not identify the items of all pages. */
export function idsOfPages(resource: Resource, pages: readonly (readonly Json[])[]): readonly (readonly Json[])[] {
  const identify = idsOf(resource, pages.flat()).length > 0;
  return pages.map((page) => (identify ? idsOf(resource, page) : []));
}

/**
 * Whether a list shows items of several parents, which may have equal names (`/pods` beside
 * `/namespaces/{namespace}/pods`).
 */
export function isAcross({ operation, resource: { collectionPath, itemPath, id } }: Listing): boolean {
  const home = templateNames(itemPath ?? collectionPath ?? '').filter((name) => name !== id?.parameter);
  return templateNames(operation.path).length < home.length;
}

/** The total number of items that the answer states. */
export function statedTotalOf(exchange: Pick<Exchange, 'response'>, { envelope }: ListDetails): number | undefined {
  const inBody = envelope.total === undefined ? undefined : valueAt(jsonOf(exchange) ?? null, envelope.total);
  if (typeof inBody === 'number') return inBody;
  if (typeof inBody === 'string' && /^\d{1,15}$/.test(inBody)) return Number(inBody);
  const { headers } = exchange.response;
  const field = fieldValue(headers, 'x-total-count') ?? fieldValue(headers, 'x-total');
  return field !== undefined && /^\d+$/.test(field) ? Number(field) : undefined;
}

/** How many pages there are, as the answer says. */
export function statedPagesOf(exchange: Pick<Exchange, 'response'>, { envelope }: ListDetails): number | undefined {
  const pages = envelope.pages === undefined ? undefined : valueAt(jsonOf(exchange) ?? null, envelope.pages);
  return typeof pages === 'number' ? pages : undefined;
}

/** A list request that has not been sent yet. */
export interface DrawnListing {
  readonly request: HttpRequest;
  readonly purpose: Purpose;
  /** The records in the path were seen to exist. */
  readonly proven: boolean;
  /** What the path names. */
  readonly path: Readonly<Record<string, Json>>;
}

export interface ListAnswer extends DrawnListing {
  readonly result: ExchangeResult;
}

/** Draws a list request with the given query parameters, or says why there is none. */
export async function drawList(
  caseContext: CaseContext,
  listing: Listing,
  parameters: Readonly<Record<string, Json>>,
  path?: Readonly<Record<string, Json>>,
): Promise<DrawnListing | string> {
  const { page } = listing.list;
  // A required offset or page would be drawn beyond the last item.
  const starts = [page.offset, page.page].filter((name) => name !== undefined && isRequired(listing, name));
  const first = Object.entries(firstPage(listing)).filter(([name]) => starts.includes(name));
  const query = Object.fromEntries(
    [...first, ...Object.entries(parameters)].map(([name, value]) => [`query.${name}`, value]),
  );
  const at = `list/${listing.operation.id}`;
  const drawn = await drawRequest(caseContext, listing.operation, {
    at,
    use: 'read',
    parameters: query,
    ...(path ? { path } : {}),
  });
  if (typeof drawn === 'string') return drawn;
  const { request, prepared } = drawn;
  return { request, purpose: validPurpose(prepared), proven: prepared.proven, path: prepared.known.path };
}

/** Reads a list once. */
export async function listOnce(
  caseContext: CaseContext,
  listing: Listing,
  parameters: Readonly<Record<string, Json>>,
  path?: Readonly<Record<string, Json>>,
): Promise<ListAnswer | string> {
  const drawn = await drawList(caseContext, listing, parameters, path);
  if (typeof drawn === 'string') return drawn;
  const { request, purpose } = drawn;
  return {
    ...drawn,
    result: await caseContext.exchange(request, { operation: listing.operation, purpose, quiet: true }),
  };
}

/**
 * Reads page after page with the documented parameters, until the last one, a repeated one, or `most`
 * pages.
 */
export async function walk(
  caseContext: CaseContext,
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
  const answers: Exchange[] = [];
  const seenPages = new Set<string>();
  let last: ExchangeResult | undefined;
  let first: Exchange | undefined;
  let ending: Exchange | undefined;
  let isShort = false;
  let emptyCount = 0;
  let proven = false;
  let next: Readonly<Record<string, Json>> | undefined = firstPage(listing);
  const result = (
    rest: Pick<PageWalk, 'complete' | 'reason' | 'unguided'> & { readonly looped?: boolean },
  ): PageWalk => ({
    items: pages.flat(),
    pages,
    answers,
    last,
    proven,
    looped: false,
    ...(first === undefined ? {} : { first }),
    ...(ending === undefined ? {} : { ending }),
    ...rest,
  });
  while (next !== undefined) {
    if (pages.length >= options.most) return result({ complete: false, reason: `more than ${options.most} pages` });
    const got = await listOnce(caseContext, listing, { ...options.filters, ...sized, ...next }, options.path);
    if (typeof got === 'string') return result({ complete: false, reason: got });
    // After a short page there may be no further page, and no answer.
    if (isShort && !hasItems(got.result, listing.list)) return result({ complete: true });
    last = got.result;
    proven = got.proven;
    if (!isSuccess(last)) return result({ complete: false, reason: 'the list was not answered' });
    const items = itemsOf(last.exchange, listing.list);
    if (items === undefined) return result({ complete: false, reason: 'the answer holds no list' });
    const hasIds = idsOf(listing.resource, items).length > 0;
    const text = stringifyJson(items);
    if (hasIds && seenPages.has(text)) return result({ complete: false, looped: true });
    seenPages.add(text);
    first ??= last.exchange;
    answers.push(last.exchange);
    pages.push(items);
    emptyCount = items.length === 0 ? emptyCount + 1 : 0;
    // The next page of an empty one is read once: it may be the first page again.
    if (emptyCount > 1) return result({ complete: true });
    if (items.length > 0) ending = last.exchange;
    isShort = page.cursor === undefined && items.length < (limit ?? page.defaultLimit);
    // A client with a page size continues after that many items; a client without one continues
    // after the items that it received.
    const step =
      options.limit === undefined && isShort ? pages.flat().length : pages.length * (limit ?? page.defaultLimit);
    const following = nextPage(listing, last.exchange, items, { count: pages.length, step, limit });
    if (following === 'unknown')
      return result({ complete: false, reason: 'the answer does not say where the next page is', unguided: true });
    // Some services give the last cursor again, so that a client can ask for later items.
    if (items.length === 0 && jsonEquals(following ?? null, next)) return result({ complete: true });
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
  if (page.offset !== undefined) return { [page.offset]: page.firstOffset ?? 0 };
  return page.page === undefined ? {} : { [page.page]: page.firstPage ?? 1 };
}

function nextPage(
  { list, resource }: Listing,
  exchange: Exchange,
  items: readonly Json[],
  walked: { readonly count: number; readonly step: number; readonly limit: number | undefined },
): Readonly<Record<string, Json>> | 'unknown' | undefined {
  const { page, envelope } = list;
  const body = jsonOf(exchange) ?? null;
  const cursor =
    page.cursor === undefined || envelope.nextCursor === undefined ? undefined : valueAt(body, envelope.nextCursor);
  const named = page.cursor === undefined || envelope.next === undefined ? undefined : valueAt(body, envelope.next);
  if (items.length === 0 && (cursor ?? named ?? '') === '') return undefined;
  if (page.cursor !== undefined) {
    if (cursor !== undefined) return cursor === null || cursor === '' ? undefined : { [page.cursor]: cursor };
    if (named === null || named === '') return undefined;
    if (typeof named === 'string') return fromNext(named, page.cursor, [page.cursor, page.page, page.offset]);
    const more = envelope.hasMore === undefined ? undefined : valueAt(body, envelope.hasMore);
    if (more === false) return undefined;
    if (more !== true) {
      if (fieldValue(exchange.response.headers, 'link') !== undefined)
        return fromLink(exchange, [page.cursor, page.page, page.offset]);
      // If the envelope has a cursor, the last page lacks it. Without a documented cursor a full
      // page may have a next one.
      return envelope.nextCursor !== undefined || items.length < (walked.limit ?? page.defaultLimit)
        ? undefined
        : 'unknown';
    }
    const id = idsOf(resource, items).at(-1);
    return id === undefined ? undefined : { [page.cursor]: id };
  }
  if (page.limit === undefined && page.offset === undefined && page.page === undefined) return undefined;
  // A short page may not be the last one, because the document may not state the default or maximum
  // size.
  if (page.offset !== undefined) return { [page.offset]: (page.firstOffset ?? 0) + walked.step };
  if (page.page !== undefined) return { [page.page]: (page.firstPage ?? 1) + walked.count };
  // With a limit only, the rest of the list cannot be requested.
  return walked.limit !== undefined && items.length >= walked.limit ? 'unknown' : undefined;
}

/** The paging parameter of the next link: the first of `parameters` that it has. */
function fromLink(
  exchange: Exchange,
  parameters: readonly (string | undefined)[],
): Readonly<Record<string, Json>> | undefined {
  const next = linkTo(exchange, 'next');
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

/** The next page from the property `next` of a body, which is a URL or a cursor. */
function fromNext(
  next: string,
  cursor: string,
  parameters: readonly (string | undefined)[],
): Readonly<Record<string, Json>> | 'unknown' {
  return fromUrl(next, parameters) ?? (/:\/\/|\?/.test(next) ? 'unknown' : { [cursor]: next });
}

const OF_PAGES = ['next', 'prev', 'previous', 'first', 'last'];

/** Whether the `Link` field has links to pages. It may have others only, such as one about a deprecation. */
export function hasPageLinks(exchange: Pick<Exchange, 'response'>): boolean {
  return OF_PAGES.some((rel) => linkTo(exchange, rel) !== undefined);
}

/** Target of the first link with a relation (RFC 8288). */
export function linkTo(exchange: Pick<Exchange, 'response'>, rel: string): string | undefined {
  const value = fieldValue(exchange.response.headers, 'link');
  if (value === undefined) return undefined;
  return parseLink(value).find((link) => link.rel.split(/\s+/).includes(rel))?.uri;
}

/** A link to another page, and the place of the answer that has it. */
export interface PageLink {
  readonly uri: string;
  readonly at: string;
}

/** The link of a page to another one: that of the `Link` field, else the address in its envelope. */
export function pageLink(
  exchange: Exchange,
  { envelope }: Pick<ListDetails, 'envelope'>,
  rel: 'next' | 'last',
): PageLink | undefined {
  const uri = linkTo(exchange, rel);
  if (uri !== undefined) return { uri, at: '/header/link' };
  const pointer = envelope[rel];
  const named = pointer === undefined ? undefined : valueAt(jsonOf(exchange) ?? null, pointer);
  return typeof named === 'string' && ADDRESS.test(named) ? { uri: named, at: `/body${pointer}` } : undefined;
}

/** An address, and no cursor. */
const ADDRESS = /^(?:https?:\/\/|\/|\?)/i;
