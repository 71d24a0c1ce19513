import type { HeaderFields, Json, JsonObject } from '../../core/index.ts';
import { type ListDetails, pointerTo } from '../../resources/index.ts';
import type { ResponseHeader, ResponseSpec, Schema } from '../../spec/index.ts';
import { parsePointer, withoutSeparators, withoutValueAt, withValueAt } from '../../wire/index.ts';
import { putInEnvelope } from '../entity/projection.ts';
import type { MockContext } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import type { Page } from '../model/page.ts';
import type { Counts, PageField, PageFields, PageFieldText, PageLinks } from '../model/page-fields.ts';

export function countsOf(page: Page, shown: number, total: number): Counts {
  const limit = page.limit >= Number.MAX_SAFE_INTEGER ? Math.max(1, total) : page.limit;
  return {
    total,
    limit,
    pages: limit === 0 ? 0 : Math.ceil(total / limit),
    offset: page.offset,
    number: page.number,
    more: limit > 0 && page.offset + shown < total,
    shown,
  };
}

/** One page of a list, and the values for its envelope. */
export interface EnvelopedPage {
  readonly schema: Schema;
  readonly details: ListDetails;
  readonly values: readonly Json[];
  readonly page: Page;
  readonly total: number;
  readonly links: PageLinks;
  /** Place of drawn values. */
  readonly at: string;
  /** Origin for absolute URLs in links; empty if the envelope has none. */
  readonly origin: string;
  /** What the envelope says beside the list of a request that succeeded. */
  readonly beside: JsonObject;
  /** The parameters of the request's path. */
  readonly path: Readonly<Record<string, Json>>;
}

/** The documented envelope around the values, with counts and links. */
export function envelopeOf(mock: MockContext, shown: EnvelopedPage): Json {
  const { schema, details, values, page, total, links, at, origin, beside } = shown;
  if (details.items === '') return values;
  let whole = putInEnvelope(mock, { schema, pointer: details.items, at, optional: 'all', beside }, values);
  const counts = countsOf(page, values.length, total);
  const nextPage = nextPageOf(mock, shown, counts);
  for (const [pointer, candidates] of [
    ...mock.successMarks(mock.fieldsOf(schema)),
    ...pathFacts(mock, shown),
    ...facts(details, counts, links, origin),
    nextPage,
  ]) {
    if (pointer === undefined) continue;
    const property = schemaAt(mock.fieldsOf, schema, pointer);
    const fitting = candidates.find(
      (value) => property === undefined || mock.validator.accepts(property, value, 'response'),
    );
    // A link without a target is left out, if the schema allows that.
    const without =
      fitting === undefined || fitting === ''
        ? lessOf(whole, pointer).find((less) => mock.validator.accepts(schema, less, 'response'))
        : undefined;
    if (without !== undefined) whole = without;
    else if (fitting !== undefined) whole = withValueAt(whole, pointer, fitting);
  }
  for (const [pointer, list] of linkLists(mock, shown)) whole = withValueAt(whole, pointer, list);
  return whole;
}

const PAGE_FACTS = /^(?:pagination|paging|page|page_?info|meta|metadata)$/i;
const LINK_TARGETS = ['href', 'uri', 'url'];

/** Lists of links to pages beside the items, or in the object with the facts of the page: `pagination: { links: [{ rel, uri }] }`. */
function linkLists(
  mock: MockContext,
  { schema, links, origin }: EnvelopedPage,
): readonly (readonly [pointer: string, list: Json])[] {
  const holders = [['', schema] as const, ...mock.fieldsOf(schema).properties].filter(
    ([name]) => name === '' || PAGE_FACTS.test(name),
  );
  return holders.flatMap(([holder, holderSchema]) => {
    const property = mock.fieldsOf(holderSchema).properties.get('links');
    const { items } = mock.fieldsOf(property ?? true);
    const each = mock.fieldsOf(items ?? true).properties;
    const target = LINK_TARGETS.find((name) => each.has(name));
    const rel = each.get('rel');
    // Links with a method are about what can be done with the list.
    if (property === undefined || target === undefined || rel === undefined || each.has('method')) return [];
    const list = (['self', 'first', 'previous', 'next', 'last'] as const).flatMap((turn): Json[] => {
      const to = links[turn];
      const word = [turn, ...(turn === 'previous' ? ['prev'] : [])].find((text) =>
        mock.validator.accepts(rel, text, 'response'),
      );
      const address = [to, to === undefined ? undefined : origin + to].find(
        (text) => text !== undefined && mock.validator.accepts(each.get(target) ?? true, text, 'response'),
      );
      return word === undefined || address === undefined ? [] : [{ rel: word, [target]: address }];
    });
    const pointer = `${holder === '' ? '' : pointerTo(holder)}/links`;
    return mock.validator.accepts(property, list, 'response') ? [[pointer, list] as const] : [];
  });
}

