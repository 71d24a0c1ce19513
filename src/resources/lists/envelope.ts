import type { Schema } from '../../spec/index.ts';
import { wordsOf } from '../../spec/index.ts';
import type { ListDetails } from '../model/model.ts';
import { child } from '../model/pointers.ts';
import { clusterKey, plain, singular } from '../model/words.ts';
import { isClose, type Shape, type Shapes } from '../schema/shape.ts';

export interface FoundList {
  readonly items: string;
  readonly itemSchema: Schema;
  /** `maxItems` of the list. */
  readonly most?: number;
  readonly envelope: ListDetails['envelope'];
}

export interface FoundEntity {
  readonly pointer: string;
  readonly schema: Schema;
}

type EnvelopeField = keyof ListDetails['envelope'];

/** Names of a total in several words: `totalRowCount`, `num_found`, `resultCount`. */
const TOTAL =
  /^(?!num$|numberof$)(?:total|num|numberof)(?:number|numberof)?(?:records?|rows?|items?|results?|hits?|entries|objects?|elements?)?(?:count|found|available)?$|^(?:records?|rows?|items?|results?|hits?|entries|objects?|elements?)(?:count|total(?:count|found|available)?|found)$/;

/** Names of the number of pages in several words: `max_page`, `num_pages`, `pagesCount`. */
const PAGES = /^(?:total|num|numberof)pages$|^maxpages?$|^pages?(?:total|counts?|max)$/;

/** In order of preference if several exist for one field. Names in several words are considered after `total`; the last three are the last choices. */
const FIELDS: Readonly<Record<EnvelopeField, readonly string[]>> = {
  total: ['total', 'totalsize', 'odatacount', 'results', 'sum', 'count'],
  limit: ['limit', 'perpage', 'pagesize', 'itemsperpage', 'maxresults', 'maxitems', 'size'],
  offset: ['offset', 'skip', 'startindex', 'startat'],
  page: ['page', 'pagenumber', 'currentpage', 'pageindex', 'number'],
  pages: ['pages', 'lastpage'],
  next: ['next', 'nextlink', 'nexturl', 'nextpage', 'nextpageurl', 'nextpageuri', 'odatanextlink'],
  previous: [
    'previous',
    'prev',
    'previouslink',
    'prevurl',
    'previouspage',
    'prevpage',
    'prevpageurl',
    'previouspageurl',
    'previouspageuri',
  ],
  hasMore: ['hasmore', 'hasnext', 'hasnextpage', 'more', 'istruncated'],
  hasPrevious: ['hasprevious', 'hasprev', 'hasprevpage', 'haspreviouspage'],
  first: ['first', 'firstlink', 'firsturl', 'firstpageurl', 'firstpageuri', 'isfirst', 'firstpage'],
  last: ['last', 'lastlink', 'lasturl', 'lastpageurl', 'lastpageuri', 'islast', 'lastpage', 'done', 'isdone'],
  self: ['self', 'uri', 'url', 'href'],
  shown: [
    'numberofelements',
    'currentitemcount',
    'currentpageitems',
    'itemsonpage',
    'pageitemcount',
    'returned',
    'count',
  ],
  empty: ['empty', 'isempty'],
  nextCursor: [
    'nextcursor',
    'nextpagetoken',
    'nexttoken',
    'nextmarker',
    'continue',
    'cursor',
    'endcursor',
    'continuationtoken',
    'iterator',
    'bookmark',
  ],
  firstId: ['firstid'],
  lastId: ['lastid'],
  start: ['start'],
  end: ['end'],
  nextPage: ['next', 'nextpage'],
  key: ['key'],
};

/** Names in several words: a place in pages behind a word for the items (`resultsLimit`), the place of the next page (`next_page_offset`). */
const SPELLED: Readonly<Partial<Record<EnvelopeField, RegExp>>> = {
  pages: PAGES,
  limit: /^(?:records?|rows?|items?|results?|hits?|entries)limit$|^page(?:len|length)$/,
  offset: /^(?:records?|rows?|items?|results?|hits?|entries)offset$/,
  next: /^next(?:page|batch|list|results?|items?|records?)*(?:link|url|uri|href|number)$/,
  nextCursor:
    /^next(?:page|batch|list|results?|items?|records?)*(?:cursor|token|marker|key|id|offset|start|position|index|from|after)$/,
};

