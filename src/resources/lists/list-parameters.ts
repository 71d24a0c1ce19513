import { isJsonContent, type Operation, operationTexts, type Schema, type SchemaObject } from '../../spec/index.ts';
import type { Filter, ListDetails } from '../model/model.ts';
import { lastWord, segmentsOf } from '../model/paths.ts';
import { child } from '../model/pointers.ts';
import { plain } from '../model/words.ts';
import { scalarTypesOf } from '../schema/identity.ts';
import type { Shape, Shapes } from '../schema/shape.ts';
import { describedOrder } from './described-order.ts';
import type { FoundList } from './envelope.ts';
import { type ParameterDescription, readFilterParts, readFilters, readRanges } from './filters.ts';
import { parameterOfLinks } from './link-parameters.ts';
import { newestFirst } from './newest-first.ts';
import { isProjection } from './projection.ts';
import { readStateFlags } from './state-flags.ts';

const NAMES = {
  limit: [
    'limit',
    'perpage',
    'pagesize',
    'pagelimit',
    'maxresults',
    'maxresultcount',
    'maxitems',
    'take',
    'top',
    'count',
    'size',
    'first',
  ],
  offset: [
    'offset',
    'skip',
    'skipcount',
    'start',
    'startindex',
    'startat',
    'pageoffset',
    'from',
    'recordindex',
    'startrecord',
    'firstresult',
  ],
  page: ['page', 'pagenumber', 'pageindex', 'pagenum', 'currentpage'],
  cursor: [
    'cursor',
    'startingafter',
    'after',
    'continue',
    'pagetoken',
    'nexttoken',
    'nextpagetoken',
    'pagecursor',
    'pageafter',
    'marker',
    'continuationtoken',
    'iterator',
    'bookmark',
    'since',
  ],
  before: ['endingbefore', 'before', 'pagebefore'],
  sort: ['sort', 'sortby', 'sorting', 'orderby', 'ordering', 'sortfield', 'sorttarget', 'sortkey'],
  order: [
    'order',
    'direction',
    'sortorder',
    'sortdir',
    'sortdirection',
    'dir',
    'orderdirection',
    'ordertype',
    'ordering',
    'sorting',
  ],
  search: ['q', 'query', 'search', 'searchterm', 'searchquery', 'keyword', 'keywords', 'term'],
} as const;
type Use = keyof typeof NAMES;

/** What descriptions say of parameters with other names (`display_size`, `rows`). */
const SAYS: readonly (readonly [use: Use, says: RegExp])[] = [
  [
    'limit',
    /\b(number|maximum|amount|count|how many)\b[^.]{0,60}\b(per|on (a|each|one)|in (a|each)) page\b|\b(page size|size of (the|a|each) page|(results|items|records|entries|rows) per page)\b|^\W*(the )?(max(imum)?|number)\b[^.]{0,50}\bto (be )?(return|show|display|fetch|retrieve|list)/i,
  ],
  ['offset', /\bnumber of \w+ to skip\b|\b(index|position) of the first (item|result|record|entry|element|row)\b/i],
  ['page', /\b(page (number|index)|number of the (result )?page|which page)\b/i],
  ['search', /\bsearch (term|string|text|phrase|words?|keywords?)\b/i],
];

// A large page, used only if a document has neither a default nor a maximum.
const WITHOUT_DEFAULT = 100;

/** Whether a parameter is the most items of an answer by its name: `max`, if nothing is called `min`, and its description is about nothing else. */
function isMost({ name, description = '' }: ParameterDescription, query: readonly ParameterDescription[]): boolean {
  if (!MOST.test(plain(name)) || query.some((each) => /^min/i.test(each.name))) return false;
  return (
    description === '' || /\b(?:number|count|amount|how many|return\w*|results?|items?|limit)\b/i.test(description)
  );
}

const MOST = /^max(?:messages|records|keys|entries|count|rows|hits)?$/;

