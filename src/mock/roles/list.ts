import type { HeaderFields, HttpResponse, Json, JsonObject } from '../../core/index.ts';
import type { ListDetails } from '../../resources/index.ts';
import type { Schema } from '../../spec/index.ts';
import type { Condition, Entity, Transaction, World } from '../../state/index.ts';
import { formatPointer, withValueAt } from '../../wire/index.ts';
import { documentedAnswer } from '../answer.ts';
import { enveloped, projected, schemaAt } from '../entity.ts';
import { type Choice, chooseMedia } from '../negotiate.ts';
import type { Asked, Parts } from '../parts.ts';
import { asObject, type Place } from '../place.ts';
import { type Steps, wait } from '../steps.ts';
import { type Page, pageOf } from './page.ts';
import { collectionAt, type Outcome, type RoleAnswer, success } from './role.ts';

/** Pages as answered, by world, operation and query; each holds as long as its collection's version. */
export type PageCache = WeakMap<
  World,
  Map<string, { readonly version: number; readonly epoch: number; readonly response: HttpResponse }>
>;

const MOST_PAGES = 500;

/** The entities of a collection: filtered, sorted and paged by the document's own query parameters, in the document's own envelope. */
export function createList(cache: PageCache): RoleAnswer {
  return function* list(parts, asked, place, tx) {
    const details = asked.role.list;
    if (details === undefined) return undefined;
    const collection = collectionAt(tx, place);
    const version = yield* wait(collection.version);
    const plain = asked.accept === undefined || asked.accept === '*/*';
    const id = `${asked.operation.id} ${place.collection} ${asked.request.path}?${asked.request.query}`;
    const pages = cache.get(asked.world) ?? new Map();
    const ready = plain ? pages.get(id) : undefined;
    if (ready !== undefined && ready.version === version && ready.epoch === asked.world.epoch)
      return { response: ready.response };
    const outcome = yield* listed(parts, asked, place, tx, details);
    if (plain && outcome !== undefined && 'response' in outcome) {
      if (pages.size >= MOST_PAGES) pages.clear();
      pages.set(id, { version, epoch: asked.world.epoch, response: outcome.response });
      cache.set(asked.world, pages);
    }
    return outcome;
  };
}

function* listed(parts: Parts, asked: Asked, place: Place, tx: Transaction, details: ListDetails): Steps<Outcome> {
  const collection = collectionAt(tx, place);
  const where = [...place.where, ...filters(parts, asked, place, details)];
  const order = ordering(parts, asked, place, details);
  const search = details.search === undefined ? undefined : asked.parameters.query[details.search];
  const page = pageOf(details, asked.parameters.query);
  const chosen: { entities: readonly Entity[]; total: number; offset: number } = yield* select(
    collection,
    where,
    order,
    search,
    page,
  );
  return {
    response: present(parts, asked, place, details, { ...page, offset: chosen.offset }, chosen.entities, chosen.total),
  };
}

type Found = { readonly entities: readonly Entity[]; readonly total: number; readonly offset: number };

function* select(
  collection: ReturnType<typeof collectionAt>,
  where: readonly Condition[],
  order: readonly { pointer: string; descending: boolean }[],
  search: Json | undefined,
  page: Page,
): Steps<Found> {
  const ordered = order.length === 0 ? {} : { order };
  if (search === undefined && page.after === undefined && page.before === undefined) {
    const result = yield* wait(collection.query({ where, ...ordered, offset: page.offset, limit: page.limit }));
    return { ...result, offset: page.offset };
  }
  const all = (yield* wait(collection.query({ where, ...ordered }))).entities;
  const matching =
    search === undefined ? all : all.filter((entity) => mentions(entity.value, String(search).toLowerCase()));
  const start = startOf(matching, page);
  return { entities: matching.slice(start, start + page.limit), total: matching.length, offset: start };
}

function startOf(entities: readonly Entity[], page: Page): number {
  if (page.after !== undefined) return entities.findIndex((entity) => entity.key === page.after) + 1 || entities.length;
  if (page.before === undefined) return page.offset;
  const end = entities.findIndex((entity) => entity.key === page.before);
  return Math.max(0, (end < 0 ? entities.length : end) - page.limit);
}

function mentions(value: Json, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text);
  return typeof value === 'object' && value !== null && Object.values(value).some((each: Json) => mentions(each, text));
}

