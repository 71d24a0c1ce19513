import type { Json } from '../../../../core/index.ts';
import { type Filter, type FilterPart, type NamedState, rangeBound } from '../../../../resources/index.ts';
import { type Api, conjunctsOf, type Operation, propertiesOf, type Schema } from '../../../../spec/index.ts';
import { valueAt } from '../../../../wire/index.ts';
import { bringToState, drawForItem } from '../../../fixtures/items-in-states.ts';
import { type CaseContext, isSuccess } from '../../../model/case-context.ts';
import { type Act, inconclusive, skipped } from '../../../model/flow.ts';
import type { FilterUse, Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import type { ModelIndex } from '../../../resource-index/model-index.ts';
import { MOST_PAGES, type ReadCollection } from '../../../responses/collection.ts';
import {
  asSent,
  filteredAt,
  filterName,
  filterParameters,
  letsThrough,
  mayFit,
  mustFit,
  pathOf,
  type SentFilter,
  scalarIn,
} from '../../../responses/filter-rules.ts';
import {
  drawList,
  idsOf,
  itemsOf,
  type Listing,
  largestPage,
  listOnce,
  type PageWalk,
  walk,
} from '../../../responses/list-walk.ts';
import { texts } from '../../../responses/page-facts.ts';
import type { PlanContext } from '../../planner.ts';

const MOST_PAIRS = 6;
/** At most this many items are tried to find one that matches all filters. */
const MOST_CANDIDATES = 100;

interface FilterCase {
  readonly name: string;
  readonly description: string;
  readonly act: Act;
}

/** Each filter alone, with several values if it accepts them, and each pair. */
export function filterings(
  { api, index }: Pick<PlanContext, 'api' | 'index'>,
  listing: ReadCollection,
): readonly FilterCase[] {
  const { filters: own, parts = [] } = listing.list;
  const filters: readonly SentFilter[] = [
    ...own.filter(({ parameter }) => !choosesProperties(listing, parameter)),
    ...parts,
    ...boundsOf(api, listing),
  ];
  const one = (chosen: readonly SentFilter[], many: boolean): FilterCase => {
    const names = chosen.map(filterName);
    return {
      name: `filter-${names.join('+')}${many ? '-many' : ''}`,
      description: many
        ? `${names.join()} takes several values`
        : `${names.join(' and ')} filter${names.length === 1 ? 's' : ''}`,
      act: sendFilters(listing, chosen, many),
    };
  };
  return [
    ...filters.map((filter) => one([filter], false)),
    ...filters
      .filter(({ op, separator }) => op === 'in' && separator === undefined)
      .map((filter) => one([filter], true)),
    ...filters.flatMap((filter) => {
      const values = documentedValues(api, listing, filter);
      if (values.length < 2) return [];
      const parameter = filterName(filter);
      const description = `${parameter} filters by every documented value`;
      return [{ name: `filter-${parameter}-each`, description, act: byEach(listing, filter, values) }];
    }),
    ...filters.flatMap((filter) => {
      const { usual } = filter;
      const others = documentedValues(api, listing, filter).filter((value) => value !== usual);
      if (usual === undefined || others.length === 0) return [];
      const parameter = filterName(filter);
      const description = `${parameter} is ${usual} where it is not sent`;
      return [
        { name: `filter-${parameter}-default`, description, act: byDefault(listing, filter, { usual, others, index }) },
      ];
    }),
    ...hiddenFlags(api, listing).map((filter): FilterCase => {
      const { parameter } = filter;
      const description = `${parameter} adds what is hidden without it`;
      const act = byDefault(listing, filter, { usual: false, others: [true], index });
      return { name: `filter-${parameter}-hidden`, description, act };
    }),
    ...filters.flatMap((filter) => {
      const [off] = filter.off ?? [];
      const values = documentedValues(api, listing, filter);
      if (off === undefined || values.length === 0) return [];
      const parameter = filterName(filter);
      const description = `${parameter}=${off} shows what every other value shows`;
      return [{ name: `filter-${parameter}-off`, description, act: showsAll(listing, { filter, off, values }) }];
    }),
    ...filters.flatMap((filter) => {
      if (!isWhole(listing, filter)) return [];
      const parameter = filterName(filter);
      const description = `${parameter} compares whole values`;
      return [{ name: `filter-${parameter}-part`, description, act: byBeginning(listing, filter) }];
    }),
    ...pairs(filters).map((pair) => one(pair, false)),
  ];
}

const EXACT = /\bexact(?:ly)?\b|\bequal(?:s| to)?\b|\bidentical\b/i;
/** A text that speaks of equal values without requiring them: “use quotes for an exact match”. */
const SOMETIMES = /\b(?:not|no|never|if|unless|otherwise|quot\w+)\b|\bfor (?:an )?exact\b/i;
const ONLY_THIS = /^only\b[^.;]*\b(?:with|in|of|from|for|into|that ha(?:s|ve)) (?:exactly )?(?:this|that|the given) /i;
const LOOSE =
  /\b(?:contain|includ|start|begin|prefix|part|match|like|search|find|sub|below|under|pattern|wildcard|ignor|text)/i;
/** Texts that services search in although a description speaks of them as a whole. */
const PROSE =
  /(?:name|title|description|text|subject|summary|label|email|address|query|search|comment|body|content|note)s?$/i;

/** Whether a document says that a filter compares whole values: `Only tickets in the queue with this key.` */
function isWhole({ operation }: Listing, { parameter, pointer, op, many, separator }: SentFilter): boolean {
  if ((op !== 'equals' && op !== 'in') || many === true || separator !== undefined) return false;
  const { description = '' } =
    operation.parameters.find(({ in: place, name }) => place === 'query' && name === parameter) ?? {};
  if (EXACT.test(description)) return !SOMETIMES.test(description);
  const isOfText = [parameter.replace(/\]$/, ''), pointer].some((name) => PROSE.test(name));
  return ONLY_THIS.test(description.trim()) && !isOfText && !LOOSE.test(description.split(/[.;]/)[0] ?? '');
}

