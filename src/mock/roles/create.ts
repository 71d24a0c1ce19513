import type { HeaderFields, HttpResponse, Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import {
  filledTemplate,
  isJsonContent,
  type MediaType,
  mediaTypeFor,
  onceForEach,
  type Schema,
  typesOf,
} from '../../spec/index.ts';
import type { Collection, Entity } from '../../state/index.ts';
import {
  encodeInPath,
  encodePathSegment,
  isObject,
  parsePointer,
  valueAt,
  withoutSeparators,
  withValueAt,
} from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { inCalledKind } from '../answer/called-kind.ts';
import { takenByMask } from '../answer/update-mask.ts';
import { completedEntity } from '../entity/entity.ts';
import { countsOfSent } from '../entity/totals.ts';
import { defaultsIn } from '../facts/defaults.ts';
import { originOf } from '../facts/origin.ts';
import { rememberBelow } from '../facts/owner.ts';
import { namedIn } from '../facts/put-create.ts';
import { sentForm } from '../facts/sent-form.ts';
import type { RequestFacts } from '../fields/adapt-input.ts';
import { drawnId, keyBeginning } from '../fields/drawn-id.ts';
import { hashedId } from '../fields/hashed-id.ts';
import { inOwnNames, withFreeProperties, withoutHolders } from '../fields/own-names.ts';
import { fileFields, fileInText, fileLists, fileNamed, sentFile } from '../fields/sent-file.ts';
import { acceptedFields } from '../fields/writable-fields.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, firstEntity, idText, keyOf } from '../model/place.ts';
import { refuse } from '../model/refusal.ts';
import { showInParent, storeShownChildren } from '../parts/embedded-children.ts';
import { countInTargets, moveAmounts, refusalOfLack } from '../parts/kept-numbers.ts';
import { conflictStatus } from '../refuse/judge.ts';
import { callerOf } from '../seed/caller.ts';
import { withCallerName } from '../seed/caller-name.ts';
import { belongingOf } from '../seed/default-parent.ts';
import { rememberSent } from '../seed/filtered-by-sent.ts';
import { valuesOfSame, withNamedRecords } from '../seed/named-records.ts';
import { withAgreeingNames } from '../seed/names-and-ids.ts';
import { ordinalsOf } from '../seed/ordinals.ts';
import { withFreeOtherIds } from '../seed/other-ids.ts';
import { plainInteger } from '../seed/records.ts';
import { valuesOfReferred } from '../seed/referred-values.ts';
import { recordCalledIn, recordsIn } from '../seed/seeder.ts';
import { isSeed } from '../seed/seeds.ts';
import { withServerReferences } from '../seed/server-references.ts';
import { keepFile } from './files.ts';
import { link, linkToOwners } from './link.ts';
import { answerAfterWrite } from './presentation.ts';
import { collectionAt, misfit, type RoleAnswer, type RoleOutcome } from './role.ts';
import { actOnParent } from './set-by-action.ts';
import { takenBefore } from './unique-conflict.ts';

/**
 * Creates an entity from the body. The server sets the id and all its own properties, and `Location` (RFC
 * 9110 §15.3.2).
 */
export const create: RoleAnswer = function create(call) {
  const { mock, context, place } = call;
  // A body that names no record makes one.
  if (context.role.names !== undefined && namedIn(context.request, context.role) !== undefined) return link(call);
  const sent = sentEntity(mock, context);
  return createItem({ ...call, place: belongingOf(mock, context, place, sent) }, sent);
};

function createItem(call: RoleCall, sent: JsonObject): RoleOutcome {
  const { mock, context, place } = call;
  const made = createdFrom(call, sent, requestedOf(mock, context));
  if (made === undefined || !('entity' in made)) return made;
  const { entity } = made;
  const choice = context.plan.success;
  const location = locationOf(call, entity);
  const documented = choice.spec.headers.find((header) => header.name.toLowerCase() === 'location');
  const headers: HeaderFields =
    location !== undefined && (documented !== undefined || (choice.status === 201 && isReadable(mock, place, entity)))
      ? [['Location', asDocumented(mock, context, documented?.schema, location)]]
      : [];
  const response = answerAfterWrite(call, choice, entity, headers);
  const value = location === undefined ? undefined : withAddress(call, response, { entity, location });
  return { response: value === undefined ? response : documentedAnswer(mock, context, choice, { value, headers }) };
}

/** A new entity, and where it is. */
interface PlacedEntity {
  readonly entity: Entity;
  readonly location: string;
}

/** The content of an answer that says where the new entity is (`{location}`) and is not the entity: it leads to it. */
function withAddress(
  { mock, context }: RoleCall,
  { body }: HttpResponse,
  { entity, location }: PlacedEntity,
): JsonObject | undefined {
  if (context.role.responseEntity !== undefined || body.kind !== 'parsed' || !isObject(body.value)) return undefined;
  if (Object.hasOwn(asObject(entity.value), 'location')) return undefined;
  const content = context.plan.success.spec.content.find(isJsonContent);
  const schema = content?.schema === undefined ? undefined : mock.fieldsOf(content.schema).properties.get('location');
  if (schema === undefined || typeof body.value['location'] !== 'string') return undefined;
  const whole = originOf(context) + location;
  const address = mock.validator.accepts(schema, whole, 'response')
    ? whole
    : asDocumented(mock, context, schema, location);
  return { ...body.value, location: address };
}

/**
 * Stores the sent values as a new entity of a place. Returns an outcome if it is refused, and `undefined`
 * if the document should answer.
 */
export function createdFrom(
  call: RoleCall,
  sent: JsonObject,
  requested: RequestFacts | undefined,
): { readonly entity: Entity } | RoleOutcome {
  const { mock, context, place, tx } = call;
  const collection = collectionAt(tx, place);
  const key = chosenKey(call, collection, sent, requested?.examples);
  if (key === undefined) return undefined;
  if (typeof key !== 'string') return { refusal: key.refusal };
  makeRoom(call, collection, sent, requested?.examples ?? []);
  const accepted = acceptedFields(mock, place.resource, sent, {
    requested: requested?.schema,
    shownAlone: place.resource === context.role.resource ? context.plan.shownAlone : [],
  });
  const file = sentFile(context.request);
  const meant = {
    ...ordinalsOf(mock, place, collection, requested?.schema),
    ...defaultsOf(mock, context, sent, requested?.schema),
    ...fileFields(mock, place.resource.schema, file ?? fileInText(mock, requested?.schema, sent)),
    ...countsOfSent(mock, place.resource.schema, sent),
    ...fileLists(mock, place.resource.schema, context.request, `${place.collection}/${key}`),
    ...accepted,
    ...fileNamed(mock, place.resource.schema, context.plan.calledKind?.own, { file, at: `${place.collection}/${key}` }),
  };
  const taken = takenBefore(call, meant, requested?.schema);
  if (taken !== undefined) return taken;
  const lack = refusalOfLack(call, sent);
  if (lack !== undefined) return { refusal: lack };
  const recordOf = recordsIn(mock, tx);
  const same = {
    ...valuesOfReferred(mock, place.resource, { sent, requested: requested?.schema, recordOf }),
    ...valuesOfSame(mock, place.resource, sent, recordOf),
  };
  const completed = completedEntity(
    { mock, place, key, requested: requestedWhole(mock, context, requested) },
    { ...same, ...meant },
  );
  if (completed.misfits !== undefined) return misfit(call, completed.misfits);
  const given = { ...place.fixed, ...sent };
  const caller = callerOf(mock, context, tx);
  const agreeing = withAgreeingNames(mock, place.resource, completed.value, { sent: given, tx, recordOf });
  const referring = withServerReferences(mock, place.resource, agreeing, { key, given, recordOf, caller });
  const made = withCallerName(mock, place.resource, referring, { given, recordOf, caller });
  const named = withNamedRecords(mock, place.resource, made, {
    recordOf,
    recordCalled: recordCalledIn(mock, tx),
    sent,
    path: context.parameters.path,
  });
  const entity = collection.put(key, withFreeOtherIds(mock, place, collection, { key, value: named, given: sent }));
  if (file !== undefined && context.plan.keepsFile) keepFile(place, key, file, tx);
  rememberBelow(context, place, key, tx);
  rememberSent(context, place, { key, sent }, tx);
  showInParent(call, key, entity.value);
  storeShownChildren(call, key, asObject(entity.value));
  countInTargets(call, undefined, entity.value);
  moveAmounts(call, sent);
  linkToOwners(call, entity, sent);
  actOnParent(call, sent);
  return { entity };
}

/**
 * A path-absolute reference works through any proxy. A document that requires a URL (`format: uri`) gets
 * one; a `pattern` for documented paths gets a path without the base, or without the first words (`/poi/1` for `/api/v1/poi/1`).
 */
function asDocumented(
  mock: MockContext,
  context: RequestContext,
  schema: Schema | undefined,
  location: string,
): string {
  if (schema === undefined) return location;
  const plain = location.slice(context.basePath.length);
  const words = plain.split('/').slice(1);
  const ends = words.slice(1).map((_, at) => `/${words.slice(at + 1).join('/')}`);
  const forms = [location, originOf(context) + location, plain, ...ends];
  return forms.find((form) => mock.validator.accepts(schema, form, 'response')) ?? location;
}

/** The entity in a request's body, at the place that the model names, with values from the query. */
export function sentEntity(mock: MockContext, context: RequestContext): JsonObject {
  const { body } = context.request;
  const pointer = context.role.requestEntity ?? '';
  let sent: Json =
    body.kind === 'parsed'
      ? {
          ...besideIt(mock, context, body.mediaType, asObject(body.value)),
          ...namedOnly(mock, schemaIn(mock, context, body.mediaType), asObject(valueAt(body.value, pointer))),
        }
      : {};
  const { updateMask } = context.plan;
  if (updateMask !== undefined) sent = takenByMask(asObject(sent), context.parameters.query[updateMask]);
  for (const { parameter, pointer } of context.role.inputs ?? []) {
    const value = context.parameters.query[parameter];
    // A value in the body wins over the query.
    if (value !== undefined && valueAt(sent, pointer) === undefined) sent = withValueAt(sent, pointer, value);
  }
  const { schema = true, singular } = context.role.resource ?? {};
  sent = inOwnNames(mock, schema, withoutHolders(mock, schema, asObject(sent)), singular);
  sent = inCalledKind(mock, schema, asObject(sent), context.plan.calledKind?.own);
  const requested = body.kind === 'parsed' ? schemaIn(mock, context, body.mediaType) : undefined;
  if (requested !== undefined) sent = withFreeProperties(mock, schema, requested, asObject(sent));
  const { sentAs } = context.role;
  if (sentAs === undefined) return asObject(sent);
  // The entity may have some of that part itself.
  const { properties } = mock.fieldsOf(schema);
  const own = Object.entries(asObject(sent)).filter(([name]) => properties.has(name));
  return asObject(withValueAt(Object.fromEntries(own), sentAs, sent));
}

/** Values beside the entity in a body: `metadata` in `{ bank_account: { … }, metadata: { … } }`. */
function besideIt(mock: MockContext, context: RequestContext, mediaType: string, body: JsonObject): JsonObject {
  const [inner, ...deeper] = parsePointer(context.role.requestEntity ?? '') ?? [];
  const { resource } = context.role;
  const schema = mediaTypeFor(context.operation.body?.content ?? [], mediaType)?.schema;
  if (inner === undefined || deeper.length > 0 || resource === undefined || schema === undefined) return {};
  const documented = mock.fieldsOf(schema).properties;
  const own = mock.fieldsOf(resource.schema).properties;
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => name !== inner && documented.has(name) && own.has(name)),
  );
}

