import { type Operation, pathTemplateOf, wordsOf } from '../../spec/index.ts';
import { clusterKey, singular } from './words.ts';

export type Segment =
  /** `versioned`: the text with the version beside it (`rules/v4`). A version is not a word of its own. */
  | { readonly kind: 'literal'; readonly text: string; readonly versioned?: string }
  /** `keyed`: what is written around a key behind its collection: `(` and `)` of `Orders({id})`. */
  | { readonly kind: 'parameter'; readonly name: string; readonly keyed?: readonly [open: string, close: string] }
  /** `{base}...{head}`: a segment that does not identify an item in a supported way. */
  | { readonly kind: 'mixed'; readonly text: string };

/** All operations on a path that ends in a word, and on that path with an id: `/pets` and `/pets/{petId}`. */
export interface PathGroup {
  /** The path without parameter names: `/users/{}/pets`. */
  readonly key: string;
  /**
   * Segments of the collection. The last one is a literal, unless there is a collection for each value of a
   * parameter (`/flags/{project}`).
   */
  readonly base: readonly Segment[];
  /** The last literal. */
  readonly word: string;
  readonly collection: Operation[];
  readonly items: Operation[];
  /** Operations behind more than one parameter, while others are behind one: not supported. */
  readonly beyond: Operation[];
}

/** Facts from paths only, without building any operation. */
export interface PathMap {
  readonly groups: ReadonlyMap<string, PathGroup>;
  /** Groups with the same last word in the singular, in document order. */
  named(word: string): readonly PathGroup[];
  groupOf(operation: Operation): PathGroup | undefined;
  /** The items of `/product/{id}` for `/products`: those of the only group on the same path that differs in number, if this group has none. */
  itemsBeside(group: PathGroup): readonly Operation[];
  /** The group whose item has this path. */
  ofItem(item: readonly Segment[]): PathGroup | undefined;
  /**
   * The only group whose item path ends in the same word and parameter: `/users/@me/lists/{list}` for
   * `/lists/{list}`.
   */
  ofItemElsewhere(item: readonly Segment[]): PathGroup | undefined;
  /** Whether a documented path starts with this key. */
  continues(key: string): boolean;
  /** Operations below an item (`/orders/{id}/cancel`) whose own path has no operation, by the word before the item. */
  behind(word: string): readonly OperationBelowItem[];
}

/** An operation below an item whose own path has no operation. */
export interface OperationBelowItem {
  readonly operation: Operation;
  /** Segments of the item's path; the last one is a parameter, the one before it a literal. */
  readonly item: readonly Segment[];
}

/**
 * Segments of a path. A query behind it (`/pets?expand=1`) chooses between answers about the same resource and is not one of
 * them, unless it names a procedure (`/rest?method=photos.search`).
 */
export function segmentsOf(path: string): readonly Segment[] {
  const segments = (path.includes('?') && !PROCEDURE.test(path) ? pathTemplateOf(path) : path)
    .split('/')
    .filter((text) => text !== '')
    .flatMap((text): readonly Segment[] => {
      const plainly = text.includes('.') ? text.replace(FORMAT, '') : text;
      if (!plainly.includes('{')) return [{ kind: 'literal', text: plainly }];
      const [, name, verb] = /^\{([^{}]+)\}(:[A-Za-z][\w-]*)?$/.exec(plainly) ?? [];
      if (name === undefined) return keyedSegments(text) ?? [{ kind: 'mixed', text }];
      // `{id}:cancel` is equivalent to `{id}/cancel`.
      return [{ kind: 'parameter', name }, ...(verb === undefined ? [] : [{ kind: 'literal', text: verb } as const])];
    });
  const last = segments.at(-1);
  const isForm = segments.length > 1 && last?.kind === 'literal' && FORMS.has(last.text.toLowerCase());
  return withVersions(isForm ? segments.slice(0, -1) : segments);
}

/** A collection with the key of an item in parentheses, as OData writes it (Part 2, §4.3.1): `Orders({id})`, `Orders('{id}')`, `Orders(ID={id})`. */
function keyedSegments(text: string): readonly Segment[] | undefined {
  const [, word, open, name, close] = KEYED.exec(text) ?? [];
  if (word === undefined || open === undefined || name === undefined || close === undefined) return undefined;
  return [
    { kind: 'literal', text: word },
    { kind: 'parameter', name, keyed: [open, close] },
  ];
}

