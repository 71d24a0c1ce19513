import type { HttpResponse, Json } from '../../core/index.ts';
import type { ListDetails, Role } from '../../resources/index.ts';
import type { Schema } from '../../spec/index.ts';
import { type Condition, type Entity, testOf, type World } from '../../state/index.ts';
import { isObject, valueAt, withoutValueAt, withValueAt } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { lookedUp } from '../answer/looked-up.ts';
import { wantedBySearch, writtenConditions } from '../answer/search-filters.ts';
import { withStatistics, withTotalsBelow } from '../answer/statistics.ts';
import { projection } from '../entity/projection.ts';
import { deletedToo } from '../facts/deleted-entities.ts';
import { filters, mentions, requestedOrder } from '../facts/list-filter.ts';
import { chooseMedia } from '../facts/negotiate.ts';
import { originOf } from '../facts/origin.ts';
import { shownBelow } from '../facts/owner.ts';
import { selectedBy } from '../facts/selectors.ts';
import { drawnAround } from '../fields/draw.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import { asObject } from '../model/object.ts';
import { type Page, pageOf } from '../model/page.ts';
import { idText, isKeyOf } from '../model/place.ts';
import { lostCursor, pageOfUnknown, placeOfCursor, startOf } from '../pages/cursor.ts';
import { countsOf, envelopeOf, hasLinks, listHeaders } from '../pages/envelope.ts';
import { acrossScopes } from '../pages/open-scope.ts';
import { type FoundPage, pageLinksOf, queryOf, withShownPage } from '../pages/page-links.ts';
import { filteredByName } from '../seed/filtered-by-name.ts';
import { filteredBySent } from '../seed/filtered-by-sent.ts';
import { listedByLinks } from '../seed/linked-records.ts';
import { listedByParent } from '../seed/listed-by-parent.ts';
import { isBelowMade, listedConditions } from '../seed/parents.ts';
import { collectionAt, isDocuments, type RoleAnswer, type RoleOutcome } from './role.ts';

/** Answered pages, by world, operation and query. Each is valid for one version of its collection. */
export type PageCache = WeakMap<
  World,
  Map<string, { readonly version: number; readonly epoch: number; readonly response: HttpResponse }>
>;

const MOST_PAGES = 500;

/**
 * The entities of a collection: filtered, sorted and paged by the documented query parameters, in the
 * documented envelope.
 */
export function createList(cache: PageCache | undefined): RoleAnswer {
  return function list(call) {
    const { context, place, tx } = call;
    const documented = context.role.list ?? context.role.lists;
    if (documented === undefined || isDocuments(context)) return undefined;
    const details = withShownPage(documented);
    if (context.role.lists !== undefined) return listOutcome({ ...call, context: withBody(context) }, details);
    // The body may ask for another page, and the item above may name other entities.
    const { listedBy, linkedBy, nameFilters } = context.plan;
    const showsOthers =
      (listedBy ?? linkedBy) !== undefined || (nameFilters.length > 0 && context.request.query !== '');
    if (cache === undefined || context.role.says === 'body' || showsOthers) return listOutcome(call, details);
    const collection = collectionAt(tx, place);
    const latest = collection.version;
    const version = latest;
    const plain = context.accept === undefined || context.accept === '*/*';
    const origin = hasLinks(details, context.plan.pageFields) ? originOf(context) : '';
    const id = `${context.operation.id} ${place.collection} ${origin}${context.request.path}?${context.request.query}`;
    const pages = cache.get(context.world) ?? new Map();
    const ready = plain ? pages.get(id) : undefined;
    if (ready !== undefined && ready.version === version && ready.epoch === context.world.epoch)
      return { response: ready.response };
    const outcome = listOutcome(call, details);
    if (plain && outcome !== undefined && 'response' in outcome) {
      if (pages.size >= MOST_PAGES) pages.clear();
      pages.set(id, { version, epoch: context.world.epoch, response: outcome.response });
      cache.set(context.world, pages);
    }
    return outcome;
  };
}

