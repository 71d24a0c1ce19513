import type { Operation, Schema } from '../../spec/index.ts';
import { type Evidence, type EvidenceOf, entityShownIn, hasSameShape } from '../evidence/evidence.ts';
import { isCompanion } from '../lists/envelope.ts';
import { isStatisticsWord, stateCalled, statisticsIn } from '../lists/statistics.ts';
import type { Statistic } from '../model/model.ts';
import { depthOf, type PathGroup, type PathMap, parametersOf, pathKey, segmentsOf } from '../model/paths.ts';
import { child } from '../model/pointers.ts';
import { clusterKey, plain, singular } from '../model/words.ts';
import { answerSchemas } from '../schema/bodies.ts';
import { isScalar, matchId, scalarTypesOf } from '../schema/identity.ts';
import { isClose, isSame, propertySchemaAt, type Shape, type Shapes } from '../schema/shape.ts';
import { type MadeView, madeBelow, madeBeside } from './made-views.ts';

/** Another path to the entities of a group. `at` is that group. */
export type View =
  /** `/pods/{name}/status`: a part of one entity that shows the whole of it. */
  | { readonly kind: 'facet'; readonly at: PathGroup; readonly why: string }
  /** `/pet/findByStatus`: a list of what the shorter path holds. */
  | { readonly kind: 'list'; readonly at: PathGroup; readonly why: string }
  /**
   * `/folders/{id}/children`: a list of items whose property `pointer` names their parent of the same
   * resource. A POST there creates such an item.
   */
  | { readonly kind: 'children'; readonly at: PathGroup; readonly pointer: string; readonly why: string }
  /** `/orders/latest`: the item of the shorter path that was made last, or first. */
  | { readonly kind: 'end'; readonly at: PathGroup; readonly end: 'newest' | 'oldest'; readonly why: string }
  /** `/orders/count`: how many items the shorter path lists. `pointer` is the place of the number in the answer. */
  | { readonly kind: 'count'; readonly at: PathGroup; readonly pointer: string; readonly why: string }
  /** `/orders/stats`, `/stats/orders`: numbers that follow from the items of a collection. */
  | {
      readonly kind: 'statistics';
      readonly at: PathGroup;
      readonly numbers: readonly Statistic[];
      readonly why: string;
    }
  /** `POST /pets/create`: creates an item of the collection on the shorter path. */
  | MadeView
  /** `/releases/tags/{tag}`: one entity by another property than its id. */
  | { readonly kind: 'lookup'; readonly at: PathGroup; readonly pointer: string; readonly why: string };

/**
 * How a path group shows the entities of another one. Only shorter paths are considered, so the search
 * ends.
 */
export function findView(shapes: Shapes, paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  return (
    facet(shapes, paths, group, evidenceOf) ??
    detail(shapes, paths, group, evidenceOf) ??
    shownAt(shapes, paths, group, evidenceOf) ??
    statisticsView(shapes, paths, group, evidenceOf) ??
    children(shapes, paths, group, evidenceOf) ??
    viewNamed(shapes, paths, group, evidenceOf) ??
    listingView(paths, group, evidenceOf) ??
    endView(shapes, paths, group, evidenceOf) ??
    countView(shapes, paths, group, evidenceOf) ??
    madeBelow(shapes, paths, group, evidenceOf) ??
    madeBeside(shapes, paths, group, evidenceOf) ??
    lookup(shapes, paths, group, evidenceOf) ??
    listedElsewhere(shapes, paths, group, evidenceOf)
  );
}

function facet(shapes: Shapes, paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  const item = group.base.slice(0, -1);
  const depth = depthOf(item);
  if (depth === undefined || depth === 0 || !group.collection.some((o) => o.method === 'PUT' || o.method === 'PATCH'))
    return undefined;
  const at = paths.ofItem(item);
  const single = at && evidenceOf(group).single;
  if (at === undefined || single === undefined) return undefined;
  const owner = evidenceOf(at);
  if (owner.read === undefined || owner.entity === undefined) return undefined;
  const { shape } = owner.entity;
  // `/functions/{name}/configuration` beside an item that is shown as `{ Configuration, Code }`.
  const isCalledSo = plain(owner.read.found.pointer.slice(1)) === plain(group.word);
  if (!isSame(shapes.of(single.found.schema), shape) || !(isCalledSo || hasPart(shapes, shape, group.word)))
    return undefined;
  return { kind: 'facet', at, why: `"${group.word}" is a part of the entity, and the path shows the whole entity` };
}