/** Only properties that the request's own schema has, unless it allows others. */
export function namedOnly(mock: MockContext, at: Schema | undefined, sent: JsonObject): JsonObject {
  if (at === undefined) return sent;
  const { properties, required, open } = mock.fieldsOf(at);
  if (open || properties.size === 0) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => properties.has(name) || required.has(name)));
}

/** The document's facts about the entity in a request's body and in its answer. */
export function requestedOf(mock: MockContext, context: RequestContext): RequestFacts {
  const { body } = context.request;
  const answers = answersOf(mock, context);
  // A body with a part of the entity says nothing about the rest.
  const omitsMisfits = !context.plan.refusesValues;
  const others = context.plan.calledKind?.others;
  if (body.kind !== 'parsed' || context.role.sentAs !== undefined)
    return { schema: undefined, examples: [], answers, omitsMisfits, others };
  const media = mediaTypeFor(context.operation.body?.content ?? [], body.mediaType);
  const pointer = context.role.requestEntity ?? '';
  const examples = shownIn(mock, media).flatMap((each) => valueAt(each, pointer) ?? []);
  return { schema: schemaIn(mock, context, body.mediaType), examples, answers, omitsMisfits, others };
}

/** What a request that sends only a part of the entity can say of the whole: the part. */
function requestedWhole(
  mock: MockContext,
  context: RequestContext,
  requested: RequestFacts | undefined,
): RequestFacts | undefined {
  const { body } = context.request;
  const { sentAs } = context.role;
  if (requested === undefined || sentAs === undefined || body.kind !== 'parsed') return requested;
  const part = schemaIn(mock, context, body.mediaType);
  return typeof part === 'object' ? { ...requested, schema: heldBy(sentAs, part) } : requested;
}