/** The values of the body as query parameters. */
function withBody(context: RequestContext): RequestContext {
  const { parameters, request } = context;
  const sent = request.body.kind === 'parsed' ? asObject(request.body.value) : {};
  return { ...context, parameters: { ...parameters, query: { ...parameters.query, ...sent } } };
}

function both<T>(some: readonly T[], more: readonly T[]): readonly T[] {
  if (more.length === 0) return some;
  return some.length === 0 ? more : [...some, ...more];
}

/** What a list's query asks for. */
interface ListQuery {
  readonly where: readonly Condition[];
  readonly order: readonly { readonly pointer: string; readonly descending: boolean }[];
  readonly search: Json | undefined;
  /** Names of the properties that the search looks at; absent: all. */
  readonly searched: readonly string[] | undefined;
  /** Pointer of the time by which the newest come first, if no order is requested. */
  readonly newest: string | undefined;
  /** Whether the list is requested in the other direction than the usual one. */
  readonly isTurnedRound: boolean;
  readonly page: Page;
  /** Deleted entities that the query asks for. */
  readonly gone: readonly Pick<Entity, 'key' | 'value'>[];
  /** Whether the requested path shows an entity; absent if it shows all of its place. */
  readonly shows: ((entity: Entity) => boolean) | undefined;
}

/** What the path and the query of a request ask for. */
function listQuery({ mock, context, place, tx }: RoleCall, details: ListDetails): ListQuery {
  const requested = requestedOrder(mock, context, place, details);
  const order = requested.length === 0 && details.ordered !== undefined ? [details.ordered] : requested;
  const conditions = writtenConditions(mock, context, place.resource.schema, details);
  const isText = details.search !== undefined && conditions?.parameters.includes(details.search) !== true;
  const searched = isText ? context.parameters.query[details.search] : undefined;
  const text = searched === undefined ? undefined : String(searched).toLowerCase();
  return {
    where: both(both(place.where, listedConditions(mock, context)), filters(mock, context, place.resource, details)),
    order,
    newest: order.length === 0 ? details.newest : undefined,
    isTurnedRound: order.length === 0 && runsBackwards(details, context.parameters.query),
    search: details.idsAlone === true ? undefined : searched,
    searched: details.searched,
    page: pageOf(details, queryOf(context, details)),
    gone: deletedToo(details, context.parameters.query, place, tx),
    shows: allOf([
      place.isKeptByKey === true || place.within !== undefined ? ({ key }) => isKeyOf(place, key) : undefined,
      shownBelow(context, place, tx, isBelowMade(mock, context)),
      listedByParent(mock, context, tx),
      listedByLinks(mock, context, tx),
      filteredByName(mock, context, tx),
      filteredBySent(context, place, tx),
      details.idsAlone === true && text !== undefined
        ? ({ key }) => idText(place, key).toLowerCase().includes(text)
        : undefined,
      selectedBy(context),
      notHidden(context, details),
      wantedBySearch(context),
      conditions?.shows,
    ]),
  };
}

/** The answer to how many entities of a collection the filters let through (`/orders/count?status=open`). */
export function countAnswer(call: RoleCall, { at, list }: NonNullable<Role['counts']>): RoleOutcome {
  const { mock, context, place } = call;
  const { success } = context.plan;
  const chosen = chooseMedia(success.spec, context.accept);
  const schema = chosen.kind === 'media' ? chosen.media.schema : undefined;
  const { total } = select(call, { ...listQuery(call, list), page: EVERYTHING }) ?? NOTHING_FOUND;
  const known = withValueAt({}, at, total);
  const value =
    at === '' || schema === undefined
      ? known
      : drawnAround(mock, schema, `${place.collection}/${context.plan.drawnAs}`, { known: asObject(known) });
  return value === undefined ? undefined : { response: documentedAnswer(mock, context, success, { value }) };
}

