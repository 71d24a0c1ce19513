import type { Json } from '../../../../core/index.ts';
import { CASELESS, itemProperties } from '../../../../resources/index.ts';
import { type Api, conjunctsOf, operationTexts, type Schema, sentencesIn } from '../../../../spec/index.ts';
import { escapeRegExp, jsonEquals, valueAt, withoutSeparators } from '../../../../wire/index.ts';
import { quotedIn } from '../../../hints/quoted-words.ts';
import { type CaseContext, isSuccess } from '../../../model/case-context.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { type Act, inconclusive, skipped } from '../../../model/flow.ts';
import type { Purpose, Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import type { ReadCollection } from '../../../responses/collection.ts';
import { asSent } from '../../../responses/filter-rules.ts';
import {
  drawList,
  idsOf,
  isAcross,
  type ListAnswer,
  type Listing,
  listOnce,
  type PageWalk,
  walk,
} from '../../../responses/list-walk.ts';
import { texts } from '../../../responses/page-facts.ts';
import { filterFor, partsOf } from './filters.ts';
import { partsRead, underOf } from './page-links.ts';

interface SortCase {
  readonly name: string;
  readonly description: string;
  readonly act: Act;
}

/** One documented order. */
interface Order {
  readonly value: string;
  readonly pointer: string;
  readonly descending: boolean;
  /** Undefined if only the description of the list says its order. */
  readonly parameter?: string;
  /** Query parameters of the order; empty for the default order. */
  readonly sent: Readonly<Record<string, Json>>;
  readonly words: OrderWords;
}

/** What the document says of the order of values. */
type OrderWords = Pick<Extract<Stimulus, { kind: 'sort' }>, 'listed' | 'caseless' | 'described' | 'eitherWay'>;

/** Page size and number of pages that show whether the whole list is sorted, or only each page. */
const FEW = 5;
const MOST_PAGES = 8;
/** Orders for which all pages are read. */
const MOST_ORDERS = 6;

/**
 * One case for each documented order; for the last one also a case over several pages and one with a
 * filter.
 */
export function sortings(api: Api, listing: ReadCollection): readonly SortCase[] {
  const { list } = listing;
  const allOrders = [...ordersOf(api, listing), ...newestFirst(listing), ...describedOrder(api, listing)];
  const paged = list.page.limit !== undefined && (list.page.offset ?? list.page.page ?? list.page.cursor) !== undefined;
  const orders = allOrders.filter(({ sent }) => Object.keys(sent).length > 0);
  const last = orders.at(-1);
  const paging = paged ? orders.slice(-MOST_ORDERS) : [];
  return [
    ...allOrders.map((order) => ({ ...labelsOf(order), act: sendSort(listing, order) })),
    ...paging.map((order) => ({
      name: order === last ? 'sort-pages' : `sort-pages-${order.value}`,
      description: `pages sorted by ${order.value}`,
      act: overPages(listing, order),
    })),
    ...(last === undefined || list.filters.length === 0
      ? []
      : [
          {
            name: 'sort-filtered',
            description: `filtered and sorted by ${last.value}`,
            act: sendFilteredSort(listing, last),
          },
        ]),
  ];
}

/** The order of a list without a parameter for it, if the description says that the newest items come first. */
function newestFirst({ operation, list: { newest, sort, direction } }: Listing): readonly Order[] {
  const sorting = operation.parameters.find(({ in: place, name }) => place === 'query' && name === sort?.parameter);
  const isSorted =
    sort !== undefined &&
    (sorting?.required === true || typeof sorting?.schema !== 'object' || sorting.schema.default !== undefined);
  if (newest === undefined || isSorted || direction !== undefined || sort?.order !== undefined) return [];
  return [{ value: 'newest', pointer: newest, descending: true, sent: {}, words: {} }];
}

/** The order of a list without a parameter for it, if its description names the property. */
function describedOrder(api: Api, listing: Listing): readonly Order[] {
  const { ordered } = listing.list;
  if (ordered === undefined) return [];
  const { pointer, descending, named } = ordered;
  const properties = Object.entries(itemProperties(api, listing.resource));
  const [value = '', property] = properties.find(([, each]) => each.pointer === pointer) ?? [];
  const own = wordsOfOrder(api, listing, value);
  const isOpen = named !== true && own.listed?.isRule !== true && !isPlainText(api, property?.schema ?? true);
  const words = { ...own, described: true as const, ...(isOpen ? { eitherWay: true as const } : {}) };
  return [{ value, pointer, descending, sent: {}, words }];
}

/** A text that is sorted from A to Z, where nothing else is said. The highest number or the newest date may come first. */
function isPlainText(api: Api, schema: Schema): boolean {
  const rules = conjunctsOf(api, schema);
  const isText = rules.some(({ type }) => [type].flat().includes('string'));
  return isText && rules.every((rule) => rule.enum === undefined && !/^(?:date|time)/.test(rule.format ?? ''));
}

function labelsOf({ value, sent }: Order): Pick<SortCase, 'name' | 'description'> {
  return Object.keys(sent).length > 0
    ? { name: `sort-${value}`, description: `sorted by ${value}` }
    : { name: 'sort-default', description: `sorted by ${value} by default` };
}

function ordersOf(api: Api, listing: Listing): readonly Order[] {
  const { operation, resource, list } = listing;
  const { sort } = list;
  if (sort === undefined) return [];
  const schema = operation.parameters.find((each) => each.in === 'query' && each.name === sort.parameter)?.schema;
  const listed = typeof schema === 'object' && schema.enum !== undefined ? schema.enum : [];
  const usual = typeof schema === 'object' ? schema.default : undefined;
  const properties = itemProperties(api, resource);
  const texts =
    listed.length > 0
      ? listed.filter((value): value is string => typeof value === 'string')
      : describedOrders(listing, Object.keys(properties));
  const order = (value: string, isSent: boolean): Order => {
    const descending = value.startsWith('-') || /[:_ ]desc$/i.test(value);
    const field = value.replace(/^[-+]/, '').replace(/[:_ ](asc|desc)$/i, '');
    const direction = descending ? (sort.descending ?? 'desc') : sort.ascending;
    const extra = sort.order === undefined || direction === undefined ? {} : { [sort.order]: direction };
    const sent = isSent ? { [sort.parameter]: value, ...extra } : {};
    const name = propertyFor(Object.keys(properties), field);
    const words = wordsOfOrder(api, listing, name);
    const pointer = properties[name]?.pointer ?? `/${name}`;
    return { value, pointer, descending, parameter: sort.parameter, sent, words };
  };
  // If another parameter gives the direction, each order is requested in both.
  const turned = (value: string): Order => {
    const up = order(value, true);
    const direction = sort.order ?? '';
    return {
      ...up,
      value: `${value}-descending`,
      descending: true,
      sent: { ...up.sent, [direction]: sort.descending ?? 'desc' },
    };
  };
  // The documented default order applies to a request without the parameter.
  const defaultOrders = sort.order === undefined ? texts.filter((value) => value === usual) : [];
  const both = (value: string): readonly Order[] =>
    sort.order === undefined || order(value, true).descending
      ? [order(value, true)]
      : [order(value, true), turned(value)];
  return [...texts.flatMap(both), ...defaultOrders.map((value) => order(value, false))];
}

/**
 * Values of a parameter whose description quotes the properties to sort by, and what turns the order: “`createTime` or `title`.
 * Append ` desc` for descending order.” Both directions are sent. Any other word may be a condition, so there are none then.
 */
function describedOrders({ operation, list: { sort } }: Listing, names: readonly string[]): readonly string[] {
  const own = operation.parameters.find(({ in: place, name }) => place === 'query' && name === sort?.parameter);
  const { schema, description = '' } = own ?? {};
  const isText = typeof schema === 'object' && schema.type === 'string' && schema.pattern === undefined;
  const isTurned = operation.parameters.some((each) => each.in === 'query' && each !== own && TURNING.test(each.name));
  if (!isText || isTurned || sort?.order !== undefined) return [];
  const quoted = quotedIn(description);
  const turns = quoted.find((each) => isFollowed(description, each, 'desc'));
  const upwards = quoted.find((each) => isFollowed(description, each, 'asc'));
  const down = DIRECTION.exec(turns ?? '')?.groups;
  const up = DIRECTION.exec(upwards ?? '')?.groups ?? {};
  if (down?.['down'] === undefined && down?.['behind'] === undefined) return [];
  const rest = quoted.reduce(
    (text, each) => text.replaceAll(new RegExp(`\\W${escapeRegExp(each)}[\`'"”]`, 'g'), ' '),
    description,
  );
  const isPlain = rest.split(/[^A-Za-z]+/).every((word) => word === '' || OF_ORDERS.test(word));
  const isOnce = rest.match(/\bdesc/gi)?.length === 1 && (rest.match(/\basc/gi)?.length ?? 0) < 2;
  const fields = quoted.filter((each) => names.includes(each));
  if (!isPlain || !isOnce || quoted.some((each) => !/^[-+]?\w*(?:[ :](?:asc|desc))?$/i.test(each))) return [];
  const valueFor = (
    field: string,
    { down: before = '', up: sign = '', behind = '' }: Readonly<Record<string, string>>,
  ) => `${before}${sign}${field}${behind}`;
  return fields.slice(0, MOST_DESCRIBED).flatMap((field) => [valueFor(field, up), valueFor(field, down)]);
}

/** Whether a quoted value stands right before the words that say its direction: “` desc` for descending order”. */
function isFollowed(text: string, value: string, direction: 'asc' | 'desc'): boolean {
  return new RegExp(`${escapeRegExp(value)}[\`'"”]? for (?:an? )?${direction}`, 'i').test(text);
}

/** Described properties for which both directions are sent. */
const MOST_DESCRIBED = 3;
/** What marks a direction in a value: `-name`, `name desc`, `name:asc`. */
const DIRECTION = /^(?:(?<down>-)|(?<up>\+))?\w*?(?<behind>[ :](?:asc|desc))?$/i;
/** Words of a description that says nothing but by what a list is sorted, and how that is turned. */
const OF_ORDERS =
  /^(?:an?|the|it|its|fields?|propert(?:y|ies)|names?|values?|lists?|items?|results?|sort(?:s|ed|ing)?|order(?:s|ed|ing)?|by|to|of|in|for|with|one|or|and|either|is|are|may|can|be|use|used|which|allowed|supported|possible|append|add|prefix|suffix|prepend|put|before|after|minus|desc(?:ending)?|asc(?:ending)?)$/i;
/** Another parameter for the direction: `ascending`, `reverse`, `sort_dir`. */
const TURNING = /asc|desc|revers|direction|dir$|order/i;

const OF_ORDER = /\b(?:sort|order|compar)/i;

/** What the document says of the order of a property's values: "Priorities are sorted by urgency (low, normal, high)." */
function wordsOfOrder(api: Api, { operation, resource, list: { sort } }: Listing, property: string): OrderWords {
  const own = operation.parameters.find(({ in: place, name }) => place === 'query' && name === sort?.parameter);
  const texts = [...operationTexts(operation, ''), own?.description ?? ''].flatMap(sentencesIn);
  const about = texts.filter((each) => OF_ORDER.test(each)).join('\n');
  const shown = itemProperties(api, resource)[property]?.schema;
  const values = shown === undefined ? [] : conjunctsOf(api, shown).flatMap((rule) => rule.enum ?? []);
  const inTurn = values.map((value) => String(value).replace(/[^\w]/g, '\\$&')).join('[\\W_]+(?:(?:then|and|to)\\W+)?');
  const isRule = values.length > 2 && new RegExp(`(?<![\\w-])${inTurn}(?![\\w-])`, 'i').test(about);
  return {
    ...(values.length > 1 ? { listed: { values, isRule } } : {}),
    ...(CASELESS.test(about) ? { caseless: true as const } : {}),
  };
}

/** The property that a value sorts by: the one of that name in any spelling, or the only one whose name begins with it (`MOD`). */
function propertyFor(names: readonly string[], field: string): string {
  if (names.includes(field)) return field;
  const wanted = withoutSeparators(field);
  const same = names.filter((name) => withoutSeparators(name) === wanted);
  const longer = names.filter((name) => withoutSeparators(name).startsWith(wanted));
  return (same.length > 0 ? same[0] : longer.length === 1 ? longer[0] : undefined) ?? field;
}

function storyOf(
  { list }: Listing,
  { parameter, pointer, descending, sent, words }: Order,
): Extract<Stimulus, { kind: 'sort' }> {
  const named = parameter === undefined ? {} : { parameter };
  const value = list.sort?.order === undefined ? undefined : sent[list.sort.order];
  const direction =
    list.sort?.order === undefined || value === undefined ? {} : { direction: { parameter: list.sort.order, value } };
  return { kind: 'sort', ...named, pointer, descending, ...direction, ...words, list };
}

async function judgeOrder(
  caseContext: CaseContext,
  listing: Listing,
  { request, proven }: Pick<ListAnswer, 'request' | 'proven'>,
  story: Stimulus,
): Promise<StepEnd> {
  const purpose: Purpose = { expect: 'valid', proven, relational: false, story };
  return (await caseContext.exchange(request, { operation: listing.operation, purpose })).end;
}

function sendSort(listing: ReadCollection, order: Order): Act {
  return async (caseContext) => {
    await listing.grow(caseContext);
    const got = await drawList(caseContext, listing, order.sent);
    if (typeof got === 'string') return inconclusive(got);
    const { parameter } = order;
    const isDefaultOrder = Object.keys(order.sent).length === 0 && parameter !== undefined;
    if (isDefaultOrder && new URLSearchParams(got.request.query).has(parameter))
      return skipped('the sort parameter is required');
    return judgeOrder(caseContext, listing, got, storyOf(listing, order));
  };
}

function overPages(listing: ReadCollection, order: Order): Act {
  return async (caseContext) => {
    await listing.grow(caseContext);
    const whole = await listing.whole(caseContext);
    const most = listing.list.page.maxLimit ?? Number.POSITIVE_INFINITY;
    const fine = Math.max(FEW, Math.ceil(whole.items.length / (MOST_PAGES - 1)));
    const usual = Math.min(fine, most);
    const read = await inPages(caseContext, listing, order, usual);
    if ('end' in read) return read.end;
    const { pages, ending, proven } = read;
    // Equal values may change places between pages. That shows only if a page ends among them.
    const size = sizesAmongTies(pages.flat(), order.pointer, usual).find((each) => each <= most);
    const again = size === undefined ? read : await inPages(caseContext, listing, order, size);
    if ('end' in again && again.failed) return again.end;
    // A repeated item has two positions.
    const ids = texts(idsOf(listing.resource, pages.flat()));
    if (new Set(ids).size < ids.length) return inconclusive('its pages show an item twice');
    const story: Stimulus = { ...storyOf(listing, order), items: pages.flat() };
    return judgeOrder(caseContext, listing, { request: ending.request, proven }, story);
  };
}

/** A list that was read in pages, under an order. */
type PagedList = PageWalk & { readonly ending: Exchange };

/** The end of a case whose pages cannot be compared, or hold an item twice or not at all (`failed`). */
interface UnreadPages {
  readonly end: StepEnd;
  readonly failed: boolean;
}

/** Reads the list in pages of a size, and judges whether they hold each item once. */
async function inPages(
  caseContext: CaseContext,
  listing: ReadCollection,
  order: Order,
  limit: number,
): Promise<PagedList | UnreadPages> {
  const whole = await listing.whole(caseContext);
  // The end of the list may show only on the page after the last one.
  const walked = await walk(caseContext, listing, { limit, most: MOST_PAGES + 1, filters: order.sent });
  const { pages, ending, proven } = walked;
  if (ending === undefined || pages.length < 2) return { end: skipped('there is no second page'), failed: false };
  if (pages.some((page) => page.length > limit))
    return { end: inconclusive('its pages do not have the requested size'), failed: false };
  const paging = { limit, under: underOf(order.sent) };
  const stimulus = isAcross(listing)
    ? undefined
    : partsRead(listing, walked, whole.complete ? whole.items : [], paging);
  if (stimulus !== undefined) {
    const purpose: Purpose = { expect: 'valid', proven, relational: false, story: stimulus };
    const { end, failed } = caseContext.again(ending, { operation: listing.operation, purpose });
    if (failed) return { end, failed };
  }
  return { ...walked, ending };
}

/** Page sizes with which a page ends between two items with equal values; empty if one of the `usual` size does, or no values are equal. */
function sizesAmongTies(items: readonly Json[], pointer: string, usual: number): readonly number[] {
  const ties = items.flatMap((item, index) => {
    const before = index === 0 ? undefined : valueAt(items[index - 1] ?? null, pointer);
    const value = valueAt(item, pointer);
    return before !== undefined && value !== undefined && jsonEquals(before, value) ? [index] : [];
  });
  const endsIn = (size: number): boolean => ties.some((at) => at % size === 0);
  return ties.length === 0 || endsIn(usual)
    ? []
    : SIZES.filter((size) => endsIn(size) && items.length / size <= MOST_PAGES);
}

const SIZES = [4, 3, 6, 7, 2];

function sendFilteredSort(listing: ReadCollection, order: Order): Act {
  return async (caseContext) => {
    const whole = await listing.whole(caseContext);
    const chosen = filterFor(whole.items, listing.list.filters, partsOf(caseContext, listing));
    if (chosen === undefined) return inconclusive('no filter lets two items through and leaves one out');
    const beside = { [chosen.filter.parameter]: asSent(chosen.filter, chosen.use.value) };
    const got = await listOnce(caseContext, listing, { ...order.sent, ...beside });
    if (typeof got === 'string') return inconclusive(got);
    if (!isSuccess(got.result)) return inconclusive('a filter and an order were not accepted together');
    return judgeOrder(caseContext, listing, got, storyOf(listing, order));
  };
}
