import type { FileSet } from '../model/file-set.ts';
import { childOf, type NodeLocation, rootOf } from '../model/node-location.ts';
import { isRaw, type Raw } from '../model/raw.ts';
import { arrivesNowhere, leadsBack } from '../source/refused-reference.ts';
import type { DynamicScopes } from './dynamic-scope.ts';
import type { Resolver } from './resolve.ts';

/**
 * The targets of schema references, each with one name: `#/components/schemas/Pet`, or
 * `schemas/pet.yaml#/Pet` in another file.
 */
export interface SchemaTargets {
  /** The name of a reference's target; `undefined` (and a diagnostic) if it is broken. */
  follow(place: NodeLocation, keyword: string, reference: string): string | undefined;
  /** A discriminator with such names in its mappings. */
  mapped(discriminator: Raw, at: NodeLocation): Raw;
  /** The place of a name, or of a reference that a user wrote. */
  find(name: string): NodeLocation | undefined;
  /** All names given so far. */
  names(): readonly string[];
}

export interface SchemaTargetsDependencies {
  readonly files: FileSet;
  readonly resolver: Resolver;
  readonly scopes: DynamicScopes;
  readonly error: (place: NodeLocation, code: string, message: string) => void;
}

export function createSchemaTargets({ files, resolver, scopes, error }: SchemaTargetsDependencies): SchemaTargets {
  const places = new Map<string, NodeLocation>();

  const nameOf = (target: NodeLocation, from: NodeLocation['scope']): string => {
    const place = { ...target, scope: scopes.enter(target, from) };
    const pointer = place.file === files.entry ? `#${place.pointer}` : files.nameOf(place);
    const scope = scopes.keyOf(place.scope);
    const name = scope === '' ? pointer : `${pointer}?${scope}`;
    if (!places.has(name)) places.set(name, place);
    return name;
  };

  /** A name without a path is that of a component (OpenAPI 3.1 §4.8.25). */
  const mappedName = (value: string, at: NodeLocation): string => {
    const component = /^[\w.-]+$/.test(value) ? `#/components/schemas/${value}` : undefined;
    const byName = component === undefined ? undefined : resolver.resolve(component, rootOf(files.entry));
    const target = byName ?? resolver.resolve(value, at);
    if (target !== undefined) return nameOf(target, undefined);
    error(at, 'unresolvable-reference', arrivesNowhere(files, value));
    return value;
  };

  return {
    names: () => [...places.keys()],
    follow: (place, keyword, reference) => {
      const at = childOf(place, keyword);
      const target = keyword !== '$ref' ? scopes.resolve(reference, place) : resolver.resolve(reference, place);
      const followed = resolver.follow(target ?? place);
      if (followed.kind === 'loop' && (target !== undefined || keyword === '$ref'))
        error(at, 'reference-loop', leadsBack(followed.references));
      else if (target === undefined) error(at, 'unresolvable-reference', arrivesNowhere(files, reference));
      else return nameOf(target, place.scope);
      return undefined;
    },
    mapped: (discriminator, at) => {
      const mapping: Record<string, unknown> = Object.create(null);
      const given = isRaw(discriminator['mapping']) ? discriminator['mapping'] : {};
      for (const [name, value] of Object.entries(given))
        mapping[name] = mappedName(String(value), childOf(childOf(at, 'mapping'), name));
      const fallback = discriminator['defaultMapping'];
      return {
        ...discriminator,
        ...('mapping' in discriminator ? { mapping } : {}),
        ...(typeof fallback === 'string'
          ? { defaultMapping: mappedName(fallback, childOf(at, 'defaultMapping')) }
          : {}),
      };
    },
    find: (name) => {
      const known = places.get(name);
      if (known !== undefined) return known;
      const place = resolver.resolve(name, rootOf(files.entry));
      if (place === undefined) return undefined;
      const entered = { ...place, scope: scopes.enter(place, undefined) };
      places.set(name, entered);
      return entered;
    },
  };
}
