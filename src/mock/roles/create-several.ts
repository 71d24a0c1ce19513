import type { Json, JsonObject } from '../../core/index.ts';
import {
  type BulkChange,
  type BulkCreate,
  idInItems,
  type ListDetails,
  pointerTo,
  type Resource,
  refusalOfUnknown,
} from '../../resources/index.ts';
import { mediaTypeFor, responseFor, type Schema, wordsOf } from '../../spec/index.ts';
import type { Entity, Transaction } from '../../state/index.ts';
import { isArray, isObject, jsonEquals, parsePointer, valueAt, withoutSeparators } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { projection, putInEnvelope } from '../entity/projection.ts';
import { filters } from '../facts/list-filter.ts';
import { chooseMedia } from '../facts/negotiate.ts';
import type { RequestFacts } from '../fields/adapt-input.ts';
import { drawnAround } from '../fields/draw.ts';
import { comesLater } from '../fields/initial-values.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, firstEntity, idText, isKeyOf, keyOf, placeOf } from '../model/place.ts';
import { refuse } from '../model/refusal.ts';
import { shownElsewhere } from '../seed/seeds.ts';
import { createdFrom, namedOnly } from './create.ts';
import { make } from './create-by-action.ts';
import { takeAway } from './delete.ts';
import { changedBy } from './patch.ts';
import { entityAnswer } from './presentation.ts';
import { collectionAt, isDocuments, type RoleOutcome } from './role.ts';

/**
 * Creates each entity of a list in the body, or none if one is refused, because a refusal undoes the
 * transaction.
 */
export function createSeveral(call: RoleCall, creates: BulkCreate): RoleOutcome {
  const { mock, context, place, tx } = call;
  const { each, shown, shownIds, by, replaces, updates, ids, match } = creates;
  const { body } = context.request;
  if (body.kind !== 'parsed') return undefined;
  const list = listIn(creates, body.value);
  if (list === undefined) return undefined;
  const requested = by === undefined ? requestedIn(mock, context, body.mediaType, each) : undefined;
  const made: Entity[] = [];
  if (replaces === true) keepOnly(call, list, by);
  for (const entry of list) {
    const isId = by !== undefined && (typeof entry === 'string' || (ids !== undefined && typeof entry === 'number'));
    const shared = isId || match !== undefined ? sharedIn(creates, body.value) : {};
    const called = isId ? calledBy(mock, place, by, entry) : undefined;
    const one = called === undefined ? entry : { ...shared, [called]: entry };
    const id = asObject(one)[by ?? idNameOf(place)];
    const sent = { ...shared, ...namedOnly(mock, requested?.schema, asObject(one)) };
    const isMeant = by !== undefined || replaces === true || updates === true;
    const existing = isMeant
      ? (existingEntity(place, id, tx) ??
        (match === undefined ? undefined : matchingEntity(call, match, asObject(one))) ??
        (called === undefined || called === by ? undefined : matchingEntity(call, called, asObject(one))))
      : undefined;
    const there = existing ?? (replaces === true || (isId && ids !== undefined) ? linkRecord(call, id) : undefined);
    if (there !== undefined) {
      const outcome = updates === true ? changedBy(call, there, sent, requested) : { entity: there };
      if (outcome === undefined || !('entity' in outcome)) return outcome;
      made.push(outcome.entity);
      continue;
    }
    const outcome = createdFrom(call, sent, requested);
    if (outcome === undefined || !('entity' in outcome)) return outcome;
    made.push(outcome.entity);
  }
  const [first] = made;
  if (first === undefined)
    return replaces === true && shown !== undefined ? severalOutcome(call, [], shown) : undefined;
  if (shown !== undefined) return severalOutcome(call, made, shown);
  if (shownIds !== undefined) return idsOutcome(call, made, shownIds);
  if (context.role.makes !== undefined) return make(call, undefined);
  return context.role.responseEntity === undefined
    ? countsOutcome(call, made.length)
    : { response: entityAnswer(call, context.plan.success, first) };
}

