import type { Json, JsonObject } from '../../core/index.ts';
import {
  type CollectionEnd,
  counterPropertyOf,
  type Effect,
  type ItemContents,
  pointerTo,
  type Resource,
  type Role,
} from '../../resources/index.ts';
import { isJsonContent, isSafe, lastSegment, responseFor, type Schema, wordsOf } from '../../spec/index.ts';
import type { Entity } from '../../state/index.ts';
import {
  asHeldProperties,
  isArray,
  jsonEquals,
  valueAt,
  withHeldProperties,
  withoutSeparators,
  withValueAt,
} from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { deedAnswer, partAnswer, partsAnswer, writtenPart } from '../answer/item-part.ts';
import { withDeedTimes } from '../entity/deed-times.ts';
import { inSchemaOrder } from '../entity/entity.ts';
import { withTotals } from '../entity/totals.ts';
import { deletedValue, unmarkDeleted } from '../facts/deleted-entities.ts';
import { filters } from '../facts/list-filter.ts';
import { chooseMedia } from '../facts/negotiate.ts';
import { drawnAround } from '../fields/draw.ts';
import { idFromText } from '../fields/path-fields.ts';
import { fileFields, sentFile } from '../fields/sent-file.ts';
import { instantFor, withUpdateTimes } from '../fields/server-fields.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, firstEntity, idText, isKeyOf } from '../model/place.ts';
import { refuse } from '../model/refusal.ts';
import { changeShownChildren, showInParent } from '../parts/embedded-children.ts';
import { countInTargets, refusalOfLack, sumOf } from '../parts/kept-numbers.ts';
import { removeWithin } from '../parts/nested-removal.ts';
import { withNamedRecords } from '../seed/named-records.ts';
import { homeValues } from '../seed/parents.ts';
import { recordsIn } from '../seed/seeder.ts';
import { contentAnswer } from './content.ts';
import { countedByDeed } from './counted-deeds.ts';
import { make } from './create-by-action.ts';
import { alter, changeSeveral, createSeveral } from './create-several.ts';
import { empty } from './delete.ts';
import { keepFile } from './files.ts';
import { countAnswer, statisticsAnswer } from './list.ts';
import { listedMembers } from './listed-members.ts';
import { memberByPath } from './member-by-path.ts';
import { entityAnswer } from './presentation.ts';
import {
  collectionAt,
  findAddressed,
  materialisedEntity,
  notFound,
  preconditionFailure,
  type RoleAnswer,
  type RoleOutcome,
  stateConflict,
} from './role.ts';
import { setByAction } from './set-by-action.ts';

/**
 * An action on an item (`POST /books/{bookId}/lend`), or a special read of it. The item must exist, the
 * answer describes it, and its effects follow from the action's name.
 */
export const act: RoleAnswer = function act(call) {
  const { mock, context, place, tx } = call;
  const { alters, creates, changes, empties, shows, counts, statistics, finds } = context.role;
  if (counts !== undefined) return countAnswer(call, counts);
  if (statistics !== undefined) return statisticsAnswer(call, statistics);
  if (shows !== undefined) return atEnd(call, shows);
  if (finds !== undefined) return foundBy(call, finds);
  if (empties !== undefined) return empty(call);
  if (alters !== undefined) return alter(call, alters);
  if (creates !== undefined) return createSeveral(call, creates);
  if (changes !== undefined) return changeSeveral(call, changes);
  if (context.role.id === undefined) return context.role.makes === undefined ? undefined : make(call, undefined);
  const found = findAddressed(call);
  if (found === undefined) return undefined;
  const before = found.entity ?? materialisedEntity(call, found.key);
  if (context.plan.undeletes) return undelete(call, found.key, before);
  if (before === undefined) {
    if (isSafe(context.operation.method) && !isShown(mock, place.resource)) return undefined;
    // A path with another name for the item may mean another thing. Without a documented 404 the
    // document answers.
    const isMissing =
      isItsName(context.role.id.parameter, place.resource) || responseFor(context.operation, 404) !== undefined;
    return isMissing ? notFound(call, found.key) : undefined;
  }
  const failed = preconditionFailure(context, before);
  if (failed !== undefined) return failed;
  const content = context.plan.content === undefined ? undefined : contentAnswer(mock, context, tx);
  if (content !== undefined) return content;
  const repeated = doneBefore(context, place, before) ?? stateConflict(call, before);
  if (repeated !== undefined) return repeated;
  const sent = context.request.body.kind === 'parsed' ? asObject(context.request.body.value) : {};
  const lack = refusalOfLack(call, sent, before.value);
  if (lack !== undefined) return { refusal: lack };
  const entity = withSentFile(call, applyEffects(call, before));
  takeOut(call, entity);
  if (context.role.makes !== undefined) return make(call, entity);
  if (context.role.responseEntity !== undefined) return { response: entityAnswer(call, context.plan.success, entity) };
  const { schema } = place.resource;
  const record = asObject(entity.value);
  const response = partAnswer(mock, context, schema, record) ?? partsAnswer(mock, context, schema, record);
  const set = (context.role.effects ?? []).map(({ property }) => property);
  const deed = { before: asObject(before.value), after: record, set, id: place.resource.id?.property };
  const shown = response ?? deedAnswer(mock, context, deed);
  return shown === undefined ? detailsOf(call, entity) : { response: shown };
};

