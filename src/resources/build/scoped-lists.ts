import { type Operation, onceForEach, wordsOf } from '../../spec/index.ts';
import { isNameOf, listIn, weighedIn } from '../evidence/evidence.ts';
import { depthOf, type PathGroup, type PathMap, parametersOf, pathKey, segmentsOf } from '../model/paths.ts';
import { clusterKey, plain, singular } from '../model/words.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

/**
 * The same paths, where a path that ends in a parameter is that of a collection if all that it has is a GET of a list
 * for each of the values, and perhaps a POST: `/findings/{scanId}`, `/stores/country/{country}`. The items of such a collection
 * may stand behind a word of their own: `/tasks/{projectId}/t/{taskId}`. Looks at a group when it is first asked for.
 */
export function withScopedLists(shapes: Shapes, paths: PathMap): PathMap {
  const parts = onceForEach((group: PathGroup): readonly PathGroup[] =>
    splitGroup(group, (operation) => isScopedList(shapes, operation, group.word)).map(withItems),
  );
  /** A scoped collection with the items that stand behind one more word and a parameter that is called like the collection. */
  function withItems(scoped: PathGroup): PathGroup {
    if (scoped.items.length > 0 || scoped.base.at(-1)?.kind !== 'parameter') return scoped;
    const behind = [...paths.groups.values()].filter(
      ({ base, word, collection, items }) =>
        base.length === scoped.base.length + 1 &&
        collection.length === 0 &&
        items.length > 0 &&
        plain(scoped.word).startsWith(plain(singular(word))) &&
        pathKey(base.slice(0, -1)) === scoped.key &&
        items.every(({ path }) => isCalledLike(parametersOf(segmentsOf(path)).at(-1) ?? '', scoped.word)),
    );
    const [only, ...others] = behind;
    return only === undefined || others.length > 0
      ? scoped
      : { ...scoped, items: only.items, beyond: [...scoped.beyond, ...only.beyond] };
  }
  /** The scoped collection that has the items of a group. */
  const holderOf = onceForEach((group: PathGroup): PathGroup | undefined => {
    if (group.collection.length > 0 || group.base.at(-2)?.kind !== 'parameter') return undefined;
    const front = paths.groups.get(pathKey(group.base.slice(0, -2)));
    return front && parts(front).find(({ items }) => items.length > 0 && items === group.items);
  });
  const split = (group: PathGroup): readonly PathGroup[] => (holderOf(group) === undefined ? parts(group) : []);
  const holding = (group: PathGroup, operation: Operation): PathGroup =>
    holderOf(group) ??
    parts(group).find(({ collection }) => collection.includes(operation)) ??
    parts(group)[0] ??
    group;
  return {
    ...paths,
    named: (word) => paths.named(word).flatMap(split),
    groupOf: (operation) => {
      const group = paths.groupOf(operation);
      return group && holding(group, operation);
    },
    ofItem: (item) => {
      const group = paths.ofItem(item);
      return group && (holderOf(group) ?? group);
    },
  };
}

/** The group without the scoped lists, if anything is left of it, and one for each of them. */
function splitGroup(group: PathGroup, isList: (operation: Operation) => boolean): readonly PathGroup[] {
  if (group.collection.length > 0) return [group];
  const scoped = new Map<Operation, PathGroup>();
  for (const operation of [...group.items, ...group.beyond]) {
    if (operation.method !== 'GET' || scoped.has(operation)) continue;
    const base = segmentsOf(operation.path);
    const key = pathKey(base);
    const collection = [...group.items, ...group.beyond].filter((each) => pathKey(segmentsOf(each.path)) === key);
    const isPlain = collection.every((each) => each === operation || each.method === 'POST');
    if (!isPlain || !isList(operation)) continue;
    const found: PathGroup = { key, base, word: group.word, collection, items: [], beyond: [] };
    for (const each of collection) scoped.set(each, found);
  }
  if (scoped.size === 0) return [group];
  const rest = (operations: readonly Operation[]): Operation[] => operations.filter((each) => !scoped.has(each));
  const [items, beyond] = [rest(group.items), rest(group.beyond)];
  const lists = [...new Set(scoped.values())];
  return items.length + beyond.length === 0 ? lists : [{ ...group, items, beyond }, ...lists];
}