/** The shortest value whose beginning is sent. */
const SHORTEST = 4;
/** The name of a content, which many services find by its beginning: a commit. */
const DIGEST = /^[0-9a-f]{32,}$/i;

/** Filters by the beginning of a value, which no item has as a whole. */
function byBeginning(listing: ReadCollection, filter: SentFilter): Act {
  return async (caseContext) => {
    const whole = await listing.whole(caseContext);
    const all = new Set(whole.items.flatMap((item) => filteredAt(item, filter.pointer) ?? []).map(String));
    const accepts = partsOf(caseContext, listing);
    for (const item of whole.items.slice(0, MOST_CANDIDATES)) {
      const value = scalarIn(item, filter);
      if (typeof value !== 'string' || value.length < SHORTEST || DIGEST.test(value)) continue;
      const beginning = value.slice(0, -1);
      const wanted = /\w$/.test(beginning) && !all.has(beginning) ? accepts(filter, item, beginning) : undefined;
      if (wanted !== beginning) continue;
      const sent = { ...largestPage(listing), ...filterParameters([[filter, beginning]]) };
      const got = await drawList(caseContext, listing, sent);
      if (typeof got === 'string') return inconclusive(got);
      const { list, resource, operation } = listing;
      const story: Stimulus = { kind: 'filter', ...filterUse(filter, beginning), list, resource };
      // A service may refuse the name of something that does not exist.
      const purpose = { expect: 'any', proven: true, relational: true, story } as const;
      return (await caseContext.exchange(got.request, { operation, purpose })).end;
    }
    return skipped('no item has a value whose beginning can be sent');
  };
}

