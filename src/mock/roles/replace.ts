import { valueAt } from '../../wire/index.ts';
import { acceptedFields, asObject, completedEntity, keyOf, pointerOfProperty } from '../entity.ts';
import { answerFor } from '../negotiate.ts';
import { wait } from '../steps.ts';
import { sentEntity } from './create.ts';
import { presented } from './present.ts';
import { materialises } from './read.ts';
import { belongs, collectionAt, keyIn, notFound, preconditionFailure, type RoleAnswer, success } from './role.ts';

/** Replaces an entity and keeps its id (RFC 9110 §9.3.4). A 201 in the document says that an unknown id is created. */
export const replace: RoleAnswer = function* replace(parts, asked, place, tx) {
  const sent = sentEntity(asked);
  const { id } = place.resource;
  const inBody = id?.property === undefined ? undefined : valueAt(sent, pointerOfProperty(id.property));
  const key = keyIn(asked, place) ?? (inBody === undefined || inBody === null ? undefined : keyOf(inBody));
  if (key === undefined) return undefined;
  const collection = collectionAt(tx, place);
  const before = yield* wait(collection.get(key));
  const creates = answerFor(asked.operation, 201);
  if (!belongs(place, before)) {
    const allowed =
      creates?.spec.status === '201' ||
      materialises(parts.options.unknown, place.resource.enumerable && !place.resource.singleton);
    if (before !== undefined || !allowed) return notFound(place, key);
  } else {
    const failed = preconditionFailure(asked, before);
    if (failed !== undefined) return failed;
  }
  const value = completedEntity(
    parts,
    place,
    key,
    acceptedFields(parts, place.resource, sent),
    before === undefined ? undefined : asObject(before.value),
  );
  const entity = yield* wait(collection.put(key, value));
  return {
    response: presented(
      parts,
      asked,
      place,
      before === undefined && creates?.spec.status === '201' ? creates : success(asked),
      entity,
    ),
  };
};
