import type { Json, JsonObject } from '../../core/index.ts';
import {
  isWriting,
  pointerTo,
  putInto,
  type Resource,
  type ResourceModel,
  type RoleKind,
} from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { isArray, jsonEquals } from '../../wire/index.ts';
import { completedEntity } from '../entity/entity.ts';
import { withTotals } from '../entity/totals.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { asObject, mergeObjects } from '../model/object.ts';
import { type EntityPlace, idText, keyAt, keyOf, placeOf } from '../model/place.ts';
import type { Child, ShownIn } from '../model/shown-child.ts';
import { isShared } from '../relations/children.ts';
import { shownOf } from '../relations/shown-children.ts';
import { homeValues, innermostParent } from '../seed/parents.ts';
import { markSeeded, recordsIn, sharedValues } from '../seed/seeder.ts';
import { newPart } from './new-part.ts';
import { showInItem } from './singleton-part.ts';

/** Whether an operation of this role changes, adds or removes one item. */
export const changesItem = (kind: RoleKind): boolean => kind === 'delete' || isWriting(kind);

/** The parent's list with the name and schema of the items that an operation writes, and its count. */
export function shownInOf(operation: Operation, model: ResourceModel, api: Api): ShownIn | undefined {
  const { kind, resource } = model.roleOf(operation);
  const changes = changesItem(kind) || kind === 'action';
  const parent = resource?.parent && changes ? model.resource(resource.parent.resource) : undefined;
  return resource === undefined || parent === undefined ? undefined : shownOf({ api, model }, resource, parent);
}

/**
 * Updates a nested item in its parent's list, and a singleton in the item above it; `undefined` removes it. `isNew`: the item was not there
 * before. A path without the parent finds it by what the item names, or named (`before`) if it is gone.
 */
export function showInParent(
  call: RoleCall,
  key: string,
  value: Json | undefined,
  {
    isNew = call.context.role.kind === 'create',
    before: removed,
  }: { readonly isNew?: boolean; readonly before?: Json | undefined } = {},
): void {
  const { mock, context, place, tx } = call;
  if (place.resource.singleton) showInItem(call, value);
  const { shownIn } = context.plan;
  const found = shownIn === undefined ? undefined : innermostParent(mock, context, value ?? removed);
  if (shownIn === undefined || found?.resource !== shownIn.parent || found.place.prefix === undefined) return;
  const collection = tx.collection(found.place.collection);
  const entity = collection.get(found.place.prefix + keyOf(found.id));
  if (entity === undefined) return;
  const before = asObject(entity.value);
  const { property, count } = shownIn;
  const list = property !== undefined && Object.hasOwn(before, property) ? before[property] : undefined;
  const step = value === undefined ? -1 : isNew ? 1 : 0;
  const changed = mergeObjects(before, {
    ...(property === undefined ? {} : { [property]: listAfter(call, { ...shownIn, property, list }, key, value) }),
    ...counterChange(before, count, step),
  });
  const after = property === undefined ? changed : withTotals(mock, shownIn.parent.schema, changed, () => false);
  if (mock.validator.accepts(shownIn.parent.schema, after, 'response')) collection.put(entity.key, after);
}

/** What the item above says of an item that no list and no create of its own shows: nothing, that it is not there, or the item. */
type ShownAbove =
  | { readonly kind: 'unsaid' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'there'; readonly value: Json };