function filters(parts: Parts, asked: Asked, place: Place, details: ListDetails): readonly Condition[] {
  const conditions: Condition[] = [];
  for (const { parameter, pointer, op, off } of details.filters) {
    const value = asked.parameters.query[parameter];
    if (value === undefined || off?.includes(String(value)) === true) continue;
    const property = schemaAt(parts, place.resource.schema, pointer);
    const typed = Array.isArray(value)
      ? (value as readonly Json[]).map((each) => typedAs(parts, property, each))
      : typedAs(parts, property, value);
    conditions.push(
      Array.isArray(typed)
        ? { pointer, op: 'in', value: typed }
        : { pointer, op: op === 'in' ? 'equals' : op, value: typed },
    );
  }
  return conditions;
}

/** A filter's text in the type of the property that it is compared with. */
function typedAs(parts: Parts, property: Schema | undefined, value: Json): Json {
  if (property === undefined || parts.validator.value(property, value, 'response').length === 0) return value;
  const other =
    typeof value === 'string'
      ? value === 'true' || value === 'false'
        ? value === 'true'
        : /^-?\d{1,15}(\.\d+)?$/.test(value)
          ? Number(value)
          : value
      : String(value);
  return parts.validator.value(property, other, 'response').length === 0 ? other : value;
}

function ordering(
  parts: Parts,
  asked: Asked,
  place: Place,
  details: ListDetails,
): readonly { pointer: string; descending: boolean }[] {
  const { sort } = details;
  const value = sort === undefined ? undefined : asked.parameters.query[sort.parameter];
  if (sort === undefined || value === undefined) return [];
  const direction = sort.order === undefined ? undefined : asked.parameters.query[sort.order];
  const reversed = direction === true || (direction !== undefined && String(direction) === (sort.descending ?? 'desc'));
  const { properties } = parts.fieldsOf(place.resource.schema);
  return (Array.isArray(value) ? (value as readonly Json[]).map(String) : String(value).split(',')).flatMap((text) => {
    const [, sign, name = '', suffix] = /^([+-]?)([^:]+?)(?::(asc|desc))?$/i.exec(text.trim()) ?? [];
    const property =
      [...properties.keys()].find((each) => each === name) ??
      [...properties.keys()].find(
        (each) => squeezed(each) === squeezed(name) || squeezed(each) === `${squeezed(name)}at`,
      );
    return property === undefined
      ? []
      : [
          {
            pointer: formatPointer([property]),
            descending: sign === '-' || suffix?.toLowerCase() === 'desc' || reversed,
          },
        ];
  });
}