/** Whether a property counts all items, whatever else stands beside the list. */
const countsAll = (name: string): boolean => TOTAL.test(plain(name)) || FIELDS.total.slice(0, -1).includes(plain(name));

/** The spellings of a field in an object, in order of preference. */
function spellingsOf(field: EnvelopeField, { properties }: Shape): readonly string[] {
  const [first = '', ...others] = FIELDS[field];
  return field === 'total'
    ? [first, ...[...properties.keys()].map(plain).filter((name) => TOTAL.test(name)), ...others]
    : [...FIELDS[field], ...[...properties.keys()].map(plain).filter((name) => isSpelling(field, name))];
}

const isSpelling = (field: EnvelopeField, name: string): boolean => SPELLED[field]?.test(name) === true;

const PARTS = new Set([
  'meta',
  'metadata',
  'pagination',
  'paging',
  'pageinfo',
  'page',
  'pages',
  'links',
  'responsemetadata',
]);
/** Names of parts that have nothing but places of pages. */
const PAGE_PARTS = new Set(['pagination', 'paging', 'pageinfo']);
const COMPANIONS = new Set([
  ...Object.values(FIELDS).flat(),
  ...PARTS,
  ...['object', 'url', 'uri', 'kind', 'apiversion', 'etag', 'incompleteresults', 'status', 'success', 'ok', 'message'],
  ...[
    'pageable',
    'requestid',
    'warnings',
    'error',
    'errors',
    'self',
    'first',
    'last',
    'type',
    'sort',
    'size',
    'code',
    'included',
  ],
]);
/** Names of what says how a request went, and which one it was: `isError`, `responseException`, `errorMessage`, `traceId`. */
const OUTCOME =
  /^(?:is|has)?(?:success|successful|succeeded|ok|errors?|failed|failures?)$|^(?:response)?exceptions?$|^errors?(?:code|message|description|details?)s?$|^(?:status|response|result)code$|^(?:trace|correlation|request)id$/;
const PAGING = new Set([...FIELDS.next, ...FIELDS.hasMore, ...FIELDS.nextCursor]);
const isPaging = (name: string): boolean =>
  PAGING.has(name) || isSpelling('next', name) || isSpelling('nextCursor', name);
const ITEMS = new Set(['items', 'data', 'results', 'records', 'entries', 'values', 'list', 'rows', 'content', 'value']);
const WRAPPERS = new Set(['data', 'result', 'response', 'payload', 'item', 'attributes']);
/** The property in which HAL (draft-kelly-json-hal §4.1.2) has the list; links and counts stand beside it. */
const EMBEDDED = '_embedded';

/** Finds the list in an answer: a bare array of objects, or an envelope around one. `word` is the last literal segment of the path. */
export function findList(shapes: Shapes, schema: Schema, word: string): FoundList | undefined {
  const shape = shapes.of(schema);
  if (shape.kind === 'array') {
    return shape.items !== undefined && shapes.of(shape.items).kind === 'object'
      ? { items: '', itemSchema: shape.items, ...mostOf(shapes, shape), envelope: {} }
      : undefined;
  }
  const enveloped = shape.kind === 'object' ? findInEnvelope(shapes, shape, word, '') : undefined;
  return enveloped ?? findInChoice(shapes, shape, word);
}

/**
 * The first of several forms of one list: `oneOf` a page of items and an array of the same items. A form that is not a list is
 * one of the items.
 */
