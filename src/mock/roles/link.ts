import { countInTargets, showInParent } from '../answer/embedded-children.ts';
import { completedEntity } from '../entity/entity.ts';
import { namedIn, targetEntity } from '../facts/put-create.ts';
import type { RoleCall } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { keyOf } from '../model/place.ts';
import { refuse } from '../model/refusal.ts';
import { entityAnswer } from './presentation.ts';
import { collectionAt, type RoleOutcome } from './role.ts';

/**
 * Adds the record that the body names to a collection of links; an existing link stays (`POST
 * /groups/{id}/members` with `{ userId }`).
 */
export function link(call: RoleCall): RoleOutcome {
  const { mock, context, place, tx } = call;
  const { putsIn, success } = context.plan;
  const id = namedIn(context.request, context.role);
  if (putsIn?.target === undefined || id === undefined || place.prefix === undefined) return undefined;
  const target = targetEntity(mock, context, tx);
  if (target === undefined) {
    const message = `There is no ${putsIn.target.singular} ${JSON.stringify(keyOf(id))}, which ${context.role.names} names.`;
    return { refusal: refuse(404, message) };
  }
  const key = place.prefix + keyOf(id);
  const collection = collectionAt(tx, place);
  const before = collection.get(key);
  if (before !== undefined) return { response: entityAnswer(call, success, before) };
  const known = putsIn.isSame ? asObject(target.value) : {};
  const completed = completedEntity({ mock, place, key, requested: undefined }, known);
  if (completed.misfits !== undefined) return undefined;
  const entity = collection.put(key, putsIn.isSame ? known : completed.value);
  showInParent(call, key, entity.value);
  countInTargets(call, undefined, entity.value);
  return { response: entityAnswer(call, success, entity) };
}