/** Deletes what an action takes out of its item. */
function takeOut({ mock, context, place, tx }: RoleCall, { key }: Entity): void {
  const only = context.plan.empties?.resources ?? [];
  if (only.length === 0) return;
  const id = idFromText(mock, place.resource, idText(place, key));
  removeWithin({ mock, tx, only }, place.resource, homeValues(context), id);
}

/** The lists of an item that an action empties, and the numbers of what is in them. */
function withoutEntries(
  mock: MockContext,
  { words, resources }: ItemContents,
  { resource }: EntityPlace,
  before: JsonObject,
): JsonObject {
  const lists = words.filter((word) => isArray(before[word] ?? null));
  const counts = resources.flatMap((each) => counterPropertyOf(mock.api, resource, each) ?? []);
  const empty = Object.fromEntries([...lists.map((name) => [name, []]), ...counts.map((name) => [name, 0])]);
  const after = withTotals(mock, resource.schema, { ...before, ...empty }, () => false);
  return Object.fromEntries(
    Object.entries(after).filter(([name, each]) => !jsonEquals(valueOrNull(before, name), each)),
  );
}

/** Brings a deleted item back as it was; what was nested in it stays away. */
function undelete(call: RoleCall, key: string, standing: Entity | undefined): RoleOutcome {
  const { context, place, tx } = call;
  const { singular } = place.resource;
  const value = standing === undefined ? deletedValue(place, key, tx) : undefined;
  if (standing !== undefined && responseFor(context.operation, 409) !== undefined)
    return { refusal: refuse(409, `This ${singular} is not deleted.`) };
  if (standing === undefined && value === undefined) return notFound(call, key);
  const entity = standing ?? collectionAt(tx, place).put(key, value ?? {});
  if (standing === undefined) {
    unmarkDeleted(place, key, tx);
    countInTargets(call, undefined, entity.value);
    showInParent(call, idText(place, key), entity.value, { isNew: true });
  }
  return context.role.responseEntity === undefined
    ? undefined
    : { response: entityAnswer(call, context.plan.success, entity) };
}

/** The entity whose property has a value of the body. */
function foundBy(call: RoleCall, { sent, property }: NonNullable<Role['finds']>): RoleOutcome {
  const { context, place, tx } = call;
  const { body } = context.request;
  const value = body.kind === 'parsed' ? asObject(body.value)[sent] : undefined;
  if (value === undefined || place.prefix === undefined) return undefined;
  const where = [...place.where, { pointer: pointerTo(property), op: 'equals', value } as const];
  const entity = firstEntity(collectionAt(tx, place), place, where);
  if (entity !== undefined) return { response: entityAnswer(call, context.plan.success, entity) };
  return { refusal: refuse(404, `There is no ${place.resource.singular} with this ${property}.`) };
}