function findInChoice(shapes: Shapes, { alternatives }: Shape, word: string): FoundList | undefined {
  if (alternatives.length < 2) return undefined;
  const choices = alternatives.map((each) => shapes.of(each));
  const listed = choices.flatMap((each) => (each.kind === 'other' ? [] : (findList(shapes, each.root, word) ?? [])));
  const bare = choices.find(({ kind }) => kind === 'array')?.items ?? listed[0]?.itemSchema;
  if (bare === undefined) return undefined;
  const item = shapes.of(bare);
  const isItem = (items: Schema): boolean => isClose(shapes.of(items), item);
  const forms = choices.map((each) => formOf(shapes, each, word, isItem));
  const isOfItems = forms.every((form, at) => {
    const choice = choices[at];
    return form === undefined ? choice !== undefined && isClose(choice, item) : isItem(form.itemSchema);
  });
  return isOfItems ? forms.find((each) => each !== undefined) : undefined;
}

/** The list in one form of an answer: the only array of the items, if nothing else tells. */
function formOf(shapes: Shapes, shape: Shape, word: string, isItem: (items: Schema) => boolean): FoundList | undefined {
  if (shape.kind === 'other') return undefined;
  const found = findList(shapes, shape.root, word);
  if (found !== undefined || shape.kind === 'array') return found;
  const arrays = [...shape.properties].flatMap(([name, schema]) => {
    const itemSchema = isObjectArray(shapes, schema) ? shapes.of(schema).items : undefined;
    return itemSchema !== undefined && isItem(itemSchema) ? [{ name, itemSchema }] : [];
  });
  const [only] = arrays;
  return only === undefined || arrays.length > 1
    ? undefined
    : {
        items: child('', only.name),
        itemSchema: only.itemSchema,
        envelope: readEnvelope(shapes, shape, '', only.itemSchema),
      };
}

function findInEnvelope(shapes: Shapes, shape: Shape, word: string, at: string): FoundList | undefined {
  const arrays = [...shape.properties].filter(([, schema]) => isObjectArray(shapes, schema));
  const array = arrays.find(([name]) => isItemsName(name, word)) ?? (arrays.length === 1 ? arrays[0] : undefined);
  if (array === undefined) return at === '' ? findWrapped(shapes, shape, word) : undefined;
  const [name, schema] = array;
  const itemSchema = shapes.of(schema).items;
  if (itemSchema === undefined || !isEnvelope(shapes, shape, name, word)) return undefined;
  return {
    items: child(at, name),
    itemSchema,
    ...mostOf(shapes, shapes.of(schema)),
    envelope: readEnvelope(shapes, shape, at, itemSchema),
  };
}

/** `maxItems` of a list. */
export function mostOf(shapes: Shapes, { root }: Shape): Pick<FoundList, 'most'> {
  if (typeof root !== 'object') return {};
  const conjuncts = (root.allOf ?? []).map((part) => shapes.of(part).root);
  const most = [root, ...conjuncts].flatMap((part) => (typeof part === 'object' ? (part.maxItems ?? []) : []));
  return most.length === 0 ? {} : { most: Math.min(...most) };
}

function findWrapped(shapes: Shapes, shape: Shape, word: string): FoundList | undefined {
  const named = [...shape.properties].filter(
    ([name, schema]) => name === EMBEDDED || namesItems(shapes, schema, name, word),
  );
  const inner = named.length > 0 ? named : [...shape.properties].filter(([name]) => WRAPPERS.has(plain(name)));
  const only = inner.length === 1 ? inner[0] : undefined;
  // If the list has the name of the items, its other properties need not be about paging.
  if (only === undefined || !isEnvelope(shapes, shape, only[0], named.length > 0 ? only[0] : word)) return undefined;
  const wrapped = shapes.of(only[1]);
  const found = wrapped.kind === 'object' ? findInEnvelope(shapes, wrapped, word, child('', only[0])) : undefined;
  return found && { ...found, envelope: { ...readEnvelope(shapes, shape, ''), ...found.envelope } };
}

/**
 * A property that is usually about paging may contain the list under the name of the path (`/components`:
 * `{ meta: { components } }`).
 */