/** What a list of the item above shows of an item with this key; where the path names records of another collection, that record must be there. */
export function shownAbove(call: RoleCall, key: string): ShownAbove {
  const { mock, context, place, tx } = call;
  const { parent, id } = place.resource;
  const above = parent === undefined ? undefined : mock.model.resource(parent.resource);
  if (above === undefined || id?.property === undefined || place.resource.enumerable) return { kind: 'unsaid' };
  const own = ownIdIn(place, key);
  const found = innermostParent(mock, context);
  const shown = mock.shownChildrenOf(above).find(({ child }) => child === place.resource);
  const list =
    shown?.property !== undefined && shown.idsAlone !== true && shown.namedBy === undefined ? shown.property : '';
  const entity =
    found?.place.prefix === undefined || found.resource !== above
      ? undefined
      : tx.collection(found.place.collection).get(found.place.prefix + keyOf(found.id));
  const items = Object.hasOwn(asObject(entity?.value), list) ? asObject(entity?.value)[list] : undefined;
  const pointer = pointerTo(id.property);
  const item = isArray(items) ? items.find((each) => keyAt(each, pointer) === own) : undefined;
  if (item !== undefined) return { kind: 'there', value: item };
  const target = putInto(place.resource, mock.model);
  const there =
    target?.enumerable === true && target.id?.property !== undefined ? placeOf(mock, target, {}) : undefined;
  if (there?.prefix === '')
    return recordsIn(mock, tx)(there, own) === undefined ? { kind: 'absent' } : { kind: 'unsaid' };
  return isArray(items) && target === undefined ? { kind: 'absent' } : { kind: 'unsaid' };
}

/** The list of a parent with an item as it is now, or without it. */
function listAfter(
  { mock, context, place }: RoleCall,
  {
    parent,
    property,
    list,
    idsAlone,
    namedBy,
  }: ShownIn & { readonly property: string; readonly list: Json | undefined },
  key: string,
  value: Json | undefined,
): readonly Json[] {
  const id = idFromText(mock, place.resource, ownIdIn(place, key));
  if (idsAlone === true) return idsWith(list, id, value !== undefined);
  if (namedBy === undefined) return listWith(context, list, key, value && summaryOf(mock, parent, property, value));
  const shown = isArray(list) ? list : [];
  const isThere = shown.some((each) => keyAt(each, pointerTo(namedBy)) === keyOf(id));
  if (value === undefined) return shown.filter((each) => keyAt(each, pointerTo(namedBy)) !== keyOf(id));
  const { items } = mock.fieldsOf(mock.fieldsOf(parent.schema).properties.get(property) ?? true);
  const at = `${place.collection}/${key}`;
  const made =
    isThere || items === undefined
      ? undefined
      : newPart(mock, items, at, { ...sharedValues(mock, items, value), [namedBy]: id });
  return made === undefined ? shown : [...shown, made];
}

/** A list of ids with one of them, or without it. */
function idsWith(list: Json | undefined, id: Json, isThere: boolean): readonly Json[] {
  const ids = isArray(list) ? list : [];
  if (!isThere) return ids.filter((each) => each !== id);
  return ids.includes(id) ? ids : [...ids, id];
}

/** The id in a key, or what is no more than that. */
function ownIdIn(place: EntityPlace, key: string): string {
  return key.startsWith(place.prefix ?? '') ? idText(place, key) : key;
}

/** What the list of a parent shows of an item: all, or the properties of its summary. */
function summaryOf({ fieldsOf }: MockContext, parent: Resource, property: string, value: Json): Json {
  const list = fieldsOf(parent.schema).properties.get(property);
  const shown = fieldsOf(fieldsOf(list ?? true).items ?? true).properties;
  const whole = asObject(value);
  return shown.size === 0 ? value : Object.fromEntries(Object.entries(whole).filter(([name]) => shown.has(name)));
}

/**
 * Stores the items in the lists of a new record, which have paths of their own below it: the `lines` of a new order are found at
 * `/orders/{order}/lines`, and the records that `member_ids` names at `/teams/{team}/members`.
 */
export function storeShownChildren(call: RoleCall, key: string, value: JsonObject): void {
  for (const { items, within } of listsOf(call, key, value)) {
    if (items.size === 0) continue;
    // What was sent is all there is.
    markSeeded(call.tx, within);
    for (const [id, item] of items) call.tx.collection(within.collection).put(within.prefix + id, item);
  }
}

