import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import type { Entity } from '../../state/index.ts';
import { valueAt, withoutSeparators } from '../../wire/index.ts';
import { placeOfMade } from '../facts/created-place.ts';
import type { RequestContext, RoleCall } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { createdFrom, requestedOf, sentEntity } from './create.ts';
import { entityAnswer } from './presentation.ts';
import type { RoleOutcome } from './role.ts';

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
  const given = sentEntity(mock, there);
  const sent = { ...(from === undefined ? {} : handedOn(call, resource, from)), ...given };
  const made = createdFrom({ ...call, context: there, place }, sent, requestedOf(mock, there));
  if (made === undefined || !('entity' in made)) return made;
  return { response: entityAnswer({ mock, context: there, place, showsAll: true }, context.plan.success, made.entity) };
}

/** The item's values that the new entity takes over. */
function handedOn({ mock, context, place: { resource: item } }: RoleCall, made: Resource, from: Entity): JsonObject {
  const { properties, readOnly, writeOnly } = mock.fieldsOf(made.schema);
  const value = asObject(from.value);
  const fits = (name: string, each: Json): boolean =>
    mock.validator.accepts(properties.get(name) ?? false, each, 'response');
  const isCopied =
    item !== made || context.role.makes?.copies === true || COPIES.test(lastWord(context.operation.path));
  const copied = Object.entries(value).filter(
    ([name, each]) =>
      isCopied && !OWN.test(withoutSeparators(name)) && !readOnly.has(name) && !writeOnly.has(name) && fits(name, each),
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
const OWN = /^(?:_?id|uuid|guid|status|state|version|etag|url|href|links|.*(?:at|on|date|time))$/;
const COPIES = /^(?:clone|copy|duplicate|fork|replicate)s?$/i;

function lastWord(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Names of a reference to the item: `cartId` in a record made from a cart; `parentId` if both are of one
 * resource.
 */
function namesOf(item: Resource, made: Resource): readonly string[] {
  const own = withoutSeparators(item.singular);
  return item === made ? ['parentid', `parent${own}id`, 'sourceid', `source${own}id`] : [`${own}id`, `${own}uuid`];
}
