import type { Operation, Schema } from '../../spec/index.ts';
import { type PathGroup, pathKey, type Segment } from '../model/paths.ts';
import { clusterKey, plain } from '../model/words.ts';
import { requestSchema } from '../schema/bodies.ts';
import { matchOwner } from '../schema/identity.ts';
import { isClose, isSame, type Shape, type Shapes, share } from '../schema/shape.ts';
import { type Evidence, gatherEvidence, hasSameShape, sentAsShown } from './evidence.ts';

/**
 * Path groups that show the same entities: `/sites/{id}/deploys`, `/deploys/{id}`. `home` is the main one.
 */
export interface Family {
  readonly home: Evidence;
  readonly members: readonly Evidence[];
  readonly why: readonly string[];
}

/**
 * Joins groups of one word that show the same entities. The same word and schema are not enough for a write
 * under one path to affect entities of another (`DELETE /groups/{id}/users/{id}` ends a membership, and
 * does not delete a user).
 */
export function findFamilies(
  shapes: Shapes,
  groups: readonly PathGroup[],
  evidenceOf: (group: PathGroup) => Evidence,
  holds: (e: Evidence) => boolean,
): readonly Family[] {
  const all = inherit(shapes, groups.map(evidenceOf));
  const candidates = all.filter(holds);
  const families = candidates.map((evidence) => ({ members: [evidence], why: new Set<string>() }));
  const familyOf = (e: Evidence) => families.find((family) => family.members.includes(e));
  const join = (a: Evidence, b: Evidence, why: string): void => {
    const [left, right] = [familyOf(a), familyOf(b)];
    if (left === undefined || right === undefined || left === right) return;
    left.members.push(...right.members);
    left.why.add(why);
    for (const reason of right.why) left.why.add(reason);
    families.splice(families.indexOf(right), 1);
  };
  candidates.forEach((a, i) => {
    for (const b of candidates.slice(i + 1)) {
      const why = isSibling(a, b) ?? isView(shapes, a, b);
      if (why !== undefined && !(why === MADE_THERE && isOfSeveral(shapes, candidates, a, b))) join(a, b, why);
    }
  });
  for (const a of candidates.filter((e) => e.group.items.length === 0 && familyOf(e)?.members.length === 1)) {
    const found = candidates.filter(
      (b) =>
        b !== a &&
        b.read !== undefined &&
        (isSecondPath(shapes, a, b) || (!writes(a) && (hasSameShape(a, b) || isSummary(a, b)))),
    );
    const targets = new Set(found.map(familyOf));
    const [home] = found;
    if (home !== undefined && targets.size === 1)
      join(home, a, 'the same entities have an item path of the same name elsewhere');
  }
  for (const a of candidates.filter((e) => isSearch(e) && familyOf(e)?.members.length === 1)) {
    const found = candidates.filter((b) => b !== a && b.list !== undefined && (hasSameShape(a, b) || isAlike(a, b)));
    const [home, ...others] = new Set(found.map(familyOf));
    const [first] = home?.members ?? [];
    if (first !== undefined && others.length === 0) join(first, a, 'a search of the same entities');
  }
  for (const maker of all.filter((e) => !holds(e) && isMaker(shapes, e))) {
    const found = families.filter(({ members }) => members.some((b) => isView(shapes, maker, b) !== undefined));
    const [home] = found;
    if (home === undefined || found.length > 1) continue;
    home.members.push(maker);
    home.why.add('some are made under another path');
  }
  return families.map(({ members, why }) => ({ home: best(members), members, why: [...why] }));
}

/** Whether a group only lists, on a path that searches: `/search/messages`. */
function isSearch({ group: { base, collection, items }, list }: Evidence): boolean {
  const before = base.at(-2);
  const isCalled = before?.kind === 'literal' && /^(?:search|find)$/i.test(before.text);
  return isCalled && list !== undefined && items.length === 0 && collection.every(({ method }) => method === 'GET');
}

/** Whether the items of two lists show the same properties under schemas of their own. */
function isAlike(a: Evidence, b: Evidence): boolean {
  return a.entity !== undefined && b.entity !== undefined && isClose(a.entity.shape, b.entity.shape);
}

/**
 * Whether a group only creates items that are read elsewhere: `POST /organizations/{id}/products` beside
 * `/products/{id}`. The body must be an entity without its id: a body with an id (`POST
 * /carts/{id}/products`) links an existing record.
 */
