import { type Operation, sentencesIn, wordsOf } from '../../spec/index.ts';
import { lastParameter, type View } from '../drafts/views.ts';
import { identify } from '../evidence/evidence.ts';
import type { Resource, ResourceId, ScopeParameter } from '../model/model.ts';
import { type PathMap, pathKey, type Segment, segmentsOf } from '../model/paths.ts';
import { propertyAt } from '../model/pointers.ts';
import { clusterKey, plain } from '../model/words.ts';
import { requestSchema } from '../schema/bodies.ts';
import { isScalar, nameOfOne } from '../schema/identity.ts';
import type { Shape, Shapes } from '../schema/shape.ts';
import { ownerProperty } from './build.ts';

export interface ResourcePlace {
  readonly id?: ResourceId;
  readonly scope?: readonly ScopeParameter[];
}

/** The resource of an operation, and what the operation shows of it. */
interface OperationSubject {
  readonly resource: Resource;
  readonly isItem: boolean;
  readonly seen: View | undefined;
}

/** How the path of an operation identifies the entity (`id`) and its parents (`scope`). */
export function findPlaceOf(
  shapes: Shapes,
  paths: PathMap,
  operation: Operation,
  { resource, isItem, seen }: OperationSubject,
): ResourcePlace {
  const segments = segmentsOf(operation.path);
  const shape = shapes.of(resource.schema);
  const parameter = isItem ? lastParameter(operation) : undefined;
  const home = segmentsOf(
    resource.singleton ? (resource.itemPath ?? '') : (resource.collectionPath ?? resource.itemPath ?? ''),
  );
  const scope = segments.flatMap((segment, at): ScopeParameter[] => {
    if (segment.kind !== 'parameter' || segment.name === parameter) return [];
    // The parent in `/folders/{id}/children` is another item of the same resource.
    if (seen?.kind === 'children' && segments.slice(at + 1).every(({ kind }) => kind === 'literal'))
      return [{ parameter: segment.name, property: propertyAt(seen.pointer) }];
    const property = besideId(
      shapes,
      shape,
      { resource, name: segment.name },
      ownerProperty(shapes, shape, segments, at) ??
        describedLike({ shapes, paths }, shape, operation, { resource, name: segment.name }),
    );
    const same = counterpart(home, segments, at) ?? lone(home, segments, at, parameter);
    return [
      {
        parameter: segment.name,
        ...(same === undefined ? {} : { home: same }),
        ...(property === undefined ? {} : { property }),
      },
    ];
  });
  return {
    ...(parameter === undefined ? {} : { id: idAt(shapes, paths, operation, { resource, parameter, seen }) }),
    ...(scope.length === 0 ? {} : { scope: withoutRepeated(scope) }),
  };
}

/** Each property repeats one parameter only: of `/repositories/{owner}/{slug}/issues`, the `repository` of an issue is that of the innermost. */
function withoutRepeated(scope: readonly ScopeParameter[]): readonly ScopeParameter[] {
  return scope.map((each, at) => {
    const { property, ...others } = each;
    const isRepeated = property !== undefined && scope.slice(at + 1).some((inner) => inner.property === property);
    return isRepeated ? others : each;
  });
}

/** A parameter of a path that names a parent of a resource. */
interface ParentParameter {
  readonly resource: Resource;
  readonly name: string;
}

/**
 * The only property that is described as the parameter of a parent is: `email_id` of a note, “The MD5 hash of the member's email address.”, which is what
 * `{subscriber_hash}` is.
 */
function describedLike(
  { shapes, paths }: { readonly shapes: Shapes; readonly paths: PathMap },
  shape: Shape,
  { parameters }: Operation,
  { resource: { id, collectionPath }, name }: ParentParameter,
): string | undefined {
  const text = parameters.find((each) => each.in === 'path' && each.name === name)?.description ?? '';
  const [first = ''] = sentencesIn(text);
  if (wordsOf(first).length < FEWEST_WORDS) return undefined;
  const those = [...shape.properties].filter(([each, schema]) => {
    const { root } = shapes.of(schema);
    const [own = ''] = sentencesIn(typeof root === 'object' ? (root.description ?? '') : '');
    return each !== id?.property && isScalar(shapes, schema) && inWords(own) === inWords(first);
  });
  // What a client chooses is another one: the receiver of a message at `/users/{id}/messages`.
  const creates = paths.groups.get(pathKey(segmentsOf(collectionPath ?? '')))?.collection ?? [];
  const isChosen = (property: string): boolean =>
    creates.some((each) => {
      const sent = each.method === 'POST' ? shapes.maybe(requestSchema(each)) : undefined;
      if (sent === undefined || !sent.properties.has(property)) return false;
      return sent.root !== shape.root || sent.required.has(property);
    });
  const [only, ...others] = those.map(([each]) => each);
  return others.length > 0 || only === undefined || isChosen(only) ? undefined : only;
}

/** A shorter description may be that of several things: `The unique id.` */
const FEWEST_WORDS = 5;

const inWords = (sentence: string): string => wordsOf(sentence).join(' ');

/**
 * The property that repeats the name of a parent, where the property called so is the id of the entity: `primary_account_api_key`
 * for the `{api_key}` above subaccounts, whose own id is `api_key`.
 */
