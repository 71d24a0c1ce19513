import type { Json } from '../../core/index.ts';
import { refusesWhileReferred } from '../../resources/index.ts';
import { responseFor, type Schema, wordsOf } from '../../spec/index.ts';
import type { Entity } from '../../state/index.ts';
import { asHeldProperties, valueAt, withHeldProperties } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { keepDeleted, markDeleted } from '../facts/deleted-entities.ts';
import { filters } from '../facts/list-filter.ts';
import { answerFor } from '../facts/negotiate.ts';
import { idFromText } from '../fields/path-fields.ts';
import { instantFor, withUpdateTimes } from '../fields/server-fields.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { asObject, mergeObjects } from '../model/object.ts';
import { firstEntity, idText, isKeyOf, placeOf } from '../model/place.ts';
import { refuse } from '../model/refusal.ts';
import { showInParent } from '../parts/embedded-children.ts';
import { countInTargets } from '../parts/kept-numbers.ts';
import { removeWithin } from '../parts/nested-removal.ts';
import { protectedItem } from '../refuse/protected-items.ts';
import { homeValues } from '../seed/parents.ts';
import { receipt } from './deletion-body.ts';
import { answerAfterWrite, entityAnswer } from './presentation.ts';
import {
  absentSingleton,
  collectionAt,
  findAddressed,
  notFound,
  preconditionFailure,
  type RoleAnswer,
  type RoleOutcome,
  stateConflict,
  storedEntity,
} from './role.ts';

/**
 * The answer to the deletion of a missing item, if the document has no 404, and a 204 beside its 200 (RFC
 * 9110 §9.2.2).
 */
function goneAlready(mock: MockContext, context: RequestContext): RoleOutcome {
  const { operation } = context;
  if ((responseFor(operation, 404) ?? responseFor(operation, 410)) !== undefined) return undefined;
  // A 204 alone is the answer to every deletion; beside another success it means that nothing was
  // deleted.
  if (!operation.responses.some(({ status }) => status === '200' || status === '202')) return undefined;
  const empty = answerFor(operation, 204);
  return empty?.spec.status === '204' ? { response: documentedAnswer(mock, context, empty) } : undefined;
}

/**
 * Deletes an entity and its nested items. A second request is 404, also for materialised ids. A body is
 * sent only if one is documented: the entity, or a confirmation.
 */
export const deleteResource: RoleAnswer = function remove(call) {
  const { mock, context } = call;
  const found = findAddressed(call);
  if (found === undefined) return undefined;
  const entity = storedEntity(call, found);
  if (entity === undefined) return absentSingleton(call) ?? goneAlready(mock, context) ?? notFound(call, found.key);
  const failed =
    preconditionFailure(context, entity) ??
    stateConflict(call, entity) ??
    protectedItem(mock, context, call.place.resource, entity) ??
    referredTo(call, entity);
  if (failed !== undefined) return failed;
  takeAway(call, entity.key);
  const choice = context.plan.success;
  return {
    response:
      context.role.answersParent !== undefined
        ? answerAfterWrite(call, choice, entity)
        : context.role.responseEntity === undefined
          ? receipt(call, choice, entity)
          : entityAnswer(call, choice, afterDeletion(call, entity)),
  };
};

/** The documented conflict of a deletion while another record must name the item: “The author still has books”. */
function referredTo({ mock, context, place, tx }: RoleCall, { key }: Entity): RoleOutcome {
  const { resource } = place;
  if (resource.singleton || !refusesWhileReferred(context.operation)) return undefined;
  const id = idFromText(mock, resource, idText(place, key));
  for (const other of mock.model.resources) {
    const named = other.relations.filter((each) => each.required && each.resource === resource.name);
    const there = other === resource || named.length === 0 ? undefined : placeOf(mock, other, {});
    if (there?.prefix !== '') continue;
    const pointers = named.map(({ pointer }) => pointer).filter((pointer) => !pointer.endsWith('*'));
    const isReferring = pointers.some(
      (pointer) =>
        firstEntity(tx.collection(there.collection), there, [{ pointer, op: 'equals', value: id }]) !== undefined,
    );
    if (isReferring)
      return { refusal: refuse(409, `This ${resource.singular} cannot be deleted: ${other.name} refer to it.`) };
  }
  return undefined;
}

/** Takes an entity and its nested items away. */
export function takeAway(call: RoleCall, key: string): void {
  const { mock, context, place, tx } = call;
  const collection = collectionAt(tx, place);
  const value = collection.get(key)?.value;
  countInTargets(call, value, undefined);
  collection.delete(key);
  markDeleted(mock, place, { key, value: value ?? null }, tx);
  const now = (property: Schema): Json | undefined => instantFor(mock, property);
  keepDeleted(mock, place, { key, value: value ?? null }, { tx, now });
  showInParent(call, idText(place, key), undefined, { before: value });
  if (place.resource.singleton) return;
  const id = idFromText(mock, place.resource, idText(place, key));
  removeWithin({ mock, tx }, place.resource, homeValues(context), id);
}

/** Deletes all entities of a place that the query matches, or those that the body names. The document decides the answer. */
export const empty: RoleAnswer = function empty(call) {
  const { mock, context, place, tx } = call;
  const { empties, named } = context.role;
  if (empties === undefined) return undefined;
  const where = [...place.where, ...filters(mock, context, place.resource, empties)];
  const meant = named && namedIn(context, named.at);
  for (const { key, value } of collectionAt(tx, place).query({ where }).entities) {
    const isMeant = named === undefined || meant?.has(String(valueAt(value, named.property))) !== false;
    if (isMeant && isKeyOf(place, key)) takeAway(call, key);
  }
  return undefined;
};

/**
 * The values in the body that name what is deleted; none without a body. `undefined`: `{ delete_all: true }` means everything.
 */
function namedIn({ request: { body } }: RequestContext, at: string): ReadonlySet<string> | undefined {
  const value = body.kind === 'parsed' ? body.value : {};
  const sent = valueAt(value, at);
  if (Array.isArray(sent)) return new Set(sent.map(String));
  const flags = Object.entries(asObject(value)).filter(([, each]) => each === true);
  return flags.some(([name]) => wordsOf(name).includes('all')) ? undefined : new Set();
}

/** The entity after its deletion: `cancelled`, if the operation says so, and with the time of the deletion. */
function afterDeletion({ mock, context: { role }, place }: RoleCall, entity: Entity): Entity {
  const before = asObject(entity.value);
  const { holder, schema } = place.resource;
  const set = Object.fromEntries((role.effects ?? []).map(({ property, value }) => [property, value]));
  const gone = Object.fromEntries(
    [...mock.fieldsOf(schema).properties].flatMap(([name, property]) => {
      const value = IS_GONE.test(name) ? true : GONE_AT.test(name) ? instantFor(mock, property) : undefined;
      return value !== undefined && mock.validator.accepts(property, value, 'response') ? [[name, value] as const] : [];
    }),
  );
  const flat = { ...withHeldProperties(before, holder), ...gone, ...set };
  const changes = Object.fromEntries(
    Object.entries(asHeldProperties(flat, before, holder)).filter(([name, each]) => before[name] !== each),
  );
  if (Object.keys(changes).length === 0) return entity;
  const after = withUpdateTimes(mock, place, mergeObjects(before, changes), changes);
  return mock.validator.accepts(place.resource.schema, after, 'response') ? { ...entity, value: after } : entity;
}

const IS_GONE = /^(?:is_?)?(?:deleted|removed)$/i;
const GONE_AT = /^(?:deleted|removed)_?(?:at|on|date|time)$|^date_?deleted$/i;