function isMaker(shapes: Shapes, { group, created, entity, id }: Evidence): boolean {
  if (created === undefined || entity === undefined || group.items.length > 0 || id !== undefined) return false;
  if (group.collection.length > 1 || group.base.every(({ kind }) => kind === 'literal')) return false;
  const request = requestSchema(created.operation);
  const wrapped = sentAsShown(shapes, request, created.found.pointer);
  const sent = shapes.maybe(wrapped?.schema ?? request);
  if (sent?.kind !== 'object' || share(sent, entity.shape) < 0.6) return false;
  return wrapped !== undefined || !names(sent, group.word);
}

/** Whether a POST only names an existing record to link. */
function isLinker(shapes: Shapes, { created, group }: Evidence): boolean {
  const sent = created && shapes.maybe(requestSchema(created.operation));
  return sent !== undefined && sent.properties.size <= 2 && names(sent, group.word);
}

/** Whether a body has an id for a record of that word. */
function names(sent: Shape, word: string): boolean {
  const own = ['id', 'uuid', `${clusterKey(word)}id`, `${clusterKey(word)}uuid`];
  return [...sent.properties.keys()].some((name) => own.includes(plain(name)));
}

// An item path that shows nothing (`DELETE /submissions/{id}`) takes its entity from lists of the
// same word, if all agree.
function inherit(shapes: Shapes, all: readonly Evidence[]): readonly Evidence[] {
  return all.map((evidence) => {
    if (evidence.entity !== undefined || evidence.group.items.length === 0) return evidence;
    const lists = all.filter(
      (e) => e.list !== undefined && e.entity !== undefined && e.group.items.length === 0 && inFront(evidence, e),
    );
    const entity = lists[0]?.entity;
    if (entity === undefined || !lists.every((e) => e.entity !== undefined && isSame(e.entity.shape, entity.shape)))
      return evidence;
    return gatherEvidence(shapes, evidence.group, entity);
  });
}

function best(members: readonly Evidence[]): Evidence {
  const score = (e: Evidence): number =>
    (e.list ? 2 : 0) + (e.read ? 2 : 0) + (e.created ? 1 : 0) + (e.group.items.length > 1 ? 1 : 0);
  const [first, ...rest] = members.toSorted((a, b) => score(b) - score(a) || a.group.base.length - b.group.base.length);
  return first ?? rest[0] ?? (members[0] as Evidence); // a family has at least one member
}

/** Whether two paths show nearly the same under ids of one pattern of its own (`^RE[0-9a-f]{32}$`): then what one id names is one thing. */
function isTwin(shapes: Shapes, a: Evidence, b: Evidence): boolean {
  if (a.entity === undefined || b.entity === undefined || a.id === undefined || b.id === undefined) return false;
  const [one, other] = [patternOf(shapes, a.id.schema), patternOf(shapes, b.id.schema)];
  return one !== undefined && one === other && isClose(a.entity.shape, b.entity.shape);
}

/** The pattern of an id that begins with letters of its own. */
function patternOf(shapes: Shapes, schema: Schema): string | undefined {
  const { root } = shapes.of(schema);
  const [part] = typeof root === 'object' && root.pattern === undefined ? (root.allOf ?? []) : [];
  if (part !== undefined) return patternOf(shapes, part);
  const pattern = typeof root === 'object' ? root.pattern : undefined;
  return pattern !== undefined && /^\^[A-Za-z]{2,}[-_]?(?:$|[^A-Za-z])/.test(pattern) ? pattern : undefined;
}

const front = (e: Evidence): readonly Segment[] => e.group.base.slice(0, -1);

/**
 * Whether a list shows fewer properties of the same items (`TaskCompact` for `Task`), with the id of the
 * other path.
 */
function isSummary(a: Evidence, b: Evidence): boolean {
  const id = b.id?.pointer?.slice(1);
  if (a.list === undefined || a.entity === undefined || b.entity === undefined || id === undefined) return false;
  const { properties } = a.entity.shape;
  return (
    properties.has(id) && properties.size <= b.entity.shape.properties.size && isClose(a.entity.shape, b.entity.shape)
  );
}

/**
 * Whether a path without items lists and makes what another path lists and reads: `/account/places` beside `/places` and
 * `/places/{id}`. A body with an id links an existing record.
 */
