import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { jsonBodyOf, lastSegment, wordsOf } from '../../spec/index.ts';
import type { Entity } from '../../state/index.ts';
import { valueAt, withoutSeparators } from '../../wire/index.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { EntityPlace } from '../model/place.ts';
import { placeOfMade } from '../relations/created-place.ts';
import { createdFrom, requestedOf, sentEntity } from './create.ts';
import { entityAnswer } from './presentation.ts';
import { collectionAt, type RoleOutcome } from './role.ts';

/**
 * Creates what an action makes from its item (`POST /carts/{id}/checkout`): with the body's values, and the
 * item's values of the same names.
 */
export function make(call: RoleCall, from: Entity | undefined): RoleOutcome {
  const { mock, context } = call;
  const { makes } = context.role;
  const place = placeOfMade(mock, context);
  if (makes === undefined || place === undefined) return undefined;
  const { resource } = makes;
  const there: RequestContext = { ...context, role: { kind: 'create', why: [], ...makes } };
  const given = withoutNameOf(call, resource, sentEntity(mock, there));
  const sent = { ...(from === undefined ? {} : handedOn(call, resource, from)), ...given };
  const made = createdFrom({ ...call, context: there, place }, sent, requestedOf(mock, there));
  if (made === undefined || !('entity' in made)) return made;
  const entity = withServers(call, place, made.entity, sent);
  return { response: entityAnswer({ mock, context: there, place, showsAll: true }, context.plan.success, entity) };
}

/** What is sent without the id by which a body names the item, which is not that of the new one: `POST /duplicateBook` with `{ id }`. */
function withoutNameOf({ context, place }: RoleCall, made: Resource, given: JsonObject): JsonObject {
  const name = context.role.says === 'body' && place.resource === made ? made.id?.property : undefined;
  return name === undefined ? given : Object.fromEntries(Object.entries(given).filter(([each]) => each !== name));
}

/** The new entity with the values of the copied one that no client may change. */
function withServers({ mock, tx }: RoleCall, place: EntityPlace, entity: Entity, handed: JsonObject): Entity {
  const { schema } = place.resource;
  const { readOnly } = mock.fieldsOf(schema);
  const missing = Object.entries(handed).filter(([name]) => readOnly.has(name));
  const whole = { ...asObject(entity.value), ...Object.fromEntries(missing) };
  if (missing.length === 0 || !mock.validator.accepts(schema, whole, 'response')) return entity;
  return collectionAt(tx, place).put(entity.key, whole);
}

/** The item's values that the new entity takes over. */
function handedOn({ mock, context, place: { resource: item } }: RoleCall, made: Resource, from: Entity): JsonObject {
  const { properties, readOnly, writeOnly } = mock.fieldsOf(made.schema);
  const value = asObject(from.value);
  const fits = (name: string, each: Json): boolean =>
    mock.validator.accepts(properties.get(name) ?? false, each, 'response');
  const isCopied =
    item !== made ||
    context.role.makes?.copies === true ||
    COPIES.test(wordsOf(lastSegment(context.operation.path))[0] ?? '');
  const chosen = isCopied && item === made ? namesOfCreation(mock, made) : NO_NAMES;
  const isServers = (name: string): boolean => readOnly.has(name) && !chosen.has(name);
  const copied = Object.entries(value).filter(
    ([name, each]) => isCopied && !isOwn(name) && !isServers(name) && !writeOnly.has(name) && fits(name, each),
  );
  const id = item.id?.property === undefined ? undefined : valueAt(value, pointerTo(item.id.property));
  const named = [...properties.keys()].find((name) => namesOf(item, made).includes(withoutSeparators(name)));
  const points = named !== undefined && id !== undefined && fits(named, id) ? [[named, id] as const] : [];
  const listed = id === undefined ? [] : referencesTo(mock, { item, made }, id);
  return Object.fromEntries([
    ...copied.filter(([name]) => pointerTo(name) !== pointerTo(made.id?.property ?? 'id')),
    ...points,
    ...listed,
  ]);
}

/** What a client says of an item when it creates it, even if it cannot change that later: the region of a server. */
function namesOfCreation({ model, operationsAt, fieldsOf }: MockContext, made: Resource): ReadonlySet<string> {
  const creates = operationsAt(made.collectionPath).filter((each) => model.roleOf(each).kind === 'create');
  return new Set(creates.flatMap((each) => [...fieldsOf(jsonBodyOf(each)?.schema ?? true).properties.keys()]));
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** A list of what a record is about, with the item in it: `resources: [{ id: 7, type: "server" }]` of what was done to a server. */
function referencesTo(
  { fieldsOf, validator }: RoleCall['mock'],
  { item, made }: { readonly item: Resource; readonly made: Resource },
  id: Json,
): readonly (readonly [string, Json])[] {
  return [...fieldsOf(made.schema).properties].flatMap(([name, property]): readonly (readonly [string, Json])[] => {
    const { items } = fieldsOf(property);
    const inner = items === undefined ? undefined : fieldsOf(items).properties;
    if (inner === undefined || !inner.has('id') || !inner.has('type') || !ABOUT.test(name)) return [];
    const list = [{ id, type: item.singular.replaceAll(' ', '_') }];
    return validator.accepts(property, list, 'response') ? [[name, list]] : [];
  });
}

const ABOUT = /^(?:resources?|targets?|subjects?|entit(?:y|ies)|objects?|related)$/i;

/** Names of values that each record has for itself. */
const OWN = /^(?:_?id|uuid|guid|status|state|version|etag|url|href|links|date|time)$/;
/** Their last words, if they have several: `created_on`. */
const TIMES = new Set(['at', 'on', 'date', 'time']);
const isOwn = (name: string): boolean =>
  OWN.test(withoutSeparators(name)) || (wordsOf(name).length > 1 && TIMES.has(wordsOf(name).at(-1) ?? ''));
const COPIES = /^(?:clone|copy|duplicate|fork|replicate)s?$/i;

/**
 * Names of a reference to the item: `cartId` in a record made from a cart; `parentId` if both are of one
 * resource.
 */
function namesOf(item: Resource, made: Resource): readonly string[] {
  const own = withoutSeparators(item.singular);
  return item === made ? ['parentid', `parent${own}id`, 'sourceid', `source${own}id`] : [`${own}id`, `${own}uuid`];
}