/** Lists with the value that switches a filter off: what each other value shows, before and after, must be there. */
function showsAll(
  listing: ReadCollection,
  { filter, off, values }: { readonly filter: SentFilter; readonly off: string; readonly values: readonly Json[] },
): Act {
  return async (caseContext) => {
    const { operation, list, resource } = listing;
    await listing.grow(caseContext);
    const idsUnder = async (value: Json): Promise<PageWalk & { readonly ids: readonly string[] }> => {
      const filters = { ...largestPage(listing), [filter.parameter]: asSent(filter, value) };
      const walked = await walk(caseContext, listing, { most: MOST_PAGES, filters });
      return { ...walked, ids: texts(idsOf(resource, walked.items)) };
    };
    const underEach = async (): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (const value of values) ids.push(...(await idsUnder(value)).ids);
      return ids;
    };
    const before = await underEach();
    const all = await idsUnder(off);
    if (!all.complete || all.last?.kind !== 'answered')
      return inconclusive(all.reason ?? 'the list was not read completely');
    if (before.every((id) => all.ids.includes(id))) return all.last.end;
    const after = await underEach();
    const must = before.filter((id) => after.includes(id) && !all.ids.includes(id));
    if (must.length === 0) return all.last.end;
    const story: Stimulus = { kind: 'filter', ...filterUse(filter, off), list, resource, must, wider: true };
    const purpose = { expect: 'valid', proven: true, relational: false, story } as const;
    return caseContext.again(all.last.exchange, { operation, purpose }).end;
  };
}

/** The bounds in parameters that are objects: `created[gte]`, `created[lt]`. */
function boundsOf(api: Api, { operation, list: { ranges = [] } }: ReadCollection): readonly FilterPart[] {
  return ranges.flatMap(({ parameter, pointer }) => {
    const own = operation.parameters.find((each) => each.in === 'query' && each.name === parameter);
    if (own?.schema === undefined || own.style !== 'deepObject') return [];
    return Object.keys(propertiesOf(api, own.schema)).flatMap((name): readonly FilterPart[] => {
      const op = rangeBound(name);
      return op === undefined ? [] : [{ parameter, path: [name], pointer, op }];
    });
  });
}

/** Whether a parameter selects the shown properties: `whether to include the "dnssec" field`. */
function choosesProperties({ operation }: ReadCollection, parameter: string): boolean {
  const { description = '' } = operation.parameters.find(({ name }) => name === parameter) ?? {};
  return /\b(include|omit|return|show)s?\b[^.]{0,60}\b(fields?|propert(y|ies)|attributes?)\b/i.test(description);
}

/** At most this many documented values of a filter are tried. */
const MOST_VALUES = 12;

/** Values that leave the filter off (`state=all`) are not among them. */
function documentedValues(api: Api, { operation }: Listing, filter: SentFilter): readonly Json[] {
  const { parameter, op, many, off = [] } = filter;
  if (op === 'min' || op === 'max' || many === true || pathOf(filter).length > 0) return [];
  const own = operation.parameters.find((each) => each.in === 'query' && each.name === parameter)?.schema;
  const schema = own === undefined ? true : api.deref(own);
  if (typeof schema === 'boolean') return [];
  if (schema.type === 'boolean') return [true, false];
  const listed = (schema.enum ?? []).filter((value) => value !== null && value !== '' && typeof value !== 'object');
  return listed.filter((value) => !off.includes(String(value))).slice(0, MOST_VALUES);
}

/** Tries each value alone: a service may know only some of them. */
function byEach(listing: ReadCollection, filter: SentFilter, values: readonly Json[]): Act {
  return async (caseContext) => {
    const whole = await listing.whole(caseContext);
    let end: StepEnd = inconclusive('no item has a value to filter by');
    for (const value of values) {
      const got = await drawList(caseContext, listing, {
        ...largestPage(listing),
        [filter.parameter]: asSent(filter, value),
      });
      if (typeof got === 'string') return inconclusive(got);
      const story = storyOf(listing, whole, [filterUse(filter, value)]);
      if (story === undefined) continue;
      const purpose = { expect: 'valid', proven: true, relational: false, story } as const;
      const answer = await caseContext.exchange(got.request, { operation: listing.operation, purpose });
      end = answer.end;
      if (answer.failed) return end;
    }
    return end;
  };
}

/** The default of a filter, and its other values. */
interface DefaultValue {
  readonly usual: Json;
  readonly others: readonly Json[];
  readonly index: ModelIndex;
}

