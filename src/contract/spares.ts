import type { Resource } from '../resources/index.ts';
import type { Found } from './found.ts';
import { getOr } from './get-or.ts';

/** Items of our own that are sound and that nobody has any use for, so that who needs one for himself need not make it. */
export interface Spares {
  leave(resource: Resource, item: Found): void;
  /** The one that was left first; it is nobody else's any more. */
  take(resource: Resource): Found | undefined;
}

export function createSpares(): Spares {
  const left = new Map<Resource, Found[]>();
  return {
    leave(resource, item) {
      if (!item.ours || !item.proven) return;
      getOr(left, resource, () => []).push(item);
    },
    take: (resource) => left.get(resource)?.shift(),
  };
}
