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
  const word = isNamed ? words.slice(0, -1).join('_') : (resource.name.split('.').at(-1) ?? '');
  const target = model.meant(word);
  return target === resource || target?.parent !== undefined ? undefined : target;
}