/** Adds the items that a write put into the lists of a record to those below it, changes them, and takes the others away. */
export function changeShownChildren(call: RoleCall, key: string, lists: JsonObject, before: JsonObject = {}): void {
  const changed = Object.entries(lists).filter(([name, list]) => !jsonEquals(list, before[name] ?? null));
  for (const { items, within, isLinks } of changed.length === 0
    ? []
    : listsOf(call, key, Object.fromEntries(changed))) {
    const collection = call.tx.collection(within.collection);
    const byKey = new Map([...items].map(([id, item]) => [within.prefix + id, item]));
    markSeeded(call.tx, within);
    for (const each of collection.query({ where: within.where }).entities)
      if (each.key.startsWith(within.prefix) && !byKey.has(each.key)) collection.delete(each.key);
    for (const [itemKey, item] of byKey) {
      const there = collection.get(itemKey)?.value;
      if (there === undefined) collection.put(itemKey, item);
      else if (!isLinks) collection.put(itemKey, mergeObjects(asObject(there), asObject(item)));
    }
  }
}

interface ShownList {
  /** What is stored for each entry of the list, by its id. */
  readonly items: ReadonlyMap<string, Json>;
  readonly within: EntityPlace & { readonly prefix: string };
  /** The list only names what is stored. */
  readonly isLinks: boolean;
}

/** The lists of a record whose items have paths of their own below it. */
function listsOf(call: RoleCall, key: string, value: JsonObject): readonly ShownList[] {
  const { mock, context, place } = call;
  return mock
    .shownChildrenOf(place.resource)
    .flatMap(({ child, property, idsAlone, namedBy }): readonly ShownList[] => {
      const list = property !== undefined && Object.hasOwn(value, property) ? value[property] : undefined;
      if (!isArray(list) || isShared(mock, child)) return [];
      const id = idFromText(mock, place.resource, idText(place, key));
      const within = placeOf(mock, child, { ...homeValues(context), [child.parent.parameter]: id });
      if (within?.prefix === undefined) return [];
      const isLinks = idsAlone === true || namedBy !== undefined;
      // Ids that no collection explains say nothing of what stands below.
      if (isLinks && putInto(child, mock.model) === undefined) return [];
      const pointer = isLinks ? pointerTo(namedBy ?? '') : pointerTo(child.id?.property ?? 'id');
      const items = list.flatMap((each): readonly (readonly [string, Json])[] => {
        const own = idsAlone === true ? keyOf(each) : keyAt(each, pointer);
        const stored = own === undefined || !isLinks ? each : linkedTo(call, child, within, own);
        return own === undefined || stored === undefined ? [] : [[own, stored]];
      });
      return [{ items: new Map(items), within: { ...within, prefix: within.prefix }, isLinks }];
    });
}

/** The record below an item that an id in a list of the item names: what is linked where the path shows it, else a record with that id. */
function linkedTo({ mock, tx }: RoleCall, child: Child, within: EntityPlace, id: string): Json | undefined {
  const key = (within.prefix ?? '') + id;
  const target = putInto(child, mock.model);
  const there = target === undefined ? undefined : placeOf(mock, target, {});
  if (target === undefined || there?.prefix === undefined) return undefined;
  const linked = recordsIn(mock, tx)(there, id);
  const isSame = mock.api.deref(target.schema) === mock.api.deref(child.schema);
  if (linked === undefined || isSame) return linked;
  const completed = completedEntity({ mock, place: within, key, requested: undefined }, {});
  return completed.misfits === undefined ? completed.value : undefined;
}

function counterChange(parent: JsonObject, name: string | undefined, step: number): JsonObject {
  const value = name !== undefined && Object.hasOwn(parent, name) ? parent[name] : undefined;
  return name === undefined || step === 0 || typeof value !== 'number' || value + step < 0
    ? {}
    : { [name]: value + step };
}

function listWith(
  { role }: RequestContext,
  list: Json | undefined,
  key: string,
  value: Json | undefined,
): readonly Json[] {
  const shown = Array.isArray(list) ? (list as readonly Json[]) : [];
  const pointer = pointerTo(role.resource?.id?.property ?? 'id');
  const id = value === undefined ? key : keyAt(value, pointer);
  const isShown = shown.some((each) => keyAt(each, pointer) === id);
  if (value === undefined) return shown.filter((each) => keyAt(each, pointer) !== id);
  return isShown ? shown.map((each) => (keyAt(each, pointer) === id ? value : each)) : [...shown, value];
}