/** An operation that lists, or a search with its parameters in a body. */
type ListDescription = { readonly parameters: readonly ParameterDescription[] } & Partial<
  Pick<Operation, 'path' | 'summary' | 'description' | 'responses'>
>;

/** Reads what the query parameters of a list mean. `shape` is the shape of one item. */
export function readListing(shapes: Shapes, operation: ListDescription, found: FoundList, shape: Shape): ListDetails {
  const query = operation.parameters.filter((p) => p.in === 'query');
  const current = query.filter((each) => !isOutdated(each));
  const uses = assign(shapes, [...current, ...query.filter(isOutdated)], shape);
  const rest = query.filter((p) => ![...uses.values()].includes(p) && !isSelection(shapes, p));
  const ranges = readRanges(shapes, rest, shape);
  const parts = readFilterParts(shapes, rest, shape);
  const hidden = readHidden(shapes, rest, shape);
  const excluded = readExcluded(shapes, rest, shape);
  const filters = readFilters(shapes, rest, shape, lastWord(segmentsOf(operation.path ?? '')));
  const read = new Set([...filters, ...hidden, ...excluded].map(({ parameter }) => parameter));
  const states = readStateFlags(
    shapes,
    rest.filter(({ name }) => !read.has(name)),
    shape,
  );
  const sort = readSort(shapes, uses.get('sort'), uses.get('order'));
  const sorts = readPropertySorts(shapes, rest, shape);
  const search = uses.get('search');
  const newest = newestFirst(
    [...operationTexts(operation, '200'), listText(shapes, operation, found)].join('. '),
    shapes,
    shape,
  );
  const isOrdered = sort !== undefined || newest !== undefined;
  const ordered = isOrdered ? undefined : describedOrder(operationTexts(operation, ''), shapes, shape);
  const isPlaceless = uses.has('limit') && !(['cursor', 'offset', 'page'] as const).some((use) => uses.has(use));
  const direction = uses.has('sort') ? undefined : readDirection(shapes, uses.get('order'), newest !== undefined);
  const page = readPage(shapes, uses, found);
  return {
    items: found.items,
    envelope: found.envelope,
    filters,
    ...(ranges.length === 0 ? {} : { ranges }),
    ...(parts.length === 0 ? {} : { parts }),
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(excluded.length === 0 ? {} : { excluded }),
    ...(states.length === 0 ? {} : { states }),
    page: {
      ...(newest === undefined ? page : withTimesOfCursors(page, query)),
      ...otherLimits(shapes, rest, uses, shape),
      ...(isPlaceless ? parameterOfLinks(operation, found) : {}),
      ...(PLACES.some((use) => uses.has(use)) ? {} : shownPage(found)),
    },
    ...(sort === undefined ? {} : { sort }),
    ...(sorts.length === 0 ? {} : { sorts }),
    ...(direction === undefined ? {} : { direction }),
    ...(newest === undefined ? {} : { newest }),
    ...(ordered === undefined ? {} : { ordered }),
    ...(search === undefined ? {} : { search: search.name, ...searchedIn(shapes, search, shape) }),
  };
}

const PLACES = ['limit', 'cursor', 'offset', 'page'] as const;

/**
 * The names of a page and its size where only the answer has them: `meta: { page, per_page }` of a list without such parameters. A document may
 * describe pages once, in its text.
 */
function shownPage({ envelope: { page, limit } }: FoundList): Pick<ListDetails['page'], 'shown'> {
  const named = (pointer: string | undefined, use: 'page' | 'limit'): string | undefined => {
    const name = pointer?.slice(pointer.lastIndexOf('/') + 1);
    return name !== undefined && NAMES[use].some((each) => each === plain(name)) ? name : undefined;
  };
  const names = { page: named(page, 'page'), limit: named(limit, 'limit') };
  return names.page === undefined || names.limit === undefined
    ? {}
    : { shown: { page: names.page, limit: names.limit } };
}