/** The schema of an object with nothing but a part at a pointer. Made once, since facts are kept by schema. */
function heldBy(pointer: string, part: Exclude<Schema, boolean>): Schema {
  const known = holders(part);
  const holder =
    known.get(pointer) ??
    (parsePointer(pointer) ?? []).reduceRight<Schema>(
      (schema, token) => ({ type: 'object', properties: { [token]: schema } }),
      part,
    );
  known.set(pointer, holder);
  return holder;
}

const holders = onceForEach((_part: object) => new Map<string, Schema>());

/** Entities in the documented success of an operation. */
export function answersOf(mock: MockContext, { plan, role }: RequestContext): readonly JsonObject[] {
  const media = plan.success.spec.content.find(isJsonContent);
  return shownIn(mock, media).flatMap((each) => {
    const entity = valueAt(each, role.responseEntity ?? '');
    return isObject(entity) ? [entity] : [];
  });
}

/** Examples of a body, and of its schema. */
function shownIn(mock: MockContext, media: MediaType | undefined): readonly Json[] {
  const target = mock.api.deref(media?.schema ?? true);
  const own = typeof target === 'object' ? (target.examples ?? []) : [];
  return [...(media?.examples ?? []).map(({ value }) => value), ...own];
}

/** The values that apply if the request leaves properties out. */
function defaultsOf(
  mock: MockContext,
  context: RequestContext,
  sent: JsonObject,
  requested: Schema | undefined,
): JsonObject {
  const { resource } = context.role;
  if (typeof requested !== 'object' || resource === undefined || requested === resource.schema) return {};
  const { defaults } = context.plan;
  const form = sentForm(mock, requested, sent);
  if (typeof form !== 'object') return {};
  let found = defaults.get(form);
  if (found === undefined) {
    found = shownDefaults(mock, resource, form);
    defaults.set(form, found);
  }
  return Object.fromEntries(found.filter(([name]) => !Object.hasOwn(sent, name)));
}