/** The answer with numbers of the entities that the filters let through (`/orders/stats?customer=7`). */
export function statisticsAnswer(call: RoleCall, { numbers, list }: NonNullable<Role['statistics']>): RoleOutcome {
  const { mock, context, place } = call;
  const { success } = context.plan;
  const chosen = chooseMedia(success.spec, context.accept);
  const schema = chosen.kind === 'media' ? chosen.media.schema : undefined;
  const drawn =
    schema && drawnAround(mock, schema, `${place.collection}/${context.plan.drawnAs}`, { known: {}, optional: 'all' });
  if (drawn === undefined) return undefined;
  const { entities } = select(call, { ...listQuery(call, list), page: EVERYTHING }) ?? NOTHING_FOUND;
  const value = withStatistics(
    drawn,
    numbers,
    entities.map((entity) => entity.value),
  );
  return { response: documentedAnswer(mock, context, success, { value }) };
}

/** The answer of a read below an item, with the numbers that follow from the records of the item. */
export function withNumbersBelow(answer: RoleAnswer): RoleAnswer {
  return (call) => {
    const { mock, context, place } = call;
    const outcome = answer(call);
    if (context.plan.totalsBelow.length === 0 || (outcome !== undefined && !('response' in outcome))) return outcome;
    const { success } = context.plan;
    const chosen = chooseMedia(success.spec, context.accept);
    const schema = chosen.kind === 'media' ? chosen.media.schema : undefined;
    const body = outcome?.response.body;
    const shown = body?.kind === 'parsed' ? body.value : undefined;
    const at = `${place.collection}/${context.plan.drawnAs}`;
    const drawn = shown ?? (schema && drawnAround(mock, schema, at, { known: {}, optional: 'all' }));
    if (drawn === undefined) return outcome;
    return { response: documentedAnswer(mock, context, success, { value: withTotalsBelow(call, drawn) }) };
  };
}

const EVERYTHING: Page = { limit: Number.MAX_SAFE_INTEGER, offset: 0, number: 1 };

function listOutcome(call: RoleCall, details: ListDetails): RoleOutcome {
  const { mock, context } = call;
  const wanted = listQuery(call, details);
  const at = (page: Page): FoundEntities | undefined => select(call, { ...wanted, page });
  const found = at(wanted.page);
  const refusal = found === undefined ? lostCursor(context, details, wanted.page) : undefined;
  if (refusal !== undefined) return { refusal };
  const matching = found ?? unknownPage(context, details, wanted.page, at);
  const { entities, total, offset } = matching.total > 0 ? matching : (searchedFor(call, details, wanted) ?? matching);
  const page = offset === wanted.page.offset ? wanted.page : { ...wanted.page, offset };
  const isEmpty = entities.length === 0 && (total === 0 || wanted.page.limit === 0);
  const shown = { page, entities, total };
  const response = shownList(call, details, shown);
  const wrong = entities.length === 0 ? mock.validator.response(context.operation, response) : [];
  if (wrong.length === 0) return { response };
  // A list that must not be empty is left out, or comes from the document. So does one that would fit
  // several alternatives.
  const without = details.items === '' ? undefined : shownList(call, details, shown, true);
  if (without !== undefined && mock.validator.response(context.operation, without).length === 0)
    return { response: without };
  // Behind the last page there is nothing, whatever the document says: with other items, pages would never end.
  if (!isEmpty) return { response };
  const isAmbiguous = wrong.some(({ keyword }) => keyword === 'oneOf');
  return isAmbiguous || neverEmpty(mock, context, details) ? undefined : { response };
}

/** What a search that must name a value finds, whatever value it is. */
function searchedFor(call: RoleCall, details: ListDetails, wanted: ListQuery): FoundEntities | undefined {
  const { mock, context, place } = call;
  if (wanted.page.offset > 0) return undefined;
  const all = (): readonly Entity[] =>
    select(call, { ...wanted, where: place.where, page: EVERYTHING })?.entities ?? [];
  const entities = lookedUp(mock, context, details, all)?.slice(0, wanted.page.limit);
  return entities && { entities, total: entities.length, offset: 0 };
}