function namesItems(shapes: Shapes, schema: Schema, name: string, word: string): boolean {
  const part = shapes.of(schema);
  if (!PARTS.has(plain(name)) || part.kind !== 'object') return false;
  return [...part.properties].some(
    ([own, each]) => clusterKey(own) === clusterKey(word) && isObjectArray(shapes, each),
  );
}

function isObjectArray(shapes: Shapes, schema: Schema): boolean {
  const shape = shapes.of(schema);
  return shape.kind === 'array' && shape.items !== undefined && shapes.of(shape.items).kind === 'object';
}

function isItemsName(name: string, word: string): boolean {
  if (ITEMS.has(plain(name)) || clusterKey(name) === clusterKey(word)) return true;
  // `subscription_events` below `/subscriptions/{id}/events`
  const last = wordsOf(name).at(-1) ?? '';
  return last !== singular(last) && clusterKey(last) === clusterKey(word);
}

// Whether an object is an envelope: everything beside its array is about paging. An entity with an
// array (a team with its members) is not.
function isEnvelope(shapes: Shapes, shape: Shape, array: string, word: string): boolean {
  const others = [...shape.properties.keys()].filter((name) => name !== array);
  // An object with an id is an entity. To learn its companions would need all answers of the
  // document.
  const isOwn = shape.properties.has('id');
  const strangers = others.filter((name) => !isCompanion(shapes, name, !isOwn));
  if (strangers.length === 0)
    return (
      others.length === 0 || isItemsName(array, word) || others.some((name) => isPaging(plain(name)) || countsAll(name))
    );
  if (isOwn || !isItemsName(array, word)) return false;
  const counted = others.some(countsAll);
  // Beside places of pages, the array with the name of the path is the list, whatever else is shown.
  const paged = clusterKey(array) === clusterKey(word) && others.some((name) => PAGE_PARTS.has(plain(name)));
  // A list of named things, not a report.
  const items = itemsOf(shapes, shape, array);
  const named =
    clusterKey(array) === clusterKey(word) &&
    strangers.every((name) => isPlain(shapes, shape, name) || isNamedByItems(shapes, shape, name, items)) &&
    ['id', '_id', 'key', 'uuid'].some((name) => items?.properties.has(name));
  return named || ((counted || paged) && strangers.length < others.length);
}

/**
 * Whether a property is about a list: by its name, or because it stands beside other lists of this
 * document.
 */
export function isCompanion(shapes: Shapes, name: string, isLearned = true): boolean {
  const own = plain(name);
  return (
    COMPANIONS.has(own) ||
    TOTAL.test(own) ||
    Object.values(SPELLED).some((names) => names.test(own)) ||
    OUTCOME.test(own) ||
    LINK_WORDS.has(wordsOf(name).at(-1) ?? '') ||
    (isLearned && shapes.companions().has(own))
  );
}

/** Last words of the names of links that may stand beside a list: `_selfUrl`, `teamLink`. */
const LINK_WORDS = new Set(['url', 'uri', 'href', 'link']);

function itemsOf(shapes: Shapes, shape: Shape, array: string): Shape | undefined {
  return shapes.maybe(shapes.maybe(shape.properties.get(array))?.items);
}

/** Whether an array beside the items has the records that these name: `users` beside `tickets` with a `user_id`. */
function isNamedByItems(shapes: Shapes, shape: Shape, name: string, items: Shape | undefined): boolean {
  const schema = shape.properties.get(name);
  const one = plain(singular(name));
  return (
    schema !== undefined &&
    isObjectArray(shapes, schema) &&
    [`${one}id`, `${one}ids`, `${one}uuid`].some((each) => (items?.spelled(each).length ?? 0) > 0)
  );
}

function isPlain(shapes: Shapes, shape: Shape, name: string): boolean {
  const schema = shape.properties.get(name);
  return schema !== undefined && shapes.of(schema).kind === 'other';
}