/** What the document says of the property with the list: "The shelves, newest first." */
function listText(shapes: Shapes, { responses = [] }: ListDescription, { items }: FoundList): string {
  const [, name] = /^\/([^/]+)$/.exec(items) ?? [];
  const schema = responses.find(({ status }) => status.startsWith('2'))?.content.find(isJsonContent)?.schema;
  const list = name === undefined || schema === undefined ? undefined : shapes.of(schema).properties.get(name);
  const { root = true } = list === undefined ? {} : shapes.of(list);
  return typeof root === 'object' ? (root.description ?? '') : '';
}

/**
 * Flags of items that a list leaves out unless a parameter asks for them: `includeArchived` for items with `archived`, or `archived`
 * itself, of which the description says that such items are not listed by default.
 */
function readHidden(
  shapes: Shapes,
  parameters: readonly ParameterDescription[],
  shape: Shape,
): readonly Pick<Filter, 'parameter' | 'pointer'>[] {
  return flagsCalled(shapes, parameters, shape, ({ name, description = '' }) =>
    HIDES.test(description) ? plain(name) : (INCLUDES.exec(plain(name))?.[1] ?? ''),
  );
}

/** Flags of items that a parameter leaves out of a list: `excludeArchived` for items with `archived`. */
function readExcluded(
  shapes: Shapes,
  parameters: readonly ParameterDescription[],
  shape: Shape,
): readonly Pick<Filter, 'parameter' | 'pointer'>[] {
  return flagsCalled(shapes, parameters, shape, ({ name }) => EXCLUDES.exec(plain(name))?.[1] ?? '');
}

/** Flags or times of items with the names that flags among the parameters have. */
function flagsCalled(
  shapes: Shapes,
  parameters: readonly ParameterDescription[],
  shape: Shape,
  nameOf: (parameter: ParameterDescription) => string,
): readonly Pick<Filter, 'parameter' | 'pointer'>[] {
  const isFlag = (schema: Schema): boolean => scalarTypesOf(shapes, schema).includes('boolean');
  return parameters.flatMap((parameter) => {
    const { name, schema } = parameter;
    if (schema === undefined || !isFlag(schema)) return [];
    const own = nameOf(parameter);
    if (own === '') return [];
    const flags = [own, `is${own}`].flatMap((each) => shape.spelled(each)).filter(([, each]) => isFlag(each));
    const times = [`${own}at`, `${own}on`, `date${own}`].flatMap((each) => shape.spelled(each));
    const property = flags[0] ?? times.find(([each, its]) => isEmptyAtFirst(shapes, its, !shape.required.has(each)));
    return property === undefined ? [] : [{ parameter: name, pointer: child('', property[0]) }];
  });
}

/** Whether a property may be null or absent: only what is archived has `archived_at`. */
function isEmptyAtFirst(shapes: Shapes, schema: Schema, isOptional: boolean): boolean {
  const types = scalarTypesOf(shapes, schema);
  return (isOptional || types.includes('null')) && types.some((type) => type === 'string' || type === 'integer');
}

const EXCLUDES = /^(?:exclude|excluding|hide|omit|skip|without)(.+)$/;
const INCLUDES = /^(?:include|with|show)(.+)$/;
const HIDES =
  /\bby default\b[^.]*\bnot (?:be )?(?:included|returned|listed|shown)\b|\bnot (?:included|returned|listed|shown)\b[^.]*\bby default\b|\bexcluded by default\b/i;

/**
 * The texts that a search looks at, if its description names them: "users whose `name` or `login` starts with the search term".
 */
function searchedIn(
  shapes: Shapes,
  { description = '' }: ParameterDescription,
  { properties }: Shape,
): Pick<ListDetails, 'searched'> {
  const named = [...description.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) => {
    const property = properties.get(name);
    return property !== undefined && scalarTypesOf(shapes, property).includes('string') ? [name] : [];
  });
  return named.length === 0 ? {} : { searched: [...new Set(named)] };
}