/** Properties beside the list that repeat a parameter of the path: `{ list_id, members }` of `/lists/{list_id}/members`. */
function pathFacts(
  mock: MockContext,
  { schema, path }: EnvelopedPage,
): readonly (readonly [string, readonly Json[]])[] {
  const pathValues = Object.entries(path).map(([name, value]) => [withoutSeparators(name), value] as const);
  if (pathValues.length === 0) return [];
  return [...mock.fieldsOf(schema).properties.keys()].flatMap(
    (name): readonly (readonly [string, readonly Json[]])[] => {
      const value = pathValues.find(([each]) => each === withoutSeparators(name))?.[1];
      return value === undefined ? [] : [[pointerTo(name), [value, String(value)]]];
    },
  );
}

/** The object that says what to request for the next page: each of its properties by its name. After the last page, null. */
function nextPageOf(
  mock: MockContext,
  { schema, details, links, origin }: EnvelopedPage,
  counts: Counts,
): readonly [pointer: string | undefined, candidates: readonly Json[]] {
  const pointer = details.envelope.nextPage;
  const holder = pointer === undefined ? undefined : schemaAt(mock.fieldsOf, schema, pointer);
  if (holder === undefined || !counts.more || links.next === undefined) return [pointer, [null, '']];
  const { next } = links;
  const { page } = details;
  const values: Record<string, Json> = {};
  for (const [name, property] of mock.fieldsOf(holder).properties) {
    const value = nextPageValues(withoutSeparators(name), { next, origin, page, counts }).find((each) =>
      mock.validator.accepts(property, each, 'response'),
    );
    if (value !== undefined) values[name] = value;
  }
  return [pointer, [values, null, '']];
}

/** What is known of the next page. */
interface NextPage {
  readonly next: string;
  readonly origin: string;
  readonly page: ListDetails['page'];
  readonly counts: Counts;
}

/** Candidate values of a property about the next page, by its name in one convention. */
function nextPageValues(name: string, { next, origin, page, counts }: NextPage): readonly Json[] {
  const query = new URLSearchParams(next.slice(next.indexOf('?') + 1));
  const parameterValues = (parameter: string | undefined): readonly Json[] => {
    const value = parameter === undefined ? null : query.get(parameter);
    return value === null ? [] : [value, Number(value)];
  };
  switch (name) {
    case 'path':
      return [next];
    case 'uri':
    case 'url':
    case 'link':
      return [origin + next, next];
    case 'limit':
      return [counts.limit, String(counts.limit)];
    case 'page':
    case 'number':
      return parameterValues(page.page);
    case 'offset':
    case 'cursor':
    case 'token':
    case 'pagetoken':
    case 'after':
      return [...parameterValues(page.cursor), ...parameterValues(page.offset)];
    default:
      return [];
  }
}

/** Whether a page may contain absolute URLs, which depend on the client's Host: in its envelope or in its header fields. */
export function hasLinks({ envelope }: ListDetails, fields: PageFields): boolean {
  return LINKS.some((name) => envelope[name] !== undefined) || fields.some(({ isAbsolute }) => isAbsolute === true);
}

const LINKS = ['self', 'first', 'previous', 'next', 'last', 'nextPage'] as const;

/** The envelope without a field; for a link in an object (`next: { href }`), first without the object. */
function lessOf(whole: Json, pointer: string): readonly Json[] {
  const around = pointer.endsWith('/href') ? [pointer.slice(0, pointer.lastIndexOf('/'))] : [];
  return [...around, pointer].map((each) => withoutValueAt(whole, each));
}

