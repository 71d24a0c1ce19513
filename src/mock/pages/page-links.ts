import type { Json } from '../../core/index.ts';
import type { ListDetails } from '../../resources/index.ts';
import type { Entity } from '../../state/index.ts';
import { decodePercent } from '../../wire/index.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import type { Page } from '../model/page.ts';
import type { PageLinks } from '../model/page-fields.ts';
import { type EntityPlace, idText } from '../model/place.ts';

/** The query of a request, with the place in the list that only our links have, or the page and its size that only answers show. */
export function queryOf(
  { parameters: { query }, request }: RequestContext,
  { page: { inLinks, shown } }: ListDetails,
): Readonly<Record<string, Json>> {
  const wanted = [inLinks, shown?.page, shown?.limit].filter((name) => name !== undefined);
  if (wanted.length === 0 || request.query === '') return query;
  const sent = request.query.split('&').flatMap((pair) => {
    const [name = '', value = ''] = pair.split('=').map((part) => decodePercent(part));
    return wanted.includes(name) && value !== '' ? [[name, value] as const] : [];
  });
  return { ...query, ...Object.fromEntries(sent) };
}

/** A list whose pages are asked for by the names that only its answers show. */
export function withShownPage(details: ListDetails): ListDetails {
  const { shown } = details.page;
  return shown === undefined ? details : { ...details, page: { ...shown, ...details.page } };
}

/** The entities of one page, and how many there are on all pages. */
export interface FoundPage {
  readonly page: Page;
  readonly entities: readonly Entity[];
  readonly total: number;
}

export function pageLinksOf(
  { mock, context, place }: RoleCall,
  details: ListDetails,
  { page, entities, total }: FoundPage,
): PageLinks {
  // An empty page has no links.
  const { path } = context.request;
  const query = context.plan.keysInQuery.length === 0 ? context.request.query : pairsBut(context).join('&');
  const self = query === '' ? path : `${path}?${query}`;
  if (page.limit === 0) return { self };
  const end = page.offset + entities.length;
  const to = steps(context, details, page);
  const lastKey = entities.at(-1)?.key;
  const more = end < total && lastKey !== undefined;
  const cursor = details.page.cursor ?? details.page.inLinks;
  const nextCursor =
    cursor !== undefined && more ? longEnough(mock, context, cursor, cursorOf(place, lastKey)) : undefined;
  const nextOffset = cursor === undefined && details.page.offset !== undefined && more ? String(end) : undefined;
  const turns: { -readonly [Name in keyof PageLinks]: PageLinks[Name] } = { self };
  const first = total > 0 ? to?.(0) : undefined;
  const previous = page.offset > 0 ? to?.(Math.max(0, page.offset - page.limit)) : undefined;
  const byCursor =
    cursor === undefined || nextCursor === undefined ? undefined : referenceOf(context, cursor)(nextCursor);
  const byNumber = more ? to?.(end) : undefined;
  // If a page can be requested in both ways, the way of this request is kept.
  const next = isNumbered(context, details) ? (byNumber ?? byCursor) : (byCursor ?? byNumber);
  const last = total > 0 ? to?.(Math.max(0, Math.ceil(total / page.limit) - 1) * page.limit) : undefined;
  if (first !== undefined) turns.first = first;
  if (previous !== undefined) turns.previous = previous;
  if (next !== undefined) turns.next = next;
  if (last !== undefined) turns.last = last;
  const nextPlace = nextCursor ?? nextOffset;
  if (nextPlace !== undefined) turns.nextCursor = nextPlace;
  const { envelope } = details;
  const [head, tail] = [entities[0], entities.at(-1)];
  if (envelope.firstId !== undefined && head !== undefined) turns.firstId = idText(place, head.key);
  if (envelope.lastId !== undefined && tail !== undefined) turns.lastId = idText(place, tail.key);
  return turns;
}

/**
 * Whether a request names its page by a number, or the list has no other way, or returns the cursor
 * elsewhere.
 */
function isNumbered({ parameters }: RequestContext, { page, items }: ListDetails): boolean {
  const named = [page.offset, page.page].filter((name) => name !== undefined);
  return (
    items !== '' ||
    (page.cursor ?? page.inLinks) === undefined ||
    named.some((name) => parameters.query[name] !== undefined)
  );
}

/** The reference of the page at an offset; absent if the document has no such parameter. */
function steps(
  context: RequestContext,
  { page: names }: ListDetails,
  page: Page,
): ((offset: number) => string) | undefined {
  if (names.offset !== undefined) {
    const at = referenceOf(context, names.offset);
    return (offset) => at(String(offset + (names.firstOffset ?? 0)));
  }
  if (names.page === undefined) return undefined;
  const at = referenceOf(context, names.page);
  return (offset) => at(String(Math.floor(offset / page.limit) + (names.firstPage ?? 1)));
}

/** The request's path and query with one parameter replaced. */
function referenceOf(context: RequestContext, name: string): (value: string) => string {
  const { path } = context.request;
  const others = pairsBut(context, name)
    .map((part) => `${part}&`)
    .join('');
  const start = `${path}?${others}${encodeURIComponent(name)}=`;
  return (value) => start + encodeURIComponent(value);
}

/** Pairs of the query without secrets, except for those of one parameter. */
function pairsBut({ request: { query }, plan: { keysInQuery } }: RequestContext, name?: string): readonly string[] {
  return query.split('&').filter((part) => {
    const own = decodePercent(part.split('=', 1)[0] ?? '');
    return part !== '' && (own === undefined || (own !== name && !keysInQuery.includes(own)));
  });
}

/** The cursor with zeros in front of it, where the document says that its parameter is longer. */
function longEnough({ api }: MockContext, { operation }: RequestContext, name: string, cursor: string): string {
  const parameter = operation.parameters.find((each) => each.in === 'query' && each.name === name);
  const schema = api.deref(parameter?.schema ?? true);
  return cursor.padStart(typeof schema === 'object' ? (schema.minLength ?? 0) : 0, '0');
}

/** In a list over all parents an id may occur twice, but its key does not. */
function cursorOf(place: EntityPlace, key: string): string {
  return place.prefix === undefined ? key : idText(place, key);
}