/** The envelope fields of an object at that place of the answer. */
export function readEnvelope(shapes: Shapes, shape: Shape, at: string, items?: Schema): ListDetails['envelope'] {
  const found: { -readonly [field in EnvelopeField]?: string } = {};
  const take = (part: Shape, base: string): void => {
    const isPaged = [...part.properties.keys()].some((name) => PAGES.test(plain(name)));
    for (const [name, schema] of part.properties)
      if (countsShown(plain(name), descriptionOf(shapes, schema)) && fits(shapes, 'shown', schema))
        found.shown ??= child(base, name);
    const isLinked = FIELDS.next.some((spelling) => part.spelled(spelling).length > 0);
    for (const field of Object.keys(FIELDS) as EnvelopeField[]) {
      if (found[field] !== undefined) continue; // the keys of FIELDS are exactly the fields
      for (const spelling of spellingsOf(field, part)) {
        if (BESIDE_PAGES.has(spelling) && !isPaged) continue;
        if (BESIDE_LINKS.has(spelling) && (!isLinked || base === '')) continue;
        const entry = part.spelled(spelling)[0];
        const pointer = entry && fieldAt(shapes, field, child(base, entry[0]), entry[1]);
        if (pointer !== undefined && !Object.values(found).includes(pointer)) {
          found[field] = pointer;
          break;
        }
      }
    }
  };
  take(shape, at);
  for (const [field, name] of ownEnds(shapes, shape, items)) found[field] ??= child(at, name);
  const within = (whole: Shape, base: string): readonly (readonly [part: Shape, at: string])[] =>
    [...whole.properties].flatMap(([name, schema]) => {
      const part = shapes.of(schema);
      return PARTS.has(plain(name)) && part.kind === 'object' ? [[part, child(base, name)] as const] : [];
    });
  const nested = within(shape, at);
  // `meta: { pagination: { … } }`
  const parts = [...nested, ...nested.flatMap((each) => within(...each))];
  for (const [part, base] of parts) take(part, base);
  const total = found.total ?? describedTotal(shapes, shape, at, Object.values(found));
  if (total !== undefined) found.total = total;
  const cursor = found.nextCursor ?? nextOfCursors(shapes, [[shape, at], ...parts]);
  return cursor === undefined ? found : { ...found, nextCursor: cursor };
}

/** The only number beside the items whose description says that it counts all of them: `size`. */
function describedTotal(
  shapes: Shapes,
  { properties }: Shape,
  at: string,
  others: readonly string[],
): string | undefined {
  const counts = [...properties].flatMap(([name, schema]) =>
    ALL.test(descriptionOf(shapes, schema)) && fits(shapes, 'shown', schema) ? [child(at, name)] : [],
  );
  const [only] = counts;
  return only === undefined || counts.length > 1 || others.includes(only) ? undefined : only;
}

/** What the description of a number says that counts all items. */
const ALL = /\btotal (?:number|count|amount) of (?!pages\b)/i;

/** The next cursor in an object of cursors: `meta: { cursors: { previous, next } }`. */
function nextOfCursors(shapes: Shapes, parts: readonly (readonly [part: Shape, at: string])[]): string | undefined {
  for (const [part, at] of parts) {
    for (const [name, schema] of [...part.spelled('cursors'), ...part.spelled('cursor')]) {
      const cursors = shapes.of(schema);
      const next = ['next', 'after']
        .flatMap((each) => cursors.spelled(each))
        .find(([, each]) => fits(shapes, 'nextCursor', each));
      if (next !== undefined) return child(child(at, name), next[0]);
    }
  }
  return undefined;
}

/** Ends of a page that have the name of the item's id: `last_message_id` beside items with a `message_id`. */
function ownEnds(
  shapes: Shapes,
  { properties }: Shape,
  items: Schema | undefined,
): readonly (readonly ['firstId' | 'lastId', string])[] {
  const shown = items === undefined ? undefined : shapes.of(items);
  return [...properties].flatMap(([name, schema]) => {
    const [, end, id = ''] = /^(first|last)(.+id)$/.exec(plain(name)) ?? [];
    const isOwn = end !== undefined && (shown?.spelled(id).length ?? 0) > 0 && fits(shapes, 'lastId', schema);
    return isOwn ? [[end === 'first' ? 'firstId' : 'lastId', name] as const] : [];
  });
}

