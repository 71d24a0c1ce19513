import type { Resource } from '../../resources/index.ts';
import type { Parts } from '../model/context.ts';
import { innermostOf } from '../seed/seeds.ts';

/** A resource that is nested in another one. */
export type Child = Resource & Required<Pick<Resource, 'parent'>>;

/** The resources that are nested in this one, itself left out. */
export function childrenOf({ model }: Parts, resource: Resource): readonly Child[] {
  return model.resources.filter(
    (child): child is Child => child.parent?.resource === resource.name && child !== resource,
  );
}

/** Whether the children live in one place whatever their parent is: `/releases/{id}/assets` beside `/assets/{assetId}`. */
export function isShared(parts: Parts, child: Resource): boolean {
  const names = [child.parent?.parameter, innermostOf(parts, child)];
  return !parts.homesOf(child).some(({ parameter }) => names.includes(parameter));
}
