import type { Transaction } from '../../state/index.ts';
import { completedEntity } from '../entity/entity.ts';
import { asObject } from '../model/object.ts';
import type { Asked, Parts } from '../model/context.ts';
import { keyOf, type Place } from '../model/place.ts';
import { namedIn, targetEntity } from '../facts/put-create.ts';
import { refuse } from '../model/refusal.ts';
import { showInParent } from '../answer/embedded-children.ts';
import { type Steps, wait } from '../model/steps.ts';
import { presented } from './presentation.ts';
import { collectionAt, type Outcome } from './role.ts';

/** Puts what the body names into a collection of links, which then shows it; what is in it already stays (`POST /groups/{id}/members` with `{ userId }`). */
export function* link(parts: Parts, asked: Asked, place: Place, tx: Transaction): Steps<Outcome> {
  const { putsIn, success } = asked.plan;
  const id = namedIn(asked.request, asked.role);
  if (putsIn?.target === undefined || id === undefined || place.prefix === undefined) return undefined;
  const target = yield* targetEntity(parts, asked, tx);
  if (target === undefined) {
    const message = `There is no ${putsIn.target.singular} ${JSON.stringify(keyOf(id))}, which ${asked.role.names} names.`;
    return { refusal: refuse(404, message) };
  }
  const key = place.prefix + keyOf(id);
  const collection = collectionAt(tx, place);
  const before = yield* wait(collection.get(key));
  if (before !== undefined) return { response: presented(parts, asked, place, success, before) };
  const known = putsIn.isSame ? asObject(target.value) : {};
  const completed = completedEntity(parts, place, key, known, undefined, undefined);
  if (completed.misfits !== undefined) return undefined;
  const entity = yield* wait(collection.put(key, putsIn.isSame ? known : completed.value));
  yield* showInParent(parts, asked, key, entity.value, tx);
  return { response: presented(parts, asked, place, success, entity) };
}
