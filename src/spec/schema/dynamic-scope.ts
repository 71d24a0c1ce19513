import type { FileSet } from '../model/file-set.ts';
import { once } from '../model/memoize.ts';
import { baseOf, childrenOf, enterResource, type NodeLocation } from '../model/node-location.ts';
import { isRaw, member, textOf } from '../model/raw.ts';
import { walkObjects } from '../model/walk.ts';
import type { Resolver } from './resolve.ts';

/**
 * The dynamic anchors in effect at a place (JSON Schema 2020-12 Core §8.2.3.2): for each name the outermost
 * schema that declares it.
 */
export type DynamicScope = ReadonlyMap<string, NodeLocation>;

/** Resolves `$dynamicRef` in advance: a schema that uses one is converted once for each scope. */
export interface DynamicScopes {
  /**
   * The scope inside a schema that is entered by a reference, or from outside all schemas; `undefined` if
   * nothing in it depends on one.
   */
  enter(target: NodeLocation, from: DynamicScope | undefined): DynamicScope | undefined;
  /** The scope of a nested schema: a resource of its own declares its own anchors. */
  inside(place: NodeLocation): DynamicScope | undefined;
  /** The target of a `$dynamicRef` or `$recursiveRef`. */
  resolve(reference: string, from: NodeLocation): NodeLocation | undefined;
  /** A string that identifies a scope. */
  keyOf(scope: DynamicScope | undefined): string;
}

export function createDynamicScopes(files: FileSet, resolver: Resolver): DynamicScopes {
  // Documents without dynamic anchors, which are rare, skip this work.
  const used = once(() => files.files.some((file) => DECLARATIONS.some((keyword) => file.mentions(keyword))));
  const needs = new WeakMap<object, ReadonlySet<string>>();
  const needsOf = (place: NodeLocation): ReadonlySet<string> => {
    if (!isRaw(place.node)) return new Set();
    const known = needs.get(place.node) ?? namesUsedBy(place, resolver);
    needs.set(place.node, known);
    return known;
  };
  const within = new Map<string, readonly Anchor[]>();
  const anchorsIn = (start: NodeLocation): readonly Anchor[] => {
    const name = files.nameOf(start);
    const known = within.get(name) ?? anchorsWithin(start);
    within.set(name, known);
    return known;
  };
  /** Anchors of the surrounding resource and of the schema itself; of a repeated name the last one counts. */
  const anchorsOf = (place: NodeLocation): readonly Anchor[] => {
    const root = enterResource(enterResource(place).resource?.place ?? place);
    return [...anchorsIn(root), ...anchorsIn(place), ...anchorAt(root), ...anchorAt(place)];
  };
  const keyOf = (scope: DynamicScope | undefined): string =>
    scope === undefined
      ? ''
      : [...scope]
          .map(([name, place]) => `${name}=${files.nameOf(place)}`)
          .sort()
          .join('&');
  const enter = (target: NodeLocation, from: DynamicScope | undefined): DynamicScope | undefined => {
    if (!used()) return undefined;
    const needed = needsOf(target);
    if (needed.size === 0) return undefined;
    const scope = new Map([...anchorsOf(target), ...(from ?? [])]);
    const relevant = [...scope].filter(([name]) => needed.has(name));
    return relevant.length === 0 ? undefined : new Map(relevant);
  };
  return {
    keyOf,
    enter,
    inside: (place) => (textOf(place.node, '$id') === undefined ? place.scope : enter(place, place.scope)),
    resolve: (reference, from) => {
      const initial = resolver.resolve(reference, from);
      const name = reference.slice(reference.indexOf('#') + 1);
      return anchorOf(initial?.node) === name ? (from.scope?.get(name) ?? initial) : initial;
    },
  };
}

const DECLARATIONS = ['$dynamicAnchor', '$recursiveAnchor'];

/** The name of a dynamic anchor. 2019-09 has one without a name, for whole resources (Core §8.2.4.2). */
function anchorOf(node: unknown): string | undefined {
  return textOf(node, '$dynamicAnchor') ?? (member(node, '$recursiveAnchor') === true ? '' : undefined);
}

type Anchor = readonly [name: string, place: NodeLocation];

function anchorAt(place: NodeLocation): readonly Anchor[] {
  const name = anchorOf(place.node);
  return name === undefined ? [] : [[name, { ...place, scope: undefined }]];
}

/** Dynamic anchors inside a schema, except for those of nested resources. */
function anchorsWithin(start: NodeLocation): readonly Anchor[] {
  const found: Anchor[] = [];
  walkObjects(start, (inside) => {
    if (baseOf(inside) === baseOf(start)) found.push(...anchorAt(inside));
  });
  return found;
}

/** Names of all dynamic references that can be reached from a schema. */
function namesUsedBy(start: NodeLocation, resolver: Resolver): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const waiting = [start];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (typeof place.node !== 'object' || place.node === null || seen.has(place.node)) continue;
    seen.add(place.node);
    const dynamic = textOf(place.node, '$dynamicRef') ?? textOf(place.node, '$recursiveRef');
    if (dynamic !== undefined) names.add(dynamic.slice(dynamic.indexOf('#') + 1));
    const reference = textOf(place.node, '$ref');
    const target = reference === undefined ? undefined : resolver.resolve(reference, place);
    if (target !== undefined) waiting.push(target);
    for (const [, child] of childrenOf(place)) waiting.push(child);
  }
  return names;
}