const KEYED = /^([A-Za-z][\w.-]*)(\((?:[A-Za-z]\w*=)?'?)\{([^{}]+)\}('?\))$/;

/**
 * A version belongs to the word before it (`/rules/v4/{id}`), after a parameter to the word behind it (`/{region}/v1/towns`). At the start of a path it stays a
 * segment, which all paths of that version share.
 */
function withVersions(segments: readonly Segment[]): readonly Segment[] {
  if (!segments.some((segment, at) => at > 0 && isVersion(segment))) return segments;
  const found: Segment[] = [];
  let ahead: Literal | undefined;
  for (const segment of segments) {
    const before = found.at(-1);
    if (before !== undefined && ahead === undefined && segment.kind === 'literal' && isVersion(segment)) {
      if (isWord(before)) found.splice(-1, 1, { ...before, versioned: `${segmentText(before)}/${segment.text}` });
      else ahead = segment;
      continue;
    }
    if (ahead !== undefined && isWord(segment)) found.push({ ...segment, versioned: `${ahead.text}/${segment.text}` });
    else found.push(...(ahead === undefined ? [] : [ahead]), segment);
    ahead = undefined;
  }
  return ahead === undefined ? found : [...found, ahead];
}

type Literal = Extract<Segment, { kind: 'literal' }>;

const isVersion = (segment: Segment): boolean => segment.kind === 'literal' && VERSION.test(segment.text);

/** Whether a segment is a word that a version may belong to. */
function isWord(segment: Segment): segment is Literal {
  return segment.kind === 'literal' && !isVersion(segment) && !segment.text.startsWith(':');
}

const VERSION = /^v\d+(?:\.\d+)*(?:p\d+)?[-_.]?(?:(?:alpha|beta|rc)\d*)?$/i;

/** A constant in the query of a path that has several words: the name of a procedure. */
const PROCEDURE = /[?&][^?&={}]+=(?:[A-Za-z]\w*\.|[A-Za-z]*[a-z][A-Z])/;

/** Format suffixes of a path: `pets.json`, `{petId}.json`, `pets.{format}`. */
const FORMAT = /(?<=.)\.(?:json|xml|\{(?:format|ext|extension|_format)\})$/i;
/** Format names as a segment of their own: `/containers/json`, `/containers/{id}/json`. */
const FORMS: ReadonlySet<string> = new Set(['json', 'xml']);

export function pathKey(segments: readonly Segment[]): string {
  return segments.map(keyOfOne).join('');
}

const keyOfOne = (segment: Segment): string => (segment.kind === 'parameter' ? '/{}' : `/${segmentText(segment)}`);

/** What the path has for a segment, unless that is a parameter. */
function segmentText(segment: Exclude<Segment, { kind: 'parameter' }>): string {
  return segment.kind === 'literal' ? (segment.versioned ?? segment.text) : segment.text;
}

