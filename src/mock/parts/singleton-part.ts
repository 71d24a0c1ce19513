import type { Json, JsonObject } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import { lastSegment } from '../../spec/index.ts';
import type { Collection, Entity } from '../../state/index.ts';
import { isObject, withoutSeparators } from '../../wire/index.ts';
import type { RoleCall } from '../model/context.ts';
import { asObject, isForObjects } from '../model/object.ts';
import { keyOf } from '../model/place.ts';
import { innermostParent } from '../seed/parents.ts';

/** The item above a singleton: `/robots/{id}` of `/robots/{id}/settings`. */
interface ItemAbove {
  readonly resource: Resource;
  readonly collection: Collection;
  readonly entity: Entity;
  /** The property of the item that is the same object as the singleton: `settings`. */
  readonly property: string | undefined;
  /** Properties of the singleton that repeat the item: its id, and what is called after it. */
  readonly repeated: readonly string[];
}

function itemAbove({ mock, context, place: { resource }, tx }: RoleCall): ItemAbove | undefined {
  if (!resource.singleton || resource.parent === undefined) return undefined;
  const parent = innermostParent(mock, context);
  if (parent?.place.prefix === undefined || parent.resource.singleton) return undefined;
  const collection = tx.collection(parent.place.collection);
  const entity = collection.get(parent.place.prefix + keyOf(parent.id));
  if (entity === undefined) return undefined;
  const { schema, id, singular } = parent.resource;
  const own = mock.fieldsOf(resource.schema).properties;
  const above = mock.fieldsOf(schema).properties;
  const { path } = context.operation;
  const word = withoutSeparators(lastSegment(path));
  const [property] =
    [...above].find(([name, part]) => {
      const inner = [...mock.fieldsOf(part).properties.keys()];
      const shared = inner.filter((each) => own.has(each)).length;
      const areFree =
        inner.length + own.size === 0 && [part, resource.schema].every((each) => isForObjects(mock.api, each));
      return withoutSeparators(name) === word && (areFree || (shared > 0 && shared * 2 >= inner.length));
    }) ?? [];
  const thing = withoutSeparators(singular);
  const repeated = [...own.keys()].filter(
    (name) => name === id?.property || (above.has(name) && withoutSeparators(name).startsWith(thing)),
  );
  return { resource: parent.resource, collection, entity, property, repeated };
}

/** What the item above a singleton says of it: the object of its name, and what repeats the item. */
export function valuesOfItem(call: RoleCall): JsonObject {
  const item = itemAbove(call);
  if (item === undefined) return {};
  const { property, repeated } = item;
  const value = asObject(item.entity.value);
  const names = repeated.filter((name) => isPlain(value[name]));
  return {
    ...Object.fromEntries(names.map((name) => [name, value[name] ?? null])),
    ...sharedPart(call, value, property),
  };
}

/** The stored singleton with what the item above says of it now. */
export function asItemShows(call: RoleCall, stored: Entity): Entity {
  const shown = valuesOfItem(call);
  if (Object.keys(shown).length === 0) return stored;
  const value = { ...asObject(stored.value), ...shown };
  return call.mock.validator.accepts(call.place.resource.schema, value, 'response') ? { ...stored, value } : stored;
}

/** Shows a written singleton in the item above; `undefined` removes it. */
export function showInItem(call: RoleCall, value: Json | undefined): void {
  const item = itemAbove(call);
  if (item?.property === undefined) return;
  const { mock } = call;
  const { resource, collection, entity, property } = item;
  const before = asObject(entity.value);
  const { properties, open } = mock.fieldsOf(mock.fieldsOf(resource.schema).properties.get(property) ?? true);
  const isFree = properties.size === 0;
  const shown = Object.entries(asObject(value ?? null)).filter(([name]) => open || isFree || properties.has(name));
  const own = mock.fieldsOf(call.place.resource.schema).properties;
  // What the singleton could show and does not is gone.
  const kept = Object.entries(asObject(before[property])).filter(([name]) => !isFree && !own.has(name));
  const part = value === undefined ? null : Object.fromEntries([...kept, ...shown]);
  const rest = Object.fromEntries(Object.entries(before).filter(([name]) => name !== property));
  const after = [{ ...before, [property]: part }, ...(value === undefined ? [rest] : [])].find((each) =>
    mock.validator.accepts(resource.schema, each, 'response'),
  );
  if (after !== undefined) collection.put(entity.key, after);
}

function sharedPart({ mock, place }: RoleCall, item: JsonObject, property: string | undefined): JsonObject {
  const part = property === undefined || !Object.hasOwn(item, property) ? null : (item[property] ?? null);
  if (!isObject(part)) return {};
  const { properties } = mock.fieldsOf(place.resource.schema);
  return Object.fromEntries(Object.entries(part).filter(([name]) => properties.size === 0 || properties.has(name)));
}

function isPlain(value: Json | undefined): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}
