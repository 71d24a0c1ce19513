import { wait } from '../steps.ts';
import { presented } from './present.ts';
import {
  addressed,
  collectionAt,
  materialises,
  notFound,
  preconditionFailure,
  type RoleAnswer,
  success,
} from './role.ts';

/** Takes an entity away; asking again is 404. A body is sent only where one is documented. */
export const remove: RoleAnswer = function* remove(parts, asked, place, tx) {
  const found = yield* addressed(asked, place, tx);
  if (found === undefined) return undefined;
  const { key, entity } = found;
  if (entity === undefined) {
    return materialises(parts, asked, place)
      ? { response: presented(parts, asked, place, success(asked), { key, value: {}, version: 0 }) }
      : notFound(asked, place, key);
  }
  const failed = preconditionFailure(asked, entity);
  if (failed !== undefined) return failed;
  yield* wait(collectionAt(tx, place).delete(key));
  return { response: presented(parts, asked, place, success(asked), entity) };
};
