import { childrenOf, type NodeLocation } from '../model/node-location.ts';
import { isRaw, type Raw } from '../model/raw.ts';
import { soleTarget } from './overlap.ts';
import type { Resolver } from './resolve.ts';

/**
 * Branches of a `oneOf` that a discriminator's mapping distinguishes (OpenAPI 3.1 §4.8.25), each with its
 * names: a value that fits two of them belongs to the mapped one. A branch that fixes its own name is
 * unchanged.
 */
export function decidedBranches(
  resolver: Resolver,
  oneOf: NodeLocation,
  branches: readonly unknown[],
  discriminator: Raw,
): readonly unknown[] {
  const { propertyName, mapping } = discriminator;
  if (typeof propertyName !== 'string' || !isRaw(mapping)) return branches;
  const sources = childrenOf(oneOf);
  return branches.map((branch, index) => {
    const reference = isRaw(branch) ? branch['$ref'] : undefined;
    const names = Object.keys(mapping).filter((name) => mapping[name] === reference);
    const source = sources[index]?.[1];
    return names.length === 0 || source === undefined || !leavesOpen(resolver, source, propertyName)
      ? branch
      : { allOf: [branch, { properties: { [propertyName]: { enum: names } } }] };
  });
}

/** Whether a branch allows any string for the property. */
function leavesOpen(resolver: Resolver, branch: NodeLocation, name: string): boolean {
  const node = soleTarget(resolver, branch)?.node;
  const properties = isRaw(node) ? node['properties'] : undefined;
  const own = isRaw(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isRaw(own) && own['type'] === 'string' && own['enum'] === undefined && own['const'] === undefined;
}