/**
 * Lists without the filter, where another value of it shows that there are items which the default hides. Without one, an
 * item of the run is brought into such a state.
 */
function byDefault(listing: ReadCollection, filter: SentFilter, value: DefaultValue): Act {
  return async (caseContext) => {
    const { operation, list, resource } = listing;
    const { usual, others } = value;
    const use = filterUse(filter, usual);
    let path: Readonly<Record<string, Json>> | undefined;
    const isHiding = async (): Promise<boolean> => {
      for (const other of others) {
        const sent = { ...largestPage(listing), [filter.parameter]: asSent(filter, other) };
        const looked = await listOnce(caseContext, listing, sent);
        if (typeof looked === 'string' || !isSuccess(looked.result)) continue;
        path ??= looked.path;
        if ((itemsOf(looked.result.exchange, list) ?? []).some((item) => !mayFit(item, [use]))) return true;
      }
      return false;
    };
    const hides =
      (await isHiding()) || ((await hideOwn(caseContext, listing, filter, { ...value, path })) && (await isHiding()));
    if (!hides) return inconclusive('there is no item that the default hides');
    const got = await drawList(caseContext, listing, largestPage(listing));
    if (typeof got === 'string') return inconclusive(got);
    const story = { kind: 'filter', ...use, list, resource, unsent: true } as const;
    const purpose = { expect: 'valid', proven: true, relational: false, story } as const;
    return (await caseContext.exchange(got.request, { operation, purpose })).end;
  };
}

/** The flags of items that a list hides unless a parameter asks for them. */
function hiddenFlags(api: Api, { list, resource, operation }: ReadCollection): readonly SentFilter[] {
  const properties = propertiesOf(api, resource.schema);
  return (list.hidden ?? []).flatMap(({ parameter, pointer }): readonly SentFilter[] => {
    const rules = conjunctsOf(api, properties[pointer.slice(1)]?.schema ?? true);
    const own = operation.parameters.find(({ in: place, name }) => place === 'query' && name === parameter);
    const isSent = own?.required === true;
    return isSent || !rules.some(({ type }) => type === 'boolean') ? [] : [{ parameter, pointer, op: 'equals' }];
  });
}

/** Makes an item in the listed collection and brings it into a state that the default hides. */
async function hideOwn(
  caseContext: CaseContext,
  { resource, grows, operation }: ReadCollection,
  { pointer, op }: SentFilter,
  { usual, others, index, path }: DefaultValue & { readonly path: Readonly<Record<string, Json>> | undefined },
): Promise<boolean> {
  const property = /^\/([^/]+)$/.exec(pointer)?.[1];
  if (!grows || property === undefined || op !== 'equals') return false;
  const around = operation.path.includes('{') ? path : undefined;
  const made = await caseContext.fixtures.create(caseContext, resource, 'required', around);
  if (!made.proven || made.path === undefined) return false;
  const values = [usual, ...others].flatMap((value): readonly NamedState[] =>
    typeof value === 'string' || typeof value === 'boolean' ? [{ word: String(value), value }] : [],
  );
  const at = `hidden-by-default/${operation.id}/${caseContext.attempt}`;
  const state = await bringToState(
    caseContext,
    index,
    { resource, states: { property, values }, path: made.path },
    {
      isWanted: (each) => others.some((other) => other === each),
      draw: drawForItem(caseContext, made.path, at),
    },
  );
  return state !== undefined;
}

function pairs(filters: readonly SentFilter[]): readonly (readonly SentFilter[])[] {
  const found = filters.flatMap((a, index) => filters.slice(index + 1).map((b) => [a, b]));
  return found.slice(0, MOST_PAIRS);
}

