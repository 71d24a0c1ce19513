import { decodePercent, parsePointer } from '../../wire/index.ts';
import type { FileSet } from '../model/file-set.ts';
import { baseOf, childOf, enterResource, type NodeLocation, resolveUri, rootOf } from '../model/node-location.ts';
import { isRaw, textOf } from '../model/raw.ts';
import type { ResourceIndex } from './id-index.ts';

/** Follows references between places of a document. */
export interface Resolver {
  /** One step; `undefined` if the reference is broken. */
  resolve(reference: string, from: NodeLocation): NodeLocation | undefined;
  /**
   * Follows references until there is no `$ref`. For Reference Objects; in schemas a `$ref` may have
   * siblings.
   */
  follow(place: NodeLocation): FollowedReference;
}

export type FollowedReference =
  | { readonly kind: 'found'; readonly place: NodeLocation }
  | { readonly kind: 'missing'; readonly reference: string; readonly at: NodeLocation }
  | { readonly kind: 'loop'; readonly references: readonly string[]; readonly at: NodeLocation };

/** Limits for references inside the pointer of a reference: depth and total number. */
const MOST_OPEN = 100;
const MOST_HOPS = 100_000;

export function createResolver(files: FileSet, resources: () => ResourceIndex): Resolver {
  /** The target of each object with a `$ref`, so that no chain is followed once for each of its links. */
  const arrivals = new WeakMap<object, FollowedReference>();
  /**
   * Objects whose `$ref` is being resolved, outermost first. A pointer through one of them would be
   * circular.
   */
  const open = new Set<object>();
  const reentered = new WeakSet<object>();
  let hops = 0;

  const resolve = (reference: string, from: NodeLocation): NodeLocation | undefined => {
    const hash = reference.indexOf('#');
    const uri = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = decodePercent(hash < 0 ? '' : reference.slice(hash + 1));
    if (fragment === undefined) return undefined;
    const roots = rootsOf(uri, from);
    for (const root of roots) {
      const found = within(root, fragment);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const rootsOf = (uri: string, from: NodeLocation): readonly NodeLocation[] => {
    // In many documents `#/components/…` means the file, even inside a schema with an `$id`.
    if (uri === '') return from.resource === undefined ? [rootOf(from.file)] : [from.resource.place, rootOf(from.file)];
    const target = resolveUri(uri, baseOf(from));
    const byId = resources().at(target);
    if (byId !== undefined) return [byId];
    const file = files.at(target) ?? files.at(resolveUri(uri, from.file.location));
    return file === undefined ? [] : [rootOf(file)];
  };

  const within = (root: NodeLocation, fragment: string): NodeLocation | undefined => {
    if (fragment !== '' && !fragment.startsWith('/')) return resources().anchor(root, fragment);
    const tokens = parsePointer(fragment);
    if (tokens === undefined) return undefined;
    let place = enterResource(root);
    for (const token of tokens) {
      const next = step(place, token);
      if (next === undefined) return undefined;
      place = next;
    }
    return place;
  };

  /** A pointer may pass a Path Item or component that is itself a reference. */
  const step = (place: NodeLocation, token: string): NodeLocation | undefined => {
    if (Array.isArray(place.node) && !/^(?:0|[1-9]\d*)$/.test(token)) return undefined;
    const child = childOf(place, token);
    if (child.node !== undefined) return child;
    if (textOf(place.node, '$ref') === undefined) return undefined;
    const followed = follow(place);
    if (followed.kind !== 'found') return undefined;
    const beyond = childOf(followed.place, token);
    return beyond.node === undefined ? undefined : beyond;
  };

  const follow = (start: NodeLocation): FollowedReference => {
    const isOutermost = open.size === 0;
    if (isOutermost) hops = 0;
    const passed: object[] = [];
    const followed = chase(start, passed);
    // A loop inside another reference may be one only from there.
    if (isOutermost || followed.kind === 'found') for (const node of passed) arrivals.set(node, followed);
    return followed;
  };

  const chase = (start: NodeLocation, passed: object[]): FollowedReference => {
    const seen = new Set<unknown>();
    const references: string[] = [];
    let place = start;
    for (;;) {
      const { node } = place;
      const reference = textOf(node, '$ref');
      if (reference === undefined || !isRaw(node)) return { kind: 'found', place };
      const known = arrivals.get(node);
      if (known !== undefined) return known.kind === 'loop' ? { ...known, at: start } : known;
      references.push(reference);
      if (seen.has(node) || open.has(node)) {
        reentered.add(node);
        return { kind: 'loop', references, at: start };
      }
      if (open.size >= MOST_OPEN || ++hops > MOST_HOPS) return { kind: 'loop', references, at: start };
      seen.add(node);
      passed.push(node);
      open.add(node);
      const next = resolve(reference, place);
      open.delete(node);
      if (next === undefined)
        return reentered.has(node)
          ? { kind: 'loop', references, at: start }
          : { kind: 'missing', reference, at: place };
      place = next;
    }
  };

  return { resolve, follow };
}