/** An answer that only counts what was made, at its top or in its only object: `{ created: 2, failed: 0, errors: [] }`. */
function countsOutcome({ mock, context, place }: RoleCall, made: number): RoleOutcome {
  const choice = context.plan.success;
  const chosen = isDocuments(context) ? undefined : chooseMedia(choice.spec, context.accept);
  const schema = chosen?.kind === 'media' ? chosen.media.schema : undefined;
  if (schema === undefined) return undefined;
  const { properties } = mock.fieldsOf(schema);
  const parts = [...properties].filter(([, each]) => mock.fieldsOf(each).properties.size > 0);
  const [only, ...others] = parts;
  const isWrapped = only !== undefined && others.length === 0 && countsIn(mock, schema, made) === undefined;
  const counts = countsIn(mock, isWrapped ? only[1] : schema, made);
  if (counts === undefined) return undefined;
  const known = isWrapped ? { [only[0]]: counts } : counts;
  const drawn = drawnAround(mock, schema, `${place.collection}/${context.operation.id}`, { known });
  return drawn === undefined ? undefined : { response: documentedAnswer(mock, context, choice, { value: drawn }) };
}

/** The numbers of what was made and what was not, with the empty lists of what went wrong. */
function countsIn(mock: MockContext, schema: Schema, made: number, counts = MADE): JsonObject | undefined {
  const numbers = [...mock.fieldsOf(schema).properties].flatMap(([name, property]) => {
    const word = withoutSeparators(name);
    const value = counts.done.test(word) ? made : counts.rest.test(word) ? 0 : undefined;
    return value !== undefined && mock.validator.accepts(property, value, 'response') ? [[name, value] as const] : [];
  });
  return numbers.some(([, value]) => value === made)
    ? { ...noFailures(mock, schema), ...Object.fromEntries(numbers) }
    : undefined;
}

/** The names of numbers in an answer: of what was done to each item, and of what was not. */
interface CountNames {
  readonly done: RegExp;
  readonly rest: RegExp;
}

const countNamed = (words: string): RegExp =>
  new RegExp(`^(?:total|num|number|no)?(?:of)?(?:${words})(?:count|items|rows|records)?$`);

const ALWAYS_DONE = 'succeeded|success(?:ful|es)?|processed|accepted|received|queued|enqueued|total|count';
const CREATED = 'created|inserted|added|imported|uploaded';
const CHANGED = 'updated|changed|modified|edited|patched|affected';
const NOT_DONE = 'failed|failures?|errors?|errored|rejected|skipped|duplicates?|invalid|ignored|unchanged|deleted';
const MADE: CountNames = {
  done: countNamed(`${CREATED}|saved|upserted|${ALWAYS_DONE}`),
  rest: countNamed(`${NOT_DONE}|updated`),
};
const ALTERED: CountNames = {
  done: countNamed(`${CHANGED}|saved|${ALWAYS_DONE}`),
  rest: countNamed(`${NOT_DONE}|${CREATED}`),
};

/** The list of a body, and the ids beside it. What is put in by name may stand in the body in several forms. */
function listIn({ each, by, ids }: BulkCreate, body: Json): readonly Json[] | undefined {
  if (ids !== undefined) {
    const lists = [...new Set([each, ids])].map((at) => valueAt(body, at) ?? null).filter(isArray);
    return lists.length === 0 ? undefined : lists.flat();
  }
  const list = valueAt(body, each) ?? (by === undefined ? null : body);
  return isArray(list) ? list : undefined;
}

/** The property that a text or number in a list of a body is: the id, or the name where the id can have no such value (`["number", "email"]`). */
function calledBy({ fieldsOf, validator }: MockContext, { resource }: EntityPlace, by: string, entry: Json): string {
  const { properties } = fieldsOf(resource.schema);
  const fits = (name: string): boolean => validator.accepts(properties.get(name) ?? false, entry, 'response');
  return properties.has(by) && !fits(by) && fits('name') ? 'name' : by;
}

/** What the body says of all that it names by ids. */
function sharedIn({ each, ids }: BulkCreate, body: Json): JsonObject {
  return Object.fromEntries(Object.entries(asObject(body)).filter(([name]) => ![each, ids].includes(pointerTo(name))));
}

/**
 * Gives every entity that the body names the same values, or none if one is missing and the document refuses that.
 * A number in the answer counts them.
 */