/** Filters by values of existing items, so that some items must come and others must not. */
function sendFilters(listing: ReadCollection, filters: readonly SentFilter[], many: boolean): Act {
  return async (caseContext) => {
    const whole = await listing.whole(caseContext);
    const chosen = choose(whole.items, filters, many, partsOf(caseContext, listing));
    if (chosen === undefined)
      return many ? skipped('there are no two values to filter by') : inconclusive('no item has a value to filter by');
    const parameters = filterParameters(
      filters.map((filter, index) => [filter, chosen[index]?.value ?? null] as const),
    );
    const sent = { ...largestPage(listing), ...parameters };
    // A service may refuse some combinations of filters.
    const looked = filters.length > 1 ? await listOnce(caseContext, listing, sent) : undefined;
    const got = looked ?? (await drawList(caseContext, listing, sent));
    if (typeof got === 'string') return inconclusive(got);
    if (typeof looked === 'object' && !isSuccess(looked.result))
      return inconclusive('the filters were not accepted together');
    const story = storyOf(listing, whole, chosen);
    if (story === undefined) return inconclusive('there is nothing to filter by');
    const purpose = { expect: 'valid', proven: true, relational: false, story } as const;
    return (await caseContext.exchange(got.request, { operation: listing.operation, purpose })).end;
  };
}

const INCLUSIVE =
  /\b(?:or|and) (?:later|after|newer|more|higher|greater|above|earlier|before|older|less|lower|below|equal)\b|\bat least\b|\bat most\b|\binclusive(?:ly)?\b|\bno (?:earlier|later|less|more) than\b/i;

/** Whether the document says that a value equal to a bound passes: `published on this day or later`. */
function isInclusive({ parameters }: Operation, { parameter, op, exclusive }: FilterUse): boolean {
  const described = parameters.find(({ in: place, name }) => place === 'query' && name === parameter);
  return exclusive !== true && (op === 'min' || op === 'max') && INCLUSIVE.test(described?.description ?? '');
}

function storyOf(listing: Listing, whole: PageWalk, chosen: readonly FilterUse[]): Stimulus | undefined {
  const uses = chosen.map((use) => (isInclusive(listing.operation, use) ? { ...use, inclusive: true as const } : use));
  const [first, ...beside] = uses;
  if (first === undefined) return undefined;
  const { list, resource } = listing;
  const fitting = whole.items.filter((item) => mustFit(item, uses));
  const must = idsOf(resource, fitting);
  // A service may return fewer items than requested. The size of an earlier page shows the maximum.
  const room = whole.pages.length > 1 ? (whole.pages[0]?.length ?? 0) : whole.items.length + 1;
  return {
    kind: 'filter',
    ...first,
    list,
    resource,
    ...(beside.length > 0 ? { beside } : {}),
    ...(whole.complete && must.length <= room ? { must, ...(must.length === fitting.length ? { fitting } : {}) } : {}),
    ...(whole.complete ? { size: room } : {}),
  };
}

/**
 * Values of one item for every filter, such that they exclude some other items; two values of one filter
 * for `many`.
 */
