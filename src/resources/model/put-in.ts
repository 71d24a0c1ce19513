import { wordsOf } from '../../spec/index.ts';
import type { Resource, ResourceModel } from './model.ts';

/** Whether a resource is at the top, or below the same item as another one: messages beside the pins of a channel. */
function isBeside(target: Resource | undefined, { parent, collectionPath = '' }: Resource): boolean {
  if (target?.parent === undefined) return true;
  const above = collectionPath.slice(0, collectionPath.lastIndexOf('/'));
  return target.parent.resource === parent?.resource && target.collectionPath?.startsWith(`${above}/`) === true;
}

/**
 * The resource of the records linked in a nested collection: users for `{userId}` of a member, categories
 * for `{categoryId}` of a product's categories.
 */
export function putInto(resource: Resource, model: ResourceModel): Resource | undefined {
  if (resource.parent === undefined || resource.id?.property === undefined) return undefined;
  const words = wordsOf(resource.id.parameter);
  const isNamed = words.length > 1 && ['id', 'uuid', 'key'].includes(words.at(-1) ?? '');
  const named = isNamed ? words.slice(0, -1) : [];
  // `target_user` is a user.
  const shorter = named.map((_, from) => named.slice(from).join('_'));
  const target = (isNamed ? shorter : [resource.name.split('.').at(-1) ?? ''])
    .map((word) => model.meant(word))
    .find((found) => found !== undefined);
  return target === resource || !isBeside(target, resource) ? undefined : target;
}
