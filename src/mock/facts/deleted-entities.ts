import type { Operation, Schema } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import type { MockContext } from '../model/context.ts';
import type { EntityPlace } from '../model/place.ts';
import { answerSchema } from './sign-in.ts';

/** Key of the world record that prevents a deleted entity from being materialised again. */
function deletedMark(place: EntityPlace, key: string): string {
  return `deleted/${place.collection}/${key}`;
}

/** Remembers a deleted item, if otherwise an item of any id exists, or if a read shows what remains of it. */
export function markDeleted(mock: MockContext, place: EntityPlace, key: string, tx: Transaction): void {
  if (canBeAny(place) || readShowsDeleted(mock, place)) tx.setRecord(deletedMark(place, key), true);
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
  return tx.record(deletedMark(place, key)) === true;
}

/** Whether an item of any id exists: no operation lists or creates items, or no answer shows their ids. */
export function canBeAny({ resource: { enumerable, id } }: EntityPlace): boolean {
  return !enumerable || id?.property === undefined;
}