function choose(
  items: readonly Json[],
  filters: readonly SentFilter[],
  many: boolean,
  part: PartOf,
): readonly FilterUse[] | undefined {
  const [first] = filters;
  if (first === undefined) return undefined;
  if (many) {
    const counts = new Map<Json, number>();
    for (const item of items) {
      const value = scalarIn(item, first);
      if (value !== undefined && part(first, item, value) !== undefined)
        counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    // Of two rare values, all items fit on a page.
    const [a, b] = [...counts].sort(([, one], [, other]) => one - other).map(([value]) => value);
    return a === undefined || b === undefined ? undefined : [{ ...filterUse(first, a), value: [a, b] }];
  }
  let fallback: readonly FilterUse[] | undefined;
  const values = items.map((item) => filters.map(({ pointer }) => filteredAt(item, pointer)));
  let tried = 0;
  for (const item of items) {
    const candidate = ofItem(item, filters, part);
    if (candidate === undefined) continue;
    if (isTelling(values, candidate)) return candidate;
    fallback ??= candidate;
    tried += 1;
    if (tried === MOST_CANDIDATES) break;
  }
  return fallback;
}

/** Filter values that match an item; undefined if the item has no value for one of the filters. */
function ofItem(item: Json, filters: readonly SentFilter[], part: PartOf): readonly FilterUse[] | undefined {
  const candidate: FilterUse[] = [];
  for (const filter of filters) {
    const value = scalarIn(item, filter);
    const wanted = value === undefined ? undefined : part(filter, item, value);
    if (wanted === undefined) return undefined;
    candidate.push(filterUse(filter, wanted));
  }
  return candidate;
}

interface SelectiveFilter {
  readonly filter: Filter;
  readonly use: FilterUse;
  /** The number of items that certainly match. */
  readonly fitting: number;
}

/** A filter with a value that some items have, and not all. */
export function filterFor(
  items: readonly Json[],
  filters: readonly Filter[],
  part: PartOf,
): SelectiveFilter | undefined {
  for (const filter of filters) {
    const [use] = choose(items, [filter], false, part) ?? [];
    if (use === undefined) continue;
    const fitting = items.filter((item) => mustFit(item, [use])).length;
    if (fitting > 1 && items.some((item) => !mayFit(item, [use]))) return { filter, use, fitting };
  }
  return undefined;
}

/** The filter value that finds an item with a property value; undefined if the parameter does not accept it. */
type PartOf = (filter: SentFilter, item: Json, value: Json) => Json | undefined;

/** For a `contains` filter, a substring of the value that the parameter accepts. */
export function partsOf(caseContext: CaseContext, { operation }: Listing): PartOf {
  return (filter, item, value) => {
    const { parameter, pointer, op } = filter;
    const whole = operation.parameters.find((each) => each.in === 'query' && each.name === parameter)?.schema;
    const schema = memberSchema(caseContext, whole, pathOf(filter));
    if (schema !== undefined && !takes(caseContext, schema, filter, value)) return undefined;
    if (op !== 'contains' || typeof value !== 'string' || valueAt(item, pointer) !== value) return value;
    const rule = schema === undefined ? true : caseContext.api.deref(schema);
    const part = [...value].slice(1, -1).join('');
    if (typeof rule === 'boolean' || part.trim() !== part || part.length < LEAST) return value;
    const { minLength = 0, pattern, format, enum: listed } = rule;
    return [...part].length < minLength || (pattern ?? format ?? listed) !== undefined ? value : part;
  };
}

/** The schema of a member of a parameter that is an object. */
function memberSchema(
  caseContext: CaseContext,
  whole: Schema | undefined,
  path: readonly string[],
): Schema | undefined {
  return path.reduce<Schema | undefined>(
    (schema, name) => (schema === undefined ? undefined : propertiesOf(caseContext.api, schema)[name]?.schema),
    whole,
  );
}

/** Whether a parameter accepts the value of an item, which may have another type there. */
function takes(caseContext: CaseContext, schema: Schema, filter: Filter, value: Json): boolean {
  const forms = [value, String(value), ...(Number.isFinite(Number(value)) ? [Number(value)] : [])];
  return forms.some((form) => caseContext.accepts(schema, asSent(filter, form)));
}

/** Minimum length of such a substring. */
const LEAST = 3;

/** A filter with the value that it is judged by: a list if several values are sent in one string (`SMS,VOICE`). */
function filterUse(filter: SentFilter, value: Json): FilterUse {
  const { pointer, op, separator, exclusive } = filter;
  const isSeveral = separator !== undefined && typeof value === 'string' && value.includes(separator);
  return {
    parameter: filterName(filter),
    pointer,
    op,
    ...(exclusive === true ? { exclusive } : {}),
    value: isSeveral ? value.split(separator).map((each) => each.trim()) : value,
  };
}

/**
 * Whether each filter excludes an item that the others include. `values`: the property values of all items,
 * read once because lists may be long.
 */
function isTelling(values: readonly (readonly (Json | undefined)[])[], chosen: readonly FilterUse[]): boolean {
  const telling = new Set<FilterUse>();
  for (const each of values) {
    const out = chosen.filter((filter, index) => !letsThrough(filter, each[index]));
    if (out.length !== 1) continue;
    for (const filter of out) telling.add(filter);
    if (telling.size === chosen.length) return true;
  }
  return false;
}