type Shows = ListQuery['shows'];

/** Without what is only listed where the query asks for it, and what the query leaves out. */
function notHidden({ parameters: { query } }: RequestContext, { hidden = [], excluded = [] }: ListDetails): Shows {
  const isGiven = (parameter: string): boolean => query[parameter] !== undefined && query[parameter] !== false;
  const left = [
    ...hidden.filter(({ parameter }) => !isGiven(parameter)),
    ...excluded.filter(({ parameter }) => isGiven(parameter)),
  ];
  const pointers = left.map(({ pointer }) => pointer);
  if (pointers.length === 0) return undefined;
  // A flag is set, or a time is there.
  const isSet = (found: Json | undefined): boolean => found !== undefined && found !== null && found !== false;
  return ({ value }) => pointers.every((pointer) => !isSet(valueAt(value, pointer)));
}

function allOf(tests: readonly Shows[]): Shows {
  const [first, ...others] = tests.filter((test) => test !== undefined);
  return others.length === 0 ? first : (entity) => first?.(entity) === true && others.every((test) => test(entity));
}

/** The page of an unknown cursor, if the document has no refusal for it. */
function unknownPage(
  context: RequestContext,
  details: ListDetails,
  wanted: Page,
  at: (page: Page) => FoundEntities | undefined,
): FoundEntities {
  const { after, before, ...rest } = wanted;
  const { total } = at({ ...rest, offset: 0 }) ?? NOTHING_FOUND;
  return at(pageOfUnknown(context, details, wanted, total)) ?? NOTHING_FOUND;
}

const NOTHING_FOUND: FoundEntities = { entities: [], total: 0, offset: 0 };

type FoundEntities = { readonly entities: readonly Entity[]; readonly total: number; readonly offset: number };

function select(
  { mock, place, tx }: RoleCall,
  { where, order: context, newest, isTurnedRound, search, searched, page, gone, shows }: ListQuery,
): FoundEntities | undefined {
  const collection = collectionAt(tx, place);
  const order = newest === undefined ? context : [{ pointer: newest, descending: true }];
  const query = { where, order };
  const isTurned =
    newest !== undefined ||
    isTurnedRound ||
    search !== undefined ||
    page.after !== undefined ||
    page.before !== undefined;
  if (!isTurned && place.prefix !== undefined && shows === undefined && gone.length === 0) {
    const { offset, limit } = page;
    const { entities, total } = collection.query({ where, order, offset, limit });
    return { entities, total, offset };
  }
  const there = collection.query(query).entities;
  const fits = testOf(where);
  const more = gone.filter(({ key, value }) => key.startsWith(place.prefix ?? '') && fits(value));
  const all = more.length === 0 ? there : [...there, ...more.map((each) => ({ ...each, version: 0 }))];
  const visible = (entities: readonly Entity[]): readonly Entity[] => {
    const sorted = newest === undefined ? entities : lastFirst(entities, newest);
    const own = shows === undefined ? sorted : sorted.filter(shows);
    const found = place.prefix === undefined ? acrossScopes(mock, place, own, order.length > 0) : own;
    return isTurnedRound ? found.toReversed() : found;
  };
  const seen = visible(all);
  const words = search === undefined ? undefined : String(search).toLowerCase();
  const matching = words === undefined ? seen : searchMatches(seen, words, searched);
  const isWhole = words === undefined && where.length === place.where.length;
  const others =
    isWhole || (page.after ?? page.before) === undefined
      ? matching
      : visible(collection.query({ ...query, where: place.where }).entities);
  const start = startOf(place, others, matching, page);
  if (start === undefined) return undefined;
  const end =
    page.after === undefined && page.before !== undefined ? placeOfCursor(place, others, matching, page) : undefined;
  const last = Math.min(start + page.limit, end ?? matching.length);
  return { entities: matching.slice(start, last), total: matching.length, offset: start };
}

