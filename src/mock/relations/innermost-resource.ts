import type { Resource } from '../../resources/index.ts';
import { templateNames } from '../../spec/index.ts';
import type { MockContext } from '../model/context.ts';

/** The last parameter of the path above a resource's entities. */
export function innermostOf(mock: MockContext, resource: Resource): string | undefined {
  return resource.collectionPath === undefined
    ? mock.pathScopesOf(resource).at(-1)?.parameter
    : templateNames(resource.collectionPath).at(-1);
}