/** Words that have another meaning without page numbers. */
const BESIDE_PAGES = new Set(['number', 'size']);

/** Words that are about the list only in an object of facts with a link to the next page (`meta: { key, url, next_page_url }`). */
const BESIDE_LINKS = new Set(['url', 'href', 'key']);

const NUMBERS: readonly EnvelopeField[] = ['total', 'limit', 'offset', 'page', 'pages', 'shown', 'start', 'end'];
const TURNS: readonly EnvelopeField[] = ['next', 'previous'];
const IDS: readonly EnvelopeField[] = ['firstId', 'lastId', 'nextCursor'];
const FLAGS: readonly EnvelopeField[] = ['hasMore', 'hasPrevious', 'empty'];
const LINKS: readonly EnvelopeField[] = ['next', 'previous', 'first', 'last', 'self'];

/** Whether a name is that of a count, whatever it counts. */
function isCount(name: string): boolean {
  return name === 'count' || TOTAL.test(name);
}

/** What the description of a number says that counts the items of one page. */
const SHOWN = /\b(?:in|on|of) (?:this|the current) (?:response|page|batch|answer)\b/i;
/** The same of a number that is not called a total: many totals are described so as well. */
const RETURNED = /^(?!.*\btotal\b).*\breturned (?:by|in|with) (?:the|this) (?:\w+ )?(?:call|request|response)\b/i;

function countsShown(name: string, description: string): boolean {
  return isCount(name) && (SHOWN.test(description) || (!name.includes('total') && RETURNED.test(description)));
}

function descriptionOf(shapes: Shapes, schema: Schema): string {
  const { root } = shapes.of(schema);
  const own = typeof schema === 'object' ? schema.description : undefined;
  return own ?? (typeof root === 'object' ? (root.description ?? '') : '');
}

/** The pointer of a field's value: a link may be an object with its target (`next: { href }`). */
function fieldAt(shapes: Shapes, field: EnvelopeField, pointer: string, schema: Schema): string | undefined {
  if (field === 'total' && SHOWN.test(descriptionOf(shapes, schema))) return undefined;
  if (field === 'nextPage') return isNextPage(shapes, schema) ? pointer : undefined;
  const target = LINKS.includes(field) ? shapes.of(schema).properties.get('href') : undefined;
  if (target !== undefined) return fits(shapes, field, target) ? child(pointer, 'href') : undefined;
  return fits(shapes, field, schema) ? pointer : undefined;
}

/** Whether an object says what to request for the next page (`next_page: { offset, path, uri }`). */
function isNextPage(shapes: Shapes, schema: Schema): boolean {
  const { kind, properties } = shapes.of(schema);
  return (
    kind === 'object' && !properties.has('href') && [...properties.keys()].some((name) => NEXT_PAGE.has(plain(name)))
  );
}

const NEXT_PAGE = new Set(['offset', 'page', 'cursor', 'token', 'pagetoken', 'after', 'uri', 'url']);

/** The place of a page may be written as a string. A total as a string may be money, `start` and `end` dates. */
const isText = (type: string, field: EnvelopeField): boolean =>
  type === 'string' && !['total', 'start', 'end'].includes(field);

function fits(shapes: Shapes, field: EnvelopeField, schema: Schema): boolean {
  const { root, properties } = shapes.of(schema);
  const types = typeof root === 'object' ? [root.type ?? []].flat() : [];
  if (types.length === 0) return properties.size === 0;
  if (FLAGS.includes(field)) return types.includes('boolean');
  if (IDS.includes(field)) return types.some((type) => type === 'string' || type === 'integer');
  if (NUMBERS.includes(field))
    return types.some((type) => type === 'integer' || type === 'number' || isText(type, field));
  if ((field === 'first' || field === 'last') && types.includes('boolean')) return true;
  return (
    types.includes('string') || (TURNS.includes(field) && types.some((type) => type === 'integer' || type === 'number'))
  );
}

