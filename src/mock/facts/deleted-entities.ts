import type { Json, JsonObject } from '../../core/index.ts';
import { goneResponse, type ListDetails, type Resource, undeletes } from '../../resources/index.ts';
import type { Operation, Schema } from '../../spec/index.ts';
import type { Entity, Transaction } from '../../state/index.ts';
import { isArray, isObject, parsePointer, withValueAt } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import type { EntityPlace } from '../model/place.ts';
import { answerSchema } from './sign-in.ts';

/** Key of the world record that prevents a deleted entity from being materialised again. */
function deletedMark(place: EntityPlace, key: string): string {
  return `deleted/${place.collection}/${key}`;
}

/**
 * Remembers a deleted item, if otherwise an item of any id exists, if a read shows what remains of it, if the document has another status for it than for
 * what never was, or if an action brings it back.
 */
export function markDeleted(
  mock: MockContext,
  place: EntityPlace,
  { key, value }: DeletedEntity,
  tx: Transaction,
): void {
  const { resource } = place;
  if (mock.tellsDeletedOf(resource)) tx.setRecord(deletedMark(place, key), value);
  else if (canBeAny(place) || readShowsDeleted(mock, place)) tx.setRecord(deletedMark(place, key), true);
}

type DeletedEntity = Pick<Entity, 'key' | 'value'>;

/** Whether an operation on an item, or below it, answers otherwise where the item was deleted. */
export function tellsDeleted({ api, model }: Pick<MockContext, 'api' | 'model'>, resource: Resource): boolean {
  const { itemPath } = resource;
  if (itemPath === undefined) return false;
  return api.operations.some(
    (each) =>
      each.path.startsWith(itemPath) &&
      (goneResponse(each, resource, 'item') !== undefined || undeletes(each, model, api.operations)),
  );
}

/** The deleted item, if it was remembered with its values. */
export function deletedValue(place: EntityPlace, key: string, tx: Transaction): JsonObject | undefined {
  const mark = tx.record(deletedMark(place, key));
  return isObject(mark) ? mark : undefined;
}

/** Forgets that an item was deleted. */
export function unmarkDeleted(place: EntityPlace, key: string, tx: Transaction): void {
  tx.setRecord(deletedMark(place, key), undefined);
  const kept = tx.record(keptRecord(place)) ?? null;
  if (isArray(kept))
    tx.setRecord(
      keptRecord(place),
      kept.filter((each) => !isObject(each) || each['key'] !== key),
    );
}

function readShowsDeleted(mock: MockContext, { resource: { itemPath } }: EntityPlace): boolean {
  if (itemPath === undefined) return false;
  return mock.operationsAt(itemPath).some((each) => each.method === 'GET' && deletedForm(mock, each) !== undefined);
}

/**
 * The schema in which a read shows a deleted item: an alternative of its answer whose `deleted` must be
 * true.
 */
export function deletedForm(mock: MockContext, operation: Operation): Schema | undefined {
  const target = mock.api.deref(answerSchema(operation) ?? true);
  const forms = typeof target === 'object' ? (target.anyOf ?? target.oneOf ?? []) : [];
  return forms.find((form) => {
    const { required, properties } = mock.fieldsOf(form);
    const flags = [...required].filter((name) => /^(?:is_?)?deleted$/i.test(name));
    return flags.some((name) => {
      const property = properties.get(name) ?? true;
      return mock.validator.accepts(property, true, 'response') && !mock.validator.accepts(property, false, 'response');
    });
  });
}

export function wasDeleted(place: EntityPlace, key: string, tx: Transaction): boolean {
  return tx.record(deletedMark(place, key)) !== undefined;
}

/** Whether an item of any id exists: no operation lists or creates items, or no answer shows their ids. */
export function canBeAny({ resource: { enumerable, id } }: EntityPlace): boolean {
  return !enumerable || id?.property === undefined;
}

/** Parameters with which a list also shows deleted items: `include_deleted`, `withTrashed`. */
const OF_DELETED = /(?:deleted|removed|trashed)$/i;
const MOST_KEPT = 1000;

const keptRecord = (place: EntityPlace): string => `kept/${place.collection}`;

/** The mark of a deleted item that lists show where a parameter asks for them: `deleted_at`. Undefined if no list of the resource does. */
function markOfDeleted(mock: MockContext, { collectionPath }: Resource): string | undefined {
  return mock
    .operationsAt(collectionPath)
    .flatMap((each) => mock.model.roleOf(each).list?.hidden ?? [])
    .find(({ parameter }) => OF_DELETED.test(parameter))?.pointer;
}

/** Keeps a deleted item for lists that show deleted ones, with the time or flag of its deletion. */
export function keepDeleted(
  mock: MockContext,
  place: EntityPlace,
  { key, value }: DeletedEntity,
  { tx, now }: { readonly tx: Transaction; readonly now: (property: Schema) => Json | undefined },
): void {
  const pointer = markOfDeleted(mock, place.resource);
  const [name = ''] = pointer === undefined ? [] : (parsePointer(pointer) ?? []);
  const property = mock.fieldsOf(place.resource.schema).properties.get(name);
  if (pointer === undefined || property === undefined) return;
  const marked = [true, now(property)]
    .flatMap((mark) => (mark === undefined ? [] : [withValueAt(value, pointer, mark)]))
    .find((each) => mock.validator.accepts(place.resource.schema, each, 'response'));
  const before = tx.record(keptRecord(place)) ?? null;
  const others = (isArray(before) ? before : []).filter((each) => isObject(each) && each['key'] !== key);
  if (marked !== undefined) tx.setRecord(keptRecord(place), [...others, { key, value: marked }].slice(-MOST_KEPT));
}

/** The deleted items that a list shows as well, if the query asks for them. */
export function deletedToo(
  { hidden = [] }: ListDetails,
  query: Readonly<Record<string, Json | undefined>>,
  place: EntityPlace,
  tx: Pick<Transaction, 'record'>,
): readonly DeletedEntity[] {
  const isWanted = hidden.some(({ parameter }) => OF_DELETED.test(parameter) && query[parameter] === true);
  const kept = isWanted ? (tx.record(keptRecord(place)) ?? null) : null;
  return (isArray(kept) ? kept : []).flatMap((each) =>
    isObject(each) && typeof each['key'] === 'string' ? [{ key: each['key'], value: each['value'] ?? null }] : [],
  );
}
