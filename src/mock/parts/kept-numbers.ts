import type { Json, JsonObject } from '../../core/index.ts';
import { type Movement, pointerTo, type Resource, type ResourceModel, shareOf } from '../../resources/index.ts';
import { type Api, isSafe, type Operation } from '../../spec/index.ts';
import type { Collection, Entity } from '../../state/index.ts';
import { valueAt, withValueAt } from '../../wire/index.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext, RoleCall } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { keyAt, keyOf, placeOf } from '../model/place.ts';
import { type Refusal, refuse } from '../model/refusal.ts';
import type { CountedReference } from '../model/shown-child.ts';
import { countedReferences, ownTotal, totalReferences } from '../relations/counted-references.ts';
import { innermostParent } from '../seed/parents.ts';
import { changesItem } from './embedded-children.ts';

/** The references of what an operation writes, whose targets count it. */
export function countedInOf(operation: Operation, model: ResourceModel, api: Api): readonly CountedReference[] {
  const { kind, resource } = model.roleOf(operation);
  const isWrite = changesItem(kind) || (kind === 'action' && !isSafe(operation.method));
  if (resource === undefined || !isWrite) return [];
  return [...countedReferences(api, model, resource), ...totalReferences(api, model, resource)];
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
  const id = pointer === undefined ? ofPath : keyAt(value, pointer);
  const share = total === undefined ? 1 : shareOf(total, value);
  return id === undefined || share === undefined ? undefined : { id, share };
}

function addTo(
  { mock, context, tx, place }: RoleCall,
  { pointer, counting, count }: CountedReference,
  id: string | undefined,
  step: number,
): void {
  const isOwnKind = counting === place.resource;
  const named = isOwnKind ? place : placeOf(mock, counting, {});
  const home = pointer === undefined ? innermostParent(mock, context)?.place : named;
  const isKnown = pointer === undefined ? home?.prefix !== undefined : isOwnKind || home?.prefix === '';
  const isHome = home?.resource === counting && isKnown;
  const collection = isHome ? tx.collection(home.collection) : undefined;
  const target = id === undefined || step === 0 || collection === undefined ? undefined : targetIn(collection);
  function targetIn(held: Collection): Entity | undefined {
    if (home?.prefix !== undefined) return held.get(`${home.prefix}${id}`);
    // A path without the parent finds an item of any parent.
    const value = idFromText(mock, counting, id ?? '');
    return held.query({ where: [{ pointer: pointerTo(counting.id?.property ?? 'id'), op: 'equals', value }] })
      .entities[0];
  }
  const value = asObject(target?.value)[count];
  if (target === undefined || typeof value !== 'number' || value + step < 0) return;
  const sum = sumOf(value, step);
  const property = mock.fieldsOf(counting.schema).properties.get(count) ?? true;
  if (!mock.validator.accepts(property, sum, 'response')) return;
  collection?.put(target.key, { ...asObject(target.value), [count]: sum });
}

/** The record whose number an amount of the body moves, and where it is stored. */
function targetOf(
  { mock, context, tx }: RoleCall,
  { holder, reference }: Movement,
  sent: JsonObject,
): { readonly collection: Collection; readonly entity: Entity } | undefined {
  const above = reference === undefined ? innermostParent(mock, context) : undefined;
  const home = reference === undefined ? above?.place : placeOf(mock, holder, {});
  const id = reference === undefined ? above && keyOf(above.id) : keyAt(sent, reference);
  const isHome = home?.resource === holder && (reference === undefined || home.prefix === '');
  if (!isHome || home.prefix === undefined || id === undefined) return undefined;
  const collection = tx.collection(home.collection);
  const entity = collection.get(`${home.prefix}${id}`);
  return entity && { collection, entity };
}

/** Adds the amounts of the body to the numbers of the records that it names, and takes them from others. */
export function moveAmounts(call: RoleCall, sent: JsonObject): void {
  const { mock, context } = call;
  for (const movement of context.plan.movements) {
    const { holder, property, amount, sign } = movement;
    // A number that follows from the records below counts this one already.
    if (context.plan.countedIn.some(({ counting, count }) => counting === holder && `/${count}` === property)) continue;
    const moved = valueAt(sent, amount);
    const target = typeof moved === 'number' ? targetOf(call, movement, sent) : undefined;
    const value = target && valueAt(target.entity.value, property);
    if (target === undefined || typeof value !== 'number' || typeof moved !== 'number') continue;
    const after = withValueAt(target.entity.value, property, sumOf(value, sign * moved));
    if (mock.validator.accepts(holder.schema, after, 'response')) target.collection.put(target.entity.key, after);
  }
}

/**
 * The documented refusal of an amount of which a record has less: “The balance is lower than the amount”. `own` is the item that the path of an action
 * names.
 */
export function refusalOfLack(call: RoleCall, sent: JsonObject, own?: Json): Refusal | undefined {
  const { operation, plan } = call.context;
  for (const movement of plan.movements) {
    const { holder, property, amount, sign, reference } = movement;
    const moved = valueAt(sent, amount);
    if (typeof moved !== 'number' || sign * moved >= 0) continue;
    const record = reference === undefined && own !== undefined ? own : targetOf(call, movement, sent)?.entity.value;
    const value = record === undefined ? undefined : valueAt(record, property);
    if (typeof value !== 'number' || sumOf(value, sign * moved) >= 0) continue;
    const refusing = operation.responses.find(
      ({ status, description }) => /^4(?:0[0239]|22)$/.test(status) && LACKS.test(description),
    );
    if (refusing === undefined) continue;
    return refuse(Number(refusing.status), `The ${holder.singular} has only ${value} as its \`${property.slice(1)}\`.`);
  }
  return undefined;
}

/** What is said of an amount that is not there. */
const LACKS =
  /\b(?:insufficient|not enough|too (?:low|little|few|small|high|large|many|much)|(?:lower|less|smaller|fewer) than|more than|greater than|exceed\w*|negative|below (?:zero|0)|out of stock|lacks?)\b/i;

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