export function changeSeveral(call: RoleCall, { ids, values, effects = [], counted, shown }: BulkChange): RoleOutcome {
  const { mock, context, place, tx } = call;
  const { operation, plan, request } = context;
  const body = request.body.kind === 'parsed' ? request.body.value : undefined;
  const done = Object.fromEntries(effects.map(({ property, value }) => [property, value]));
  const list = ids === undefined ? idsWithout(call, done) : (valueAt(body ?? null, ids) ?? null);
  if (!isArray(list)) return undefined;
  const sent = asObject(valueAt(body ?? null, values));
  const { [parsePointer(ids ?? '')?.[0] ?? '']: _, ...beside } = sent;
  const given = effects.length > 0 ? done : values === '' ? beside : sent;
  const changed: Entity[] = [];
  for (const id of new Set(list.map((each) => keyOf(each)))) {
    const entity = existingEntity(place, id, tx);
    const status = responseFor(operation, 404) === undefined ? refusalOfUnknown(operation, mock.api) : '404';
    if (entity === undefined && status !== undefined)
      return { refusal: refuse(Number(status), `There is no ${place.resource.singular} ${JSON.stringify(id)}.`) };
    if (entity === undefined) continue;
    const outcome = changedBy(call, entity, given, undefined);
    if (outcome === undefined || !('entity' in outcome)) return outcome;
    changed.push(outcome.entity);
  }
  if (shown !== undefined) return severalOutcome(call, changed, shown, ALTERED);
  const chosen = counted === undefined ? undefined : chooseMedia(plan.success.spec, context.accept);
  const schema = chosen?.kind === 'media' ? chosen.media.schema : undefined;
  if (counted === undefined || schema === undefined) return undefined;
  const known = { [parsePointer(counted)?.[0] ?? '']: changed.length };
  const drawn = drawnAround(mock, schema, `${place.collection}/${operation.id}`, { known });
  return drawn === undefined
    ? undefined
    : { response: documentedAnswer(mock, context, plan.success, { value: drawn }) };
}

/** The ids of all entities of the collection that do not have the values yet. */
function idsWithout({ place, tx }: RoleCall, values: JsonObject): readonly Json[] {
  const isMissing = (record: JsonObject): boolean =>
    Object.entries(values).some(([name, value]) => !jsonEquals(record[name] ?? null, value));
  const { entities } = collectionAt(tx, place).query({ where: place.where });
  return entities.flatMap(({ key, value }) =>
    isKeyOf(place, key) && isMissing(asObject(value)) ? [idText(place, key)] : [],
  );
}

/** Gives every entity that the query matches the values of the body. Without one, the document may refuse that. */
export function alter(call: RoleCall, details: ListDetails): RoleOutcome {
  const { mock, context, place, tx } = call;
  const { operation, plan, request, role } = context;
  if (request.body.kind !== 'parsed') return undefined;
  const where = [...place.where, ...filters(mock, context, place.resource, details)];
  const changed: Entity[] = [];
  for (const entity of collectionAt(tx, place).query({ where }).entities) {
    if (!isKeyOf(place, entity.key)) continue;
    const outcome = changedBy(call, entity, asObject(request.body.value), undefined);
    if (outcome === undefined || !('entity' in outcome)) return outcome;
    changed.push(outcome.entity);
  }
  const [first] = changed;
  if (first === undefined && responseFor(operation, 404) !== undefined)
    return { refusal: refuse(404, `There is no ${place.resource.singular} that this query names.`) };
  return first === undefined || role.responseEntity === undefined
    ? undefined
    : { response: entityAnswer(call, plan.success, first) };
}

/** The property with the id of an item of a list. */
function idNameOf({ resource }: EntityPlace): string {
  return idInItems(resource) ?? 'id';
}

/** Takes out of the collection what a list does not name. `by`: the property that a text of the list is. */
function keepOnly(call: RoleCall, list: readonly Json[], by: string | undefined): void {
  const { place, tx } = call;
  const name = by ?? idNameOf(place);
  const named = new Set(
    list.flatMap((one) => {
      if (by !== undefined && typeof one === 'string') return [one];
      return isObject(one) && Object.hasOwn(one, name) ? [keyOf(one[name] ?? '')] : [];
    }),
  );
  for (const { key } of collectionAt(tx, place).query({ where: place.where }).entities)
    if (isKeyOf(place, key) && !named.has(idText(place, key))) takeAway(call, key);
}

/** The record of a list elsewhere that an id names, put into the collection: `/labels` for `/tasks/{id}/labels`. */
function linkRecord({ mock, place, tx }: RoleCall, id: Json | undefined): Entity | undefined {
  const elsewhere = shownElsewhere(mock, place.resource) ?? namedByIdOf(mock, place.resource);
  const there = elsewhere === undefined ? undefined : placeOf(mock, elsewhere, {});
  const record = there === undefined ? undefined : existingEntity(there, id, tx);
  if (record === undefined || place.prefix === undefined || id === undefined) return undefined;
  return collectionAt(tx, place).put(place.prefix + keyOf(id), record.value);
}

