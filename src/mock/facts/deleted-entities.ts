import type { Transaction } from '../../state/index.ts';
import type { EntityPlace } from '../model/place.ts';

/** World record that keeps what was deleted from being materialised again. */
function deletedMark(place: EntityPlace, key: string): string {
  return `deleted/${place.collection}/${key}`;
}

/** Remembers that an item was deleted, where otherwise an item of any id exists. */
export function markDeleted(place: EntityPlace, key: string, tx: Transaction): void {
  if (canBeAny(place)) tx.setRecord(deletedMark(place, key), true);
}

export function wasDeleted(place: EntityPlace, key: string, tx: Transaction): boolean {
  return tx.record(deletedMark(place, key)) === true;
}

/** Whether an item of any id exists: no operation lists or creates them, or no answer shows their id. */
export function canBeAny({ resource: { enumerable, id } }: EntityPlace): boolean {
  return !enumerable || id?.property === undefined;
}
