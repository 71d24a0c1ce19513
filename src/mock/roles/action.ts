import { presented } from './present.ts';
import { addressed, materialised, notFound, preconditionFailure, type RoleAnswer } from './role.ts';

/**
 * Something done to an item (`POST /books/{bookId}/lend`), or read of it beyond what a role says: what it changes cannot be known,
 * but the item has to be there, and the answer speaks of it.
 */
export const act: RoleAnswer = function* act(parts, asked, place, tx) {
  if (asked.role.id === undefined) return undefined;
  const found = yield* addressed(asked, place, tx);
  if (found === undefined) return undefined;
  const entity = found.entity ?? (yield* materialised(parts, asked, found, place, tx));
  if (entity === undefined) return notFound(asked, place, found.key);
  const failed = preconditionFailure(asked, entity);
  return (
    failed ??
    (asked.role.responseEntity === undefined
      ? undefined
      : { response: presented(parts, asked, place, asked.plan.success, entity) })
  );
};
