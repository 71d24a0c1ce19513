import { type Operation, onceForEach, wordsOf } from '../../spec/index.ts';
import { isNameOf, listIn, weighedIn } from '../evidence/evidence.ts';
import { depthOf, type PathGroup, type PathMap, parametersOf, pathKey, segmentsOf } from '../model/paths.ts';
import { clusterKey, plain, singular } from '../model/words.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

/**
 * The same paths, where a path that ends in a parameter is that of a collection if all that it has is a GET of a list
 * for each of the values: `/findings/{scanId}`, `/stores/country/{country}`. Looks at a group when it is first asked for.
 */
export function withScopedLists(shapes: Shapes, paths: PathMap): PathMap {
  const split = onceForEach((group: PathGroup): readonly PathGroup[] =>
    splitGroup(group, (operation) => isScopedList(shapes, operation, group.word)),
  );
  const holding = (group: PathGroup, operation: Operation): PathGroup =>
    split(group).find(({ collection }) => collection.includes(operation)) ?? split(group)[0] ?? group;
  return {
    ...paths,
    named: (word) => paths.named(word).flatMap(split),
    groupOf: (operation) => {
      const group = paths.groupOf(operation);
      return group && holding(group, operation);
    },
  };
}

/** The group without the scoped lists, if anything is left of it, and one for each of them. */
function splitGroup(group: PathGroup, isList: (operation: Operation) => boolean): readonly PathGroup[] {
  if (group.collection.length > 0) return [group];
  const scoped = new Map<Operation, PathGroup>();
  for (const operation of [...group.items, ...group.beyond]) {
    const isAlone = [...group.items, ...group.beyond].every(
      (each) => each === operation || pathKey(segmentsOf(each.path)) !== pathKey(segmentsOf(operation.path)),
    );
    if (operation.method !== 'GET' || !isAlone || !isList(operation)) continue;
    const base = segmentsOf(operation.path);
    scoped.set(operation, {
      key: pathKey(base),
      base,
      word: group.word,
      collection: [operation],
      items: [],
      beyond: [],
    });
  }
  if (scoped.size === 0) return [group];
  const rest = (operations: readonly Operation[]): Operation[] => operations.filter((each) => !scoped.has(each));
  const [items, beyond] = [rest(group.items), rest(group.beyond)];
  return items.length + beyond.length === 0 ? [...scoped.values()] : [{ ...group, items, beyond }, ...scoped.values()];
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
  if (isShown && isLikeId(parameter)) return false;
  return !isNameOf(parameter, word) || namesSomethingElse(items, segments, parameter);
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
