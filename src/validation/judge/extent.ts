import { stringifyJson } from '../../wire/index.ts';
import type { ValidationPlan } from './operation-plan.ts';

/** The size of an operation's schemas in characters, with all definitions, each counted once. */
export type ExtentOf = (plan: ValidationPlan) => number;

/** Operations of one document share definitions, each of which is measured once. */
export function createExtent(): ExtentOf {
  const sizes = new WeakMap<object, number>();
  const sizeOf = (node: object): number => {
    // A node contains JSON and large integers.
    const size = sizes.get(node) ?? stringifyJson(node as never).length;
    sizes.set(node, size);
    return size;
  };
  return ({ schemas }) => {
    const nodes = new Set<object>();
    for (const { copy } of schemas)
      for (const node of copy.copier.reachedDefs(copy.root))
        if (typeof node === 'object' && node !== null) nodes.add(node);
    let extent = 0;
    for (const node of nodes) extent += sizeOf(node);
    return extent;
  };
}