/** The entity of the collection that was made last, or first. */
function atEnd(call: RoleCall, { end, by, list }: CollectionEnd): RoleOutcome {
  const { mock, context, place, tx } = call;
  const order = by === undefined ? [] : [{ pointer: by, descending: false }];
  const filtered = list === undefined ? [] : filters(mock, context, place.resource, list);
  const { entities } = collectionAt(tx, place).query({ where: [...place.where, ...filtered], order });
  const own = entities.filter(({ key }) => isKeyOf(place, key));
  const entity = end === 'newest' ? own.at(-1) : own[0];
  if (entity !== undefined) return { response: entityAnswer(call, context.plan.success, entity) };
  const message = `There is no ${place.resource.singular} here.`;
  return responseFor(context.operation, 404) === undefined ? undefined : { refusal: refuse(404, message) };
}

/** What says of which kind a thing is, and when it was made, is said of the answer itself. */
const OF_ANSWER = /^(?:id|type|object|kind|status|state)$|^(?:created|updated)/i;

/** More about an item under its id, such as `{ card_id, expiration_month }` of a card: what the item shows as well is the same. */
function detailsOf({ mock, context, place }: RoleCall, { key, value }: Entity): RoleOutcome {
  const { success } = context.plan;
  const chosen = chooseMedia(success.spec, context.accept);
  const { id, singular } = place.resource;
  if (chosen.kind === 'none' || !isJsonContent(chosen.media)) return undefined;
  const { schema, examples } = chosen.media;
  if (schema === undefined || id === undefined) return undefined;
  const { properties } = mock.fieldsOf(schema);
  const at = `${place.collection}/${key}/${context.operation.id}`;
  const within = itemWithin(mock, place, { properties, record: asObject(value), at });
  if (within !== undefined) {
    const drawn = drawnAround(mock, schema, at, { known: { ...asObject(examples[0]?.value), ...within } });
    return drawn === undefined ? undefined : { response: documentedAnswer(mock, context, success, { value: drawn }) };
  }
  if (!isSafe(context.operation.method)) return undefined;
  const namesItem = (name: string): boolean =>
    !/^id$/i.test(name) && withoutSeparators(name) === `${withoutSeparators(singular)}id`;
  const own = [...properties.keys()].find(namesItem);
  const shown = asObject(value);
  const shared = [...properties].filter(([name, property]) => {
    const held = valueOrNull(shown, name);
    const isPlain = held !== null && typeof held !== 'object';
    return isPlain && !OF_ANSWER.test(name) && mock.validator.accepts(property, held, 'response');
  });
  if (own === undefined || shared.length === 0) return undefined;
  const known = {
    ...asObject(examples[0]?.value),
    ...Object.fromEntries(shared.map(([name]) => [name, valueOrNull(shown, name)])),
    [own]: idFromText(mock, place.resource, idText(place, key)),
  };
  const drawn = drawnAround(mock, schema, at, { known });
  return drawn === undefined ? undefined : { response: documentedAnswer(mock, context, success, { value: drawn }) };
}

/** The item itself beside what an answer says of it, under its name: `{ employee: { id, name }, balance }`. */
function itemWithin(
  mock: MockContext,
  { resource: { id, singular } }: EntityPlace,
  {
    properties,
    record,
    at,
  }: { readonly properties: ReadonlyMap<string, Schema>; readonly record: JsonObject; readonly at: string },
): JsonObject | undefined {
  const own = id?.property ?? '';
  const found = [...properties].find(([name]) => withoutSeparators(name) === withoutSeparators(singular));
  if (found === undefined || properties.size < 2) return undefined;
  const [name, schema] = found;
  const fields = mock.fieldsOf(schema).properties;
  if (!fields.has(own) || !Object.hasOwn(record, own)) return undefined;
  const known = Object.entries(record).filter(([each, held]) =>
    mock.validator.accepts(fields.get(each) ?? false, held, 'response'),
  );
  const whole = drawnAround(mock, schema, `${at}/${name}`, { known: Object.fromEntries(known) });
  return whole === undefined ? undefined : { [name]: whole };
}

/** Whether some operation shows the items, so that a client can know their ids without having created them. */
function isShown(mock: MockContext, { id, collectionPath, itemPath }: Resource): boolean {
  if (id?.hiddenPath === undefined) return true;
  return [collectionPath, itemPath].flatMap((path) => mock.operationsAt(path)).some(({ method }) => method === 'GET');
}