/**
 * Finds one entity in a message: the whole, one property, or one property of a wrapper (`{ data: { book: { … } } }`). With `like`,
 * only one of a similar shape.
 */
export function findEntity(shapes: Shapes, schema: Schema, word: string, like?: Shape): FoundEntity | undefined {
  const found = findOuter(shapes, schema, word, like);
  if (found !== undefined && (like !== undefined || found.pointer === '')) return found;
  const wrapper = found ?? onlyWrapper(shapes, schema);
  const deeper = wrapper && findOuter(shapes, wrapper.schema, word, like);
  return wrapper === undefined || deeper === undefined || deeper.pointer === ''
    ? found
    : { pointer: wrapper.pointer + deeper.pointer, schema: deeper.schema };
}

/** The one object that stands in a property such as `data`. */
function onlyWrapper(shapes: Shapes, schema: Schema): FoundEntity | undefined {
  const inner = [...shapes.of(schema).properties].filter(
    ([name, value]) => WRAPPERS.has(plain(name)) && shapes.of(value).kind === 'object',
  );
  const only = inner.length === 1 ? inner[0] : undefined;
  return only && { pointer: child('', only[0]), schema: only[1] };
}

function findOuter(shapes: Shapes, schema: Schema, word: string, like?: Shape): FoundEntity | undefined {
  const shape = shapes.of(schema);
  if (shape.kind !== 'object') return undefined;
  if (like !== undefined && isClose(shape, like)) return { pointer: '', schema };
  const inner = [...shape.properties].filter(([name, value]) => isWrapper(shapes, shape, { name, value, word, like }));
  const only = inner.length === 1 ? inner[0] : undefined;
  if (only !== undefined) return { pointer: child('', only[0]), schema: only[1] };
  return like === undefined ? { pointer: '', schema } : undefined;
}

/** A property that may hold the list. */
interface WrappedList {
  readonly name: string;
  readonly value: Schema;
  readonly word: string;
  readonly like?: Shape | undefined;
}

function isWrapper(shapes: Shapes, whole: Shape, { name, value, word, like }: WrappedList): boolean {
  const shape = shapes.of(value);
  if (shape.kind !== 'object') return false;
  const named = WRAPPERS.has(plain(name)) || isWordOf(name, word);
  if (like !== undefined) return isClose(shape, like) && (named || whole.properties.size <= 3);
  if (!named || whole.properties.has('id')) return false;
  const isOnlyThing =
    WRAPPERS.has(plain(name)) &&
    [...whole.properties.keys()].every((each) => each === name || isCompanion(shapes, each));
  return isOnlyThing || isEnvelope(shapes, whole, name, word) || isNamedThing(shapes, whole, { name, word });
}

/**
 * Whether a property is the thing that the path is about: it alone has the name of the path and an id, as `message` of
 * `/messages/{id}` beside `metadata`.
 */
function isNamedThing(shapes: Shapes, whole: Shape, { name, word }: Pick<WrappedList, 'name' | 'word'>): boolean {
  const holds = (each: string): boolean => {
    const schema = whole.properties.get(each);
    return schema !== undefined && shapes.of(schema).kind === 'object' && hasOwnId(shapes.of(schema), word);
  };
  const isRecord = [...whole.properties.keys()].some((each) =>
    /^(?:id|uuid|sid|gid)$/.test(wordsOf(each).at(-1) ?? ''),
  );
  return isWordOf(name, word) && !isRecord && holds(name);
}

/** Whether an object has an id: `id`, or `message_id` of a message. */
function hasOwnId({ properties }: Shape, word: string): boolean {
  const own = clusterKey(wordsOf(word).at(-1) ?? '');
  return [...properties.keys()].some((name) => ['id', 'uuid', `${own}id`].includes(plain(name)));
}

function isWordOf(name: string, word: string): boolean {
  return clusterKey(name) === clusterKey(word) || clusterKey(wordsOf(word).at(-1) ?? '') === clusterKey(name);
}
