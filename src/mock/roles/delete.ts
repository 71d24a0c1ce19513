import { responseFor } from '../../spec/index.ts';
import type { Entity, Transaction } from '../../state/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { showInParent } from '../answer/embedded-children.ts';
import { removeWithin } from '../answer/nested-removal.ts';
import { idFromText } from '../entity/path-fields.ts';
import { touched } from '../entity/server-fields.ts';
import { markDeleted } from '../facts/deleted-entities.ts';
import { filters } from '../facts/list-filter.ts';
import { answerFor } from '../facts/negotiate.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject, merged } from '../model/object.ts';
import { type EntityPlace, idText } from '../model/place.ts';
import { homeValues } from '../seed/parents.ts';
import { receipt } from './deletion-body.ts';
import { presented } from './presentation.ts';
import {
  absentSingleton,
  addressed,
  collectionAt,
  notFound,
  preconditionFailure,
  type RoleAnswer,
  type RoleOutcome,
  standing,
} from './role.ts';

/**
 * The answer to the deletion of a missing item, if the document has no 404, and a 204 beside its 200 (RFC
 * 9110 §9.2.2).
 */
function goneAlready(parts: MockContext, asked: RequestContext): RoleOutcome {
  const { operation } = asked;
  if ((responseFor(operation, 404) ?? responseFor(operation, 410)) !== undefined) return undefined;
  // A 204 alone is the answer to every deletion; beside another success it means that nothing was
  // deleted.
  if (!operation.responses.some(({ status }) => status === '200' || status === '202')) return undefined;
  const empty = answerFor(operation, 204);
  return empty?.spec.status === '204' ? { response: documentedAnswer(parts, asked, empty, undefined) } : undefined;
}

/**
 * Deletes an entity and its nested items. A second request is 404, also for materialised ids. A body is
 * sent only if one is documented: the entity, or a confirmation.
 */
export const deleteResource: RoleAnswer = function remove(parts, asked, place, tx) {
  const found = addressed(asked, place, tx);
  if (found === undefined) return undefined;
  const entity = standing(parts, asked, found, place, tx);
  if (entity === undefined)
    return absentSingleton(parts, asked, place) ?? goneAlready(parts, asked) ?? notFound(asked, place, found.key);
  const failed = preconditionFailure(asked, entity);
  if (failed !== undefined) return failed;
  takenAway({ parts, asked, place, tx }, entity.key);
  const choice = asked.plan.success;
  return {
    response:
      asked.role.responseEntity === undefined
        ? receipt(parts, asked, place, choice, entity)
        : presented(parts, asked, place, choice, afterDeletion(parts, asked, place, entity)),
  };
};

/** The parts of a deletion. */
interface Removal {
  readonly parts: MockContext;
  readonly asked: RequestContext;
  readonly place: EntityPlace;
  readonly tx: Transaction;
}

function takenAway({ parts, asked, place, tx }: Removal, key: string): void {
  collectionAt(tx, place).delete(key);
  markDeleted(parts, place, key, tx);
  showInParent(parts, asked, idText(place, key), undefined, tx);
  if (place.resource.singleton) return;
  const id = idFromText(parts, place.resource, idText(place, key));
  removeWithin(parts, place.resource, homeValues(asked), id, tx);
}

/** Deletes all entities of a place that the query matches. The document decides the answer. */
export const empty: RoleAnswer = function empty(parts, asked, place, tx) {
  const { empties } = asked.role;
  if (empties === undefined) return undefined;
  const where = [...place.where, ...filters(parts, asked, place.resource, empties)];
  for (const { key } of collectionAt(tx, place).query({ where }).entities) takenAway({ parts, asked, place, tx }, key);
  return undefined;
};

/** The entity after its deletion: `cancelled`, if the operation says so. */
function afterDeletion(parts: MockContext, { role }: RequestContext, place: EntityPlace, entity: Entity): Entity {
  if (role.effects === undefined) return entity;
  const said = Object.fromEntries(role.effects.map(({ property, value }) => [property, value]));
  const after = touched(parts, place, merged(asObject(entity.value), said), said);
  return parts.validator.accepts(place.resource.schema, after, 'response') ? { ...entity, value: after } : entity;
}