/** A parameter that selects what is shown (`fields`) does not filter, even if items have a property of its name. */
function isSelection(shapes: Shapes, parameter: ParameterDescription): boolean {
  const isFilter = /\bfilter/i.test(parameter.description ?? '');
  return !isFilter && isProjection({ deref: (schema) => shapes.of(schema).root }, parameter);
}

/** Older names of a renamed limit. */
function otherLimits(
  shapes: Shapes,
  rest: readonly ParameterDescription[],
  uses: ReadonlyMap<Use, ParameterDescription>,
  shape: Shape,
): Pick<ListDetails['page'], 'otherLimits'> {
  if (!uses.has('limit')) return {};
  const isLimit = (each: ParameterDescription): boolean =>
    NAMES.limit.some((name) => isCalled(each, 'limit', name, shape)) &&
    suits(shapes, 'limit', each) &&
    !isCorrected(each);
  const others = rest.filter(
    (each) => isLimit(each) && !AMBIGUOUS.has(plain(each.name)) && !hasProperty(shape, each.name),
  );
  return others.length === 0 ? {} : { otherLimits: others.map(({ name }) => name) };
}

function assign(
  shapes: Shapes,
  query: readonly ParameterDescription[],
  shape: Shape,
): ReadonlyMap<Use, ParameterDescription> {
  const uses = new Map<Use, ParameterDescription>();
  // The keys of NAMES are exactly the uses.
  for (const use of Object.keys(NAMES) as Use[]) {
    for (const name of NAMES[use]) {
      const parameter = query.find(
        (p) =>
          isCalled(p, use, name, shape) &&
          suits(shapes, use, p) &&
          (!EITHER.has(name) || isDirection(shapes, p) === (use === 'order')),
      );
      if (parameter === undefined || uses.has(use) || isCorrected(parameter)) continue;
      if (AMBIGUOUS.has(name) && hasProperty(shape, name)) continue;
      uses.set(use, parameter);
    }
  }
  const direction = uses.get('order');
  if (direction !== undefined && !uses.has('sort') && sortsByProperties(shapes, direction, shape)) {
    uses.delete('order');
    uses.set('sort', direction);
  }
  const token = query.find((p) => PAGE_TOKEN.test(plain(p.name)) && suits(shapes, 'cursor', p) && !isCorrected(p));
  if (token !== undefined && !uses.has('cursor')) uses.set('cursor', token);
  const perPage = query.find((p) => PER_PAGE.test(plain(p.name)) && suits(shapes, 'limit', p) && !isCorrected(p));
  if (perPage !== undefined && !uses.has('limit')) uses.set('limit', perPage);
  const most = query.find((p) => isMost(p, query) && suits(shapes, 'limit', p) && !isCorrected(p));
  if (most !== undefined && !uses.has('limit') && !hasProperty(shape, most.name)) uses.set('limit', most);
  for (const [use, says] of SAYS) {
    if (uses.has(use)) continue;
    const others = query.filter((each) => ![...uses.values()].includes(each) && !isCorrected(each));
    const described = others.filter((each) => says.test(each.description ?? '') && suits(shapes, use, each));
    if (described.length === 1 && described[0] !== undefined && !hasProperty(shape, described[0].name))
      uses.set(use, described[0]);
  }
  for (const [use, form] of [
    ['cursor', AFTER],
    ['before', BEFORE],
  ] as const) {
    const own = query.find((p) => isOwnEnd(form.exec(plain(p.name))?.[1], shape) && suits(shapes, use, p));
    if (own !== undefined && !uses.has(use) && !isCorrected(own)) uses.set(use, own);
  }
  const offset = uses.get('offset');
  if (offset !== undefined && !uses.has('cursor') && isStartingId(shapes, offset)) {
    uses.delete('offset');
    uses.set('cursor', offset);
  }
  return withoutOrphans(uses, query);
}

/** Names of parameters that are a property to sort by, or a direction if they list nothing else. */
const EITHER: ReadonlySet<string> = new Set(['ordering', 'sorting']);