/** Enough properties to tell one kind of thing from another. */
const TELLING = 4;

/** `/messages/{id}/details`: the item itself with more of its properties. The answer shows the item's id under the same name. */
function detail(shapes: Shapes, paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  const item = group.base.slice(0, -1);
  const [get, ...others] = group.collection;
  const parameter = item.at(-1);
  if (get?.method !== 'GET' || others.length > 0 || group.items.length > 0 || parameter?.kind !== 'parameter')
    return undefined;
  const at = paths.ofItem(item) ?? paths.groups.get(pathKey(item.slice(0, -1)));
  const owner = at && evidenceOf(at).entity?.shape;
  if (at === undefined || owner === undefined || owner.properties.size < TELLING) return undefined;
  const id = matchId(shapes, owner, { parameter: parameter.name, type: undefined, word: at.word });
  const isWhole = answerSchemas(get).some((schema) => {
    const { kind, properties } = shapes.of(schema);
    const shared = [...owner.properties.keys()].filter((name) => properties.has(name));
    const namesItem = id !== undefined && properties.has(id.slice(1));
    return kind === 'object' && namesItem && shared.length >= 0.8 * owner.properties.size;
  });
  return isWhole
    ? { kind: 'facet', at, why: 'the answer shows the id of the item and most of what the item shows' }
    : undefined;
}

/**
 * `/c/{id}/show` with `{ category }` beside `/categories`: an item under the name of the only collection that shows such items and has no path
 * with which to read one.
 */
function shownAt(shapes: Shapes, paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  const [get, ...others] = group.collection;
  const [parameter, ...more] = group.base.filter(({ kind }) => kind === 'parameter');
  const isAlone = others.length === 0 && group.items.length === 0 && more.length === 0;
  if (get?.method !== 'GET' || !isAlone || parameter?.kind !== 'parameter') return undefined;
  const [name, schema, ...rest] = answerSchemas(get).flatMap((each) => [...shapes.of(each).properties].flat());
  if (typeof name !== 'string' || schema === undefined || typeof schema === 'string' || rest.length > 0)
    return undefined;
  const homes = paths.named(name).filter((each) => {
    const { entity, list, read, id } = evidenceOf(each);
    const isRead = each.items.some(({ method }) => method === 'GET');
    const isListed =
      list !== undefined && read === undefined && !isRead && each.base.every(({ kind }) => kind === 'literal');
    return (
      isListed && entity !== undefined && id?.parameter === parameter.name && isClose(shapes.of(schema), entity.shape)
    );
  });
  const [at] = homes;
  return at === undefined || at === group || homes.length > 1
    ? undefined
    : { kind: 'facet', at, why: `the answer shows an entity of ${at.key}, which no other path reads` };
}

// Whether the word is a property with such an entity, or no property: `/users/{id}/manager` shows
// another user.
function hasPart(shapes: Shapes, shape: Shape, word: string): boolean {
  const inside = (s: Shape): Schema | undefined => s.spelled(plain(word))[0]?.[1];
  const part = inside(shape);
  if (part !== undefined) return !isSame(shapes.of(part), shape);
  return [...shape.properties.values()].some((schema) => {
    const inner = shapes.of(schema);
    return inner.kind === 'object' && inside(inner) !== undefined;
  });
}

const CHILDREN = /^(children|childs|descendants|replies|sub.{3,})$/;

/** Properties of a reply that name what it answers. */
const ANSWERED = ['inreplyto', 'inreplytoid', 'replyto', 'replytoid', 'threadid', 'rootid'];

