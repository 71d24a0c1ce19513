import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo } from '../../resources/index.ts';
import { responseFor } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isObject, valueAt, withValueAt } from '../../wire/index.ts';
import { completedEntity } from '../entity/entity.ts';
import { answerFor } from '../facts/negotiate.ts';
import { targetEntity } from '../facts/put-create.ts';
import { withoutStaleStamps } from '../fields/server-fields.ts';
import { acceptedFields } from '../fields/writable-fields.ts';
import type { RequestContext, RoleCall } from '../model/context.ts';
import { asObject, mergeObjects } from '../model/object.ts';
import type { Choice } from '../model/operation-plan.ts';
import { type EntityPlace, idText, keyOf } from '../model/place.ts';
import { refuse } from '../model/refusal.ts';
import { changeShownChildren, showInParent } from '../parts/embedded-children.ts';
import { countInTargets, withWhatIsLeft } from '../parts/kept-numbers.ts';
import { rememberSent } from '../seed/filtered-by-sent.ts';
import { withNamedRecords } from '../seed/named-records.ts';
import { recordsIn } from '../seed/seeder.ts';
import { createdFrom, requestedOf, sentEntity } from './create.ts';
import { entityAnswer } from './presentation.ts';
import {
  type AddressedEntity,
  collectionAt,
  findAddressed,
  isAlwaysThere,
  misfit,
  notFound,
  preconditionFailure,
  type RoleAnswer,
  type RoleOutcome,
  staleFailure,
  stateConflict,
  storedEntity,
} from './role.ts';
import { takenByChange } from './unique-conflict.ts';

/**
 * Replaces an entity and keeps its id (RFC 9110 §9.3.4). If a 201 is documented, an unknown id is created.
 */
export const replace: RoleAnswer = function replace(call) {
  const { mock, context, place, tx } = call;
  const sent = { ...namedByPath(context, place), ...sentEntity(mock, context) };
  const addressed = findAddressed(call);
  const found = addressed ?? namedInBody(place, sent, tx);
  if (found === undefined) return undefined;
  const key = renamedTo(call, sent, found) ?? found.key;
  if (key !== found.key && collectionAt(tx, place).get(key) !== undefined) return takenId(place, key);
  const before = storedEntity(call, found);
  const made = answerFor(context.operation, 201);
  const { putsIn } = context.plan;
  const target = before === undefined && putsIn !== undefined ? targetEntity(mock, context, tx) : undefined;
  const isMade =
    isAlwaysThere(call) ||
    createsNamed(context, addressed) ||
    (putsIn !== undefined && (putsIn.target === undefined) === (target === undefined));
  const creates = made?.spec.status === '201' ? made : isMade ? context.plan.success : undefined;
  if (before === undefined && creates === undefined) return notFound(call, key);
  const failed =
    preconditionFailure(context, before) ?? staleFailure(call, before) ?? (before && stateConflict(call, before));
  if (failed !== undefined) return failed;
  if (before !== undefined && isCreateAlone(context)) return takenId(place, key);
  if (before === undefined && creates !== undefined && isFoundOtherwise(context, place))
    return madeBy(call, sent, creates);
  const known = asObject(before?.value);
  const put = putsIn?.isSame === true ? asObject(target?.value) : {};
  const requested = requestedOf(mock, context);
  const completed = completedEntity(
    { mock, place, key, requested },
    withoutStaleStamps(
      withKept(
        mergeObjects(
          put,
          acceptedFields(mock, place.resource, sent, {
            requested: requested?.schema,
            shownAlone: context.plan.shownAlone,
          }),
        ),
        known,
        context.role.keeps ?? [],
      ),
      known,
    ),
    before === undefined ? undefined : known,
  );
  if (completed.misfits !== undefined) return misfit(call, completed.misfits);
  const whole = withWhatIsLeft(mock, place.resource, known, completed.value);
  const named = withNamedRecords(mock, place.resource, whole, {
    recordOf: recordsIn(mock, tx),
    sent,
    path: context.parameters.path,
  });
  const taken = takenByChange(call, key, named, known);
  if (taken !== undefined) return taken;
  if (key !== found.key) collectionAt(tx, place).delete(found.key);
  const entity = collectionAt(tx, place).put(key, named);
  rememberSent(context, place, { key, sent }, tx);
  showInParent(call, key, entity.value, { isNew: before === undefined });
  changeShownChildren(call, key, asObject(entity.value), known);
  countInTargets(call, before?.value, entity.value);
  const choice = before === undefined && creates !== undefined ? creates : successOfReplace(context);
  return { response: entityAnswer(call, choice, entity) };
};