function isDirection(shapes: Shapes, parameter: ParameterDescription): boolean {
  const { enum: values = [] } = plainSchema(shapes, parameter) ?? {};
  return values.length > 0 && values.every((each) => typeof each === 'string' && DIRECTION.test(each));
}

const DIRECTION = /^(?:asc|desc)(?:ending)?$/i;

/** Whether what is called an offset is the id behind which a page begins: `start`, "the least id greater than the start". */
function isStartingId(shapes: Shapes, parameter: ParameterDescription): boolean {
  const { type, pattern, format } = plainSchema(shapes, parameter) ?? {};
  return type === 'string' && (pattern ?? format) === undefined && STARTING_ID.test(parameter.description ?? '');
}

const STARTING_ID = /\b(?:starting|first|last|previous)\b[^.]*\bid\b|\w*id\b[^.]*\b(?:greater|larger|higher) than\b/i;

/** Whether the values of a parameter called "order" are properties of the items, with or without a sign: `order=-name`. */
function sortsByProperties(shapes: Shapes, parameter: ParameterDescription, shape: Shape): boolean {
  const values = sortValues(shapes, parameter);
  return values.length > 0 && values.every((value) => hasProperty(shape, plain(value.replace(/^[-+]/, ''))));
}

/** Cursors that are called a token, a cursor or a marker of pages: `pagination_token`, `starting_token`, `scroll_cursor`, `last_evaluated_key`. */
const PAGE_TOKEN =
  /^(?:(?:next|page|paging|pagination|continuation|continue|start|starting|scroll|resume)(?:page)?(?:token|cursor|marker)|(?:last(?:evaluated|seen)|exclusivestart|continuation)key)$/;

/** Limits named after the items: `hitsPerPage`, `results_per_page`. */
const PER_PAGE = /^[a-z]+perpage$/;

/** Cursors that are ids of items: `after_id`, `start_after_message_id` for items with a `message_id`. */
const AFTER = /^(?:start(?:ing)?)?after(.*id)$/;
const BEFORE = /^(?:end(?:ing)?)?before(.*id)$/;

function isOwnEnd(id: string | undefined, shape: Shape): boolean {
  return id !== undefined && (id === 'id' || hasProperty(shape, id));
}

// Words that are also names of properties: if the item has such a property, the parameter is a
// filter.
const AMBIGUOUS = new Set([
  'count',
  'size',
  'first',
  'from',
  'start',
  'after',
  'before',
  'since',
  'term',
  'order',
  'query',
  'top',
  'direction',
  'marker',
  'bookmark',
]);

function isOutdated({ description = '' }: ParameterDescription): boolean {
  return /^\W*deprecated\b/i.test(description);
}

function isCorrected(parameter: ParameterDescription): boolean {
  return parameter.extensions['x-standin-filter'] !== undefined;
}

function hasProperty(shape: Shape, name: string): boolean {
  return shape.spelled(name).length > 0;
}

/** Whether a text says that items before or after one, which is named by its id, are listed: “Only messages before this message id”. */
const NAMES_ID = /\b(?:before|after|older than|newer than|prior to|since)\b[^.]*\bids?\b/i;

const OF_LIST = /\b(?:cursors?|pages?|pagination|place in|position)\b/i;

/**
 * The cursors of a list that begins with the newest item: what was made before an item comes after it. Descriptions that call the parameter a cursor or a
 * place in the list mean the list, and so does a lone `after`.
 */
function withTimesOfCursors(
  { cursor, before, ...page }: ListDetails['page'],
  query: readonly ParameterDescription[],
): ListDetails['page'] {
  const meansTime = (name: string | undefined): boolean => {
    const { description = '' } = query.find((each) => each.name === name) ?? {};
    return NAMES_ID.test(description) && !OF_LIST.test(description);
  };
  const isLone = before === undefined && !/^(?:since|newer)/i.test(cursor ?? '');
  const [isAfter, isBefore] = [meansTime(cursor) && !isLone, meansTime(before)];
  if ((cursor !== undefined && !isAfter) || (before !== undefined && !isBefore))
    return withoutUndefined({ ...page, cursor, before });
  return withoutUndefined({ ...page, cursor: before, before: cursor });
}