/** The defaults in a request's schema that the entity can show. */
function shownDefaults(
  mock: MockContext,
  { schema: shownAs, id }: Resource,
  requested: Schema,
): readonly (readonly [string, Json])[] {
  const { properties, writeOnly } = mock.fieldsOf(shownAs);
  const { readOnly } = mock.fieldsOf(requested);
  return defaultsIn(mock.api, requested).filter(([name, value]) => {
    const shown = properties.get(name);
    if (shown === undefined || readOnly.has(name) || writeOnly.has(name) || name === id?.property) return false;
    return mock.validator.accepts(shown, value, 'response');
  });
}

function schemaIn(mock: MockContext, context: RequestContext, mediaType: string): Schema | undefined {
  const schema = mediaTypeFor(context.operation.body?.content ?? [], mediaType)?.schema;
  return schema === undefined ? undefined : schemaAt(mock.fieldsOf, schema, context.role.requestEntity ?? '');
}

function chosenKey(
  { mock, context, place }: RoleCall,
  collection: Collection,
  sent: JsonObject,
  examples: readonly Json[] = [],
): string | { readonly refusal: ReturnType<typeof refuse> } | undefined {
  const inQuery = chosenInQuery(mock, context, place);
  const own =
    inQuery ??
    (isUndocumentedId(mock, context, place) ? undefined : ownId(mock, context, place, sent)) ??
    hashedId(mock, place, sent);
  if (own === undefined) return keyBeginning(place, collection, sent) ?? freshKey(mock, place, collection);
  // The path does not name the parent, so the document answers.
  if (place.prefix === undefined) return undefined;
  const key = place.prefix + keyOf(own);
  const taken = collection.get(key);
  if (taken !== undefined && !givesWay(mock, place, taken, examples)) {
    const isDocumented = context.operation.responses.some(({ status }) => status === '409' || status === '4XX');
    const property = place.resource.id?.property ?? 'id';
    // Numbers and UUIDs are usually chosen by the server: without a documented conflict, a taken
    // one is only a suggestion. So is any id that the body may leave out, if no refusal is documented.
    const isSuggested =
      typeof own !== 'string' ||
      UUID.test(own) ||
      !((inQuery !== undefined && isCalledUnique(context)) || refuses(context) || requiresId(mock, context, property));
    if (!isDocumented && isSuggested) return freshKey(mock, place, collection);
    return {
      refusal: refuse(
        conflictStatus(context.operation),
        `Another ${place.resource.singular} has ${property} ${JSON.stringify(keyOf(own))} already.`,
      ),
    };
  }
  if (/^\d{1,18}$/.test(keyOf(own))) collection.reserve(BigInt(keyOf(own)));
  return key;
}

