import { decodePercent } from '../../wire/index.ts';
import type { Operation } from '../model/api.ts';
import { marksOf, type PathMark, pathTemplateOf } from '../model/path-marks.ts';
import { templateNames } from '../model/templates.ts';
import { matchSegment, parseSegment, type TemplateSegment } from './segments.ts';

/** The operations of one path, or of several that differ only in the names of their parameters. */
export interface Leaf {
  readonly path: string;
  /** By method; several if keys of one path differ in their marks (`/#Action=Copy`). */
  readonly routes: Map<string, readonly Route[]>;
}

export interface Route {
  readonly operation: Operation;
  readonly names: readonly string[];
  readonly marks: readonly PathMark[];
}

export interface PathTree {
  /** Adds an operation. Returns the path that is there already with other parameter names. */
  add(operation: Operation): string | undefined;
  /** The most concrete path that matches and has the method. */
  find(path: string, method: string): { readonly leaf: Leaf; readonly captures: readonly string[] } | undefined;
  /** All matching paths, the most concrete one first. */
  fitting(path: string): readonly Leaf[];
}

interface Node {
  readonly literals: Map<string, Node>;
  /** `{a}.json` and other segments with literal parts, those with the most literal characters first. */
  readonly mixed: { readonly segment: TemplateSegment; readonly node: Node }[];
  whole: Node | undefined;
  leaf: Leaf | undefined;
}

const createNode = (): Node => ({ literals: new Map(), mixed: [], whole: undefined, leaf: undefined });

/**
 * Finds a path by its segments, concrete before templated, from left to right with backtracking (OpenAPI
 * 3.1 §4.8.8.2).
 */
export function createPathTree(): PathTree {
  const root = createNode();
  return {
    add: (operation) => {
      const template = pathTemplateOf(operation.path);
      const names = templateNames(template);
      const marks = template === operation.path ? [] : marksOf(operation.path);
      const node = segmentsOf(template).reduce(descend, root);
      node.leaf ??= { path: template, routes: new Map() };
      const before = node.leaf.routes.get(operation.method) ?? [];
      const markKey = markKeyOf(marks);
      if (!before.some((each) => markKeyOf(each.marks) === markKey))
        node.leaf.routes.set(operation.method, [...before, { operation, names, marks }]);
      return node.leaf.path === template ? undefined : node.leaf.path;
    },
    find: (path, method) => {
      const captures: string[] = [];
      const leaf = search({ segments: segmentsOf(path), captures, wanted: method }, root, 0);
      return leaf === undefined ? undefined : { leaf, captures };
    },
    fitting: (path) => {
      const leaves: Leaf[] = [];
      search({ segments: segmentsOf(path), captures: [], wanted: leaves }, root, 0);
      return leaves;
    },
  };
}

const markKeyOf = (marks: readonly PathMark[]): string =>
  marks.map(({ name, value = '' }) => `${name}=${value}`).join('&');

function segmentsOf(path: string): readonly string[] {
  const segments: string[] = [];
  let start = path.startsWith('/') ? 1 : 0;
  for (let end = path.indexOf('/', start); end >= 0; end = path.indexOf('/', start)) {
    segments.push(path.slice(start, end));
    start = end + 1;
  }
  segments.push(path.slice(start));
  return segments;
}

function descend(node: Node, text: string): Node {
  const segment = parseSegment(text);
  if (segment.kind === 'literal') {
    const literal = decodeSegment(text);
    const next = node.literals.get(literal) ?? createNode();
    node.literals.set(literal, next);
    return next;
  }
  if (segment.kind === 'whole') {
    node.whole ??= createNode();
    return node.whole;
  }
  const known = node.mixed.find((each) => each.segment.shape === segment.shape);
  if (known !== undefined) return known.node;
  const next = createNode();
  node.mixed.push({ segment, node: next });
  node.mixed.sort((a, b) => b.segment.literalLength - a.segment.literalLength);
  return next;
}

/** What is searched for: the segments of a path. */
interface PathSearch {
  readonly segments: readonly string[];
  /** Values of the templated segments so far. */
  readonly captures: string[];
  /** A method, or the list that collects all leaves. */
  readonly wanted: string | Leaf[];
}

/** Finds the first leaf with a method, or collects all that match. `at`: index of the segment below the node. */
function search(wish: PathSearch, node: Node, at: number): Leaf | undefined {
  const { segments, captures, wanted } = wish;
  const segment = segments[at];
  if (segment === undefined) return leafIfWanted(node.leaf, wanted);
  const literal = node.literals.get(decodeSegment(segment));
  const concrete = literal === undefined ? undefined : search(wish, literal, at + 1);
  if (concrete !== undefined || segment === '') return concrete;
  const mark = captures.length;
  const plain = node.mixed.length === 0 ? segment : withPlainMarks(segment);
  for (const mixed of node.mixed) {
    const found = matchSegment(mixed.segment, segment) ?? matchSegment(mixed.segment, plain);
    if (found === undefined) continue;
    captures.push(...found);
    const leaf = search(wish, mixed.node, at + 1);
    if (leaf !== undefined) return leaf;
    captures.length = mark;
  }
  if (node.whole === undefined) return undefined;
  captures.push(segment);
  const leaf = search(wish, node.whole, at + 1);
  if (leaf === undefined) captures.length = mark;
  return leaf;
}

function leafIfWanted(leaf: Leaf | undefined, wanted: string | Leaf[]): Leaf | undefined {
  if (leaf === undefined) return undefined;
  if (typeof wanted === 'string') return hasMethod(leaf, wanted) ? leaf : undefined;
  wanted.push(leaf);
  return undefined;
}

/**
 * HEAD is GET without content (RFC 9110 §9.3.2): a readable path wins over a less concrete one that
 * documents HEAD.
 */
function hasMethod({ routes }: Leaf, method: string): boolean {
  return routes.has(method) || (method === 'HEAD' && routes.has('GET'));
}

/**
 * Clients encode characters that a segment may contain unencoded (`/books/7%3Alend`, RFC 3986 §3.3). In
 * literal parts both are equal.
 */
function withPlainMarks(segment: string): string {
  return segment.includes('%')
    ? segment.replace(/%(?:2[14689a-c]|3[abd]|40)/gi, (mark) => decodeURIComponent(mark))
    : segment;
}

const decodeSegment = (segment: string): string => decodePercent(segment) ?? segment;
