import type { HttpResponse, Json, Violation } from '../../core/index.ts';
import { goneResponse, isRefusedIn, pointerTo, type ResourceId } from '../../resources/index.ts';
import { responseFor } from '../../spec/index.ts';
import type { Collection, Entity, Transaction } from '../../state/index.ts';
import { fieldValue, isObject, valueAt } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { drawnEntity } from '../entity/entity.ts';
import { wasDeleted } from '../facts/deleted-entities.ts';
import { eitherType } from '../facts/either-type.ts';
import { answerFor, chooseMedia, isStructured } from '../facts/negotiate.ts';
import { isCallers } from '../facts/sign-in.ts';
import { isTagName, staleVersion } from '../facts/versions.ts';
import { showsWhere } from '../fields/own-address.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { RefusedStates } from '../model/operation-plan.ts';
import { type EntityPlace, firstEntity, idText, isKeyOf, keyOf, placeOf, SINGLETON } from '../model/place.ts';
import { type Refusal, refuse, sentenceOf } from '../model/refusal.ts';
import { shownAbove } from '../parts/embedded-children.ts';
import { asItemShows, valuesOfItem } from '../parts/singleton-part.ts';
import { placeOfCounterpart } from '../relations/counterpart.ts';
import { isThereAnyway } from '../seed/special-ids.ts';

/** The result of an inferred role: an answer, a refusal, or `undefined` if the document should answer. */
export type RoleOutcome = { readonly response: HttpResponse } | { readonly refusal: Refusal } | undefined;

/** The implementation of one role. Reads and writes only through `tx`. */
export type RoleAnswer = (call: RoleCall) => RoleOutcome;

/** A request, and the place of the entities that it is about. */
type Target = Pick<RoleCall, 'context' | 'place'>;

/** The id by which this operation names its entity, if it has one. */
function idIn({ context, place }: Target): ResourceId | undefined {
  return context.role.id ?? place.resource.id;
}

/** The key that the path names; `undefined` if it names none, or does not name the parent. */
function keyIn(target: Target): string | undefined {
  const { context, place } = target;
  if (place.resource.singleton) return SINGLETON;
  const id = idIn(target);
  const value = id === undefined ? undefined : context.parameters.path[id.parameter];
  return value === undefined || place.prefix === undefined ? undefined : place.prefix + keyOf(value);
}

export type AddressedEntity = { readonly key: string; readonly entity: Entity | undefined };

/** Finds the entity that the path names: by its key, or by another property that this path uses. */
export function findAddressed(call: RoleCall): AddressedEntity | undefined {
  const { context, place, tx } = call;
  const id = idIn(call);
  const value = id === undefined ? undefined : context.parameters.path[id.parameter];
  const collection = collectionAt(tx, place);
  const own = place.resource.id?.property;
  if (
    id?.property !== undefined &&
    value !== undefined &&
    own !== undefined &&
    (id.property !== own || place.prefix === undefined)
  ) {
    const called = { pointer: pointerTo(id.property), op: 'in' as const, value: eitherType(value) };
    const found = firstEntity(collection, place, [...place.where, called]);
    if (found !== undefined || id.also?.includes(own) !== true)
      return { key: found?.key ?? keyOf(value), entity: found };
  }
  const key = keyIn(call);
  if (key === undefined) return undefined;
  const found = collection.get(key);
  if (belongs(place, found)) return { key, entity: place.resource.singleton ? asItemShows(call, found) : found };
  const other =
    value === undefined
      ? undefined
      : id?.also === undefined
        ? endedBy(call, collection, keyOf(value))
        : calledBy(collection, place, id.also, value);
  return { key: other?.key ?? key, entity: other };
}

