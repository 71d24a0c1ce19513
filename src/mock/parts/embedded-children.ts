import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource, type ResourceModel, shareOf } from '../../resources/index.ts';
import { type Api, isSafe, type Operation } from '../../spec/index.ts';
import { isArray, valueAt, withValueAt } from '../../wire/index.ts';
import { withTotals } from '../entity/totals.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { asObject, mergeObjects } from '../model/object.ts';
import { type EntityPlace, idText, keyOf, placeOf } from '../model/place.ts';
import type { CountedReference, ShownIn } from '../model/shown-child.ts';
import { isShared } from '../relations/children.ts';
import { countedReferences, ownTotal, totalReferences } from '../relations/counted-references.ts';
import { shownOf } from '../relations/shown-children.ts';
import { homeValues, innermostParent } from '../seed/parents.ts';
import { markSeeded } from '../seed/seeder.ts';
import { showInItem } from './singleton-part.ts';

const WRITES: ReadonlySet<string> = new Set(['create', 'replace', 'patch', 'delete']);

/** The parent's list with the name and schema of the items that an operation writes, and its count. */
export function shownInOf(operation: Operation, model: ResourceModel, api: Api): ShownIn | undefined {
  const { kind, resource } = model.roleOf(operation);
  const parent = resource?.parent && WRITES.has(kind) ? model.resource(resource.parent.resource) : undefined;
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
  const { property, count } = shownIn;
  const list = property !== undefined && Object.hasOwn(before, property) ? before[property] : undefined;
  const changed = mergeObjects(before, {
    ...(property === undefined
      ? {}
      : { [property]: listWith(context, list, key, value && summaryOf(mock, shownIn.parent, property, value)) }),
    ...counterChange(context, before, count),
  });
  const after = property === undefined ? changed : withTotals(mock, shownIn.parent.schema, changed, () => false);
  if (mock.validator.accepts(shownIn.parent.schema, after, 'response')) collection.put(entity.key, after);
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
      const id = idAt(item, pointer);
      if (id !== undefined) call.tx.collection(within.collection).put(within.prefix + id, item);
    }
  }
}