function children(shapes: Shapes, paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  const [above, parameter] = [group.base.at(-3), group.base.at(-2)];
  if (above?.kind !== 'literal' || parameter?.kind !== 'parameter') return undefined;
  if (group.items.length > 0 || group.collection.some((o) => o.method !== 'GET' && o.method !== 'POST'))
    return undefined;
  const isOwnWord = clusterKey(group.word) === clusterKey(above.text);
  const at =
    isOwnWord || CHILDREN.test(plain(group.word)) ? paths.groups.get(pathKey(group.base.slice(0, -2))) : undefined;
  if (at === undefined) return undefined;
  const here = evidenceOf(group);
  if (here.list === undefined) return undefined;
  const there = evidenceOf(at);
  if (there.entity === undefined || !hasSameShape(here, there)) return undefined;
  const own = clusterKey(above.text);
  const names = [
    ...['parentid', 'parent', `parent${own}id`, `parent${own}`, `parent${plain(parameter.name)}`],
    ...(plain(group.word) === 'replies' ? ANSWERED : []),
  ];
  const id = there.id?.pointer;
  const found = [...there.entity.shape.properties].flatMap(([name, schema]) => {
    if (!names.includes(plain(name))) return [];
    if (isScalar(shapes, schema)) return [{ name, pointer: child('', name) }];
    // The parent as an object with its id: `parent: { id }`.
    const isShown = id !== undefined && !id.slice(1).includes('/') && shapes.of(schema).properties.has(id.slice(1));
    return isShown ? [{ name, pointer: child('', name) + id }] : [];
  });
  const [only] = found;
  if (only === undefined || found.length > 1) return undefined;
  return { kind: 'children', at, pointer: only.pointer, why: `"${only.name}" names the entity that the path names` };
}

/** `/tasks/{id}/dependencies`: the tasks that a task names in its list `dependencies`. */
function viewNamed(shapes: Shapes, paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  if (group.base.at(-2)?.kind !== 'parameter' || group.items.length > 0) return undefined;
  if (group.collection.some((o) => o.method !== 'GET')) return undefined;
  const at = paths.groups.get(pathKey(group.base.slice(0, -2)));
  const here = at === undefined ? undefined : evidenceOf(group);
  if (at === undefined || here?.list === undefined) return undefined;
  const there = evidenceOf(at);
  const id = there.id?.pointer?.slice(1);
  if (there.entity === undefined || there.list === undefined || id === undefined) return undefined;
  const areListed = isSame(shapes.of(here.list.found.itemSchema), shapes.of(there.list.found.itemSchema));
  if (!areListed && !hasSameShape(here, there)) return undefined;
  const isNamed = there.entity.shape.spelled(plain(group.word)).some(([, schema]) => {
    const { kind, items } = shapes.of(schema);
    return kind === 'array' && items !== undefined && (isScalar(shapes, items) || shapes.of(items).properties.has(id));
  });
  return isNamed
    ? { kind: 'list', at, why: `"${group.word}" of the item above names entities of ${at.key}` }
    : undefined;
}

function listingView(paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  if (group.items.length > 0 || group.base.at(-2)?.kind === 'parameter') return undefined;
  const at = shorterGroup(paths, group);
  if (at === undefined) return listingBeside(paths, group, evidenceOf);
  const here = evidenceOf(group);
  // The other group is read only if this one has a list, because many paths end in the same word.
  if (here.list === undefined) return undefined;
  const there = evidenceOf(at);
  if (!hasSameShape(here, there) && !isSearchOf(group, here, there)) return undefined;
  return there.list !== undefined || there.read !== undefined
    ? { kind: 'list', at, why: `the answer lists entities of ${at.key}` }
    : undefined;
}

/**
 * The group on the path without its last word, which may have a value behind it: `/posts` of `/posts/author/{authorId}`. A word for a search in
 * between, which has no operation of its own, is left out: `/posts` of `/posts/search/findByTitle`.
 */
