import { fieldValue, mediaTypeMatches, parseMediaType, parseQuery } from '../../wire/index.ts';
import type { Api, Match, Operation } from '../model/api.ts';
import { once } from '../model/memoize.ts';
import type { PathMark } from '../model/path-marks.ts';
import { createLongMatcher } from './long-values.ts';
import { nearestPaths } from './nearest-paths.ts';
import { createPathTree, type Leaf, type Route } from './path-tree.ts';

/** What stands before the paths of a document in those of requests. */
interface Bases {
  readonly basePaths: readonly string[];
  /** Beginnings of paths in which a variable of a server may have any value: `/bot{token}`. */
  readonly basePatterns: readonly RegExp[];
}

/**
 * Builds `Api.match`: of the paths with the method, the most concrete one. A concrete path does not hide a
 * method that only a templated path has, as in common routers. `equivalent` is called with each path that
 * matches the same requests as an earlier one.
 */
export function createMatcher(
  operations: readonly Operation[],
  { basePaths, basePatterns }: Bases,
  equivalent: (operation: Operation, before: string) => void,
): Api['match'] {
  const tree = createPathTree();
  for (const operation of operations) {
    const before = tree.add(operation);
    if (before !== undefined) equivalent(operation, before);
  }
  const paths = once(() => [...new Set(operations.map((each) => each.path))]);
  const findLong = once(() => createLongMatcher(operations));
  const lenient = basePaths.includes('') ? basePaths : [...basePaths, ''];
  const begun = (path: string): readonly string[] => basePatterns.flatMap((pattern) => pattern.exec(path)?.[0] ?? []);
  return (request, { strictBasePath = false } = {}) => {
    const { method, path } = request;
    let wrongMethod: Match | undefined;
    const bases = strictBasePath ? basePaths : lenient;
    for (const basePath of basePatterns.length === 0 ? bases : [...bases, ...begun(path)]) {
      const rest = withoutBase(path, basePath);
      if (rest === undefined) continue;
      const found = tree.find(rest, method);
      const routes = found?.leaf.routes.get(method);
      const route = routes === undefined || routes.length === 1 ? routes?.[0] : routeByMarks(routes, request);
      if (found !== undefined && route !== undefined)
        return { kind: 'found', operation: route.operation, pathParams: zip(route.names, found.captures), basePath };
      wrongMethod ??= wrongMethodOf(tree.fitting(rest));
      const long = wrongMethod === undefined ? findLong()(rest, method) : undefined;
      if (long !== undefined) return { kind: 'found', ...long, basePath };
    }
    return wrongMethod ?? unknownPath(paths, path);
  };
}

function withoutBase(path: string, basePath: string): string | undefined {
  if (basePath === '') return path;
  // The path `/` of a document whose server is `/v2/applications` is mostly called without its slash.
  if (path === basePath) return '/';
  return path.startsWith(basePath) && path[basePath.length] === '/' ? path.slice(basePath.length) : undefined;
}

function zip(names: readonly string[], captures: readonly string[]): Readonly<Record<string, string>> {
  // Like `Object.create(null)`, but faster to create and to read.
  const pathParams: Record<string, string> = { __proto__: null } as never;
  for (let index = 0; index < names.length; index++) pathParams[names[index] ?? ''] = captures[index] ?? '';
  return pathParams;
}

type MatchRequest = Parameters<Api['match']>[0];

/**
 * Of several operations on one path, the one with the most marks in the request's query or header fields,
 * and the fewest others. Without a match, the one that accepts the content, because some marks are never
 * sent (`/images#overload=stream`); else the first.
 */
function routeByMarks(routes: readonly Route[], { query = '', headers = [] }: MatchRequest): Route | undefined {
  const parsed = parseQuery(query);
  const pairs = parsed.ok ? parsed.pairs : [];
  const has = ({ name, value }: PathMark): boolean => {
    const field = fieldValue(headers, name);
    if (value === undefined) return field !== undefined || pairs.some((pair) => pair.name === name);
    return field === value || pairs.some((pair) => pair.name === name && pair.value === value);
  };
  const best = routes
    .filter(({ marks }) => marks.every((mark) => mark.parameter !== undefined || has(mark)))
    .map((route) => ({ route, met: route.marks.filter(has).length }))
    .toSorted((a, b) => b.met - a.met || a.route.marks.length - b.route.marks.length)[0];
  if (best !== undefined && best.met > 0) return best.route;
  const chosen = best?.route ?? routes[0];
  const type = parseMediaType(fieldValue(headers, 'content-type') ?? '');
  if (type === undefined || chosen === undefined || takes(chosen, type.essence)) return chosen;
  return routes.find((route) => takes(route, type.essence)) ?? chosen;
}

/** Whether an operation accepts content of a media type. */
function takes({ operation }: Route, essence: string): boolean {
  return operation.body?.content.some(({ mediaType }) => mediaTypeMatches(mediaType, essence)) === true;
}

/** Other methods of the path; `undefined` if there are none. */
function wrongMethodOf(leaves: readonly Leaf[]): Match | undefined {
  if (leaves.length === 0) return undefined;
  return {
    kind: 'wrong-method',
    allow: [...new Set(leaves.flatMap(({ routes }) => [...routes.keys()]))],
    operations: leaves
      .flatMap(({ routes }) => [...routes.values()])
      .flat()
      .map((route) => route.operation),
  };
}

/** The hint is computed on first use, because its cost grows with the document. */
function unknownPath(paths: () => readonly string[], path: string): Match {
  const nearest = once(() => nearestPaths(paths(), path));
  return {
    kind: 'unknown-path',
    get nearest() {
      return nearest();
    },
  };
}