/** Adds the items that an action put into the lists of a record to those below it, and takes the others away. */
export function changeShownChildren(call: RoleCall, key: string, lists: JsonObject): void {
  for (const { items, within, pointer } of listsOf(call, key, lists)) {
    const collection = call.tx.collection(within.collection);
    const byKey = new Map(items.map((item) => [within.prefix + (idAt(item, pointer) ?? ''), item]));
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
  return mock.shownChildrenOf(place.resource).flatMap(({ child, property }): readonly ShownList[] => {
    const items = property !== undefined && Object.hasOwn(value, property) ? value[property] : undefined;
    if (!isArray(items) || isShared(mock, child)) return [];
    const id = idFromText(mock, place.resource, idText(place, key));
    const within = placeOf(mock, child, { ...homeValues(context), [child.parent.parameter]: id });
    const pointer = pointerTo(child.id?.property ?? 'id');
    return within?.prefix === undefined ? [] : [{ items, within: { ...within, prefix: within.prefix }, pointer }];
  });
}

/** Changes the numbers of the records that a record named before and names now. */
export function countInTargets(call: RoleCall, before: Json | undefined, now: Json | undefined): void {
  const { context, place } = call;
  if (place.resource.singleton) return;
  for (const reference of context.plan.countedIn) {
    const [was, is] = [before, now].map((value) => shareFor(call, reference, value));
    if (was?.id === is?.id) {
      addTo(call, reference, is?.id, (is?.share ?? 0) - (was?.share ?? 0));
      continue;
    }
    addTo(call, reference, was?.id, -(was?.share ?? 0));
    addTo(call, reference, is?.id, is?.share ?? 0);
  }
}

/** The record that a record counts for, and how much. */
function shareFor(
  { mock, context }: RoleCall,
  { pointer, total }: CountedReference,
  value: Json | undefined,
): { readonly id: string; readonly share: number } | undefined {
  if (value === undefined) return undefined;
  const parent = pointer === undefined ? innermostParent(mock, context)?.id : undefined;
  const ofPath = parent === undefined ? undefined : keyOf(parent);
  const id = pointer === undefined ? ofPath : idAt(value, pointer);
  const share = total === undefined ? 1 : shareOf(total, value);
  return id === undefined || share === undefined ? undefined : { id, share };
}

function addTo(
  { mock, context, tx }: RoleCall,
  { pointer, counting, count }: CountedReference,
  id: string | undefined,
  step: number,
): void {
  const home = pointer === undefined ? innermostParent(mock, context)?.place : placeOf(mock, counting, {});
  const isHome =
    home?.resource === counting && (pointer === undefined ? home.prefix !== undefined : home.prefix === '');
  const collection = isHome ? tx.collection(home.collection) : undefined;
  const target = id === undefined || step === 0 ? undefined : collection?.get(`${home?.prefix ?? ''}${id}`);
  const value = asObject(target?.value)[count];
  if (target === undefined || typeof value !== 'number' || value + step < 0) return;
  const sum = sumOf(value, step);
  const property = mock.fieldsOf(counting.schema).properties.get(count) ?? true;
  if (!mock.validator.accepts(property, sum, 'response')) return;
  collection?.put(target.key, { ...asObject(target.value), [count]: sum });
}

/** Adds the amounts of the body to the numbers of the records that it names, and takes them from others. */
export function moveAmounts({ mock, context, tx }: RoleCall, sent: JsonObject): void {
  for (const { holder, property, reference, amount, sign } of context.plan.movements) {
    const home = reference === undefined ? undefined : placeOf(mock, holder, {});
    const id = reference === undefined ? undefined : idAt(sent, reference);
    const moved = valueAt(sent, amount);
    if (home?.prefix !== '' || id === undefined || typeof moved !== 'number') continue;
    const collection = tx.collection(home.collection);
    const target = collection.get(id);
    const value = target === undefined ? undefined : valueAt(target.value, property);
    if (target === undefined || typeof value !== 'number') continue;
    const after = withValueAt(target.value, property, sumOf(value, sign * moved));
    if (mock.validator.accepts(holder.schema, after, 'response')) collection.put(target.key, after);
  }
}

/** A changed record with the numbers that are subtracted from one of its own: as much as is left of the new one. */
export function withWhatIsLeft(
  mock: MockContext,
  resource: Resource,
  before: JsonObject,
  after: JsonObject,
): JsonObject {
  let record = after;
  for (const total of mock.totalsOf(resource)) {
    const [name = '', from = ''] = [ownTotal(mock.model, total), total.from];
    const [left, was, is] = [before[name], before[from], record[from]];
    if (typeof left !== 'number' || typeof was !== 'number' || typeof is !== 'number' || was === is) continue;
    const whole = { ...record, [name]: sumOf(left, is - was) };
    if (mock.validator.accepts(resource.schema, whole, 'response')) record = whole;
  }
  return record;
}

const MILLION = 1e6;

/** The sum of two amounts, without what is left over by decimal fractions. */
export function sumOf(one: number, other: number): number {
  const sum = one + other;
  return Number.isInteger(sum) ? sum : Math.round(sum * MILLION) / MILLION;
}

function idAt(value: Json | undefined, pointer: string): string | undefined {
  const id = value === undefined ? undefined : valueAt(value, pointer);
  return id === undefined || id === null || typeof id === 'object' ? undefined : keyOf(id);
}

/** The references of what an operation writes, whose targets count it. */
export function countedInOf(operation: Operation, model: ResourceModel, api: Api): readonly CountedReference[] {
  const { kind, resource } = model.roleOf(operation);
  const isWrite = WRITES.has(kind) || (kind === 'action' && !isSafe(operation.method));
  if (resource === undefined || !isWrite) return [];
  return [...countedReferences(api, model, resource), ...totalReferences(api, model, resource)];
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
  const idOf = (each: Json): string => {
    const id = valueAt(each, pointer);
    return id === undefined || id === null || typeof id === 'object' ? '' : keyOf(id);
  };
  const id = value === undefined ? key : idOf(value);
  const isShown = shown.some((each) => idOf(each) === id);
  if (value === undefined) return shown.filter((each) => idOf(each) !== id);
  return isShown ? shown.map((each) => (idOf(each) === id ? value : each)) : [...shown, value];
}
