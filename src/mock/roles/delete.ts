import { wait } from '../steps.ts';
import { presented } from './present.ts';
import {
  addressed,
  collectionAt,
  markDeleted,
  materialises,
  notFound,
  preconditionFailure,
  type RoleAnswer,
  success,
} from './role.ts';

/** Takes an entity away; asking again is 404, also where ids are materialised. A body is sent only where one is documented. */
export const remove: RoleAnswer = function* remove(parts, asked, place, tx) {
  const found = yield* addressed(asked, place, tx);
  if (found === undefined) return undefined;
  const { key } = found;
  if (found.entity === undefined && !(yield* materialises(parts, asked, found, place, tx)))
    return notFound(asked, place, key);
  const entity = found.entity ?? { key, value: {}, version: 0 };
  const failed = found.entity === undefined ? undefined : preconditionFailure(asked, entity);
  if (failed !== undefined) return failed;
  yield* wait(collectionAt(tx, place).delete(key));
  yield* markDeleted(place, key, tx);
  return { response: presented(parts, asked, place, success(asked), entity) };
};