function shorterGroup(paths: PathMap, { base }: PathGroup): PathGroup | undefined {
  const before = base.at(-2);
  const isBySearch = base.length > 2 && before?.kind === 'literal' && SEARCHES.has(plain(before.text));
  const above = base.length === 1 ? undefined : paths.groups.get(pathKey(base.slice(0, -1)));
  const shorter = above === undefined && isBySearch ? paths.groups.get(pathKey(base.slice(0, -2))) : above;
  const isByValue = base.length > 2 && base.at(-1)?.kind === 'parameter' && before?.kind === 'literal';
  const isEmpty = shorter === undefined || shorter.collection.length === 0;
  return isByValue && isEmpty ? paths.groups.get(pathKey(base.slice(0, -2))) : shorter;
}

/** `/catalog/list` and `/catalog/search` beside `/catalog/object/{id}`: the only collection there that shows such entities. */
function listingBeside(paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  if (!SEARCHES.has(plain(group.word)) || evidenceOf(group).list === undefined) return undefined;
  const above = pathKey(group.base.slice(0, -1));
  const beside = [...paths.groups.values()].filter(
    (each) => each !== group && each.items.length > 0 && pathKey(each.base.slice(0, -1)) === above,
  );
  const alike = beside.filter((each) => {
    const there = evidenceOf(each);
    return there.read !== undefined && there.list === undefined && hasSameShape(evidenceOf(group), there);
  });
  const [at] = alike;
  return at === undefined || alike.length > 1
    ? undefined
    : { kind: 'list', at, why: `the answer lists entities of ${at.key}` };
}

/**
 * `/users/self/feed` beside `/media/{id}`: a list of what has the schema `Media`, which is the name of the only collection
 * with an item path that shows the whole of it.
 */
function listedElsewhere(shapes: Shapes, paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  const [get, ...others] = group.collection;
  if (get?.method !== 'GET' || others.length + group.items.length + group.beyond.length > 0) return undefined;
  const found = evidenceOf(group).list?.found;
  const items = found?.itemSchema;
  if (found === undefined || typeof items !== 'object' || items.$ref === undefined) return undefined;
  // `/authors/{name}` shows an author with the books.
  const [, list = ''] = found.items.split('/');
  const beside = answerSchemas(get).flatMap((schema) => [...shapes.of(schema).properties.keys()]);
  if (beside.some((name) => name !== list && !isCompanion(shapes, name))) return undefined;
  const { root } = shapes.of(items);
  const name = items.$ref.split('/').at(-1) ?? '';
  if (clusterKey(name) === clusterKey(group.word)) return undefined;
  const homes = paths.named(name).filter((each) => {
    if (each === group || each.items.length === 0) return false;
    const { read, entity, id } = evidenceOf(each);
    return read !== undefined && id?.pointer !== undefined && entity !== undefined && entity.shape.root === root;
  });
  const [at] = homes;
  return at === undefined || homes.length > 1
    ? undefined
    : { kind: 'list', at, why: `the answer lists entities of ${at.key}` };
}

const ENDS: ReadonlyMap<string, 'newest' | 'oldest'> = new Map([
  ...['last', 'latest', 'newest', 'mostrecent'].map((word) => [word, 'newest'] as const),
  ...['first', 'oldest', 'earliest'].map((word) => [word, 'oldest'] as const),
]);

/** Words for one of the items, which of them only the service knows. */
const SOME = new Set(['random', 'closest', 'nearest', 'featured', 'any']);

function endView(shapes: Shapes, paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  const isAny = SOME.has(plain(group.word));
  const end = ENDS.get(plain(group.word)) ?? (isAny ? 'newest' : undefined);
  const [get, ...others] = group.collection;
  if (end === undefined || get?.method !== 'GET' || others.length > 0 || group.items.length > 0) return undefined;
  const at = paths.groups.get(pathKey(group.base.slice(0, -1)));
  const there = at && evidenceOf(at);
  const shown = evidenceOf(group).single;
  if (at === undefined || there?.list === undefined || there.entity === undefined || shown === undefined)
    return undefined;
  return isClose(shapes.of(shown.found.schema), there.entity.shape)
    ? { kind: 'end', at, end, why: `"${group.word}" is ${isAny ? 'one' : `the ${end}`} entity of ${at.key}` }
    : undefined;
}

