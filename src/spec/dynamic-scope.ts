import type { FileSet } from './file-set.ts';
import { once } from './once.ts';
import { childOf, childrenOf, enterResource, type Place } from './place.ts';
import { isRaw, textOf } from './raw.ts';
import type { Resolver } from './resolve.ts';

/** The dynamic anchors that count at a place (JSON Schema 2020-12 Core §8.2.3.2): for each name the outermost schema that declares it. */
export type DynamicScope = ReadonlyMap<string, Place>;

/** Works `$dynamicRef` out ahead of time: a schema that uses one is converted once for each scope that it is used in. */
export interface DynamicScopes {
  /** The scope inside a schema that is entered by a reference, or from outside all schemas; `undefined` where nothing in it depends on one. */
  enter(target: Place, from: DynamicScope | undefined): DynamicScope | undefined;
  /** What a `$dynamicRef` means. */
  resolve(reference: string, from: Place): Place | undefined;
  /** Text that tells scopes apart. */
  keyOf(scope: DynamicScope | undefined): string;
}

export function createDynamicScopes(files: FileSet, resolver: Resolver): DynamicScopes {
  // Hardly any document has dynamic anchors, and those without pay nothing.
  const used = once(() => files.files.some((file) => file.text === '' || file.text.includes('$dynamicAnchor')));
  const needs = new WeakMap<object, ReadonlySet<string>>();
  const needsOf = (place: Place): ReadonlySet<string> => {
    if (!isRaw(place.node)) return new Set();
    const known = needs.get(place.node) ?? namesUsedBy(place, resolver);
    needs.set(place.node, known);
    return known;
  };
  const keyOf = (scope: DynamicScope | undefined): string =>
    scope === undefined
      ? ''
      : [...scope]
          .map(([name, place]) => `${name}=${files.nameOf(place)}`)
          .sort()
          .join('&');
  return {
    keyOf,
    enter: (target, from) => {
      if (!used()) return undefined;
      const needed = needsOf(target);
      if (needed.size === 0) return undefined;
      const scope = new Map([...anchorsOf(target), ...(from ?? [])]);
      const relevant = [...scope].filter(([name]) => needed.has(name));
      return relevant.length === 0 ? undefined : new Map(relevant);
    },
    resolve: (reference, from) => {
      const initial = resolver.resolve(reference, from);
      const name = reference.slice(reference.indexOf('#') + 1);
      return textOf(initial?.node, '$dynamicAnchor') === name ? (from.scope?.get(name) ?? initial) : initial;
    },
  };
}

/** Dynamic anchors of the schema itself, then of its `$defs`, those apart that are resources of their own. */
function anchorsOf(place: Place): readonly (readonly [string, Place])[] {
  const root = enterResource(place).resource?.place ?? place;
  const definitions = [place, root]
    .flatMap((each) => childrenOf(childOf(each, '$defs')).map(([, child]) => child))
    .filter(({ node }) => textOf(node, '$id') === undefined);
  // Of a name that stands twice the last entry counts.
  return [...definitions, root, place].flatMap((candidate) => {
    const name = textOf(candidate.node, '$dynamicAnchor');
    return name === undefined ? [] : [[name, { ...candidate, scope: undefined }] as const];
  });
}

/** Names of all `$dynamicRef`s that can be reached from a schema. */
function namesUsedBy(start: Place, resolver: Resolver): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const waiting = [start];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (typeof place.node !== 'object' || place.node === null || seen.has(place.node)) continue;
    seen.add(place.node);
    const dynamic = textOf(place.node, '$dynamicRef');
    if (dynamic !== undefined) names.add(dynamic.slice(dynamic.indexOf('#') + 1));
    const reference = textOf(place.node, '$ref');
    const target = reference === undefined ? undefined : resolver.resolve(reference, place);
    if (target !== undefined) waiting.push(target);
    for (const [, child] of childrenOf(place)) waiting.push(child);
  }
  return names;
}