function besideId(
  shapes: Shapes,
  { properties }: Shape,
  { resource: { id }, name }: ParentParameter,
  found: string | undefined,
): string | undefined {
  if (found === undefined || found !== id?.property || name === id.parameter) return found;
  const longer = [...properties].filter(
    ([each, schema]) => each !== found && plain(each).endsWith(plain(name)) && isScalar(shapes, schema),
  );
  return longer.length === 1 ? longer[0]?.[0] : undefined;
}

/** The parameter that names an entity of a resource. */
interface ItemParameter {
  readonly resource: Resource;
  readonly parameter: string;
  readonly seen: View | undefined;
}

function idAt(
  shapes: Shapes,
  paths: PathMap,
  operation: Operation,
  { resource, parameter, seen }: ItemParameter,
): ResourceId {
  const own = paths.groupOf(operation)?.word ?? wordBefore(operation, parameter);
  const word = seen?.kind === 'facet' ? seen.at.word : own;
  const found = identify(shapes, shapes.of(resource.schema), { parameters: operation.parameters, parameter, word });
  if (seen?.kind === 'lookup') return { parameter, schema: found.schema, property: propertyAt(seen.pointer) };
  const theirs = resource.id;
  // The user may have corrected the resource's id; an equal parameter then has the same meaning.
  const property =
    theirs !== undefined && theirs.parameter === parameter
      ? theirs.property
      : found.pointer && propertyAt(found.pointer);
  const schema = theirs !== undefined && property === theirs.property ? theirs.schema : found.schema;
  // If this path has more alternatives for the id than the resource's own, the id is still the
  // resource's.
  const itself = isOwnPath(operation, resource) && property !== theirs?.property ? theirs?.property : undefined;
  const also = [...(found.also?.map(propertyAt) ?? []), ...(itself === undefined ? [] : [itself])];
  return {
    parameter,
    schema,
    ...(property === undefined ? {} : { property }),
    ...(also.length === 0 ? {} : { also }),
    ...(takesSeveral(shapes, operation, parameter, own) ? { several: true } : {}),
  };
}

/** Whether a path takes the requests for the items of a resource, by whatever name: `/clients/{name}` beside `/clients/{id}`. */
const isOwnPath = ({ path }: Operation, { itemPath }: Resource): boolean =>
  itemPath !== undefined && pathKey(segmentsOf(path)) === pathKey(segmentsOf(itemPath));

const SAYS_SEVERAL =
  /\b(?:comma|coma)[- ](?:separated|delimited)\b|\b(?:separated|delimited) (?:by|with) (?:a )?commas?\b/i;

/** Whether a path takes the ids of several entities: by the name, the type or the description of its parameter. */
function takesSeveral(shapes: Shapes, { parameters }: Operation, parameter: string, word: string): boolean {
  const own = parameters.find(({ in: at, name }) => at === 'path' && name === parameter);
  const root = shapes.maybe(own?.schema)?.root;
  if (typeof root === 'object' && [root.type].flat().includes('array')) return true;
  const described = `${own?.description ?? ''} ${typeof root === 'object' ? (root.description ?? '') : ''}`;
  return nameOfOne(parameter, word) !== undefined || SAYS_SEVERAL.test(described);
}

/** The literal in front of a parameter of the path. */
function wordBefore({ path }: Operation, parameter: string): string {
  const segments = segmentsOf(path);
  const before = segments[segments.findIndex((s) => s.kind === 'parameter' && s.name === parameter) - 1];
  return before?.kind === 'literal' ? before.text : '';
}

/** Parameter names without a meaning of their own. */
const ANYBODYS = new Set(['id', 'uuid', 'guid', 'sid', 'key', 'slug', 'name', 'code', 'identifier', 'number']);

/** The parameter of the resource's own path after the same word, or with the same name. */
function counterpart(home: readonly Segment[], segments: readonly Segment[], at: number): string | undefined {
  const segment = segments[at];
  const before = segments[at - 1];
  if (segment?.kind !== 'parameter') return undefined;
  const behind = home.findIndex(
    (s, i) =>
      s.kind === 'parameter' &&
      before?.kind === 'literal' &&
      home[i - 1]?.kind === 'literal' &&
      sameWord(home[i - 1], before),
  );
  // `{id}` after another word is the id of something else.
  const isSameNamed = (i: number): boolean =>
    !ANYBODYS.has(plain(segment.name)) || before?.kind !== 'literal' || home[i - 1]?.kind !== 'literal';
  const found =
    behind >= 0
      ? home[behind]
      : home.find((s, i) => s.kind === 'parameter' && plain(s.name) === plain(segment.name) && isSameNamed(i));
  return found?.kind === 'parameter' ? found.name : undefined;
}

/**
 * Two parameters are the same if each is the only one before the id: `{owner}` of `/repos/{owner}/{repo}`
 * and `{org}` of `/orgs/{org}/repos`.
 */
function lone(
  home: readonly Segment[],
  segments: readonly Segment[],
  at: number,
  id: string | undefined,
): string | undefined {
  const others = segments.filter((s) => s.kind === 'parameter' && s.name !== id);
  const parameters = home.filter((s) => s.kind === 'parameter');
  const [only] = parameters;
  const isLone = id !== undefined && others.length === 1 && parameters.length === 1 && at === segments.length - 2;
  return isLone && segments.at(-1)?.kind === 'parameter' && only?.kind === 'parameter' ? only.name : undefined;
}

function sameWord(a: Segment | undefined, b: Segment): boolean {
  return a?.kind === 'literal' && b.kind === 'literal' && clusterKey(a.text) === clusterKey(b.text);
}