// Without a limit, `from` is not an offset, and "before" needs a cursor.
function withoutOrphans(
  uses: Map<Use, ParameterDescription>,
  query: readonly ParameterDescription[],
): Map<Use, ParameterDescription> {
  const offset = uses.get('offset');
  const isRange =
    query.some((p) => ['to', 'end', 'until'].includes(plain(p.name))) || uses.has('page') || !uses.has('limit');
  if (offset !== undefined && AMBIGUOUS.has(plain(offset.name)) && isRange) uses.delete('offset');
  const before = uses.get('before');
  if (!uses.has('cursor')) {
    uses.delete('before');
    // Pages of a list from the newest to the oldest item lead to what is before.
    if (before !== undefined && /\bcursor\b/i.test(before.description ?? '')) uses.set('cursor', before);
    else if (before !== undefined && NAMES_ID.test(before.description ?? '')) uses.set('before', before);
  }
  return uses;
}

/**
 * Whether a parameter has a name of a use. A search or a limit may be among the filters: `filter[search]`, `filter[limit]`, if items have no such property.
 */
function isCalled(parameter: ParameterDescription, use: Use, name: string, shape: Shape): boolean {
  // `queryOptions.pageSize` is the `pageSize` of an object of options.
  const [last = ''] = parameter.name.split('.').slice(-1);
  const own = plain(hasProperty(shape, last) ? parameter.name : last);
  const isAmongFilters = use === 'search' || name === 'limit';
  const isWithin = plain(withinPage(parameter)) === name;
  return own === name || isWithin || (isAmongFilters && own === `filter${name}` && !hasProperty(shape, name));
}

/** The name of a member of an object that is about pages: `pageSize` of `pagination[pageSize]`. */
function withinPage({ name }: ParameterDescription): string {
  return /^(?:page|pager|paging|pagination)\[([^[\]]+)\]$/i.exec(name)?.[1] ?? '';
}

function suits(shapes: Shapes, use: Use, parameter: ParameterDescription): boolean {
  const schema = plainSchema(shapes, parameter);
  const types = [schema?.type ?? []].flat();
  const numeric = types.length === 0 || types.includes('integer') || types.includes('number');
  const dated = schema?.format === 'date-time' || schema?.format === 'date';
  if (use === 'limit' || use === 'offset' || use === 'page') return numeric || types.includes('string');
  if (use === 'cursor' || use === 'before')
    return !dated && !types.includes('object') && !TIME.test(parameter.description ?? '');
  return types.length === 0 || types.includes('string') || types.includes('array');
}

/** What a text says of a parameter that is a time, and no place in a list. */
const TIME = /timestamp|ISO 8601|\bunix\b|\bepoch\b|\b(?:milli)?seconds (?:elapsed )?since\b/i;

function plainSchema(shapes: Shapes, parameter: ParameterDescription): SchemaObject | undefined {
  if (parameter.schema === undefined) return undefined;
  const { root } = shapes.of(parameter.schema);
  return typeof root === 'object' ? root : undefined;
}

