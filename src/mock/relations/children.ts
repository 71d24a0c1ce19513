import type { Resource } from '../../resources/index.ts';
import type { MockContext } from '../model/context.ts';
import type { Child } from '../model/shown-child.ts';
import { innermostOf } from './innermost-resource.ts';

/** The resources nested in this one, without itself. */
export function childResourcesOf({ model }: MockContext, resource: Resource): readonly Child[] {
  return model.resources.filter(
    (child): child is Child => child.parent?.resource === resource.name && child !== resource,
  );
}

/**
 * Whether the children of all parents are one collection: `/releases/{id}/assets` beside
 * `/assets/{assetId}`.
 */
export function isShared(mock: MockContext, child: Resource): boolean {
  const names = [child.parent?.parameter, innermostOf(mock, child)];
  return !mock.pathScopesOf(child).some(({ parameter }) => names.includes(parameter));
}