/** The entities with the searched words in the named properties, else in any of their own texts, else anywhere inside. */
function searchMatches(
  entities: readonly Entity[],
  words: string,
  names: readonly string[] | undefined,
): readonly Entity[] {
  if (names !== undefined)
    return entities.filter(({ value }) => names.some((name) => mentions(asObject(value)[name] ?? null, words)));
  const own = entities.filter(({ value }) =>
    Object.values(asObject(value)).some((each) => !isObject(each) && mentions(each, words)),
  );
  return own.length > 0 ? own : entities.filter(({ value }) => mentions(value, words));
}

/** Whether the query asks for the other direction than the usual one. */
function runsBackwards({ direction }: ListDetails, query: Readonly<Record<string, Json | undefined>>): boolean {
  const [, word] = /^(asc|desc)/i.exec(String(direction === undefined ? '' : (query[direction.parameter] ?? ''))) ?? [];
  return word !== undefined && direction?.usual.startsWith(word.toLowerCase()) === false;
}

/** Of entities with the same time of creation, the last created comes first. */
function lastFirst(entities: readonly Entity[], pointer: string): readonly Entity[] {
  const runs: Entity[][] = [];
  let at: Json | undefined;
  for (const entity of entities) {
    const time = valueAt(entity.value, pointer);
    const run = runs.at(-1);
    if (run !== undefined && time === at) run.push(entity);
    else runs.push([entity]);
    at = time;
  }
  return runs.flatMap((run) => run.reverse());
}

function shownList(call: RoleCall, details: ListDetails, found: FoundPage, leavesOut = false): HttpResponse {
  const { mock, context, place } = call;
  const { page, entities, total } = found;
  const choice = context.plan.success;
  const chosen = chooseMedia(choice.spec, context.accept);
  const schema = chosen.kind === 'media' ? chosen.media.schema : undefined;
  const items = schema === undefined ? undefined : itemsOf(mock, schema, details.items);
  const shown = items === undefined ? undefined : projection(mock, place, items);
  const values = entities.map(({ key, value }) =>
    details.idsAlone === true
      ? idFromText(mock, place.resource, idText(place, key))
      : shown === undefined
        ? value
        : shown(key, asObject(value)),
  );
  const areStored = values[0] === entities[0]?.value;
  const turns = pageLinksOf(call, details, found);
  const at = `${place.collection}/${context.plan.drawnAs}`;
  const fields = context.plan.pageFields;
  const origin = hasLinks(details, fields) ? originOf(context) : '';
  const whole =
    schema === undefined
      ? values
      : envelopeOf(mock, {
          schema,
          details,
          values,
          page,
          total,
          links: turns,
          at,
          origin,
          path: context.parameters.path,
          beside: context.plan.wordsBeside,
        });
  const headers = fields.length === 0 ? [] : listHeaders(fields, countsOf(page, values.length, total), turns, origin);
  const value = leavesOut ? withoutValueAt(whole, details.items) : whole;
  return documentedAnswer(mock, context, choice, {
    value,
    headers,
    list: areStored && !leavesOut ? values : undefined,
  });
}

function neverEmpty(mock: MockContext, context: RequestContext, { items }: ListDetails): boolean {
  const schema = context.plan.success.spec.content[0]?.schema;
  const array = schema === undefined ? undefined : schemaAt(mock.fieldsOf, schema, items);
  return array !== undefined && !mock.validator.accepts(array, [], 'response');
}

function itemsOf(mock: MockContext, schema: Schema, pointer: string): Schema | undefined {
  const array = schemaAt(mock.fieldsOf, schema, pointer);
  return array === undefined ? undefined : mock.fieldsOf(array).items;
}
