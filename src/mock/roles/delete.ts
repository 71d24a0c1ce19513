import { wait } from '../steps.ts';
import { presented } from './present.ts';
import { materialises } from './read.ts';
import { belongs, collectionAt, keyIn, notFound, preconditionFailure, type RoleAnswer, success } from './role.ts';

/** Takes an entity away; asking again is 404. A body is sent only where one is documented. */
export const remove: RoleAnswer = function* remove(parts, asked, place, tx) {
  const key = keyIn(asked, place);
  if (key === undefined) return undefined;
  const collection = collectionAt(tx, place);
  const entity = yield* wait(collection.get(key));
  const choice = success(asked);
  if (!belongs(place, entity)) {
    if (
      entity !== undefined ||
      !materialises(parts.options.unknown, place.resource.enumerable && !place.resource.singleton)
    )
      return notFound(place, key);
    return { response: presented(parts, asked, place, choice, { key, value: {}, version: 0 }) };
  }
  const failed = preconditionFailure(asked, entity);
  if (failed !== undefined) return failed;
  yield* wait(collection.delete(key));
  return { response: presented(parts, asked, place, choice, entity) };
};
