import type { Json, JsonObject } from '../../core/index.ts';
import { isWriting, pointerTo, type Resource, type ResourceModel, type RoleKind } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { isArray } from '../../wire/index.ts';
import { withTotals } from '../entity/totals.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { asObject, mergeObjects } from '../model/object.ts';
import { type EntityPlace, idText, keyAt, keyOf, placeOf } from '../model/place.ts';
import type { ShownIn } from '../model/shown-child.ts';
import { isShared } from '../relations/children.ts';
import { shownOf } from '../relations/shown-children.ts';
import { homeValues, innermostParent } from '../seed/parents.ts';
import { markSeeded } from '../seed/seeder.ts';
import { showInItem } from './singleton-part.ts';

/** Whether an operation of this role changes, adds or removes one item. */
export const changesItem = (kind: RoleKind): boolean => kind === 'delete' || isWriting(kind);

/** The parent's list with the name and schema of the items that an operation writes, and its count. */
export function shownInOf(operation: Operation, model: ResourceModel, api: Api): ShownIn | undefined {
  const { kind, resource } = model.roleOf(operation);
  const parent = resource?.parent && changesItem(kind) ? model.resource(resource.parent.resource) : undefined;
  return resource === undefined || parent === undefined ? undefined : shownOf(api, resource, parent);
}

/** Updates a nested item in its parent's list, and a singleton in the item above it; `undefined` removes it. */
export function showInParent(call: RoleCall, key: string, value: Json | undefined): void {
  const { mock, context, place, tx } = call;
  if (place.resource.singleton) showInItem(call, value);
  const { shownIn } = context.plan;
  const found = shownIn === undefined ? undefined : innermostParent(mock, context);
  if (shownIn === undefined || found?.resource !== shownIn.parent || found.place.prefix === undefined) return;
  const collection = tx.collection(found.place.collection);
  const entity = collection.get(found.place.prefix + keyOf(found.id));
  if (entity === undefined) return;
  const before = asObject(entity.value);
  const { property, count, idsAlone } = shownIn;
  const list = property !== undefined && Object.hasOwn(before, property) ? before[property] : undefined;
  const changed = mergeObjects(before, {
    ...(property === undefined
      ? {}
      : {
          [property]:
            idsAlone === true
              ? idsWith(list, idFromText(mock, place.resource, ownIdIn(place, key)), value !== undefined)
              : listWith(context, list, key, value && summaryOf(mock, shownIn.parent, property, value)),
        }),
    ...counterChange(context, before, count),
  });
  const after = property === undefined ? changed : withTotals(mock, shownIn.parent.schema, changed, () => false);
  if (mock.validator.accepts(shownIn.parent.schema, after, 'response')) collection.put(entity.key, after);
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
 * `/orders/{order}/lines`.
 */
export function storeShownChildren(call: RoleCall, key: string, value: JsonObject): void {
  for (const { items, within, pointer } of listsOf(call, key, value)) {
    if (items.length === 0) continue;
    // What was sent is all there is.
    markSeeded(call.tx, within);
    for (const item of items) {
      const id = keyAt(item, pointer);
      if (id !== undefined) call.tx.collection(within.collection).put(within.prefix + id, item);
    }
  }
}

/** Adds the items that an action put into the lists of a record to those below it, and takes the others away. */
export function changeShownChildren(call: RoleCall, key: string, lists: JsonObject): void {
  for (const { items, within, pointer } of listsOf(call, key, lists)) {
    const collection = call.tx.collection(within.collection);
    const byKey = new Map(items.map((item) => [within.prefix + (keyAt(item, pointer) ?? ''), item]));
    for (const each of collection.query({ where: within.where }).entities)
      if (each.key.startsWith(within.prefix) && !byKey.has(each.key)) collection.delete(each.key);
    for (const [itemKey, item] of byKey) if (collection.get(itemKey) === undefined) collection.put(itemKey, item);
  }
}

interface ShownList {
  readonly items: readonly Json[];
  readonly within: EntityPlace & { readonly prefix: string };
  /** Pointer of the id of an item. */
  readonly pointer: string;
}

/** The lists of a record whose items have paths of their own below it. */
function listsOf({ mock, context, place }: RoleCall, key: string, value: JsonObject): readonly ShownList[] {
  return mock.shownChildrenOf(place.resource).flatMap(({ child, property, idsAlone }): readonly ShownList[] => {
    const items = property !== undefined && Object.hasOwn(value, property) ? value[property] : undefined;
    if (!isArray(items) || idsAlone === true || isShared(mock, child)) return [];
    const id = idFromText(mock, place.resource, idText(place, key));
    const within = placeOf(mock, child, { ...homeValues(context), [child.parent.parameter]: id });
    const pointer = pointerTo(child.id?.property ?? 'id');
    return within?.prefix === undefined ? [] : [{ items, within: { ...within, prefix: within.prefix }, pointer }];
  });
}

function counterChange({ role: { kind } }: RequestContext, parent: JsonObject, name: string | undefined): JsonObject {
  const step = kind === 'create' ? 1 : kind === 'delete' ? -1 : 0;
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