function countView(shapes: Shapes, paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  const [get, ...others] = group.collection;
  if (plain(group.word) !== 'count' || get?.method !== 'GET' || others.length > 0 || group.items.length > 0)
    return undefined;
  const at = paths.groups.get(pathKey(group.base.slice(0, -1)));
  const pointer = at && answerSchemas(get).flatMap((schema) => numberIn(shapes, schema, at.word) ?? [])[0];
  if (at === undefined || pointer === undefined || evidenceOf(at).list === undefined) return undefined;
  return { kind: 'count', at, pointer, why: `the answer is the number of entities of ${at.key}` };
}

/**
 * The place of the only number in an answer, or of the one that is called the count: `''` for a number alone, `/count` for `{ count }`,
 * `/contact_count` for `{ contact_count, billable_count }` of contacts.
 */
function numberIn(shapes: Shapes, answer: Schema, word: string): string | undefined {
  const isNumber = (schema: Schema): boolean =>
    scalarTypesOf(shapes, schema).some((type) => type === 'integer' || type === 'number');
  if (isNumber(answer)) return '';
  const numbers = [...shapes.of(answer).properties].filter(([, schema]) => isNumber(schema)).map(([name]) => name);
  const names = ['count', 'total', 'totalcount', `${clusterKey(word)}count`, `${plain(word)}count`];
  const meant = numbers.length > 1 ? numbers.filter((name) => names.includes(plain(name))) : numbers;
  const [only, ...others] = meant;
  return only === undefined || others.length > 0 ? undefined : child('', only);
}

function statisticsView(shapes: Shapes, paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  const [get, ...others] = group.collection;
  if (get?.method !== 'GET' || others.length > 0 || group.items.length > 0) return undefined;
  const before = group.base.at(-2);
  const isLast = isStatisticsWord(group.word);
  const isBefore = before?.kind === 'literal' && isStatisticsWord(before.text);
  const counted = /^(.{2,}?)[_-]?counts?$/i.exec(group.word)?.[1];
  if (!isLast && !isBefore)
    return counted === undefined ? undefined : stateCount(shapes, paths, group, { evidenceOf, counted });
  const base = group.base.filter((_, at) => at !== group.base.length - (isLast ? 1 : 2));
  const at = paths.groups.get(pathKey(base));
  const there = at === undefined ? undefined : evidenceOf(at);
  if (at === undefined || there?.list === undefined || there.entity === undefined) return undefined;
  const numbers = statisticsIn({ shapes, word: singular(at.word), item: there.entity.shape }, get);
  if (numbers.length === 0) return undefined;
  return { kind: 'statistics', at, numbers, why: `the answer has numbers of the entities of ${at.key}` };
}

/** How many items are in the state that a path names: `/notifications/unread-count` with `{ count }`. */
function stateCount(
  shapes: Shapes,
  paths: PathMap,
  group: PathGroup,
  { evidenceOf, counted }: { readonly evidenceOf: EvidenceOf; readonly counted: string },
): View | undefined {
  const [get] = group.collection;
  const at = paths.groups.get(pathKey(group.base.slice(0, -1)));
  const there = at === undefined ? undefined : evidenceOf(at);
  const [answer] = get === undefined ? [] : answerSchemas(get);
  if (at === undefined || answer === undefined || there?.list === undefined || there.entity === undefined)
    return undefined;
  const number = numberIn(shapes, answer, group.word);
  const where = stateCalled({ shapes, word: singular(at.word), item: there.entity.shape }, plain(counted));
  if (number === undefined || where === undefined) return undefined;
  const numbers = [{ at: number, of: 'count', where } as const];
  return { kind: 'statistics', at, numbers, why: `the answer counts entities of ${at.key} in a state` };
}

const SEARCHES = new Set(['search', 'find', 'query', 'list', 'all', 'lookup']);

/**
 * Whether `/filters/search` shows filters, perhaps with more or less of each: both show the id by which the item path calls
 * them.
 */