/** Whether an operation documents any refusal. */
const refuses = ({ operation }: RequestContext): boolean =>
  operation.responses.some(({ status }) => status.startsWith('4') || status === 'default');

/**
 * Whether a record makes room for a new one with its id: a seeded record that nothing has changed, if the
 * document's example of the request names it. That request must succeed.
 */
function givesWay(mock: MockContext, place: EntityPlace, { key, version }: Entity, examples: readonly Json[]): boolean {
  const at = pointerTo(place.resource.id?.property ?? 'id');
  const id = idText(place, key);
  const isExample = examples.some((example) => keyOf(valueAt(example, at) ?? null) === id);
  return isExample && version === 1 && isSeed(mock, place, id);
}

/** The same for the other names by which paths find records: the example of `key: "EX"` in a request takes the place of the seeded one. */
function makeRoom(
  { mock, place }: RoleCall,
  collection: Collection,
  sent: JsonObject,
  examples: readonly Json[],
): void {
  for (const at of (place.resource.id?.also ?? []).map(pointerTo)) {
    const value = valueAt(sent, at);
    if (value === undefined || value === null || typeof value === 'object') continue;
    if (!examples.some((example) => valueAt(example, at) === value)) continue;
    const there = firstEntity(collection, place, [...place.where, { pointer: at, op: 'equals', value }]);
    if (there?.version === 1 && isSeed(mock, place, idText(place, there.key))) collection.delete(there.key);
  }
}

/** An id from the query that the path accepts. */
function chosenInQuery(
  mock: MockContext,
  { plan, parameters }: RequestContext,
  { resource }: EntityPlace,
): Json | undefined {
  const value = plan.idInQuery === undefined ? undefined : parameters.query[plan.idInQuery];
  const isId = value !== undefined && value !== null && value !== '' && typeof value !== 'object';
  return isId && mock.validator.accepts(resource.id?.schema ?? true, value, 'response') ? value : undefined;
}

