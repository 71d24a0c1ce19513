import type { Json } from '../core/index.ts';
import { pointerTo, type Resource } from '../resources/index.ts';
import type { Transaction } from '../state/index.ts';
import { idFromText } from './decided.ts';
import type { Parts } from './parts.ts';
import { idText, type Place, placeOf } from './place.ts';
import { markDeleted } from './roles/role.ts';
import { markSeeded } from './seeding.ts';
import { type Steps, wait } from './steps.ts';

type Values = Readonly<Record<string, Json>>;

const DEEPEST = 8;

/** The places of all that is nested in one entity (`/animals/{animalId}/visits`). */
function placesWithin(parts: Parts, resource: Resource, values: Values, id: Json): readonly Place[] {
  return parts.model.resources.flatMap((child) => {
    if (child.parent?.resource !== resource.name || child === resource) return [];
    const { parameter, property } = child.parent;
    const place = placeOf(parts, child, { ...values, [parameter]: id });
    if (place === undefined || place.prefix === undefined) return [];
    if (place.where.length > 0 || place.collection !== child.name) return [place];
    // A collection that all parents share says by its property whose its entities are.
    if (property === undefined) return [];
    return [{ ...place, where: [{ pointer: pointerTo(property), op: 'equals' as const, value: id }] }];
  });
}

/**
 * Takes away what is nested in an entity that goes: it has no path any more, so it may not be found by another one either.
 * What has not been laid yet is never laid from then on.
 */
export function* removeWithin(
  parts: Parts,
  resource: Resource,
  values: Values,
  id: Json,
  tx: Transaction,
  depth = 0,
): Steps<void> {
  if (depth === DEEPEST) return;
  for (const place of placesWithin(parts, resource, values, id)) {
    yield* wait(markSeeded(tx, place));
    const collection = tx.collection(place.collection);
    const { entities } = yield* wait(collection.query({ where: place.where }));
    const inner = withId(values, resource, id);
    for (const { key } of entities) {
      const own = idFromText(parts, place.resource, idText(place, key));
      yield* wait(collection.delete(key));
      yield* markDeleted(place, key, tx);
      if (place.resource.singleton) continue;
      yield* removeWithin(parts, place.resource, inner, own, tx, depth + 1);
    }
  }
}

function withId(values: Values, { id }: Resource, value: Json): Values {
  return id === undefined ? values : { ...values, [id.parameter]: value };
}