function readPage(
  shapes: Shapes,
  uses: ReadonlyMap<Use, ParameterDescription>,
  { most, envelope }: FoundList,
): ListDetails['page'] {
  const limit = uses.get('limit');
  const offset = uses.get('offset');
  const page = uses.get('page');
  const documentedMaximum = limit && (integer(plainSchema(shapes, limit)?.maximum) ?? describedMaximum(limit));
  const maxLimit =
    documentedMaximum === undefined || (most !== undefined && most < documentedMaximum) ? most : documentedMaximum;
  const stated = limit && (integer(plainSchema(shapes, limit)?.default) ?? describedDefault(limit));
  const name = (use: Use): string | undefined => uses.get(use)?.name;
  return withoutUndefined({
    limit: limit?.name,
    offset: offset?.name,
    firstOffset: offset && countsFromOne(offset, plainSchema(shapes, offset), envelope) ? 1 : undefined,
    page: page?.name,
    firstPage: page && (isCountedFromZero(envelope) ? 0 : firstPage(page, plainSchema(shapes, page))),
    cursor: name('cursor'),
    before: name('before'),
    defaultLimit: stated ?? maxLimit ?? (uses.size > 0 ? WITHOUT_DEFAULT : Number.MAX_SAFE_INTEGER),
    maxLimit,
  });
}

type WithoutUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T): WithoutUndefined<T> {
  // Without undefined values, as the type says.
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as WithoutUndefined<T>;
}

/** Whether an answer has the `number` of a page beside `totalElements`: the first page of Spring Data is 0. */
function isCountedFromZero({ page = '', total = '' }: ListDetails['envelope']): boolean {
  return /(?:^|\/)number$/i.test(page) && /(?:^|\/)totalElements$/i.test(total);
}

/**
 * Whether an offset is the number of an item, counted from 1. So is `startIndex` beside `itemsPerPage` in an answer (SCIM, RFC 7644 §3.4.2.4; OpenSearch).
 */
function countsFromOne(
  { name, description = '' }: ParameterDescription,
  schema: SchemaObject | undefined,
  { limit = '' }: ListDetails['envelope'],
): boolean {
  if (FROM_ZERO.test(description)) return false;
  const isStated = schema?.minimum === 1 || integer(schema?.default) === 1 || FROM_ONE.test(description);
  return isStated || (plain(name) === 'startindex' && plain(limit) === 'itemsperpage');
}

/** "the 1-based index", "offsets start at 1" */
const FROM_ONE =
  /\b(?:1|one)[- ]?(?:based|indexed)\b|\b(?:start(?:s|ing)?|begin(?:s|ning)?|count(?:s|ed|ing)?) (?:at|from|with) (?:1|one)\b/i;

function firstPage({ description = '' }: ParameterDescription, schema: SchemaObject | undefined): number {
  // A first page of 1 may be the default where 0 is allowed.
  const isStated = (integer(schema?.default) ?? integer(schema?.minimum)) === 0;
  return isStated || FROM_ZERO.test(description) ? 0 : 1;
}

/** "page numbers are 0-based", "zero-indexed", "starts at 0", "the first page is 0" */
const FROM_ZERO =
  /\b(?:0|zero)[- ]?(?:based|indexed)\b|\b(?:start(?:s|ing)?|begin(?:s|ning)?|count(?:s|ed|ing)?) (?:at|from|with) (?:and \w+ \w+ )?(?:page )?(?:0|zero)\b|\bfirst page (?:is|has)(?: (?:page|the number|number|index))? ?(?:0|zero)\b/i;