/** With this many parameters in a row, none of them is the id of an item. */
const SEARCH = 3;

function isScopedList(shapes: Shapes, operation: Operation, word: string): boolean {
  const group = { key: '', base: [], word, collection: [operation], items: [], beyond: [] };
  const found = (listIn(shapes, operation, word) ?? weighedIn(shapes, operation, group))?.found;
  const items = shapes.maybe(found?.itemSchema);
  if (items === undefined || items.kind !== 'object' || items.properties.size === 0) return false;
  const segments = segmentsOf(operation.path);
  const parameter = parametersOf(segments).at(-1) ?? '';
  if ((depthOf(segments) ?? 0) >= SEARCH) return true;
  const isShown = items.spelled(plain(parameter)).length > 0;
  // An id of another thing, beside the own one: `{ id, project_id }` of `/tasks/{projectId}`.
  const hasOwn = ['id', `${clusterKey(word)}id`].some((name) => items.spelled(name).length > 0);
  if (isReference(items, segments)) return true;
  if (isShown && isLikeId(parameter)) return hasOwn && isForeignId(parameter, word);
  return !isNameOf(parameter, word) || namesSomethingElse(items, segments, parameter);
}

/**
 * Whether the end of a path is a reference of the items in front of it: `/posts/author/{authorId}` and `/posts/author/{id}`, for
 * posts with an `id` and an `author_id`.
 */
function isReference(items: Shape, segments: ReturnType<typeof segmentsOf>): boolean {
  const [front, word, parameter] = segments.slice(-3);
  if (front?.kind !== 'literal' || word?.kind !== 'literal' || parameter?.kind !== 'parameter') return false;
  const own = clusterKey(front.text);
  const other = clusterKey(word.text);
  const isOfOther = ['id', `${other}id`].includes(plain(parameter.name));
  const shows = (name: string): boolean => items.spelled(name).length > 0;
  return own !== other && isOfOther && shows(`${other}id`) && (shows('id') || shows(`${own}id`));
}

/** Whether a parameter is the id of something that is called otherwise: `projectId` for `tasks`. */
function isForeignId(parameter: string, word: string): boolean {
  const words = wordsOf(parameter);
  return words.length > 1 && /^(?:id|uuid|guid)$/.test(words.at(-1) ?? '') && !isNameOf(parameter, word);
}

/** Whether a parameter names one item of a collection: `taskId` of `tasks`. */
function isCalledLike(parameter: string, word: string): boolean {
  return plain(parameter).startsWith(clusterKey(word));
}

/** Whether a parameter may be the whole name of one item, by its last word. */
function isLikeId(parameter: string): boolean {
  return ID_LIKE.test(wordsOf(parameter).at(-1) ?? '');
}

const ID_LIKE = /^(?:key|slug|number|code|ref|sha|user|address)$|(?:id|name|login|email)$/;

/**
 * Whether the word and its parameter name what the items are listed by: the word is in the singular and begins the parameter (`/stores/country/{country}`), or the items have an id of their own
 * by a word in front (`invoice_id` in `/invoices/orders/{order_id}`).
 */
function namesSomethingElse(items: Shape, segments: ReturnType<typeof segmentsOf>, parameter: string): boolean {
  const literals = segments.flatMap((segment) => (segment.kind === 'literal' ? [segment.text] : []));
  const word = literals.at(-1) ?? '';
  const front = literals.slice(0, -1).filter((text) => singular(text) !== text);
  const isCriterion = singular(word) === word && plain(parameter).startsWith(plain(word)) && !isLikeId(parameter);
  return isCriterion ? front.length > 0 : front.some((text) => items.spelled(`${clusterKey(text)}id`).length > 0);
}