/** The role with flags turned round where the request chooses to end what the name of the action begins: `POST /cars/{id}/charging` with `{ action: STOP }`. */
function roleOfRequest({ role, operation, request: { body } }: RequestContext): Pick<Role, 'effects' | 'partEffects'> {
  const sent = body.kind === 'parsed' ? asObject(body.value) : {};
  const ends = Object.entries(sent).some(
    ([name, value]) => CHOICE.test(name) && typeof value === 'string' && ENDS.test(value),
  );
  const { effects, partEffects } = role;
  // `{ type: stop }` at `/jobs/{id}/stop` says no more than the path.
  if (!ends || ENDS.test(lastSegment(operation.path))) return role;
  const turned = (list: readonly Effect[]): readonly Effect[] =>
    list.map((effect) => (effect.value === true ? { ...effect, value: false } : effect));
  return {
    ...(effects && { effects: turned(effects) }),
    ...(partEffects && { partEffects: { ...partEffects, effects: turned(partEffects.effects) } }),
  };
}

/** Names of what chooses between beginning and ending. */
const CHOICE = /^(?:action|command|operation|type|state|mode|power)$/i;
const ENDS = /^(?:stop(?:ped)?|off|turn_?off|disabled?|end|cease|pause|deactivate|unlock|close|release|false)$/i;

/** The documented conflict of an action whose effect is there already: a second `POST /orders/{id}/cancel`, if the document has a 409 for it. */
function doneBefore(context: RequestContext, place: EntityPlace, before: Entity): RoleOutcome | undefined {
  const { operation } = context;
  const { effects: own = [], partEffects } = roleOfRequest(context);
  const effects = partEffects?.effects ?? own;
  const whole = asObject(before.value);
  const value =
    partEffects === undefined ? withHeldProperties(whole, place.resource.holder) : asObject(whole[partEffects.part]);
  const isDone = effects.every((effect) => jsonEquals(valueOrNull(value, effect.property), effect.value));
  if (effects.length === 0 || !isDone) return undefined;
  const unchanged = operation.responses.find(
    ({ status, description }) => status === '304' && ALREADY.test(description),
  );
  if (unchanged !== undefined) return { response: { status: 304, headers: [], body: { kind: 'none' } } };
  const refusing = operation.responses.find(
    ({ status, description }) =>
      status === '409' || (/^4(?:00|22)$/.test(status) && (ALREADY_SO.test(description) || OF_STATE.test(description))),
  );
  if (refusing === undefined) return undefined;
  const reasons = effects.map(({ property, value: wanted }) => `\`${property}\` is ${JSON.stringify(wanted)} already`);
  const message = `The ${place.resource.singular} cannot change: ${reasons.join(', ')}.`;
  return { refusal: refuse(Number(refusing.status), message) };
}

const ALREADY = /\balready\b/i;
/** Of the item itself, unlike a name that another one has already. */
const ALREADY_SO = /\balready\b(?! (?:taken|used|in use|exists?|registered|known|belongs?)\b)/i;
/** “Cannot cancel notification in current status” */
const OF_STATE =
  /\b(?:cannot|can ?not|can't|could not|unable|not)\b[^.]*\b(?:in|from|for|with|because of) (?:its |the |this |that )?(?:current )?(?:status|state)\b/i;

/**
 * The entity after an action; unchanged if the action has no effect, or if the result would not fit its
 * schema.
 */
function applyEffects(call: RoleCall, before: Entity): Entity {
  const { mock, context, place, tx } = call;
  const value = asObject(before.value);
  const role = roleOfRequest(context);
  const acted = afterDeed(call, role, value);
  const changes = Object.fromEntries(
    Object.entries(acted).filter(([name, each]) => !jsonEquals(valueOrNull(value, name), each)),
  );
  for (const [name, part] of partAfter(role, value)) changes[name] = part;
  for (const [name, renewed] of renewals(mock, context, place, before)) changes[name] = renewed;
  for (const [name, input] of inputsOf(mock, context, place, value)) changes[name] ??= input;
  for (const [name, set] of setByAction(mock, context, place, value)) changes[name] ??= set;
  for (const [name, moved] of movedBy(context, value)) changes[name] = moved;
  for (const [name, counted] of countedByDeed(mock, context, place, value)) changes[name] = counted;
  for (const [name, part] of writtenPart(mock, context, place.resource.schema, value)) changes[name] = part;
  if (context.plan.empties !== undefined)
    Object.assign(changes, withoutEntries(mock, context.plan.empties, place, value));
  const lists = Object.fromEntries(memberByPath(call, value) ?? listedMembers(mock, context, place, value));
  Object.assign(changes, lists);
  const { schema } = place.resource;
  const left = Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(acted, name)));
  const changed = atItsPlace(place, value, { ...left, ...changes });
  if (jsonEquals(changed, value)) return before;
  const timed = withDeedTimes(mock, schema, withUpdateTimes(mock, place, changed, changes), value);
  const named = Object.keys(lists).length === 0 ? {} : namedLists(call, timed, Object.keys(lists));
  const whole = { ...timed, ...named };
  const counted = Object.keys(lists).length === 0 ? whole : withTotals(mock, schema, whole, () => false);
  const after = inSchemaOrder(mock, schema, counted);
  if (!mock.validator.accepts(schema, after, 'response')) return before;
  const entity = collectionAt(tx, place).put(before.key, after);
  showInParent(call, before.key, entity.value);
  changeShownChildren(call, before.key, named);
  countInTargets(call, before.value, entity.value);
  return entity;
}