function isSearchOf({ word }: PathGroup, here: Evidence, { entity, id }: Evidence): boolean {
  const name = id?.pointer?.slice(1);
  if (!SEARCHES.has(plain(word)) || name === undefined || here.entity === undefined || entity === undefined)
    return false;
  return here.entity.shape.properties.has(name) && isClose(here.entity.shape, entity.shape);
}

function lookup(shapes: Shapes, paths: PathMap, group: PathGroup, evidenceOf: EvidenceOf): View | undefined {
  if (group.collection.length > 0) return undefined;
  const here = evidenceOf(group);
  const writes = group.items.some((o) => o.method !== 'GET');
  if ((here.read === undefined && !writes) || here.id === undefined) return undefined;
  if (writes && !saysWhich(group.word, here.id.parameter)) return undefined;
  for (const shorter of [1, 2]) {
    if (group.base.at(-1 - shorter)?.kind !== 'literal') return undefined;
    const at = paths.groups.get(pathKey(group.base.slice(0, -shorter)));
    const there = at && evidenceOf(at);
    if (at === undefined || there?.entity === undefined) continue;
    if (
      !hasSameShape(here, there) &&
      !(here.entity === undefined && isAnswered(shapes, group, at.word, there.entity.shape))
    )
      continue;
    const { shape } = there.entity;
    const inner = there.envelope === undefined ? undefined : propertySchemaAt(shapes, shape, there.envelope);
    const inside = inner === undefined ? undefined : byName(shapes, shapes.of(inner), here.id.parameter);
    const pointer =
      byName(shapes, shape, here.id.parameter) ?? (inside === undefined ? undefined : `${there.envelope}${inside}`);
    if (pointer !== undefined)
      return {
        kind: 'lookup',
        at,
        pointer,
        why: `"${here.id.parameter}" is the property ${pointer} of entities of ${at.key}`,
      };
  }
  return undefined;
}

/** Whether a write answers with the entity, if no operation shows it. */
function isAnswered(shapes: Shapes, group: PathGroup, word: string, entity: Shape): boolean {
  return group.items.some((operation) => {
    const answer = entityShownIn(shapes, operation, word, entity)?.found;
    return answer !== undefined && isSame(shapes.of(answer.schema), entity);
  });
}

/**
 * Whether the word only names the property: `/items/by-sku/{sku}`, `/items/sku/{sku}`, `/releases/tags/{tag}`. Any other word may
 * change the meaning of a write.
 */
function saysWhich(word: string, parameter: string): boolean {
  return (
    clusterKey(word) === plain(parameter) || plain(word) === plain(parameter) || plain(word) === `by${plain(parameter)}`
  );
}

function byName(shapes: Shapes, shape: Shape, parameter: string): string | undefined {
  for (const name of [plain(parameter), `${plain(parameter)}name`, `${plain(parameter)}id`])
    for (const [property, schema] of shape.spelled(name)) if (isScalar(shapes, schema)) return child('', property);
  return undefined;
}

/** The nearest item above an operation's path: `/deploys/{id}/cancel` is about a deploy. */
export interface Front {
  readonly group: PathGroup;
  /** An operation on exactly that item, if there is one. */
  readonly item?: Operation;
  /** The operation's names for the item's path parameters. */
  readonly names: ReadonlyMap<string, string>;
}

export function itemInFront(paths: PathMap, operation: Operation): Front | undefined {
  const segments = segmentsOf(operation.path);
  for (let end = segments.length - 1; end > 0; end--) {
    if (segments[end - 1]?.kind !== 'parameter') continue;
    const here = segments.slice(0, end);
    const group = paths.ofItem(here);
    if (group === undefined) continue;
    const item = group.items.find((each) => pathKey(segmentsOf(each.path)) === pathKey(here));
    const theirs = item === undefined ? [] : parametersOf(segmentsOf(item.path));
    const ours = parametersOf(here);
    return {
      group,
      ...(item === undefined ? {} : { item }),
      names: new Map(theirs.map((name, at) => [name, ours[at] ?? name])),
    };
  }
  return undefined;
}

export function lastParameter(operation: Operation): string | undefined {
  return parametersOf(segmentsOf(operation.path)).at(-1);
}
