import type { Api, Operation } from '../spec/index.ts';
import { ownerProperty } from './build.ts';
import { buildCluster, type Cluster, type ClusterSources } from './clusters.ts';
import { correctionOf } from './corrections.ts';
import { type Draft, draftCollection, draftItem, unknown } from './drafts.ts';
import { gather, identify, listIn } from './evidence.ts';
import { forced } from './forced.ts';
import { readListing } from './listing.ts';
import type { Corrections, Resource, ResourceId, ResourceModel, Role, ScopeParameter } from './model.ts';
import {
  depthOf,
  keyOf,
  mapPaths,
  type PathGroup,
  type PathMap,
  parametersOf,
  type Segment,
  segmentsOf,
} from './paths.ts';
import { propertyAt } from './pointers.ts';
import { isCalled, readRelations } from './relations.ts';
import { createShapes, type Shapes } from './shape.ts';
import { findView, groupInFront, lastParameter, type View } from './views.ts';
import { clusterKey, plain } from './words.ts';

/**
 * Sees the resources of an Api. Lazy: paths are sorted at once, an operation is built when its role, or that of one
 * with the same word in its path, is first asked for; `resources` builds all. Corrections win over `x-standin-*` extensions.
 */
export function inferResources(api: Api, corrections?: Corrections): ResourceModel {
  const shapes = createShapes(api);
  const paths = mapPaths(api.operations);
  const evidence = remember((group: PathGroup) => gather(shapes, group));
  const view = remember((group: PathGroup): View | undefined => findView(shapes, paths, group, evidence));
  const correction = remember((operation: Operation) => correctionOf(operation, corrections));
  const clusters = new Map<string, Cluster>();
  const cluster = (word: string): Cluster => {
    const key = clusterKey(word);
    const known = clusters.get(key);
    if (known !== undefined) return known;
    const made = buildCluster(word, sources);
    clusters.set(key, made);
    return made;
  };
  const collectionAt = (group: PathGroup): Resource | undefined => cluster(group.word).collectionOf(group)?.resource;
  const named = (name: string): Resource | undefined => {
    const last = name.split('.').at(-1) ?? name;
    const near = [...cluster(name).resources, ...cluster(last).resources].find((resource) => resource.name === name);
    return near ?? declared(name);
  };
  const declared = (name: string): Resource | undefined => {
    const operation = api.operations.find((o) => correction(o).resource === name);
    const group = operation && paths.groupOf(operation);
    return group && cluster(group.word).resources.find((resource) => resource.name === name);
  };
  const sources: ClusterSources = {
    shapes,
    paths,
    correction,
    evidenceOf: evidence,
    viewOf: view,
    isTold: (group) => [...group.collection, ...group.items].some((o) => isStateful(correction(o).role)),
    parentAt: (path) => {
      const depth = depthOf(path);
      const group = depth === undefined ? undefined : paths.groups.get(keyOf(path.slice(0, path.length - depth)));
      return group && collectionAt(group);
    },
    named,
    relations: (resource, shape) =>
      readRelations(shapes, shape, resource, (word, from) => resolve(cluster(word).resources, word, from)),
  };
  const roleOf = remember((operation: Operation): Role => {
    const found = infer(operation);
    const said = correction(operation);
    if (said.role === undefined && said.resource === undefined) return found;
    const resource = said.resource === undefined ? found.resource : named(said.resource);
    return forced(shapes, operation, found, said, resource, (r) => placeOf(operation, r));
  });

  function infer(operation: Operation): Role {
    const group = paths.groupOf(operation);
    if (group === undefined || group.beyond.includes(operation))
      return plainRole(unknown(operation, 'no id can be read off this path'));
    const seen = view(group);
    const other = seen && viaView(operation, group, seen);
    if (other !== undefined) return other;
    const own = cluster(group.word).collectionOf(group);
    const at = own?.evidence ?? evidence(group);
    const continues = paths.continues(`${group.key}/{}`);
    const isItem = group.items.includes(operation);
    const draft = isItem
      ? draftItem(shapes, operation, at, continues)
      : draftCollection(shapes, operation, at, continues);
    const resource =
      draft.on === 'singleton'
        ? cluster(group.word).singletonOf(group)
        : draft.on === 'collection'
          ? own?.resource
          : undefined;
    if (resource === undefined) return aboutNothing(operation, draft);
    const why = [
      ...draft.why,
      ...(own !== undefined && draft.on === 'collection' && own.evidence !== own.family.home ? own.family.why : []),
    ];
    return full(operation, { ...draft, why }, resource, isItem);
  }

  function aboutNothing(operation: Operation, draft: Draft): Role {
    const role = plainRole(draft);
    if (draft.kind !== 'action') return role;
    const group = groupInFront(paths, operation);
    const resource = group && collectionAt(group);
    return resource === undefined ? role : { ...role, resource };
  }

  function viaView(operation: Operation, group: PathGroup, seen: View): Role | undefined {
    const resource = collectionAt(seen.at);
    if (resource === undefined) return undefined;
    const why = [seen.why];
    const draft = draftView(operation, group, seen, why);
    return draft.on === 'nothing'
      ? { ...plainRole(draft), resource }
      : full(operation, draft, resource, seen.kind !== 'list', seen);
  }

  function draftView(operation: Operation, group: PathGroup, seen: View, why: readonly string[]): Draft {
    const there = evidence(seen.at);
    if (seen.kind === 'list')
      return operation.method === 'GET' ? { kind: 'list', on: 'collection', why } : unknown(operation, seen.why);
    if (seen.kind === 'lookup')
      return { kind: 'read', on: 'collection', why, responseEntity: evidence(group).read?.found.pointer ?? '' };
    if (operation.method === 'GET')
      return { kind: 'read', on: 'collection', why, responseEntity: evidence(group).single?.found.pointer ?? '' };
    const draft = draftItem(shapes, operation, there, true);
    if (operation.method !== 'PUT' && operation.method !== 'PATCH') return unknown(operation, seen.why);
    // PUT of a part may change no more than that part: merging what was sent never loses the rest.
    const { keeps: _, ...rest } = draft;
    return draft.on === 'collection' ? { ...rest, kind: 'patch', why: [...why, ...draft.why] } : draft;
  }

  function full(operation: Operation, draft: Draft, resource: Resource, isItem: boolean, seen?: View): Role {
    const { on: _, ...role } = draft;
    const list = role.kind === 'list' ? listIn(shapes, operation, paths.groupOf(operation)?.word ?? '') : undefined;
    return {
      ...role,
      resource,
      ...(list === undefined ? {} : { list: readListing(shapes, operation, list.found, shapes.of(resource.schema)) }),
      ...(draft.on === 'singleton' ? placeOf(operation, resource, false) : placeOf(operation, resource, isItem, seen)),
    };
  }

  function placeOf(
    operation: Operation,
    resource: Resource,
    isItem?: boolean,
    seen?: View,
  ): { id?: ResourceId; scope?: readonly ScopeParameter[] } {
    const item = isItem ?? (paths.groupOf(operation)?.items.includes(operation) === true && !resource.singleton);
    return place(shapes, paths, operation, resource, item, seen);
  }

  let all: readonly Resource[] | undefined;
  return {
    get resources() {
      all ??= [...new Set([...paths.groups.values()].flatMap((group) => cluster(group.word).resources))];
      return all;
    },
    resource: named,
    roleOf,
  };
}