/** Pointers of the known fields of an envelope with their candidate values, best first. */
function facts(
  { envelope, items, page }: ListDetails,
  counts: Counts,
  turns: PageLinks,
  origin: string,
): readonly (readonly [pointer: string | undefined, candidates: readonly Json[]])[] {
  const present = (candidates: readonly (Json | undefined)[]): readonly Json[] =>
    candidates.filter((value) => value !== undefined);
  // A path-absolute reference works through any proxy. A document that requires a URL (`format:
  // uri`) gets one.
  const link = (target: string | undefined): readonly Json[] => (target === undefined ? [] : [target, origin + target]);
  const nothing = [null, ''];
  const start = counts.offset + (page.firstOffset ?? 0);
  return [
    [envelope.total, [counts.total]],
    [envelope.limit, [counts.limit, String(counts.limit)]],
    [envelope.offset, [start, String(start)]],
    [envelope.page, [counts.number, String(counts.number)]],
    [envelope.pages, [counts.pages, String(counts.pages)]],
    [envelope.hasMore, [counts.more]],
    [envelope.hasPrevious, [counts.offset > 0]],
    [envelope.next, counts.more ? present([...link(turns.next), turns.nextCursor, counts.number + 1]) : nothing],
    [envelope.previous, counts.offset > 0 ? present([...link(turns.previous), counts.number - 1]) : nothing],
    [envelope.first, [...link(turns.first), counts.offset === 0, ...nothing]],
    [envelope.last, [...link(turns.last), !counts.more, ...nothing]],
    [envelope.self, link(turns.self)],
    [envelope.shown, [counts.shown, String(counts.shown)]],
    [envelope.empty, [counts.shown === 0]],
    [envelope.nextCursor, idOrNothing(turns.nextCursor)],
    [envelope.firstId, idOrNothing(turns.firstId)],
    [envelope.lastId, idOrNothing(turns.lastId)],
    [envelope.key, present([parsePointer(items)?.at(-1)])],
    // If both are present, the last one is inclusive.
    [envelope.start, envelope.end === undefined ? [] : [counts.offset]],
    [envelope.end, envelope.start === undefined ? [] : [counts.offset + Math.max(0, counts.shown - 1)]],
  ];
}

/** An id, or a cursor that is one, may be a number. An empty page has none. */
function idOrNothing(id: string | undefined): readonly Json[] {
  return id === undefined ? [null, ''] : [id, Number(id)];
}

const PAGE_FIELD_TEXTS: ReadonlyMap<string, PageFieldText> = new Map<string, PageFieldText>([
  ...['xtotalcount', 'xtotal', 'totalcount', 'xcount'].map((name): [string, PageFieldText] => [
    name,
    ({ total }) => `${total}`,
  ]),
  ['xtotalpages', ({ pages }) => `${pages}`],
  ['xpagecount', ({ pages }) => `${pages}`],
  ['xpage', ({ number }) => `${number}`],
  ['xperpage', ({ limit }) => `${limit}`],
  ['xlimit', ({ limit }) => `${limit}`],
]);

/** The header fields about a page: those that are documented, and `Link` where only it can contain the cursor. */
export function pageFieldsOf({ headers }: ResponseSpec, details: ListDetails | undefined): PageFields {
  const fields = headers.flatMap((header): PageFields => {
    const { name, schema } = header;
    if (withoutSeparators(name) === 'link') return canHoldCount(schema) ? [linkField(header)] : [];
    const textOf = PAGE_FIELD_TEXTS.get(withoutSeparators(name));
    return textOf === undefined || !canHoldCount(schema) ? [] : [{ name, textOf }];
  });
  const isLinked = details?.items === '' && details.page.cursor !== undefined;
  return isLinked && !fields.some(({ name }) => /^link$/i.test(name)) ? [...fields, LINK] : fields;
}

/** Absolute links: not every client resolves a reference in a header field against the address of its request. */
const LINK: PageField = { name: 'Link', textOf: (_, turns, origin) => linksOf(turns, origin), isAbsolute: true };

/** `Link` in the form of its example: relative, or absolute. */
function linkField({ name, examples, schema }: ResponseHeader): PageField {
  const shown = [...examples.map(({ value }) => value), ...(typeof schema === 'object' ? (schema.examples ?? []) : [])];
  const isRelative = shown.some((text) => typeof text === 'string' && /<[/?]/.test(text));
  return isRelative ? { name, textOf: (_, turns) => linksOf(turns, '') } : { ...LINK, name };
}

/** Whether a field with this schema can contain a count or link. */
function canHoldCount(schema: Schema | undefined): boolean {
  if (typeof schema !== 'object' || schema.$ref !== undefined || schema.type === undefined) return true;
  const types = [schema.type].flat();
  if (types.includes('integer') || types.includes('number')) return true;
  const { enum: values, pattern, format, minLength } = schema;
  return types.includes('string') && [values, pattern, format, minLength].every((rule) => rule === undefined);
}

/** `Link` (RFC 8288) and counts, each only where it is documented. */
export function listHeaders(fields: PageFields, counts: Counts, turns: PageLinks, origin: string): HeaderFields {
  const headers: [string, string][] = [];
  for (const { name, textOf } of fields) {
    const value = textOf(counts, turns, origin);
    if (value !== undefined) headers.push([name, value]);
  }
  return headers;
}

function linksOf({ first, previous, next, last }: PageLinks, origin: string): string | undefined {
  let links = '';
  const add = (target: string | undefined, rel: string): void => {
    if (target !== undefined) links += `${links === '' ? '' : ', '}<${origin}${target}>; rel="${rel}"`;
  };
  add(first, 'first');
  add(previous, 'prev');
  add(next, 'next');
  add(last, 'last');
  return links === '' ? undefined : links;
}
