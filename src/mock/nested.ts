import type { Json } from '../core/index.ts';
import { pointerTo, type Resource } from '../resources/index.ts';
import type { Condition, Transaction } from '../state/index.ts';
import { type Child, childrenOf, isShared } from './children.ts';
import { idFromText } from './decided.ts';
import type { Parts } from './parts.ts';
import { idText, type Place, placeOf } from './place.ts';
import { markDeleted } from './roles/role.ts';
import { markSeeded } from './seeding.ts';
import { idsListed } from './shows.ts';
import { type Steps, wait } from './steps.ts';

type Values = Readonly<Record<string, Json>>;

const DEEPEST = 8;

/** An entity, and what its resource's own path calls it. */
interface Item {
  readonly id: Json;
  readonly value: Json;
}

/** The places of all that is nested in one entity (`/animals/{animalId}/visits`). */
function placesWithin(parts: Parts, resource: Resource, values: Values, item: Item): readonly Place[] {
  return childrenOf(parts, resource).flatMap((child) => {
    const place = placeOf(parts, child, { ...values, [child.parent.parameter]: item.id });
    if (place?.prefix === undefined) return [];
    const listed = isShared(parts, child) ? isListed(parts, child, resource, item.value) : undefined;
    return [listed === undefined ? place : { ...place, where: [...place.where, listed] }];
  });
}

/** Entities of a place that all parents share do not say whose they are: the parent may list them. */
function isListed({ api }: Parts, child: Child, parent: Resource, value: Json): Condition {
  return { pointer: pointerTo(child.id?.property ?? 'id'), op: 'in', value: idsListed(api, child, parent, value) };
}

/**
 * Takes away what is nested in an entity that goes: it has no path any more, so it may not be found by another one either.
 * What has not been laid yet is never laid from then on, but for what others have there too.
 */
export function* removeWithin(
  parts: Parts,
  resource: Resource,
  values: Values,
  item: Item,
  tx: Transaction,
  depth = 0,
): Steps<void> {
  if (depth === DEEPEST) return;
  for (const place of placesWithin(parts, resource, values, item)) {
    if (!isShared(parts, place.resource)) yield* wait(markSeeded(tx, place));
    const collection = tx.collection(place.collection);
    const { entities } = yield* wait(collection.query({ where: place.where }));
    const inner = withId(values, resource, item.id);
    for (const { key, value } of entities) {
      const id = idFromText(parts, place.resource, idText(place, key));
      yield* wait(collection.delete(key));
      yield* markDeleted(place, key, tx);
      if (place.resource.singleton) continue;
      yield* removeWithin(parts, place.resource, inner, { id, value }, tx, depth + 1);
    }
  }
}

function withId(values: Values, { id }: Resource, value: Json): Values {
  return id === undefined ? values : { ...values, [id.parameter]: value };
}