function isStateful(role: string | undefined): boolean {
  return role !== undefined && role !== 'action' && role !== 'none';
}

function plainRole(draft: Draft): Role {
  return { kind: draft.kind, why: draft.why };
}

/** How the path of an operation names the entity (`id`) and what it lives in (`scope`). */
function place(
  shapes: Shapes,
  paths: PathMap,
  operation: Operation,
  resource: Resource,
  isItem: boolean,
  seen: View | undefined,
): { id?: ResourceId; scope?: readonly ScopeParameter[] } {
  const segments = segmentsOf(operation.path);
  const shape = shapes.of(resource.schema);
  const parameter = isItem ? lastParameter(operation) : undefined;
  const home = segmentsOf(
    resource.singleton ? (resource.itemPath ?? '') : (resource.collectionPath ?? resource.itemPath ?? ''),
  );
  const scope = segments.flatMap((segment, at): ScopeParameter[] => {
    if (segment.kind !== 'parameter' || segment.name === parameter) return [];
    const property = ownerProperty(shapes, shape, segments, at);
    const same = counterpart(home, segments, at);
    return [
      {
        parameter: segment.name,
        ...(same === undefined ? {} : { home: same }),
        ...(property === undefined ? {} : { property }),
      },
    ];
  });
  return {
    ...(parameter === undefined ? {} : { id: idAt(shapes, paths, operation, resource, parameter, seen) }),
    ...(scope.length === 0 ? {} : { scope }),
  };
}

function idAt(
  shapes: Shapes,
  paths: PathMap,
  operation: Operation,
  resource: Resource,
  parameter: string,
  seen: View | undefined,
): ResourceId {
  const word = (seen?.kind === 'facet' ? seen.at.word : paths.groupOf(operation)?.word) ?? '';
  const found = identify(shapes, shapes.of(resource.schema), operation.parameters, parameter, word);
  if (seen?.kind === 'lookup') return { parameter, schema: found.schema, property: propertyAt(seen.pointer) };
  const own = resource.id;
  // The resource's own id may have been corrected by a person: the same parameter then means the same.
  const property =
    own !== undefined && own.parameter === parameter ? own.property : found.pointer && propertyAt(found.pointer);
  const schema = own !== undefined && property === own.property ? own.schema : found.schema;
  return { parameter, schema, ...(property === undefined ? {} : { property }) };
}

/** The parameter of the resource's own path that stands behind the same word, or has the same name. */
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
  const found =
    behind >= 0 ? home[behind] : home.find((s) => s.kind === 'parameter' && plain(s.name) === plain(segment.name));
  return found?.kind === 'parameter' ? found.name : undefined;
}

function sameWord(a: Segment | undefined, b: Segment): boolean {
  return a?.kind === 'literal' && b.kind === 'literal' && clusterKey(a.text) === clusterKey(b.text);
}

/** The one resource that a word means from somewhere: the nearest by path, and nobody where two are as near. */
function resolve(resources: readonly Resource[], word: string, from: Resource): Resource | undefined {
  const fitting = resources.filter(
    (resource) => resource.id !== undefined && resource.enumerable && isCalled(resource, word),
  );
  const near = (resource: Resource): number =>
    commonLength(pathOf(resource), pathOf(from)) * 100 - parametersOf(segmentsOf(pathOf(resource))).length;
  const [best, second] = fitting.toSorted((a, b) => near(b) - near(a));
  return best !== undefined && (second === undefined || near(best) > near(second)) ? best : undefined;
}

function pathOf(resource: Resource): string {
  return resource.collectionPath ?? resource.itemPath ?? '';
}

function commonLength(a: string, b: string): number {
  const [x, y] = [segmentsOf(a), segmentsOf(b)];
  const differs = x.findIndex((segment, i) => keyOf([segment]) !== keyOf(y.slice(i, i + 1)));
  return differs < 0 ? x.length : differs;
}

function remember<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as V; // stored under this key, so it is a V
    const value = make(key);
    known.set(key, value);
    return value;
  };
}