function squeezed(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

function present(
  parts: Parts,
  asked: Asked,
  place: Place,
  details: ListDetails,
  page: Page,
  entities: readonly Entity[],
  total: number,
): HttpResponse {
  const choice = success(asked);
  const chosen = chooseMedia(choice.spec, asked.accept);
  const schema = chosen.kind === 'media' ? chosen.media.schema : choice.spec.content[0]?.schema;
  const items = schema === undefined ? undefined : itemsOf(parts, schema, details.items);
  const values = entities.map((entity) =>
    items === undefined ? entity.value : projected(parts, place, entity.key, asObject(entity.value), items),
  );
  const turns = turnsOf(asked, details, page, total, entities);
  const at = `${place.collection}/${asked.operation.id}`;
  const whole = schema === undefined ? values : envelopeOf(parts, schema, details, values, page, total, turns, at);
  return documentedAnswer(parts, asked, choice, whole, listHeaders(choice, page, total, turns));
}

function itemsOf(parts: Parts, schema: Schema, pointer: string): Schema | undefined {
  const array = schemaAt(parts, schema, pointer);
  const target = array === undefined ? undefined : parts.api.deref(array);
  return typeof target === 'object' ? target.items : undefined;
}

/** Where the neighbours of a page are, as path-absolute references; and as the cursor that leads on. */
interface Turns {
  readonly first?: string;
  readonly previous?: string;
  readonly next?: string;
  readonly last?: string;
  readonly nextCursor?: string;
}

function turnsOf(asked: Asked, details: ListDetails, page: Page, total: number, entities: readonly Entity[]): Turns {
  const end = page.offset + entities.length;
  const to = (offset: number): string | undefined => {
    const changed = turnTo(details, page, offset);
    return changed === undefined
      ? undefined
      : `${asked.request.path}?${withParameter(asked.request.query, changed.parameter, changed.value)}`;
  };
  const lastStart = Math.max(0, Math.ceil(total / page.limit) - 1) * page.limit;
  const lastKey = entities.at(-1)?.key;
  const nextCursor = details.page.cursor === undefined || end >= total || lastKey === undefined ? undefined : lastKey;
  const nextPlain = end < total ? to(end) : undefined;
  const next =
    nextPlain ??
    (nextCursor === undefined || details.page.cursor === undefined
      ? undefined
      : `${asked.request.path}?${withParameter(asked.request.query, details.page.cursor, nextCursor)}`);
  const first = total > 0 ? to(0) : undefined;
  const previous = page.offset > 0 ? to(Math.max(0, page.offset - page.limit)) : undefined;
  const last = total > 0 ? to(lastStart) : undefined;
  return {
    ...(first === undefined ? {} : { first }),
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
    ...(last === undefined ? {} : { last }),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}

function turnTo(
  details: ListDetails,
  page: { readonly limit: number },
  offset: number,
): { parameter: string; value: string } | undefined {
  if (details.page.offset !== undefined) return { parameter: details.page.offset, value: String(offset) };
  if (details.page.page !== undefined)
    return {
      parameter: details.page.page,
      value: String(Math.floor(offset / page.limit) + (details.page.firstPage ?? 1)),
    };
  return undefined;
}

function withParameter(query: string, name: string, value: string): string {
  const parts = query.split('&').filter((part) => part !== '' && decodeName(part.split('=', 1)[0] ?? '') !== name);
  return [...parts, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&');
}

function decodeName(name: string): string {
  // Only names that were decoded before can be equal to one of ours; anything else is kept as it stands.
  return name.replace(/%[0-9a-f]{2}/gi, (hex) => String.fromCharCode(Number.parseInt(hex.slice(1), 16)));
}

function envelopeOf(
  parts: Parts,
  schema: Schema,
  details: ListDetails,
  values: readonly Json[],
  page: Page,
  total: number,
  turns: Turns,
  at: string,
): Json {
  if (details.items === '') return values;
  const { envelope } = details;
  let whole = enveloped(parts, schema, details.items, values, at, 'all');
  const facts: readonly (readonly [string | undefined, readonly Json[]])[] = [
    [envelope.total, [total]],
    [envelope.limit, [page.limit, String(page.limit)]],
    [envelope.offset, [page.offset, String(page.offset)]],
    [envelope.page, [page.number]],
    [envelope.pages, [Math.ceil(total / page.limit)]],
    [envelope.hasMore, [page.offset + values.length < total]],
    [envelope.next, [turns.next ?? null, turns.nextCursor ?? null, page.number + 1, '']],
    [envelope.previous, [turns.previous ?? null, page.number - 1, '']],
    [envelope.nextCursor, [turns.nextCursor ?? null, '']],
  ];
  for (const [pointer, candidates] of facts) {
    if (pointer === undefined) continue;
    const property = schemaAt(parts, schema, pointer);
    const fitting = candidates.find(
      (value) => property === undefined || parts.validator.value(property, value, 'response').length === 0,
    );
    if (fitting !== undefined) whole = withValueAt(whole, pointer, fitting);
    else if (pointer.lastIndexOf('/') === 0)
      whole = without(asObject(whole), pointer.slice(1), parts.validator, schema) ?? whole;
  }
  return whole;
}

/** A link to a page that does not exist is better left out, where the schema lets it. */
function without(whole: JsonObject, name: string, validator: Parts['validator'], schema: Schema): Json | undefined {
  const rest = Object.fromEntries(Object.entries(whole).filter(([each]) => each !== name));
  return validator.value(schema, rest, 'response').length === 0 ? rest : undefined;
}

/** `Link` (RFC 8288) and counts, each only where it is documented. */
function listHeaders(choice: Choice, page: Page, total: number, turns: Turns): HeaderFields {
  const headers: (readonly [string, string])[] = [];
  for (const { name } of choice.spec.headers) {
    const value = listHeader(squeezed(name), page, total, turns);
    if (value !== undefined) headers.push([name, value]);
  }
  return headers;
}

function listHeader(name: string, page: Page, total: number, turns: Turns): string | undefined {
  switch (name) {
    case 'xtotalcount':
    case 'xtotal':
    case 'totalcount':
    case 'xcount':
      return String(total);
    case 'xtotalpages':
    case 'xpagecount':
      return String(Math.ceil(total / page.limit));
    case 'xpage':
      return String(page.number);
    case 'xperpage':
    case 'xlimit':
      return String(page.limit);
    case 'link': {
      const links = [
        ['first', turns.first],
        ['prev', turns.previous],
        ['next', turns.next],
        ['last', turns.last],
      ].flatMap(([rel, target]) => (target === undefined ? [] : [`<${target}>; rel="${rel}"`]));
      return links.length === 0 ? undefined : links.join(', ');
    }
    default:
      return undefined;
  }
}
