import type { JsonObject } from '../../core/index.ts';
import type { Entity } from '../../state/index.ts';
import { isArray, isObject, withoutSeparators } from '../../wire/index.ts';
import { completedEntity } from '../entity/entity.ts';
import { namedIn, targetEntity } from '../facts/put-create.ts';
import type { RoleCall } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, idText, keyOf, placeOf } from '../model/place.ts';
import { refuse } from '../model/refusal.ts';
import { showInParent } from '../parts/embedded-children.ts';
import { countInTargets } from '../parts/kept-numbers.ts';
import { placeOfLinks } from '../seed/linked-records.ts';
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
  const before = collectionAt(tx, place).get(key);
  if (before !== undefined) return { response: entityAnswer(call, success, before) };
  const entity = putLink(call, place, key, putsIn.isSame ? target : undefined);
  if (entity === undefined) return undefined;
  showInParent(call, key, entity.value);
  countInTargets(call, undefined, entity.value);
  return { response: entityAnswer(call, success, entity) };
}

/** Stores a link; `same` is the linked record where the link shows all of it. */
function putLink(
  { mock, tx }: RoleCall,
  place: EntityPlace,
  key: string,
  same: Entity | undefined,
): Entity | undefined {
  const known = same === undefined ? {} : asObject(same.value);
  const completed = completedEntity({ mock, place, key, requested: undefined }, known);
  if (completed.misfits !== undefined) return undefined;
  return tx.collection(place.collection).put(key, same === undefined ? completed.value : known);
}

/** Links a new record to the existing records whose ids it was sent with: `listIds` puts a contact into lists. */
export function linkToOwners(call: RoleCall, made: Entity, sent: JsonObject): void {
  const { mock, context, place, tx } = call;
  for (const each of context.plan.linksOfMade) {
    const ids = Object.entries(sent).flatMap(([name, value]) =>
      each.names.has(withoutSeparators(name)) && isArray(value) ? value : [],
    );
    const home = ids.length === 0 ? undefined : placeOf(mock, each.owner, {});
    for (const id of home?.prefix === undefined ? [] : ids) {
      const owner = isObject(id) ? undefined : tx.collection(home?.collection ?? '').get(`${home?.prefix}${keyOf(id)}`);
      const within = owner === undefined ? undefined : placeOfLinks(mock, each, owner);
      if (within?.prefix === undefined) continue;
      const isSame = mock.api.deref(each.links.schema) === mock.api.deref(place.resource.schema);
      putLink(call, within, within.prefix + keyOf(idText(place, made.key)), isSame ? made : undefined);
    }
  }
}
