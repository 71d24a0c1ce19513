import { wordsOf } from '../../spec/index.ts';
import type { Resource, ResourceModel } from './model.ts';

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
  return target === resource || target?.parent !== undefined ? undefined : target;
}