/** The entity whose id is an address that ends in this value: `/payments/{id}` of items with the `id` `https://pay.example/payments/7`. */
function endedBy({ mock, place }: RoleCall, collection: Collection, value: string): Entity | undefined {
  const { id } = place.resource;
  const target = id === undefined ? false : mock.api.deref(id.schema);
  if (typeof target === 'boolean' || !/^(?:uri|url|iri)/.test(target.format ?? '') || value.includes('/'))
    return undefined;
  const { entities } = collection.query({ where: place.where });
  const ended = entities.filter(({ key }) => isKeyOf(place, key) && key.endsWith(`/${value}`));
  return ended.length === 1 ? ended[0] : undefined;
}

/** The entity with the value in one of these properties (`{id_or_slug}`). */
function calledBy(
  collection: Collection,
  place: EntityPlace,
  properties: readonly string[],
  value: Json,
): Entity | undefined {
  for (const property of properties) {
    const where = [...place.where, { pointer: pointerTo(property), op: 'in' as const, value: eitherType(value) }];
    const found = firstEntity(collection, place, where);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The refusal of a request for an item that is not there: the documented 410 where it was deleted, else 404. */
export function notFound(target: RoleCall, key: string): RoleOutcome {
  const { context, place, tx } = target;
  if (wasDeleted(place, key, tx) && goneResponse(context.operation, place.resource, 'item') !== undefined)
    return { refusal: refuse(410, `This ${place.resource.singular} was deleted.`) };
  const id = idIn(target);
  const parameter = id !== undefined && context.parameters.path[id.parameter] !== undefined ? id.parameter : undefined;
  return {
    refusal: refuse(
      404,
      parameter === undefined
        ? `There is no ${place.resource.singular} here.`
        : `There is no ${place.resource.singular} with ${parameter} ${JSON.stringify(idText(place, key))}${place.where.length === 0 ? '' : ' here'}.`,
    ),
  };
}

/**
 * The answer for a missing singleton without a documented 404: a read is 204 if that is documented, and a
 * delete of a missing one succeeds.
 */
export function absentSingleton(call: RoleCall): RoleOutcome {
  const { mock, context } = call;
  const { operation, role, plan } = context;
  if (!isAlwaysThere(call)) return undefined;
  const empty = role.kind === 'delete' ? plan.success : answerFor(operation, 204);
  const isEmpty = empty?.spec.content.length === 0 && (role.kind === 'delete' || empty.spec.status === '204');
  return empty !== undefined && isEmpty ? { response: documentedAnswer(mock, context, empty) } : undefined;
}

/** Whether a singleton always exists, because the document has no status for its absence. */
export function isAlwaysThere({ context: { operation }, place: { resource } }: Target): boolean {
  return resource.singleton && responseFor(operation, 404) === undefined;
}

/**
 * The refusal of a value that a request may send and no answer may show: it is neither stored nor dropped.
 */
export function misfit({ context, place }: Target, violations: readonly Violation[]): RoleOutcome {
  const message = `The ${place.resource.singular} would not fit its schema: ${sentenceOf(violations)}.`;
  return { refusal: refuse(context.plan.invalidStatus(), message, { code: 'validation_failed', violations }) };
}

/**
 * The entity of an unknown id: only if ids cannot be learned from a list or a create, and it was not
 * deleted. It is computed from its id, so it is stored only when it changes.
 */
export function materialisedEntity(call: RoleCall, key: string): Entity | undefined {
  const { mock, place, tx } = call;
  if (place.prefix === undefined || !isMaterial(call, key) || !mayBeId(mock, place, key)) return undefined;
  if (wasDeleted(place, key, tx)) return undefined;
  const above = mock.options.unknown === 'materialise' ? undefined : shownAbove(call, key);
  if (above?.kind === 'absent') return undefined;
  if (above?.kind === 'there')
    return { key, value: drawnEntity(mock, { place, key }, asObject(above.value)), version: 1 };
  const repeating = valuesOfItem(call);
  // What another record says may change.
  if (Object.keys(repeating).length > 0)
    return { key, value: drawnEntity(mock, { place, key }, repeating), version: 1 };
  const name = `${place.collection}/${key}?${place.where.map(({ pointer, value }) => `${pointer}=${keyOf(value)}`).join('&')}`;
  const entity = mock.materials.get(name) ?? { key, value: drawnEntity(mock, { place, key }, {}), version: 1 };
  if (mock.materials.size >= MOST_MATERIALS_KEPT) mock.materials.clear();
  mock.materials.set(name, entity);
  return entity;
}

const MOST_MATERIALS_KEPT = 1000;

/** Whether the schema allows the id; an entity with a forbidden id does not exist. */
function mayBeId(mock: MockContext, { resource: { id }, prefix = '' }: EntityPlace, key: string): boolean {
  if (id?.property === undefined) return true;
  const { schema } = id;
  return eitherType(key.slice(prefix.length)).some((value) => mock.validator.accepts(schema, value, 'response'));
}

function isMaterial(call: RoleCall, key: string): boolean {
  const { mock, context, place } = call;
  const { unknown } = mock.options;
  if (unknown === 'strict') return false;
  if (place.resource.singleton) return true;
  const property = idIn(call)?.property;
  if (property !== undefined && property !== place.resource.id?.property) return false;
  if (unknown === 'materialise' || !place.resource.enumerable) return true;
  // Where no answer shows an id, clients know only those that they choose.
  if (property === undefined) return !isMadeAtItsPath(mock, place) && !showsWhere(mock, place);
  const other = placeOfCounterpart(mock, context);
  if (other !== undefined) return call.tx.collection(other.collection).get(idText(place, key)) !== undefined;
  const id = idText(place, key);
  return (
    place.resource.parent === undefined && (isCallers(context.request, id) || isThereAnyway(mock, place.resource, id))
  );
}

/** Whether a POST on the path of an item makes it, with the id that the path has. */
function isMadeAtItsPath({ model, operationsAt }: MockContext, { resource }: EntityPlace): boolean {
  return operationsAt(resource.itemPath).some(
    (each) => each.method === 'POST' && model.roleOf(each).kind === 'replace',
  );
}

/** The entity that a write changes. A materialised one is stored first. */
export function storedEntity(call: RoleCall, found: AddressedEntity): Entity | undefined {
  if (found.entity !== undefined) return found.entity;
  const made = materialisedEntity(call, found.key);
  return made === undefined ? undefined : collectionAt(call.tx, call.place).put(made.key, made.value);
}

/**
 * Whether the entity belongs to the parent in the path: entities of several parents may share a collection.
 */
function belongs(place: EntityPlace, entity: Entity | undefined): entity is Entity {
  if (entity === undefined) return false;
  return (
    place.where.length === 0 ||
    place.where.every((condition) => {
      const value = valueAt(entity.value, condition.pointer);
      return value !== undefined && keyOf(value) === keyOf(condition.value);
    })
  );
}

/** Strong entity tag of a stored version (RFC 9110 §8.8.3). */
export function entityTag(entity: Entity): string {
  return `"${entity.version}"`;
}

/**
 * Checks the conditions of a write (RFC 9110 §13.1, in the order of §13.2.2): 412 if `If-Match` (strong
 * comparison) or `If-None-Match` fails, 428 if the document has it and `If-Match` is missing (RFC 6585 §3).
 * `entity` is absent if the write would create one.
 */
export function preconditionFailure(context: RequestContext, entity: Entity | undefined): RoleOutcome {
  const { tagged, demandsMatch } = context.plan;
  if (!tagged && !demandsMatch) return undefined;
  const wanted = fieldValue(context.request.headers, 'if-match');
  const unwanted = fieldValue(context.request.headers, 'if-none-match');
  if (wanted === undefined && entity !== undefined && demandsMatch)
    return {
      refusal: refuse(428, 'This request needs an If-Match header field with the entity tag of what it changes.'),
    };
  if (!tagged) return undefined;
  const standing = entity === undefined ? 'nothing' : entityTag(entity);
  if (wanted !== undefined && !names(wanted, entity))
    return { refusal: refuse(412, `If-Match ${wanted} does not name the current version: ${standing}.`) };
  return unwanted !== undefined && names(unwanted.replaceAll('W/"', '"'), entity)
    ? { refusal: refuse(412, `If-None-Match ${unwanted} names the current version: ${standing}.`) }
    : undefined;
}

/** The conflict of a write whose body has an outdated version, if the document has 409 for that. */
export function staleFailure({ mock, context, place }: RoleCall, entity: Entity | undefined): RoleOutcome {
  const { plan, request, role } = context;
  if (!plan.refusesStale || entity === undefined || request.body.kind !== 'parsed') return undefined;
  const sent = valueAt(request.body.value, role.requestEntity ?? '') ?? null;
  const stale = staleVersion(mock, place.resource.schema, sent, asObject(entity.value));
  return (
    stale && { refusal: refuse(409, `The ${stale.name} of the ${place.resource.singular} is now ${stale.value}.`) }
  );
}

/** The documented refusal of a request below an item, in the state that the item has. */
export function itemConflict(mock: MockContext, context: RequestContext, tx: Transaction): RoleOutcome {
  for (const refused of context.plan.refusedByItems) {
    const { id } = refused.item;
    const value = id === undefined ? undefined : context.parameters.path[id.parameter];
    const place = placeOf(mock, refused.item, context.parameters.path);
    if (place?.prefix === undefined || value === undefined) continue;
    const entity = collectionAt(tx, place).get(place.prefix + keyOf(value));
    const outcome = entity === undefined ? undefined : refusedIn(refused, place, entity);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

/** The documented refusal of a write in the state that its item has. A body may always change the state itself. */
export function stateConflict({ context: { plan, request }, place }: RoleCall, entity: Entity): RoleOutcome {
  if (plan.refusedStates === undefined) return undefined;
  const { property } = plan.refusedStates;
  const isSet =
    request.body.kind === 'parsed' && isObject(request.body.value) && Object.hasOwn(request.body.value, property);
  return isSet ? undefined : refusedIn(plan.refusedStates, place, entity);
}

function refusedIn({ property, rule, status }: RefusedStates, place: EntityPlace, entity: Entity): RoleOutcome {
  const state = valueAt(entity.value, pointerTo(property)) ?? null;
  if (!isRefusedIn(rule, state)) return undefined;
  const message = `The ${place.resource.singular} does not allow this while its \`${property}\` is ${JSON.stringify(state)}.`;
  return { refusal: refuse(status, message) };
}

/** Whether a list of entity tags, or `*`, matches the entity. A tag may be the one that the entity shows as a property. */
export function names(field: string, entity: Entity | undefined): boolean {
  if (entity === undefined) return false;
  const shown = Object.entries(asObject(entity.value)).flatMap(([name, value]) =>
    isTagName(name) && typeof value === 'string' ? [withoutQuotes(value)] : [],
  );
  const isOwn = (tag: string): boolean => tag === entityTag(entity) || shown.includes(withoutQuotes(tag));
  return field.trim() === '*' || field.split(',').some((tag) => isOwn(tag.trim()));
}

const withoutQuotes = (tag: string): string => tag.replace(/^(?:W\/)?"(.*)"$/, '$1');

/** Whether the requested media type comes from the document, because no entity can be written in it. */
export function isDocuments(context: RequestContext): boolean {
  const chosen = chooseMedia(context.plan.success.spec, context.accept);
  return chosen.kind === 'media' && !isStructured(chosen.mediaType);
}

export function collectionAt(tx: Transaction, place: EntityPlace): Collection {
  return tx.collection(place.collection);
}

export function placeIn(mock: MockContext, context: RequestContext): EntityPlace | undefined {
  return context.role.resource === undefined
    ? undefined
    : placeOf(mock, context.role.resource, context.parameters.path, context.role);
}