/** The item with the effects of the action, the instants that it sets, and without what it clears. */
function afterDeed(
  { mock, context, place }: RoleCall,
  { effects = [] }: Pick<Role, 'effects'>,
  before: JsonObject,
): JsonObject {
  const { holder, schema } = place.resource;
  const value = withHeldProperties(before, holder);
  const { properties } = mock.fieldsOf(schema);
  const held = holder === undefined ? undefined : properties.get(holder);
  const ofHeld = held === undefined ? undefined : mock.fieldsOf(held).properties;
  const schemaOf = (name: string): Schema | undefined => properties.get(name) ?? ofHeld?.get(name);
  const isNew = effects.some((effect) => !jsonEquals(valueOrNull(value, effect.property), effect.value));
  const after: Record<string, Json> = { ...value };
  for (const effect of effects) after[effect.property] = effect.value;
  for (const name of context.role.stamps ?? []) {
    const property = schemaOf(name);
    const instant =
      property === undefined || (!isNew && valueOrNull(value, name) !== null) ? undefined : instantFor(mock, property);
    if (instant !== undefined) after[name] = instant;
  }
  for (const name of context.role.clears ?? []) {
    if (valueOrNull(value, name) === null) continue;
    if (mock.validator.accepts(schemaOf(name) ?? false, null, 'response')) after[name] = null;
    else delete after[name];
  }
  return asHeldProperties(after, before, holder);
}

/** The lists of an item, whose objects show what the records with their ids have. */
function namedLists({ mock, context, place, tx }: RoleCall, value: JsonObject, lists: readonly string[]): JsonObject {
  const { path } = context.parameters;
  const named = withNamedRecords(mock, place.resource, value, { recordOf: recordsIn(mock, tx), path });
  return Object.fromEntries(lists.map((name) => [name, named[name] ?? null]));
}

/** The object with the state of the item, after the effects on it. */
function partAfter(
  { partEffects }: Pick<Role, 'partEffects'>,
  value: JsonObject,
): readonly (readonly [string, Json])[] {
  if (partEffects === undefined) return [];
  const { part, effects } = partEffects;
  const set = Object.fromEntries(effects.map((effect) => [effect.property, effect.value]));
  return [[part, { ...asObject(value[part]), ...set }]];
}

/** The item after an upload of a new version of its file. The name of the item stays. */
function withSentFile({ mock, context, place, tx }: RoleCall, entity: Entity): Entity {
  const file = context.plan.keepsFile && context.role.makes === undefined ? sentFile(context.request) : undefined;
  if (file === undefined) return entity;
  keepFile(place, entity.key, file, tx);
  const { schema } = place.resource;
  const facts = Object.entries(fileFields(mock, schema, file)).filter(([, fact]) => fact !== file.name);
  const after = { ...asObject(entity.value), ...Object.fromEntries(facts) };
  return mock.validator.accepts(schema, after, 'response') ? collectionAt(tx, place).put(entity.key, after) : entity;
}