/** The entity with the value of a property that a new one would have. */
function matchingEntity({ place, tx }: RoleCall, name: string, sent: JsonObject): Entity | undefined {
  const value = sent[name];
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  const same = { pointer: pointerTo(name), op: 'equals', value } as const;
  return firstEntity(collectionAt(tx, place), place, [...place.where, same]);
}

/** The records that the id of an item names, where they look alike: contacts by `{contactId}`. */
function namedByIdOf({ api, model }: MockContext, { id, schema }: Resource): Resource | undefined {
  const words = wordsOf(id?.parameter ?? '');
  const meant = words.length < 2 ? undefined : model.meant(words.slice(0, -1).join('_'));
  const isThat = meant !== undefined && meant.parent === undefined && api.deref(meant.schema) === api.deref(schema);
  return isThat ? meant : undefined;
}

/** What is in the collection already: putting it in again changes nothing. */
function existingEntity(place: EntityPlace, id: Json | undefined, tx: Transaction): Entity | undefined {
  if (place.prefix === undefined || id === undefined || id === null) return undefined;
  return collectionAt(tx, place).get(place.prefix + keyOf(id));
}

function requestedIn(
  mock: MockContext,
  context: RequestContext,
  mediaType: string,
  each: string,
): RequestFacts | undefined {
  const media = mediaTypeFor(context.operation.body?.content ?? [], mediaType);
  const schema = media?.schema === undefined ? undefined : itemsAt(mock, media.schema, each);
  if (schema === undefined) return undefined;
  const examples = (media?.examples ?? []).flatMap(({ value }): readonly Json[] => {
    const list = valueAt(value, each);
    return isArray(list) ? list : [];
  });
  return { schema, examples, answers: [], omitsMisfits: !context.plan.refusesValues };
}

function itemsAt(mock: MockContext, schema: Schema, pointer: string): Schema | undefined {
  const array = schemaAt(mock.fieldsOf, schema, pointer);
  return array === undefined ? undefined : mock.fieldsOf(array).items;
}

function severalOutcome(
  { mock, context, place }: RoleCall,
  made: readonly Entity[],
  pointer: string,
  counts = MADE,
): RoleOutcome {
  if (isDocuments(context)) return undefined;
  const choice = context.plan.success;
  const chosen = chooseMedia(choice.spec, context.accept);
  const schema = chosen.kind === 'media' ? chosen.media.schema : undefined;
  const items = schema === undefined ? undefined : itemsAt(mock, schema, pointer);
  if (schema === undefined || items === undefined) return undefined;
  const show = projection(mock, place, items, { isNew: true });
  const values = made.map(({ key, value }) => show(key, asObject(value)));
  const around = putInEnvelope(mock, { schema, pointer, at: `${place.collection}/${context.operation.id}` }, values);
  const whole = isObject(around)
    ? { ...noFailures(mock, schema), ...around, ...countsIn(mock, schema, made.length, counts) }
    : around;
  return { response: documentedAnswer(mock, context, choice, { value: whole }) };
}

/** An answer that names what was made by its ids alone. */
function idsOutcome({ mock, context, place }: RoleCall, made: readonly Entity[], pointer: string): RoleOutcome {
  const choice = context.plan.success;
  const chosen = chooseMedia(choice.spec, context.accept);
  const schema = chosen.kind === 'media' ? chosen.media.schema : undefined;
  const items = schema === undefined ? undefined : itemsAt(mock, schema, pointer);
  if (schema === undefined || items === undefined) return undefined;
  const name = idInItems(place.resource);
  const ids = made.map(({ key, value }): Json => {
    const own = (name === undefined ? undefined : asObject(value)[name]) ?? idText(place, key);
    return mock.validator.accepts(items, own, 'response') ? own : String(own);
  });
  if (!ids.every((id) => mock.validator.accepts(items, id, 'response'))) return undefined;
  const whole = putInEnvelope(mock, { schema, pointer, at: `${place.collection}/${context.operation.id}` }, ids);
  return { response: documentedAnswer(mock, context, choice, { value: whole }) };
}

/** The empty lists of what could not be made: `errors`, `failures`. */
function noFailures({ fieldsOf, validator }: MockContext, schema: Schema): JsonObject {
  const lists = [...fieldsOf(schema).properties].filter(
    ([name, property]) => comesLater(name) && validator.accepts(property, [], 'response'),
  );
  return Object.fromEntries(lists.map(([name]) => [name, []]));
}
