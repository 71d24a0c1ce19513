import type { Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Transaction } from '../../state/index.ts';
import { markDeleted } from '../facts/deleted-entities.ts';
import { keysMadeBelow } from '../facts/owner.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext } from '../model/context.ts';
import { type EntityPlace, idText, isKeyOf, placeOf } from '../model/place.ts';
import { childResourcesOf, isShared } from '../relations/children.ts';
import { markSeeded } from '../seed/seeder.ts';

type Values = Readonly<Record<string, Json>>;

const DEEPEST = 8;

/** The keys of all items of a place. Marks the place as seeded, so that no seed record appears after the removal. */
function allKeys(place: EntityPlace, tx: Transaction): readonly string[] {
  markSeeded(tx, place);
  const { entities } = tx.collection(place.collection).query({ where: place.where });
  return entities.map(({ key }) => key).filter((key) => isKeyOf(place, key));
}

interface Removal {
  readonly mock: MockContext;
  readonly tx: Transaction;
  /** Number of items above, all of them deleted in the same transaction. */
  readonly depth?: number;
  /** The resources whose items are deleted, if not all below the entity. */
  readonly only?: readonly Resource[];
}

/**
 * Deletes the items nested in a deleted entity: they have no path any more, so no other path may find them.
 * If all parents share one collection whose entities do not name their parent, only items that were created
 * below the parent's path are deleted.
 */
export function removeWithin(removal: Removal, resource: Resource, values: Values, id: Json): void {
  const { mock, tx, depth = 0, only } = removal;
  if (depth === DEEPEST) return;
  const inner = withId(values, resource, id);
  for (const child of childResourcesOf(mock, resource)) {
    if (only?.includes(child) === false) continue;
    const within = { ...values, [child.parent.parameter]: id };
    const place = placeOf(mock, child, within);
    if (place?.prefix === undefined) continue;
    const keys = isShared(mock, child) ? keysMadeBelow(child, place, within, tx) : allKeys(place, tx);
    for (const key of keys) {
      const value = tx.collection(place.collection).get(key)?.value ?? null;
      tx.collection(place.collection).delete(key);
      markDeleted(mock, place, { key, value }, tx);
      if (child.singleton) continue;
      removeWithin({ mock, tx, depth: depth + 1 }, child, inner, idFromText(mock, child, idText(place, key)));
    }
  }
}

function withId(values: Values, { id }: Resource, value: Json): Values {
  return id === undefined ? values : { ...values, [id.parameter]: value };
}