/** Whether a path goes on behind another one: `/orders/{id}/cancel` and `/orders/{id}:cancel` behind `/orders/{id}`. */
export function isPathBelow(path: string, above: string): boolean {
  return path.startsWith(above) && /^[/:(]/.test(path.slice(above.length));
}

/** The text of the last literal. */
export function lastWord(segments: readonly Segment[]): string | undefined {
  const last = segments.findLast((segment) => segment.kind === 'literal');
  return last?.kind === 'literal' ? last.text : undefined;
}

export function templateOf(segments: readonly Segment[]): string {
  return segments.map(templateOfOne).join('');
}

function templateOfOne(segment: Segment): string {
  if (segment.kind !== 'parameter') return segment.text.startsWith(':') ? segment.text : `/${segmentText(segment)}`;
  const [open, close] = segment.keyed ?? ['/', ''];
  return `${open}{${segment.name}}${close}`;
}

export function parametersOf(segments: readonly Segment[]): readonly string[] {
  return segments.flatMap((s) => (s.kind === 'parameter' ? [s.name] : []));
}

/** The number of parameters after the last literal; `undefined` for an unsupported path. */
export function depthOf(segments: readonly Segment[]): number | undefined {
  if (segments.some((s) => s.kind === 'mixed')) return undefined;
  const last = segments.findLastIndex((s) => s.kind === 'literal');
  return last < 0 ? undefined : segments.length - 1 - last;
}

/**
 * Sorts operations into groups. Reads only `path`, so that no other part of an operation must be built, unless paths leave it open whether a GET answers a list:
 * then `lists` is asked. `rootWord` is the word for a collection without a word in its path, if the document has one.
 */
export function mapPaths(
  operations: readonly Operation[],
  rootWord?: string,
  lists: (operation: Operation) => boolean = () => false,
): PathMap {
  const groups = new Map<string, PathGroup>();
  const deep = new Map<PathGroup, OperationDepth[]>();
  const home = new Map<Operation, PathGroup>();
  const prefixes = new Set<string>();
  // The methods of a path follow each other, so it is split once for all of them.
  let before: { readonly path: string; readonly depth?: number; readonly group?: PathGroup } | undefined;
  for (const operation of operations) {
    const { path } = operation;
    before = before?.path === path ? before : { path, ...placeIn({ groups, prefixes, rootWord }, path) };
    const { depth, group } = before;
    if (depth === undefined || group === undefined) continue;
    home.set(operation, group);
    if (depth === 0) group.collection.push(operation);
    else {
      const entries = deep.get(group);
      if (entries === undefined) deep.set(group, [{ operation, depth }]);
      else entries.push({ operation, depth });
    }
  }
  for (const [group, entries] of deep) {
    const within =
      depthOfCollection(entries) ??
      (group.collection.length > 0 && !isWholeList(group, entries) ? undefined : depthOfList(entries, lists)) ??
      depthBelowItems(entries, lists);
    const depth = Math.min(...entries.map((entry) => entry.depth));
    for (const { operation, depth: own } of entries) {
      if (within === undefined || own < within || own > within + 1) {
        (own === depth && own !== within ? group.items : group.beyond).push(operation);
        continue;
      }
      const inner = groupAt(groups, segmentsOf(operation.path).slice(0, group.base.length + within), rootWord);
      (own === within ? inner.collection : inner.items).push(operation);
      home.set(operation, inner);
    }
  }
  const clusters = clustersOf(groups.values());
  joinNumbers(clusters, home);
  let endings: ReadonlyMap<string, readonly PathGroup[]> | undefined;
  let hidden: ReadonlyMap<string, readonly OperationBelowItem[]> | undefined;
  return {
    groups,
    named: (word) => clusters.get(clusterKey(word)) ?? [],
    groupOf: (operation) => home.get(operation),
    itemsBeside: (group) => {
      if (group.items.length > 0) return [];
      const front = pathKey(group.base.slice(0, -1));
      const found = (clusters.get(clusterKey(group.word)) ?? []).filter(
        ({ base, items }) => items.length > 0 && pathKey(base.slice(0, -1)) === front,
      );
      return found.length === 1 ? (found[0]?.items ?? []) : [];
    },
    ofItem: (item) => {
      if (rootWord !== undefined && isAtRoot(item))
        return item.length === 1 ? groups.get('') : groups.get(pathKey(item.slice(0, -1)));
      const depth = depthOf(item);
      if (depth === undefined || depth === 0) return undefined;
      const inner = depth > 1 ? groups.get(pathKey(item.slice(0, -1))) : undefined;
      return inner ?? groups.get(pathKey(item.slice(0, item.length - depth)));
    },
    ofItemElsewhere: (item) => {
      const ending = endingOf(item);
      endings ??= endingsOf(groups.values());
      const [only, ...others] = ending === undefined ? [] : (endings.get(ending) ?? []);
      return others.length > 0 ? undefined : only;
    },
    continues: (key) => prefixes.has(key),
    behind: (word) => {
      hidden ??= behindHiddenItems(operations);
      return hidden.get(clusterKey(word)) ?? [];
    },
  };
}

/**
 * Puts the writes at `/link` and `/link/{id}` to `/links`, if that is where the list is read, nothing but a POST stands at `/link`, and no
 * method stands at both.
 */
function joinNumbers(clusters: ReadonlyMap<string, readonly PathGroup[]>, home: Map<Operation, PathGroup>): void {
  const methods = (operations: readonly Operation[]): ReadonlySet<string> =>
    new Set(operations.map(({ method }) => method));
  const alike = [...clusters.values()].filter(({ length }) => length > 1);
  for (const [one, cluster] of alike.flatMap((each) => each.map((group) => [group, each] as const))) {
    const word = one.base.at(-1);
    if (word?.kind !== 'literal' || singular(word.text) !== word.text || one.beyond.length > 0) continue;
    const isWritten = one.collection.length + one.items.length > 0 && one.items.every(({ method }) => method !== 'GET');
    if (!isWritten || one.collection.some(({ method }) => method !== 'POST')) continue;
    const front = pathKey(one.base.slice(0, -1));
    const many = cluster.filter(
      (each) => each !== one && each.base.at(-1)?.kind === 'literal' && pathKey(each.base.slice(0, -1)) === front,
    );
    const [only, ...others] = many;
    if (only === undefined || others.length > 0 || only.beyond.length > 0) continue;
    const there = { collection: methods(only.collection), items: methods(only.items) };
    const isBeside =
      there.collection.has('GET') &&
      one.collection.every(({ method }) => !there.collection.has(method)) &&
      one.items.every(({ method }) => !there.items.has(method));
    if (!isBeside) continue;
    only.collection.push(...one.collection);
    only.items.push(...one.items);
    for (const operation of [...one.collection, ...one.items]) home.set(operation, only);
    one.collection.length = 0;
    one.items.length = 0;
  }
}

/** By the word of the item: the last one in front of each operation, unless some operation stands on its path. */
function behindHiddenItems(operations: readonly Operation[]): ReadonlyMap<string, readonly OperationBelowItem[]> {
  const documented = new Set(operations.map(({ path }) => pathKey(segmentsOf(path))));
  const found = new Map<string, OperationBelowItem[]>();
  for (const operation of operations) {
    const segments = segmentsOf(operation.path);
    const end = segments.findLastIndex(({ kind }, at) => kind === 'parameter' && at < segments.length - 1) + 1;
    const [word, item] = [segments[end - 2], segments.slice(0, end)];
    if (end < 2 || word?.kind !== 'literal' || segments.some(({ kind }) => kind === 'mixed')) continue;
    if (documented.has(pathKey(item))) continue;
    const key = clusterKey(word.text);
    found.set(key, [...(found.get(key) ?? []), { operation, item }]);
  }
  return found;
}

/** The last word of an item's path with its parameter. */
function endingOf(item: readonly Segment[]): string | undefined {
  const [word, parameter] = item.slice(-2);
  return word?.kind === 'literal' && parameter?.kind === 'parameter' ? `${word.text}/${parameter.name}` : undefined;
}

function endingsOf(groups: Iterable<PathGroup>): ReadonlyMap<string, readonly PathGroup[]> {
  const found = new Map<string, PathGroup[]>();
  for (const group of groups) {
    const ending = group.items[0] === undefined ? undefined : endingOf(segmentsOf(group.items[0].path));
    if (ending !== undefined) found.set(ending, [...(found.get(ending) ?? []), group]);
  }
  return found;
}

/** The paths that were sorted so far. */
interface MappedPaths {
  readonly groups: Map<string, PathGroup>;
  readonly prefixes: Set<string>;
  readonly rootWord: string | undefined;
}

/** Whether a path has nothing but parameters: `/`, `/{id}`, `/{app}/{card}`. */
function isAtRoot(segments: readonly Segment[]): boolean {
  return segments.every(({ kind }) => kind === 'parameter');
}

/**
 * The word for a collection without a word in its path: the last one of the server's path (`https://api.example.com/v2/applications`), else what the
 * parameter of its items says (`/{app}/{cardId}`). Only for documents with both `/` and `/{id}`, or both `/{app}` and `/{app}/{card}`.
 */
export function rootWordOf(operations: readonly Operation[], basePaths: readonly string[]): string | undefined {
  const paths = [...new Set(operations.map(({ path }) => path))].filter((path) => ONLY_PARAMETERS.test(path));
  const of = (depth: number): string | undefined => paths.find((path) => segmentsOf(path).length === depth);
  const [whole, one, two] = [of(0), of(1), of(2)];
  const item = whole !== undefined && one !== undefined ? one : one !== undefined ? two : undefined;
  if (item === undefined) return undefined;
  const last = segmentsOf(basePaths[0] ?? '').at(-1);
  if (last?.kind === 'literal' && !isVersion(last)) return last.text;
  const words = wordsOf(parametersOf(segmentsOf(item)).at(-1) ?? '').filter((word) => !ID_WORDS.has(word));
  return words.length === 0 ? undefined : words.join('-');
}

const ONLY_PARAMETERS = /^(?:\/|(?:\/\{[^{}/]+\})+\/?)$/;
const ID_WORDS = new Set(['id', 'uuid', 'guid', 'key', 'name', 'slug', 'or']);

/** The group of a path, and the number of parameters after it; undefined for an unsupported path. */
function placeIn(
  { groups, prefixes, rootWord }: MappedPaths,
  path: string,
): { readonly depth?: number; readonly group?: PathGroup } {
  const segments = segmentsOf(path);
  let prefix = '';
  for (const segment of segments) {
    prefix += keyOfOne(segment);
    prefixes.add(prefix);
  }
  if (rootWord !== undefined && isAtRoot(segments))
    return { depth: segments.length, group: groupAt(groups, [], rootWord) };
  const depth = depthOf(segments);
  return depth === undefined ? {} : { depth, group: groupAt(groups, segments.slice(0, segments.length - depth)) };
}

interface OperationDepth {
  readonly operation: Operation;
  readonly depth: number;
}

/**
 * The number of parameters in a collection's own path, if there is a collection for each of their values:
 * that path only has creates (`POST /flags/{project}`), and the next parameter names an item that can be
 * changed (`DELETE /flags/{project}/{key}`).
 */
function depthOfCollection(entries: readonly OperationDepth[]): number | undefined {
  const methodsAt = (depth: number): ReadonlySet<string> =>
    new Set(entries.filter((entry) => entry.depth === depth).map(({ operation }) => operation.method));
  const found = [...new Set(entries.map(({ depth }) => depth))].filter((depth) => {
    const [here, behind] = [methodsAt(depth), methodsAt(depth + 1)];
    const makes = here.has('POST') && !['PUT', 'PATCH', 'DELETE'].some((method) => here.has(method));
    return makes && ['PUT', 'PATCH', 'DELETE'].some((method) => behind.has(method)) && behind.has('GET');
  });
  return found.length === 1 ? found[0] : undefined;
}

/**
 * The number of parameters in the path of a list, if there is a list for each of their values (`GET /clients/{app}`), and the next parameter names an item of it
 * (`DELETE /clients/{app}/{id}`).
 */
function depthOfList(entries: readonly OperationDepth[], lists: (operation: Operation) => boolean): number | undefined {
  const at = (depth: number): readonly Operation[] =>
    entries.filter((entry) => entry.depth === depth).map(({ operation }) => operation);
  const found = [...new Set(entries.map(({ depth }) => depth))].filter((depth) => {
    const [here, behind] = [at(depth), at(depth + 1)];
    const get = here.find(({ method }) => method === 'GET');
    // A DELETE on the list takes several, if each item has one of its own.
    const ends = behind.some(({ method }) => method === 'GET') && behind.some(({ method }) => method === 'DELETE');
    const isPlain = here.every(({ method }) => method === 'GET' || method === 'POST' || (method === 'DELETE' && ends));
    return get !== undefined && isPlain && behind.some(({ method }) => method !== 'POST') && lists(get);
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The same below the items of a collection: `GET /zones/{zone}/{type}` beside `/zones/{zone}`, and `/zones/{zone}/{type}/{name}` behind it. */
function depthBelowItems(
  entries: readonly OperationDepth[],
  lists: (operation: Operation) => boolean,
): number | undefined {
  const least = Math.min(...entries.map(({ depth }) => depth));
  const isRead = entries.some(({ depth, operation }) => depth === least && operation.method === 'GET');
  const below = entries.filter(({ depth }) => depth > least);
  return isRead && below.length > 0 ? depthOfList(below, lists) : undefined;
}

/** Whether a collection is only read at its own path, and its items are read behind two parameters: `/repositories` beside `/repositories/{owner}/{name}`. */
function isWholeList({ collection }: PathGroup, entries: readonly OperationDepth[]): boolean {
  return (
    collection.every(({ method }) => method === 'GET') &&
    entries.some(({ operation, depth }) => depth === 2 && operation.method === 'GET') &&
    entries.every(({ operation, depth }) => depth > 1 || operation.method === 'GET')
  );
}

function groupAt(groups: Map<string, PathGroup>, base: readonly Segment[], rootWord = ''): PathGroup {
  const key = pathKey(base);
  const known = groups.get(key);
  if (known !== undefined) return known;
  const group: PathGroup = { key, base, word: lastWord(base) ?? rootWord, collection: [], items: [], beyond: [] };
  groups.set(key, group);
  return group;
}

function clustersOf(groups: Iterable<PathGroup>): Map<string, PathGroup[]> {
  const clusters = new Map<string, PathGroup[]>();
  for (const group of groups) {
    const key = clusterKey(group.word);
    const list = clusters.get(key);
    if (list === undefined) clusters.set(key, [group]);
    else list.push(group);
  }
  return clusters;
}