function integer(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

function describedDefault(parameter: ParameterDescription): number | undefined {
  return integer(/default(?:s to| is| value is|:)?\s*`?(\d+)/i.exec(parameter.description ?? '')?.[1]);
}

function describedMaximum(parameter: ParameterDescription): number | undefined {
  return integer(
    /(?:max(?:imum)?(?: is| of|:)?|between 1 and|up to)\s*`?(\d+)/i.exec(parameter.description ?? '')?.[1],
  );
}

function readSort(shapes: Shapes, sort?: ParameterDescription, order?: ParameterDescription): ListDetails['sort'] {
  if (sort === undefined)
    return order !== undefined && (namesProperties(order) || isOrdering(shapes, order))
      ? { parameter: order.name }
      : undefined;
  if (order !== undefined) {
    const values = listedTexts(shapes, order);
    const ascending = values.find((v) => ASCENDING.test(v));
    const usual = plainSchema(shapes, order)?.default;
    return {
      parameter: sort.name,
      order: order.name,
      descending: values.find((v) => /^desc|^-|down/i.test(v)) ?? 'desc',
      ...(ascending === undefined || usual === undefined || usual === ascending ? {} : { ascending }),
    };
  }
  const values = sortValues(shapes, sort);
  const usual = plainSchema(shapes, sort)?.default;
  return {
    parameter: sort.name,
    ...(values.length === 0 || values.some((v) => v.startsWith('-')) ? { descending: '-' } : {}),
    ...(typeof usual === 'string' && values.includes(usual) ? { usual } : {}),
  };
}

/** The parameters of an object of directions by property: `order[title]` with `asc` and `desc`. */
function readPropertySorts(
  shapes: Shapes,
  parameters: readonly ParameterDescription[],
  shape: Shape,
): NonNullable<ListDetails['sorts']> {
  return parameters.flatMap((parameter) => {
    const inner = /^(?:order|sort)(?:by)?\[([^[\]]+)\]$/i.exec(parameter.name)?.[1];
    const property = inner === undefined ? undefined : shape.spelled(plain(inner))[0];
    return property === undefined || !hasBothDirections(listedTexts(shapes, parameter))
      ? []
      : [{ parameter: parameter.name, pointer: child('', property[0]) }];
  });
}

/** Whether the examples of a parameter called "order" have properties in them: `order=Name DESC`. */
function namesProperties({ examples = [] }: ParameterDescription): boolean {
  return examples.some(({ value }) => typeof value === 'string' && /^\w[\w.]*[ :](?:asc|desc)\b/i.test(value));
}

/** Whether a parameter called "order" is any text about an ordering, and no direction. */
function isOrdering(shapes: Shapes, order: ParameterDescription): boolean {
  const { type, enum: values, default: usual } = plainSchema(shapes, order) ?? {};
  const isText = type === 'string' && values === undefined && usual === undefined;
  return isText && /^\W*ordering\b(?!.*\b(?:asc|desc))/i.test(order.description ?? '');
}

const ASCENDING = /^asc/i;
const DESCENDING = /^desc/i;

function hasBothDirections(values: readonly string[]): boolean {
  return values.some((value) => ASCENDING.test(value)) && values.some((value) => DESCENDING.test(value));
}

/** The texts among the listed values of a parameter. */
function listedTexts(shapes: Shapes, parameter: ParameterDescription): readonly string[] {
  return (plainSchema(shapes, parameter)?.enum ?? []).filter((value) => typeof value === 'string');
}

/** A direction without a property to sort by (`?order=desc`) turns the list round. */
function readDirection(
  shapes: Shapes,
  order: ParameterDescription | undefined,
  isNewestFirst: boolean,
): ListDetails['direction'] {
  if (order === undefined) return undefined;
  const text = order.description ?? '';
  const schema = plainSchema(shapes, order);
  const values = listedTexts(shapes, order);
  const usual = schema?.default ?? USUAL.exec(text)?.slice(1).find(Boolean);
  const isTurning =
    values.length === 0
      ? /\basc(?:ending)?\b/i.test(text) && /\bdesc(?:ending)?\b/i.test(text)
      : hasBothDirections(values);
  if (!isTurning) return undefined;
  const isDescending = typeof usual === 'string' ? DESCENDING.test(usual) : isNewestFirst;
  return { parameter: order.name, usual: isDescending ? 'descending' : 'ascending' };
}

/** "`asc` as the default", "defaults to desc" */
const USUAL = /[`"']?\b(asc|desc)(?:ending)?\b[`"']? (?:as|is) the default|\bdefault(?:s to| is|:)? *[`"']?(asc|desc)/i;

function sortValues(shapes: Shapes, sort: ParameterDescription): readonly string[] {
  const schema = plainSchema(shapes, sort);
  const items = schema?.items === undefined ? schema : shapes.of(schema.items).root;
  const values = typeof items === 'object' ? items.enum : undefined;
  return (values ?? []).filter((v) => typeof v === 'string');
}