/** Whether the parameter with the id of a new record is described as required and unique. */
function isCalledUnique({ plan, operation }: RequestContext): boolean {
  const found = operation.parameters.find((each) => each.in === 'query' && each.name === plan.idInQuery);
  return /\brequired\b/i.test(found?.description ?? '') && /\bunique\b/i.test(found?.description ?? '');
}

/** Whether a body has an id that its own schema does not have, although it has other properties: the server's id stays. */
function isUndocumentedId(mock: MockContext, context: RequestContext, { resource: { id } }: EntityPlace): boolean {
  const { body } = context.request;
  if (id?.property === undefined || body.kind !== 'parsed') return false;
  const at = pointerTo(id.property);
  if (valueAt(body.value, `${context.role.requestEntity ?? ''}${at}`) === undefined) return false;
  const schema = schemaIn(mock, context, body.mediaType);
  if (schema === undefined || mock.fieldsOf(schema).properties.size === 0) return false;
  return schemaAt(mock.fieldsOf, schema, at) === undefined;
}

/** An id that the client may choose: in the body, not read-only unless the body requires it, and not empty. */
function ownId(mock: MockContext, context: RequestContext, place: EntityPlace, sent: JsonObject): Json | undefined {
  const { id, schema } = place.resource;
  if (id === undefined) return undefined;
  // An item may not show its id, which the create must name: `transferId` for `/transfers/{transferId}`.
  const name = id.property ?? id.parameter;
  const isChosen = id.property !== undefined && !mock.fieldsOf(schema).readOnly.has(name);
  if (!isChosen && !requiresId(mock, context, name)) return undefined;
  const { body } = context.request;
  const shown = valueAt(sent, pointerTo(name)) ?? calledAsItem(mock, context, place, sent);
  const whole = id.property === undefined && body.kind === 'parsed' ? body.value : undefined;
  const value = shown ?? (whole && valueAt(whole, `${context.role.requestEntity ?? ''}${pointerTo(name)}`));
  // Such an id could not be part of a path.
  return value === undefined || value === null || value === '' || !mock.validator.accepts(id.schema, value, 'response')
    ? undefined
    : value;
}

/**
 * The id that a body has under the word of the item, which items show as another property: `pool` for the `name` of a pool, `targetName` for the
 * `name` of a target.
 */
function calledAsItem(
  mock: MockContext,
  context: RequestContext,
  { resource }: EntityPlace,
  sent: JsonObject,
): Json | undefined {
  const { id, schema, singular } = resource;
  const name = id?.parameter ?? '';
  const thing = withoutSeparators(singular);
  const isLonger =
    id?.property !== undefined && withoutSeparators(name) === `${thing}${withoutSeparators(id.property)}`;
  const { body: received } = context.request;
  // The id may stand beside the object that has the other values: `{ targetName, target: { … } }`.
  const whole = received.kind === 'parsed' && isLonger ? asObject(received.value) : {};
  const holder = [sent, whole].find((each) => Object.hasOwn(each, name));
  if (name === '' || !(isLonger || withoutSeparators(name) === thing) || holder === undefined) return undefined;
  const body = schemaIn(mock, context, received.kind === 'parsed' ? received.mediaType : '');
  const isOther = id?.property === undefined || mock.fieldsOf(body ?? true).properties.has(id.property);
  return isOther || mock.fieldsOf(schema).properties.has(name) ? undefined : holder[name];
}