/** Numbers of the item to which the action adds an amount of its body, or from which it takes one. */
function movedBy(
  { plan: { movements }, request: { body } }: RequestContext,
  value: JsonObject,
): readonly (readonly [string, Json])[] {
  const sent = body.kind === 'parsed' ? asObject(body.value) : {};
  return movements.flatMap(({ property, reference, amount, sign }): readonly (readonly [string, Json])[] => {
    const [own, moved] = [valueAt(value, property), valueAt(sent, amount)];
    const isOwn = reference === undefined && property.lastIndexOf('/') === 0;
    return isOwn && typeof own === 'number' && typeof moved === 'number'
      ? [[property.slice(1), sumOf(own, sign * moved)]]
      : [];
  });
}

/** The changed record with its id and the names of its parents as before: under another path no request would find it. */
function atItsPlace({ resource, where }: EntityPlace, before: JsonObject, after: JsonObject): JsonObject {
  const { id } = resource;
  const pointers = [
    ...(id?.property === undefined ? [] : [pointerTo(id.property)]),
    ...where.map((each) => each.pointer),
  ];
  return pointers.reduce((record, pointer) => {
    const value = valueAt(before, pointer);
    return value === undefined ? record : asObject(withValueAt(record, pointer, value));
  }, after);
}

/** Properties of the item that the action's query or body sets (`POST /tasks/{id}/move?parent=7`). */
function inputsOf(
  mock: MockContext,
  { role, parameters, request: { body } }: RequestContext,
  { resource }: EntityPlace,
  before: JsonObject,
): readonly (readonly [string, Json])[] {
  if (role.responseEntity === undefined) return [];
  const { properties, readOnly } = mock.fieldsOf(resource.schema);
  const sent = { ...parameters.query, ...(body.kind === 'parsed' ? asObject(body.value) : {}) };
  return Object.entries(sent).filter(([name, value]) => {
    const property = properties.get(name);
    if (property === undefined || readOnly.has(name)) return false;
    if (value === null || typeof value === 'object' || jsonEquals(valueOrNull(before, name), value)) return false;
    return mock.validator.accepts(property, value, 'response');
  });
}

const RENEWS = /^(?:regenerate|regen|rotate|roll|renew|reset|recreate|cycle)[-_]?(.*)$/i;

/** New values of what the action renews: the `client_secret` of `regenerate_secret`. */
function renewals(
  mock: MockContext,
  context: RequestContext,
  place: EntityPlace,
  before: Entity,
): readonly (readonly [string, Json])[] {
  const { path } = context.operation;
  const last = lastSegment(path);
  const what = RENEWS.exec(last)?.[1] ?? (isCalledRenewal(context) ? last : undefined);
  if (what === undefined) return [];
  const { properties } = mock.fieldsOf(place.resource.schema);
  const word = withoutSeparators(what);
  const isMeant = (name: string): boolean => (word === '' ? SECRETS.test(name) : name.endsWith(word));
  return [...properties].flatMap(([name, property]): readonly (readonly [string, Json])[] => {
    if (!isMeant(withoutSeparators(name)) || typeof valueOrNull(asObject(before.value), name) !== 'string') return [];
    const at = `${place.collection}/${before.key}/${name}#${before.version}`;
    const drawn = mock.generator.value(
      property,
      { seed: mock.options.seed, at },
      { direction: 'response', name, examples: false },
    );
    return drawn.ok ? [[name, drawn.value]] : [];
  });
}

/** Whether a POST without a body is called a renewal: `resetApiKey` at `/apps/{id}/api_key`. */
function isCalledRenewal({ operation: { id, method, body } }: RequestContext): boolean {
  return method === 'POST' && body === undefined && RENEWS.test(wordsOf(id)[0] ?? '');
}

const SECRETS = /(?:secret|key|token|password)$/;

/** Whether a parameter names the item: `{id}` of the item's own path, or `{ticketId}` of a ticket. */
function isItsName(parameter: string, { id, singular }: Resource): boolean {
  return (
    parameter === id?.parameter ||
    withoutSeparators(parameter).replace(/(id|key|name)$/, '') === withoutSeparators(singular)
  );
}

function valueOrNull(value: JsonObject, name: string): Json {
  return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}
