import type { Resource } from '../../resources/index.ts';
import { templateNames } from '../../spec/index.ts';
import type { MockContext } from '../model/context.ts';

/** The last parameter of the path above a resource's entities. */
export function innermostOf(parts: MockContext, resource: Resource): string | undefined {
  return resource.collectionPath === undefined
    ? parts.pathScopesOf(resource).at(-1)?.parameter
    : templateNames(resource.collectionPath).at(-1);
}