/** Whether the body of a create must have the id, so that clients choose it, although answers call it read-only. */
function requiresId(mock: MockContext, context: RequestContext, name: string): boolean {
  const { role, request } = context;
  const whole = request.body.kind === 'parsed' ? schemaIn(mock, context, request.body.mediaType) : undefined;
  const sent = whole === undefined ? undefined : schemaAt(mock.fieldsOf, whole, role.requestEntity ?? '');
  const { required, readOnly } = mock.fieldsOf(sent ?? true);
  return required.has(name) && !readOnly.has(name);
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const MOST_DRAWS = 100;

/**
 * The next id that the path accepts. If all are used (`{orderId}` from 1 to 10), the next that the entity
 * can show. An id is never given twice.
 */
export function freshKey(
  mock: MockContext,
  place: EntityPlace,
  collection: Collection,
): string | { readonly refusal: ReturnType<typeof refuse> } {
  const { id, schema, name } = place.resource;
  const shown = id?.property === undefined ? undefined : schemaAt(mock.fieldsOf, schema, pointerTo(id.property));
  const key =
    keyFitting(mock, place, collection) ??
    (id === undefined || shown === undefined
      ? undefined
      : keyFitting(mock, { ...place, resource: { ...place.resource, id: { ...id, schema: shown } } }, collection));
  return key ?? { refusal: refuse(507, `No unused id of ${name} fits its schema.`) };
}

/** A counter if the schema allows integers, else a value drawn from the counter. */
function keyFitting(mock: MockContext, place: EntityPlace, collection: Collection): string | undefined {
  const { id, singular } = place.resource;
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    const count = collection.nextId();
    const integer = plainInteger(count);
    if (id === undefined || mock.validator.accepts(id.schema, integer, 'response'))
      return (place.prefix ?? '') + String(count);
    const drawn = drawnId(mock, place.resource, `${place.collection}#new${count}`);
    const key = (place.prefix ?? '') + (drawn === undefined ? `${singular}-${count}` : keyOf(drawn));
    if (collection.get(key) === undefined) return key;
  }
  return undefined;
}

/** The value of a path parameter in the entity: `owner/login` for `{owner}`. */
function pathValueOf(mock: MockContext, { resource }: EntityPlace, name: string, entity: Json): string | undefined {
  const scopes = mock.operationsAt(resource.itemPath).flatMap((each) => mock.model.roleOf(each).scope ?? []);
  const property = scopes.find(({ parameter }) => parameter === name)?.property;
  const value = property === undefined ? undefined : valueAt(entity, pointerTo(property));
  return value === undefined || value === null || typeof value === 'object'
    ? undefined
    : asSegment(mock, resource.itemPath, name, keyOf(value));
}

/** A value in the style of its parameter: `;id=7`, `.7`. */
function asSegment(mock: MockContext, path: string | undefined, name: string, text: string): string {
  const parameters = path === undefined ? [] : mock.operationsAt(path).flatMap((each) => each.parameters);
  const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
  // The string of a numeric key is valid JSON already.
  const isNumber =
    parameter?.content !== undefined && !typesOf(mock.api, parameter.content.schema ?? true).includes('string');
  return isNumber ? encodePathSegment(text) : encodeInPath(parameter, text);
}

/** Whether the path of an item accepts its id: a document may require another form there (`acme:7` beside `7`). */
function isReadable(mock: MockContext, { resource }: EntityPlace, { value }: Entity): boolean {
  const { id } = resource;
  const own = id?.property === undefined ? undefined : valueAt(value, pointerTo(id.property));
  if (id === undefined || own === undefined || own === null) return true;
  return [own, String(own)].some((form) => mock.validator.accepts(id.schema, form, 'request'));
}

/** A path-absolute reference, which works through any proxy. */
function locationOf({ mock, context, place }: RoleCall, { key, value }: Entity): string | undefined {
  const { itemPath, id } = place.resource;
  if (itemPath === undefined || id === undefined || !itemPath.includes(`{${id.parameter}}`)) return undefined;
  let known = true;
  const path = filledTemplate(itemPath, (name) => {
    if (name === id.parameter) return asSegment(mock, itemPath, name, idText(place, key));
    const raw =
      context.pathParams[context.role.scope?.find((scope) => scope.home === name)?.parameter ?? name] ??
      pathValueOf(mock, place, name, value);
    known &&= raw !== undefined;
    return raw ?? '';
  });
  return known ? `${context.basePath}${path}` : undefined;
}
