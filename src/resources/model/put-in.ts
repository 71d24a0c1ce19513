import { type Operation, operationTexts, wordsOf } from '../../spec/index.ts';
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
  const word = resource.name.split('.').at(-1) ?? '';
  // `{envKey}` of `/environments/{envKey}` is short for an environment.
  const isShort = named.length === 1 && (named[0]?.length ?? 0) > 2 && word.startsWith(named[0] ?? '');
  const target = (isNamed ? [...shorter, ...(isShort ? [word] : [])] : [word])
    .map((each) => model.meant(each))
    .find((found) => found !== undefined);
  return target === resource || !isBeside(target, resource) ? undefined : target;
}

/**
 * Whether a PUT may put an item into a collection below another item, under a key that clients choose (`/documents/{id}/permissions/{principal}`): a
 * 404 that does not name the item is about the one above.
 */
export function isKeyOfClients({ parameters, responses }: Operation, { id, parent, singular }: Resource): boolean {
  if (id?.property === undefined || parent === undefined) return false;
  const own = parameters.find((each) => each.in === 'path' && each.name === id.parameter)?.schema;
  const isPlain = typeof own === 'object' && own.type === 'string' && own.format === undefined;
  if (!isPlain || /(?:id|uuid|guid|number|no)$/i.test(id.parameter)) return false;
  const word = singular.split(' ').at(-1)?.toLowerCase() ?? '';
  return responses.every(
    ({ status, description = '' }) => status !== '404' || !description.toLowerCase().includes(word),
  );
}

/** Whether the texts of an operation say that it creates what is not there: `Add or update a member`, `Updates or creates the record`. */
export function saysAddOrUpdate(operation: Operation): boolean {
  return operationTexts(operation).some((text) => SAYS_EITHER.test(text));
}

const SAYS_EITHER =
  /\b(?:adds?|creates?|inserts?) (?:\w+ )?or (?:updates?|replaces?|modif(?:y|ies))\b|\b(?:updates?|replaces?) or (?:adds?|creates?|inserts?)\b|\bupserts?\b/i;