function isSecondPath(shapes: Shapes, a: Evidence, b: Evidence): boolean {
  const [post, ...others] = a.group.collection.filter(changes);
  if (post?.method !== 'POST' || others.length > 0 || hasPost(b) || depth(a) !== depth(b)) return false;
  if (a.list === undefined || b.list === undefined || b.entity === undefined) return false;
  const sent = shapes.maybe(requestSchema(post));
  if (sent?.kind !== 'object' || names(sent, a.group.word) || !isClose(sent, b.entity.shape)) return false;
  return isSame(shapes.of(a.list.found.itemSchema), shapes.of(b.list.found.itemSchema));
}

// The reason if one path lists what a sibling path shows: `/database/branches` and
// `/database/branch/{id}`.
function isSibling(a: Evidence, b: Evidence): string | undefined {
  if (pathKey(front(a)) !== pathKey(front(b)) || clusterKey(a.group.word) !== clusterKey(b.group.word))
    return undefined;
  const [x, y] = [a.entity?.shape, b.entity?.shape];
  if (x !== undefined && y !== undefined && !isClose(x, y)) return undefined;
  if (a.list !== undefined && b.list !== undefined) return undefined;
  return 'singular and plural of one word on the same path';
}

function isView(shapes: Shapes, a: Evidence, b: Evidence): string | undefined {
  if (!(hasSameShape(a, b) || isTwin(shapes, a, b)) || !inFront(a, b)) return undefined;
  const [flat, nested] = depth(a) <= depth(b) ? [a, b] : [b, a];
  // Two lists of links also look equal, so one of the two groups must show or create the entity
  // itself.
  const [shown, made] = [a.read ?? b.read, a.created ?? b.created];
  if (depth(flat) === depth(nested)) return shown && 'the same entities under the same word';
  if (shown === undefined && made === undefined && !a.inherited && !b.inherited) return undefined;
  if (!writesItems(nested) && !writes(nested)) return 'the same entities, only listed or shown under another path';
  // A collection with only link and unlink is a set of links: `DELETE /groups/{id}/users/{id}` ends
  // a membership.
  if (writesItems(nested) && nested.read === undefined && nested.created === undefined) return undefined;
  if (nested.entity !== undefined && isOwned(shapes, nested, nested.entity.shape))
    return 'the entity names what it is nested under';
  const onlyHere =
    nested.created !== undefined && flat.created === undefined && !hasPost(flat) && !isLinker(shapes, nested);
  return onlyHere ? MADE_THERE : undefined;
}

const MADE_THERE = 'they are made under the longer path only';

/**
 * Whether the shorter path lists what is created below several parents. Items below one parent are not
 * found below another.
 */
function isOfSeveral(shapes: Shapes, candidates: readonly Evidence[], a: Evidence, b: Evidence): boolean {
  const flat = depth(a) <= depth(b) ? a : b;
  return candidates.filter((each) => each !== flat && isView(shapes, flat, each) === MADE_THERE).length > 1;
}

const changes = (operation: Operation): boolean => !/^(GET|HEAD|OPTIONS)$/.test(operation.method);
const writesItems = ({ group }: Evidence): boolean => group.items.some(changes);

/** Whether an operation other than a create changes the collection as a whole. */
function writes({ group, created }: Evidence): boolean {
  return group.collection.some((operation) => operation !== created?.operation && changes(operation));
}

const hasPost = (e: Evidence): boolean => e.group.collection.some((operation) => operation.method === 'POST');
const depth = (e: Evidence): number => e.group.base.filter((s) => s.kind === 'parameter').length;

// Whether the part before the word in one path begins the other: `/api/v1/pods` and
// `/api/v1/namespaces/{namespace}/pods`.
function inFront(a: Evidence, b: Evidence): boolean {
  const [x, y] = [pathKey(front(a)), pathKey(front(b))];
  return x === '' || y === '' || x === y || x.startsWith(`${y}/`) || y.startsWith(`${x}/`);
}

/** Whether the entity repeats the parent's id: `site_id` below `/sites/{site_id}`. */
function isOwned(shapes: Shapes, nested: Evidence, shape: Shape): boolean {
  const at = nested.group.base.findLastIndex((s) => s.kind === 'parameter');
  const parameter = nested.group.base[at];
  const before = nested.group.base[at - 1];
  if (parameter?.kind !== 'parameter') return false;
  return matchOwner(shapes, shape, parameter.name, before?.kind === 'literal' ? before.text : '') !== undefined;
}