/** The new key of an item whose path has its name, where the body of a PUT can say nothing else: `PUT /pools/{name}` with another `{ name }`. */
function renamedTo(call: RoleCall, sent: JsonObject, { entity }: AddressedEntity): string | undefined {
  const { mock, context, place } = call;
  const name = place.resource.id?.property;
  const schema = requestedOf(mock, context)?.schema;
  const names = schema === undefined ? [] : [...mock.fieldsOf(schema).properties.keys()];
  if (entity === undefined || name === undefined || names.length !== 1 || names[0] !== name) return undefined;
  const value = sent[name];
  return typeof value === 'string' && value !== '' && place.prefix !== undefined
    ? place.prefix + keyOf(value)
    : undefined;
}

/** The new value with the properties that it keeps of the earlier one. What stands inside an object is kept if that object is there. */
function withKept(value: JsonObject, known: JsonObject, keeps: readonly string[]): JsonObject {
  let whole: Json = value;
  for (const pointer of keeps.map(pointerTo)) {
    const before = valueAt(known, pointer);
    const holder = valueAt(whole, pointer.slice(0, pointer.lastIndexOf('/')));
    if (before === undefined || holder === undefined || !isObject(holder)) continue;
    if (valueAt(whole, pointer) === undefined) whole = withValueAt(whole, pointer, before);
  }
  return asObject(whole);
}

/** Whether a POST on the path of an item only creates it: the document has a conflict for an item that exists. */
function isCreateAlone({ operation: { method, responses } }: RequestContext): boolean {
  return method === 'POST' && responses.some(({ status }) => status === '409');
}

function takenId(place: EntityPlace, key: string): RoleOutcome {
  const message = `There is a ${place.resource.singular} "${idText(place, key)}" already.`;
  return { refusal: refuse(409, message, { code: 'conflict' }) };
}

/** Whether a write creates the missing item that its body names: the document has no status for a missing one. */
export function createsNamed({ operation }: RequestContext, addressed: AddressedEntity | undefined): boolean {
  return addressed === undefined && responseFor(operation, 404) === undefined;
}

/** Whether the path names its item by another property than the id (`/items/by-sku/{sku}`). */
function isFoundOtherwise({ role: { id } }: RequestContext, { resource }: EntityPlace): boolean {
  return id?.property !== undefined && resource.id?.property !== undefined && id.property !== resource.id.property;
}

/** The properties that such a path determines, if the body does not have them. */
function namedByPath(context: RequestContext, place: EntityPlace): JsonObject {
  const { id } = context.role;
  const value = id === undefined ? undefined : context.parameters.path[id.parameter];
  return id?.property === undefined || value === undefined || !isFoundOtherwise(context, place)
    ? {}
    : asObject(withValueAt({}, pointerTo(id.property), value));
}

/** The id is not in the path, so the item gets a new one. */
function madeBy(call: RoleCall, sent: JsonObject, choice: Choice): RoleOutcome {
  const made = createdFrom(call, sent, requestedOf(call.mock, call.context));
  return made === undefined || !('entity' in made) ? made : { response: entityAnswer(call, choice, made.entity) };
}

/**
 * The success of a PUT or PATCH that creates nothing: not 201, if the document has another one (RFC 9110
 * §9.3.4).
 */
export function successOfReplace({ operation, plan }: RequestContext): Choice {
  if (plan.success.status !== 201) return plan.success;
  return [200, 204, 202].map((status) => answerFor(operation, status)).find((choice) => isOwn(choice)) ?? plan.success;
}

/** Whether the document has the status itself, not a range or default. */
function isOwn(choice: Choice | undefined): boolean {
  return choice !== undefined && choice.spec.status === String(choice.status);
}

/** The item of a PUT without an id in its path (`PUT /pet`), by the id in its body. */
export function namedInBody(place: EntityPlace, sent: JsonObject, tx: Transaction): AddressedEntity | undefined {
  const property = place.resource.id?.property;
  const id = property === undefined ? undefined : valueAt(sent, pointerTo(property));
  if (id === undefined || id === null || place.prefix === undefined) return undefined;
  const key = place.prefix + keyOf(id);
  return { key, entity: collectionAt(tx, place).get(key) };
}
